"""Searchable cards, with prepared lookups."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from carddb.card import Card
from carddb.card_effects import TextEffects, text_effects_of
from carddb.card_match import eligible_hosts
from carddb.card_test import CardTest
from carddb.likeness import Likeness, alike_cards
from carddb.local_names import name_key, name_order, titles_by_name
from carddb.pack import Pack
from carddb.pool import CardPool
from carddb.search.folded_text import Accepts, comparable_text
from carddb.search.vocabulary import Vocabulary, Word, names_of, open_words
from carddb.spelling import fold
from carddb.terms import CardType, Edition, Faction

_SMALL_WORDS = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with"}
)


class AcronymIndex:
    """The folded names of an edition by their initials."""

    def __init__(self, names: Iterable[str]) -> None:
        self._initials: dict[str, str] = {}
        self._whole: dict[str, set[str]] = {}
        for name in filter(None, set(names)):
            words = name.split()
            self._initials[name] = _initials(words)
            large = _initials(word for word in words if word not in _SMALL_WORDS)
            for initials in (self._initials[name], large):
                self._whole.setdefault(initials, set()).add(name)

    def exact(self, letters: str) -> frozenset[str]:
        """Return the names of these initials, of all words or of all but the small ones."""
        return frozenset(self._whole.get(letters, ()))

    def loose(self, letters: str) -> frozenset[str]:
        """Return the names that initials may stand for where none has exactly these.

        Initials in their order, from the first word on, as ThronesDB reads them; where there are
        none, those of words that are written as one ("TKR": The Kingsroad).
        """
        # No letter can match in two places, so a hostile name takes no longer than another.
        others = "".join(f"[^{each}]*{each}" for each in letters[1:])
        in_order = re.compile(letters[0] + others).match
        found = frozenset(name for name, initials in self._initials.items() if in_order(initials))
        return found or frozenset(
            name
            for name in self._initials
            if " " in name and in_order(name) and _begins(name.split(), letters)
        )


def _initials(words: Iterable[str]) -> str:
    return "".join(word[0] for word in words)


def _begins(words: list[str], letters: str) -> bool:
    """Return whether letters begin all words, the others following within them."""
    if not words or not letters:
        return not words and not letters
    if words[0][0] != letters[0]:
        return False
    return any(
        _holds(words[0], letters[:end]) and _begins(words[1:], letters[end:])
        for end in range(1, len(letters) + 1)
    )


def _holds(word: str, letters: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in letters)


@dataclass(frozen=True, slots=True)
class TitleGroup:
    """A title of an edition and its cards, at least one, in the order in which they were found."""

    title: str
    edition: Edition
    cards: tuple[Card, ...]


def by_title(cards: Iterable[Card]) -> tuple[TitleGroup, ...]:
    """Return the cards by title, each where its first card was; titles in two editions part."""
    found: dict[tuple[str, Edition], list[Card]] = {}
    for card in cards:
        found.setdefault((card.name, card.edition), []).append(card)
    return tuple(
        TitleGroup(title, edition, tuple(versions)) for (title, edition), versions in found.items()
    )


TEXT, ERRATUM, RULING = "text", "erratum", "ruling"
# ThronesDB marks a changed text with "Errata'd." at its top; this is its plain form.
_MARKED_AS_CHANGED = "errata"


class CardIndex:
    """The cards of one or more pools, by name; every dictionary is by card code."""

    def __init__(self, pools: Iterable[CardPool]) -> None:
        self.pools = tuple(pools)
        cards = [card for pool in self.pools for card in pool]
        self.names = {card.code: fold(card.name) for card in cards}
        # Of the cards that have a name in another language; both are found.
        self.english = {card.code: fold(card.english) for card in cards if card.english}
        self.cards = tuple(sorted(cards, key=lambda card: (name_order(card.name), card.code)))
        self.pack_of: dict[str, Pack] = {
            card.code: pool.packs[card.pack] for pool in self.pools for card in pool
        }
        self.codes = frozenset(self.names)
        # By key: the cards of each value that does not change with the context of a query.
        self.columns: dict[str, Mapping[Any, frozenset[str]]] = {}
        self._applying: dict[CardTest, frozenset[str]] = {}
        self._alike: dict[tuple[Card, ...], Mapping[str, Likeness]] = {}
        self._bearers: dict[Card, frozenset[str]] = {}
        # How many cards have a text, by edition: a player may have given the texts of a few.
        self.text_counts = {
            pool.edition: sum(bool(card.text) for card in pool) for pool in self.pools
        }
        self.textless = frozenset(
            pool.edition for pool in self.pools if 2 * self.text_counts[pool.edition] < len(pool)
        )

    @cached_property
    def acronyms(self) -> AcronymIndex:
        return AcronymIndex([*self.names.values(), *self.english.values()])

    @cached_property
    def by_name(self) -> dict[str, list[Card]]:
        """The cards of each folded name."""
        found: dict[str, list[Card]] = {}
        for card in self.cards:
            for name in {self.names[card.code], self.english.get(card.code, self.names[card.code])}:
                found.setdefault(name, []).append(card)
        return found

    def alike(self, cards: tuple[Card, ...]) -> Mapping[str, Likeness]:
        """Return the cards that are like one of these, by code, each within its edition."""
        if cards not in self._alike:
            # Each letter that is typed asks again for the same.
            self._alike = {cards: alike_cards(cards, self.cards)}
        return self._alike[cards]

    def applying(self, test: CardTest) -> frozenset[str]:
        """Return the cards that pass a test that a key has for those it applies to."""
        if test not in self._applying:
            self._applying[test] = frozenset(card.code for card in self.cards if test(card))
        return self._applying[test]

    def bearers(self, attachment: Card) -> frozenset[str]:
        """Return the cards of its edition that may bear an attachment."""
        if attachment not in self._bearers:
            own = (card for card in self.cards if card.edition is attachment.edition)
            hosts = frozenset(card.code for card in eligible_hosts(attachment, own))
            self._bearers[attachment] = hosts
        return self._bearers[attachment]

    @cached_property
    def local_names(self) -> dict[str, frozenset[str]]:
        """The cards of each name in another language, by its key."""
        found: dict[str, frozenset[str]] = {}
        for pool in self.pools:
            titles = titles_by_name(pool.edition, {card.code: card.name for card in pool})
            for name, meant in titles.items():
                codes = (card.code for title in meant for card in pool.by_title[title])
                found[name] = found.get(name, frozenset()).union(codes)
        return found

    def named_elsewhere(self, words: Iterable[str]) -> frozenset[str]:
        """Return the cards that have all of these words in one name of another language."""
        parts = [name_key(fold(word)) for word in words]
        return self.named_locally(parts, lambda name: all(part in name for part in parts))

    def named_locally(self, parts: Iterable[str], accepts: Accepts) -> frozenset[str]:
        """Return the cards with a name in another language that is accepted.

        Such a name has all of these parts; most words are in none of the names.
        """
        if not all(part in self._local_text for part in parts):
            return frozenset()
        named = self.local_names.items()
        return frozenset().union(*(codes for name, codes in named if accepts(name)))

    @cached_property
    def _local_text(self) -> str:
        return "\n".join(self.local_names)

    @cached_property
    def plain_names(self) -> Mapping[str, frozenset[str]]:
        """The cards of each name; a third of the cards have the name of another one."""
        found: dict[str, set[str]] = {}
        for card in self.cards:
            found.setdefault(comparable_text(card.name), set()).add(card.code)
        return {name: frozenset(codes) for name, codes in found.items()}

    @cached_property
    def texts(self) -> dict[str, str]:
        """The texts; of a card without one, its keywords and its host."""
        return {card.code: comparable_text(card.text or _known_text(card)) for card in self.cards}

    @cached_property
    def wordings(self) -> dict[str, str]:
        """Name, traits and text as folded words, each with a blank before it."""
        return {
            card.code: f" {fold(' '.join(words))}"
            for card in self.cards
            for words in [(card.name, card.english, *card.traits, self.texts[card.code])]
        }

    @cached_property
    def _effects(self) -> dict[str, TextEffects]:
        return {card.code: text_effects_of(card) for card in self.cards}

    @cached_property
    def gives(self) -> dict[str, tuple[str, ...]]:
        return {code: effects.gives for code, effects in self._effects.items()}

    @cached_property
    def reduces(self) -> dict[str, tuple[str, ...]]:
        return {code: effects.reduces for code, effects in self._effects.items()}

    @cached_property
    def reduced(self) -> Vocabulary:
        """Every word for what a card reduces the cost of."""
        found = sorted({word for words in self.reduces.values() for word in words}, key=fold)
        return Vocabulary(tuple(map(_reduced_word, found)))

    @cached_property
    def having(self) -> dict[str, tuple[str, ...]]:
        """What each card has beside its facts: "text", "erratum"."""
        return {
            card.code: (
                *((TEXT,) if card.text else ()),
                *((ERRATUM,) if card.errata or self._is_marked(card) else ()),
            )
            for card in self.cards
        }

    def _is_marked(self, card: Card) -> bool:
        return bool(card.text) and self.texts[card.code].startswith(_MARKED_AS_CHANGED)

    @cached_property
    def illustrators(self) -> dict[str, str]:
        return {card.code: comparable_text(card.illustrator or "") for card in self.cards}

    @cached_property
    def hosts(self) -> dict[str, str]:
        """What attachments may be attached to, in words; empty on other cards."""
        return {
            card.code: comparable_text(card.host.words or "character") if card.host else ""
            for card in self.cards
        }

    @cached_property
    def printings(self) -> dict[str, int]:
        return {card.code: len(pool.printings(card)) for pool in self.pools for card in pool}

    @cached_property
    def own(self) -> dict[str, bool]:
        return {card.code: card.code in pool.own_cards for pool in self.pools for card in pool}

    @cached_property
    def cycle_positions(self) -> dict[str, int | None]:
        return {
            card.code: cycle.position
            if (cycle := pool.cycles.get(pool.packs[card.pack].cycle))
            else None
            for pool in self.pools
            for card in pool
        }

    @cached_property
    def set_order(self) -> dict[str, tuple[str, int, int, int, str]]:
        """The position of each card by cycle, pack and number."""
        return {
            card.code: (
                card.edition.value,
                self.cycle_positions[card.code] or 0,
                self.pack_of[card.code].position,
                card.position,
                card.code,
            )
            for card in self.cards
        }

    @cached_property
    def traits(self) -> Vocabulary:
        return open_words(trait for card in self.cards for trait in card.traits)

    @cached_property
    def keywords(self) -> Vocabulary:
        """Every keyword, by its name and with its value: "shadow", "shadow (3)"."""
        keywords = sorted({each for card in self.cards for each in card.keywords}, key=str)
        return Vocabulary(
            tuple(Word(each, (fold(each.name), fold(each.words)), each.words) for each in keywords)
        )

    @cached_property
    def packs(self) -> Vocabulary:
        """Every pack, by its code and its name, in order of release; without a day in none."""
        return Vocabulary(
            tuple(
                Word(
                    (pool.edition, pack.code),
                    names_of(pack.code, pack.name),
                    pack.label,
                    pack.release_day,
                    pool.edition.value,
                )
                for pool in self.pools
                for pack in pool.packs.values()
            )
        )

    @cached_property
    def cycles(self) -> Vocabulary:
        """Every cycle, by its code, name and number; the variants, number 0, are in no order."""
        return Vocabulary(
            tuple(
                Word(
                    (pool.edition, cycle.code),
                    names_of(cycle.code, cycle.name, str(cycle.position)),
                    cycle.name,
                    cycle.position or None,
                    pool.edition.value,
                )
                for pool in self.pools
                for cycle in pool.cycles.values()
            )
        )


def _reduced_word(word: str) -> Word:
    if word in {faction.value for faction in Faction}:
        faction = Faction(word)
        return Word(word, names_of(word, faction.label, faction.card_name), faction.label)
    plural = (f"{word}s",) if word in set(CardType) else ()
    return Word(word, names_of(word, *plural), word)


def _known_text(card: Card) -> str:
    words = [keyword.words for keyword in card.keywords]
    if card.host:
        words.append(f"attach to {card.host.words or 'character'}")
    return ". ".join(words)

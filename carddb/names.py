"""Find the cards that a written name can mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import TypeAlias

from carddb.card import Card
from carddb.local_names import local_words, name_key, titles_by_name
from carddb.pack import Cycle, Pack
from carddb.pool import CardPool, cached_by_pool
from carddb.spelling import SpellingIndex, fold, straighten, without_article
from carddb.terms import CardType, Edition

_NUMBERED = re.compile(r"(?P<pack>.*?\S)\s*(?:#\s*|\s)[Ff]?(?P<number>\d{1,4})")
_LEVELS = 8
_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class PackHint:
    """What a name in brackets may mean: groups of pack codes, the likeliest first, and a number."""

    groups: tuple[frozenset[str], ...]
    number: int | None = None


class PackNames:
    """Every name of an edition's packs and cycles."""

    def __init__(
        self, packs: Mapping[str, Pack], cycles: Mapping[str, Cycle], edition: Edition
    ) -> None:
        self._packs = packs
        self._levels: tuple[dict[str, set[str]], ...] = tuple({} for _ in range(_LEVELS))
        self._names: set[str] = set()
        for pack in packs.values():
            self._add(0, pack.code, pack.code)
            for level, name in enumerate(_pack_names(pack), 1):
                self._add(level, name, pack.code)
            cycle = cycles.get(pack.cycle)
            for name in _cycle_names(cycle) if cycle else ():
                self._add(_LEVELS - 1, name, pack.code)
        for kind, level in (("pack", 2), ("set", 2), ("cycle", _LEVELS - 1)):
            for code, name in local_words(edition, kind):
                for pack in packs.values():
                    if code == (pack.cycle if kind == "cycle" else pack.code):
                        self._add(level, fold(name), pack.code)
                        self._add(_LEVELS - 1, _initials(fold(name)), pack.code)
        self._hint = lru_cache(_REMEMBERED)(self._understand)

    def hint(self, written: str) -> PackHint | None:
        # What a deck list names may be long, and nothing long is cached.
        return self._hint(written) if len(written) <= _LONGEST else self._understand(written)

    def _add(self, level: int, name: str, code: str) -> None:
        self._levels[level].setdefault(name, set()).add(code)
        self._names.add(name)

    def _understand(self, written: str) -> PackHint | None:
        groups = self._groups(written)
        if groups:
            return PackHint(groups)
        numbered = _NUMBERED.fullmatch(written.strip())
        groups = self._groups(numbered["pack"]) if numbered else ()
        return PackHint(groups, int(numbered["number"])) if numbered and groups else None

    def _groups(self, written: str) -> tuple[frozenset[str], ...]:
        code, folded = written.strip(), fold(written)
        if code not in self._levels[0] and folded not in self._names:
            return ()
        names = (code, *[folded] * (_LEVELS - 1))
        found = (
            frozenset(level.get(name, ())) for level, name in zip(self._levels, names, strict=True)
        )
        return tuple(dict.fromkeys(group for group in found if group))

    def narrow(
        self, cards: Iterable[Card], written: str, *, by_number: bool = True
    ) -> tuple[Card, ...]:
        """Return the cards that the name in brackets can mean; none if it names other packs.

        A number is a card's own in its pack or cycle, else a pack's in its cycle; without
        `by_number` it is ignored.
        """
        hint = self.hint(written)
        for group in hint.groups if hint else ():
            in_group = tuple(card for card in cards if card.pack in group)
            if by_number and hint and hint.number is not None:
                in_group = self._of_number(in_group, hint.number)
            if in_group:
                return in_group
        return ()

    def _of_number(self, cards: tuple[Card, ...], number: int) -> tuple[Card, ...]:
        exact = tuple(card for card in cards if card.position == number)
        if exact:
            return exact
        packs = self._packs
        return tuple(card for card in cards if packs[card.pack].position == number)


def _pack_names(pack: Pack) -> tuple[str, ...]:
    name = fold(pack.name)
    short = without_article(name)
    return fold(pack.code), name, short, f"{name} set", _initials(name), _initials(short)


def _cycle_names(cycle: Cycle) -> set[str]:
    name = fold(cycle.name)
    return {fold(cycle.code), name, without_article(name), _initials(name)}


def _initials(folded: str) -> str:
    return "".join(word[0] for word in folded.split())


Allowed: TypeAlias = Callable[[Card], bool]
MayGuess: TypeAlias = Callable[[str], bool]
"""Whether a folded name that is not a card's may be compared with the names of all cards."""

# A pack behind a title without brackets: after a comma or dash, or its code.
_PACKS_BEHIND = (
    re.compile(r"(?P<title>\S.*?)(?:\s*,|\s+[-\u2010-\u2015])\s+(?P<pack>\S.*)"),
    re.compile(r"(?P<title>\S.*)\s+(?P<pack>\w{2,5})"),
)
_CHINESE = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]+")
_BRACKET = re.compile(r"(?P<title>.*\S)\s*(?:\((?P<pack>[^()]*)\)|\[(?P<label>[^\[\]]*)\])")
# Not a count such as [3] or [x3].
_LABEL = re.compile(r"(?:(?![xX]\d)[A-Za-z]{1,2}\d{0,2})?")
_DIGITS = re.compile(r"\d+")
_SUGGESTIONS = 5
_LONGEST = 200
_LONGEST_TITLE = 100
_MOST_BRACKETS = 4


class How(StrEnum):
    """How a written title became a card's."""

    EXACT = "exact"
    FOLDED = "folded"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class FoundCard:
    """One card; `missed_pack` is a pack that was named and does not hold it."""

    card: Card
    how: How
    missed_pack: str = ""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several printings or types; `proposed` is the earliest of those that are allowed.

    `candidates` are in order of release. `allowed` is false where none of them is.
    """

    candidates: tuple[Card, ...]
    proposed: Card
    how: How
    missed_pack: str = ""
    allowed: bool = True


@dataclass(frozen=True, slots=True)
class Unknown:
    """No card; `candidates` are cards of similar titles, the most similar first.

    `compared` is whether similar titles were searched.
    """

    candidates: tuple[Card, ...] = ()
    compared: bool = False


Match: TypeAlias = FoundCard | Ambiguous | Unknown
_NOT_COMPARED = Unknown()


class NameIndex:
    """The titles of a pool, prepared once so that thousands of lists can be read.

    `titles` has the cards of each title, the earliest printing first.
    """

    def __init__(self, pool: CardPool) -> None:
        # Not the pool itself: see `cached_by_pool`.
        self._sets = pool.packs, pool.cycles
        self._edition = pool.edition
        days = {code: pack.release_day or date.max for code, pack in pool.packs.items()}
        self._days = days
        # Lists are read in the same way in every language that the cards are shown in.
        self.titles = {
            title: self._in_order(tuple(pool.by_code[card.code] for card in cards))
            for title, cards in pool.english.by_title.items()
        }
        # Several threads share these caches, and `lru_cache` may be used by all of them.
        self._named = lru_cache(_REMEMBERED)(self._find_named)
        self._spelled = lru_cache(_REMEMBERED)(self._spell)

    # Most names of most decks are written as on the card, and none of these is needed then.

    @cached_property
    def _straight(self) -> Mapping[str, tuple[Card, ...]]:
        return {straighten(title): cards for title, cards in self.titles.items()}

    @cached_property
    def _folded(self) -> Mapping[str, tuple[Card, ...]]:
        folded: dict[str, tuple[Card, ...]] = {}
        for title, cards in self.titles.items():
            key = fold(title)
            alike = folded.get(key)
            folded[key] = self._in_order((*alike, *cards)) if alike else cards
        return folded

    @cached_property
    def _local(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards of each name in another language."""
        title_of = {card.code: title for title, cards in self.titles.items() for card in cards}
        titles = titles_by_name(self._edition, title_of)
        return {
            name: self._in_order(tuple(card for title in meant for card in self.titles[title]))
            for name, meant in titles.items()
        }

    @cached_property
    def _numbered(self) -> frozenset[str]:
        digits = (fold(each) for each in self.titles if _DIGITS.search(each) or not each.isascii())
        return frozenset(filter(_DIGITS.search, digits))

    @cached_property
    def _packs(self) -> PackNames:
        return PackNames(*self._sets, self._edition)

    @cached_property
    def _spelling(self) -> SpellingIndex:
        return SpellingIndex(self._folded)

    @cached_property
    def _local_spelling(self) -> SpellingIndex:
        return SpellingIndex(self._local)

    def knows(self, written: str) -> bool:
        return len(written) <= _LONGEST and bool(self._locate(written)[0])

    def holds_number(self, written: str) -> bool:
        """Return whether a whole text, however it is spelled, is a title with digits."""
        return bool(self._numbered) and fold(written[:_LONGEST]) in self._numbered

    def find(
        self,
        written: str,
        pack: str = "",
        types: tuple[CardType, ...] = (),
        allowed: Allowed | None = None,
        *,
        guess: bool | MayGuess = True,
    ) -> Match:
        """Return what a written name can mean: FoundCard, Ambiguous or Unknown.

        `written` may carry a pack in brackets and labels such as [R]; `pack` names one apart from
        it. `types` decides between types that share a title and is otherwise not insisted on.
        Without `guess`, a name that is not a card's is not compared with the cards' names.
        """
        if len(written) > _LONGEST:
            return Unknown(compared=True)
        named = self._named if len(pack) <= _LONGEST else self._find_named  # nothing long is cached
        match = named(written, pack, types) or self._misspelled(written, pack, types, guess=guess)
        if allowed is None or not isinstance(match, Ambiguous):
            return match
        return _among(match.candidates, match.how, match.missed_pack, allowed)

    def _find_named(
        self, written: str, pack: str, types: tuple[CardType, ...]
    ) -> FoundCard | Ambiguous | None:
        cards, how, hints = self._locate(written)
        return self._chosen(cards, how, (pack, *hints), types) if cards else None

    def _misspelled(
        self, written: str, pack: str, types: tuple[CardType, ...], *, guess: bool | MayGuess
    ) -> Match:
        *hints, title = self._locate(written)[2]
        folded = fold(title)
        if not (guess(folded) if callable(guess) else guess):
            return _NOT_COMPARED
        cards, suggested = self._spelled(folded)
        if not cards:
            return Unknown(suggested, compared=True)
        return self._chosen(cards, How.CORRECTED, (pack, *hints), types)

    def _chosen(
        self,
        cards: tuple[Card, ...],
        how: How,
        hints: Sequence[str],
        types: tuple[CardType, ...],
    ) -> FoundCard | Ambiguous:
        """Return the cards of a title that its packs and types leave."""
        cards = self._of_types(cards, types)
        named = [hint for hint in hints if hint.strip()]
        narrowed = self._narrowed(cards, named, by_number=True)
        missed = named[0] if named and not narrowed else ""
        narrowed = narrowed or self._narrowed(cards, named, by_number=False)
        return _among(narrowed or cards, how, missed, None)

    def _locate(self, written: str) -> tuple[tuple[Card, ...], How, list[str]]:
        """Return the cards of a title, and the packs named behind it, the last one first.

        Where there is no card, the last of the names is the title without its brackets.
        """
        hints: list[str] = []
        title = written.strip()
        for left in range(_MOST_BRACKETS, -1, -1):
            cards = self.titles.get(title)
            if cards:
                return cards, How.EXACT, hints
            bracket = _BRACKET.fullmatch(title) if left and title.endswith((")", "]")) else None
            if not bracket:
                break
            title = bracket["title"].rstrip()
            hint = bracket["pack"] if bracket["pack"] is not None else bracket["label"]
            if bracket["pack"] is not None or not _LABEL.fullmatch(hint):
                hints.append(hint)
        cards = () if len(title) > _LONGEST_TITLE else self._dressed(title)
        if not cards and len(title) <= _LONGEST_TITLE:
            for match in (each.fullmatch(title) for each in _PACKS_BEHIND):
                found = self._dressed(match["title"]) if match else ()
                if match and found and self._packs.hint(match["pack"]):
                    return found, How.FOLDED, [*hints, match["pack"]]
        return cards, How.FOLDED, hints if cards else [*hints, title]

    def _dressed(self, title: str) -> tuple[Card, ...]:
        folded = fold(title)
        alike = self._folded.get(folded, ())
        if not alike:
            return self._local.get(name_key(folded), ()) or self._of_both_scripts(title)
        return self._straight.get(straighten(title)) or alike

    def _of_both_scripts(self, title: str) -> tuple[Card, ...]:
        """Return the cards that a Chinese name beside an English one means, if they agree."""
        chinese, other = "".join(_CHINESE.findall(title)), _CHINESE.sub(" ", title)
        if not chinese or not fold(other):
            return ()
        named = [cards for each in (chinese, other) if (cards := self._dressed(each))]
        first, last = named[:1], named[-1:]
        return tuple(card for cards in first for card in cards if card in last[0])

    def _of_types(self, cards: tuple[Card, ...], types: tuple[CardType, ...]) -> tuple[Card, ...]:
        """Return the cards of some types; two titles may differ in their quotation marks alone."""
        if not types or all(card.type in types for card in cards):
            return cards
        alike = (*cards, *self._folded[fold(cards[0].english_name)])
        return tuple(dict.fromkeys(card for card in alike if card.type in types)) or cards

    def _narrowed(
        self, cards: tuple[Card, ...], named: Iterable[str], *, by_number: bool
    ) -> tuple[Card, ...]:
        of_packs = (self._packs.narrow(cards, name, by_number=by_number) for name in named)
        return next(filter(None, of_packs), ())

    def _spell(self, folded: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Return the cards that a folded name is a slip for, and those of names like it.

        English is tried first; of another language only what can be meant counts.
        """
        near = self._spelling.nearest(folded)
        cards = _corrected(self._spelling, folded, near, self._folded)
        if not cards:
            local = name_key(folded)
            similar = self._local_spelling.nearest(local)
            cards = _corrected(self._local_spelling, local, similar, self._local)
        return cards, tuple(self._folded[each][0] for each in near[:_SUGGESTIONS])

    def _in_order(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(sorted(cards, key=self._age)) if len(cards) > 1 else cards

    def _age(self, card: Card) -> tuple[bool, date, str]:
        """Sort by release, cards of one format only last: they are seldom the ones meant."""
        return card.only_in is not None, self._days.get(card.pack, date.max), card.code


def _corrected(
    spelling: SpellingIndex, folded: str, near: list[str], named: Mapping[str, tuple[Card, ...]]
) -> tuple[Card, ...]:
    correction = spelling.correction(folded, near, named.__getitem__)
    # Different digits are not a typing error: they are counts, years or numbers of cards.
    if correction is None or _DIGITS.findall(correction) != _DIGITS.findall(folded):
        return ()
    return named[correction]


def _among(
    cards: tuple[Card, ...], how: How, missed: str, allowed: Allowed | None
) -> FoundCard | Ambiguous:
    if len(cards) == 1:
        return FoundCard(cards[0], how, missed)
    legal = cards if allowed is None else tuple(filter(allowed, cards))
    return Ambiguous(cards, (legal or cards)[0], how, missed, bool(legal))


@cached_by_pool
def name_index(pool: CardPool) -> NameIndex:
    return NameIndex(pool)

"""Searching inside decks: by cards, faction, agenda, format, tag and words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from carddb.local_names import name_key, titles_by_name
from carddb.spelling import fold
from carddb.terms import Edition, Faction
from library.deck_values import StoredDeck

Titles: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Searchable:
    """A deck with what a search looks into: the codes of all its cards, and its notes."""

    deck: StoredDeck
    codes: str
    notes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSearch:
    """What decks are looked for; what is left empty does not matter, all else must hold.

    `cards` are codes or titles, every one of which must be in the deck. `agenda` is a code or a
    part of a name. `text` is looked for, word by word, in name, notes, tags, faction, agendas and
    format, or as the title of a card in the deck. A deck with all words of `called` in its name is
    found, too, whatever else is searched for.
    """

    text: str = ""
    called: str = ""
    cards: tuple[str, ...] = ()
    faction: Faction | None = None
    agenda: str = ""
    format: str = ""
    edition: Edition | None = None
    tag: str = ""
    folder_id: str | None = None
    built: bool | None = None

    def accepts(
        self, found: Searchable, cards: Sequence[frozenset[str]], text: SearchWords
    ) -> bool:
        """Return whether the search finds a deck; `cards` and `text` are from `wanted`."""
        return self._asks_for(found, cards, text) or text.names(found.deck)

    def _asks_for(
        self, found: Searchable, cards: Sequence[frozenset[str]], text: SearchWords
    ) -> bool:
        deck = found.deck
        return (
            self.faction in {None, deck.faction}
            and self.edition in {None, deck.edition}
            and self.folder_id in {None, deck.folder_id}
            and self.built in {None, deck.built}
            and (not self.format or fold(self.format) == fold(deck.format))
            and (not self.tag or fold(self.tag) in map(fold, deck.tags))
            and (not self.agenda or self._agenda(deck))
            and _holds(found.codes, cards)
            and text.found_in(found)
        )

    def _agenda(self, deck: StoredDeck) -> bool:
        agenda = fold(self.agenda)
        return self.agenda in deck.agendas or any(agenda in fold(n) for n in deck.agenda_names)


@dataclass(frozen=True, slots=True)
class SearchWords:
    """The words of a search and the cards with such titles; `called` are looked for in names."""

    words: tuple[str, ...]
    codes: frozenset[str]
    called: tuple[str, ...] = ()

    def names(self, deck: StoredDeck) -> bool:
        return bool(self.called) and all(word in fold(deck.name) for word in self.called)

    def found_in(self, found: Searchable) -> bool:
        """Whether a deck has all the words somewhere, or one of the cards."""
        if not self.words:
            return True
        deck = found.deck
        faction = deck.faction.card_name if deck.faction else ""
        said = (deck.name, found.notes, faction, deck.format, *deck.agenda_names, *deck.tags)
        where = fold(" ".join(said))
        return all(word in where for word in self.words) or (
            bool(self.codes) and not self.codes.isdisjoint(found.codes.split())
        )


def wanted_text(search: DeckSearch, titles: Titles) -> SearchWords:
    """Return what the text of a search means among the cards that are known by name."""
    words = tuple(fold(search.text).split())
    codes = cards_called(search.text, titles) if words else frozenset()
    return SearchWords(words, codes, tuple(fold(search.called).split()))


def codes_by_card(search: DeckSearch, titles: Titles) -> list[frozenset[str]]:
    return [cards_called(card, titles) for card in search.cards]


def cards_called(term: str, titles: Titles) -> frozenset[str]:
    """Return the codes of a term: itself, the cards of that title, else those that contain it.

    A name in another language is that of its title.
    """
    folded = fold(term)
    if not folded:
        return frozenset()
    exact = {code for code, title in titles.items() if code == term or fold(title) == folded}
    within = exact or {code for code, title in titles.items() if folded in fold(title)}
    return frozenset(within or _in_languages(folded, titles))


def _in_languages(folded: str, titles: Titles) -> Iterator[str]:
    for edition in Edition:
        named = titles_by_name(edition, titles)
        meant = {t for name, of in named.items() if name_key(folded) in name for t in of}
        yield from (code for code, title in titles.items() if title in meant)


def _holds(codes: str, cards: Sequence[frozenset[str]]) -> bool:
    if not cards:
        return True
    held = set(codes.split())
    return all(not each.isdisjoint(held) for each in cards)

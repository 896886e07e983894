"""Decks as the library hands them out: as its list shows them, and open for editing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from carddb.terms import Edition, Faction
from decks.deck import Deck
from decks.diff import Outline, OutlineEntry, outline


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of decks; `decks` counts those in it that are not in the bin."""

    id: str
    name: str
    decks: int


@dataclass(frozen=True, slots=True)
class StoredDeck:
    """A deck as the list of decks shows it; its cards are not read for that.

    `agendas` are codes, `agenda_names` their names (the code where none is known). `version` is
    the number of the current version, `built_version` of the one that exists in real cards.
    `deleted` is when the deck went into the bin; `plan_of` the id of the deck that this one is a
    planned change of, None for a deck of its own.
    """

    id: str
    name: str
    edition: Edition
    format: str
    faction: Faction | None
    agendas: tuple[str, ...]
    agenda_names: tuple[str, ...]
    list_code: str
    draw_count: int
    plot_count: int
    folder_id: str | None
    tags: tuple[str, ...]
    created: datetime
    changed: datetime
    version: int
    built_version: int | None
    deleted: datetime | None
    plan_of: str | None = None

    @property
    def built(self) -> bool:
        return self.built_version is not None


@dataclass(frozen=True, slots=True)
class Plan:
    """A planned change of a deck: a deck itself, begun from a version of the other."""

    deck: StoredDeck
    of: StoredDeck
    version: int

    @property
    def id(self) -> str:
        return self.deck.id

    @property
    def name(self) -> str:
        return self.deck.name


@dataclass(frozen=True, slots=True)
class LibraryDeck:
    """A deck opened for editing; `unknown` are its cards that today's pools lack."""

    id: str
    version: int
    deck: Deck
    unknown: tuple[OutlineEntry, ...] = ()

    @property
    def outline(self) -> Outline:
        """The whole deck, unknown cards and all."""
        return outline(self.deck, self.unknown)

    def with_deck(self, deck: Deck) -> LibraryDeck:
        return replace(self, deck=deck)

    def without(self, unknown: OutlineEntry) -> LibraryDeck:
        return replace(self, unknown=tuple(each for each in self.unknown if each != unknown))


@dataclass(frozen=True, slots=True)
class Saved:
    """The result of a save: the deck, open at its new version, and what happened elsewhere.

    `stepped` is whether a version was made; if not, nothing was changed. `overtaken` is the
    number of a version that was made elsewhere in the meantime and is no longer the current one;
    it stays in the history. If nothing was changed here, `newer` is the number of a current version
    that this window has not seen.
    """

    opened: LibraryDeck
    stepped: bool
    overtaken: int | None = None
    newer: int | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """A step in a deck's history; `overtaken_by` was made in a window that did not know of it."""

    deck_id: str
    number: int
    made: datetime
    name: str | None
    words: str
    based_on: int | None
    overtaken_by: int | None
    current: bool

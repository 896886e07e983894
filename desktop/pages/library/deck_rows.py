"""Decks of the library -> rows of the table, and the words where there is none."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from desktop.pages.library.deck_columns import DeckRow
from desktop.pages.library.deck_verdicts import Ruling
from desktop.pages.library.sidebar import SidebarEntry, SidebarKind
from desktop.session.library_worker import LibraryContents, LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.session.text_format import day_words
from library.deck_values import StoredDeck
from validators.formats import FORMATS

_FORMATS = {(each.edition, each.name): each.label for each in FORMATS}
_LISTS = {"": "Of the day", "none": "No list", "latest": "The latest"}


class Rows:
    """Makes the rows of decks, each once while nothing about it changes."""

    def __init__(self) -> None:
        self._made: dict[str, DeckRow] = {}
        self._folders: dict[str | None, str] = {}
        self._cards: LoadedCards | None = None
        self._now = datetime.min.replace(tzinfo=UTC)

    def prepare(self, contents: LibraryContents, cards: LoadedCards | None, now: datetime) -> None:
        """Take what rows are made with; comes before `of`, which makes them for these contents.

        Other names of folders, other cards or another day make all rows anew.
        """
        folders: dict[str | None, str] = {each.id: each.name for each in contents.folders}
        same_day = self._now.date() == now.date()
        if not same_day or self._cards is not cards or self._folders != folders:
            self._made.clear()
        self._folders, self._cards, self._now = folders, cards, now
        if len(self._made) > len(contents.decks) + len(contents.binned):
            there = {deck.id for deck in (*contents.decks, *contents.binned)}
            self._made = {each: row for each, row in self._made.items() if each in there}

    def of(self, deck: StoredDeck, ruling: Ruling | None) -> DeckRow:
        """Return the row of a deck, with names for the codes that are known."""
        made = self._made.get(deck.id)
        if made is None or made.deck is not deck:
            made = self._row_of(deck, ruling)
        elif made.ruling is not ruling:
            made = replace(made, ruling=ruling)
        else:
            return made
        self._made[deck.id] = made
        return made

    def _row_of(self, deck: StoredDeck, ruling: Ruling | None) -> DeckRow:
        label = _FORMATS.get((deck.edition, deck.format), deck.format)
        known = self._cards.pools[deck.edition].lists.get(deck.list_code) if self._cards else None
        return DeckRow(
            deck,
            ruling,
            self._folders.get(deck.folder_id, ""),
            label[:1].upper() + label[1:],
            known.name if known else _LISTS.get(deck.list_code, deck.list_code),
            day_words(deck.deleted or deck.changed, self._now),
        )


def empty_words(library_worker: LibraryWorker, place: SidebarEntry, *, typed: bool) -> str:
    """Return what an empty table says."""
    if not library_worker.loaded:
        return "Opening the library…"
    if typed:
        return "No deck has all of this."
    words = {
        SidebarKind.BIN: "The bin is empty.",
        SidebarKind.FOLDER: "No deck is in this folder.",
        SidebarKind.TAG: "No deck has this tag.",
    }
    none = "No decks yet. Press Ctrl+N for a new one, or Ctrl+I to paste or drop lists."
    return words.get(place.kind, none)

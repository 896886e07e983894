"""Decks of the library -> rows of the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from carddb.text_format import day_words
from desktop.pages.library.deck_verdicts import DeckVerdict
from desktop.session.library_worker import LibraryContents
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from library.deck_values import StoredDeck
from validators.formats import FORMATS

_FORMATS = {(each.edition, each.name): each.label for each in FORMATS}
_LISTS = {"": "Of the day", "none": "No list", "latest": "Latest"}


@dataclass(frozen=True, slots=True)
class LibraryDeckRow:
    """A deck as the table shows it: names instead of codes, dates as text."""

    deck: StoredDeck
    verdict: DeckVerdict | None
    folder: str
    format: str
    list_name: str
    changed: str

    @property
    def name(self) -> str:
        """The deck's name, or a text where it has none."""
        return self.deck.name or NAMELESS

    @property
    def agendas(self) -> str:
        """The names of the agendas."""
        return ", ".join(self.deck.agenda_names)

    @property
    def folder_and_tags(self) -> str:
        """The folder and the tags."""
        return " · ".join(filter(None, (self.folder, *(f"#{tag}" for tag in self.deck.tags))))

    @property
    def verdict_text(self) -> str:
        """The verdict as text."""
        return self.verdict.text if self.verdict else "Not judged yet"


class DeckRowCache:
    """Makes the rows of decks, each once while nothing about it changes."""

    def __init__(self) -> None:
        self._rows: dict[str, LibraryDeckRow] = {}
        self._made_of: tuple[object, ...] = ()

    def rows(
        self,
        verdicts: Iterable[tuple[StoredDeck, DeckVerdict | None]],
        contents: LibraryContents,
        cards: LoadedCards | None,
        now: datetime,
    ) -> list[LibraryDeckRow]:
        """Return the rows of decks with their verdicts.

        Other names of folders, other cards or another day make all of them anew.
        """
        folders: dict[str | None, str] = {each.id: each.name for each in contents.folders}
        made_of = (folders, cards, now.date())
        if made_of != self._made_of:
            self._rows, self._made_of = {}, made_of
        rows = []
        for deck, verdict in verdicts:
            row = self._rows.get(deck.id)
            if row is None or row.deck is not deck:
                of = contents.deck(deck.plan_of) if deck.plan_of else None
                folder = f"plan of “{of.name}”" if of else folders.get(deck.folder_id, "")
                row = _row(deck, verdict, folder, cards, now)
            elif row.verdict is not verdict:
                row = replace(row, verdict=verdict)
            self._rows[deck.id] = row
            rows.append(row)
        return rows


def _row(
    deck: StoredDeck,
    verdict: DeckVerdict | None,
    folder: str,
    cards: LoadedCards | None,
    now: datetime,
) -> LibraryDeckRow:
    """Return the row of a deck, with names for the codes that are known."""
    label = _FORMATS.get((deck.edition, deck.format), deck.format)
    known = cards.pools[deck.edition].lists.get(deck.list_code) if cards else None
    return LibraryDeckRow(
        deck,
        verdict,
        folder,
        label[:1].upper() + label[1:],
        known.name if known else _LISTS.get(deck.list_code, deck.list_code),
        day_words(deck.deleted or deck.changed, now),
    )

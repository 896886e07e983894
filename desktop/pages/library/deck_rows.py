"""Decks of the library -> rows of the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from desktop.pages.library.deck_verdicts import DeckVerdict
from desktop.session.library_worker import LibraryContents
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.session.text_format import day_words
from desktop.style import icons
from desktop.widgets.glyphs import Glyph
from library.deck_values import StoredDeck
from validators.formats import FORMATS
from validators.problem import Severity

_FORMATS = {(each.edition, each.name): each.label for each in FORMATS}
_LISTS = {"": "Of the day", "none": "No list", "latest": "The latest"}


@dataclass(frozen=True, slots=True)
class DeckRow:
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
    def faction(self) -> str:
        """The faction's name as players write it."""
        return self.deck.faction.label if self.deck.faction else "None"

    @property
    def agendas(self) -> str:
        """The names of the agendas."""
        return ", ".join(self.deck.agenda_names)

    @property
    def folder_and_tags(self) -> str:
        """The folder and the tags."""
        return " · ".join(filter(None, (self.folder, *(f"#{tag}" for tag in self.deck.tags))))

    @property
    def verdict_glyph(self) -> Glyph:
        """The glyph of the verdict."""
        verdict = self.verdict
        if verdict is None:
            return Glyph("")
        if verdict.legal is None:
            return Glyph(icons.NOTE, Severity.NOTE, "note")
        if verdict.legal and verdict.warned:
            return Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING, "warning")
        name = icons.LEGAL if verdict.legal else icons.of_severity(Severity.ERROR)
        return Glyph(name, verdict.legal)

    @property
    def verdict_text(self) -> str:
        """The verdict as text."""
        return self.verdict.text if self.verdict else "Not judged yet"

    @property
    def verdict_details(self) -> str:
        """The verdict with its first reasons, a line each."""
        details = self.verdict.details if self.verdict else ()
        more = [f"and {len(details) - 6} more"] if len(details) > 6 else []
        return "\n".join([self.verdict_text, *details[:6], *more])


class DeckRowCache:
    """Makes the rows of decks, each once while nothing about it changes."""

    def __init__(self) -> None:
        self._rows: dict[str, DeckRow] = {}
        self._folders: dict[str | None, str] = {}
        self._cards: LoadedCards | None = None
        self._now = datetime.min.replace(tzinfo=UTC)

    def prepare(self, contents: LibraryContents, cards: LoadedCards | None, now: datetime) -> None:
        """Set what rows are made of; comes before `row_of`.

        Other names of folders, other cards or another day make all rows anew.
        """
        folders: dict[str | None, str] = {each.id: each.name for each in contents.folders}
        same_day = self._now.date() == now.date()
        if not same_day or self._cards is not cards or self._folders != folders:
            self._rows.clear()
        self._folders, self._cards, self._now = folders, cards, now
        if len(self._rows) > len(contents.decks) + len(contents.binned):
            ids = {deck.id for deck in (*contents.decks, *contents.binned)}
            self._rows = {each: row for each, row in self._rows.items() if each in ids}

    def row_of(self, deck: StoredDeck, verdict: DeckVerdict | None) -> DeckRow:
        """Return the row of a deck, with names for the codes that are known."""
        row = self._rows.get(deck.id)
        if row is None or row.deck is not deck:
            row = self._new_row(deck, verdict)
        elif row.verdict is not verdict:
            row = replace(row, verdict=verdict)
        self._rows[deck.id] = row
        return row

    def _new_row(self, deck: StoredDeck, verdict: DeckVerdict | None) -> DeckRow:
        label = _FORMATS.get((deck.edition, deck.format), deck.format)
        known = self._cards.pools[deck.edition].lists.get(deck.list_code) if self._cards else None
        return DeckRow(
            deck,
            verdict,
            self._folders.get(deck.folder_id, ""),
            label[:1].upper() + label[1:],
            known.name if known else _LISTS.get(deck.list_code, deck.list_code),
            day_words(deck.deleted or deck.changed, self._now),
        )

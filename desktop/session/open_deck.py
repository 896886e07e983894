"""A deck that is open in the window: as it came, as it is now, and where it is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoStack

from decks.deck import Deck
from decks.deck_section import DRAW_DECK, DeckSection
from decks.diff import OutlineEntry
from decks.report import LineStatus, Reading, ReportLine
from desktop.session.card_renewal import Pools, renew_steps, renewed, renewed_deck
from desktop.session.undo import DeckState
from library.deck_values import OpenDeck as LibraryDeck

_KEPT_LINE = re.compile(r"\?(?P<number>\d{0,9}) (?P<words>.*)", re.DOTALL)
NAMELESS = "A deck without a name"


class Where(Enum):
    """Where the library has an open deck, in words where it is not among its decks."""

    AMONG_DECKS = ""
    IN_BIN = "in the bin"
    NOWHERE = "deleted"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a deck comes from.

    `path` is a file of our own that holds just it, `stored` its state in the library. `preview` is
    whether it is only looked at, until it is changed: the next deck then takes its place.
    """

    reading: Reading
    path: Path | None = None
    stored: LibraryDeck | None = None
    preview: bool = False


class OpenDeck:
    """One open deck with the steps that were taken; `origin` says what began its history.

    `stored` is the deck as the library has it, None while the library has none of it; `where` is
    what its lists told last.
    """

    def __init__(self, source: Source, origin: str, parent: QObject) -> None:
        reading, self.stored = source.reading, source.stored
        unread = reading.unread if self.stored is None else unread_lines(self.stored)
        self.state = DeckState(reading.deck, unread, reading.corrected)
        self.path = source.path
        self.where = Where.AMONG_DECKS
        self.origin = origin
        self.stack = QUndoStack(parent)
        self._preview = source.preview
        self._saved = self.state
        self._entries = dict(zip(unread, self.stored.unknown, strict=True)) if self.stored else {}

    def put(self, state: DeckState) -> None:
        """Take another state."""
        self.state = state

    @property
    def deck(self) -> Deck:
        """The deck as it is now."""
        return self.state.deck

    @property
    def premier(self) -> bool:
        """Whether it is judged as for a premier event; no file and no library keeps that."""
        return self.state.premier

    @property
    def unsaved(self) -> bool:
        """Whether there are changes that neither the library nor a file holds."""
        now, saved = self.state, self._saved
        return (now.deck, now.unread) != (saved.deck, saved.unread)

    @property
    def preview(self) -> bool:
        """Whether the deck was only looked at so far."""
        return self._preview and self.stack.count() == 0 and self.stored is None

    def to_store(self, state: DeckState) -> LibraryDeck:
        """Return what the library is to keep: the deck, and what was not read of it.

        A line that no card was found for stays in the deck until it is answered. Without an id
        where the library has none of it yet.
        """
        unknown = tuple(self._entry(line) for line in state.unread)
        if self.stored is None:
            return LibraryDeck("", 0, state.deck, unknown)
        return replace(self.stored, deck=state.deck, unknown=unknown)

    def renewed(self, kept: LibraryDeck) -> DeckState:
        """Take over what another page or window made of it in the library; return that state."""
        unread = unread_lines(kept)
        self.stored = kept
        self._entries |= zip(unread, kept.unknown, strict=True)
        self._saved = replace(self.state, deck=kept.deck, unread=unread, guessed=())
        return self._saved

    def take_cards(self, pools: Pools) -> None:
        """Be made of newer cards, in every step; what is kept of the deck stays kept."""
        self.state, self._saved = renewed(self.state, pools), renewed(self._saved, pools)
        if self.stored is not None:
            deck = renewed_deck(self.stored.deck, pools[self.stored.deck.edition])
            self.stored = replace(self.stored, deck=deck)
        renew_steps(self.stack, pools)

    def mark_saved(self, state: DeckState | None = None) -> None:
        """Remember that this state, the one of now unless given, is kept."""
        self._saved = state or self.state

    def _entry(self, line: ReportLine) -> OutlineEntry:
        known = self._entries.get(line)
        if known is not None:
            return known
        return unread_entry(line)


def unread_entry(line: ReportLine) -> OutlineEntry:
    """Return a line that no card was found for as the library keeps it: as an unknown card."""
    words = " ".join(line.text.split()) or f"line {line.line}"
    # No card has a code with a blank in it; so this one stays unknown whatever is published.
    code = f"?{line.line or ''} {words}"
    return OutlineEntry(_stored_section(line.section), code, max(1, line.copies), words)


def unread_lines(kept: LibraryDeck) -> tuple[ReportLine, ...]:
    """Return the cards that today's data does not know, as lines that make a deck illegal."""
    return tuple(_lines(kept.unknown))


def _lines(unknown: tuple[OutlineEntry, ...]) -> Iterator[ReportLine]:
    for entry in unknown:
        line = _KEPT_LINE.fullmatch(entry.code)
        number = int(line["number"] or 0) if line else 0
        text = line["words"] if line else f"{entry.copies}x {entry.title}"
        note = "" if line else f"No card has the code {entry.code}."
        lost = ReportLine(number, text, LineStatus.UNKNOWN, copies=entry.copies, note=note)
        yield replace(lost, section=_stored_section(entry.section))


def _stored_section(section: DeckSection | None) -> DeckSection:
    """Return where the library has an unknown card: one of an unknown type is in DRAW_DECK."""
    return section if section and section.aside else DRAW_DECK

"""A deck that is open in the window: its state and steps, and where it is saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack
from typing_extensions import override

from carddb.pool import CardPool
from carddb.terms import Edition
from core.text_format import shortened
from decks.deck import Deck, deck_of_cards
from decks.report import Reading, ReportLine
from library.content import unread_entry, unread_lines
from library.deck_values import LibraryDeck
from validators.deck_steps import changes_between

MERGE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class DeckState:
    """An open deck, with the lines of its source that were not read, or only guessed.

    `premier` is no part of a deck, but is chosen with it and undone like it.
    """

    deck: Deck
    unread: tuple[ReportLine, ...] = ()
    guessed: tuple[ReportLine, ...] = ()
    premier: bool = False


Put = Callable[[DeckState], None]
Name = Callable[[DeckState, DeckState], str]


@dataclass(frozen=True, slots=True)
class MergeKey:
    """What a step is about, empty where it is never merged, and its time in seconds."""

    subject: str
    at: float

    def takes(self, later: MergeKey) -> bool:
        same = bool(self.subject) and self.subject == later.subject
        return same and later.at - self.at <= MERGE_SECONDS


class DeckStep(QUndoCommand):
    """One step; quick steps about one subject are merged, and dropped if they undo each other."""

    def __init__(
        self, before: DeckState, after: DeckState, put: Put, name: Name, merge_key: MergeKey
    ) -> None:
        super().__init__()
        self.before, self.after, self.merge_key = before, after, merge_key
        self._put, self._name = put, name
        self._set_text()

    def end(self) -> None:
        """Merge no later step into this one."""
        self.merge_key = replace(self.merge_key, subject="")

    @override
    def undo(self) -> None:
        self._put(self.before)

    @override
    def redo(self) -> None:
        self._put(self.after)

    @override
    def id(self) -> int:
        return 1

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, DeckStep) or not self.merge_key.takes(other.merge_key):
            return False
        self.after, self.merge_key = other.after, other.merge_key
        self._set_text()
        self.setObsolete(self.before == self.after)
        return True

    def _set_text(self) -> None:
        text = " ".join(self._name(self.before, self.after).split())
        # After a line break Qt takes the text of the menu, where & marks a letter.
        in_menu = shortened(text).replace("&", "&&")
        self.setText(text if in_menu == text else f"{text}\n{in_menu}")


def step_words(before: DeckState, after: DeckState, pool: CardPool) -> str:
    """Return a step in words: "Add 2 Arya Stark (Core)", "Faction: House Stark", "Rename to …"."""
    old, new = before.deck, after.deck
    parts = changes_between(old, new, pool)
    if after.premier is not before.premier:
        parts.append("Premier event" if after.premier else "Not a premier event")
    otherwise = "Settle a line of the list" if old == new else "Change the deck"
    first, *rest = parts or [otherwise]
    return ", ".join([first, *(f"{each[0].lower()}{each[1:]}" for each in rest)])


Pools = Mapping[Edition, CardPool]
NAMELESS = "A deck without a name"


class Where(Enum):
    """Where the library has an open deck, in words where it is not among its decks."""

    AMONG_DECKS = ""
    IN_BIN = "in the bin"
    NOWHERE = "deleted"


@dataclass(frozen=True, slots=True)
class DeckSource:
    """Where a deck comes from.

    `path` is a file of our own that holds just it, `stored` the deck as the library has it. A
    `preview` is replaced by the next deck unless it was changed. An `unsaved` deck is nowhere but
    in this window.
    """

    reading: Reading
    path: Path | None = None
    stored: LibraryDeck | None = None
    preview: bool = False
    unsaved: bool = False


class OpenDeck:
    """One open deck with its undo stack; `origin` is the first line of its history.

    `stored` is the deck as the library has it, None before it was saved there; `where` is by the
    lists of the library as last read.
    """

    def __init__(self, source: DeckSource, origin: str, parent: QObject) -> None:
        reading, self.stored = source.reading, source.stored
        unread = reading.unread if self.stored is None else unread_lines(self.stored)
        self.state = DeckState(reading.deck, unread, reading.corrected)
        self.path = source.path
        self.where = Where.AMONG_DECKS
        self.origin = origin
        self.stack = QUndoStack(parent)
        self._preview = source.preview
        self._saved = None if source.unsaved else self.state
        self._entries = dict(zip(unread, self.stored.unknown, strict=True)) if self.stored else {}

    def put(self, state: DeckState) -> None:
        self.state = state

    @property
    def deck(self) -> Deck:
        return self.state.deck

    @property
    def unsaved(self) -> bool:
        """Whether there are changes that neither the library nor a file holds."""
        now, saved = self.state, self._saved
        return saved is None or (now.deck, now.unread) != (saved.deck, saved.unread)

    @property
    def preview(self) -> bool:
        """Whether the deck was opened as a preview and not changed or saved since."""
        return self._preview and self.stack.count() == 0 and self.stored is None

    @property
    def read_only(self) -> bool:
        """Whether it has to be restored before it can be changed: the library has it no more."""
        return self.where is not Where.AMONG_DECKS

    def to_store(self, state: DeckState) -> LibraryDeck:
        """Return a state as the library stores it, with the lines that were not read.

        It has no id before it was saved there.
        """
        unknown = tuple(self._entries.get(line) or unread_entry(line) for line in state.unread)
        if self.stored is None:
            return LibraryDeck("", 0, state.deck, unknown)
        return replace(self.stored, deck=state.deck, unknown=unknown)

    def reloaded(self, stored: LibraryDeck) -> DeckState:
        """Take over what another page or window saved in the library; return that state."""
        unread = unread_lines(stored)
        self.stored = stored
        self._entries |= zip(unread, stored.unknown, strict=True)
        self._saved = replace(self.state, deck=stored.deck, unread=unread, guessed=())
        return self._saved

    def replace_cards(self, pools: Pools) -> None:
        """Replace the cards by those with the same codes in these pools, also in the undo steps."""
        self.state = _with_cards(self.state, pools)
        self._saved = self._saved and _with_cards(self._saved, pools)
        if self.stored is not None:
            self.stored = replace(self.stored, deck=deck_of_cards(self.stored.deck, pools))
        for step in map(self.stack.command, range(self.stack.count())):
            if isinstance(step, DeckStep):
                step.before = _with_cards(step.before, pools)
                step.after = _with_cards(step.after, pools)

    def mark_saved(self, state: DeckState | None = None) -> None:
        """Remember that a state is saved: the current one unless another is given."""
        self._saved = state or self.state


def _with_cards(state: DeckState, pools: Pools) -> DeckState:
    return replace(state, deck=deck_of_cards(state.deck, pools))

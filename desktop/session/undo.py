"""The command of the undo stacks: the state of a deck before and after a step, and its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtGui import QUndoCommand
from typing_extensions import override

from carddb.pool import CardPool
from carddb.text_format import shortened
from decks.deck import Deck
from decks.report import ReportLine
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
        """Whether a later step is merged."""
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

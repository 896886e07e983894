"""The command of the undo stacks: the state of a deck before and after a step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtGui import QUndoCommand
from typing_extensions import override

from decks.deck import Deck
from decks.report import ReportLine
from desktop.session.text_format import shortened

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
        words = " ".join(self._name(self.before, self.after).split())
        # After a line break Qt takes the text of the menu, where & marks a letter.
        in_menu = shortened(words).replace("&", "&&")
        self.setText(words if in_menu == words else f"{words}\n{in_menu}")

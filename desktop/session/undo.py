"""A step of editing: the deck before and after it, which is all that undo needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtGui import QUndoCommand
from typing_extensions import override

from decks.deck import Deck
from decks.report import ReportLine
from desktop.session.text_format import shortened

QUICK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class DeckState:
    """A deck that is worked on, with the lines of its source that still wait for an answer.

    `premier` is no part of a deck but chosen beside it, so it is undone like what stands there.
    """

    deck: Deck
    unread: tuple[ReportLine, ...] = ()
    guessed: tuple[ReportLine, ...] = ()
    premier: bool = False


Put = Callable[[DeckState], None]
Tell = Callable[[DeckState, DeckState], str]


@dataclass(frozen=True, slots=True)
class MergeKey:
    """What a step is about, empty where it stands alone, and when it was taken, in seconds."""

    subject: str
    at: float


class DeckStep(QUndoCommand):
    """One step; quick steps about the same become one, and none if they undo each other."""

    def __init__(
        self, before: DeckState, after: DeckState, put: Put, tell: Tell, merge_key: MergeKey
    ) -> None:
        super().__init__()
        self.before, self.after, self.merge_key = before, after, merge_key
        self._put, self._tell = put, tell
        self._name()

    def end(self) -> None:
        """Stay as it is: no later step becomes one with it."""
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
        if not isinstance(other, DeckStep) or not _goes_on(self.merge_key, other.merge_key):
            return False
        self.after, self.merge_key = other.after, other.merge_key
        self._name()
        self.setObsolete(self.before == self.after)
        return True

    def _name(self) -> None:
        words = " ".join(self._tell(self.before, self.after).split())
        # Behind a new line Qt looks for what the menu is to say, where & marks a letter.
        in_menu = shortened(words).replace("&", "&&")
        self.setText(words if in_menu == words else f"{words}\n{in_menu}")


def _goes_on(before: MergeKey, after: MergeKey) -> bool:
    return bool(before.subject) and (
        before.subject == after.subject and after.at - before.at <= QUICK_SECONDS
    )

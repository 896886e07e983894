"""The history of the deck on screen as rows: the steps of this sitting, and what was kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QUndoStack
from typing_extensions import override

from desktop.session.open_deck import OpenDeck
from desktop.session.text_format import day_words
from desktop.session.undo import DeckState, DeckStep
from desktop.widgets.card_delegate import RIGHT, AnyIndex, Cell, Role
from desktop.widgets.labels import tip
from library.deck_values import Version

_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A heading, a state of this sitting (`step` steps in), or a version of the library."""

    text: str
    when: str = ""
    step: int | None = None
    version: Version | None = None
    faint: bool = False
    here: bool = False
    heading: str = ""

    @property
    def key(self) -> tuple[int | None, int | None] | None:
        """What tells the row from others, also after the history went on; None for a heading."""
        number = self.version.number if self.version else None
        return None if self.heading else (self.step, number)

    @property
    def tip(self) -> str:
        """All that is known of a version."""
        if self.version is None:
            return self.text
        made = self.version.made.astimezone().strftime("%Y-%m-%d %H:%M")
        return f"Version {self.version.number}, {made}: {self.version.words}"


def state_after(deck: OpenDeck, step: int) -> DeckState:
    """Return what the deck was like when so many steps had been taken."""
    stack = deck.stack
    if stack.count() == 0:
        return deck.state
    before = step == 0
    command = stack.command(0 if before else step - 1)
    if not isinstance(command, DeckStep):  # there is no other kind
        return deck.state
    return command.before if before else command.after


def rows_of(
    deck: OpenDeck | None, versions: Sequence[Version], now: datetime
) -> tuple[HistoryRow, ...]:
    """Return the rows: this sitting in its order, then the versions, the newest first."""
    if deck is None:
        return ()
    steps = _steps(deck.stack, deck.origin)
    rows = [HistoryRow("This sitting", heading=str(len(steps) - 1)), *steps]
    if versions:
        rows.append(HistoryRow("Kept", heading=str(len(versions))))
        rows += [_version(each, now) for each in versions]
    return tuple(rows)


def _steps(stack: QUndoStack, origin: str) -> list[HistoryRow]:
    here = stack.index()
    texts = [origin, *(stack.text(number) for number in range(stack.count()))]
    return [
        HistoryRow(text, step=number, faint=number > here, here=number == here)
        for number, text in enumerate(texts)
    ]


def _version(version: Version, now: datetime) -> HistoryRow:
    text = f"“{version.name}”" if version.name else version.words
    if version.overtaken_by is not None:
        text = f"{text} (overtaken)"
    return HistoryRow(text, day_words(version.made, now), version=version)


class HistoryModel(QAbstractTableModel):
    """What happened, and when."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[HistoryRow, ...] = ()

    def show(self, rows: tuple[HistoryRow, ...]) -> None:
        """Show another history."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else 2

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if index.isValid() and self.rows[index.row()].heading:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not self.checkIndex(index, QAbstractTableModel.CheckIndexOption.IndexIsValid):
            return None
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return (row.text, row.when)[index.column()]
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{row.text}, now" if row.here and not index.column() else None
            case Qt.ItemDataRole.ToolTipRole:
                return tip(row.tip)
            case Role.CELL:
                return self._cell(row, index.column())
        return None

    def _cell(self, row: HistoryRow, column: int) -> Cell:
        if row.heading:
            return Cell(row.text if column == 0 else "", heading=row.heading)
        if column:
            return Cell(row.when, alignment=RIGHT, faint=True)
        return Cell(row.text, faint=row.faint)

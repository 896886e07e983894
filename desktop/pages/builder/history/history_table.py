"""The history of the deck on screen: the steps of this session and the saved versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QUndoStack
from PySide6.QtWidgets import QHeaderView, QStyleOptionViewItem, QTableView, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.text_format import day_words
from desktop.session.open_deck import OpenDeck
from desktop.session.undo import DeckState, DeckStep
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import RIGHT, AnyIndex, CardDelegate, Cell, Role
from desktop.widgets.labels import tip
from desktop.widgets.rows_model import ColumnHeading, RowsModel
from desktop.widgets.rows_table import apply_table_style
from library.deck_values import Version
from validators.repair_text import changed_card


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A heading, a state of this session (after so many steps), or a version of the library.

    `card` is what it is about, where that is a card.
    """

    text: str
    when: str = ""
    step: int | None = None
    version: Version | None = None
    faint: bool = False
    is_current: bool = False
    heading: str = ""
    card: Card | None = None

    @property
    def key(self) -> tuple[int | None, int | None] | None:
        """The same for the same row after further steps; None for a heading."""
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


def history_rows(
    deck: OpenDeck | None,
    versions: Sequence[Version],
    now: datetime,
    changed: Mapping[int, Card] | None = None,
) -> tuple[HistoryRow, ...]:
    """Return the rows: this session in its order, then the versions, the newest first.

    `changed` are the cards that versions are about, by their numbers.
    """
    if deck is None:
        return ()
    steps = _steps(deck.stack, deck.origin)
    rows = [HistoryRow("This session", heading=str(len(steps) - 1)), *steps]
    if versions:
        rows.append(HistoryRow("Saved versions", heading=str(len(versions))))
        cards = changed or {}
        rows += [_version(each, now, cards.get(each.number)) for each in versions]
    return tuple(rows)


def _steps(stack: QUndoStack, origin: str) -> list[HistoryRow]:
    now = stack.index()
    texts = [origin, *(stack.text(number) for number in range(stack.count()))]
    commands = [None, *(stack.command(number) for number in range(stack.count()))]
    cards = [
        changed_card(each.before.deck, each.after.deck) if isinstance(each, DeckStep) else None
        for each in commands
    ]
    return [
        HistoryRow(text, step=n, faint=n > now, is_current=n == now, card=cards[n])
        for n, text in enumerate(texts)
    ]


def _version(version: Version, now: datetime, card: Card | None) -> HistoryRow:
    text = f"“{version.name}”" if version.name else version.words
    if version.overtaken_by is not None:
        text = f"{text} (replaced)"
    return HistoryRow(text, day_words(version.made, now), version=version, card=card)


class HistoryModel(RowsModel[HistoryRow]):
    """What happened, and when."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, headings=(ColumnHeading(), ColumnHeading()))

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if index.isValid() and self.rows[index.row()].heading:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    @override
    def card(self, row: HistoryRow) -> Card | None:
        return row.card

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        each = self.rows[row]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return each.when if column else each.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{each.text}, now" if each.is_current and not column else None
            case Qt.ItemDataRole.ToolTipRole:
                return tip(each.tip)
            case Role.CELL:
                when = Cell(each.when, alignment=RIGHT, faint=True, heading=each.heading)
                return when if column else Cell(each.text, faint=each.faint, heading=each.heading)
        return None


class HistoryTable(QTableView):
    """Steps and versions; a plain click on a step or Enter on a row goes there.

    Signals:
        row_activated: the deck is to be what it was there (the HistoryRow).
    """

    row_activated = Signal(object)

    def __init__(self, model: HistoryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self._model = model
        apply_table_style(self, "History")
        self.setItemDelegate(HistoryDelegate(self))
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(0)

    def show_rows(self, rows: tuple[HistoryRow, ...]) -> None:
        """Show another history; what was selected stays so, and where the deck is is in view."""
        chosen = {row.key for row in self.selected()}
        self._model.show_rows(rows)
        self._share_width(rows)
        flags = QItemSelectionModel.SelectionFlag
        for number, row in enumerate(rows):
            index = self._model.index(number, 0)
            if row.key in chosen:
                self.selectionModel().select(index, flags.Select | flags.Rows)
            if row.is_current:
                self.scrollTo(index)

    def _share_width(self, rows: tuple[HistoryRow, ...]) -> None:
        """Give the times the width that they need, and rows without one the whole width."""
        metrics = self.fontMetrics()
        widest = max((metrics.horizontalAdvance(row.when) for row in rows), default=0)
        self.setColumnHidden(1, widest == 0)
        if widest:
            self.setColumnWidth(1, widest + metrics.height())
        self.clearSpans()
        for number, row in enumerate(rows):
            if not row.when:
                self.setSpan(number, 0, 1, 2)

    def row_of(self, index: QModelIndex) -> HistoryRow | None:
        """Return the row at an index; None for a heading or nothing."""
        row = self._model.rows[index.row()] if index.isValid() else None
        return None if row is None or row.heading else row

    def selected(self) -> list[HistoryRow]:
        """Return the selected rows from top to bottom."""
        found = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [row for n in found if not (row := self._model.rows[n]).heading]

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        row = self.row_of(self.indexAt(event.position().toPoint()))
        plain = (
            event.modifiers() == Qt.KeyboardModifier.NoModifier
            and event.button() is Qt.MouseButton.LeftButton
        )
        if plain and row is not None and row.step is not None:
            self.row_activated.emit(row)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.row_of(self.currentIndex())
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and row is not None:
            self.row_activated.emit(row)
            return
        super().keyPressEvent(event)


class HistoryDelegate(CardDelegate):
    """Paints a row, with a bar where the deck is now."""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        model = index.model()
        if isinstance(model, HistoryModel) and model.rows[index.row()].is_current:
            colours = colours_of(option.palette)
            painter.fillRect(option.rect, colours.hover)
            if index.column() == 0:
                bar = max(2, option.fontMetrics.height() // 6)
                rect = option.rect
                painter.fillRect(rect.left(), rect.top(), bar, rect.height(), colours.accent)
        super().paint(painter, option, index)

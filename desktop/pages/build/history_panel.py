"""The steps of this sitting; choosing one goes there."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QUndoView, QWidget
from typing_extensions import override

from desktop.colours import colours_of
from desktop.editor import DeckSession
from desktop.widgets.cells import AnyIndex, row_height


class HistoryPanel(QUndoView):
    """The history of the deck on screen: what was done, and, fainter, what was undone."""

    def __init__(self, session: DeckSession, parent: QWidget | None = None) -> None:
        super().__init__(session.steps, parent)
        self._session = session
        self.setAccessibleName("History of this sitting")
        self.setItemDelegate(StepCells(session, self))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._name_beginning()
        session.deck_changed.connect(self._name_beginning)

    def _name_beginning(self) -> None:
        current = self._session.current
        self.setEmptyLabel(current.origin if current else "No deck is open")


class StepCells(QStyledItemDelegate):
    """Paints a step: the one that the deck is at marked, those that were undone in faint ink."""

    def __init__(self, session: DeckSession, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, row_height(option.fontMetrics))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours = colours_of(option.palette)
        rect, metrics = option.rect, option.fontMetrics
        now = self._session.current.stack.index() if self._session.current else 0
        bar = max(2, metrics.height() // 6)
        if index.row() == now:
            painter.fillRect(rect, colours.selection)
            painter.fillRect(rect.left(), rect.top(), bar, rect.height(), colours.accent)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colours.hover)
        inner = rect.adjusted(metrics.height() // 2 + bar, 0, -metrics.height() // 2, 0)
        painter.setPen(colours.faint if index.row() > now else colours.ink)
        middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        text = str(index.data(Qt.ItemDataRole.DisplayRole))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, middle, shown)
        painter.restore()

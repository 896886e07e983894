"""The list of cards to tick: a click, Space or Enter ticks."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyleOptionViewItem, QWidget
from typing_extensions import override

from desktop.pages.hands.odds.choice_model import ChoiceModel
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import AnyIndex, CardDelegate, row_height


class CheckBoxDelegate(CardDelegate):
    """Paints a box before each card, ticked or empty."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, row_height(option.fontMetrics))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        colours = colours_of(option.palette)
        side = option.fontMetrics.height() * 3 // 4
        rect: QRect = QRect(option.rect)
        box = QRect(rect.left() + side // 2, rect.center().y() - side // 2, side, side)
        moved = QStyleOptionViewItem(option)
        moved.rect = rect.adjusted(2 * side, 0, 0, 0)
        super().paint(painter, moved, index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colours.faint)
        painter.setBrush(colours.panel)
        painter.drawRect(box)
        if index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked:
            painter.setPen(QPen(colours.accent, max(2.0, side / 6)))
            middle = box.bottomLeft().x() + side * 2 // 5
            painter.drawLine(box.left() + side // 5, box.center().y(), middle, box.bottom() - 2)
            painter.drawLine(middle, box.bottom() - 2, box.right() - 1, box.top() + side // 4)
        painter.restore()


class ChoiceList(QListView):
    """Ticks cards; the current one is kept by code while the list is filtered."""

    def __init__(self, model: ChoiceModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = model
        self.setAccessibleName(name)
        self.setModel(model)
        self.setItemDelegate(CheckBoxDelegate(self))
        self.setUniformItemSizes(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._current = ""
        self._top = 0
        model.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        model.modelReset.connect(self._on_model_reset)

    def _on_model_about_to_be_reset(self) -> None:
        row = self.currentIndex().row()
        self._current = self._choices.shown[row][0].code if row >= 0 else self._current
        self._top = self.verticalScrollBar().value()

    def _on_model_reset(self) -> None:
        codes = [card.code for card, _ in self._choices.shown]
        if self._current in codes:
            self.setCurrentIndex(self._choices.index(codes.index(self._current)))
            self.doItemsLayout()
            self.verticalScrollBar().setValue(self._top)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and index.isValid():
            self._choices.toggle(index.row())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}
        index = self.currentIndex()
        if event.key() in keys and index.isValid():
            self._choices.toggle(index.row())
            event.accept()
            return
        super().keyPressEvent(event)

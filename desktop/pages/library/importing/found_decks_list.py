"""The list of decks that an import found, each with a check box."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from desktop.pages.library.importing.found_deck import FoundDeck
from desktop.session.open_deck import NAMELESS
from desktop.style import icons
from desktop.style.fonts import Size, sized
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import Role, paint_check_box, paint_selected
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import tip

AnyIndex = QModelIndex | QPersistentModelIndex


def summary_of(found: FoundDeck) -> str:
    """Return how large a found deck is, what of it was not read, and where it is from."""
    deck = found.reading.deck
    parts = [f"{deck.draw_count} cards", f"{deck.plot_count} plots"]
    if found.unread:
        parts.append(f"{found.unread} not read")
    return " · ".join([*parts, found.source])


class FoundDecksList(QListView):
    """The decks that were found.

    Signals:
        current_changed: another deck is the current one (its number, -1 for none).
        checked_changed: a box was checked or cleared.
    """

    current_changed = Signal(int)
    checked_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Decks found")
        self.setItemDelegate(FoundDecksDelegate(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)
        self._model = QStandardItemModel(self)
        self.setModel(self._model)
        self._model.itemChanged.connect(self.checked_changed)
        self.selectionModel().currentChanged.connect(self._on_current_changed)

    def show_found(
        self, found: Sequence[FoundDeck], cleared: AbstractSet[int] = frozenset()
    ) -> None:
        """Show these decks, all checked but those whose numbers are `cleared`."""
        items = [_item_of(each) for each in found]
        for number in cleared:
            items[number].setCheckState(Qt.CheckState.Unchecked)
        self._model.clear()
        self._model.invisibleRootItem().appendRows(items)
        if found:
            self.setCurrentIndex(self._model.index(0, 0))
        else:
            self.current_changed.emit(-1)

    def update_found(self, number: int, found: FoundDeck) -> None:
        """Show a deck with another choice."""
        _fill(self._model.item(number), found)

    def checked(self) -> list[int]:
        """Return the numbers of the decks whose box is checked."""
        rows = range(self._model.rowCount())
        return [row for row in rows if self._model.item(row).checkState() == Qt.CheckState.Checked]

    def _on_current_changed(self, current: QModelIndex) -> None:
        self.current_changed.emit(current.row())


def _item_of(found: FoundDeck) -> QStandardItem:
    # Filled before it has a model, which would send a signal for every part of it.
    item = QStandardItem()
    item.setCheckable(True)
    item.setCheckState(Qt.CheckState.Checked)
    item.setEditable(False)
    _fill(item, found)
    return item


def _fill(item: QStandardItem, found: FoundDeck) -> None:
    deck = found.reading.deck
    name = (deck.name if found.name is None else found.name) or NAMELESS
    item.setText(name)
    item.setData((Glyph(icons.of_faction(deck.faction), deck.faction),), Role.GLYPHS)
    item.setData(summary_of(found), Role.HEADING)
    item.setToolTip(tip(f"{name}\n{summary_of(found)}"))
    item.setData(f"{name}, {summary_of(found)}", Qt.ItemDataRole.AccessibleTextRole)


class FoundDecksDelegate(QStyledItemDelegate):
    """Paints a box, the faction, the name, and below it what the deck is."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(option.fontMetrics.height() * 10, option.fontMetrics.height() * 11 // 4)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        self.initStyleOption(option, index)
        colours = colours_of(option.palette)
        rect, metrics = option.rect, option.fontMetrics
        gap = metrics.height() // 3
        if option.state & QStyle.StateFlag.State_Selected:
            paint_selected(painter, rect, colours, active=True, first=True)
        style = option.widget.style()
        box = QStyleOptionViewItem(option)
        element = QStyle.SubElement.SE_ItemViewItemCheckIndicator
        box.rect = style.subElementRect(element, option, option.widget)
        box.rect.translate(gap // 2, 0)
        paint_check_box(painter, box.rect, option)
        inner = rect.adjusted(0, gap // 2, -gap, -gap // 2)
        inner.setLeft(box.rect.right() + gap * 2)
        self._paint_text(painter, option, index, inner)
        painter.restore()

    def _paint_text(
        self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex, inner: QRect
    ) -> None:
        colours, metrics = colours_of(option.palette), option.fontMetrics
        side = metrics.height()
        top = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)
        for glyph in index.data(Role.GLYPHS) or ():
            place = QRect(top.left(), top.top(), side, top.height())
            icons.paint(painter, place, glyph.name, glyph.colour(colours))
        top.setLeft(top.left() + side + side // 3)
        middle = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        cut = Qt.TextElideMode.ElideRight
        painter.setPen(colours.ink)
        painter.drawText(top, middle, metrics.elidedText(option.text, cut, top.width()))
        low = QRect(top.left(), top.bottom(), top.width(), inner.height() // 2)
        painter.setFont(sized(option.font, Size.SMALL))
        painter.setPen(colours.faint)
        words = painter.fontMetrics().elidedText(index.data(Role.HEADING), cut, low.width())
        painter.drawText(low, middle, words)

"""The list of decks that an import found, each with a check box."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
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
from desktop.widgets.card_delegate import (
    AnyIndex,
    Cell,
    Role,
    paint_cell,
    paint_check_box,
    paint_selected,
)
from desktop.widgets.glyphs import Glyph
from desktop.widgets.labels import tip

_CHECKED = {True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked}


def summary_of(found: FoundDeck) -> str:
    """Return how large a found deck is, what of it was not read, and where it is from."""
    deck = found.reading.deck
    parts = [f"{deck.draw_count} cards", f"{deck.plot_count} plots"]
    if found.unread:
        parts.append(f"{found.unread} not read")
    return " · ".join([*parts, found.source])


class FoundDecksList(QListWidget):
    """The decks that were found."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Decks found")
        self.setItemDelegate(FoundDecksDelegate(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setUniformItemSizes(True)

    def show_found(
        self, found: Sequence[FoundDeck], cleared: AbstractSet[int] = frozenset()
    ) -> None:
        """Show these decks, all checked but those whose numbers are `cleared`."""
        self.clear()
        for number, each in enumerate(found):
            # Filled before it is in the list, which would send a signal for every part of it.
            item = QListWidgetItem()
            item.setCheckState(_CHECKED[number not in cleared])
            _fill(item, each)
            self.addItem(item)
        if found:
            self.setCurrentRow(0)
        else:
            self.currentRowChanged.emit(-1)

    def update_found(self, number: int, found: FoundDeck) -> None:
        """Show a deck with another choice."""
        _fill(self.item(number), found)

    def checked(self) -> list[int]:
        """Return the numbers of the decks whose box is checked."""
        checked = Qt.CheckState.Checked
        return [row for row in range(self.count()) if self.item(row).checkState() == checked]


def _fill(item: QListWidgetItem, found: FoundDeck) -> None:
    deck = found.reading.deck
    name = (deck.name if found.name is None else found.name) or NAMELESS
    item.setText(name)
    item.setData(Role.GLYPHS, (Glyph(icons.of_faction(deck.faction), deck.faction),))
    item.setData(Role.HEADING, summary_of(found))
    item.setToolTip(tip(f"{name}\n{summary_of(found)}"))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}, {summary_of(found)}")


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
        inner.setHeight(inner.height() // 2)
        cell = Cell(option.text, index.data(Role.GLYPHS))
        paint_cell(painter, inner.adjusted(-gap, 0, gap, 0), metrics, cell, colours)
        painter.setFont(sized(option.font, Size.SMALL))
        indent = metrics.height() * 4 // 3 - painter.fontMetrics().height() // 3
        low = inner.adjusted(indent, inner.height() - 1, gap, inner.height() - 1)
        summary = Cell(index.data(Role.HEADING), faint=True)
        paint_cell(painter, low, painter.fontMetrics(), summary, colours)
        painter.restore()

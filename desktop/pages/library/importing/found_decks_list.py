"""The list of decks that an import found, each with a check box."""

from __future__ import annotations

from collections.abc import Sequence

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
from library.found_deck import CheckedDeck, FoundDeck


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

    def show_decks(self, decks: Sequence[CheckedDeck]) -> None:
        """Show these decks."""
        self.clear()
        for found, checked in decks:
            # Filled before it is in the list, which would send a signal for every part of it.
            item = QListWidgetItem()
            item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
            _fill(item, found)
            self.addItem(item)
        if decks:
            self.setCurrentRow(0)
        else:
            self.currentRowChanged.emit(-1)

    def update_current(self, found: FoundDeck) -> None:
        """Show the current deck with another choice."""
        if item := self.currentItem():
            _fill(item, found)

    def current(self) -> FoundDeck | None:
        """Return the current deck."""
        item = self.currentItem()
        return item.data(Role.CARD) if item else None

    def decks(self) -> list[CheckedDeck]:
        """Return the decks, and whether their boxes are checked."""
        items = map(self.item, range(self.count()))
        return [
            (each.data(Role.CARD), each.checkState() == Qt.CheckState.Checked) for each in items
        ]

    def checked(self) -> list[FoundDeck]:
        """Return the decks whose boxes are checked."""
        return [found for found, checked in self.decks() if checked]


def _fill(item: QListWidgetItem, found: FoundDeck) -> None:
    deck = found.reading.deck
    name = (deck.name if found.name is None else found.name) or NAMELESS
    item.setText(name)
    item.setData(Role.CARD, found)
    item.setData(Role.GLYPHS, (Glyph(icons.faction_glyph(deck.faction), deck.faction),))
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

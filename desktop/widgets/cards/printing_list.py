"""Every printing of a title in a list, to switch between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.cards.printing_differences import differences

_Index = QModelIndex | QPersistentModelIndex
_ROW = Qt.ItemDataRole.UserRole + 1
_MOST_ROWS = 7


@dataclass(frozen=True, slots=True)
class Printing:
    """A printing as the list shows it: where and when it came out, and what is other about it.

    `other` is empty for the printing that is shown; `copies` are those in the deck.
    """

    card: Card
    pack: str
    released: str
    other: str = ""
    copies: int = 0

    @property
    def words(self) -> str:
        """The same in words."""
        held = f"{self.copies} in the deck" if self.copies else ""
        said = [f"{self.pack} {self.card.position}", self.released, held, self.other]
        return ", ".join(word for word in said if word)


def printings_of(
    shown: Card, pool: CardPool, copies: dict[str, int] | None = None
) -> tuple[Printing, ...]:
    """Return every printing of the shown card's title in its edition, oldest packs first."""
    held = copies or {}
    found = []
    for card in pool.by_title.get(shown.name, (shown,)):
        pack = pool.packs.get(card.pack)
        other = "" if card.code == shown.code else differences(shown, card)
        name, released = (pack.name, pack.released) if pack else (card.pack, "")
        found.append(Printing(card, name, released, other, held.get(card.code, 0)))
    return tuple(sorted(found, key=lambda each: (each.released or "9999", each.card.code)))


class PrintingModel(QAbstractListModel):
    """The printings, one a row."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.printings: tuple[Printing, ...] = ()

    def receive(self, printings: Sequence[Printing]) -> None:
        """Show other printings; the rows stay where they are of the same cards."""
        before = [each.card.code for each in self.printings]
        after = [each.card.code for each in printings]
        if before == after:
            self.printings = tuple(printings)
            self.dataChanged.emit(self.index(0), self.index(len(after) - 1))
            return
        self.beginResetModel()
        self.printings = tuple(printings)
        self.endResetModel()

    def row_of(self, card: Card) -> int:
        """Return the row of a card."""
        codes = [each.card.code for each in self.printings]
        return codes.index(card.code) if card.code in codes else -1

    @override
    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own
        return 0 if parent.isValid() else len(self.printings)

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.printings[index.row()]
        if role == _ROW:
            return row
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return row.words
        return None


class PrintingDelegate(QStyledItemDelegate):
    """Paints a printing in two lines: pack, number and day; then what is other about it."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(0, option.fontMetrics.height() * 5 // 2)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row = index.data(_ROW)
        colours = colours_of(option.palette)
        gap = option.fontMetrics.height() // 3
        rect: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colours.selection)
            bar = max(2, gap // 2)
            painter.fillRect(rect.left(), rect.top(), bar, rect.height(), colours.accent)
        inner = rect.adjusted(2 * gap, gap // 2, -gap, -gap // 2)
        upper = inner.adjusted(0, 0, 0, -inner.height() // 2)
        lower = inner.adjusted(0, inner.height() // 2, 0, 0)
        _line(painter, upper, option, f"{row.pack} {row.card.position}", row.released)
        painter.setFont(sized(option.font, Size.SMALL))
        painter.setPen(colours.faint)
        words = row.other or "Shown"
        held = f"{row.copies} in the deck" if row.copies else ""
        metrics = painter.fontMetrics()
        room = lower.width() - metrics.horizontalAdvance(held) - gap
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(lower, int(middle | Qt.AlignmentFlag.AlignLeft), shown)
        painter.setPen(colours.ink)
        painter.drawText(lower, int(middle | Qt.AlignmentFlag.AlignRight), held)
        painter.restore()


def _line(
    painter: QPainter, rect: QRect, option: QStyleOptionViewItem, words: str, end: str
) -> None:
    """Paint words from the left edge, and faint ones to the right edge."""
    colours, metrics = colours_of(option.palette), option.fontMetrics
    middle = Qt.AlignmentFlag.AlignVCenter
    width = metrics.horizontalAdvance(end)
    room = rect.width() - width - metrics.height() // 2
    shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
    painter.setFont(option.font)
    painter.setPen(colours.ink)
    painter.drawText(rect, int(middle | Qt.AlignmentFlag.AlignLeft), shown)
    painter.setPen(colours.faint)
    painter.drawText(rect, int(middle | Qt.AlignmentFlag.AlignRight), end)


class PrintingList(QListView):
    """The list; the current row is the printing that is shown.

    Signals:
        printing_chosen: another printing is to be shown (the card).
    """

    printing_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = PrintingModel(self)
        self._arriving = False
        self.setModel(self._model)
        self.setItemDelegate(PrintingDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Printings")
        self.selectionModel().currentChanged.connect(self._on_current_changed)

    def show_printings(self, printings: Sequence[Printing], shown: Card) -> None:
        """Show the printings of a title with one of them as the current one."""
        self._arriving = True
        rows = len(self._model.printings)
        self._model.receive(printings)
        self.setCurrentIndex(self._model.index(self._model.row_of(shown)))
        self._arriving = False
        if rows != len(printings):
            self.updateGeometry()

    def printings(self) -> tuple[Printing, ...]:
        """Return the printings that the list shows."""
        return self._model.printings

    def _on_current_changed(self, current: QModelIndex) -> None:
        if current.isValid() and not self._arriving:
            self.printing_chosen.emit(self._model.printings[current.row()].card)

    @override
    def sizeHint(self) -> QSize:
        rows = min(_MOST_ROWS, len(self._model.printings))
        return QSize(space(self, 60), rows * self.fontMetrics().height() * 5 // 2 + 2)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(space(self, 30), self.sizeHint().height())

"""Paints rows of cards: glyphs, text in two inks, headings, and the current row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListView,
    QListWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from typing_extensions import override

from desktop.style.fonts import Size, row_quarters, sized, tabular
from desktop.style.palette import Colours, colours_of
from desktop.widgets.card_numbers import CardNumbers
from desktop.widgets.copy_buttons import NARROWEST, DeckCopies
from desktop.widgets.glyphs import Glyph, paint_row

AnyIndex = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """Data for the delegate besides the text; CELL is all of it at once."""

    CARD = Qt.ItemDataRole.UserRole + 1
    GLYPHS = Qt.ItemDataRole.UserRole + 2
    TRAILING = Qt.ItemDataRole.UserRole + 3
    HEADING = Qt.ItemDataRole.UserRole + 5
    PLACE = Qt.ItemDataRole.UserRole + 7
    CELL = Qt.ItemDataRole.UserRole + 8
    COPIES = Qt.ItemDataRole.UserRole + 9


LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WRAPPED = int(Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
_FLAGS = {each: int(each | Qt.TextFlag.TextSingleLine) for each in (LEFT, RIGHT)}
# A plus is a little wider than any tabular figure, and than a hyphen among them.
_WIDE_FIGURES = str.maketrans("0123456789-", "+" * 11)
_SELECTED = QStyle.StateFlag.State_Selected.value
_FOCUSED = QStyle.StateFlag.State_HasFocus.value
_ACTIVE = QStyle.StateFlag.State_Active.value
_CHECKED = {
    Qt.CheckState.Unchecked: QStyle.StateFlag.State_Off,
    Qt.CheckState.PartiallyChecked: QStyle.StateFlag.State_NoChange,
    Qt.CheckState.Checked: QStyle.StateFlag.State_On,
}


@dataclass(frozen=True, slots=True)
class Cell:
    """Everything that is painted in a cell.

    The `trailing` glyphs stand after the text, and so does the number of a `heading`. `indent` is
    the space before the text, in halves of the width of a glyph. A cell that `counts` copies shows
    a minus next to their number while it is under the mouse. The `note` is faint, at the right
    end; the text is cut where it begins. The words `below` are small and faint, in as many lines
    as they need.

    Only `RowPainter` reads the rest. A text that `is_name` has small words `after` it, such as its
    pack. `numbers` paints the cost of a card or, `at_right`, its other numbers.
    """

    text: str = ""
    glyphs: tuple[Glyph, ...] = ()
    trailing: tuple[Glyph, ...] = ()
    copies: DeckCopies | None = None
    alignment: Qt.AlignmentFlag = LEFT
    faint: bool = False
    heading: str = ""
    counts: bool = False
    indent: int = 0
    note: str = ""
    below: str = ""
    after: str = ""
    is_name: bool = False
    numbers: CardNumbers | None = None
    at_right: bool = False
    small: bool = False


def cell_of(index: AnyIndex) -> Cell:
    """Return what is painted, from one role or, in plain models, from several."""
    cell = index.data(Role.CELL)
    if isinstance(cell, Cell):
        return cell
    side = index.data(Qt.ItemDataRole.TextAlignmentRole)
    right = side is not None and Qt.AlignmentFlag.AlignRight in Qt.AlignmentFlag(side)
    return Cell(
        str(index.data(Qt.ItemDataRole.DisplayRole) or ""),
        index.data(Role.GLYPHS) or (),
        index.data(Role.TRAILING) or (),
        alignment=RIGHT if right else LEFT,
        heading=str(index.data(Role.HEADING) or ""),
    )


class CardDelegate(QStyledItemDelegate):
    """Paints every cell of a table of cards from the data of its roles."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row, cell = card_row_height(option.fontMetrics), index.data(Role.CELL)
        if not isinstance(cell, Cell) or not cell.below:
            return QSize(0, row)
        view, metrics = option.widget, QFontMetrics(sized(option.font, Size.SMALL))
        width = view.viewport().width() if isinstance(view, QListView) else option.rect.width()
        room = QRect(0, 0, width - 2 * _padding(option), 0)
        return QSize(0, row + metrics.boundingRect(room, _WRAPPED, cell.below).height())

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours, cell = colours_of(option.palette), cell_of(index)
        rect, state = option.rect, option.state.value
        painter.setFont(option.font)  # that of the viewport may be another
        if cell.heading:
            paint_heading(painter, rect, option.font, cell, colours)
        else:
            if state & _SELECTED:
                active = bool(state & _ACTIVE)
                paint_selected(painter, rect, colours, active=active, first=index.column() == 0)
            in_list = isinstance(option.widget, QListView)
            in_table = isinstance(option.widget, QTableView)
            # A table paints the frame of the whole row.
            if state & _FOCUSED and not in_table and (in_list or not state & _SELECTED):
                paint_focused(painter, rect, colours)
            line = rect
            if cell.below:
                line = QRect(
                    rect.topLeft(), QSize(rect.width(), card_row_height(option.fontMetrics))
                )
                gap = _padding(option)
                painter.setFont(sized(option.font, Size.SMALL))
                painter.setPen(colours.faint)
                below = rect.adjusted(gap, line.height() - gap, -gap, 0)
                painter.drawText(below, _WRAPPED, cell.below)
                painter.setFont(option.font)
            if in_table and rect.left() > 0:
                # As before headings; a number may end just before this cell.
                line = line.adjusted(option.fontMetrics.height() // 2 - _padding(option), 0, 0, 0)
            paint_cell(painter, line, option.fontMetrics, cell, colours)
        painter.restore()


def _padding(option: QStyleOptionViewItem) -> int:
    return option.fontMetrics.height() // 3


def card_row_height(metrics: QFontMetrics) -> int:
    return metrics.height() * row_quarters() // 4


def paint_selected(
    painter: QPainter, rect: QRect, colours: Colours, *, active: bool, first: bool
) -> None:
    """Paint the background of a selected cell or row; the first has a bar at its left."""
    painter.fillRect(rect, colours.selection)
    if first:
        bar = max(2, painter.fontMetrics().height() // 8)
        ink = colours.accent if active else colours.quiet
        painter.fillRect(rect.left(), rect.top(), bar, rect.height(), ink)


def paint_focused(painter: QPainter, rect: QRect, colours: Colours) -> None:
    """Paint the frame of an item that has the focus and is not selected."""
    painter.setPen(colours.accent)
    painter.drawRect(rect.adjusted(0, 0, -1, -1))


def paint_check_box(painter: QPainter, place: QRect, option: QStyleOptionViewItem) -> None:
    widget, box = option.widget, QStyleOptionViewItem(option)
    style = widget.style()
    side = style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, option, widget)
    middle = Qt.AlignmentFlag.AlignCenter
    box.rect = style.alignedRect(option.direction, middle, QSize(side, side), place)
    box.state = QStyle.StateFlag.State_Enabled | _CHECKED[option.checkState]
    element = QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck
    style.drawPrimitive(element, box, painter, widget)


def paint_cell(
    painter: QPainter, whole: QRect, metrics: QFontMetrics, cell: Cell, colours: Colours
) -> None:
    """Paint the contents of a cell: glyphs, a text and glyphs after it.

    A long text has several lines in small letters where the row is high enough.
    """
    if not (cell.text or cell.glyphs):
        return
    height = metrics.height()
    gap = height // 3
    rect = whole.adjusted(gap + cell.indent * glyph_width(metrics) // 2, 0, -gap, 0)
    if cell.glyphs:
        side = height if len(cell.glyphs) == 1 else height * 4 // 5
        if not cell.text and len(cell.glyphs) * side > rect.width():
            _paint_crowded(painter, whole, cell.glyphs, side, colours)
            return
        taken = paint_row(painter, rect, cell.glyphs, side, colours)
        rect.setLeft(rect.left() + taken + gap // 2)
    if not cell.text:
        return
    if cell.note:
        rect.setRight(_paint_note(painter, rect, metrics, cell, colours) - gap)
    text = cell.text
    side = height * 3 // 5 if cell.trailing else 0
    available = rect.width() - len(cell.trailing) * side
    plain = painter.font()
    if cell.alignment == RIGHT:
        painter.setFont(tabular(plain))
        metrics = painter.fontMetrics()
    width, flags = metrics.horizontalAdvance(text), _FLAGS[cell.alignment]
    if width > available and rect.height() >= 2 * height:
        flags = int(cell.alignment | Qt.TextFlag.TextWordWrap)
        painter.setFont(sized(plain, Size.SMALL))
    elif width > available:
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, available)
    painter.setPen(colours.faint if cell.faint else colours.ink)
    painter.drawText(rect, flags, text)
    painter.setFont(plain)
    if cell.trailing:
        rect.setLeft(rect.left() + min(width, available) + gap * 2 // 3)
        paint_row(painter, rect, cell.trailing, side, colours)


def _paint_note(
    painter: QPainter, rect: QRect, metrics: QFontMetrics, cell: Cell, colours: Colours
) -> int:
    """Paint the note of a cell, in half of the width at most; return where it begins."""
    note = metrics.elidedText(cell.note, Qt.TextElideMode.ElideRight, rect.width() // 2)
    painter.setPen(colours.faint)
    painter.drawText(rect, _FLAGS[RIGHT], note)
    return rect.right() - metrics.horizontalAdvance(note)


def cell_width(cell: Cell, metrics: QFontMetrics) -> int:
    height, words = metrics.height(), cell.text
    if cell.alignment == RIGHT:
        words = words.translate(_WIDE_FIGURES)
    text, gap = metrics.horizontalAdvance(words), height // 3
    before = glyph_width(metrics) * (2 * len(cell.glyphs) + cell.indent) // 2
    after = gap * 2 // 3 + len(cell.trailing) * (height * 3 // 5) if cell.trailing else 0
    after += metrics.horizontalAdvance(cell.after) + gap if cell.after else 0
    return before + text + after + height // 2 + gap + 1


def widest(cells: Iterable[Cell], metrics: QFontMetrics) -> int:
    return max((cell_width(cell, metrics) for cell in cells), default=0)


def glyph_width(metrics: QFontMetrics) -> int:
    """Return the width of a glyph before a text, with the gap between them."""
    height = metrics.height()
    return height + height // 5 + height // 3 // 2


def minus_place(whole: QRect, metrics: QFontMetrics) -> QRect:
    """Return where in a cell that counts copies its minus can be clicked: left of the number."""
    return whole.adjusted(0, 0, -_number_width(metrics), 0)


def width_with_minus(metrics: QFontMetrics) -> int:
    """Return the width of a cell that counts copies and has room for a minus."""
    return NARROWEST + _number_width(metrics)


def _number_width(metrics: QFontMetrics) -> int:
    return metrics.horizontalAdvance("0") * 5 // 4


def paint_minus(
    painter: QPainter, whole: QRect, metrics: QFontMetrics, colours: Colours, *, under: bool = False
) -> None:
    """Paint a quiet minus, in the accent where it is under the mouse."""
    bar = QRect(0, 0, metrics.height() // 2, 2)
    bar.moveCenter(minus_place(whole, metrics).center())
    painter.fillRect(bar, colours.accent if under else colours.faint)


def _paint_crowded(
    painter: QPainter, whole: QRect, glyphs: Sequence[Glyph], side: int, colours: Colours
) -> None:
    """Paint more glyphs than fit in a cell: smaller, more than two of them in two rows."""
    rows = 1 if len(glyphs) < 3 else 2
    each = -(-len(glyphs) // rows)
    height = whole.height() // rows
    side = max(1, min(side, height - 1, (whole.width() - 2) // each - 1))
    for number in range(rows):
        row = QRect(whole.left() + 1, whole.top() + number * height, whole.width() - 2, height)
        paint_row(painter, row, glyphs[number * each : (number + 1) * each], side, colours)


def paint_heading(
    painter: QPainter, rect: QRect, plain: QFont, cell: Cell, colours: Colours
) -> None:
    """Paint a heading over a whole row: text, number and signs after it."""
    gap = QFontMetrics(plain).height() // 3
    inner = rect.adjusted(gap, 0, -gap, 0)
    font = sized(plain, Size.BODY, QFont.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(colours.ink)
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
    inner.setBottom(inner.bottom() - gap // 3)
    painter.drawText(inner, flags, cell.text)
    width = QFontMetrics(font).horizontalAdvance(cell.text)
    painter.setPen(colours.faint)
    painter.setFont(sized(font, Size.BODY, QFont.Weight.Medium))
    inner.setLeft(inner.left() + width + gap)
    painter.drawText(inner, flags, cell.heading)
    if cell.trailing:
        inner.setLeft(inner.left() + painter.fontMetrics().horizontalAdvance(cell.heading) + gap)
        side = painter.fontMetrics().height() * 4 // 5
        inner.setTop(inner.bottom() - painter.fontMetrics().height())
        paint_row(painter, inner, cell.trailing, side, colours)


def cell_list(name: str, parent: QWidget) -> QListWidget:
    """Return a list whose rows this delegate paints, each as wide as the list."""
    made = QListWidget(parent)
    made.setAccessibleName(name)
    made.setItemDelegate(CardDelegate(made))
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
    return made

"""How an entry of the problem list is measured and painted: a sign and lines that wrap."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from desktop.pages.builder.problems.problem_entries import Entry
from desktop.pages.builder.problems.repair_buttons import RepairButtons
from desktop.style import icons
from desktop.style.fonts import Size, sized
from desktop.style.palette import Colours, colours_of
from desktop.widgets.card_delegate import Role

AnyIndex = QModelIndex | QPersistentModelIndex
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_TALLEST = 10_000


class ProblemDelegate(QStyledItemDelegate):
    """Paints entries as wide as their list, each as high as its text needs."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListView) else option.rect.width()
        gap = option.fontMetrics.height() // 2
        entry: Entry = index.data(Role.CARD)
        inner = width - _indent(option) - gap
        height = sum(
            _height(font, text, inner) for text, font, _ in _lines(entry, option.font, None)
        )
        offers = view.indexWidget(index) if isinstance(view, QListView) else None
        below = offers.height_in(width) if isinstance(offers, RepairButtons) else 0
        return QSize(width, height + 2 * gap + below)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours = colours_of(option.palette)
        entry: Entry = index.data(Role.CARD)
        rect, gap = option.rect, option.fontMetrics.height() // 2
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colours.selection)
            bar = max(2, option.fontMetrics.height() // 6)
            painter.fillRect(rect.left(), rect.top(), bar, rect.height(), colours.accent)
        side = option.fontMetrics.height()
        sign = QRect(rect.left() + gap, rect.top() + gap, side, side)
        icons.paint(painter, sign, entry.sign.name, entry.sign.colour(colours))
        inner = rect.adjusted(_indent(option), gap, -gap, -gap)
        for text, font, ink in _lines(entry, option.font, colours):
            painter.setFont(font)
            painter.setPen(ink)
            painter.drawText(inner, int(_WRAP), text)
            inner.setTop(inner.top() + _height(font, text, inner.width()))
        painter.setPen(colours.line)
        painter.drawLine(rect.left() + gap, rect.bottom(), rect.right() - gap, rect.bottom())
        painter.restore()


def _indent(option: QStyleOptionViewItem) -> int:
    return option.fontMetrics.height() * 2


def _lines(
    entry: Entry, font: QFont, colours: Colours | None
) -> Iterator[tuple[str, QFont, QColor]]:
    ink = colours.ink if colours else QColor()
    faint = colours.faint if colours else QColor()
    small = sized(font, Size.SMALL)
    message = sized(font, Size.BODY, QFont.Weight.Medium) if entry.grave else small
    for text, face, pen in (
        (entry.message, message, ink),
        (entry.cards, font if entry.grave else small, ink),
        (entry.numbers, small, ink),
        (entry.source, small, faint),
    ):
        if text:
            yield text, face, pen


def _height(font: QFont, text: str, width: int) -> int:
    room = QRect(0, 0, max(1, width), _TALLEST)
    return QFontMetrics(font).boundingRect(room, int(_WRAP), text).height()

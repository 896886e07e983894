"""Every printing of a title in a list, to switch between, and how it differs from the shown one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QStandardItemModel
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
from desktop.widgets.card_delegate import LEFT, RIGHT, AnyIndex, Role, paint_selected
from desktop.widgets.layouts import tip
from library.owned import design
from rulebook.card_text import printed_value

_PRINTING = Qt.ItemDataRole.UserRole + 32
_MOST_ROWS = 7
SAME = "Same facts"
REPRINT = "Reprint"
# Attributes of cards and of their plot values, with their names.
_NUMBERS = {
    "cost": "cost",
    "strength": "STR",
    "income": "income",
    "initiative": "initiative",
    "reserve": "reserve",
    "influence": "influence",
    "deck_limit": "limit",
}
_PLOT_NUMBERS = {
    "income": "plot income",
    "initiative": "plot initiative",
    "claim": "claim",
    "reserve": "plot reserve",
}


@dataclass(frozen=True, slots=True)
class Printing:
    """A printing as the list shows it: where and when it came out, and how it differs.

    `difference` is empty for the printing that is shown; `copies` are those in the deck.
    """

    card: Card
    pack: str
    released: str
    difference: str = ""
    copies: int = 0

    @property
    def in_deck(self) -> str:
        return f"{self.copies} in the deck" if self.copies else ""

    @property
    def description(self) -> str:
        number = f"{self.pack} {self.card.position}"
        return ", ".join(filter(None, (number, self.released, self.in_deck, self.difference)))


def printings_of(shown: Card, pool: CardPool, copies: dict[str, int]) -> tuple[Printing, ...]:
    """Return every printing of the shown card's title in its edition, oldest packs first."""
    found = []
    for card in pool.by_title.get(shown.name, (shown,)):
        pack = pool.packs.get(card.pack)
        difference = "" if card.code == shown.code else differences(shown, card)
        name, released = (pack.name, pack.released) if pack else (card.pack, "")
        found.append(Printing(card, name, released, difference, copies.get(card.code, 0)))
    return tuple(sorted(found, key=lambda each: (each.released or "9999", each.card.code)))


def differences(shown: Card, other: Card) -> str:
    """Return what the other printing has where the shown one has something else.

    "Cost 4, STR 5, +intrigue, no Lady"; where nothing differs, that it is a reprint or the same.
    """
    found = [*_kind(shown, other), *_numbers(shown, other, _NUMBERS)]
    if shown.plot is not None and other.plot is not None:
        found += _numbers(shown.plot, other.plot, _PLOT_NUMBERS)
    found += _lists(shown, other)
    if not found and shown.text and other.text and shown.text != other.text:
        found.append("another text")
    if other.errata and other.errata != shown.errata:
        found.append("errata")
    if found:
        text = ", ".join(found)
        return f"{text[0].upper()}{text[1:]}"
    return REPRINT if design(shown) == design(other) else SAME


def _kind(shown: Card, other: Card) -> Iterator[str]:
    if other.type is not shown.type:
        yield other.type.value
    if other.factions != shown.factions:
        yield " and ".join(each.label for each in other.factions) or "neutral"
    if other.unique is not shown.unique:
        yield "unique" if other.unique else "not unique"
    if other.loyal is not shown.loyal:
        yield "loyal" if other.loyal else "not loyal"


def _numbers(shown: object, other: object, names: dict[str, str]) -> Iterator[str]:
    for attribute, name in names.items():
        value = getattr(other, attribute)
        if value != getattr(shown, attribute):
            yield f"{name} {printed_value(value)}"


def _lists(shown: Card, other: Card) -> Iterator[str]:
    before, after = _all_of(shown), _all_of(other)
    yield from (f"+{each}" for each in after if each not in before)
    yield from (f"no {each}" for each in before if each not in after)


def _all_of(card: Card) -> Sequence[str]:
    keywords = [keyword.words for keyword in card.keywords]
    naval = [f"naval {icon}" for icon in card.naval]
    return [*card.icons, *card.traits, *keywords, *card.crests, *naval]


class PrintingDelegate(QStyledItemDelegate):
    """Paints a printing in two lines: pack, number and day; then its difference and copies."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, option.fontMetrics.height() * 5 // 2)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        printing: Printing = index.data(_PRINTING)
        colours, gap = colours_of(option.palette), option.fontMetrics.height() // 3
        rect: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            paint_selected(painter, rect, colours, active=True, first=True)
        rect = rect.adjusted(2 * gap, gap // 2, -gap, -rect.height() // 2)
        number = f"{printing.pack} {printing.card.position}"
        painter.setFont(option.font)
        _paint_line(painter, rect, (number, colours.ink), (printing.released, colours.faint))
        painter.setFont(sized(option.font, Size.SMALL))
        rect.translate(0, rect.height())
        difference = printing.difference or "Shown"
        _paint_line(painter, rect, (difference, colours.faint), (printing.in_deck, colours.ink))
        painter.restore()


def _paint_line(
    painter: QPainter, rect: QRect, left: tuple[str, QColor], right: tuple[str, QColor]
) -> None:
    """Paint a text at the right edge, and one at the left that is elided before it."""
    metrics = painter.fontMetrics()
    width = rect.width() - metrics.horizontalAdvance(right[0]) - metrics.height() // 2
    painter.setPen(left[1])
    text = metrics.elidedText(left[0], Qt.TextElideMode.ElideRight, width)
    painter.drawText(rect, LEFT, text)
    painter.setPen(right[1])
    painter.drawText(rect, RIGHT, right[0])


class PrintingList(QListView):
    """The list; the current row is the printing that is shown.

    Signals:
        printing_chosen: the user chose another printing (the card).
    """

    printing_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.printings: tuple[Printing, ...] = ()
        self._rows = QStandardItemModel(0, 1, self)
        self._updating = False
        self.setModel(self._rows)
        self.setItemDelegate(PrintingDelegate(self))
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Versions and printings")
        self.selectionModel().currentChanged.connect(self._on_current_changed)

    def show_printings(self, printings: Sequence[Printing], shown: Card) -> None:
        self._updating = True
        self.printings = tuple(printings)
        self._rows.setRowCount(len(printings))
        for row, each in enumerate(printings):
            index, role = self._rows.index(row, 0), Qt.ItemDataRole
            text = each.description
            self._rows.setItemData(
                index, {role.DisplayRole: text, role.ToolTipRole: tip(text), _PRINTING: each}
            )
            self._rows.setData(index, each.card, Role.CARD)
            if each.card.code == shown.code:
                self.setCurrentIndex(index)
        self._updating = False
        self.updateGeometry()

    def card_at(self, place: QPoint) -> Card | None:
        """Return the printing at a place of the list, else the one that is shown."""
        index = self.indexAt(place)
        row = index.row() if index.isValid() else self.currentIndex().row()
        return self.printings[row].card if 0 <= row < len(self.printings) else None

    def _on_current_changed(self, current: QModelIndex) -> None:
        if current.isValid() and not self._updating:
            self.printing_chosen.emit(self.printings[current.row()].card)

    @override
    def sizeHint(self) -> QSize:
        rows = min(_MOST_ROWS, len(self.printings))
        return QSize(space(self, 60), rows * self.fontMetrics().height() * 5 // 2 + 2)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(space(self, 30), self.sizeHint().height())

"""Every printing of a title in a list, to switch between, and how it differs from the shown one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QSizePolicy, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from desktop.style.fonts import space
from desktop.widgets.card_delegate import CardDelegate, Cell, Role
from desktop.widgets.layouts import tip
from library.owned import design
from rulebook.card_text import printed_value

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
    def cell(self) -> Cell:
        """The pack, number and day, and below them the difference and the copies."""
        below = " · ".join(filter(None, (self.difference or "Shown", self.in_deck)))
        return Cell(f"{self.pack} {self.card.position}", note=self.released, below=below)

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
        name, released = (pack.label, pack.released) if pack else (card.pack, "")
        found.append(Printing(card, name, released, difference, copies.get(card.code, 0)))
    return tuple(sorted(found, key=lambda each: (each.released or "9999", each.card.code)))


def differences(shown: Card, other: Card) -> str:
    """Return how the other printing differs from the shown one: "Cost 4, +intrigue, no Lady".

    Without a difference it is a reprint, or has the same facts.
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


class PrintingList(QListWidget):
    """The list; the current row is the printing that is shown."""

    printing_chosen = Signal(object)  # by the user: the card

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.printings: tuple[Printing, ...] = ()
        self.setItemDelegate(CardDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Versions and printings")
        self.currentRowChanged.connect(self._on_current_row_changed)

    def show_printings(self, printings: Sequence[Printing], shown: Card) -> None:
        # Another shown card changes the differences, so equal printings show the same card.
        if tuple(printings) == self.printings:
            return
        with QSignalBlocker(self):
            self.printings = tuple(printings)
            self.clear()
            for each in printings:
                item = QListWidgetItem(each.description, self)
                item.setToolTip(tip(each.description))
                item.setData(Role.CARD, each.card)
                item.setData(Role.CELL, each.cell)
                if each.card.code == shown.code:
                    self.setCurrentItem(item)
        self.updateGeometry()

    def card_at(self, place: QPoint) -> Card | None:
        """Return the printing at a place of the list, or the shown one if there is none."""
        item = self.itemAt(place) or self.currentItem()
        card: Card | None = item.data(Role.CARD) if item is not None else None
        return card

    def _on_current_row_changed(self, row: int) -> None:
        if row >= 0:
            self.printing_chosen.emit(self.printings[row].card)

    @override
    def sizeHint(self) -> QSize:
        rows = min(_MOST_ROWS, len(self.printings))
        return QSize(space(self, 60), rows * max(0, self.sizeHintForRow(0)) + 2)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(space(self, 30), self.sizeHint().height())

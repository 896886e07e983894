"""The products of an edition as a tree: cycles, and under them their packs with what is owned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt
from typing_extensions import override

from carddb.pack import Pack
from carddb.pool import CardPool
from carddb.spelling import fold
from desktop.widgets.card_delegate import LEFT, RIGHT, AnyIndex, Cell, Role
from desktop.widgets.pips import Pips
from library.owned import Holding

_NOWHERE = QModelIndex()
MOST = 99


@dataclass(frozen=True, slots=True)
class Product:
    """A pack with what is in it: different cards, and copies of them."""

    pack: Pack
    cards: int
    copies: int


@dataclass(frozen=True, slots=True)
class Group:
    """A cycle with its packs; one that never had more than one pack is that pack."""

    name: str
    products: tuple[Product, ...]
    alone: bool = False


def groups_of(pool: CardPool) -> tuple[Group, ...]:
    """Return the cycles of an edition in order of publication, without packs that have no cards."""
    cards: Counter[str] = Counter()
    copies: Counter[str] = Counter()
    for card in pool:
        cards[card.pack] += 1
        copies[card.pack] += card.quantity
    groups = []
    for cycle in sorted(pool.cycles.values(), key=lambda each: each.position):
        packs = [each for each in pool.packs.values() if each.cycle == cycle.code]
        products = tuple(
            Product(pack, cards[pack.code], copies[pack.code])
            for pack in sorted(packs, key=lambda each: each.position)
            if cards[pack.code]
        )
        if products:
            groups.append(Group(cycle.name, products, alone=len(products) == 1))
    return tuple(groups)


def matching_groups(groups: Iterable[Group], text: str) -> tuple[Group, ...]:
    """Return what a search finds: whole cycles by name, or packs by name or code."""
    words = fold(text).split()
    if not words:
        return tuple(groups)
    found = []
    for group in groups:
        cycle = fold(group.name)
        products = tuple(
            each
            for each in group.products
            if all(
                word in cycle or word in fold(each.pack.name) or word == fold(each.pack.code)
                for word in words
            )
        )
        if products:
            found.append(replace(group, products=products))
    return tuple(found)


def changed_holdings(
    products: Iterable[Product], owned: Mapping[str, int], difference: int
) -> tuple[Holding, ...]:
    """Return that so many more of each product are owned, or less, where that is possible."""
    new = []
    for each in products:
        now = owned.get(each.pack.code, 0)
        then = max(0, min(MOST, now + difference))
        if then != now:
            new.append(Holding(each.pack.edition, each.pack.code, then))
    return tuple(new)


class ProductColumn(IntEnum):
    """The columns, from left to right."""

    NAME = 0
    OWNED = 1
    RELEASED = 2
    CARDS = 3


_TITLES = ("Product", "Own", "Released", "Cards")
_MOST_PIPS = 3


class ProductsModel(QAbstractItemModel):
    """Cycles and packs; a cycle of one pack is a row of its own without others under it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.groups: tuple[Group, ...] = ()
        self._copies: Mapping[str, int] = {}

    def show_groups(self, groups: tuple[Group, ...], owned: Mapping[str, int]) -> None:
        """Show these cycles, with how many of each pack are owned."""
        if groups == self.groups:
            self._update(owned)
            return
        self.beginResetModel()
        self.groups, self._copies = groups, owned
        self.endResetModel()

    def products_at(self, indexes: Iterable[AnyIndex]) -> tuple[Product, ...]:
        """Return the packs of some rows, each once; a cycle stands for all of its packs here."""
        found: dict[str, Product] = {}
        for index in indexes:
            found |= {each.pack.code: each for each in self._products(index)}
        return tuple(found.values())

    def _update(self, owned: Mapping[str, int]) -> None:
        self._copies = owned
        last = len(ProductColumn) - 1
        for number, group in enumerate(self.groups):
            top = self.index(number, 0)
            self.dataChanged.emit(top, self.index(number, last))
            if not group.alone:
                bottom = len(group.products) - 1
                self.dataChanged.emit(self.index(0, 0, top), self.index(bottom, last, top))

    def _products(self, index: AnyIndex) -> tuple[Product, ...]:
        if index.internalId():
            return (self.groups[index.internalId() - 1].products[index.row()],)
        return self.groups[index.row()].products

    @override
    def index(self, row: int, column: int, parent: AnyIndex = _NOWHERE) -> QModelIndex:
        if not (0 <= row < self.rowCount(parent) and 0 <= column < len(ProductColumn)):
            return QModelIndex()
        # The internal id: 0 for a cycle, else the number of the pack's cycle plus one.
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    @override
    def parent(self, index: AnyIndex) -> QModelIndex:  # type: ignore[override]
        group = index.internalId() if index.isValid() else 0
        return self.createIndex(group - 1, 0, 0) if group else QModelIndex()

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        if not parent.isValid():
            return len(self.groups)
        if parent.internalId() or parent.column() or self.groups[parent.row()].alone:
            return 0
        return len(self.groups[parent.row()].products)

    @override
    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return len(ProductColumn)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(_TITLES):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(ProductColumn(section))
        return _TITLES[section] if role == Qt.ItemDataRole.DisplayRole else None

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column, products = ProductColumn(index.column()), self._products(index)
        group = self.groups[index.row()] if not index.internalId() else None
        name = group.name if group and not group.alone else products[0].pack.name
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(column, name, products)
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return self._spoken_text(column, name, products)
            case Role.CELL:
                return self._cell(column, name, products)
        return None

    def _cell(self, column: ProductColumn, name: str, products: tuple[Product, ...]) -> Cell:
        counts = {self._copies.get(each.pack.code, 0) for each in products}
        if column is ProductColumn.OWNED and len(counts) == 1 and max(counts) <= _MOST_PIPS:
            return Cell(pips=Pips(counts.pop(), 0, _MOST_PIPS))
        faint = column not in {ProductColumn.NAME, ProductColumn.OWNED}
        text = self._text(column, name, products)
        return Cell(text, alignment=_alignment(column), faint=faint)

    def _text(self, column: ProductColumn, name: str, products: tuple[Product, ...]) -> str:
        match column:
            case ProductColumn.NAME:
                return name
            case ProductColumn.OWNED:
                return self._owned_text(products)
            case ProductColumn.RELEASED:
                return products[0].pack.released if len(products) == 1 else ""
        return str(sum(each.cards for each in products))

    def _owned_text(self, products: tuple[Product, ...]) -> str:
        counts = [self._copies.get(each.pack.code, 0) for each in products]
        if len(set(counts)) == 1:
            return str(counts[0])
        some = sum(1 for each in counts if each)
        if some < len(counts):
            return f"{some} of {len(counts)}"
        return f"{min(counts)} to {max(counts)}"

    def _spoken_text(self, column: ProductColumn, name: str, products: tuple[Product, ...]) -> str:
        if column is ProductColumn.OWNED:
            owned = self._owned_text(products)
            packs = "packs" if " of " in owned else "of each pack"
            return f"You own {owned} {packs} of {name}" if len(products) > 1 else f"You own {owned}"
        if column is ProductColumn.CARDS:
            copies = sum(each.copies for each in products)
            return f"{sum(each.cards for each in products)} cards, {copies} copies"
        return self._text(column, name, products)


def _alignment(column: ProductColumn) -> Qt.AlignmentFlag:
    return RIGHT if column is ProductColumn.CARDS else LEFT

"""Choosing which products are owned, whole cycles at once where that is wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget
from typing_extensions import override

from carddb.pack import Pack
from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import Edition
from desktop.dialogs.collection.counted_pane import CountedPane
from desktop.session.collection_state import CollectionState
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import RIGHT, AnyIndex, CardDelegate
from desktop.widgets.rows_model import NO_INDEX, Column
from desktop.widgets.rows_table import share_width
from library.owned import Holding

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


@dataclass(frozen=True, slots=True)
class ProductRow:
    """A row: a pack or a cycle, its products, and the copies that are owned of each of them."""

    name: str
    products: tuple[Product, ...]
    copies: tuple[int, ...]

    @property
    def owned(self) -> str:
        """How many are owned: of each, of some, or from the fewest to the most."""
        fewest, most = min(self.copies), max(self.copies)
        if fewest == most:
            return str(most)
        some = sum(1 for each in self.copies if each)
        return f"{fewest} to {most}" if fewest else f"{some} of {len(self.copies)}"

    @property
    def owned_words(self) -> str:
        """The same as a sentence."""
        if len(self.products) == 1:
            return f"You own {self.owned}"
        packs = "packs" if " of " in self.owned else "of each pack"
        return f"You own {self.owned} {packs} of {self.name}"

    @property
    def cards(self) -> int:
        """How many different cards there are in the products."""
        return sum(each.cards for each in self.products)


COLUMNS: tuple[Column[ProductRow], ...] = (
    Column(title="Product", text=lambda row: row.name, share=1),
    Column(
        title="Own",
        text=lambda row: row.owned,
        words=lambda row: row.owned_words,
        width=9,
    ),
    Column(
        title="Released",
        text=lambda row: row.products[0].pack.released if len(row.products) == 1 else "",
        faint=True,
        width=13,
    ),
    Column(
        title="Cards",
        text=lambda row: str(row.cards),
        words=lambda row: f"{row.cards} cards, {sum(each.copies for each in row.products)} copies",
        alignment=RIGHT,
        faint=True,
        width=7,
    ),
)
OWNED = 1


class ProductsModel(QAbstractItemModel):
    """Cycles and packs; a cycle of one pack is a row of its own without others under it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.groups: tuple[Group, ...] = ()
        self._copies: Mapping[str, int] = {}

    def show_groups(self, groups: tuple[Group, ...], owned: Mapping[str, int]) -> None:
        """Show these cycles, with how many of each pack are owned."""
        if groups == self.groups:
            self._copies = owned
            for number, group in enumerate(groups):
                top, last = self.index(number, 0), len(COLUMNS) - 1
                self.dataChanged.emit(top, top.siblingAtColumn(last))
                bottom = self.index(len(group.products) - 1, last, top)
                if bottom.isValid():
                    self.dataChanged.emit(self.index(0, 0, top), bottom)
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

    def _products(self, index: AnyIndex) -> tuple[Product, ...]:
        if index.internalId():
            return (self.groups[index.internalId() - 1].products[index.row()],)
        return self.groups[index.row()].products

    @override
    def index(self, row: int, column: int, parent: AnyIndex = NO_INDEX) -> QModelIndex:
        if not (0 <= row < self.rowCount(parent) and 0 <= column < len(COLUMNS)):
            return QModelIndex()
        # The internal id: 0 for a cycle, else the number of the pack's cycle plus one.
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    @override
    def parent(self, index: AnyIndex) -> QModelIndex:  # type: ignore[override]
        group = index.internalId() if index.isValid() else 0
        return self.createIndex(group - 1, 0, 0) if group else QModelIndex()

    @override
    def rowCount(self, parent: AnyIndex = NO_INDEX) -> int:
        if not parent.isValid():
            return len(self.groups)
        if parent.internalId() or parent.column() or self.groups[parent.row()].alone:
            return 0
        return len(self.groups[parent.row()].products)

    @override
    def columnCount(self, parent: AnyIndex = NO_INDEX) -> int:
        return len(COLUMNS)

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        columns = COLUMNS[section : section + 1] if orientation is Qt.Orientation.Horizontal else ()
        return columns[0].data(role) if columns else None

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        products = self._products(index)
        group = None if index.internalId() else self.groups[index.row()]
        name = group.name if group and not group.alone else products[0].pack.name
        copies = tuple([self._copies.get(each.pack.code, 0) for each in products])
        return COLUMNS[index.column()].value(ProductRow(name, products, copies), role)


class ProductsView(QTreeView):
    """The tree; several packs and cycles can be selected."""

    def __init__(self, model: ProductsModel, parent: QWidget) -> None:
        super().__init__(
            parent,
            uniformRowHeights=True,
            expandsOnDoubleClick=False,
            itemsExpandable=False,
            rootIsDecorated=False,
            indentation=space(parent, 4),
        )
        self.setAccessibleName("Products")
        self.setItemDelegate(CardDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setModel(model)
        header = self.header()
        header.setFont(sized(header.font(), Size.SMALL))
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        model.modelReset.connect(self.expandAll)

    @override
    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex) -> None:  # type: ignore[override]
        # The style would fill the indent of a selected row with the accent.
        if self.selectionModel().isSelected(index):
            painter.fillRect(rect, colours_of(self.palette()).selection)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        share_width(self, COLUMNS)


class ProductsPane(CountedPane):
    """All products of an edition, or those that are searched for."""

    def __init__(self, collection_state: CollectionState, parent: QWidget | None = None) -> None:
        super().__init__(collection_state, parent)
        self._edition: Edition | None = None
        self._groups: tuple[Group, ...] = ()
        self.model = ProductsModel(self)
        self.view = ProductsView(self.model, self)
        words = "Find a product or a cycle"
        self.arrange(self.view, "Copies owned of what is selected:", words, words)

    def show_pool(self, pool: CardPool) -> None:
        """Show the products of an edition."""
        self._groups = groups_of(pool)
        self._edition = pool.edition
        self.show_owned()

    @override
    def show_owned(self) -> None:
        self.model.show_groups(matching_groups(self._groups, self.search.text()), self._owned())

    @override
    def set_count(self, count: int) -> None:
        packs = [each.pack for each in self._selected()]
        self.collection_state.hold([Holding(each.edition, each.code, count) for each in packs])

    @override
    def change_count(self, difference: int) -> None:
        self.collection_state.hold(changed_holdings(self._selected(), self._owned(), difference))

    def _selected(self) -> tuple[Product, ...]:
        return self.model.products_at(self.view.selectionModel().selectedRows())

    def _owned(self) -> Mapping[str, int]:
        return {
            each.pack: each.copies
            for each in self.collection_state.owned.holdings
            if each.edition is self._edition
        }

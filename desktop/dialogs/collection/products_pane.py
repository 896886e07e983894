"""Choosing which products are owned, whole cycles at once where that is wanted."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget
from typing_extensions import override

from carddb.pool import CardPool
from carddb.terms import Edition
from desktop.dialogs.collection.counted_pane import CountedPane
from desktop.dialogs.collection.products_model import (
    COLUMNS,
    Group,
    Product,
    ProductsModel,
    changed_holdings,
    groups_of,
    matching_groups,
)
from desktop.session.collection_state import CollectionState
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import CardDelegate
from desktop.widgets.rows_table import share_width
from library.owned import Holding


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

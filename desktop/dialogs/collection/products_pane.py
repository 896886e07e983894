"""Choosing which products are owned: a search, the tree, and buttons for whole cycles at once."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTreeView, QWidget
from typing_extensions import override

from carddb.pool import CardPool
from carddb.terms import Edition
from desktop.dialogs.collection.count_bar import CountKeys
from desktop.dialogs.collection.counted_pane import CountedPane
from desktop.dialogs.collection.product_groups import (
    Group,
    groups_of,
    like,
    with_change,
    with_count,
)
from desktop.dialogs.collection.products_model import ProductColumn, ProductsModel
from desktop.session.collection_state import CollectionState
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import CardDelegate


class ProductsView(QTreeView):
    """The tree; several packs and cycles can be selected."""

    def __init__(self, model: ProductsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Products")
        self.setItemDelegate(CardDelegate(self))
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setItemsExpandable(False)
        self.setRootIsDecorated(False)
        self.setIndentation(space(self, 4))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setFont(sized(self.header().font(), Size.SMALL))
        self.header().setStretchLastSection(False)
        self.header().setSectionsMovable(False)
        self.setModel(model)
        self.keys = CountKeys(self)
        model.modelReset.connect(self.expandAll)

    def share_width(self) -> None:
        """Give the narrow columns what they need and the name the rest."""
        character = self.fontMetrics().horizontalAdvance("0")
        left = self.viewport().width()
        for column, width in (
            (ProductColumn.OWNED, 9),
            (ProductColumn.RELEASED, 13),
            (ProductColumn.CARDS, 7),
        ):
            self.setColumnWidth(column, width * character)
            left -= self.columnWidth(column)
        self.setColumnWidth(ProductColumn.NAME, left)

    @override
    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex) -> None:  # type: ignore[override]
        # The style would fill the indent of a selected row with the accent.
        if self.selectionModel().isSelected(index):
            painter.fillRect(rect, colours_of(self.palette()).selection)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_width()


class ProductsPane(CountedPane):
    """All products of an edition, or those named like what is searched for."""

    def __init__(self, collection_state: CollectionState, parent: QWidget | None = None) -> None:
        super().__init__(collection_state, "Copies owned of what is selected:", parent)
        self._edition: Edition | None = None
        self._groups: tuple[Group, ...] = ()
        self.model = ProductsModel(self)
        self.view = ProductsView(self.model, self)
        asks = "Find a product or a cycle"
        self.arrange(self.view, self.view.keys, asks, asks)

    def show_pool(self, pool: CardPool) -> None:
        """Show the products of an edition."""
        self._groups = groups_of(pool)
        self._edition = pool.edition
        self.show_owned()

    @override
    def show_owned(self) -> None:
        """Show the products that are searched for and how many of them are owned."""
        self.model.show_groups(like(self._groups, self.search.text()), self._held())

    def _held(self) -> Mapping[str, int]:
        return {
            each.pack: each.copies
            for each in self._collection_state.owned.holdings
            if each.edition is self._edition
        }

    @override
    def _on_count_requested(self, count: int) -> None:
        chosen = self.model.products_at(self.view.selectionModel().selectedRows())
        self._collection_state.hold(with_count(chosen, count))

    @override
    def _on_change_requested(self, difference: int) -> None:
        chosen = self.model.products_at(self.view.selectionModel().selectedRows())
        self._collection_state.hold(with_change(chosen, self._held(), difference))

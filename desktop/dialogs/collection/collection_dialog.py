"""The collection: which products and single cards are owned; every change is kept at once."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from carddb.terms import Edition
from desktop.dialogs.collection.products_pane import ProductsPane
from desktop.dialogs.collection.single_cards_pane import SingleCardsPane
from desktop.session.collection_state import CollectionState
from desktop.session.loaded_cards import EDITION_LABELS, LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.labels import label
from library.owned import copies_owned


class CollectionDialog(QDialog):
    """Products and single cards of one edition at a time, and what they come to."""

    def __init__(
        self,
        collection_state: CollectionState,
        cards: LoadedCards,
        edition: Edition = Edition.SECOND,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._collection_state = collection_state
        self._cards = cards
        self.setWindowTitle("Collection")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.editions = ComboBox("Edition", self)
        self.editions.setMinimumContentsLength(13)
        for each in (Edition.SECOND, Edition.FIRST):
            self.editions.addItem(EDITION_LABELS[each], each.value)
        self.editions.setCurrentIndex(self.editions.findData(edition.value))
        self.tabs = QTabWidget(self)
        self.products = ProductsPane(collection_state, self)
        self.singles = SingleCardsPane(collection_state, self)
        self.tabs.addTab(self.products, "&Products")
        self.tabs.addTab(self.singles, "&Single cards")
        self.tabs.setAccessibleName("Products or single cards")
        self.tabs.tabBar().setAccessibleName("Products or single cards")
        self.total = label(size=Size.SMALL, faint=True, wraps=True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        self.editions.activated.connect(self._show_edition)
        collection_state.changed.connect(self._show_total)
        self._show_edition()
        self.products.search.setFocus()

    @property
    def edition(self) -> Edition:
        """The edition that is shown."""
        return Edition(self.editions.currentData())

    def _lay_out(self) -> None:
        gap = space(self, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(gap // 2)
        head = QHBoxLayout()
        head.addWidget(label("Collection", Size.LARGE, weight=QFont.Weight.DemiBold), 1)
        head.addWidget(self.editions)
        layout.addLayout(head)
        layout.addWidget(self.tabs, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.total, 1)
        foot.addWidget(self.buttons)
        layout.addLayout(foot)
        close = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setAutoDefault(False)
        close.setDefault(False)
        self.resize(space(self, 170), space(self, 170))

    def _show_edition(self) -> None:
        edition = self.edition
        self.products.show_pool(self._cards.pools[edition])
        rows = tuple(row for row in self._cards.rows if row.card.edition is edition)
        self.singles.show_rows(rows)
        self._show_total()

    def _show_total(self) -> None:
        self.tabs.setEnabled(self._collection_state.ready)
        self.total.setText(self._total_words())

    def _total_words(self) -> str:
        if not self._collection_state.ready:
            return "The library is not open, so no collection can be kept."
        owned = self._collection_state.owned
        if not (owned.holdings or owned.singles):
            return "Nothing is entered yet. Select what you own and press 1."
        products = sum(each.copies for each in owned.holdings if each.edition is self.edition)
        copies = copies_owned(owned, self._cards.pools[self.edition])
        noun = "product" if products == 1 else "products"
        return f"{products:,} {noun}: {len(copies):,} different cards, {copies.total():,} copies"

"""The collection: which products and single cards are owned; every change is saved at once."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QDialogButtonBox, QTabWidget, QWidget

from carddb.terms import Edition
from desktop.dialogs.collection.built_decks_pane import BuiltDecksPane
from desktop.dialogs.collection.products_pane import ProductsPane
from desktop.dialogs.collection.single_cards_pane import SingleCardsPane
from desktop.dialogs.simple_dialogs import ClosableDialog
from desktop.session.collection_state import CollectionState
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import EditionComboBox
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row
from library.owned import copies_owned


class CollectionDialog(ClosableDialog):
    """Products and single cards of one edition at a time, and their totals."""

    def __init__(
        self,
        collection_state: CollectionState,
        cards: LoadedCards,
        edition: Edition = Edition.SECOND,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Collection", parent)
        self._collection_state, self._cards = collection_state, cards
        self.editions = EditionComboBox("Edition", edition, self)
        self.editions.setMinimumContentsLength(13)
        self.products = ProductsPane(collection_state, self)
        self.singles = SingleCardsPane(collection_state, self)
        self.tabs = QTabWidget(self)
        self.tabs.addTab(self.products, "&Products")
        self.tabs.addTab(self.singles, "&Single cards")
        self.built = BuiltDecksPane(collection_state, self)
        self.tabs.addTab(self.built, "Built &decks")
        for each in (self.tabs, self.tabs.tabBar()):
            each.setAccessibleName("Products, single cards, built decks")
        self.total = label(size=Size.SMALL, faint=True, wraps=True)
        self.add_buttons()
        close = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setAutoDefault(False)
        close.setDefault(False)
        gap = space(self, 4)
        head = row(
            (label("Collection", Size.LARGE, weight=QFont.Weight.DemiBold), 1), self.editions
        )
        foot = row((self.total, 1), self.buttons)
        column(head, (self.tabs, 1), foot, parent=self, margin=gap, spacing=gap // 2)
        self.resize(space(self, 170), space(self, 170))
        self.editions.activated.connect(self._show_edition)
        collection_state.changed.connect(self._show_total)
        self._show_edition()
        self.products.search.setFocus()

    @property
    def edition(self) -> Edition:
        """The edition that is shown."""
        return self.editions.chosen

    def _show_edition(self) -> None:
        self.products.show_pool(self._cards.pools[self.edition])
        rows = tuple(row for row in self._cards.rows if row.card.edition is self.edition)
        self.singles.show_rows(rows)
        self.built.show_pool(self._cards.pools[self.edition])
        self._show_total()

    def _show_total(self) -> None:
        self.tabs.setEnabled(self._collection_state.ready)
        self.total.setText(self._total_text())

    def _total_text(self) -> str:
        if not self._collection_state.ready:
            return "The library is not open, so no collection can be saved."
        owned = self._collection_state.owned
        if not (owned.holdings or owned.singles):
            return "Nothing is entered yet. Select what you own and press 1."
        products = sum(each.copies for each in owned.holdings if each.edition is self.edition)
        copies = copies_owned(owned, self._cards.pools[self.edition])
        noun = "product" if products == 1 else "products"
        return f"{products:,} {noun}: {len(copies):,} different cards, {copies.total():,} copies"

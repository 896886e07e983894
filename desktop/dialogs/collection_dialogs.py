"""The collection, saved with every change, and the dialog of the cards that decks lack."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QTabWidget, QWidget

from carddb.pool import CardPool
from carddb.terms import Edition
from core.errors import AppError
from desktop.dialogs.owned_panes import ProductsPane, SingleCardsPane
from desktop.dialogs.simple_dialogs import ClosableDialog, push_button
from desktop.session.collection_state import CollectionState
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import EDITIONS, ComboBox
from desktop.widgets.glyphs import Glyph, of_type
from desktop.widgets.layouts import column, label, row
from desktop.widgets.message_bar import MessageBar
from desktop.widgets.rows_model import Column, ColumnsModel, number_column
from desktop.widgets.rows_table import RowsTable
from library.deck_values import StoredDeck
from library.owned import Owned, copies_owned
from library.shopping import (
    ContestedCard,
    MissingCard,
    ProductToBuy,
    ShoppingList,
    contested,
    shopping_text,
)


def _built(deck: StoredDeck) -> str:
    if deck.built_version is None:
        return ""
    newer = "" if deck.built_version == deck.version else f", now {deck.version}"
    return f"Version {deck.built_version}{newer}"


def _holders(row: ContestedCard) -> str:
    return ", ".join(f"{copies} in {deck.outline.name or NAMELESS}" for deck, copies in row.decks)


_DECK_COLUMNS: tuple[Column[StoredDeck], ...] = (
    Column(
        title="Deck",
        text=lambda deck: deck.name or NAMELESS,
        glyphs=lambda deck: (Glyph(icons.faction_glyph(deck.faction), deck.faction),),
        share=1,
    ),
    number_column("Cards", lambda deck: deck.draw_count + deck.plot_count, 7, faint=True),
    Column(title="Built", text=_built, words=lambda deck: _built(deck) or "Not built", width=18),
)
_CONTESTED_COLUMNS: tuple[Column[ContestedCard], ...] = (
    Column(
        title="Fought over",
        text=lambda row: row.card.name,
        glyphs=lambda row: of_type(row.card),
        share=2,
    ),
    number_column("Owned", lambda row: row.owned, 7),
    number_column("Wanted", lambda row: row.wanted, 8),
    Column(title="By", text=_holders, faint=True, share=3),
)


class BuiltDecksPane(QWidget):
    """Builds decks and takes them apart, with an undo; lists the cards that are too few."""

    def __init__(self, collection_state: CollectionState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._collection_state = collection_state
        self._pool: CardPool | None = None
        self.message_bar = MessageBar(self)
        self.model = ColumnsModel(_DECK_COLUMNS, self, key=lambda deck: deck.id)
        self.table: RowsTable[StoredDeck] = RowsTable(self.model, "Built decks", self)
        self.table.empty_text = "The library has no decks of this edition."
        self.contested = ColumnsModel(
            _CONTESTED_COLUMNS, self, key=lambda row: row.card.code, card=lambda row: row.card
        )
        self.contested_table: RowsTable[ContestedCard] = RowsTable(
            self.contested, "Cards fought over", self, inset=10
        )
        self.contested_table.empty_text = "No two built decks fight over a card."
        watch_cards(self.contested_table)
        tip = "Mark these decks as built in real cards, as they are now"
        self.build = push_button("&Build", self._on_build_clicked, self, tip)
        tip = "Take these decks apart: their cards are free again"
        self.take_apart = push_button("&Take apart", self._on_take_apart_clicked, self, tip)
        self.about = label(
            "The cards of a built deck are not available to other decks.",
            Size.SMALL,
            faint=True,
            wraps=True,
        )
        gap = space(self, 2)
        buttons = row(self.build, self.take_apart, (self.about, 1), spacing=gap)
        parts = (self.message_bar, (self.table, 3), buttons, (self.contested_table, 2))
        column(*parts, parent=self, spacing=gap)
        self.table.doubleClicked.connect(self._on_double_clicked)
        self.table.selectionModel().selectionChanged.connect(self._update_buttons)
        collection_state.changed.connect(self.show_decks)
        collection_state.library_worker.contents_changed.connect(self.show_decks)

    def show_pool(self, pool: CardPool) -> None:
        self._pool = pool
        self.show_decks()

    def show_decks(self) -> None:
        """Show the decks, and the cards of which built decks need more copies than are owned."""
        if self._pool is None:
            return
        edition = self._pool.edition
        stored = self._collection_state.library_worker.contents.decks
        decks = [deck for deck in stored if deck.edition is edition]
        decks.sort(key=lambda deck: (deck.built_version is None, deck.name.casefold()))
        self.model.show_rows(decks)
        self.contested.show_rows(contested(self._collection_state.owned, {edition: self._pool}))
        self._update_buttons()

    def _update_buttons(self) -> None:
        chosen = self.table.selected()
        self.build.setEnabled(any(deck.built_version != deck.version for deck in chosen))
        self.take_apart.setEnabled(any(deck.built for deck in chosen))

    def _on_double_clicked(self) -> None:
        (self.build if self.build.isEnabled() else self.take_apart).click()

    def _on_build_clicked(self) -> None:
        chosen = [deck for deck in self.table.selected() if deck.built_version != deck.version]
        self._change(chosen, {deck.id: deck.version for deck in chosen}, "built")

    def _on_take_apart_clicked(self) -> None:
        chosen = [deck for deck in self.table.selected() if deck.built]
        self._change(chosen, dict.fromkeys(deck.id for deck in chosen), "taken apart")

    def _change(
        self, decks: Sequence[StoredDeck], versions: dict[str, int | None], done: str
    ) -> None:
        before = {deck.id: deck.built_version for deck in decks}
        one = f"“{decks[0].name}” is" if len(decks) == 1 else f"{len(decks)} decks are"
        self._collection_state.build(versions)
        self.message_bar.show_message(
            f"{one} {done}.", lambda: self._collection_state.build(before)
        )


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
        self.editions = ComboBox("Edition", self, 13)
        self.editions.set_choices(EDITIONS, edition)
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
        self.lay_out((self.tabs, 1), head=self.editions, beside=self.total, size=(170, 170))
        self.leave_enter_alone()
        self.editions.activated.connect(self._show_edition)
        collection_state.changed.connect(self._show_total)
        self._show_edition()
        self.products.search.setFocus()

    @property
    def edition(self) -> Edition:
        return Edition(self.editions.chosen)

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


_CARD_COLUMNS: tuple[Column[MissingCard], ...] = (
    Column(
        title="Card",
        text=lambda row: row.card.name,
        glyphs=lambda row: of_type(row.card),
        share=1,
    ),
    number_column("Wanted", lambda row: row.wanted, 8),
    number_column("Owned", lambda row: row.owned, 7),
    number_column("Held", lambda row: row.taken or "", 6, name="Held by built decks", faint=True),
    number_column("Missing", lambda row: row.missing, 8),
)


_NOTHING_OWNED = "Your collection is empty: enter what you own under File, Collection."


def _brings(product: ProductToBuy) -> str:
    return ", ".join(f"{copies} {card.name}" for card, copies in product.cards)


_PRODUCT_COLUMNS: tuple[Column[ProductToBuy], ...] = (
    Column(title="To buy", text=lambda row: row.pack.name, share=2),
    number_column("Copies", lambda row: row.copies, 7),
    Column(title="Brings", text=_brings, faint=True, share=3),
)


class MissingDialog(ClosableDialog):
    """Lists the cards that decks lack, and the products to buy for them."""

    def __init__(
        self,
        decks: Sequence[StoredDeck],
        library_worker: LibraryWorker,
        cards: LoadedCards,
        parent: QWidget | None = None,
    ) -> None:
        named = (decks[0].name or NAMELESS) if len(decks) == 1 else f"{len(decks)} decks"
        super().__init__(f"Missing for {named}", parent)
        self._ids = [deck.id for deck in decks]
        self._library_worker, self._cards = library_worker, cards
        self.found: ShoppingList | None = None
        self.heading.setText(f"Missing for {named}")
        self.summary = label(faint=True)
        self.together = QCheckBox("All of them at the same &time", self)
        self.together.setChecked(True)
        self.together.setVisible(len(decks) > 1)
        self.model = ColumnsModel(
            _CARD_COLUMNS, self, key=lambda row: row.card.code, card=lambda row: row.card
        )
        self.table: RowsTable[MissingCard] = RowsTable(self.model, "Missing cards", self)
        self.products = ColumnsModel(_PRODUCT_COLUMNS, self, key=lambda row: row.pack.code)
        self.products_table: RowsTable[ProductToBuy] = RowsTable(
            self.products, "Products to buy", self, inset=10
        )
        watch_cards(self.table)
        self.how = label(size=Size.SMALL, faint=True, wraps=True)
        (self.copy,) = self.add_buttons(("&Copy the list", self._on_copy_clicked))
        parts = (self.together, (self.table, 3), (self.products_table, 2), self.how)
        self.lay_out(*parts, head=self.summary, size=(170, 150))
        self.together.toggled.connect(self._read)
        library_worker.contents_changed.connect(self._read)
        self._read()
        self.table.setFocus()

    def _read(self) -> None:
        ids, pools, together = self._ids, self._cards.pools, self.together.isChecked()
        self._library_worker.ask(
            lambda library: (
                library.collection.missing(ids, pools, together=together),
                library.collection.owned(),
            ),
            lambda answer: self._show(*answer),
            self._on_failed,
            asker=self,
        )

    def _show(self, found: ShoppingList, owned: Owned) -> None:
        self.found = found
        self.table.empty_text = "Nothing is missing."
        self.products_table.empty_text = "No product to buy."
        self.model.show_rows(found.cards)
        self.products.show_rows(found.products)
        count = "1 copy" if found.copies == 1 else f"{found.copies:,} copies"
        self.summary.setText(f"{count} missing" if found.cards else "Nothing is missing")
        self.copy.setEnabled(bool(found.cards or found.unknown))
        elsewhere = ", ".join(card.name for card in found.elsewhere)
        unknown = ", ".join(each.title for each in found.unknown)
        words = [
            found.how,
            f"In no product: {elsewhere}." if elsewhere else "",
            f"Not in today's card data: {unknown}." if unknown else "",
            "" if owned.holdings or owned.singles else _NOTHING_OWNED,
        ]
        self.how.setText("\n".join(filter(None, words)))

    def _on_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.how.setText(error.text)

    def _on_copy_clicked(self) -> None:
        if self.found is not None:
            QGuiApplication.clipboard().setText(shopping_text(self.found))
            self.how.setText("The list is copied.")

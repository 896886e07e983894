"""The dialog of the cards that decks lack, and the fewest products to buy for them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QCheckBox, QWidget

from core.errors import AppError
from desktop.dialogs.simple_dialogs import ClosableDialog
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.glyphs import of_type
from desktop.widgets.layouts import column, label, row
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from library.deck_values import StoredDeck
from library.shopping import MissingCard, ProductToBuy, ShoppingList, shopping_text

_CARD_COLUMNS: tuple[Column[MissingCard], ...] = (
    Column(
        title="Card",
        text=lambda row: row.card.name,
        glyphs=lambda row: of_type(row.card),
        share=1,
    ),
    Column(title="Wanted", text=lambda row: str(row.wanted), alignment=RIGHT, width=8),
    Column(title="Owned", text=lambda row: str(row.owned), alignment=RIGHT, width=7),
    Column(
        title="Held",
        name="Held by built decks",
        text=lambda row: str(row.taken or ""),
        alignment=RIGHT,
        faint=True,
        width=6,
    ),
    Column(title="Missing", text=lambda row: str(row.missing), alignment=RIGHT, width=8),
)


def _brings(product: ProductToBuy) -> str:
    return ", ".join(f"{copies} {card.name}" for card, copies in product.cards)


_PRODUCT_COLUMNS: tuple[Column[ProductToBuy], ...] = (
    Column(title="To buy", text=lambda row: row.pack.name, share=2),
    Column(title="Copies", text=lambda row: str(row.copies), alignment=RIGHT, width=7),
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
        heading = label(f"Missing for {named}", weight=QFont.Weight.DemiBold, wraps=True)
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
        gap = space(self, 2)
        head = row((heading, 1), self.summary, spacing=gap)
        parts = (head, self.together, (self.table, 3), (self.products_table, 2), self.how)
        column(*parts, self.buttons, parent=self, margin=gap * 2, spacing=gap)
        self.resize(space(self, 170), space(self, 150))
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
            lambda answer: self._show(
                answer[0], known=bool(answer[1].holdings or answer[1].singles)
            ),
            self._on_failed,
            asker=self,
        )

    def _show(self, found: ShoppingList, *, known: bool) -> None:
        self.found = found
        self.model.show_rows(found.cards)
        self.products.show_rows(found.products)
        self.table.empty_text = "Nothing is missing."
        self.products_table.empty_text = "No product to buy."
        count = "1 copy" if found.copies == 1 else f"{found.copies:,} copies"
        self.summary.setText(f"{count} missing" if found.cards else "Nothing is missing")
        self.copy.setEnabled(bool(found.cards or found.unknown))
        elsewhere = ", ".join(card.name for card in found.elsewhere)
        unknown = ", ".join(each.title for each in found.unknown)
        words = [
            found.how,
            f"In no product: {elsewhere}." if elsewhere else "",
            f"Not in today's card data: {unknown}." if unknown else "",
            "" if known else "Your collection is empty: enter what you own under File, Collection.",
        ]
        self.how.setText("\n".join(filter(None, words)))
        for table in (self.table, self.products_table):
            table.fit_columns()
            table.viewport().update()

    def _on_failed(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.how.setText(error.text)

    def _on_copy_clicked(self) -> None:
        if self.found is not None:
            QGuiApplication.clipboard().setText(shopping_text(self.found))
            self.how.setText("The list is copied.")

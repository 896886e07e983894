"""The collection, saved with every change, and the dialog of the cards that decks lack."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QTabWidget, QWidget

from carddb.pool import CardPool
from carddb.terms import Edition
from core.errors import AppError
from core.files import file_name, write_file
from decks.sheet import written_day
from desktop.dialogs.owned_panes import ProductsPane, SingleCardsPane
from desktop.dialogs.proxies_dialog import ProxiesDialog, ProxySource
from desktop.dialogs.simple_dialogs import ClosableDialog, DialogContext, ask_for_file, push_button
from desktop.pdf.binder_pages import binder_pdf
from desktop.pdf.paper_painter import usual_paper
from desktop.runtime.tasks import Progress, Task
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import NAMELESS, quoted
from desktop.session.library_worker import LibraryWorker
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import EDITIONS, ComboBox
from desktop.widgets.glyphs import Glyph, of_type
from desktop.widgets.layouts import column, label, row
from desktop.widgets.menus import Menu
from desktop.widgets.message_bar import MessageBar
from desktop.widgets.rows_model import Column, ColumnsModel, number_column
from desktop.widgets.rows_table import RowsTable
from library.binder import BinderList, collection_binder, missing_cards
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
        one = f"{quoted(decks[0].name)} is" if len(decks) == 1 else f"{len(decks)} decks are"
        self._collection_state.build(versions)
        self.message_bar.show_message(
            f"{one} {done}.", lambda: self._collection_state.build(before)
        )


def _write_binder(binder: BinderList, path: Path, progress: Progress) -> str:
    """Write a list by pack as a PDF, in a worker; return a sentence about it."""
    progress(0, 1)
    write_file(path, binder_pdf(binder, usual_paper()), waits=False)
    return f"Saved “{path.name}”: {binder.total}."


class CollectionDialog(ClosableDialog):
    """Products and single cards of one edition at a time, and their totals."""

    def __init__(
        self,
        collection_state: CollectionState,
        context: DialogContext,
        edition: Edition = Edition.SECOND,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Collection", parent)
        self._collection_state, self._context = collection_state, context
        self._cards = context.cards
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
        (self.print,) = self.add_buttons(("P&rint", lambda: None))
        self.print.setMenu(self._print_menu())
        self.lay_out((self.tabs, 1), head=self.editions, beside=self.total, size=(170, 170))
        self.leave_enter_alone()
        self.editions.activated.connect(self._show_edition)
        collection_state.changed.connect(self._show_total)
        self._show_edition()
        self.products.search.setFocus()

    @property
    def edition(self) -> Edition:
        return Edition(self.editions.chosen)

    def _print_menu(self) -> Menu:
        menu = Menu("Print", self)
        menu.addAction("What you &own, by pack…", partial(self.print_list, missing=False))
        menu.addAction("What is &missing, by pack…", partial(self.print_list, missing=True))
        menu.addSeparator()
        menu.addAction("Missing cards as &proxies…", self.print_missing)
        return menu

    def print_list(self, *, missing: bool) -> None:
        """Ask where to save the list by pack, and save it there."""
        pool, day = self._cards.pools[self.edition], written_day(self._context.today)
        binder = collection_binder(self._collection_state.owned, pool, day, missing=missing)
        if not binder.packs:
            self.total.setText("Nothing is missing." if missing else "Nothing is entered yet.")
            return
        name = file_name(binder.title.replace(":", ","), ".pdf")
        save = partial(self.save_list, binder)
        ask_for_file("Save the list", self._context.folder, name, save, self)

    def save_list(self, binder: BinderList, path: Path) -> None:
        task = Task(partial(_write_binder, binder, path))
        task.succeeded.connect(self.total.setText)
        task.failed.connect(self._on_failed)
        self._context.tasks.start(task)

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):  # the task runner announces a bug
            self.total.setText(error.text)

    def print_missing(self) -> None:
        """Open the proxies of missing cards: of the selected products, or of all."""
        owned, pool = self._collection_state.owned, self._cards.pools[self.edition]
        packs = {
            product.pack.code for row in self.products.view.selected() for product in row.products
        }
        choices = {
            "Missing of the selected products": missing_cards(owned, pool, packs) if packs else (),
            "All missing cards": missing_cards(owned, pool),
        }
        found = {words: cards for words, cards in choices.items() if cards}
        if not found:
            self.total.setText("Nothing is missing.")
            return
        ProxiesDialog(ProxySource("Missing cards", found), self._context, self).open()

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
        context: DialogContext,
        parent: QWidget | None = None,
    ) -> None:
        named = (decks[0].name or NAMELESS) if len(decks) == 1 else f"{len(decks)} decks"
        super().__init__(f"Missing for {named}", parent)
        self._ids = [deck.id for deck in decks]
        self._library_worker, self._context = library_worker, context
        self._cards = context.cards
        self.found: ShoppingList | None = None
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
        self.copy, self.print = self.add_buttons(
            ("&Copy the list", self._on_copy_clicked), ("&Print missing cards…", self.print_missing)
        )
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
        self.print.setEnabled(bool(found.cards))
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

    def print_missing(self) -> None:
        if self.found is not None:
            cards = tuple((each.card, each.missing) for each in self.found.cards)
            source = ProxySource(self.windowTitle(), {"Missing cards": cards})
            ProxiesDialog(source, self._context, self).open()

    def _on_copy_clicked(self) -> None:
        if self.found is not None:
            QGuiApplication.clipboard().setText(shopping_text(self.found))
            self.how.setText("The list is copied.")

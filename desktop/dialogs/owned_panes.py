"""The tabs of the collection in which owned copies are counted: products and single cards."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Generic

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.pack import Pack
from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import Edition
from desktop.session.collection_state import CollectionState
from desktop.session.loaded_cards import PoolRow
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.find_field import FindField
from desktop.widgets.layouts import column, label, row
from desktop.widgets.rows_model import Column, ColumnsModel, Row, faction_column, number_column
from desktop.widgets.rows_table import RowsTable
from library.owned import Holding, Owned, Single

MOST = 99
_LESS, _MORE = "\N{MINUS SIGN}", "+"
_BUTTONS = {
    Qt.Key.Key_0: "0",
    Qt.Key.Key_1: "1",
    Qt.Key.Key_2: "2",
    Qt.Key.Key_3: "3",
    Qt.Key.Key_Delete: "0",
    Qt.Key.Key_Plus: _MORE,
    Qt.Key.Key_Equal: _MORE,
    Qt.Key.Key_Return: _MORE,
    Qt.Key.Key_Enter: _MORE,
    Qt.Key.Key_Minus: _LESS,
}
_NO_CHORD = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier


class CountedPane(QWidget, Generic[Row]):
    """A search, a table, and buttons that change how many copies are owned.

    The keys of the Build page and a double click press the buttons.
    """

    name: ClassVar[str]
    caption: ClassVar[str]
    placeholder: ClassVar[str]
    search_name: ClassVar[str]

    def __init__(
        self,
        collection_state: CollectionState,
        model: ColumnsModel[Row],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.collection_state, self.model = collection_state, model
        model.setParent(self)
        self.search = FindField(self.search_name, self.placeholder, self)
        self.view: RowsTable[Row] = RowsTable(model, self.name, self)
        self.buttons: dict[str, QPushButton] = {}
        for count in range(4):
            self._add_button(str(count), str(count), partial(_exactly, count))
        self._add_button(_LESS, "one less", lambda now: now - 1)
        self._add_button(_MORE, "one more", lambda now: now + 1)
        caption = label(self.caption, Size.SMALL, faint=True)
        buttons = row(caption, *self.buttons.values(), None, spacing=space(self, 1))
        column(self.search, (self.view, 1), buttons, parent=self, spacing=space(self, 2))
        self.search.textChanged.connect(self.show_owned)
        self.search.returnPressed.connect(self._go_to_list)
        self.search.left_downwards.connect(self._go_to_list)
        self.view.installEventFilter(self)
        self.view.doubleClicked.connect(self.buttons[_MORE].click)
        collection_state.changed.connect(self.show_owned)

    @abstractmethod
    def show_owned(self) -> None:
        """Show the rows that match the search, with their owned copies."""

    @abstractmethod
    def hold(self, new_count: Callable[[int], int]) -> None:
        """Change the owned copies of the selected rows; `new_count` maps old counts to new ones."""

    def _add_button(self, sign: str, copies: str, new_count: Callable[[int], int]) -> None:
        words, act = f"Own {copies} of what is selected", partial(self.hold, new_count)
        button = push_button(sign, self, f"{words} (key {sign})", act, name=words, kind="small")
        button.setAutoDefault(False)
        button.setFixedWidth(space(self, 7))
        self.buttons[sign] = button

    def _go_to_list(self) -> None:
        if self.model.rows:
            self.view.setCurrentIndex(self.model.index(0, 0))
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        sign = _BUTTONS.get(Qt.Key(event.key()))
        if sign is None or event.modifiers() & ~_NO_CHORD:
            return False
        self.buttons[sign].click()
        return True


def _exactly(count: int, _now: int) -> int:
    return count


@dataclass(frozen=True, slots=True)
class Product:
    """A pack with the numbers of its different cards and of their copies."""

    pack: Pack
    cards: int
    copies: int


@dataclass(frozen=True, slots=True)
class Group:
    """A cycle with its packs; a cycle that is `alone` never had more than one pack."""

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


def matching_groups(groups: Iterable[Group], text: str) -> Iterator[Group]:
    """Yield what a search finds: whole cycles by name, or packs by name or code."""
    words = fold(text).split()
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
            yield replace(group, products=products)


@dataclass(frozen=True, slots=True)
class ProductRow:
    """A pack or a cycle, its products, and the owned copies of each; packs of a cycle are indented.

    `owned` says how many copies of each product are owned ("2", "1 to 3"), or how many of the
    products ("2 of 6").
    """

    name: str
    products: tuple[Product, ...]
    copies: tuple[int, ...]
    indent: int = 0

    @property
    def key(self) -> tuple[str, ...]:
        codes = [each.pack.code for each in self.products]
        return (*codes,) if self.indent else (self.name, *codes)

    @property
    def owned(self) -> str:
        fewest, most = min(self.copies), max(self.copies)
        if fewest == most:
            return str(most)
        some = sum(1 for each in self.copies if each)
        return f"{fewest} to {most}" if fewest else f"{some} of {len(self.copies)}"

    @property
    def owned_words(self) -> str:
        if len(self.products) == 1:
            return f"You own {self.owned}"
        packs = "packs" if " of " in self.owned else "of each pack"
        return f"You own {self.owned} {packs} of {self.name}"

    @property
    def released(self) -> str:
        return self.products[0].pack.released if len(self.products) == 1 else ""

    @property
    def cards(self) -> int:
        return sum(each.cards for each in self.products)

    @property
    def cards_words(self) -> str:
        return f"{self.cards} cards, {sum(each.copies for each in self.products)} copies"


def product_rows(groups: Iterable[Group], owned: Mapping[str, int]) -> Iterator[ProductRow]:
    """Yield each cycle and below it its packs; `owned` are the copies by the code of the pack."""
    for group in groups:
        copies = tuple(owned.get(each.pack.code, 0) for each in group.products)
        if not group.alone:
            yield ProductRow(group.name, group.products, copies)
        for each, count in zip(group.products, copies, strict=True):
            yield ProductRow(each.pack.label, (each,), (count,), 0 if group.alone else 2)


_PRODUCT_COLUMNS: tuple[Column[ProductRow], ...] = (
    Column(title="Product", text=lambda row: row.name, indent=lambda row: row.indent, share=1),
    Column(title="Own", text=lambda row: row.owned, words=lambda row: row.owned_words, width=9),
    Column(title="Released", text=lambda row: row.released, faint=True, width=13),
    number_column("Cards", lambda row: row.cards, 7, words=lambda row: row.cards_words, faint=True),
)
OWNED = 1


class ProductsPane(CountedPane[ProductRow]):
    """All products of an edition, or those that match the search."""

    name = "Products"
    caption = "Copies owned of what is selected:"
    placeholder = search_name = "Find a product or a cycle"

    def __init__(self, collection_state: CollectionState, parent: QWidget | None = None) -> None:
        model = ColumnsModel(_PRODUCT_COLUMNS, key=lambda row: row.key)
        super().__init__(collection_state, model, parent)
        self._edition: Edition | None = None
        self._groups: tuple[Group, ...] = ()

    def show_pool(self, pool: CardPool) -> None:
        self._groups = groups_of(pool)
        self._edition = pool.edition
        self.show_owned()

    @override
    def show_owned(self) -> None:
        holdings = self.collection_state.owned.holdings
        owned = {each.pack: each.copies for each in holdings if each.edition is self._edition}
        groups = matching_groups(self._groups, self.search.text())
        self.model.update_rows(product_rows(groups, owned))

    @override
    def hold(self, new_count: Callable[[int], int]) -> None:
        # A cycle stands for those of its packs that are shown.
        now = {
            product.pack.code: (product.pack, copies)
            for row in self.view.selected()
            for product, copies in zip(row.products, row.copies, strict=True)
        }
        self.collection_state.hold(
            [
                Holding(pack.edition, pack.code, max(0, min(MOST, new_count(copies))))
                for pack, copies in now.values()
            ]
        )


@dataclass(frozen=True, slots=True)
class SingleCard:
    """A card with its copies in the owned products, and single ones (below zero: given away)."""

    card: Card
    pack: str
    in_packs: int
    single: int

    @property
    def signed(self) -> str:
        """The single copies with their sign; empty for none."""
        if self.single < 0:
            return f"\N{MINUS SIGN}{-self.single}"
        return f"+{self.single}" if self.single else ""

    @property
    def words(self) -> str:
        """The single copies and all copies, in words."""
        copies = self.single
        given = f"{-copies} given away" if copies < 0 else f"{copies} single copies"
        return f"{given}, {copies + self.in_packs} in all"


def single_rows(rows: Iterable[PoolRow], owned: Owned) -> Iterator[SingleCard]:
    """Yield cards with their copies in a collection."""
    packs = {(each.edition, each.pack): each.copies for each in owned.holdings}
    singles = {each.code: each.copies for each in owned.singles}
    for each in rows:
        card = each.card
        in_packs = packs.get((card.edition, card.pack), 0) * card.quantity
        yield SingleCard(card, each.pack, in_packs, singles.get(card.code, 0))


_SINGLE_COLUMNS: tuple[Column[SingleCard], ...] = (
    faction_column(lambda row: row.card, 3.2),
    Column(title="Card", text=lambda row: row.card.name, share=3),
    Column(title="Pack", text=lambda row: row.pack, faint=True, share=2),
    number_column(
        "In products", lambda row: row.in_packs or "", 10, name="Copies in the products", faint=True
    ),
    number_column(
        "Single",
        lambda row: row.signed,
        7,
        name="Single copies, or given away",
        words=lambda row: row.words,
    ),
)
SINGLE = len(_SINGLE_COLUMNS) - 1


class SingleCardsPane(CountedPane[SingleCard]):
    """The single cards of an edition; a search finds every card by the words of its name."""

    name = "Single cards"
    caption = "Single copies of what is selected:"
    placeholder = "Add a card: its name, or part of it"
    search_name = "Add a card by its name"

    def __init__(self, collection_state: CollectionState, parent: QWidget | None = None) -> None:
        model = ColumnsModel(
            _SINGLE_COLUMNS, key=lambda row: row.card.code, card=lambda row: row.card
        )
        super().__init__(collection_state, model, parent)
        self._rows: tuple[PoolRow, ...] = ()
        watch_cards(self.view)

    def show_rows(self, rows: tuple[PoolRow, ...]) -> None:
        """Show the cards of an edition, in order of names."""
        self._rows = rows
        self.show_owned()

    @override
    def show_owned(self) -> None:
        words = fold(self.search.text()).split()
        owned = self.collection_state.owned
        if words:
            found = (
                row
                for row in self._rows
                for name in [fold(f"{row.card.name} {row.card.english}")]
                if all(word in name for word in words)
            )
        else:
            singles = {each.code for each in owned.singles}
            found = (row for row in self._rows if row.card.code in singles)
        none = "No single cards. Search for one to add it."
        self.view.empty_text = "No cards match." if words else none
        self.model.update_rows(single_rows(found, owned))

    @override
    def hold(self, new_count: Callable[[int], int]) -> None:
        # At least none in all: only copies in products can be given away.
        self.collection_state.hold_singles(
            [
                Single(row.card.code, max(-row.in_packs, min(MOST, new_count(row.single))))
                for row in self.view.selected()
            ]
        )

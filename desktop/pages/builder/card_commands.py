"""What is done to cards of the deck on screen, the same by keys, clicks, menus and dropping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDrag, QDropEvent, QImage, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from decks.categories import with_category
from decks.deck import Deck
from decks.deck_section import DRAW_DECK, DeckSection
from desktop.session.deck_session import DeckSession
from desktop.session.drag_data import CARDS, DraggedCards, dragged_cards
from desktop.widgets.card_delegate import AnyIndex, Role
from desktop.widgets.cards.card_deck_info import swap_words, with_printing
from desktop.widgets.drag_pixmap import HOT_SPOT, drag_label
from validators.card_counts import (
    CardCountRow,
    considered_or_back,
    deck_sections,
    moved,
    next_section,
    section_holding,
    with_copies,
    with_more,
)

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel as _Model
else:  # an object of Qt can have only one class of Qt as its parent
    _Model = object

CARD_FLAGS = (
    Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemIsDropEnabled
)


def deck_after_drop(
    deck: Deck, pool: CardPool, dragged: DraggedCards, target: DeckSection | None
) -> Deck:
    """Return the deck after cards were dropped on a section of it, or on the table of all cards.

    There (`target` is None) they leave the deck. From another section they move, all of them; from
    the table copies are added up to a card's limit. Cards of another edition are not taken, nor
    those of a section that the deck does not have.
    """
    sections = deck_sections(deck)
    for code, copies, source in dragged.copies:
        card = pool.by_code.get(code)
        if card is None or source not in sections:
            continue
        if target is None:
            deck = with_more(deck, [(card, source)], -copies)
        elif dragged.from_deck:
            deck = moved(deck, card, source, target, copies)
        else:
            deck = with_more(deck, [(card, target)], copies)
    return deck


class CardDropModel(_Model):
    """Mixed into a model on which cards are dropped: one copy of each, or with Ctrl every copy."""

    _takes_all = False

    def begin_drop(self, event: QDropEvent) -> None:
        """Note which keys are held; Qt does not pass them to `dropMimeData`."""
        self._takes_all = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)

    def _accepts(self, dragged: DraggedCards) -> bool:
        return True

    def _drop(self, dragged: DraggedCards, target: AnyIndex) -> None:
        raise NotImplementedError

    @override
    def mimeTypes(self) -> list[str]:
        return [CARDS]

    @override
    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction | Qt.DropAction.MoveAction

    @override
    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: AnyIndex
    ) -> bool:
        dragged = dragged_cards(data)
        return dragged is not None and self._accepts(dragged)

    @override
    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: AnyIndex
    ) -> bool:
        dragged = dragged_cards(data)
        if dragged is None or not self._accepts(dragged):
            return False
        self._drop(dragged if self._takes_all else dragged.one_of_each(), parent)
        return True


@dataclass(frozen=True, slots=True)
class CopyKey:
    """A key over selected cards: how the list of shortcuts names it, and what it does.

    `count` is a number of copies to have, None where `difference` is what to add; `large` shows
    the card large instead, `considers` moves all copies to the considered cards or back.
    """

    keys: tuple[Qt.Key, ...]
    shown: str
    words: str
    count: int | None = None
    difference: int = 0
    large: bool = False
    considers: bool = False


COUNTS = tuple(
    CopyKey((key,), key.name[-1], f"Set copies to {number}", number)
    for number, key in enumerate((Qt.Key.Key_0, Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3))
)
MANY = CopyKey(
    tuple(Qt.Key(Qt.Key.Key_0 + number) for number in range(4, 10)),
    "4\N{EN DASH}9",
    "Set copies beyond 3, where the limit allows it",
    4,
)
MORE = CopyKey((Qt.Key.Key_Plus, Qt.Key.Key_Equal), "+", "Add a copy", difference=1)
ENTER = CopyKey((Qt.Key.Key_Return, Qt.Key.Key_Enter), "Enter", "Add a copy", difference=1)
LESS = CopyKey((Qt.Key.Key_Minus,), "\N{MINUS SIGN}", "Remove a copy", difference=-1)
NONE = CopyKey((Qt.Key.Key_Delete,), "Delete", "Remove all copies", 0)
LARGE = CopyKey((Qt.Key.Key_Space,), "Space", "Show large", large=True)
# A command of the menu, so that its key works wherever cards are selected.
CONSIDER = CopyKey((), "Ctrl+U", "Consider, or take back", considers=True)
COPIES_KEYS = (*COUNTS, MANY, MORE, ENTER, LESS, NONE, LARGE)
_BY_KEY = {key: each for each in COPIES_KEYS for key in each.keys}
_PLAIN = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier


def copy_key_of(event: QKeyEvent) -> CopyKey | None:
    """Return which of these keys was pressed, if any."""
    found = None if event.modifiers() & ~_PLAIN else _BY_KEY.get(Qt.Key(event.key()))
    return replace(MANY, count=event.key() - Qt.Key.Key_0) if found is MANY else found


def key_for(count: int) -> CopyKey:
    """Return what the key of a number of copies does, for any number."""
    return replace(MANY, shown=str(count), count=count)


def drag_words(dragged: DraggedCards, names: Sequence[str]) -> str:
    """Return what a drop of cards moves: "1 of 3 Osha", and below it "with Ctrl all 3"."""
    copies = sum(count for _, count, _ in dragged.copies)
    what = names[0] if len(names) == 1 else f"each of {len(names)} cards"
    if not dragged.from_deck:
        return f"Add 1 {'of ' if len(names) > 1 else ''}{what}"
    if copies == len(names):
        return f"1 {'of ' if len(names) > 1 else ''}{what}"
    return f"1 of {f'{copies} ' if len(names) == 1 else ''}{what}\nwith Ctrl all {copies}"


def start_drag(
    view: QAbstractItemView, actions: Qt.DropAction, face: QImage | None = None
) -> Qt.DropAction:
    """Drag the selected cards of a view with a label, below the picture of one of them."""
    rows = view.selectionModel().selectedRows()
    cards = [card for row in rows if isinstance(card := row.data(Role.CARD), Card)]
    data = view.model().mimeData(rows)
    dragged = dragged_cards(data)
    if not cards or dragged is None:
        return Qt.DropAction.IgnoreAction
    drag = QDrag(view)
    drag.setMimeData(data)
    drag.setPixmap(drag_label(view, drag_words(dragged, [card.name for card in cards]), face))
    drag.setHotSpot(HOT_SPOT)
    return drag.exec(actions, view.defaultDropAction())


class CardCommands:
    """Edits the deck of a session; each call is one step that can be undone.

    Cards that are not rows of the deck are changed where it holds them; those of another edition
    are left alone.
    """

    def __init__(self, session: DeckSession) -> None:
        self._session = session

    def press(self, cards: Sequence[Card], key: CopyKey) -> None:
        """Do what a key does to the copies of cards."""
        rows = [(card, DRAW_DECK) for card in cards]
        if key.considers:
            self.consider(rows)
        elif key.count is None:
            self.change_copies(rows, key.difference)
        else:
            self.set_copies(rows, key.count)

    def set_card(self, card: Card, count: int) -> None:
        """Set the copies of a card in the deck."""
        self.set_copies([(card, DRAW_DECK)], count)

    def set_copies(self, rows: Sequence[CardCountRow], count: int) -> None:
        """Set the copies of each card in the deck."""
        self._session.set_copies(self._where_held(rows), count)

    def change_copies(self, rows: Sequence[CardCountRow], difference: int) -> None:
        """Add copies of each card, or remove them."""
        held = self._where_held(rows)
        more = [(card, DRAW_DECK) for card, _ in held]
        self._session.add_copies(more if difference > 0 else held, difference)

    def set_versions(self, wanted: Sequence[tuple[Card, int]]) -> None:
        """Set the copies of each card in the deck, as one step."""
        deck = self._session.deck
        if deck is None:
            return
        for card, count in wanted:
            deck = with_copies(deck, self._where_held([(card, DRAW_DECK)]), count)
        self._session.edit(deck, " ".join(card.code for card, _ in wanted))

    def swap(self, old: Card, new: Card) -> None:
        """Put another printing into the deck, as a step with words of its own."""
        current, cards = self._session.current, self._session.cards
        if current is None or cards is None:
            return
        words = swap_words(current.deck, old, new, cards.pack_name(new))
        after = replace(current.state, deck=with_printing(current.deck, old, new))
        self._session.apply(after, words)

    def drop(self, dragged: DraggedCards, target: DeckSection | None = None) -> None:
        """Do what dropping cards on a section of the deck does; None: on the table of all cards."""
        deck, pool = self._session.deck, self._session.pool
        if deck is not None and pool is not None:
            self._session.edit(deck_after_drop(deck, pool, dragged, target))

    def drop_on_category(self, dragged: DraggedCards, name: str) -> None:
        """Do what dropping cards on a category of the deck does: they are in the deck and in it."""
        deck, pool = self._session.deck, self._session.pool
        if deck is not None and pool is not None:
            deck = deck_after_drop(deck, pool, dragged, DRAW_DECK)
            codes = (code for code, _, _ in dragged.copies if code in pool)
            self._session.edit(with_category(deck, name, codes))

    def move(self, rows: Sequence[CardCountRow]) -> None:
        """Move one of each card to the rookery or back; a plot to the next plot deck."""
        deck = self._session.deck
        if deck is None:
            return
        for card, place in rows:
            deck = moved(deck, card, place, next_section(deck, card, place), 1)
        self._session.edit(deck)

    def consider(self, rows: Sequence[CardCountRow]) -> None:
        """Move all copies of each card to the considered cards, or back into the deck."""
        deck = self._session.deck
        if deck is None:
            return
        fitting = [
            (card, place if place.aside else section_holding(deck, card))
            for card, place in rows
            if card.edition is deck.edition
        ]
        self._session.edit(considered_or_back(deck, fitting))

    def _where_held(self, rows: Sequence[CardCountRow]) -> list[CardCountRow]:
        """Return the sections of those cards that the deck may hold: not of another edition."""
        deck = self._session.deck
        if deck is None:
            return []
        fitting = (card for card, _ in rows if card.edition is deck.edition)
        return [(card, section_holding(deck, card)) for card in fitting]

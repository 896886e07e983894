"""What is done to cards of the deck on screen, the same by keys, clicks, menus and dropping."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QMimeData, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QDrag, QDropEvent, QImage, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Edition
from decks import categories
from decks.categories import with_category
from decks.deck import Deck
from decks.deck_section import DRAW_DECK, DeckSection
from desktop.pages.builder.deck_overlay import DeckOverlay
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession
from desktop.session.drag_data import CARDS, DraggedCards, dragged_cards
from desktop.widgets.card_delegate import AnyIndex, Role
from desktop.widgets.cards.card_deck_info import swap_words, with_printing
from desktop.widgets.copy_buttons import DeckCopies
from desktop.widgets.drag_pixmap import HOT_SPOT, drag_label
from desktop.widgets.menus import Menu
from rulebook.card_text import facts_sentence
from validators.card_counts import (
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

    from desktop.dialogs.simple_dialogs import CategoriesDialog
    from desktop.widgets.cards.card_details import Printing
    from library.library import Library


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
    """Return the deck after cards were dropped on a section of it.

    `target` None is the table of all cards, where they leave the deck. From another section they
    move, all of them; from the table copies are added up to a card's limit. Cards of another
    edition are ignored, and those of a section that the deck does not have.
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
    """A key over selected cards, what the list of shortcuts calls it, and what it does.

    `count` is the number of copies to set, None where `difference` is added instead. `large` shows
    the card large, `considers` moves all copies to the considered cards or back.
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
    """Return the key that sets a number of copies, for any number."""
    return replace(MANY, shown=str(count), count=count)


def drag_words(dragged: DraggedCards, names: Sequence[str]) -> str:
    """Return what a drop of cards moves: "1 of 3 Osha", and below it "with Ctrl all 3"."""
    copies = sum(count for _, count, _ in dragged.copies)
    one = f"1 {names[0]}" if len(names) == 1 else f"1 of each of {len(names)} cards"
    if not dragged.from_deck:
        return f"Add {one}"
    if copies == len(names):
        return one
    one = f"1 of {copies} {names[0]}" if len(names) == 1 else one
    return f"{one}\nwith Ctrl all {copies}"


def start_drag(
    view: QAbstractItemView, actions: Qt.DropAction, face: QImage | None = None
) -> Qt.DropAction:
    """Drag the selected cards of a view with a label, below the picture of one of them."""
    rows = view.selectionModel().selectedRows()
    names = [card.name for row in rows if isinstance(card := row.data(Role.CARD), Card)]
    data = view.model().mimeData(rows)
    dragged = dragged_cards(data)
    if not names or dragged is None:
        return Qt.DropAction.IgnoreAction
    drag = QDrag(view)
    drag.setMimeData(data)
    drag.setPixmap(drag_label(view, drag_words(dragged, names), face))
    drag.setHotSpot(HOT_SPOT)
    return drag.exec(actions, view.defaultDropAction())


# A card of a list with its section; None: wherever the deck holds it.
ChosenRow: TypeAlias = tuple[Card, DeckSection | None]


class CardCommands:
    """Edits the deck of a session, one undo step a call; ignores cards of another edition."""

    def __init__(self, session: DeckSession) -> None:
        self._session = session

    def press(self, rows: Sequence[ChosenRow], key: CopyKey) -> None:
        """Do what a key does to the copies of cards."""
        deck = self._session.deck
        if deck is None:
            return
        held = [
            (card, section or section_holding(deck, card))
            for card, section in rows
            if card.edition is deck.edition
        ]
        if key.considers:
            wanted = [(c, s if s.aside else section_holding(deck, c)) for c, s in held]
            self._session.edit(considered_or_back(deck, wanted))
        elif key.count is not None:
            self._session.set_copies(held, key.count)
        else:
            new = {card: DRAW_DECK for card, section in rows if section is None}
            more = [(card, new.get(card, section)) for card, section in held]
            self._session.add_copies(more if key.difference > 0 else held, key.difference)

    def set_card(self, card: Card, count: int) -> None:
        self.press([(card, None)], key_for(count))

    def set_versions(self, wanted: Sequence[tuple[Card, int]]) -> None:
        deck = self._session.deck
        if deck is None:
            return
        for card, count in wanted:
            if card.edition is deck.edition:
                deck = with_copies(deck, [(card, section_holding(deck, card))], count)
        self._session.edit(deck, " ".join(card.code for card, _ in wanted))

    def swap(self, old: Card, new: Card) -> None:
        current, cards = self._session.current, self._session.cards
        if current is None or cards is None:
            return
        words = swap_words(current.deck, old, new, cards.pack_name(new))
        after = replace(current.state, deck=with_printing(current.deck, old, new))
        self._session.apply(after, words)

    def drop(self, dragged: DraggedCards, target: DeckSection | None = None) -> None:
        """Drop cards on a section of the deck, or (None) on the table of all cards."""
        deck, pool = self._session.deck, self._session.shown.pool
        if deck is not None and pool is not None:
            self._session.edit(deck_after_drop(deck, pool, dragged, target))

    def drop_on_category(self, dragged: DraggedCards, name: str) -> None:
        """Drop cards on a category of the deck, which puts them into the deck and the category."""
        deck, pool = self._session.deck, self._session.shown.pool
        if deck is not None and pool is not None:
            deck = deck_after_drop(deck, pool, dragged, DRAW_DECK)
            codes = (code for code, _, _ in dragged.copies if code in pool)
            self._session.edit(with_category(deck, name, codes))

    def move(self, rows: Sequence[ChosenRow]) -> None:
        """Move one of each card to the rookery or back; a plot to the next plot deck."""
        deck = self._session.deck
        if deck is None:
            return
        for card, section in rows:
            source = section or DRAW_DECK
            deck = moved(deck, card, source, next_section(deck, card, source), 1)
        self._session.edit(deck)


# The menu offers at most this many numbers of copies.
_MOST_NUMBERS = 10


@dataclass(frozen=True, slots=True)
class MenuRequest:
    """Cards whose menu is to open at a position of the screen.

    `act` does what a key does to them in their list; without it the deck is changed where it holds
    them. `copies` are those that the list shows. `open_rule` opens the rule of a problem.
    """

    owner: QWidget
    at: QPoint
    cards: tuple[Card, ...]
    act: Callable[[CopyKey], None] | None = None
    copies: tuple[int | None, ...] | None = None
    open_rule: Callable[[], None] | None = None


class CardMenus(QObject):
    """Opens the menus of cards and carries out what is chosen in them."""

    large_requested = Signal(object)  # of a card
    version_chosen = Signal(object)  # the card to show instead
    rules_requested = Signal(object)  # those on a card
    star_requested = Signal(object)  # the cards that get or lose it
    like_requested = Signal(object)  # a card to search similar ones for
    print_requested = Signal(object)  # the cards to print proxies of

    def __init__(
        self,
        session: DeckSession,
        overlay: Callable[[], DeckOverlay],
        commands: CardCommands,
        categories: CategoryCommands,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._overlay = session, overlay
        self._commands, self._categories = commands, categories

    def open(self, request: MenuRequest) -> Menu | None:
        """Open a menu; it is deleted when it is closed."""
        cards = request.cards
        if not cards and request.open_rule is None:
            return None
        menu = Menu(parent=request.owner)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        names = ", ".join(dict.fromkeys(card.name for card in cards))
        menu.setAccessibleName(names or "Problem")
        if request.open_rule is not None:
            menu.addAction("R&ule of the problem\tR", request.open_rule)
            menu.addSeparator()
        if cards:
            self._add_copies(menu, request)
            self._add_categories(menu, cards)
            menu.addSeparator()
            self._add_others(menu, request)
        menu.popup(request.at)
        return menu

    def _add_others(self, menu: Menu, request: MenuRequest) -> None:
        cards, several = request.cards, len(request.cards) > 1
        starred = all(map(self._overlay().is_starred, cards))
        words = "&Take the star away" if starred else "S&tar"
        star = menu.addAction(f"{words}\tCtrl+Shift+F", lambda: self.star_requested.emit(cards))
        star.setEnabled(self._overlay().context.starred is not None)
        if not several:
            like = "&More like this\tCtrl+Shift+H"
            menu.addAction(like, lambda: self.like_requested.emit(cards[0]))
            menu.addSeparator()
            self._add_versions(menu, cards[0])
        self._add_key(menu, "Show &large", LARGE, request)
        if not several and self._has_rules(cards[0]):
            menu.addAction("R&ules", lambda: self.rules_requested.emit(cards[0]))
        menu.addSeparator()
        names = "\n".join(card.name for card in cards)
        menu.addAction("Copy &names" if several else "Copy &name", lambda: _copy(names))
        menu.addAction("Copy as te&xt", lambda: _copy(self._sentences(cards)))
        menu.addAction("&Print proxies…", lambda: self.print_requested.emit(cards))

    def _add_copies(self, menu: Menu, request: MenuRequest) -> None:
        overlay, several = self._overlay(), len(request.cards) > 1
        copies = [overlay.copies_of(card) for card in request.cards]
        taken = map(overlay.takes, request.cards)
        shown = (each.own if takes else None for each, takes in zip(copies, taken, strict=True))
        counts = set(request.copies or shown)
        has_deck, has_copies = None not in counts, bool(counts - {0, None})
        more = "&Add a copy of each" if several else "&Add a copy"
        less = "&Remove one of each" if several else "&Remove one copy"
        self._add_key(menu, more, MORE, request).setEnabled(has_deck)
        self._add_key(menu, less, LESS, request).setEnabled(has_copies)
        numbers = menu.add_menu("&Copies")
        numbers.setEnabled(has_deck)
        group = QActionGroup(numbers)
        limit = max(each.limit for each in copies)
        present = max((count for count in counts if count is not None), default=0)
        for number in (0, *DeckCopies(present, 0, limit).choices(_MOST_NUMBERS - 1)):
            action = self._add_key(numbers, f"&{number}", key_for(number), request)
            action.setCheckable(True)
            action.setEnabled(any(each.allows(number) for each in copies))
            group.addAction(action)
            action.setChecked(counts == {number})
        self._add_key(menu, "Remove a&ll copies", NONE, request).setEnabled(has_copies)
        considered = [bool(overlay.considered.get(card.code)) for card in request.cards]
        held = any(overlay.copies.get(card.code) for card in request.cards)
        words = "Take bac&k into the deck" if all(considered) and not held else "Consi&der"
        words = "Consider, or take bac&k" if any(considered) and held else words
        self._add_key(menu, words, CONSIDER, request).setEnabled(has_deck)

    def _add_categories(self, menu: Menu, cards: tuple[Card, ...]) -> None:
        deck = self._overlay().deck
        if deck is None or any(card.edition is not deck.edition for card in cards):
            return
        codes = [card.code for card in cards]
        categories = menu.add_menu("Cate&gories")
        for each in deck.categories:
            action = categories.addAction(each.name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(all(code in each.cards for code in codes))
            action.triggered.connect(
                lambda on, name=each.name: self._categories.categorize(codes, {name: on})
            )
        other = "Ot&her…\tCtrl+Shift+C"
        categories.addAction(other, lambda: self._categories.open_dialog(cards))

    def _add_key(self, menu: Menu, words: str, key: CopyKey, request: MenuRequest) -> QAction:
        act = request.act or partial(self._press, request.cards)
        shown = f"{words}\t{key.shown}" if key.shown != words.strip("&") else words
        return menu.addAction(shown, lambda: act(key))

    def _press(self, cards: Sequence[Card], key: CopyKey) -> None:
        if key.large:
            self.large_requested.emit(cards[0])
        else:
            self._commands.press([(card, None) for card in cards], key)

    def _add_versions(self, menu: Menu, card: Card) -> None:
        """Offer the other printings: to swap for where the deck holds this one, else to see."""
        from desktop.widgets.cards.card_details import printings_of  # noqa: PLC0415 - when asked for

        cards, overlay = self._session.cards, self._overlay()
        if cards is None:
            return
        held = overlay.takes(card) and bool(overlay.copies.get(card.code))
        printings = printings_of(card, cards.pools[card.edition], dict(overlay.copies))
        others = [each for each in printings if each.card != card and each.card.type is card.type]
        if not others:
            return
        choose = partial(self._commands.swap, card) if held else self.version_chosen.emit
        versions = menu.add_menu("Swap for another &version" if held else "Other &version")
        for each in others:
            versions.addAction(_version_words(each), partial(choose, each.card))

    def _has_rules(self, card: Card) -> bool:
        from rulebook.rule_book import rule_book  # noqa: PLC0415 - when asked for

        cards = self._session.cards
        return cards is not None and bool(rule_book().rulings_of(card, cards.pools[card.edition]))

    def _sentences(self, cards: Sequence[Card]) -> str:
        packs = map(self._session.pack_name, cards)
        return "\n\n".join(map(facts_sentence, cards, packs))


def _version_words(version: Printing) -> str:
    """Return a version as its entry: "Core Set 41 · Cost 4, +intrigue · 2 in the deck"."""
    number = f"{version.pack} {version.card.position}"
    words = " · ".join(filter(None, (number, version.difference, version.in_deck)))
    return words.replace("&", "&&")


def _copy(text: str) -> None:
    QApplication.clipboard().setText(text)


class CategoryCommands(QObject):
    """Each change of the deck is one step that can be undone.

    `own` are the player's own categories for the deck's edition, as pairs of a card's English
    title and a category; they are read when a deck is shown.
    """

    own_changed = Signal()

    def __init__(self, session: DeckSession, autosaver: Autosaver, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._autosaver, self._widget = session, autosaver, parent
        self.own: frozenset[tuple[str, str]] = frozenset()
        self._edition: Edition | None = None

    @property
    def ready(self) -> bool:
        """Whether the player's own categories can be read and saved."""
        return self._autosaver.ready

    def read_own(self) -> None:
        """Read the player's own categories for the edition of the deck on screen."""
        deck = self._session.deck
        if deck is not None and deck.edition is not self._edition and self._autosaver.ready:
            edition = deck.edition
            self._autosaver.ask(
                lambda library: library.card_categories.of(edition), partial(self._take, edition)
            )

    def open_dialog(self, cards: Sequence[Card]) -> CategoriesDialog | None:
        """Ask for the categories of cards; None where there is nothing to ask for."""
        from desktop.dialogs.simple_dialogs import CategoriesDialog  # noqa: PLC0415 - when asked for

        deck = self._session.deck
        fitting = [card for card in cards if deck is not None and card.edition is deck.edition]
        if deck is None or not fitting or not self._session.may_edit():
            return None
        known = [*(each.name for each in deck.categories), *(name for _, name in self.own)]
        dialog = CategoriesDialog(fitting, deck, known, self._widget)
        dialog.chosen.connect(partial(self.categorize, [card.code for card in fitting]))
        dialog.open()
        return dialog

    def categorize(self, codes: Sequence[str], wanted: Mapping[str, bool]) -> None:
        """Put cards into categories, or take them out, as one step."""

        def after(deck: Deck) -> Deck:
            for name, present in wanted.items():
                deck = categories.with_category(deck, name, codes, present=present)
            return deck

        self._edit(after)

    def set_target(self, name: str, least: int | None, most: int | None) -> None:
        """Set the least and the greatest number of cards of a category."""
        self._edit(lambda deck: categories.with_target(deck, name, least, most), f"target {name}")

    def rename(self, name: str, new: str) -> None:
        """Rename a category."""
        self._edit(lambda deck: categories.renamed_category(deck, name, new))

    def remove(self, name: str) -> None:
        """Remove a category; its cards stay in the deck."""
        self._edit(lambda deck: categories.without_category(deck, name))

    def _edit(self, after: Callable[[Deck], Deck], subject: str = "") -> None:
        if self._session.deck is not None:
            self._session.edit(after(self._session.deck), subject)

    def offered(self) -> int:
        """Return how many cards of the deck the player's own categories would change."""
        deck = self._session.deck
        if deck is None or self._edition is not deck.edition:
            return 0
        new = categories.defaults_in(categories.with_defaults(deck, self.own))
        return len({title for title, _ in new - categories.defaults_in(deck)})

    def take_own(self) -> None:
        """Put the deck's cards into the player's own categories, too."""
        if self._session.deck is not None and self._edition is self._session.deck.edition:
            self._edit(lambda deck: categories.with_defaults(deck, self.own))

    def save_own(self) -> None:
        """Make the categories of the deck's cards the player's own, for every deck."""
        deck = self._session.deck
        if deck is None or not self._autosaver.ready:
            return
        edition, pairs = deck.edition, categories.defaults_in(deck)
        titles = {card.english_name for card, _ in (*deck.slots, *deck.considered)}

        def save(library: Library) -> frozenset[tuple[str, str]]:
            library.card_categories.put(edition, titles, pairs)
            return library.card_categories.of(edition)

        self._autosaver.ask(save, partial(self._take, edition))

    def _take(self, edition: Edition, own: frozenset[tuple[str, str]]) -> None:
        self._edition, self.own = edition, own
        self.own_changed.emit()

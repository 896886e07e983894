"""The menu of a card, the same wherever the right button is pressed on one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from carddb.card import Card
from desktop.pages.builder.card_commands import CONSIDER, LARGE, LESS, MORE, NONE, CopyKey, key_for
from desktop.pages.builder.deck_overlay import DeckOverlay
from desktop.session.deck_session import DeckSession
from desktop.widgets.copy_buttons import DeckCopies
from rulebook.card_text import facts_sentence

# So many numbers of copies the menu has, at most.
_MOST_NUMBERS = 10


if TYPE_CHECKING:
    from desktop.widgets.cards.printing_list import Printing


@dataclass(frozen=True, slots=True)
class MenuRequest:
    """Cards whose menu is to open at a place of the screen.

    `act` does what a key does to them there; without it that happens where the deck holds them.
    `open_rule` opens the rule that is asked for with them, that of a problem.
    """

    owner: QWidget
    at: QPoint
    cards: tuple[Card, ...]
    act: Callable[[CopyKey], None] | None = None
    copies: tuple[int | None, ...] | None = None
    open_rule: Callable[[], None] | None = None


class CardMenus(QObject):
    """Makes the menus of cards and carries out what is chosen in them.

    Signals:
        key_chosen: what a key does is to be done to cards (the cards, the CopyKey).
        swap_requested: the deck is to hold another version (the one it holds, the other).
        version_chosen: another version is to be shown (the card).
        rules_requested: the rules on a card are to be shown (the card).
        category_chosen: cards are to be in a category, or not (the cards, its name, whether).
        categories_requested: the categories of cards are to be asked for (the cards).
        star_requested: cards are to have a star, or not any more (the cards).
        like_requested: cards like one are to be searched for (the card).
    """

    key_chosen = Signal(object, object)
    swap_requested = Signal(object, object)
    version_chosen = Signal(object)
    rules_requested = Signal(object)
    category_chosen = Signal(object, str, bool)
    categories_requested = Signal(object)
    star_requested = Signal(object)
    like_requested = Signal(object)

    def __init__(
        self, session: DeckSession, overlay: Callable[[], DeckOverlay], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._overlay = session, overlay

    def open(self, request: MenuRequest) -> QMenu | None:
        """Open the menu that is requested; it is deleted when it is closed."""
        if not request.cards and request.open_rule is None:
            return None
        menu = QMenu(request.owner)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        names = ", ".join(dict.fromkeys(card.name for card in request.cards))
        menu.setAccessibleName(names or "Problem")
        if request.open_rule is not None:
            menu.addAction("R&ule of the problem\tR", request.open_rule)
            menu.addSeparator()
        if request.cards:
            self._fill(menu, request)
        menu.popup(request.at)
        return menu

    def _fill(self, menu: QMenu, request: MenuRequest) -> None:
        cards, several = request.cards, len(request.cards) > 1
        self._add_copies(menu, request)
        self._add_categories(menu, cards)
        menu.addSeparator()
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

    def _add_copies(self, menu: QMenu, request: MenuRequest) -> None:
        overlay, several = self._overlay(), len(request.cards) > 1
        counts = set(request.copies or self._counts(request.cards))
        has_deck, has_copies = None not in counts, bool(counts - {0, None})
        more = "&Add a copy of each" if several else "&Add a copy"
        less = "&Remove one of each" if several else "&Remove one copy"
        self._add_key(menu, more, MORE, request).setEnabled(has_deck)
        self._add_key(menu, less, LESS, request).setEnabled(has_copies)
        numbers = menu.addMenu("&Copies")
        numbers.setEnabled(has_deck)
        group = QActionGroup(numbers)  # one of them holds
        copies = [overlay.copies_of(card) for card in request.cards]
        limit = max(each.limit for each in copies)
        present = max((count for count in counts if count is not None), default=0)
        for number in DeckCopies(present, 0, limit).choices(_MOST_NUMBERS):
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

    def _add_categories(self, menu: QMenu, cards: tuple[Card, ...]) -> None:
        """Offer the deck's categories, those that all of the cards are in checked."""
        deck = self._overlay().deck
        if deck is None or any(card.edition is not deck.edition for card in cards):
            return
        categories = menu.addMenu("Cate&gories")
        for each in deck.categories:
            action = categories.addAction(each.name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(all(card.code in each.cards for card in cards))
            chosen = partial(self.category_chosen.emit, cards, each.name)
            action.triggered.connect(lambda on, chosen=chosen: chosen(on))
        categories.addAction("Ot&her…\tCtrl+Shift+C", lambda: self.categories_requested.emit(cards))

    def _add_key(self, menu: QMenu, words: str, key: CopyKey, request: MenuRequest) -> QAction:
        act = request.act or (lambda chosen: self.key_chosen.emit(request.cards, chosen))
        shown = f"{words}\t{key.shown}" if key.shown != words.strip("&") else words
        return menu.addAction(shown, lambda: act(key))

    def _add_versions(self, menu: QMenu, card: Card) -> None:
        """Offer the other cards of the name: to swap for where the deck holds this, else to see."""
        from desktop.widgets.cards.printing_list import printings_of  # noqa: PLC0415 - when asked for

        cards, overlay = self._session.cards, self._overlay()
        if cards is None:
            return
        held = overlay.takes(card) and bool(overlay.copies.get(card.code))
        printings = printings_of(card, cards.pools[card.edition], dict(overlay.copies))
        others = [each for each in printings if each.card != card and each.card.type is card.type]
        if not others:
            return
        versions = menu.addMenu("Swap for another &version" if held else "Other &version")
        for each in others:
            action = versions.addAction(_version_words(each))
            action.triggered.connect(
                partial(self.swap_requested.emit, card, each.card)
                if held
                else partial(self.version_chosen.emit, each.card)
            )

    def _counts(self, cards: Sequence[Card]) -> tuple[int | None, ...]:
        overlay = self._overlay()
        return tuple(overlay.copies_of(c).own if overlay.takes(c) else None for c in cards)

    def _has_rules(self, card: Card) -> bool:
        from rulebook.rule_book import rule_book  # noqa: PLC0415 - when asked for

        cards = self._session.cards
        return cards is not None and bool(rule_book().rulings_of(card, cards.pools[card.edition]))

    def _sentences(self, cards: Sequence[Card]) -> str:
        loaded = self._session.cards
        packs = [loaded.pack_name(card) if loaded else card.pack for card in cards]
        return "\n\n".join(map(facts_sentence, cards, packs))


def _version_words(version: Printing) -> str:
    """Return a version as its entry: "Core Set 41 · Cost 4, +intrigue · 2 in the deck"."""
    number = f"{version.pack} {version.card.position}"
    words = " · ".join(filter(None, (number, version.difference, version.in_deck)))
    return words.replace("&", "&&")


def _copy(text: str) -> None:
    QApplication.clipboard().setText(text)

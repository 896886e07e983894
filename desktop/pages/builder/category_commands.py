"""What is done to the categories of the deck on screen, and to the player's own for every deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QCompleter, QLineEdit, QListWidget, QListWidgetItem, QWidget

from carddb.card import Card
from carddb.terms import Edition
from core.text_format import shortened
from decks import categories
from decks.categories import categories_of
from decks.deck import LONGEST_CATEGORY_NAME, Deck
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import space
from desktop.widgets.layouts import buddy_label

if TYPE_CHECKING:
    from library.library import Library


_CHECKED, _PARTLY = Qt.CheckState.Checked, Qt.CheckState.PartiallyChecked


class CategoriesDialog(SimpleDialog):
    """Checks the categories of some cards; one that only some are in stays so unless changed.

    `suggested` are names that a new category may have.
    """

    chosen = Signal(object)  # a dict of names and whether the cards are in that category

    def __init__(
        self,
        cards: Sequence[Card],
        deck: Deck,
        suggested: Sequence[str] = (),
        parent: QWidget | None = None,
    ) -> None:
        named = shortened(cards[0].name) if len(cards) == 1 else f"{len(cards)} cards"
        super().__init__(f"Categories of {named}", "Set categories", parent)
        self.new = QLineEdit(self, placeholderText="draw, gold, removal")
        self.new.setMaxLength(LONGEST_CATEGORY_NAME * 5)
        completer = QCompleter(sorted({*suggested}, key=str.casefold), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.new.setCompleter(completer)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Categories")
        self.list.setSpacing(space(self, 1) // 2)
        self.list.setVisible(bool(deck.categories))
        for each in deck.categories:
            held = sum(each.name in categories_of(deck, card) for card in cards)
            some = _PARTLY if held else Qt.CheckState.Unchecked
            item = QListWidgetItem(each.name, self.list)
            item.setCheckState(_CHECKED if held == len(cards) else some)
        self.accepted.connect(self._on_accepted)
        caption = buddy_label("&New categories, separated by commas", self.new)
        self.lay_out(caption, self.new, self.list)

    def _on_accepted(self) -> None:
        items = [self.list.item(number) for number in range(self.list.count())]
        states = {each.text(): each.checkState() for each in items}
        wanted = {name: state == _CHECKED for name, state in states.items() if state != _PARTLY}
        new = (name.strip() for name in self.new.text().split(","))
        self.chosen.emit(wanted | {name: True for name in new if name})


class CategoryCommands(QObject):
    """Each change of the deck is one step that can be undone.

    `own` are the player's own categories for the deck's edition, as pairs of a card's title and
    a category; they are read when a deck is shown.
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
        titles = {card.name for card, _ in (*deck.slots, *deck.considered)}

        def save(library: Library) -> frozenset[tuple[str, str]]:
            library.card_categories.put(edition, titles, pairs)
            return library.card_categories.of(edition)

        self._autosaver.ask(save, partial(self._take, edition))

    def _take(self, edition: Edition, own: frozenset[tuple[str, str]]) -> None:
        self._edition, self.own = edition, own
        self.own_changed.emit()

"""The dialog that puts cards of the deck into categories."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCompleter, QLineEdit, QListWidget, QListWidgetItem, QWidget

from carddb.card import Card
from carddb.text_format import shortened
from decks.categories import categories_of
from decks.category import LONGEST_NAME
from decks.deck import Deck
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.widgets.labels import buddy_label

_CHECKED, _PARTLY = Qt.CheckState.Checked, Qt.CheckState.PartiallyChecked


class CategoriesDialog(SimpleDialog):
    """Checks the categories of some cards; one that only some are in stays so unless changed.

    `suggested` are names that a new category may have.

    Signals:
        chosen: names and whether the cards are in that category from now on (a dict).
    """

    chosen = Signal(object)

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
        self.new.setMaxLength(LONGEST_NAME * 5)
        completer = QCompleter(sorted({*suggested}, key=str.casefold), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.new.setCompleter(completer)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Categories")
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

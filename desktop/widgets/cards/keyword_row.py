"""The keywords of a card as a line of words, each of which tells what it means."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from carddb.card import Card
from desktop.style.fonts import space
from desktop.widgets.layouts import FlowLayout
from desktop.widgets.rule_button import RuleButton
from rulebook.entry import Entry
from rulebook.entry_text import brief
from rulebook.rule_book import rule_book

# Below a card, where several keywords have a line each.
_SHORT = 100


class KeywordRow(QWidget):
    """A button for each keyword of one card; hidden where the card has none.

    Signals:
        rule_requested: what a keyword means is to be opened (the id of its entry).
    """

    rule_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[RuleButton] = []
        self._layout = FlowLayout(space(self, 1))
        self.setLayout(self._layout)
        self.setAccessibleName("Keywords")
        self.hide()

    def show_card(self, card: Card) -> None:
        """Show the keywords of a card."""
        meanings = keyword_entries(card)
        while len(self.buttons) < len(meanings):
            button = RuleButton(self)
            button.rule_requested.connect(self.rule_requested)
            self._layout.addWidget(button)
            self.buttons.append(button)
        for button, (words, entry) in zip(self.buttons, meanings, strict=False):
            button.show_rule(words, entry)
        for number, button in enumerate(self.buttons):
            button.setVisible(number < len(meanings))
        self.setVisible(bool(meanings))


def keyword_entries(card: Card) -> list[tuple[str, Entry]]:
    """Return the keywords of a card as it prints them, each with what it means."""
    book = rule_book() if card.keywords else None
    found = (
        (keyword.words, book.for_keyword(keyword.name, card.edition))
        for keyword in card.keywords
        if book is not None
    )
    return [(words, entry) for words, entry in found if entry is not None]


def keyword_lines(card: Card) -> str:
    """Return what the keywords of a card mean, a line for each."""
    return "\n".join(f"{words}: {_meaning(entry)}" for words, entry in keyword_entries(card))


def _meaning(entry: Entry) -> str:
    """Return what a keyword means without its name, which some entries begin with."""
    said = re.sub(rf"^{re.escape(entry.title)} (?:\(X\)|X): ", "", brief(entry, _SHORT))
    return f"{said[0].upper()}{said[1:]}"

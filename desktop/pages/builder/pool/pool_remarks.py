"""What is said of an answer above the table of all cards: remarks, and what it leaves out."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from carddb.card import Card
from carddb.search.scope import SearchScope
from carddb.terms import Edition
from desktop.style.fonts import Size, sized
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row

# In the language's own words: what looks at every card.
EVERY_CARD = "pool:all"


class SearchRemarks(QWidget):
    """Remarks, a button that shows what is left out, and one for missing texts; or nothing.

    Signals:
        widening_requested: the query is to look at every card.
        texts_requested: the player wants the texts of cards.
    """

    widening_requested = Signal()
    texts_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = label(size=Size.SMALL, faint=True, wraps=True)
        self.outside = self._button()
        self.outside.setToolTip(f"Look at every card: “{EVERY_CARD}” is added to the search")
        self.texts = self._button()
        self.texts.setText("Get the texts…")
        self.texts.setToolTip("Card data: texts of the second edition, from ThronesDB")
        self.outside.clicked.connect(self.widening_requested)
        self.texts.clicked.connect(self.texts_requested)
        buttons = row(self.outside, self.texts, None, margin=0)
        column(self.words, buttons, parent=self, margin=0, spacing=0)
        self.show_remarks(())

    def show_remarks(self, remarks: Sequence[str], *, lacks_texts: bool = False) -> None:
        """Show the remarks on an answer, and whether texts could be fetched for it."""
        self.words.setText(" ".join(remarks))
        self.words.setVisible(bool(remarks))
        self.texts.setVisible(lacks_texts)
        self._show()

    def show_outside(self, cards: Collection[Card], scope: SearchScope) -> None:
        """Offer these cards, which the scope leaves out."""
        self.outside.setText(_words(cards, scope))
        self.outside.setVisible(bool(cards))
        self._show()

    def _show(self) -> None:
        parts = (self.words, self.outside, self.texts)
        self.setVisible(any(not each.isHidden() for each in parts))

    def _button(self) -> QToolButton:
        button = QToolButton(self)
        button.setFont(sized(button.font(), Size.SMALL))
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.hide()
        return button


def _words(cards: Collection[Card], scope: SearchScope) -> str:
    searched = {scope.edition} if scope.edition else set(Edition)
    others = dict.fromkeys(card.edition for card in cards if card.edition not in searched)
    places = [f"the {edition.label.lower()}" for edition in others]
    if any(card.edition in searched for card in cards):
        places.append("draft")
    return f"{len(cards):,} more in {' and '.join(places)}: show"

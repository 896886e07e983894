"""The copies of one card in the deck as a row of buttons: 0 1 2 3, up to the card's limit."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from carddb.card import Card
from desktop.style.fonts import space
from desktop.widgets.copy_buttons import NARROWEST, DeckCopies
from desktop.widgets.layouts import row

_MOST_BUTTONS = 6


class CopiesChooser(QWidget):
    """A button for each number; that of the copies in the deck is the pressed one.

    Signals:
        count_chosen: a number of copies was chosen (the card, the number).
    """

    count_chosen = Signal(object, int)

    def __init__(
        self, parent: QWidget | None = None, focus: Qt.FocusPolicy = Qt.FocusPolicy.StrongFocus
    ) -> None:
        super().__init__(parent)
        self._card: Card | None = None
        self._copies = DeckCopies(0)
        self.buttons = tuple(self._button(focus) for _ in range(_MOST_BUTTONS))
        row(*self.buttons, None, parent=self, margin=0, spacing=space(self, 1))
        self.hide()

    def show_copies(self, card: Card, copies: DeckCopies | None) -> None:
        """Show the copies of a card; None: there is no deck that could hold it."""
        self.setVisible(copies is not None)
        if copies is None:
            return
        self._card, self._copies = card, copies
        choices = copies.choices(_MOST_BUTTONS)
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(choices))
            if place < len(choices):
                self._show_number(button, choices[place])

    def _show_number(self, button: QToolButton, number: int) -> None:
        words = f"{number} {'copy' if number == 1 else 'copies'} in the deck"
        button.setText(str(number))
        button.setChecked(number == self._copies.own)
        button.setEnabled(self._copies.allows(number))
        button.setAccessibleName(words)
        other = "" if self._copies.fits(number) else ", which is more than the limit"
        button.setToolTip(f"{words}{other} ({number})")

    def _button(self, focus: Qt.FocusPolicy) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("number")
        button.setCheckable(True)
        button.setFocusPolicy(focus)
        button.setMinimumWidth(max(NARROWEST, space(self, 6)))
        button.clicked.connect(lambda: self._on_clicked(button))
        return button

    def _on_clicked(self, button: QToolButton) -> None:
        number = int(button.text())
        # The press has toggled it; which is the pressed one follows from the deck.
        button.setChecked(number == self._copies.own)
        if self._card is not None and number != self._copies.own:
            self.count_chosen.emit(self._card, number)

"""What the user asks for in the view of a card."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QScrollArea


class CardRequests(QScrollArea):
    """The signals of a card's view, which its details emit."""

    printing_chosen = Signal(object)  # the card to show
    swap_requested = Signal(object, object)  # the printing in the deck, the one for it
    large_requested = Signal()
    file_requested = Signal()  # with texts of cards
    count_chosen = Signal(object, int)  # a card, the number of copies
    menu_requested = Signal(object, object)  # of a card, where on the screen
    rule_requested = Signal(str)  # its id

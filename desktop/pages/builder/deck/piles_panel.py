"""The piles of the deck, and above them how the cards are grouped."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop.pages.builder.deck.deck_model import DeckModel
from desktop.pages.builder.deck.deck_rows import GROUPINGS
from desktop.pages.builder.deck.deck_view import DeckView
from desktop.pages.builder.deck.pile_pictures import PilePictures
from desktop.pages.builder.deck.piles_view import PilesView
from desktop.style.fonts import Size, sized, space
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.labels import buddy_label
from desktop.widgets.layouts import column, row


class PilesPanel(QWidget):
    """Piles with a chooser of their grouping.

    Signals:
        grouping_chosen: the cards are to be grouped in another way (the code of the grouping).
        picture_requested: the deck is to be saved as a picture.
    """

    grouping_chosen = Signal(str)
    picture_requested = Signal()

    def __init__(self, deck_list: DeckView, model: DeckModel, pictures: PilePictures) -> None:
        super().__init__(deck_list.parentWidget())
        self.view = PilesView(deck_list, model, pictures)
        watch_cards(self.view)
        self.grouping = ComboBox("Piles", self)
        self.grouping.setMinimumContentsLength(8)
        for each in GROUPINGS.values():
            self.grouping.addItem(each.label, each.code)
        self.grouping.activated.connect(
            lambda: self.grouping_chosen.emit(self.grouping.currentData())
        )
        self.save = QPushButton("Save as a picture…", self)
        self.save.setFont(sized(self.save.font(), Size.SMALL))
        self.save.clicked.connect(self.picture_requested)
        caption = buddy_label("P&iles", self.grouping, Size.SMALL)
        bar = row(caption, self.grouping, None, self.save, spacing=space(self, 2))
        column(bar, (self.view, 1), parent=self, margin=0, spacing=space(self, 2))
        self.setFocusProxy(self.view)

    def show_grouping(self, code: str) -> None:
        """Show which grouping is chosen."""
        self.grouping.setCurrentIndex(max(0, self.grouping.findData(code)))

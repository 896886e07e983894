"""The view of one card: its face, its printings, and what is to be said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import space
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.labels import label

if TYPE_CHECKING:
    from desktop.widgets.cards.card_pictures import CardPictures
    from desktop.widgets.cards.card_sheet import CardSheet


class CardView(QScrollArea):
    """Shows one card; before there is one, says how to choose it.

    What shows a card is made when the first one is shown: a window opens without it.

    Signals:
        printing_chosen: another printing of the card is to be shown (the card).
        swap_requested: the deck is to hold another printing (the one it holds, the one shown).
        large_asked: the card is to be shown large.
    """

    printing_chosen = Signal(object)
    swap_requested = Signal(object, object)
    large_requested = Signal()

    def __init__(self, parent: QWidget | None = None, pictures: CardPictures | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self.sheet: CardSheet | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Card")
        hint = label("Choose a card in a list to see its facts.", faint=True, wraps=True)
        hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        hint.setMargin(space(self, 4))
        self.setWidget(hint)

    def show_card(self, card: Card, cards: LoadedCards, beside: CardDeckInfo | None = None) -> None:
        """Show a card; `beside` is what the deck on screen brings to it."""
        sheet = self.sheet or self._made()
        another = self.accessibleName() != f"Card: {card.name}"
        sheet.show_card(card, cards, beside or CardDeckInfo())
        self.setAccessibleName(f"Card: {card.name}")
        self.setAccessibleDescription(sheet.face.words())
        self._fit(sheet)
        if another:
            self.verticalScrollBar().setValue(0)

    def _fit(self, sheet: CardSheet) -> None:
        """Give the sheet its height at once.

        Left to itself, a scroll area first lays new contents out in the old height, for a moment
        too low, and draws the card twice.
        """
        layout = sheet.layout()
        if layout is not None:
            layout.invalidate()
            width = self.viewport().width()
            height = max(layout.totalHeightForWidth(width), self.viewport().height())
            if (width, height) != (sheet.width(), sheet.height()):
                sheet.resize(width, height)

    def _made(self) -> CardSheet:
        from desktop.widgets.cards.card_sheet import CardSheet  # noqa: PLC0415 - with the first card

        sheet = self.sheet = CardSheet(self._pictures)
        sheet.printing_chosen.connect(self.printing_chosen)
        sheet.swap_requested.connect(self.swap_requested)
        sheet.large_requested.connect(self.large_requested)
        # Its place is always there: otherwise a long card would be drawn narrower than a short one.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self.verticalScrollBar()
        bar.setStyleSheet("QScrollBar::handle:vertical:disabled { background: transparent; }")
        bar.rangeChanged.connect(self._on_range_changed)
        self.setWidget(sheet)
        self.setFocusProxy(sheet.face)
        return sheet

    def _on_range_changed(self, lowest: int, highest: int) -> None:
        self.verticalScrollBar().setEnabled(highest > lowest)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.sheet is not None:
            self.large_requested.emit()
        else:
            super().keyPressEvent(event)

"""The scrolled view of one card: its face, printings and notes."""

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
    """Shows one card; before there is one, a hint how to choose it.

    The sheet that shows the card is made with the first one: a window opens without it.

    Signals:
        printing_chosen: another printing of the card is to be shown (the card).
        swap_requested: the deck is to hold another printing (the one it holds, the one shown).
        large_requested: the card is to be shown large.
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

    def show_card(
        self, card: Card, cards: LoadedCards, deck_info: CardDeckInfo | None = None
    ) -> None:
        """Show a card."""
        sheet = self.sheet or self._make_sheet()
        another = self.accessibleName() != f"Card: {card.name}"
        sheet.show_card(card, cards, deck_info or CardDeckInfo())
        self.setAccessibleName(f"Card: {card.name}")
        self.setAccessibleDescription(sheet.face.description())
        self._fit(sheet)
        if another:
            self.verticalScrollBar().setValue(0)

    def _fit(self, sheet: CardSheet) -> None:
        """Give the sheet its height at once.

        A scroll area alone first lays new contents out in the old height, which is too low at
        first, and draws the card twice.
        """
        layout, viewport = sheet.layout(), self.viewport()
        if layout is not None:
            layout.invalidate()
            height = max(layout.totalHeightForWidth(viewport.width()), viewport.height())
            sheet.resize(viewport.width(), height)

    def _make_sheet(self) -> CardSheet:
        from desktop.widgets.cards.card_sheet import CardSheet  # noqa: PLC0415 - with the first card

        sheet = self.sheet = CardSheet(self._pictures)
        sheet.printing_chosen.connect(self.printing_chosen)
        sheet.swap_requested.connect(self.swap_requested)
        sheet.large_requested.connect(self.large_requested)
        # Always there: otherwise a long card would be drawn narrower than a short one.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self.verticalScrollBar()
        bar.setStyleSheet("QScrollBar::handle:vertical:disabled { background: transparent; }")
        bar.rangeChanged.connect(lambda lowest, highest: bar.setEnabled(highest > lowest))
        self.setWidget(sheet)
        self.setFocusProxy(sheet.face)
        return sheet

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.sheet is not None:
            self.large_requested.emit()
        else:
            super().keyPressEvent(event)

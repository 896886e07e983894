"""The scrolled view of one card: its face, printings and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import space
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.card_requests import CardRequests
from desktop.widgets.layouts import label

if TYPE_CHECKING:
    from desktop.session.card_sync import CardSync
    from desktop.widgets.cards.card_details import CardDetails
    from desktop.widgets.cards.card_pictures import CardPictures


class CardView(CardRequests):
    """Shows one card; before there is one, a hint how to choose it.

    Its details are made with the first card: a window opens without them.
    """

    def __init__(self, parent: QWidget | None = None, pictures: CardPictures | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._card_sync: CardSync | None = None
        self._offers_menu = False
        self.details: CardDetails | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Card")
        hint = label("Choose a card in a list to see it here.", faint=True, wraps=True)
        hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        hint.setMargin(space(self, 4))
        self.setWidget(hint)

    def offer_texts(self, card_sync: CardSync) -> None:
        """Offer the text with each card that has none."""
        self._card_sync = card_sync

    def offer_menu(self) -> None:
        self._offers_menu = True

    def go_to_rules(self) -> None:
        """Bring the rules on the card that is shown into view, and go to them."""
        if self.details is not None:
            self.details.notes.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.verticalScrollBar().setValue(self.details.rules_top())

    def show_card(
        self, card: Card, cards: LoadedCards, deck_info: CardDeckInfo | None = None
    ) -> None:
        details = self.details or self._make_details()
        before = details.card, details.cards
        details.show_card(card, cards, deck_info or CardDeckInfo())
        if before == (card, cards):
            return
        self.setAccessibleName(f"Card: {card.name}")
        self.setAccessibleDescription(details.face.description())
        self._fit(details)
        if before[0] is None or before[0].name != card.name:
            self.verticalScrollBar().setValue(0)

    def _fit(self, details: CardDetails) -> None:
        """Give the details their height at once.

        A scroll area alone first lays new contents out in the old height, which is too low at
        first, and draws the card twice.
        """
        layout, viewport = details.layout(), self.viewport()
        if layout is not None:
            layout.invalidate()
            height = max(layout.totalHeightForWidth(viewport.width()), viewport.height())
            details.resize(viewport.width(), height)

    def _make_details(self) -> CardDetails:
        # Imported with the first card.
        from desktop.widgets.cards.card_details import CardDetails  # noqa: PLC0415

        details = self.details = CardDetails(self._pictures, self)
        if self._card_sync is not None:
            details.offer_texts(self._card_sync)
        if self._offers_menu:
            details.offer_menu()
        # Always there: otherwise a long card would be drawn narrower than a short one.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self.verticalScrollBar()
        bar.setStyleSheet("QScrollBar::handle:vertical:disabled { background: transparent; }")
        bar.rangeChanged.connect(lambda lowest, highest: bar.setEnabled(highest > lowest))
        self.setWidget(details)
        self.setFocusProxy(details.face)
        return details

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.details is not None:
            self.large_requested.emit()
        else:
            super().keyPressEvent(event)

"""What the middle of the page shows before a deck is open: how to open one."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from desktop.pages.builder.deck.deck_header import affiliation
from desktop.session.card_sync import CardSync
from desktop.session.deck_session import DeckSession
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import CardDelegate, Role
from desktop.widgets.cards.card_details import PICTURES_NOTE, TextOffer
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import FlowLayout, column, label, tip


class WelcomePanel(QWidget):
    """Says what to do, with a list of the sample decks; at first, offers texts and pictures.

    Signals:
        open_requested: the user wants to choose a file.
        new_requested: the user wants to begin a deck.
        sample_requested: a sample deck is to be opened (its number).
    """

    open_requested = Signal()
    new_requested = Signal()
    sample_requested = Signal(int)

    def __init__(self, session: DeckSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.open = QPushButton("Open a deck…")
        self.open.clicked.connect(self.open_requested)
        self.new = QPushButton("New deck…")
        self.new.clicked.connect(self.new_requested)
        self.text_offer: TextOffer | None = None
        self.pictures = QCheckBox("Show pictures of cards, too")
        self._pictures_note = label(PICTURES_NOTE, Size.SMALL, faint=True, wraps=True)
        self.pictures.setAccessibleDescription(PICTURES_NOTE)
        self._offers = column(self.pictures, self._pictures_note, spacing=space(self, 1))
        self._suggestion = label("Or look at a published deck:", faint=True)
        self.samples = QListWidget(self)
        self.samples.setAccessibleName("Sample decks")
        self.samples.setItemDelegate(CardDelegate(self.samples))
        self.samples.setUniformItemSizes(True)
        self.samples.setMouseTracking(True)
        self.samples.clicked.connect(self._on_sample_chosen)
        self.samples.activated.connect(self._on_sample_chosen)
        title = label("No deck is open", Size.LARGE, weight=QFont.Weight.DemiBold)
        words = label("Drop a deck file anywhere in this window, or choose one.", wraps=True)
        buttons = FlowLayout(space(self, 2))
        for button in (self.open, self.new):
            buttons.addWidget(button)
        gap = space(self, 4)
        parts = (title, words, buttons, self._offers, gap // 2, self._suggestion)
        margin = (gap, gap, gap, 0)
        layout = column(*parts, (self.samples, 1), parent=self, margin=margin, spacing=gap // 2)
        # Without samples the words stay at the top.
        layout.addStretch(0)
        self._show_samples()
        session.cards_loaded.connect(self._show_samples)

    def offer_texts(self, card_sync: CardSync) -> None:
        """Offer to get the texts of cards, until they are there."""
        self.text_offer = TextOffer(card_sync, self)
        self._offers.insertWidget(0, self.text_offer)
        self.setTabOrder(self.new, self.text_offer)
        self._show_samples()

    def _show_samples(self) -> None:
        readings = self._session.cards.samples if self._session.cards else ()
        self.samples.clear()
        for reading in readings:
            deck, line = reading.deck, affiliation(reading.deck)
            item = QListWidgetItem(deck.name, self.samples)
            item.setData(Role.GLYPHS, (Glyph(icons.faction_glyph(deck.faction), deck.faction),))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{deck.name}, {line}")
            item.setToolTip(tip(line))
        for button in (self.open, self.new):
            button.setEnabled(bool(self._session.cards))
        if self.text_offer is not None:
            self.text_offer.show_cards(self._session.cards)
        self._suggestion.setVisible(bool(readings))
        self.samples.setVisible(bool(readings))

    def _on_sample_chosen(self, index: QModelIndex) -> None:
        # Where a click also activates, both arrive; the second finds the deck already open.
        if self.isVisible() and self._session.cards:
            self.sample_requested.emit(index.row())

    @override
    def showEvent(self, event: QShowEvent) -> None:
        # Who has said yes is not asked again; the box stays while it is looked at.
        for part in (self.pictures, self._pictures_note):
            part.setVisible(not self.pictures.isChecked())
        super().showEvent(event)

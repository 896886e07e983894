"""What the user asks for in the view of a card, and the offer to get the texts of cards."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QScrollArea, QWidget

from carddb.card import Card
from carddb.terms import Edition
from desktop.session.card_sync import CardSync, SyncPhase, SyncState
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.layouts import OneLine, WrapButton, column, label, row, slim_bar

# What ThronesDB's four answers weigh unpacked, to a tenth; packed it is less.
GET_TEXTS = "Get card texts from ThronesDB (2.5 MB)"
FROM_FILE = "Texts from a file…"
# A bound: 300 by 419 pixels of three bytes; the sum is that of the cache.
PICTURES_NOTE = (
    "ThronesDB says where they are, with the texts; each is fetched when its card comes into view:"
    " at most 0.4 MB a card, and 256 MB in all on this computer."
)
_SECOND = "The texts of the cards are not here yet."
_FIRST = "No server has texts of the first edition. You may have them in a file."
_FAILED = "The texts are still missing. Everything else works."


class TextOffer(QWidget):
    """Says that texts are missing, and gets them; hidden as long as none are."""

    def __init__(self, card_sync: CardSync, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._card_sync = card_sync
        self._first_edition = False
        self.words = label(size=Size.SMALL, faint=True, wraps=True)
        self.reason = OneLine("", self)
        self.get = WrapButton(GET_TEXTS, self)
        self.from_file = WrapButton(FROM_FILE, self)
        self.progress = slim_bar("Getting card texts", self, height=2)
        self.cancel = QPushButton("Cancel", self)
        work = row((self.progress, 1), self.cancel, spacing=space(self, 2))
        parts = (self.words, self.reason, self.get, self.from_file, work)
        column(*parts, parent=self, margin=0, spacing=space(self, 1))
        self.get.clicked.connect(card_sync.start)
        self.cancel.clicked.connect(card_sync.cancel)
        card_sync.changed.connect(self._show_state)
        self.hide()

    def show_cards(self, cards: LoadedCards | None, card: Card | None = None) -> None:
        """Show the offer where these cards, or this one of them, have no texts."""
        self._first_edition = card is not None and card.edition is Edition.FIRST
        if card is not None and (card.text or card.blank):
            missing = False
        else:
            missing = cards is not None and (self._first_edition or not cards.has_texts)
        self._show_state(self._card_sync.state)
        self.setVisible(missing)

    def _show_state(self, state: SyncState) -> None:
        focused = self.get.hasFocus() or self.cancel.hasFocus()
        running = state.running and not self._first_edition
        failed = state.phase in {SyncPhase.OFFLINE, SyncPhase.FAILED}
        self.words.setText(_FIRST if self._first_edition else _FAILED if failed else _SECOND)
        self.reason.setText(state.reason.sentence if state.reason else "")
        self.reason.setVisible(failed and not self._first_edition)
        self.progress.setValue(state.done)
        # A button that is disabled would lose the focus to another part.
        self.cancel.setText("Stopping…" if state.stopping else "Cancel")
        for part in (self.progress, self.cancel):
            part.setVisible(running)
        self.get.setVisible(not running and not self._first_edition)
        self.from_file.setVisible(self._first_edition)
        if focused:
            (self.cancel if running else self.get).setFocus(Qt.FocusReason.OtherFocusReason)


class CardRequests(QScrollArea):
    """The signals of a card's view, which its details emit."""

    printing_chosen = Signal(object)  # the card to show
    swap_requested = Signal(object, object)  # the printing in the deck, the one for it
    large_requested = Signal()
    file_requested = Signal()  # with texts of cards
    count_chosen = Signal(object, int)  # a card, the number of copies
    menu_requested = Signal(object, object)  # of a card, where on the screen
    rule_requested = Signal(str)  # its id

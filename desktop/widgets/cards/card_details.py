"""One card with everything that is known of it, from top to bottom."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolButton, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from decks.card_notes import note_on
from desktop.session.card_sync import CardSync
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.cards.card_deck_info import CardDeckInfo, other_printings, version_or_printing
from desktop.widgets.cards.card_face import CardFace
from desktop.widgets.cards.card_notes import RULES, CardNotes, notes_html, text_html
from desktop.widgets.cards.card_pictures import CardPictures, PictureState
from desktop.widgets.cards.copies_chooser import CopiesChooser
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.cards.keyword_row import KeywordRow
from desktop.widgets.cards.printing_list import PrintingList, printings_of
from desktop.widgets.cards.text_offer import TextOffer
from desktop.widgets.labels import label, tip
from desktop.widgets.layouts import column, row
from desktop.widgets.wrap_button import WrapButton
from validators.card_counts import copies_by_code

_BELOW_THE_FACE = 5  # the face, its keywords, the copies, the text and the line below them


class CardDetails(QWidget):
    """Face, printings and notes of one card; made once, and shown with one card after another.

    Its signals are those of `CardView`.
    """

    printing_chosen = Signal(object)
    swap_requested = Signal(object, object)
    large_requested = Signal()
    count_chosen = Signal(object, int)
    menu_requested = Signal(object, object)
    rule_requested = Signal(str)

    def __init__(self, pictures: CardPictures | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._card: Card | None = None
        self._cards: LoadedCards | None = None
        self._deck_info = CardDeckInfo()
        self._swaps: tuple[Card, dict[Card, int]] | None = None
        self.face = CardFace(pictures, self, widest=space(self, 104))
        self.keywords = KeywordRow(self)
        self.chooser = CopiesChooser(self)
        self.copies = label(size=Size.SMALL, faint=True, wraps=True)
        self.picture_state = label(size=Size.SMALL, faint=True)
        self.picture_button = _button("", self)
        self.large_button = _button("Larger", self)
        self.large_button.setToolTip("Show the card large (Space)")
        self.text_offer: TextOffer | None = None
        self.printings = PrintingList(self)
        self.swaps = column(spacing=space(self, 1))
        watch_cards(self.printings)
        self.text = CardNotes(self)
        self.text.setAccessibleName("Text of the card")
        self.notes = CardNotes(self)
        self._lay_out()
        self._connect()

    def offer_texts(self, card_sync: CardSync) -> TextOffer:
        """Offer the text below each card that has none."""
        self.text_offer = TextOffer(card_sync, self)
        self._column.insertWidget(_BELOW_THE_FACE, self.text_offer)
        self.setTabOrder(self.large_button, self.text_offer)
        return self.text_offer

    @property
    def card(self) -> Card | None:
        """The card that is shown."""
        return self._card

    def show_card(self, card: Card, cards: LoadedCards, deck_info: CardDeckInfo) -> None:
        """Show a card; where it is the one before, only what changed of the deck."""
        before = self._deck_info
        another = card != self._card or cards is not self._cards
        self._card, self._cards, self._deck_info = card, cards, deck_info
        if another:
            self.face.show_card(card, cards.pack_name(card))
            self.keywords.show_card(card)
            if self._pictures is not None:
                self._pictures.request(card)
            if self.text_offer is not None:
                self.text_offer.show_cards(cards, card)
        lists_before = before.restricted_list, before.day
        notes = [note_on(each.deck, card) if each.deck else "" for each in (before, deck_info)]
        other_lists = lists_before != (deck_info.restricted_list, deck_info.day)
        if another or other_lists or notes[0] != notes[1]:
            self._show_notes()
        self._show_deck(card, cards.pools[card.edition])

    def _lay_out(self) -> None:
        gap = space(self, 2)
        at_right = (self.picture_state, self.picture_button, self.large_button)
        at_top = Qt.AlignmentFlag.AlignTop
        line = row((self.copies, 1), *((each, at_top) for each in at_right), spacing=gap)
        about = (self.swaps, self.printings, self.notes)
        parts = (self.face, self.keywords, self.chooser, self.text, line, *about, None)
        margin = (gap, gap, gap, gap * 2)
        self._column = column(*parts, parent=self, margin=margin, spacing=gap)
        self.picture_button.hide()

    def _connect(self) -> None:
        self.face.large_requested.connect(self.large_requested)
        for source in (self.face, self.keywords, self.notes):
            source.rule_requested.connect(self.rule_requested)
        self.chooser.count_chosen.connect(self.count_chosen)
        self.face.legible_changed.connect(self._show_notes)
        self.large_button.clicked.connect(self.large_requested)
        self.printings.printing_chosen.connect(self.printing_chosen)
        if self._pictures is not None:
            self._pictures.changed.connect(self._on_picture_changed)
            self.picture_button.clicked.connect(self._pictures.toggle_preferred)
        for each in (self.face, self.text, self.printings, self.notes):
            each.installEventFilter(self)

    def _show_notes(self) -> None:
        """Show text and notes without what is legible on the face."""
        if self._card is not None and self._cards is not None:
            legible = self.face.picture is None and self.face.legible
            html = notes_html(self._card, self._cards, self._deck_info, legible=legible)
            self.notes.show_html(html)
            text = "" if legible else text_html(self._card)
            self.text.show_html(text)
            self.text.setVisible(bool(text))

    def _show_deck(self, card: Card, pool: CardPool) -> None:
        """Show what of the deck concerns the card."""
        deck = self._deck_info.deck
        if deck is not None and deck.edition is not card.edition:
            deck = None
        printings = printings_of(card, pool, copies_by_code(deck) if deck else {})
        self.printings.setVisible(len(printings) > 1)
        self.printings.show_printings(printings, card)
        self.chooser.show_copies(card, self._deck_info.copies_of(card))
        self.copies.setText(self._deck_info.copies(card))
        swaps = card, other_printings(deck, card) if deck else {}
        if swaps != self._swaps:
            self._swaps = swaps
            self._show_swaps(*swaps, pool)

    def _show_swaps(self, card: Card, others: dict[Card, int], pool: CardPool) -> None:
        """Show a button for each other printing in the deck."""
        while (item := self.swaps.takeAt(0)) is not None:
            if (before := item.widget()) is not None:
                before.hide()
                before.deleteLater()
        for old, copies in others.items():
            pack = pool.packs.get(old.pack)
            source = f"{copies} from {pack.name if pack else old.pack}"
            this = f"this {version_or_printing(old, card)}"
            button = WrapButton(f"Use {this} instead of {source}", self)
            button.clicked.connect(lambda _=False, old=old: self.swap_requested.emit(old, card))
            self.swaps.addWidget(button)
            self.setTabOrder(self.large_button, button)
            button.show()

    def offer_menu(self) -> None:
        """Request the menu of a card for the face and the printings, instead of the face's own."""
        for each in (self.face, self.printings):
            each.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            each.customContextMenuRequested.connect(self._on_menu_requested)

    def _on_menu_requested(self, place: QPoint) -> None:
        card, at = self._card, self.face.mapToGlobal(place)
        if self.sender() is self.printings:
            at = self.printings.viewport().mapToGlobal(place)
            card = self.printings.card_at(place)
        if card is not None:
            self.menu_requested.emit(card, at)

    def rules_top(self) -> int:
        """Return how far below the top the rules on the card are."""
        return self.notes.y() + self.notes.heading_top(RULES)

    def _on_picture_changed(self) -> None:
        pictures = self._pictures
        if pictures is None:
            return
        found = pictures.state is PictureState.FOUND
        self.picture_state.setText("" if found else pictures.state.value)
        self.picture_state.setToolTip(tip(pictures.error))
        self.picture_button.setVisible(found)
        self.picture_button.setText("Drawing" if pictures.preferred else "Picture")
        other = f"Show the {'drawn card' if pictures.preferred else 'picture'}"
        self.picture_button.setToolTip(other)
        self._show_notes()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the card large for Space anywhere in it but on a button."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            plain = event.modifiers() is Qt.KeyboardModifier.NoModifier
            if plain and event.key() == Qt.Key.Key_Space:
                self.large_requested.emit()
                return True
        return False


def _button(text: str, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setText(text)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button

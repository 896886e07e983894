"""One card with everything that is known of it, from top to bottom."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from carddb.rulings import rulings_of
from desktop.session.card_counts import copies_by_code
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.card_face import CardFace
from desktop.widgets.cards.card_facts import facts_of
from desktop.widgets.cards.card_list_status import history, list_of_the_day, listings
from desktop.widgets.cards.card_notes import CardNotes, Notes
from desktop.widgets.cards.card_pictures import CardPictures, PictureState
from desktop.widgets.cards.drawn_card import DrawnCard
from desktop.widgets.cards.printing_list import PrintingList, printings_of
from desktop.widgets.cards.printing_swap import other_printings
from desktop.widgets.labels import label
from desktop.widgets.wrap_button import WrapButton

# What the drawn card says itself, and what the list of printings says.
ON_THE_FACE = frozenset({"Keywords", "Crests", "Naval", "Gives", "Attach to", "Only for"})
ELSEWHERE = frozenset({"Same title in", "Errata"})


class CardSheet(QWidget):
    """Face, printings and notes of one card; made once, and shown with one card after another.

    Signals:
        printing_chosen: another printing is to be shown (the card).
        swap_requested: the deck is to hold another printing (the one it holds, the one shown).
        large_asked: the card is to be shown large.
    """

    printing_chosen = Signal(object)
    swap_requested = Signal(object, object)
    large_requested = Signal()

    def __init__(self, pictures: CardPictures | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._card: Card | None = None
        self._cards: LoadedCards | None = None
        self._beside = CardDeckInfo()
        self._notes = Notes()
        self.face = CardFace(pictures, self, widest=space(self, 88))
        self.held = label(size=Size.SMALL, faint=True, wraps=True)
        self.state = label(size=Size.SMALL, faint=True)
        self.which = _button("", self)
        self.large = _button("Larger", self)
        self.large.setToolTip("Show the card large (Space)")
        self.printings = PrintingList(self)
        self.swaps = QVBoxLayout()
        self.notes = CardNotes(self)
        self._lay_out()
        self._connect()

    def show_card(self, card: Card, cards: LoadedCards, beside: CardDeckInfo) -> None:
        """Show a card; where it is the one before, only what changed beside it."""
        another = card != self._card or cards is not self._cards
        lists = (beside.restricted, beside.day) != (self._beside.restricted, self._beside.day)
        self._card, self._cards, self._beside = card, cards, beside
        if another:
            self.face.show_face(DrawnCard(card, cards.pack_name(card)))
            if self._pictures is not None:
                self._pictures.ask(card)
        if another or lists:
            self._notes = self._notes_of(card, cards)
            self._show_notes()
        self._show_deck(card, cards.pools[card.edition])

    def _lay_out(self) -> None:
        gap = space(self, 2)
        line = QHBoxLayout()
        line.setSpacing(gap)
        line.addWidget(self.held, 1)
        for each in (self.state, self.which, self.large):
            line.addWidget(each, 0, Qt.AlignmentFlag.AlignTop)
        self.swaps.setSpacing(gap // 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap, gap, gap, gap * 2)
        layout.setSpacing(gap)
        layout.addWidget(self.face)
        layout.addLayout(line)
        layout.addLayout(self.swaps)
        layout.addWidget(self.printings)
        layout.addWidget(self.notes)
        layout.addStretch(1)
        self.which.hide()

    def _connect(self) -> None:
        self.face.large_requested.connect(self.large_requested)
        self.face.legible_changed.connect(self._show_notes)
        self.large.clicked.connect(self.large_requested)
        self.which.clicked.connect(self._on_which_clicked)
        self.printings.printing_chosen.connect(self.printing_chosen)
        if self._pictures is not None:
            self._pictures.changed.connect(self._show_picture)
        for each in (self.face, self.printings, self.notes):
            each.installEventFilter(self)

    def _notes_of(self, card: Card, cards: LoadedCards) -> Notes:
        pool = cards.pools[card.edition]
        restricted = self._beside.restricted
        if restricted is None or restricted.edition is not card.edition:
            restricted = list_of_the_day(pool, self._beside.day)
        changes = [f"{each.issuer}, {each.version}" for each in card.errata]
        return Notes(
            text=card.text or "",
            facts=tuple(facts_of(card, cards)),
            listings=listings(card, pool, restricted),
            history=history(card, pool),
            rulings=rulings_of(card, pool),
            errata=[f"Its text was changed: {'; '.join(changes)}."] if changes else (),
        )

    def _show_notes(self) -> None:
        """Show the notes without what the face says legibly."""
        drawn = self.face.picture is None
        hidden = ELSEWHERE | ON_THE_FACE if drawn and self.face.legible else ELSEWHERE
        facts = tuple(fact for fact in self._notes.facts if fact[0] not in hidden)
        text = "" if drawn and self.face.legible else self._notes.text
        self.notes.show_notes(replace(self._notes, facts=facts, text=text))

    def _show_deck(self, card: Card, pool: CardPool) -> None:
        """Show what of the deck concerns the card."""
        deck = self._beside.deck
        if deck is not None and deck.edition is not card.edition:
            deck = None
        copies = copies_by_code(deck) if deck else {}
        rows = printings_of(card, pool, copies)
        self.printings.setVisible(len(rows) > 1)
        if len(rows) > 1:
            self.printings.show_printings(rows, card)
        self.held.setText(self._beside.held(card))
        self._offer_swaps(other_printings(deck, card) if deck else {}, card, pool)

    def _offer_swaps(self, others: dict[Card, int], card: Card, pool: CardPool) -> None:
        offered = [(old.code, copies, card.code) for old, copies in others.items()]
        if offered == self._offered():
            return
        while (item := self.swaps.takeAt(0)) is not None:
            if (before := item.widget()) is not None:
                before.hide()
                before.deleteLater()
        for old, copies in others.items():
            pack = pool.packs.get(old.pack)
            held = f"{copies} from {pack.name if pack else old.pack}"
            words = f"Use this printing in the deck instead of {held}"
            button = WrapButton(words, self)
            button.setProperty("swap", (old.code, copies, card.code))
            button.clicked.connect(lambda _=False, old=old: self.swap_requested.emit(old, card))
            self.swaps.addWidget(button)
            self.setTabOrder(self.large, button)
            button.show()

    def _offered(self) -> list[tuple[str, int, str]]:
        items = (self.swaps.itemAt(number) for number in range(self.swaps.count()))
        buttons = (item.widget() for item in items if item is not None)
        return [each.property("swap") for each in buttons if each is not None]

    def _show_picture(self) -> None:
        pictures = self._pictures
        if pictures is None:
            return
        there = pictures.state is PictureState.THERE
        self.state.setText("" if there else pictures.state.value)
        self.state.setToolTip(pictures.why)
        self.which.setVisible(there)
        self.which.setText("Drawing" if pictures.preferred else "Picture")
        self.which.setToolTip(f"Show the {'drawn card' if pictures.preferred else 'picture'}")
        self._show_notes()

    def _on_which_clicked(self) -> None:
        if self._pictures is not None:
            self._pictures.preferred = not self._pictures.preferred

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Space show the card large wherever in the sheet it is pressed, but on a button."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            plain = event.modifiers() is Qt.KeyboardModifier.NoModifier
            if plain and event.key() == Qt.Key.Key_Space:
                self.large_requested.emit()
                return True
        return False


def _button(words: str, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setText(words)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button

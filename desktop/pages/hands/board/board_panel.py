"""The board of the Hands page: the deck on screen, dealt and played alone by hand."""

from __future__ import annotations

from collections.abc import Callable
from secrets import randbelow

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from core.errors import AppError
from decks.deck import Deck
from desktop.pages.hands.board.board_side import BoardSide
from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.hand_popup import HandPopup
from desktop.pages.hands.board.play_view import PlayView
from desktop.runtime.tasks import BackgroundQuery, QueryState, TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.widgets.buttons import push_button
from desktop.widgets.cards.card_thumbnails import CardThumbnails
from desktop.widgets.cards.hover_card import HoverCard
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.layouts import column, label
from goldfish.play.game import Game, Zone
from goldfish.play.setup_moves import deal, read_seed, with_hand

# Random seeds are short, to be read out and typed.
MOST_RANDOM = 1_000_000
NO_DECK = "Open a deck to play its hands."

# After the board or the deck is shown (milliseconds): what shows them is painted first.
DELAY_MS = 1


def random_seed() -> int:
    return randbelow(MOST_RANDOM)


class BoardPanel(QWidget):
    """Deals the deck on screen once it is seen, and lets it be played.

    A deck that is edited stays as it was dealt until another hand is requested. `side` shows the
    chosen card and the log.

    Signals:
        decks_requested: no deck is open, and one is to be chosen.
    """

    decks_requested = Signal()

    def __init__(
        self,
        session: DeckSession,
        tasks: TaskRunner,
        side: BoardSide,
        parent: QWidget | None = None,
        seeds: Callable[[], int] = random_seed,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._seeds = seeds
        self._focus_hand = False
        self._deck_on_screen = session.current
        # Dealt in the background: what shuffles takes its time to load.
        self.dealing: BackgroundQuery[tuple[Deck, int], Game] = BackgroundQuery(
            tasks, lambda question, _: deal(*question), self, delay_ms=DELAY_MS, remembered=0
        )
        self.dealing.set_active(active=False)
        self.dealing.answered.connect(self._on_dealt)
        self.dealing.failed.connect(self._on_failed)
        self.controller = GameController(self)
        self._pages = QStackedWidget(self)
        self.hover = HoverCard(self, side.pictures, session.pack_name)
        thumbnails = CardThumbnails(tasks, side.pictures, self)
        self.view = PlayView(self.controller, side, self.hover, thumbnails, self._pages)
        self.message = label(NO_DECK, faint=True, wraps=True)
        self.open_deck = push_button(
            "Go to your decks", self, clicked=self.decks_requested.emit, kind="link"
        )
        self._pages.addWidget(EmptyState(self.message, self.open_deck, self))
        self._pages.addWidget(self.view)
        column(self._pages, parent=self, margin=0)
        session.deck_changed.connect(self._on_deck_changed)
        session.deck_edited.connect(self._on_deck_edited)
        self.view.header.seed.returnPressed.connect(self._on_seed_typed)
        self.view.new_requested.connect(self.restart)
        self.view.hand_requested.connect(self.choose_hand)
        self.view.header.again.clicked.connect(self._on_again_clicked)
        self.restart()

    def restart(self) -> None:
        """Deal a random hand of the deck on screen, once the board is seen."""
        self._deal(self._seeds())

    def choose_hand(self) -> None:
        """Let the user choose the cards of the hand, which is a game of its own."""
        game, cards = self.game, self._session.cards
        if game is not None and cards is not None:
            slots, header = tuple(game.deck.draw()), self.view.header
            owner = header.more if header.enter.isHidden() else header.enter
            popup = HandPopup(slots, game.rules.hand_size, cards.named, owner)
            popup.hand_entered.connect(self._on_hand_entered)
            popup.show_below()
            popup.search.setFocus(Qt.FocusReason.PopupFocusReason)

    @property
    def game(self) -> Game | None:
        return self.controller.game

    def _deal(self, seed: int) -> None:
        deck = self._session.deck
        self.dealing.withdraw()
        if deck is None:
            self._show_message(NO_DECK)
        else:
            self.dealing.ask((deck, seed))

    def _show_message(self, words: str) -> None:
        self.controller.clear()
        self.view.board.clear()
        self.message.setText(words)
        self.open_deck.setVisible(words == NO_DECK)
        self._pages.setCurrentIndex(0)

    def _on_dealt(self, game: Game) -> None:
        self.view.board.clear()
        self._pages.setCurrentWidget(self.view)
        self.controller.start(game)
        self.view.header.seed_popup.show_seed(game.seed)
        self._show_changed()
        around, focus = self.parentWidget() or self, self.window().focusWidget()
        here = focus is not None and (around.isAncestorOf(focus) or focus.isAncestorOf(self))
        if self._focus_hand and here:
            # Somebody who opened the page, and does not only pass it in the rail, plays the hand.
            self.view.board.focus_first(Zone.HAND)
        self._focus_hand = False

    def _on_hand_entered(self, codes: list[str]) -> None:
        if self.game is None:
            return
        try:
            game = with_hand(deal(self.game.deck, self.game.seed), codes)
        except AppError as error:
            self.view.show_error(error)
        else:
            self.view.board.clear()
            self.controller.start(game)

    def _on_failed(self, error: AppError) -> None:
        self._show_message(error.text)

    def _on_seed_typed(self) -> None:
        try:
            seed = read_seed(self.view.header.seed.text())
        except AppError as error:
            self.view.show_error(error)
        else:
            self.view.header.seed_popup.close()
            self._deal(seed)

    def _on_again_clicked(self) -> None:
        self._deal(self.game.seed if self.game else self._seeds())

    def _on_deck_changed(self) -> None:
        current = self._session.current
        # Where another deck was closed, the game goes on.
        if current is None or current is not self._deck_on_screen:
            self._deck_on_screen = current
            self.restart()

    def _on_deck_edited(self) -> None:
        if self.game is None or self.dealing.state is QueryState.COMING:
            self.restart()
        self._show_changed()

    def _show_changed(self) -> None:
        """Show the button that deals again while the deck is not what was dealt."""
        game, deck = self.game, self._session.deck
        differs = game is not None and deck is not None and _dealt(game.deck) != _dealt(deck)
        self.view.header.offer_again(offered=differs)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._focus_hand = self.dealing.state is QueryState.COMING
        self.dealing.set_active(active=True)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.dealing.set_active(active=False)


def _dealt(deck: Deck) -> tuple[object, ...]:
    """Return the parts of a deck that a game depends on."""
    return deck.edition, deck.faction, deck.agendas, deck.slots

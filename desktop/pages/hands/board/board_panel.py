"""The table of the Hands page: the deck on screen, dealt and played alone by hand."""

from __future__ import annotations

from collections.abc import Callable
from secrets import randbelow

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from carddb.errors import AppError
from decks.deck import Deck
from desktop.pages.hands.board.game_controller import GameController
from desktop.pages.hands.board.play_view import PlayView
from desktop.runtime.background_query import BackgroundQuery
from desktop.runtime.tasks import Progress, TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import space
from desktop.widgets.labels import label
from goldfish.play.deal import deal, read_seed
from goldfish.play.game import Game

# Seeds by chance are short, to be read out and typed.
MOST_BY_CHANCE = 1_000_000
NO_DECK = "Open a deck to play its hands."

# A hand is dealt so long (milliseconds) after the table or the deck comes in sight: what shows them
# is painted before.
MOMENT_MS = 1


def seed_by_chance() -> int:
    """Return a seed that can be read out."""
    return randbelow(MOST_BY_CHANCE)


class BoardPanel(QWidget):
    """Deals the deck on screen once it is seen, and lets it be played.

    A deck that is edited stays as it was dealt until another hand is asked for.

    Signals:
        card_chosen: a card of the table got the focus (a Card).
    """

    card_chosen = Signal(object)

    def __init__(
        self,
        session: DeckSession,
        tasks: TaskRunner,
        parent: QWidget | None = None,
        seeds: Callable[[], int] = seed_by_chance,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._seeds = seeds
        self._dealing: BackgroundQuery[tuple[Deck, int], Game] = BackgroundQuery(
            tasks, _game, self, delay_ms=0, remembered=0
        )
        self._dealing.answered.connect(self._on_dealt)
        self._dealing.failed.connect(self._on_failed)
        self._waiting = True
        self._coming = False
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setInterval(MOMENT_MS)
        self._turn.timeout.connect(self.restart)
        self.controller = GameController(self)
        self._pages = QStackedWidget(self)
        self.view = PlayView(self.controller, session, self._pages)
        self.sentence = label(NO_DECK, faint=True, wraps=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence.setMargin(space(self, 8))
        self._pages.addWidget(self.sentence)
        self._pages.addWidget(self.view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)
        session.deck_changed.connect(self._on_deck_changed)
        session.deck_edited.connect(self._on_deck_edited)
        self.view.card_chosen.connect(self.card_chosen)
        self.view.header.seed_typed.connect(self._on_seed_typed)
        self.view.header.new_requested.connect(self.restart)
        self.view.message.again_requested.connect(self._on_again)

    def restart(self) -> None:
        """Deal a hand of the deck on screen by chance."""
        self._deal(self._seeds())

    @property
    def game(self) -> Game | None:
        """The game on the table."""
        return self.controller.game

    @property
    def about_to_deal(self) -> bool:
        """Whether a hand is dealt in a moment."""
        return self._turn.isActive()

    def _deal(self, seed: int) -> None:
        """Deal in the background: what shuffles takes its time to load."""
        deck = self._session.deck
        self._waiting = False
        self._turn.stop()
        self._dealing.withdraw()
        if deck is None:
            self._say(NO_DECK)
        else:
            self._dealing.ask((deck, seed))

    def _say(self, words: str) -> None:
        self.controller.clear()
        self.view.board.clear()
        self.sentence.setText(words)
        self._pages.setCurrentWidget(self.sentence)

    def _on_dealt(self, game: Game) -> None:
        self.view.board.clear()
        self._pages.setCurrentWidget(self.view)
        self.controller.begin(game)
        self.view.header.seed.show_seed(game.seed)
        self._show_changed()
        around, focus = self.parentWidget() or self, self.window().focusWidget()
        here = focus is not None and (around.isAncestorOf(focus) or focus.isAncestorOf(self))
        if self._coming and here:
            # Who comes to the page, not only along the rail, wants to play the hand.
            self.view.board.focus_area(self.view.board.hand)
        self._coming = False

    def _on_failed(self, error: AppError) -> None:
        self._say(" ".join(filter(None, (error.sentence, error.hint))))

    def _on_seed_typed(self, text: str) -> None:
        try:
            seed = read_seed(text)
        except AppError as error:
            self.view.message.refuse(error)
        else:
            self._deal(seed)

    def _on_again(self) -> None:
        game = self.game
        self._deal(game.seed if game else self._seeds())

    def _on_deck_changed(self) -> None:
        self._deal_when_seen()

    def _on_deck_edited(self) -> None:
        if self.game is None:
            self._deal_when_seen()
        self._show_changed()

    def _deal_when_seen(self) -> None:
        """Deal in a moment, once all that follows the deck shows it; without a deck say so now."""
        if not self.isVisible():
            self._waiting = True
        elif self._session.deck is None:
            self.restart()
        else:
            self._turn.start()

    def _show_changed(self) -> None:
        """Offer to deal the deck again while it is not what was dealt."""
        game, deck = self.game, self._session.deck
        differs = game is not None and deck is not None and _dealt(game.deck) != _dealt(deck)
        self.view.message.again.setVisible(differs)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._waiting:
            self._coming = True
            self._turn.start()


def _game(question: tuple[Deck, int], _: Progress) -> Game:
    return deal(*question)


def _dealt(deck: Deck) -> tuple[object, ...]:
    """Return what of a deck a game depends on."""
    return deck.edition, deck.faction, deck.agendas, deck.slots

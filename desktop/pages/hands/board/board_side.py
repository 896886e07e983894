"""The column beside the board: the selected card large, the log, a setup and its reasons."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from carddb.card import Card
from desktop.pages.hands.board.log_list import CardsLeftList, LogList
from desktop.session.deck_session import DeckSession
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.card_view import CardView
from goldfish.play.game import Game, PlayPhase
from goldfish.setup_plan import SetupPlan


class BoardSide(QTabWidget):
    """Tabs: the card that was chosen last, whatever `add_next` adds, the log, and the best setup.

    The last one is there from when a setup is proposed until the setup of the game is over.

    Signals:
        entry_chosen: a line of the log was activated (its index).
        rule_requested: a rule is to be opened (its id).
    """

    entry_chosen = Signal(int)
    rule_requested = Signal(str)

    def __init__(
        self, session: DeckSession, pictures: CardPictures | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self.pictures = session, pictures
        self._card: Card | None = None
        self.card = CardView(self, pictures)
        self.log = LogList(self)
        self.left = CardsLeftList(self)
        self.addTab(self.card, "Card")
        self.addTab(self.log, "Log")
        self.addTab(self.left, "Setup")
        self._show_setup(shown=False)
        self.setAccessibleName("Beside the table")
        self.tabBar().setAccessibleName("Beside the table")
        self.log.entry_chosen.connect(self.entry_chosen)
        self.left.rule_requested.connect(self.rule_requested)
        self.card.rule_requested.connect(self.rule_requested)
        self.currentChanged.connect(self._on_tab_changed)

    def add_next(self, widget: QWidget, name: str, after: QWidget | None = None) -> None:
        """Add a tab after another, or after that of the card."""
        self.insertTab(self.indexOf(after or self.card) + 1, widget, name)

    @property
    def chosen_card(self) -> Card | None:
        """The card that was chosen last."""
        return self._card

    def show_card(self, card: Card) -> None:
        """Show a card, as soon as its tab is shown."""
        self._card = card
        cards = self._session.cards
        if cards is not None and self.currentWidget() is self.card:
            self.card.show_card(card, cards)

    @property
    def shows_cards(self) -> bool:
        """Whether a card that is chosen is in view here."""
        return self.isVisible() and self.currentWidget() is self.card

    def is_in_view(self, card: Card) -> bool:
        """Tell whether a card is shown here."""
        return self.shows_cards and card == self._card

    def show_game(self, game: Game, plan: SetupPlan | None, *, proposed: bool = False) -> None:
        """Show the log of a game, and its best setup while it is proposed or it is setup."""
        self.log.show_game(game)
        shown = proposed or game.phase is PlayPhase.SETUP
        if plan is not None and shown:
            self.left.show_plan(plan)
        was_current = self.currentWidget() is self.left
        self._show_setup(shown=plan is not None and shown)
        if proposed:
            self.setCurrentWidget(self.left)
        elif was_current and not shown:
            self.setCurrentWidget(self.card)

    def _show_setup(self, *, shown: bool) -> None:
        self.setTabVisible(self.indexOf(self.left), shown)

    def toggle_log(self) -> None:
        """Show the log, or the card again."""
        is_shown = self.currentWidget() is self.log
        self.setCurrentWidget(self.card if is_shown else self.log)

    def _on_tab_changed(self) -> None:
        if self._card is not None:
            self.show_card(self._card)

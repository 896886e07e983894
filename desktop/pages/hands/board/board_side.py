"""The column beside the board: the selected card large, and the log of the game."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from carddb.card import Card
from desktop.pages.hands.board.log_list import LeftList, LogList
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import Size, space
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.labels import label
from desktop.widgets.layouts import column
from goldfish.play.game import Game, PlayPhase
from goldfish.setup_plan import SetupPlan

_NEXT = 1  # the tab after the card's


class BoardSide(QTabWidget):
    """Tabs: the card that was chosen last, whatever `add_next` adds, and the log.

    Signals:
        entry_chosen: a line of the log was activated (its index).
        log_shown: the log is in view now, or no longer.
        rule_requested: a rule is to be opened (its id).
    """

    entry_chosen = Signal(int)
    log_shown = Signal(bool)
    rule_requested = Signal(str)

    def __init__(
        self, session: DeckSession, pictures: CardPictures | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self.pictures = session, pictures
        self._card: Card | None = None
        self.card = CardView(self, pictures)
        self.log = LogList(self)
        self.left = LeftList(self)
        self.reasons = QWidget(self)
        heading = label("Left in hand, and why", Size.SMALL, faint=True)
        gap = space(self, 1)
        column(heading, self.left, parent=self.reasons, margin=0, spacing=gap)
        self.reasons.hide()
        self._log_tab = QWidget(self)
        parts = ((self.reasons, 1), (self.log, 2))
        column(*parts, parent=self._log_tab, margin=gap, spacing=gap)
        self.addTab(self.card, "Card")
        self.addTab(self._log_tab, "Log")
        self.setAccessibleName("Beside the table")
        self.tabBar().setAccessibleName("Beside the table")
        self.log.entry_chosen.connect(self.entry_chosen)
        self.left.rule_requested.connect(self.rule_requested)
        self.card.rule_requested.connect(self.rule_requested)
        self.currentChanged.connect(self._on_tab_changed)

    def add_next(self, widget: QWidget, name: str) -> None:
        """Add a tab after that of the card."""
        self.insertTab(_NEXT, widget, name)

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

    def is_in_view(self, card: Card) -> bool:
        """Tell whether a card is shown here."""
        return self.isVisible() and self.currentWidget() is self.card and card == self._card

    def show_game(self, game: Game, plan: SetupPlan | None) -> None:
        """Show the log of a game, and what its best setup left while it is setup."""
        self.log.show_game(game)
        shown = plan is not None and game.phase is PlayPhase.SETUP
        if plan is not None and shown:
            self.left.show_plan(plan)
        self.reasons.setVisible(shown)

    def toggle_log(self) -> None:
        """Show the log, or the card again."""
        is_shown = self.currentWidget() is self._log_tab
        self.setCurrentWidget(self.card if is_shown else self._log_tab)

    def _on_tab_changed(self) -> None:
        self.log_shown.emit(self.currentWidget() is self._log_tab)
        if self._card is not None:
            self.show_card(self._card)

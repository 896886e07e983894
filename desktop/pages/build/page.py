"""The Build page: all cards, the deck, and the card or the problems beside it."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtWidgets import QSplitter, QTabWidget, QVBoxLayout, QWidget

from carddb.card import Card
from desktop.editor import DeckSession
from desktop.pages.build.deck_panel import DeckPanel
from desktop.pages.build.pool_panel import PoolPanel
from desktop.pages.build.problems_panel import ProblemsPanel
from desktop.typeface import space
from desktop.widgets.card_facts import standing
from desktop.widgets.card_view import CardView


class BuildPage(QWidget):
    """Three panels in a splitter: what is chosen in one is shown in the others.

    Signals:
        open_requested: the user wants to choose a deck file.
    """

    open_requested = Signal()

    def __init__(self, session: DeckSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._card: Card | None = None
        self.pool = PoolPanel(self)
        self.deck = DeckPanel(session, self)
        self.card_view = CardView(self)
        self.problems = ProblemsPanel(session, self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(False)
        self.tabs.addTab(self.card_view, "Card")
        self.tabs.addTab(self.problems, "Problems")
        self.tabs.setAccessibleName("Card and problems")
        self.tabs.tabBar().setAccessibleName("Card and problems")
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(space(self, 3))
        for panel, share in ((self.pool, 42), (self.deck, 33), (self.tabs, 25)):
            self.splitter.addWidget(panel)
            panel.setMinimumWidth(space(self, 60))
            self.splitter.setStretchFactor(self.splitter.count() - 1, share)
        layout = QVBoxLayout(self)
        gap = space(self, 3)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.addWidget(self.splitter)
        self._connect()

    def shape(self) -> QByteArray:
        """Return how the page's width is shared."""
        return self.splitter.saveState()

    def restore_shape(self, state: QByteArray) -> None:
        """Share the page's width as it was."""
        if state.isEmpty():
            self.splitter.setSizes([458, 387, 290])
        else:
            self.splitter.restoreState(state)

    def _connect(self) -> None:
        self.pool.card_chosen.connect(self._on_card_chosen)
        self.deck.list.card_chosen.connect(self._on_card_chosen)
        self.deck.list.typed.connect(self.pool.take_typing)
        self.deck.welcome.open_requested.connect(self.open_requested)
        self.deck.verdict.clicked.connect(self._on_verdict_clicked)
        self.problems.cards_named.connect(self.deck.list.select_cards)
        self.problems.count_changed.connect(self._on_count_changed)
        self._session.cards_loaded.connect(self._on_cards_loaded)
        self._session.deck_changed.connect(self._on_verdict_clicked)
        self._session.verdict_changed.connect(self._show_card)

    def _on_cards_loaded(self) -> None:
        if self._session.cards is not None:
            self.pool.receive(self._session.cards.rows)

    def _on_card_chosen(self, card: Card) -> None:
        self._card = card
        self._show_card()
        # A problem that was chosen selects its cards; the list of problems stays in view then.
        if not self.problems.list.hasFocus():
            self.tabs.setCurrentWidget(self.card_view)

    def _show_card(self) -> None:
        cards = self._session.cards
        if self._card is not None and cards is not None:
            self.card_view.show_card(self._card, cards, self._notes(self._card))

    def _notes(self, card: Card) -> list[tuple[str, str]]:
        """Return what list and deck say of a card."""
        notes = []
        conditions = self._session.conditions
        if conditions and conditions.restricted_list:
            restricted = conditions.restricted_list
            words = standing(card, restricted, conditions.format.list_format)
            if words:
                notes.append((restricted.name, words))
        deck = self._session.deck
        if deck is not None and (copies := deck.copies(card)):
            notes.append(("In this deck", f"{copies}"))
        return notes

    def _on_verdict_clicked(self) -> None:
        self.tabs.setCurrentWidget(self.problems)

    def _on_count_changed(self, count: int) -> None:
        title = f"Problems {count}" if count else "Problems"
        self.tabs.setTabText(self.tabs.indexOf(self.problems), title)

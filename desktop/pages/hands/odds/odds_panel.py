"""The right of the Hands page: the odds of the deck on screen, found again as it changes."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QTabWidget, QVBoxLayout, QWidget
from typing_extensions import override

from carddb.errors import AppError
from decks.deck import Deck
from desktop.pages.hands.lazy_tab import LazyTab
from desktop.pages.hands.odds.cards_tab import CardsTab
from desktop.pages.hands.odds.comparison import comparison_choices
from desktop.pages.hands.odds.comparison_dialog import ComparisonDialog
from desktop.pages.hands.odds.odds_options import OddsOptions
from desktop.pages.hands.odds.queries import (
    DealtDeck,
    HandsAnswer,
    HandsOptions,
    HandsQuestion,
    OrdersAnswer,
    OrdersQuestion,
    RoundsAnswer,
    RoundsQuestion,
    SeeAnswer,
    SeeQuestion,
)
from desktop.pages.hands.odds.rounds_tab import RoundsTab
from desktop.pages.hands.odds.see_tab import SeeTab
from desktop.pages.hands.odds.setup_tab import SetupTab
from desktop.runtime.background_query import BackgroundQuery
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.session.library_worker import LibraryWorker
from desktop.session.open_deck import OpenDeck
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from goldfish.draw_deck import opening
from goldfish.rounds.game_plan import in_order, plot_deck

if TYPE_CHECKING:
    from desktop.pages.hands.odds.odds_jobs import OddsJobs

NO_DECK = "No deck is open. Open one, and its odds are shown here."
NO_CARDS = "The cards are being loaded."


class OddsPanel(QWidget):
    """Options, and tabs with the answers, each created when it is first shown.

    Signals:
        failed: a chart could not be saved (the AppError).
    """

    failed = Signal(Exception)

    def __init__(
        self,
        session: DeckSession,
        tasks: TaskRunner,
        library_worker: LibraryWorker | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._library_worker = library_worker
        self._shown: OpenDeck | None = None
        self._jobs: OddsJobs | None = None
        self._jobs_lock = Lock()
        self._create_queries(tasks)
        self.setup_tab = LazyTab(self._create_setup_tab)
        self.cards_tab = LazyTab(lambda parent: CardsTab(session, self.hands_query, parent))
        self.see_tab = LazyTab(self._create_see_tab)
        self.rounds_tab = LazyTab(self._create_rounds_tab)
        self.options = OddsOptions(self)
        self.tabs = QTabWidget(self)
        self.notice = label(faint=True, wraps=True)
        self.message = label(wraps=True)
        self._pages = QStackedWidget(self)
        self._lay_out()
        for signal in (session.cards_loaded, session.deck_changed, session.deck_edited):
            signal.connect(self._ask)
        self.options.changed.connect(self._ask)
        self.options.comparison_requested.connect(self.choose_comparison)
        self.see_tab.created.connect(self._ask)
        self.rounds_tab.created.connect(self._ask)
        self.tabs.currentChanged.connect(self._show_current_tab)
        self.hands_query.changed.connect(self._on_hands_changed)
        self._ask()

    def choose_comparison(self) -> None:
        """Let the user choose what the deck is compared with."""
        session = self._session
        if session.cards is None or session.current is None:
            return
        stored = self._library_worker.contents.decks if self._library_worker else ()
        choices = comparison_choices(session.current, session.decks, stored, session.cards.samples)
        dialog = ComparisonDialog(choices, session.cards, self._library_worker, self)
        dialog.chosen.connect(self.options.compare)
        dialog.open()

    def _create_queries(self, tasks: TaskRunner) -> None:
        self.hands_query: BackgroundQuery[HandsQuestion, HandsAnswer] = BackgroundQuery(
            tasks, lambda question, progress: self._load_jobs().hands(question, progress), self
        )
        self.see_query: BackgroundQuery[SeeQuestion, SeeAnswer] = BackgroundQuery(
            tasks, lambda question, progress: self._load_jobs().see(question, progress), self
        )
        self.rounds_query: BackgroundQuery[RoundsQuestion, RoundsAnswer] = BackgroundQuery(
            tasks, lambda question, progress: self._load_jobs().rounds(question, progress), self
        )
        self.orders_query: BackgroundQuery[OrdersQuestion, OrdersAnswer] = BackgroundQuery(
            tasks, lambda question, progress: self._load_jobs().orders(question, progress), self
        )
        for query in (self.hands_query, self.see_query, self.rounds_query, self.orders_query):
            query.set_active(active=False)

    def _load_jobs(self) -> OddsJobs:
        """Import what computes, in a worker: numpy takes a while to load."""
        from desktop.pages.hands.odds.odds_jobs import OddsJobs  # noqa: PLC0415 - as above

        with self._jobs_lock:
            self._jobs = self._jobs or OddsJobs()
            return self._jobs

    def _create_setup_tab(self, parent: QWidget) -> SetupTab:
        tab = SetupTab(self.hands_query, parent)
        tab.failed.connect(self.failed)
        return tab

    def _create_see_tab(self, parent: QWidget) -> SeeTab:
        tab = SeeTab(self.see_query, parent)
        tab.failed.connect(self.failed)
        tab.changed.connect(self._ask)
        return tab

    def _create_rounds_tab(self, parent: QWidget) -> RoundsTab:
        tab = RoundsTab(self.rounds_query, self.orders_query, parent)
        tab.failed.connect(self.failed)
        tab.changed.connect(self._ask)
        return tab

    def _lay_out(self) -> None:
        self.tabs.addTab(self.setup_tab, "Setup")
        self.tabs.addTab(self.cards_tab, "Cards")
        self.tabs.addTab(self.see_tab, "See")
        self.tabs.addTab(self.rounds_tab, "Rounds")
        self.tabs.setAccessibleName("Odds")
        self.tabs.tabBar().setAccessibleName("Odds")
        gap = space(self, 2)
        odds, empty = QWidget(self), QWidget(self)
        column = QVBoxLayout(odds)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(gap)
        column.addWidget(self.options)
        column.addWidget(self.notice)
        column.addWidget(self.tabs, 1)
        column = QVBoxLayout(empty)
        column.setContentsMargins(gap, gap * 3, gap, gap)
        column.addWidget(label("The odds", Size.LARGE))
        column.addWidget(self.message)
        column.addStretch(1)
        self._pages.addWidget(empty)
        self._pages.addWidget(odds)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)

    def _ask(self) -> None:
        """Ask what follows from the deck, the options and the compared deck as they are now."""
        session = self._session
        current, cards, pool = session.current, session.cards, session.pool
        if current is None or cards is None or pool is None:
            self._show_message(NO_CARDS if cards is None else NO_DECK)
            return
        if current is not self._shown:
            self._start_deck(current)
        try:
            mine = DealtDeck(current.deck.name, opening(current.deck))
        except AppError as error:
            self._show_message(f"{error.sentence} {error.hint}")
            return
        self._pages.setCurrentIndex(1)
        self.options.policy.set_pool(pool)
        if self.see_tab.content is not None:
            self.see_tab.content.show_cards(mine.draw_deck.slots, cards, pool)
        if self.rounds_tab.content is not None:
            self.rounds_tab.content.show_plots(in_order(plot_deck(current.deck)), cards)
        options = self.options.hands
        self._show_notice(self.options.policy.why_not)
        theirs = self._compared_deck()
        self._ask_rounds(current.deck, mine, theirs)
        if options is None:
            self.hands_query.withdraw()
            self.see_query.withdraw()
            return
        self.hands_query.ask(HandsQuestion(mine, theirs, options))
        self._ask_see(mine, theirs, options)

    def _ask_see(self, mine: DealtDeck, theirs: DealtDeck | None, options: HandsOptions) -> None:
        tab = self.see_tab.content
        if tab is None or not tab.model.checked:
            self.see_query.forget()
        else:
            at_least = tab.at_least.value()
            self.see_query.ask(SeeQuestion(mine, theirs, options, tab.model.checked, at_least))

    def _ask_rounds(self, deck: Deck, mine: DealtDeck, theirs: DealtDeck | None) -> None:
        compared, tab = self.options.compared_deck, self.rounds_tab.content
        other = compared.deck if compared else None
        question = tab.question(mine, deck, theirs, other) if tab is not None else None
        if question is None:
            self.rounds_query.forget()
        else:
            self.rounds_query.ask(question)

    def _compared_deck(self) -> DealtDeck | None:
        compared = self.options.compared_deck
        if compared is None or compared.deck is None:
            return None
        try:
            return DealtDeck(compared.name, opening(compared.deck))
        except AppError as error:
            self._show_notice(f"“{compared.name}” cannot be compared. {error.sentence}")
            return None

    def _start_deck(self, current: OpenDeck) -> None:
        """Drop what is about the deck that was on screen before."""
        self._shown = current
        self._forget()
        for tab in (self.see_tab.content, self.rounds_tab.content):
            if tab is not None:
                tab.clear()
        compared = self.options.compared_deck
        other = compared.deck if compared else None
        foreign = other is not None and other.edition is not current.deck.edition
        if compared is not None and (foreign or compared.followed is current):
            self.options.compare(None)

    def _forget(self) -> None:
        for query in (self.hands_query, self.see_query, self.rounds_query, self.orders_query):
            query.forget()

    def _show_message(self, words: str) -> None:
        """Show why there are no odds."""
        self._forget()
        self.message.setText(words)
        self._pages.setCurrentIndex(0)

    def _show_notice(self, words: str) -> None:
        self.notice.setText(words)
        self.notice.setVisible(bool(words))

    def _on_hands_changed(self) -> None:
        answer = self.hands_query.answer
        sampled = answer is not None and not answer.mine.exact
        self.options.method.show_sampled(sampled=sampled)

    def _show_current_tab(self) -> None:
        """Let the queries of the tab that is seen find answers, and no others."""
        current = self.tabs.currentWidget()
        self.options.show_hands(shown=current is not self.rounds_tab)
        seen = current if self.isVisible() else None
        self.hands_query.set_active(active=seen in {self.setup_tab, self.cards_tab})
        self.see_query.set_active(active=seen is self.see_tab)
        self.rounds_query.set_active(active=seen is self.rounds_tab)
        self.orders_query.set_active(active=seen is self.rounds_tab)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_current_tab()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._show_current_tab()

"""The right of the Hands page: the odds of the deck on screen, found anew as it changes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QTabWidget, QVBoxLayout, QWidget
from typing_extensions import override

from carddb.errors import AppError
from carddb.progress import Progress
from decks.deck import Deck
from desktop.pages.hands.lazy_tab import LazyTab
from desktop.pages.hands.odds.cards_tab import CardsTab
from desktop.pages.hands.odds.comparison import ComparedDeck, comparison_choices
from desktop.pages.hands.odds.comparison_dialog import ComparisonDialog
from desktop.pages.hands.odds.hands_answer import HandsAnswer, SeeAnswer
from desktop.pages.hands.odds.kernel_cache import KernelCache
from desktop.pages.hands.odds.odds_options import OddsOptions
from desktop.pages.hands.odds.odds_question import Dealt, HandsQuestion, SeeQuestion, Terms
from desktop.pages.hands.odds.rounds_answer import (
    OrdersAnswer,
    OrdersQuestion,
    RoundsAnswer,
    RoundsQuestion,
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

NO_DECK = "No deck is open. Open one, and its odds stand here."
NO_CARDS = "The cards are being loaded."


class OddsPanel(QWidget):
    """What is asked, and tabs with the answers, each made when it is first seen.

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
        self._kernels = KernelCache()
        self.hands: BackgroundQuery[HandsQuestion, HandsAnswer] = BackgroundQuery(
            tasks, self._answer_hands, self
        )
        self.see: BackgroundQuery[SeeQuestion, SeeAnswer] = BackgroundQuery(
            tasks, self._answer_see, self
        )
        self.games: BackgroundQuery[RoundsQuestion, RoundsAnswer] = BackgroundQuery(
            tasks, self._answer_rounds, self
        )
        self.orders: BackgroundQuery[OrdersQuestion, OrdersAnswer] = BackgroundQuery(
            tasks, self._answer_orders, self
        )
        for query in (self.hands, self.see, self.games, self.orders):
            query.set_awake(awake=False)
        self._setup = LazyTab(lambda place: SetupTab(self.hands, place))
        self._cards = LazyTab(lambda place: CardsTab(session, self.hands, place))
        self._seen = LazyTab(lambda place: SeeTab(self.see, place))
        self._rounds = LazyTab(lambda place: RoundsTab(self.games, self.orders, place))
        self.pages = QStackedWidget(self)
        self.asking = OddsOptions(self)
        self.tabs = QTabWidget(self)
        self.why_not = label(faint=True, wraps=True)
        self.sentence = label(wraps=True)
        self._lay_out()
        self._connect()
        self._ask()

    @property
    def setup(self) -> SetupTab:
        """The tab Setup."""
        return self._setup.part

    @property
    def cards(self) -> CardsTab:
        """The tab Cards."""
        return self._cards.part

    @property
    def seen(self) -> SeeTab:
        """The tab See."""
        return self._seen.part

    @property
    def rounds(self) -> RoundsTab:
        """The tab Rounds."""
        return self._rounds.part

    def choose_comparison(self) -> None:
        """Let the user choose what the deck is compared with."""
        session = self._session
        if session.cards is None or session.current is None:
            return
        stored = self._library_worker.contents.decks if self._library_worker else ()
        offered = comparison_choices(session.current, session.decks, stored, session.cards.samples)
        dialog = ComparisonDialog(offered, session.cards, self._library_worker, self)
        dialog.chosen.connect(self._on_comparison_chosen)
        dialog.open()

    def _answer_hands(self, question: HandsQuestion, progress: Progress) -> HandsAnswer:
        from desktop.pages.hands.odds.odds_jobs import answer_hands  # noqa: PLC0415 - numpy, in a worker

        return answer_hands(self._kernels, question, progress)

    def _answer_see(self, question: SeeQuestion, progress: Progress) -> SeeAnswer:
        from desktop.pages.hands.odds.odds_jobs import answer_see  # noqa: PLC0415 - numpy, in a worker

        return answer_see(self._kernels, question, progress)

    def _answer_rounds(self, question: RoundsQuestion, progress: Progress) -> RoundsAnswer:
        from desktop.pages.hands.odds.rounds_jobs import answer_rounds  # noqa: PLC0415 - as above

        return answer_rounds(self._kernels, question, progress)

    def _answer_orders(self, question: OrdersQuestion, progress: Progress) -> OrdersAnswer:
        from desktop.pages.hands.odds.rounds_jobs import answer_orders  # noqa: PLC0415 - as above

        return answer_orders(self._kernels, question, progress)

    def _lay_out(self) -> None:
        places: tuple[tuple[QWidget, str], ...] = (
            (self._setup, "Setup"),
            (self._cards, "Cards"),
            (self._seen, "See"),
            (self._rounds, "Rounds"),
        )
        for tab, title in places:
            self.tabs.addTab(tab, title)
        self.tabs.setAccessibleName("Odds")
        self.tabs.tabBar().setAccessibleName("Odds")
        gap = space(self, 2)
        odds, told = QWidget(self), QWidget(self)
        column = QVBoxLayout(odds)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(gap)
        column.addWidget(self.asking)
        column.addWidget(self.why_not)
        column.addWidget(self.tabs, 1)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        above = QVBoxLayout(told)
        above.setContentsMargins(gap, gap * 3, gap, gap)
        above.addWidget(label("The odds", Size.LARGE))
        above.addWidget(self.sentence)
        above.addStretch(1)
        self.pages.addWidget(told)
        self.pages.addWidget(odds)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.pages)

    def _connect(self) -> None:
        session = self._session
        for signal in (session.cards_loaded, session.deck_changed, session.deck_edited):
            signal.connect(self._ask)
        self.asking.changed.connect(self._ask)
        self.asking.comparison_requested.connect(self.choose_comparison)
        self._setup.came.connect(self._on_setup_came)
        self._seen.came.connect(self._on_seen_came)
        self._rounds.came.connect(self._on_rounds_came)
        self.tabs.currentChanged.connect(self._wake)
        self.hands.changed.connect(self._on_hands_changed)

    def _on_setup_came(self) -> None:
        self.setup.failed.connect(self.failed)

    def _on_seen_came(self) -> None:
        self.seen.failed.connect(self.failed)
        self.seen.changed.connect(self._ask)
        self._ask()

    def _on_rounds_came(self) -> None:
        self.rounds.failed.connect(self.failed)
        self.rounds.changed.connect(self._ask)
        self._ask()

    def _ask(self) -> None:
        """Ask what follows from the deck, the fields and the rival as they are now."""
        session = self._session
        current, cards, pool = session.current, session.cards, session.pool
        if current is None or cards is None or pool is None:
            self._say(NO_CARDS if cards is None else NO_DECK)
            return
        if current is not self._shown:
            self._meet(current)
        try:
            mine = Dealt(current.deck.name, opening(current.deck))
        except AppError as error:
            self._say(f"{error.sentence} {error.hint}")
            return
        self.pages.setCurrentIndex(1)
        self.asking.know(pool)
        if self._seen.made is not None:
            self._seen.made.show_cards(mine.opening.slots, cards, pool)
        if self._rounds.made is not None:
            self._rounds.made.show_plots(in_order(plot_deck(current.deck)), cards)
        terms = self.asking.terms
        self._explain(self.asking.policy.why_not)
        theirs = self._theirs()
        self._ask_rounds(current.deck, mine, theirs)
        if terms is None:
            self.hands.withdraw()
            self.see.withdraw()
            return
        self.hands.ask(HandsQuestion(mine, theirs, terms))
        self._ask_to_see(mine, theirs, terms)

    def _ask_to_see(self, mine: Dealt, theirs: Dealt | None, terms: Terms) -> None:
        tab = self._seen.made
        codes = tab.model.ticked if tab is not None else frozenset()
        if tab is not None and codes:
            self.see.ask(SeeQuestion(mine, theirs, terms, codes, tab.at_least.value()))
        else:
            self.see.forget()

    def _ask_rounds(self, deck: Deck, mine: Dealt, theirs: Dealt | None) -> None:
        compared_deck = self.asking.compared_deck
        tab, other = self._rounds.made, compared_deck.deck if compared_deck else None
        question = tab.question(mine, deck, theirs, other) if tab is not None else None
        if question is None:
            self.games.forget()
        else:
            self.games.ask(question)

    def _theirs(self) -> Dealt | None:
        compared_deck = self.asking.compared_deck
        if compared_deck is None or compared_deck.deck is None:
            return None
        try:
            return Dealt(compared_deck.name, opening(compared_deck.deck))
        except AppError as error:
            self._explain(f"“{compared_deck.name}” cannot be compared. {error.sentence}")
            return None

    def _meet(self, current: OpenDeck) -> None:
        """Another deck is on screen: nothing that is shown is about it."""
        self._shown = current
        self._forget()
        for tab in (self._seen.made, self._rounds.made):
            if tab is not None:
                tab.forget()
        compared_deck = self.asking.compared_deck
        if compared_deck is not None and (
            compared_deck.followed is current
            or (
                compared_deck.deck is not None
                and compared_deck.deck.edition is not current.deck.edition
            )
        ):
            self.asking.compare(None)

    def _forget(self) -> None:
        for each in (self.hands, self.see, self.games, self.orders):
            each.forget()

    def _say(self, words: str) -> None:
        """Say why there are no odds."""
        self._forget()
        self.sentence.setText(words)
        self.pages.setCurrentIndex(0)

    def _explain(self, words: str) -> None:
        self.why_not.setText(words)
        self.why_not.setVisible(bool(words))

    def _on_comparison_chosen(self, compared_deck: ComparedDeck) -> None:
        self.asking.compare(compared_deck)

    def _on_hands_changed(self) -> None:
        answer = self.hands.answer
        sampled = answer is not None and not answer.mine.exact
        self.asking.method.show_sampled(sampled=sampled)

    def _wake(self) -> None:
        self.asking.show_hands(shown=self.tabs.currentWidget() is not self._rounds)
        tab = self.tabs.currentWidget() if self.isVisible() else None
        self.hands.set_awake(awake=tab in {self._setup, self._cards})
        self.see.set_awake(awake=tab is self._seen)
        self.games.set_awake(awake=tab is self._rounds)
        self.orders.set_awake(awake=tab is self._rounds)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._wake()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._wake()

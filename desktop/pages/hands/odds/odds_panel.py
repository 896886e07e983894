"""The right of the Hands page: the odds of the deck on screen, found again as it changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QTabWidget, QWidget
from typing_extensions import override

from carddb.errors import AppError
from carddb.progress import Progress
from desktop.pages.hands.odds.cards_tab import CardsTab
from desktop.pages.hands.odds.comparison import comparison_choices
from desktop.pages.hands.odds.comparison_dialog import ComparisonDialog
from desktop.pages.hands.odds.odds_options import OddsOptions
from desktop.pages.hands.odds.odds_tab import (
    HandsQuery,
    OddsTab,
    OrdersQuery,
    RoundsQuery,
    SeeQuery,
    show_words,
)
from desktop.pages.hands.odds.rounds_tab import RoundsTab
from desktop.pages.hands.odds.see_tab import SeeTab
from desktop.pages.hands.odds.setup_tab import SetupTab
from desktop.runtime.background_query import BackgroundQuery
from desktop.runtime.heap import arrays_reused
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.session.library_worker import LibraryWorker
from desktop.session.open_deck import OpenDeck
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from desktop.widgets.layouts import column
from desktop.widgets.lazy_tab import LazyTab
from goldfish.queries import DealtDeck, HandsQuestion

NO_DECK = "Open a deck to see its odds."
NO_CARDS = "The cards are being loaded."

Tab = TypeVar("Tab", bound=OddsTab)


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
        # Kernels of the deck on screen, for its next question.
        self._kernels: dict[object, Any] = {}
        query = partial(BackgroundQuery[Any, Any], tasks, self._answer_in_worker, self)
        self.hands_query: HandsQuery = query()
        self.see_query: SeeQuery = query()
        self.rounds_query: RoundsQuery = query()
        self.orders_query: OrdersQuery = query()
        self.options = OddsOptions(self)
        self.tabs = QTabWidget(self)
        self.setup_tab = self._add_tab("Setup", partial(SetupTab, self.hands_query))
        self.cards_tab = self._add_tab("Cards", partial(CardsTab, session, self.hands_query))
        self.see_tab = self._add_tab("Draw odds", partial(SeeTab, self.see_query))
        both = (self.rounds_query, self.orders_query)
        self.rounds_tab = self._add_tab("Rounds", partial(RoundsTab, *both))
        self._shown_in: dict[BackgroundQuery[Any, Any], tuple[QWidget, ...]] = {
            self.hands_query: (self.setup_tab, self.cards_tab),
            self.see_query: (self.see_tab,),
            self.rounds_query: (self.rounds_tab,),
            self.orders_query: (self.rounds_tab,),
        }
        self.notice = label(faint=True, wraps=True)
        self.message = label(wraps=True)
        self._pages = QStackedWidget(self)
        self._lay_out()
        for signal in (session.cards_loaded, session.deck_changed, session.deck_edited):
            signal.connect(self._ask)
        self.options.changed.connect(self._ask)
        self.options.versus.clicked.connect(self.choose_comparison)
        self.tabs.currentChanged.connect(self._show_current_tab)
        self.hands_query.changed.connect(self._on_hands_changed)
        self._show_current_tab()
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

    def _add_tab(self, name: str, create: Callable[[QWidget], Tab]) -> LazyTab[Tab]:
        def created(parent: QWidget) -> Tab:
            made = create(parent)
            made.failed.connect(self.failed)
            made.changed.connect(self._ask)
            return made

        tab = LazyTab(created)
        tab.created.connect(self._ask)
        self.tabs.addTab(tab, name)
        return tab

    def _lay_out(self) -> None:
        self.tabs.setAccessibleName("Odds")
        self.tabs.tabBar().setAccessibleName("Odds")
        gap = space(self, 2)
        odds, empty = QWidget(self), QWidget(self)
        parts = (self.options, self.notice, (self.tabs, 1))
        column(*parts, parent=odds, margin=(gap, gap, 0, 0), spacing=gap)
        margin = (gap, gap * 3, gap, gap)
        column(label("Odds", Size.LARGE), self.message, None, parent=empty, margin=margin)
        self._pages.addWidget(empty)
        self._pages.addWidget(odds)
        column(self._pages, parent=self, margin=0)

    def _created_tabs(self) -> list[OddsTab]:
        lazy = (self.setup_tab, self.cards_tab, self.see_tab, self.rounds_tab)
        return [each.content for each in lazy if each.content is not None]

    def _ask(self) -> None:
        """Ask what follows from the deck, the options and the compared deck as they are now."""
        current, cards = self._session.current, self._session.cards
        if current is None or cards is None:
            self._show_message(NO_CARDS if cards is None else NO_DECK)
            return
        deck = current.deck
        if current is not self._shown:
            self._start_deck(current)
        try:
            mine = DealtDeck.of(deck.name, deck)
        except AppError as error:
            self._show_message(error.text)
            return
        self._pages.setCurrentIndex(1)
        self.options.policy.set_pool(cards.pools[deck.edition])
        for tab in self._created_tabs():
            tab.show_deck(deck, mine.draw_deck.slots, cards)
        options = self.options.hands
        show_words(self.notice, self.options.policy.why_not)
        theirs = self._compared_deck()
        rounds, see = self.rounds_tab.content, self.see_tab.content
        _ask_or_forget(self.rounds_query, rounds.question(mine, theirs) if rounds else None)
        if options is None:
            self.hands_query.withdraw()
            self.see_query.withdraw()
            return
        question = HandsQuestion(mine, theirs, options)
        self.hands_query.ask(question)
        _ask_or_forget(self.see_query, see.question(question) if see else None)

    def _compared_deck(self) -> DealtDeck | None:
        compared = self.options.compared_deck
        if compared is None:
            return None
        try:
            return DealtDeck.of(compared.name, compared.deck)
        except AppError as error:
            show_words(self.notice, f"“{compared.name}” cannot be compared. {error.sentence}")
            return None

    def _start_deck(self, current: OpenDeck) -> None:
        """Drop what is about the deck that was on screen before."""
        self._shown = current
        self._forget()
        for tab in self._created_tabs():
            tab.clear()
        compared = self.options.compared_deck
        if compared is not None:
            foreign = compared.deck.edition is not current.deck.edition
            if foreign or compared.followed is current:
                self.options.compare(None)

    def _forget(self) -> None:
        for query in self._shown_in:
            query.forget()

    def _show_message(self, words: str) -> None:
        """Show why there are no odds."""
        self._forget()
        self._release_kernels()
        self.message.setText(words)
        self._pages.setCurrentIndex(0)

    def _answer_in_worker(self, question: Any, progress: Progress) -> Any:
        return answer_in_worker(question, progress, self._kernels)

    def _on_hands_changed(self) -> None:
        answer = self.hands_query.answer
        sampled = answer is not None and not answer.mine.exact
        self.options.method.show_sampled(sampled=sampled)

    def _show_current_tab(self) -> None:
        """Let the queries of the tab that is seen find answers, and no others."""
        current = self.tabs.currentWidget()
        self.options.show_hands(shown=current is not self.rounds_tab)
        for query, tabs in self._shown_in.items():
            query.set_active(active=self.isVisible() and current in tabs)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_current_tab()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._show_current_tab()
        self._release_kernels()

    def _release_kernels(self) -> None:
        """Give their memory back; a worker that still runs has the old dict to itself."""
        with arrays_reused():
            self._kernels = {}


def answer_in_worker(question: Any, progress: Progress, kernels: dict[object, Any]) -> Any:
    """Answer a question of `goldfish.queries`; AppError where the deck cannot fill a hand.

    `kernels` holds those of the previous question, and then those of this one.
    """
    # Not before it is wanted: it imports numpy, which takes a while.
    from goldfish.query_answers import answer_to  # noqa: PLC0415

    with arrays_reused():
        return answer_to(question, progress, kernels)


def _ask_or_forget(query: BackgroundQuery[Any, Any], question: object) -> None:
    if question is None:
        query.forget()
    else:
        query.ask(question)

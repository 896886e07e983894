"""The right of the Hands page: the odds of the deck on screen, found again as it changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QHideEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QStackedWidget, QWidget
from typing_extensions import override

from carddb.card import Card
from core.errors import AppError
from core.progress import Progress
from desktop.pages.hands.odds.comparison_dialog import (
    ComparedDeck,
    ComparisonDialog,
    comparison_choices,
)
from desktop.pages.hands.odds.number_table import (
    NAME,
    NUMBER,
    Figures,
    FiguresTable,
    Number,
    NumberTable,
)
from desktop.pages.hands.odds.odds_tab import (
    MOST_SEED,
    HandsQuery,
    OddsTab,
    OrdersQuery,
    RoundsQuery,
    SeeQuery,
    StaleOverlay,
    StatusLine,
    setup_charts,
    show_words,
)
from desktop.pages.hands.odds.rounds_tab import MOST_GAMES, RoundsTab
from desktop.pages.hands.odds.see_tab import SeeTab
from desktop.runtime.tasks import BackgroundQuery, TaskRunner
from desktop.session.deck_session import DeckSession, OpenDeck
from desktop.session.library_worker import LibraryWorker
from desktop.style.fonts import Size, sized, space
from desktop.widgets.buttons import push_button
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.fitted_dialog import Popup
from desktop.widgets.form import number_box
from desktop.widgets.glyphs import of_type
from desktop.widgets.layouts import FlowLayout, buddy_label, column, label, row, tip
from desktop.widgets.lazy_tab import LazyTab
from desktop.widgets.policy_fields import PolicyFields, choice_box
from desktop.widgets.rows_model import Column, SortedModel, number_column
from goldfish.mulligan import PolicyKind
from goldfish.queries import (
    MOST_HANDS,
    USUAL_GAMES,
    USUAL_HANDS,
    DealtDeck,
    HandsAnswer,
    HandsOptions,
    HandsQuestion,
    Method,
)
from goldfish.report import CardChance, Estimate
from goldfish.report_text import (
    difference_words,
    estimate_text,
    event_words,
    hands_status,
    in_points,
    is_exact,
    mulligan_words,
    number_text,
)

_METHODS = {
    Method.QUICK: "Exact if possible",
    Method.EXACT: "Always exact",
    Method.SAMPLED: "Sample",
}


class OddsOptions(Popup):
    """Which hands are kept, how they are counted, the compared deck, and the games of the rounds.

    The number of hands and the seed are shown only for samples.

    Signals:
        changed: another value of these is chosen.
    """

    changed = Signal()

    def __init__(self, owner: QWidget) -> None:
        super().__init__("More options", owner, stays=True)
        self.compared_deck: ComparedDeck | None = None
        self.policy = PolicyFields(self)
        self.method = choice_box("How hands are counted", _METHODS, 13, self)
        self.method.setToolTip("Exact where that takes about a second, otherwise a sample")
        hands, seeds = (1_000, MOST_HANDS), (0, MOST_SEED)
        self.sampled_hands = number_box(
            "Sampled hands", hands, USUAL_HANDS, self, suffix=" hands", step=100_000
        )
        self.seed = number_box("Seed", seeds, 1, self, prefix="seed ")
        games = (1_000, MOST_GAMES)
        self.games = number_box("Games", games, USUAL_GAMES, self, suffix=" games", step=10_000)
        self.games_seed = number_box("Seed of the games", seeds, 1, self, prefix="seed ")
        tip = "An open deck, a sample, a deck of the library, or an earlier version"
        self.versus = push_button("Co&mpare with…", self, tip)
        self.compared_name = label(wraps=True)
        self.alone = push_button("Stop compari&ng", self, clicked=self._compare_none)
        self._lay_out()
        for signal in (
            self.policy.changed,
            self.sampled_hands.valueChanged,
            self.seed.valueChanged,
            self.games.valueChanged,
            self.games_seed.valueChanged,
        ):
            signal.connect(self.changed)
        self.method.currentIndexChanged.connect(self._on_method_chosen)
        self.show_sampled(sampled=False)
        self._show_compared_deck()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        fields = (self.policy.kind, self.method, self.games)
        mulligan, count, games = map(buddy_label, ("Mullig&an", "Co&unt", "&Games"), fields)
        grid = QGridLayout()
        grid.setSpacing(gap)
        sampled = row(self.method, self.sampled_hands, self.seed, None, spacing=gap)
        played = row(self.games, self.games_seed, None, spacing=gap)
        policy = row(self.policy, spacing=gap)
        for line, caption in enumerate((mulligan, count, games)):
            grid.addWidget(caption, line, 0)
            grid.addLayout((policy, sampled, played)[line], line, 1)
        self._hands_parts = (mulligan, self.policy, count, self.method)
        self._games_parts = (games, self.games, self.games_seed)
        self.setMinimumWidth(space(self, 70))
        comparison = row(self.versus, (self.compared_name, 1), self.alone, spacing=gap)
        column(grid, comparison, parent=self, margin=gap * 3 // 2, spacing=gap)

    @property
    def hands(self) -> HandsOptions | None:
        """The options that are chosen, or None while the policy is not complete."""
        policy = self.policy.policy()
        if policy is None:
            return None
        number, seed = self.sampled_hands.value(), self.seed.value()
        return HandsOptions(policy, self.method.chosen, number, seed)

    def show_sampled(self, *, sampled: bool) -> None:
        """Show the number and the seed, because the last answer was sampled, or hide them."""
        self._sampled = sampled
        for box in (self.sampled_hands, self.seed):
            drawn = sampled or self.method.chosen is Method.SAMPLED
            box.setVisible(drawn and not self.method.isHidden())

    def show_hands(self, *, shown: bool) -> None:
        """Show what concerns opening hands, or games: rounds are played without a mulligan."""
        for part in (*self._hands_parts, *self._games_parts):
            part.setVisible(shown is (part in self._hands_parts))
        self.show_sampled(sampled=self._sampled)

    def compare(self, compared_deck: ComparedDeck | None) -> None:
        self.compared_deck = compared_deck
        self._show_compared_deck()
        self.changed.emit()

    def _show_compared_deck(self) -> None:
        name = self.compared_deck.name if self.compared_deck else ""
        self.compared_name.setText(f"“{name}”" if self.compared_deck else "")
        self.compared_name.setToolTip(tip(name))
        self.alone.setVisible(self.compared_deck is not None)

    def _on_method_chosen(self) -> None:
        self.show_sampled(sampled=False)
        self.changed.emit()

    def _compare_none(self) -> None:
        self.versus.setFocus(Qt.FocusReason.OtherFocusReason)
        self.compare(None)


SET_UP = 3


@dataclass(frozen=True, slots=True)
class CardOdds:
    """A card of the deck with its chances, and the chance to set it up in the compared deck."""

    card: Card
    name: str
    copies: int
    mine: CardChance
    theirs: CardChance | None = None

    @property
    def other(self) -> float:
        return self.theirs.set_up if self.theirs else 0.0

    @property
    def gap(self) -> float:
        return self.mine.set_up - self.other


def _number_column(
    title: str,
    name: str,
    value: Callable[[CardOdds], float],
    text: Callable[[CardOdds], str] | None = None,
) -> Column[CardOdds]:
    def words(row: CardOdds) -> str:
        return text(row) if text else number_text(value(row), percent=True, places=1)

    def tooltip(row: CardOdds) -> str:
        return f"{row.name}: {words(row)}"

    return number_column(title, words, NUMBER, name=name, sort_key=value, tooltip=tooltip)


_COLUMNS: tuple[Column[CardOdds], ...] = (
    Column(
        title="Card",
        text=lambda row: row.name,
        glyphs=lambda row: of_type(row.card),
        width=NAME,
        share=1,
    ),
    _number_column(
        "Copies", "Copies in the draw deck", lambda row: row.copies, lambda row: str(row.copies)
    ),
    _number_column("Drawn", "Chance of a copy in the hand you keep", lambda row: row.mine.drawn),
    _number_column("Set up", "Chance of a copy in the best setup", lambda row: row.mine.set_up),
)
_OTHER = _number_column("Other", "Set up in the other deck", lambda row: row.other)
_GAP = _number_column(
    "Diff.",
    "Set up here more often than in the other deck",
    lambda row: row.gap,
    lambda row: number_text(100 * row.gap, signed=True, places=1),
)


class CardsTab(OddsTab):
    """Follows the reports on hands: a table of cards that sorts by each of its columns."""

    def __init__(
        self, session: DeckSession, hands: HandsQuery, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._hands = hands
        self.status = StatusLine(hands, hands_status)
        self.model: SortedModel[CardOdds] = SortedModel(
            _COLUMNS, key=lambda row: row.card.code, card=lambda row: row.card
        )
        # Without room for names there are neither copies nor chances to draw one.
        self.table = NumberTable(self.model, "Chances of each card", self, dropped=(1, 2))
        self.table.horizontalHeader().setSortIndicator(SET_UP, Qt.SortOrder.DescendingOrder)
        self.table.setSortingEnabled(True)
        watch_cards(self.table)
        words = "Copies the selected rows, or all (Ctrl+C in the table)"
        self.copy = push_button("Cop&y as CSV", self, words, self.table.copy_csv, kind="small")
        gap = space(self, 2)
        copy = (self.copy, Qt.AlignmentFlag.AlignRight)
        margin = (2 * gap, gap, gap // 2, gap)
        column(self.status, (self.table, 1), copy, parent=self, margin=margin, spacing=gap // 2)
        self.overlay = StaleOverlay(self.table.viewport(), hands)
        hands.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        answer, cards, fresh = self._hands.answer, self._session.cards, self._hands.is_fresh
        self.table.setVisible(answer is not None)
        self.copy.setEnabled(fresh)
        if answer is None or cards is None or not fresh:
            return
        mine, *others = (report.by_card for report in answer.reports)
        rows = [
            CardOdds(
                card,
                cards.named(card.code),
                copies,
                mine[card.code],
                others[0].get(card.code) if others else None,
            )
            for card, copies in answer.question.mine.draw_deck.slots
        ]
        columns = (*_COLUMNS, _OTHER, _GAP) if others else _COLUMNS
        if len(columns) != len(self.model.columns):
            if self.model.sorted_by >= len(columns):
                self.table.sortByColumn(SET_UP, Qt.SortOrder.DescendingOrder)
            self.model.show_columns(columns, ())
        self.model.show(rows)


MOST_ROUNDS = 20

_SPREADS = (
    ("cards", "Cards set up"),
    ("gold", "Gold spent"),
    ("characters", "Characters"),
    ("strength", "STR of characters"),
)
_SHARES = (
    ("poor", "Poor setups (2 cards or fewer)"),
    ("great", "Great setups (5 cards or more)"),
)


class SetupTab(OddsTab):
    """Opening hands in figures and charts, what the mulligan gains, and poor setups of an event."""

    def __init__(self, hands: HandsQuery, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._poor: list[tuple[str, Estimate]] = []
        self.status = StatusLine(hands, hands_status)
        self.table = FiguresTable("Setup in figures", self)
        self.difference = label(wraps=True)
        self.rounds = number_box("Rounds of the event", (1, MOST_ROUNDS), 5, self)
        self.poor_setups = number_box("Poor setups in the event", (0, 5), 2, self)
        self.event_chances = label(wraps=True)
        self.event_chances.setAccessibleName("Chance of that many poor setups")
        self.mulligan = label(size=Size.SMALL, faint=True, wraps=True)
        self.remarks = label(size=Size.SMALL, faint=True, wraps=True)
        self.charts = tuple(ChartView(self) for _ in _SPREADS)
        event = QWidget(self)
        sentence = FlowLayout(
            space(self, 1),
            label("In an event of", Size.SMALL, faint=True),
            self.rounds,
            label("rounds,", Size.SMALL, faint=True),
            self.poor_setups,
            label("or more poor setups:", Size.SMALL, faint=True),
        )
        column(sentence, self.event_chances, parent=event, margin=0, spacing=0)
        figures = (self.table, self.difference, event, self.mulligan, self.remarks)
        parts = (*figures, *self.charts)
        self.show_below("Setup: figures and charts", parts, hands, self.status)
        self.rounds.valueChanged.connect(self.poor_setups.setMaximum)
        self.rounds.valueChanged.connect(self._show_event)
        self.poor_setups.valueChanged.connect(self._show_event)
        hands.answered.connect(self._on_answered)
        if hands.is_fresh and hands.answer is not None:
            self._on_answered(hands.answer)

    def _on_answered(self, answer: HandsAnswer) -> None:
        names = [deck.name for deck in answer.question.decks]
        titles = [("Mean", "Mean or chance")]
        if len(names) > 1:
            both = zip(("This deck", "The other"), names, strict=True)
            titles = [*both, ("Difference", "Difference")]
        self.table.show_figures(_rows(answer), *titles)
        show_words(self.difference, difference_words(answer))
        mulligan = answer.question.options.policy.kind is not PolicyKind.KEEP
        show_words(self.mulligan, mulligan_words(answer.mine) if mulligan else "")
        show_words(self.remarks, "\n".join(answer.mine.remarks))
        self._poor = [(name, each.poor) for name, each in zip(names, answer.reports, strict=True)]
        self._show_event()
        for view, chart in zip(self.charts, setup_charts(answer), strict=True):
            view.show_chart(chart)

    def _show_event(self) -> None:
        """Show how likely that many poor setups are in an event, for each deck."""
        rounds, number = self.rounds.value(), self.poor_setups.value()
        lines = [(name, event_words(poor, rounds, number)) for name, poor in self._poor]
        several = len(lines) > 1
        self.event_chances.setText(
            "\n".join(f"{name}: {words}" if several else words for name, words in lines)
        )


def _rows(answer: HandsAnswer) -> list[Figures]:
    reports, difference = answer.reports, answer.difference
    rows = [
        _row(name, [getattr(each, key).mean for each in reports], getattr(difference, key, None))
        for key, name in _SPREADS
    ]
    for key, name in _SHARES:
        shares, gap = [getattr(each, key) for each in reports], getattr(difference, key, None)
        rows.append(_row(name, shares, gap, percent=True))
    if answer.question.options.policy.kind is not PolicyKind.KEEP:
        taken = [each.mulligan.taken for each in reports]
        exact = len(taken) > 1 and all(is_exact(each) for each in taken)
        gap = Estimate.exact(taken[0].mean - taken[1].mean) if exact else None
        rows.append(_row("Mulligans taken", taken, gap, percent=True))
    return rows


def _row(
    name: str, estimates: list[Estimate], gap: Estimate | None, *, percent: bool = False
) -> Figures:
    short, *_ = name.split(" (")
    numbers = [
        Number(
            estimate_text(each, percent=percent),
            number_text(each.mean, percent=percent),
            each.mean,
        )
        for each in estimates
    ]
    if len(numbers) > 1:
        words = ""
        if gap is not None:
            words = in_points(gap) if percent else estimate_text(gap, signed=True)
        numbers.append(Number(words, words, "" if gap is None else gap.mean))
    return Figures(name, name, tuple(numbers), name, short)


ASKED = "What are the chances of seeing"
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
        library_worker: LibraryWorker,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._library_worker = library_worker
        self._shown: OpenDeck | None = None
        # Kernels of the deck on screen, for its next question.
        self._kernels: dict[object, Any] = {}
        query = partial(BackgroundQuery[Any, Any], tasks, self._answer, self)
        self.hands_query: HandsQuery = query()
        self.see_query: SeeQuery = query()
        self.rounds_query: RoundsQuery = query()
        self.orders_query: OrdersQuery = query()
        self.back = push_button(
            "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK} Odds",
            self,
            "Back to the first question (Alt+Left)",
            self.show_first,
            kind="link",
        )
        self.back.setShortcut("Alt+Left")
        self.title = label(wraps=True)
        self.more = push_button("More…", self, "Mulligan, count, comparison", kind="small")
        self.options = OddsOptions(self.more)
        self.tabs = QStackedWidget(self)
        self.tabs.setAccessibleName("Odds")
        self._titles: list[str] = []
        self._queries: dict[LazyTab[Any], tuple[BackgroundQuery[Any, Any], ...]] = {}
        hands, rounds = (self.hands_query,), (self.rounds_query, self.orders_query)
        self.see_tab = self._add_tab(ASKED, SeeTab, self.see_query, *hands)
        self.setup_tab = self._add_tab("Setup", SetupTab, *hands)
        self.cards_tab = self._add_tab("Cards", partial(CardsTab, session), *hands)
        played = partial(RoundsTab, self.options.games, self.options.games_seed)
        self.rounds_tab = self._add_tab("Rounds", played, *rounds)
        self.notice = label(faint=True, wraps=True)
        self.message = label(wraps=True)
        self._pages = QStackedWidget(self)
        self._lay_out()
        for signal in (session.cards_loaded, session.deck_changed, session.deck_edited):
            signal.connect(self._ask)
        self.options.changed.connect(self._ask)
        self.options.versus.clicked.connect(self.choose_comparison)
        self.more.clicked.connect(self.options.show_below)
        self.see_tab.created.connect(
            lambda: self.see_tab.load().page_requested.connect(self.show_page)
        )
        self.tabs.currentChanged.connect(self._show_current_tab)
        self.hands_query.changed.connect(self._on_hands_changed)
        self._show_current_tab()
        self._ask()

    def show_first(self) -> None:
        """Go back to the first page."""
        self.tabs.setCurrentIndex(0)
        self.see_tab.load().what.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_page(self, name: str) -> None:
        self.tabs.setCurrentIndex(self._titles.index(name))
        self.back.setFocus(Qt.FocusReason.OtherFocusReason)

    def choose_comparison(self) -> None:
        self.options.close()
        session = self._session
        if session.cards is None or session.current is None:
            return
        stored = self._library_worker.contents.decks
        choices = comparison_choices(session.current, session.decks, stored, session.cards.samples)
        dialog = ComparisonDialog(choices, session.cards, self._library_worker, self)
        dialog.chosen.connect(self.options.compare)
        dialog.open()

    def _add_tab(
        self, name: str, create: Callable[..., Tab], *queries: BackgroundQuery[Any, Any]
    ) -> LazyTab[Tab]:
        """Add a tab whose content is created with its queries."""

        def created(parent: QWidget) -> Tab:
            made = create(*queries, parent)
            made.failed.connect(self.failed)
            made.changed.connect(self._ask)
            return made

        tab = LazyTab(created)
        tab.created.connect(self._ask)
        self._queries[tab] = queries
        self._titles.append(name)
        self.tabs.addWidget(tab)
        return tab

    def _lay_out(self) -> None:
        gap = space(self, 2)
        odds = QWidget(self)
        head = row(self.back, (self.title, 1), self.more, margin=(2 * gap, 0, gap, 0), spacing=gap)
        self.notice.setContentsMargins(2 * gap, 0, gap, 0)
        # Each page is scrolled: the tallest one does not make the panel higher than its room.
        self.tabs.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        parts = (head, self.notice, (self.tabs, 1))
        column(*parts, parent=odds, margin=(0, gap, 0, 0), spacing=gap)
        self._pages.addWidget(EmptyState(self.message, None, self))
        self._pages.addWidget(odds)
        column(self._pages, parent=self, margin=0)

    def _created_tabs(self) -> list[OddsTab]:
        return [tab.content for tab in self._queries if tab.content is not None]

    def _ask(self) -> None:
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

    def _answer(self, question: Any, progress: Progress) -> Any:
        """Answer a question of `goldfish.queries` in a worker; AppError if there is no hand."""
        # Not before it is wanted: it imports numpy, which takes a while.
        from goldfish.query_answers import answer_to  # noqa: PLC0415

        return answer_to(question, progress, self._kernels)

    def _compared_deck(self) -> DealtDeck | None:
        compared = self.options.compared_deck
        self.more.setText("Compared…" if compared else "More…")
        words = f"Compared with “{compared.name}”" if compared else "Mulligan, count, comparison"
        self.more.setToolTip(tip(words))
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
        for query in chain(*self._queries.values()):
            query.forget()

    def _show_message(self, words: str) -> None:
        self._forget()
        self._kernels = {}
        self.message.setText(words)
        self._pages.setCurrentIndex(0)

    def _on_hands_changed(self) -> None:
        answer = self.hands_query.answer
        self.options.show_sampled(sampled=answer is not None and not answer.mine.exact)

    def _show_current_tab(self) -> None:
        """Let the queries of the tab that is seen find answers, and no others."""
        current, first = self.tabs.currentWidget(), self.tabs.currentIndex() == 0
        self.options.show_hands(shown=current is not self.rounds_tab)
        self.back.setVisible(not first)
        self.title.setText(self._titles[self.tabs.currentIndex()])
        weights = QFont.Weight
        self.title.setFont(
            sized(self.font(), Size.BODY, weights.Normal if first else weights.DemiBold)
        )
        shown = [*chain(*(found for tab, found in self._queries.items() if tab is current))]
        for query in {*chain(*self._queries.values())}:
            query.set_active(active=self.isVisible() and query in shown)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_current_tab()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._show_current_tab()
        self._kernels = {}


def _ask_or_forget(query: BackgroundQuery[Any, Any], question: object) -> None:
    if question is None:
        query.forget()
    else:
        query.ask(question)

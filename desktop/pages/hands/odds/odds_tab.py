"""What the tabs of the odds share: the status line, the area with answers, the charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from typing_extensions import override

from decks.deck import Deck, Slots
from desktop.runtime.tasks import BackgroundQuery, QueryState
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.style.palette import colours_of
from desktop.widgets.charts.chart import Chart, Series
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.fitted_dialog import scrolled
from desktop.widgets.layouts import column, label, row, slim_bar
from goldfish.queries import (
    HandsAnswer,
    HandsQuestion,
    OrdersQuestion,
    RoundsAnswer,
    RoundsQuestion,
    SeeAnswer,
    SeeQuestion,
)
from goldfish.report import Estimate, HandsReport, OrdersReport, Spread
from goldfish.report_text import NAMES, estimate_text, is_exact, measures, number

MOST_SEED = 2**31 - 1
# What takes no longer than this (milliseconds) shows no progress.
DELAY_MS = 500

STALE = "These numbers are from before the change."

HandsQuery: TypeAlias = BackgroundQuery[HandsQuestion, HandsAnswer]
SeeQuery: TypeAlias = BackgroundQuery[SeeQuestion, SeeAnswer]
RoundsQuery: TypeAlias = BackgroundQuery[RoundsQuestion, RoundsAnswer]
OrdersQuery: TypeAlias = BackgroundQuery[OrdersQuestion, OrdersReport]


class OddsTab(QWidget):
    """What the tabs of the odds share.

    Signals:
        changed: the user chose something that other answers follow from.
        failed: a chart could not be saved (the AppError).
    """

    changed = Signal()
    failed = Signal(Exception)

    def show_deck(self, deck: Deck, slots: Slots, cards: LoadedCards) -> None:
        """Show what can be chosen of a deck; hands are drawn from `slots`."""

    def clear(self) -> None:
        """Drop what was chosen: another deck is shown."""

    def show_below(
        self, name: str, parts: Sequence[QWidget], query: BackgroundQuery[Any, Any], *above: QWidget
    ) -> None:
        """Lay out the parts that show the answers of a query below others, all scrolled."""
        self.area = AnswerArea(parts, query, self)
        self.area.setAccessibleName(name)
        for chart in self.area.findChildren(ChartView):
            chart.failed.connect(self.failed)
        sheet, gap = QWidget(self), space(self, 2)
        margin = (2 * gap, gap, 0, gap)
        column(*above, self.area, None, parent=sheet, margin=margin, spacing=gap)
        self.scroller = scrolled(sheet, self)
        self.scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column(self.scroller, parent=self, margin=0)


class StatusLine(QWidget):
    """Shows "exact", or how many hands; while an answer takes long, a progress bar and Cancel."""

    def __init__(
        self,
        query: BackgroundQuery[Any, Any],
        describe: Callable[[Any], str],
        nothing: str = "",
        busy: str = "Counting hands…",
    ) -> None:
        super().__init__()
        self._query, self._describe = query, describe
        self._nothing, self._busy = nothing, busy
        self.words = label(size=Size.SMALL, faint=True, wraps=True)
        self.bar = slim_bar(busy.rstrip("…"), self)
        self.bar.setMinimumWidth(space(self, 10))
        self.bar.setMaximumWidth(space(self, 30))
        self.cancel = QPushButton("Cance&l")
        self.again = QPushButton("Count aga&in")
        self._delay = QTimer(self, singleShot=True, interval=DELAY_MS)
        buttons = (self.bar, self.cancel, self.again)
        row((self.words, 1), *buttons, parent=self, margin=0, spacing=space(self, 1))
        for part in buttons:
            part.setObjectName("small")
            part.hide()
        # As high with its buttons as without, so that nothing below it jumps.
        self.setMinimumHeight(self.cancel.sizeHint().height())
        self._delay.timeout.connect(self._on_delay_ended)
        self.cancel.clicked.connect(query.stop)
        self.again.clicked.connect(query.retry)
        query.changed.connect(self._show)
        query.progressed.connect(self._on_progressed)
        self._show()

    def _show(self) -> None:
        state = self._query.state
        over = state in {QueryState.STOPPED, QueryState.FAILED}
        self.again.setVisible(over)
        if over and self.cancel.hasFocus():
            self.again.setFocus(Qt.FocusReason.OtherFocusReason)
        if state is not QueryState.COMING:
            self._delay.stop()
            self.bar.hide()
            self.cancel.hide()
        elif not self._delay.isActive() and self.bar.isHidden():
            self._delay.start()
        text = self._text()
        self.words.setText(f"{text[:1].upper()}{text[1:]}")

    def _text(self) -> str:
        query = self._query
        if query.state is QueryState.FRESH:
            return self._describe(query.answer)
        if query.state is QueryState.FAILED and query.error is not None:
            return query.error.text
        states = {QueryState.COMING: self._busy, QueryState.STOPPED: "Stopped."}
        if query.answer is None:
            return states.get(query.state, self._nothing)
        return f"{states.get(query.state, '')} {STALE}".strip()

    def _on_delay_ended(self) -> None:
        self.bar.setRange(0, 0)
        self.bar.show()
        self.cancel.show()

    def _on_progressed(self, done: int, total: int) -> None:
        if done:
            self.bar.setRange(0, total)
            self.bar.setValue(done)


def show_words(line: QLabel, words: str) -> None:
    """Show words in a line that takes no space without them."""
    line.setText(words)
    line.setVisible(bool(words))


_OPACITY = 150


class StaleOverlay(QWidget):
    """Makes a widget fainter while it shows an old answer; all of it can still be used."""

    def __init__(self, over: QWidget, query: BackgroundQuery[Any, Any]) -> None:
        super().__init__(over)
        self._over = over
        self._query = query
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        over.installEventFilter(self)
        query.changed.connect(self._on_query_changed)
        self._on_query_changed()

    def _on_query_changed(self) -> None:
        self.resize(self._over.size())
        self.raise_()
        self.setVisible(not self._query.is_fresh)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self.resize(self._over.size())
        elif event.type() is QEvent.Type.ChildAdded and not self.isHidden():
            self.raise_()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        panel = QColor(colours_of(self.palette()).panel)
        panel.setAlpha(_OPACITY)
        painter = QPainter(self)
        painter.fillRect(self.rect(), panel)
        painter.end()


class AnswerArea(QWidget):
    """Parts below one another that show the answer of a query, once there is one."""

    def __init__(
        self, parts: Sequence[QWidget], query: BackgroundQuery[Any, Any], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._query = query
        column(*parts, parent=self, margin=0, spacing=space(self, 2))
        self.overlay = StaleOverlay(self, query)
        query.changed.connect(self._on_query_changed)
        self._on_query_changed()

    def _on_query_changed(self) -> None:
        self.setVisible(self._query.answer is not None)


# Under this share, the highest numbers of a histogram are no longer drawn one by one.
SELDOM = 0.0005

_SPREADS = (
    ("cards", "Cards set up"),
    ("gold", "Gold spent in setup"),
    ("characters", "Characters set up"),
    ("strength", "STR of characters set up"),
)
_BY_ROUND = (
    ("Gold by round", "Gold", ("gold", "unspent")),
    ("Cards by round", "Cards", ("marshaled", "hand", "characters")),
    ("STR in play by round", "STR", ("strength",)),
    ("Shadows by round", "Gold and cards", ("shadows_gold_in", "shadows_gold_out", "waiting")),
)


def setup_charts(answer: HandsAnswer) -> list[Chart]:
    """Return how often setups have 0, 1, 2, ... cards, gold, characters and STR."""
    return [_histogram(answer, key, title) for key, title in _SPREADS]


def see_chart(answer: SeeAnswer) -> Chart:
    """Return the chance of seeing the chosen cards in the hand and by each round."""
    decks, first = answer.question.decks, answer.chances[0]
    return Chart(
        "By round",
        ("Hand", *(str(number) for number in range(1, len(first)))),
        tuple(
            _series(deck.name, [each.probability for each in chances])
            for deck, chances in zip(decks, answer.chances, strict=True)
        ),
        x_label="By round",
        percent=True,
    )


def rounds_charts(answer: RoundsAnswer) -> list[Chart]:
    """Return the charts: gold, cards, STR, and shadows in one of its own."""
    return [_by_round(answer, *chart) for chart in _BY_ROUND]


def _histogram(answer: HandsAnswer, key: str, title: str) -> Chart:
    spreads: list[Spread] = [getattr(report, key) for report in answer.reports]
    last = max(_last(spread.histogram) for spread in spreads)
    decks = zip(answer.question.decks, answer.reports, spreads, strict=False)
    mine = answer.mine
    how = "exact" if mine.exact else f"n = {mine.hands:,}, seed {mine.seed}"
    return Chart(
        title,
        tuple(str(number) for number in range(last + 1)),
        tuple(
            _series(deck.name, _shares(report, spread.histogram, last))
            for deck, report, spread in decks
        ),
        percent=True,
        note=f"mean {' and '.join(estimate_text(spread.mean) for spread in spreads)} · {how}",
    )


def _last(shares: Sequence[float]) -> int:
    return max((number for number, share in enumerate(shares) if share >= SELDOM), default=0)


def _shares(report: HandsReport, shares: Sequence[float], last: int) -> list[Estimate]:
    padded = [*shares, *[0.0] * (last + 1)][: last + 1]
    if report.exact:
        return [Estimate.exact(share) for share in padded]
    return [Estimate.share(share, report.hands) for share in padded]


def _by_round(answer: RoundsAnswer, title: str, unit: str, keys: Sequence[str]) -> Chart:
    question, shown = answer.question, {key for key, _, _ in measures(answer)}
    names = [f" · {deck.name}" for deck in (question.mine, question.theirs) if deck]
    series = tuple(
        _series(NAMES[key] + name, [number(each, key) for each in report.rounds])
        for key in keys
        if key in shown
        for name, report in zip(names if len(names) > 1 else [""], answer.reports, strict=True)
    )
    return Chart(
        title,
        tuple(str(each) for each in range(1, question.rounds + 1)) if series else (),
        series,
        x_label="Round",
        y_label=unit,
        note=f"mean of {question.games:,} games, seed {question.seed}" if series else "",
        empty="No card of the deck goes into shadows.",
    )


def _series(name: str, estimates: Sequence[Estimate]) -> Series:
    means = tuple(each.mean for each in estimates)
    if all(is_exact(each) for each in estimates):
        return Series(name, means)
    low, high = tuple(each.low for each in estimates), tuple(each.high for each in estimates)
    return Series(name, means, low, high)

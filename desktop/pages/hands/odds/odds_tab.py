"""What tabs of the odds share, and the line above numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QWidget,
)
from typing_extensions import override

from decks.deck import Deck, Slots
from desktop.runtime.tasks import BackgroundQuery, QueryState
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.style.palette import colours_of
from desktop.widgets.charts.chart import Chart
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.layouts import column, label, row
from goldfish.queries import (
    HandsAnswer,
    HandsQuestion,
    OrdersQuestion,
    RoundsAnswer,
    RoundsQuestion,
    SeeAnswer,
    SeeQuestion,
)
from goldfish.report import OrdersReport

# What takes no longer than this (milliseconds) shows no progress.
DELAY_MS = 500

EXACT = "exact"
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
        self.exact = label(EXACT, Size.SMALL, weight=QFont.Weight.DemiBold)
        self.words = label(size=Size.SMALL, faint=True, wraps=True)
        self.bar = QProgressBar(self, textVisible=False)
        self.bar.setFixedHeight(space(self, 2))
        self.bar.setMinimumWidth(space(self, 10))
        self.bar.setMaximumWidth(space(self, 30))
        self.bar.setAccessibleName(busy.rstrip("…"))
        self.cancel = QPushButton("Cance&l")
        self.again = QPushButton("Count aga&in")
        self._delay = QTimer(self, singleShot=True, interval=DELAY_MS)
        buttons = (self.bar, self.cancel, self.again)
        row(self.exact, (self.words, 1), *buttons, parent=self, margin=0, spacing=space(self, 1))
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
        rest = text.removeprefix(EXACT)
        self.exact.setVisible(rest != text)
        self.words.setText(rest.strip())

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


class AnswerArea(QScrollArea):
    """Parts below one another that show the answer of a query, once there is one."""

    def __init__(
        self, name: str, parts: Sequence[QWidget], query: BackgroundQuery[Any, Any], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._query = query
        gap = space(self, 2)
        sheet = QWidget(self)
        column(*parts, None, parent=sheet, margin=(0, 0, gap, gap), spacing=gap)
        self.setWidget(sheet)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.overlay = StaleOverlay(self.viewport(), query)
        query.changed.connect(self._on_query_changed)
        self._on_query_changed()

    def _on_query_changed(self) -> None:
        self.setVisible(self._query.answer is not None)


class ChartGrid(QWidget):
    """Charts next to each other where they fit, otherwise below one another.

    Signals:
        failed: a chart could not be saved (the AppError).
    """

    failed = Signal(Exception)

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.views = tuple(ChartView(self) for _ in range(count))
        for view in self.views:
            view.failed.connect(self.failed)
        self._across = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(space(self, 4))
        self._arrange(1)

    def show_charts(self, charts: Sequence[Chart]) -> None:
        """Show as many charts as there are views."""
        for view, chart in zip(self.views, charts, strict=True):
            view.show_chart(chart)

    def _arrange(self, across: int) -> None:
        if across == self._across:
            return
        self._across = across
        for number, view in enumerate(self.views):
            self._grid.addWidget(view, number // across, number % across)
            self._grid.setColumnStretch(number, 1 if number < across else 0)

    @override
    def minimumSizeHint(self) -> QSize:
        # As narrow as it can become: two that are next to each other would never be below again.
        widest = max(view.minimumSizeHint().width() for view in self.views)
        return QSize(widest, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # One, two, or all in a row: three and one below would look like a mistake.
        fit = event.size().width() // space(self, 75)
        self._arrange(len(self.views) if fit >= len(self.views) else max(1, min(fit, 2)))

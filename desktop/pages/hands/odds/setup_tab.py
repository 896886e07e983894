"""The tab Setup: what the opening hands come to, in numbers, sentences and charts."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop.pages.hands.odds.answer_area import AnswerArea, ChartGrid
from desktop.pages.hands.odds.number_table import (
    NumberColumn,
    NumberRow,
    NumberTable,
    Value,
    compared_columns,
)
from desktop.pages.hands.odds.odds_charts import setup_charts
from desktop.pages.hands.odds.odds_options import number_box
from desktop.pages.hands.odds.odds_tab import HandsQuery, OddsTab, StatusLine, show_words
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from desktop.widgets.layouts import FlowLayout, column
from goldfish.mulligan import PolicyKind
from goldfish.queries import HandsAnswer
from goldfish.report import Estimate
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
_WHAT = NumberColumn("", "What", number=False)


class SetupTab(OddsTab):
    """Follows the reports on hands: numbers, a sentence on the mulligan, the event, charts."""

    def __init__(self, hands: HandsQuery, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.status = StatusLine(hands, hands_status)
        self.table = NumberTable("Setup in figures", parent=self)
        self.difference = label(wraps=True)
        self.event_row = EventChanceRow(self)
        self.mulligan = label(size=Size.SMALL, faint=True, wraps=True)
        self.remarks = label(size=Size.SMALL, faint=True, wraps=True)
        self.charts = ChartGrid(4, self)
        self.charts.failed.connect(self.failed)
        parts = (self.difference, self.event_row, self.mulligan, self.remarks, self.charts)
        self.area = AnswerArea("Setup: figures and charts", (self.table, *parts), hands, self)
        gap = space(self, 2)
        lines = (self.status, (self.area, 1))
        column(*lines, parent=self, margin=(gap, gap, gap, 0), spacing=gap // 2)
        hands.answered.connect(self._on_answered)
        if hands.is_fresh and hands.answer is not None:
            self._on_answered(hands.answer)

    def _on_answered(self, answer: HandsAnswer) -> None:
        names = [deck.name for deck in answer.question.decks]
        mean = [NumberColumn("Mean", "Mean or chance")]
        columns = compared_columns(*names) if len(names) > 1 else mean
        self.table.numbers.show(_rows(answer), [_WHAT, *columns])
        show_words(self.difference, difference_words(answer))
        mulligan = answer.question.options.policy.kind is not PolicyKind.KEEP
        show_words(self.mulligan, mulligan_words(answer.mine) if mulligan else "")
        show_words(self.remarks, "\n".join(answer.mine.remarks))
        self.event_row.show_chances([report.poor for report in answer.reports], names)
        self.charts.show_charts(setup_charts(answer))


class EventChanceRow(QWidget):
    """How likely a number of poor setups is in an event of some rounds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._poor: list[Estimate] = []
        self._names: list[str] = []
        self.rounds = number_box("Rounds of the event", 1, MOST_ROUNDS, 5, self)
        self.number = number_box("Poor setups in the event", 0, 5, 2, self)
        self.words = label(wraps=True)
        self.words.setAccessibleName("Chance of so many poor setups")
        line = QWidget(self)
        flow = FlowLayout(space(self, 1))
        line.setLayout(flow)
        for each in (
            label("In an event of", Size.SMALL, faint=True),
            self.rounds,
            label("rounds,", Size.SMALL, faint=True),
            self.number,
            label("or more poor setups:", Size.SMALL, faint=True),
        ):
            flow.addWidget(each)
        column(line, self.words, parent=self, margin=0, spacing=0)
        self.rounds.valueChanged.connect(self._on_rounds_changed)
        self.number.valueChanged.connect(self._show)

    def show_chances(self, poor: list[Estimate], names: list[str]) -> None:
        """Show what follows from the chances of one poor setup, for each deck."""
        self._poor, self._names = poor, names
        self._show()

    def _on_rounds_changed(self, rounds: int) -> None:
        self.number.setMaximum(rounds)
        self._show()

    def _show(self) -> None:
        rounds, number = self.rounds.value(), self.number.value()
        lines = [event_words(poor, rounds, number) for poor in self._poor]
        if len(lines) > 1:
            lines = [f"{name}: {line}" for name, line in zip(self._names, lines, strict=True)]
        self.words.setText("\n".join(lines))


def _rows(answer: HandsAnswer) -> list[NumberRow]:
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
    name: str, numbers: list[Estimate], gap: Estimate | None, *, percent: bool = False
) -> NumberRow:
    cells = [name, *(estimate_text(each, percent=percent) for each in numbers)]
    short, *_ = name.split(" (")
    narrow = [short, *(number_text(each.mean, percent=percent) for each in numbers)]
    values: list[Value] = [name, *(each.mean for each in numbers)]
    if len(numbers) > 1:
        words = (
            "" if gap is None else in_points(gap) if percent else estimate_text(gap, signed=True)
        )
        cells.append(words)
        narrow.append(words)
        values.append("" if gap is None else gap.mean)
    return NumberRow(tuple(cells), tuple(values), tip=name, key=name, narrow=tuple(narrow))

"""The dialog that asks one question of many decks, and shows the answers as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QSpinBox, QWidget

from carddb.local_names import name_order
from carddb.pool import CardPool
from core.text_format import count_of
from core.worker_processes import usual_count
from desktop.dialogs.simple_dialogs import (
    ClosableDialog,
    DialogContext,
    ask_for_file,
    write_and_report,
)
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState
from desktop.session.deck_session import NAMELESS
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import space
from desktop.widgets.card_delegate import LEFT, RIGHT
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.form import Field, Form, Values
from desktop.widgets.layouts import label, row, slim_bar
from desktop.widgets.rows_model import Column, SortedModel
from desktop.widgets.rows_table import RowsTable
from goldfish.report import MOST_ROUNDS
from library.deck_values import LibraryDeck
from library.studied_deck import studied_deck
from study.answer_store import AnswerStore, study_file
from study.deck_answers import Ask, DeckAnswer, StudyQuestion
from study.study_cards import CardsSource, StudyDeck
from study.study_run import StudyReport, StudyResult, StudyRun
from study.study_table import AnswerColumn, StudySummary, Value, columns_of, study_csv, summary_of
from study.workers import ProcessWorkers
from validators.problem import Severity


def study_decks(
    home: Path, decks: Sequence[StudyDeck], question: StudyQuestion, progress: Progress
) -> StudyReport:
    """Return the answers, found with all cores but one, which the window keeps."""
    cards = CardsSource.of(home)
    with AnswerStore(study_file(home)) as store:
        workers = ProcessWorkers(max(1, usual_count() - 1))
        try:
            return StudyRun(question, cards, store, workers).report(decks, progress)
        finally:
            workers.stop()


QUESTIONS = {
    Ask.CHECK: "Is the deck legal?",
    Ask.HANDS: "How good are its opening hands?",
    Ask.GOLDFISH: "How good are its first rounds?",
    Ask.ADVISE: "Which card to change?",
}
LISTS = {"": "Its own list, or the newest", "latest": "The newest list", "none": "No list"}
GOALS = {
    "cards": "More cards set up",
    "gold": "More gold spent at setup",
    "characters": "More characters set up",
    "poor": "Fewer poor setups",
    "great": "More great setups",
}


def _for(ask: Ask) -> Callable[[Values], bool]:
    return lambda values: values["ask"] is ask


_ASK = Field("ask", "&Question", ComboBox, QUESTIONS, characters=28)
_LIST = Field(
    "lists", "&List", ComboBox, characters=22, spoken="Restricted list", shown=_for(Ask.CHECK)
)


class StudyOptions(Form):
    """A row of fields; those of other questions are hidden."""

    def __init__(self, pools: Iterable[CardPool], parent: QWidget | None = None) -> None:
        lists = LISTS | {code: each.name for pool in pools for code, each in pool.lists.items()}
        fields = (
            _ASK,
            replace(_LIST, choices=lists),
            Field("rounds", "&Rounds", QSpinBox, bounds=(1, MOST_ROUNDS), shown=_for(Ask.GOLDFISH)),
            Field("goal", "&Goal", ComboBox, GOALS, characters=22, shown=_for(Ask.ADVISE)),
            Field("exact", "E&very hand (slower)", QCheckBox, shown=_for(Ask.HANDS)),
        )
        super().__init__((fields,), {"rounds": 3}, parent)

    def question(self, today: str) -> StudyQuestion:
        """Return what is chosen; verdicts are of the day `today`."""
        values = self.values
        ask = values["ask"]
        return StudyQuestion(
            ask=ask,
            today=today,
            list_code=values["lists"] if ask is Ask.CHECK else "",
            exact=ask is Ask.HANDS and values["exact"],
            rounds=values["rounds"] if ask is Ask.GOLDFISH else 3,
            goal=values["goal"] if ask is Ask.ADVISE else "cards",
        )


# Columns of words; all others hold numbers.
_WORDS = frozenset({"legal", "exact", "format", "list", "problems", "out", "in"})
_WIDE = frozenset({"problems", "out", "in"})
_WIDTHS = {"list": 13.0, "format": 8.0}
# Columns that are left out where every deck has this value.
_USUAL: Mapping[str, Value] = {"warnings": 0, "unread": 0, "exact": True}
# The least characters shown of each column.
_LEAST = 6


def study_columns(
    question: StudyQuestion, results: Sequence[StudyResult], cards: LoadedCards
) -> tuple[Column[StudyResult], ...]:
    """Return the columns of a question: the deck's name, then the answers that differ."""
    name: Column[StudyResult] = Column(
        title="Deck",
        text=lambda row: row.deck.deck.name or NAMELESS,
        sort_key=lambda row: name_order(row.deck.deck.name),
        tooltip=lambda row: row.failure or row.deck.deck.name,
        width=16,
        share=6,
    )
    shown = [each for each in columns_of(question) if _is_unusual(each, results)]
    return (name, *(_column(each, n, cards) for n, each in enumerate(shown)))


def _is_unusual(asked: AnswerColumn, results: Sequence[StudyResult]) -> bool:
    """Tell whether a deck has another value than the usual one."""
    usual = _USUAL.get(asked.name)
    answers = (each.answer for each in results if each.answer is not None)
    return usual is None or any(asked.value(answer) != usual for answer in answers)


def _column(asked: AnswerColumn, number: int, cards: LoadedCards) -> Column[StudyResult]:
    in_words = _in_words(cards).get(asked.name, asked.text)

    def text(row: StudyResult) -> str:
        if row.answer is None:
            return "No answer" if number == 0 else ""
        return in_words(row.answer)

    return Column(
        title=asked.label,
        alignment=LEFT if asked.name in _WORDS else RIGHT,
        width=_WIDTHS.get(asked.name, max(_LEAST, len(asked.label))),
        share=4 if asked.name in _WIDE else 0,
        text=text,
        tooltip=lambda row: row.failure or text(row),
        sort_key=lambda row: None if row.answer is None else asked.value(row.answer),
    )


def _in_words(cards: LoadedCards) -> Mapping[str, Callable[[DeckAnswer], str]]:
    """Return functions that show in words what files have as codes."""
    return {
        "problems": _problems,
        "list": partial(_list_name, cards),
        "format": lambda answer: str(answer.get("format", "")).replace("-", " ").capitalize(),
        "out": partial(_card_names, cards, "out"),
        "in": partial(_card_names, cards, "in"),
    }


def _problems(answer: DeckAnswer) -> str:
    problems = answer.get("problems", ())
    found = [each["message"] for each in problems if each["severity"] == Severity.ERROR]
    return " ".join([*found, *(f"Not read: {each['text']}." for each in answer.get("unread", ()))])


def _list_name(cards: LoadedCards, answer: DeckAnswer) -> str:
    code = answer.get("list")
    lists = (pool.lists.get(code) for pool in cards.pools.values() if code)
    return next((each.name for each in lists if each), "No list")


def _card_names(cards: LoadedCards, where: str, answer: DeckAnswer) -> str:
    swaps = answer.get("swaps") or [{}]
    found = (cards.card(code) for code in swaps[0].get(where, ()))
    return ", ".join(card.name for card in found if card)


_LISTED = 3


class StudyDialog(ClosableDialog):
    """A question with its options above, the answers below.

    Signals:
        saved: a table was written (its paths, as a list).
    """

    saved = Signal(list)

    def __init__(
        self,
        home: Path,
        opened: Sequence[LibraryDeck],
        context: DialogContext,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(f"Study {count_of(len(opened), 'deck')}", parent)
        self._context = context
        self._query: BackgroundQuery[StudyQuestion, StudyReport] = BackgroundQuery(
            context.tasks,
            partial(study_decks, home, [studied_deck(each) for each in opened]),
            self,
            delay_ms=0,
        )
        editions = {each.deck.edition for each in opened}
        pools = [pool for edition, pool in context.cards.pools.items() if edition in editions]
        self.options = StudyOptions(pools, self)
        self.start = QPushButton("&Ask", self)
        self.stop = QPushButton("S&top", self)
        self.progress = slim_bar("Decks answered", self)
        self.message = label(wraps=True)
        self.played = label(faint=True, wraps=True)
        self.model: SortedModel[StudyResult] = SortedModel(
            (), key=lambda row: (row.deck.path, row.deck.digest)
        )
        self.table: RowsTable[StudyResult] = RowsTable(self.model, "Answers", self)
        self.table.least = _LEAST
        self.table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.table.setSortingEnabled(True)
        self.table.empty_text = "Choose a question, and ask."
        save = ("&Save as a table…", self._on_save_clicked)
        (self.save,) = self.add_buttons(save, auto_default=True)
        self._lay_out()
        self._connect()
        self._update()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        top = row((self.options, 1), self.start, self.stop, spacing=gap)
        parts = (top, self.progress, (self.table, 1), self.message, self.played)
        self.lay_out(*parts, size=(230, 130))
        self.start.setDefault(True)
        policy = self.progress.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(policy)

    def _connect(self) -> None:
        self.start.clicked.connect(self._on_start_clicked)
        self.stop.clicked.connect(self._query.stop)
        self.options.changed.connect(self._update)
        self._query.changed.connect(self._update)
        self.finished.connect(self._query.withdraw)
        self._query.answered.connect(self._show_report)
        self._query.progressed.connect(self._on_progressed)

    @property
    def _question(self) -> StudyQuestion:
        return self.options.question(self._context.today.isoformat())

    def _on_start_clicked(self) -> None:
        question = self._question
        if question == self._query.question:
            self._query.retry()
        self._query.ask(question)

    def _on_progressed(self, done: int, total: int) -> None:
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.message.setText(f"{done} of {count_of(total, 'deck')} answered…")

    def _update(self) -> None:
        state = self._query.state
        runs = state is QueryState.COMING
        self.options.setEnabled(not runs)
        self.start.setEnabled(not runs and not self._is_shown)
        self.stop.setEnabled(runs)
        self.progress.setVisible(runs)
        self.save.setEnabled(self._query.is_fresh)
        if runs:
            self.progress.setRange(0, 0)
            self.message.setText("Starting…")
        elif state is QueryState.STOPPED:
            self.message.setText("Stopped. What was answered is kept: Ask goes on from there.")
        elif state is QueryState.FAILED and self._query.error:
            self.message.setText(self._query.error.text)

    @property
    def _is_shown(self) -> bool:
        return self._query.is_fresh and self._question == self._query.question

    def _show_report(self, report: StudyReport) -> None:
        columns = study_columns(report.question, report.results, self._context.cards)
        self.model.show_columns(columns, report.results)
        self.table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        summary = summary_of(report)
        self.message.setText(_message(report, summary))
        self.played.setText(_most_played(summary))
        self.table.setFocus()

    def _on_save_clicked(self) -> None:
        folder, kind = self._context.folder, "Table (*.csv)"
        ask_for_file("Save the table", folder, "study.csv", self.save_to, self, kind)

    def save_to(self, path: Path) -> None:
        report = self._query.answer
        if report is None:
            return
        data = study_csv(report.question, report.results).encode()
        if write_and_report(path, data, self.message.setText):
            self.saved.emit([path])


def _message(report: StudyReport, summary: StudySummary) -> str:
    legal = "" if summary.legal is None else f", {summary.legal} legal"
    text = f"{count_of(summary.decks, 'deck')}{legal}."
    if report.reused:
        text += f" {count_of(report.reused, 'answer')} known from before."
    if report.failed:
        text += f" {count_of(len(report.failed), 'deck')} without an answer: tool tips say why."
    return text


def _most_played(summary: StudySummary) -> str:
    kinds = (("agendas", summary.agendas), ("cards", summary.cards))
    listed = (
        f"Most played {kind}: "
        + ", ".join(f"{each.card.name} ({each.decks})" for each in played[:_LISTED])
        + "."
        for kind, played in kinds
        if played
    )
    return " ".join(listed)

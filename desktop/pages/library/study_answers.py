"""The table of a study: a row for each deck, its answers as columns, sorted by one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from carddb.spelling import fold
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import NAMELESS
from desktop.widgets.card_delegate import LEFT, RIGHT
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable, share_width
from study.answer_columns import AnswerColumn, Value, columns_of
from study.deck_answers import DeckAnswer
from study.study_question import StudyQuestion
from study.study_run import StudyResult
from validators.problem import Severity

# Columns of words; all others hold numbers.
_WORDS = frozenset({"legal", "exact", "format", "list", "problems", "out", "in"})
_WIDE = frozenset({"problems", "out", "in"})
_WIDTHS = {"list": 13.0, "format": 8.0}
# Columns that are left out where every deck has this value.
_USUAL: Mapping[str, Value] = {"warnings": 0, "unread": 0, "exact": True}
# So many characters of each column are shown at least.
_LEAST = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyColumn(Column[StudyResult]):
    """A column with its sort key."""

    key: Callable[[StudyResult], tuple[bool, Value]] = field(default=lambda _: (False, None))


def study_columns(
    question: StudyQuestion, results: Sequence[StudyResult], cards: LoadedCards
) -> tuple[StudyColumn, ...]:
    """Return the columns of a question: the deck's name, then the answers that say something."""
    name = StudyColumn(
        title="Deck",
        text=lambda row: row.deck.deck.name or NAMELESS,
        key=lambda row: (False, fold(row.deck.deck.name)),
        tooltip=lambda row: row.failure or row.deck.deck.name,
        width=16,
        share=6,
    )
    told = [each for each in columns_of(question) if _tells(each, results)]
    return (name, *(_column(each, n, cards) for n, each in enumerate(told)))


def _tells(asked: AnswerColumn, results: Sequence[StudyResult]) -> bool:
    """Return whether a column is not the usual value from top to bottom."""
    usual = _USUAL.get(asked.name)
    answers = (each.answer for each in results if each.answer is not None)
    return usual is None or any(asked.value(answer) != usual for answer in answers)


def _column(asked: AnswerColumn, number: int, cards: LoadedCards) -> StudyColumn:
    in_words = _in_words(cards).get(asked.name, asked.text)

    def text(row: StudyResult) -> str:
        if row.answer is None:
            return "No answer" if number == 0 else ""
        return in_words(row.answer)

    def key(row: StudyResult) -> tuple[bool, Value]:
        value = None if row.answer is None else asked.value(row.answer)
        return value is None, value

    return StudyColumn(
        title=asked.label,
        alignment=LEFT if asked.name in _WORDS else RIGHT,
        width=_WIDTHS.get(asked.name, max(_LEAST, len(asked.label))),
        share=4 if asked.name in _WIDE else 0,
        text=text,
        tooltip=lambda row: row.failure or text(row),
        key=key,
    )


def _in_words(cards: LoadedCards) -> Mapping[str, Callable[[DeckAnswer], str]]:
    """Return how values are told to a player that files have as codes."""
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


class StudyAnswersModel(ColumnsModel[StudyResult]):
    """The results of a study; those without an answer are last in every order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._sorted_by, self._descending = 0, False

    def show_study(self, columns: tuple[StudyColumn, ...], rows: Iterable[StudyResult]) -> None:
        """Show the results of a study, by the name of the decks."""
        self.beginResetModel()
        self.columns = self.headings = columns
        self._sorted_by, self._descending = 0, False
        self.rows = self._in_order(rows)
        self.endResetModel()

    def _in_order(self, rows: Iterable[StudyResult]) -> list[StudyResult]:
        column = self.columns[self._sorted_by]
        if not isinstance(column, StudyColumn):
            return list(rows)
        known = [(column.key(row), row) for row in rows]
        found = [each for each in known if not each[0][0]]
        found.sort(key=lambda each: each[0], reverse=self._descending)
        return [row for _, row in (*found, *(each for each in known if each[0][0]))]

    @override
    def key(self, row: StudyResult) -> object:
        return row.deck.path, row.deck.digest

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if 0 <= column < len(self.columns):
            self._sorted_by, self._descending = column, order is Qt.SortOrder.DescendingOrder
            self.show_rows(self._in_order(self.rows))


class StudyAnswersTable(RowsTable[StudyResult]):
    """The answers, sorted by a click on a heading."""

    def __init__(self, model: StudyAnswersModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Answers", parent)
        self.horizontalHeader().setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    @override
    def fit_columns(self) -> None:
        share_width(self, self._model.headings, least=_LEAST)

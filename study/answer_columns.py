"""The columns of a study: the numbers of each answer that are compared, by question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from study.deck_answers import DeckAnswer
from study.study_question import Ask, StudyQuestion
from validators.problem import Severity

Value: TypeAlias = float | int | str | bool | None
Pick: TypeAlias = Callable[[DeckAnswer], Value]


@dataclass(frozen=True, slots=True)
class AnswerColumn:
    """A number or word of each answer; `name` is for files, `label` for people.

    `rank` is 1 where more is better and -1 where less is, of the column by which decks are ranked;
    0 in others. A `share` is shown as a percentage.
    """

    name: str
    label: str
    pick: Pick
    share: bool = False
    rank: int = 0

    def value(self, answer: DeckAnswer) -> Value:
        """Return the value in an answer; None where a file of answers held something else."""
        try:
            return self.pick(answer)
        except (LookupError, TypeError, ValueError, AttributeError):
            return None

    def text(self, answer: DeckAnswer) -> str:
        """Return the value as people read it."""
        return self.shown(self.value(answer))

    def shown(self, value: Value) -> str:
        """Return a value of this column as people read it."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):
            return f"{value:.1%}" if self.share else f"{value:.3f}"
        return str(value)


def columns_of(question: StudyQuestion) -> tuple[AnswerColumn, ...]:
    """Return the columns of a question's answers."""
    return _COLUMNS[question.ask](question)


def _mean(name: str, label: str, *, share: bool = False, rank: int = 0) -> AnswerColumn:
    def value(answer: DeckAnswer) -> Value:
        return _number(answer[name]["mean"])

    return AnswerColumn(name, label, value, share, rank)


def _check(_: StudyQuestion) -> tuple[AnswerColumn, ...]:
    def counted(severity: Severity) -> Pick:
        return lambda answer: sum(each["severity"] == severity for each in answer["problems"])

    return (
        AnswerColumn("legal", "Legal", lambda answer: bool(answer["legal"])),
        AnswerColumn("errors", "Problems", counted(Severity.ERROR), rank=-1),
        AnswerColumn("warnings", "Warnings", counted(Severity.WARNING)),
        AnswerColumn("unread", "Lines not read", lambda answer: len(answer.get("unread", ()))),
        AnswerColumn("draw", "Cards", lambda answer: int(answer["counts"]["draw"])),
        AnswerColumn("plots", "Plots", lambda answer: int(answer["counts"]["plots"])),
        AnswerColumn("format", "Format", lambda answer: str(answer["format"])),
        AnswerColumn("list", "List", lambda answer: str(answer["list"] or "")),
        AnswerColumn("problems", "What is wrong", _codes),
    )


def _codes(answer: DeckAnswer) -> str:
    errors = (each["code"] for each in answer["problems"] if each["severity"] == Severity.ERROR)
    return " ".join(dict.fromkeys(errors))


def _hands(_: StudyQuestion) -> tuple[AnswerColumn, ...]:
    return (
        _mean("cards", "Cards set up", rank=1),
        _mean("gold", "Gold spent"),
        _mean("characters", "Characters"),
        _mean("strength", "STR"),
        _mean("poor", "Poor setups", share=True),
        _mean("great", "Great setups", share=True),
        AnswerColumn(
            "mulligan",
            "Mulligans",
            lambda answer: _number(answer["mulligan"]["taken"]["mean"]),
            share=True,
        ),
        AnswerColumn("exact", "Exact", lambda answer: bool(answer["exact"])),
    )


# Of the last round, each with its label.
_OF_ROUND = {
    "gold": "Gold",
    "unspent": "Unspent",
    "marshaled": "Marshaled",
    "characters": "Characters",
    "strength": "STR",
    "hand": "Hand",
}


def _goldfish(question: StudyQuestion) -> tuple[AnswerColumn, ...]:
    last = question.rounds

    def of_round(name: str) -> Pick:
        return lambda answer: _number(answer["rounds"][last - 1][name]["mean"])

    return tuple(
        AnswerColumn(
            f"{name}_{last}",
            f"{label}, round {last}",
            of_round(name),
            rank=int(name == "strength"),
        )
        for name, label in _OF_ROUND.items()
    )


def _advise(question: StudyQuestion) -> tuple[AnswerColumn, ...]:
    def first(name: str) -> Pick:
        return lambda answer: " ".join(answer["swaps"][0][name]) if answer["swaps"] else ""

    def gain(answer: DeckAnswer) -> Value:
        return _number(answer["swaps"][0]["gain"]["mean"]) if answer["swaps"] else 0.0

    return (
        _mean("base", f"{question.goal.capitalize()} now"),
        AnswerColumn("gain", "Best gain", gain, rank=1),
        AnswerColumn("out", "Out", first("out")),
        AnswerColumn("in", "In", first("in")),
        AnswerColumn("considered", "Changes", lambda answer: int(answer["considered"])),
    )


def _number(value: object) -> float:
    if not isinstance(value, int | float):
        raise TypeError(value)
    return float(value)


_COLUMNS: Mapping[Ask, Callable[[StudyQuestion], tuple[AnswerColumn, ...]]] = {
    Ask.CHECK: _check,
    Ask.HANDS: _hands,
    Ask.GOLDFISH: _goldfish,
    Ask.ADVISE: _advise,
}

"""A study as a table in CSV, for a spreadsheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any, TypeAlias

from carddb.card import Card
from core.json_values import json_object
from core.text_format import csv_text, harmless_cell
from study.deck_answers import Ask, DeckAnswer, StudyQuestion
from study.study_run import StudyReport, StudyResult
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
        """Return the value in an answer; None if a file of answers held something else."""
        try:
            return self.pick(answer)
        except (LookupError, TypeError, ValueError, AttributeError):
            return None

    def text(self, answer: DeckAnswer) -> str:
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


def study_csv(question: StudyQuestion, results: Iterable[StudyResult]) -> str:
    """Return a row for each deck, with its answer or the reason why there is none."""
    columns, rows = columns_of(question), []
    names = (column.name for column in columns)
    for each in results:
        deck = each.deck.deck
        values = [column.value(each.answer) if each.answer else None for column in columns]
        about = (
            each.deck.path,
            deck.name,
            deck.faction.value if deck.faction else "",
            ", ".join(card.name for card in deck.agendas),
            each.deck.digest,
        )
        rows.append([_cell(value) for value in (*about, *values, each.failure)])
    return csv_text(("path", "name", "faction", "agendas", "digest", *names, "failure"), rows)


def _cell(value: Value) -> Value:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return harmless_cell(value) if isinstance(value, str) else value


MOST_LISTED = 10
MOST_RANKED = 5


# What the values of a number's quantiles are called.
QUANTILES = ("least", "lower quartile", "median", "upper quartile", "most")


@dataclass(frozen=True, slots=True)
class Quantiles:
    """How a number is spread over the decks: a value for each of `QUANTILES`."""

    column: AnswerColumn
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card, of whichever printing, with the decks that play it and its copies in them all."""

    card: Card
    decks: int
    copies: int


@dataclass(frozen=True, slots=True)
class StudySummary:
    """The summary of the answers; `legal` is None if none is a verdict.

    `best` and `worst` are by `ranked`, the best and the worst first.
    """

    decks: int
    legal: int | None
    quantiles: tuple[Quantiles, ...]
    cards: tuple[PlayedCard, ...]
    agendas: tuple[PlayedCard, ...]
    ranked: AnswerColumn
    best: tuple[StudyResult, ...]
    worst: tuple[StudyResult, ...]


def summary_of(report: StudyReport) -> StudySummary:
    """Return the summary of a study."""
    answered, columns = report.answered, columns_of(report.question)
    ranked = next(each for each in columns if each.rank)
    order = sorted(answered, key=lambda each: _key(ranked, each), reverse=ranked.rank > 0)
    decks = [each.deck.deck for each in answered]
    verdicts = [
        bool(each.answer["legal"]) for each in answered if each.answer and "legal" in each.answer
    ]
    few = min(MOST_RANKED, len(order) // 2)
    return StudySummary(
        decks=len(answered),
        legal=sum(verdicts) if verdicts else None,
        quantiles=tuple(_quantiles(answered, columns)),
        cards=_most_played((deck.slots for deck in decks), MOST_LISTED),
        agendas=_most_played(([(a, 1) for a in deck.agendas] for deck in decks), MOST_LISTED),
        ranked=ranked,
        best=tuple(order[:few]),
        worst=tuple(reversed(order[len(order) - few :])),
    )


_FIELDS = tuple(each.replace(" ", "_") for each in QUANTILES)


_PLAYED = "code=card.code name=card.name decks copies"


def summary_json(summary: StudySummary) -> dict[str, Any]:
    return {
        "decks": summary.decks,
        "legal": summary.legal,
        "quantiles": {
            each.column.name: dict(zip(_FIELDS, each.values, strict=True))
            for each in summary.quantiles
        },
        "cards": [json_object(each, _PLAYED) for each in summary.cards],
        "agendas": [json_object(each, _PLAYED) for each in summary.agendas],
        "ranked_by": summary.ranked.name,
        "best": [_ranked_json(summary.ranked, each) for each in summary.best],
        "worst": [_ranked_json(summary.ranked, each) for each in summary.worst],
    }


def _ranked_json(column: AnswerColumn, result: StudyResult) -> dict[str, Any]:
    deck = result.deck
    return {"path": deck.path, "name": deck.deck.name, column.name: _key(column, result)}


def _key(column: AnswerColumn, result: StudyResult) -> float:
    value = column.value(result.answer) if result.answer else None
    return float(value) if isinstance(value, int | float) else 0.0


def _quantiles(
    results: Sequence[StudyResult], columns: Iterable[AnswerColumn]
) -> Iterable[Quantiles]:
    for column in columns:
        found = [column.value(each.answer) for each in results if each.answer]
        numbers = [v for v in found if isinstance(v, int | float) and not isinstance(v, bool)]
        if numbers:
            inner = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else numbers * 3
            five = (min(numbers), *inner, max(numbers))
            counted = all(isinstance(each, int) for each in numbers)
            yield Quantiles(column, tuple(map(_plain, five)) if counted else five)


def _most_played(decks: Iterable[Iterable[tuple[Card, int]]], most: int) -> tuple[PlayedCard, ...]:
    first: dict[str, Card] = {}
    played, copies = Counter[str](), Counter[str]()
    for slots in decks:
        there = Counter[str]()
        for card, count in slots:
            first.setdefault(card.design, card)
            there[card.design] += count
        played.update(there.keys())
        copies.update(there)
    codes = sorted(played, key=lambda code: (-played[code], -copies[code], code))
    return tuple(PlayedCard(first[code], played[code], copies[code]) for code in codes[:most])


def _plain(number: float) -> float:
    """Return a whole number as an integer."""
    return int(number) if float(number).is_integer() else number

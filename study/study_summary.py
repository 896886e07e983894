"""What a study comes to: how many are legal, quantiles, the most played, the best and worst."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any

from carddb.card import Card
from study.answer_columns import AnswerColumn, columns_of
from study.study_run import StudyReport, StudyResult

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
    """What the answers come to; `legal` is None where none is a verdict.

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
    """Return what a study comes to."""
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


def summary_json(summary: StudySummary) -> dict[str, Any]:
    """Return a summary as JSON."""
    return {
        "decks": summary.decks,
        "legal": summary.legal,
        "quantiles": {
            each.column.name: dict(zip(_FIELDS, each.values, strict=True))
            for each in summary.quantiles
        },
        "cards": [_played_json(each) for each in summary.cards],
        "agendas": [_played_json(each) for each in summary.agendas],
        "ranked_by": summary.ranked.name,
        "best": [_ranked_json(summary.ranked, each) for each in summary.best],
        "worst": [_ranked_json(summary.ranked, each) for each in summary.worst],
    }


def _played_json(played: PlayedCard) -> dict[str, Any]:
    card = played.card
    return {"code": card.code, "name": card.name, "decks": played.decks, "copies": played.copies}


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
            code = card.reprint_of or card.code
            first.setdefault(code, card)
            there[code] += count
        played.update(there.keys())
        copies.update(there)
    codes = sorted(played, key=lambda code: (-played[code], -copies[code], code))
    return tuple(PlayedCard(first[code], played[code], copies[code]) for code in codes[:most])


def _plain(number: float) -> float:
    """Return a number between counts as a count where it is one."""
    return int(number) if float(number).is_integer() else number

"""The work behind the tab Rounds, for a worker thread: it imports numpy, as `counting` does."""

from __future__ import annotations

from dataclasses import fields, replace
from math import hypot
from typing import Any

from carddb.progress import Progress, share
from desktop.pages.hands.counting import by_percent
from desktop.pages.hands.kernels import Kernels
from desktop.pages.hands.rounds_figures import (
    OrdersAnswer,
    OrdersQuestion,
    Played,
    RoundsAnswer,
    RoundsQuestion,
)
from goldfish.dealing import Sampling
from goldfish.report import Estimate
from goldfish.rounds.course import Course
from goldfish.rounds.report import RoundReport
from goldfish.rounds.sampling import compared_orders, sampled_rounds


def answer_rounds(kernels: Kernels, question: RoundsQuestion, progress: Progress) -> RoundsAnswer:
    """Return what so many games come to, and those of the other deck."""
    told = by_percent(progress)
    told(0, 100)
    sampling = Sampling(question.games, question.seed)
    sides = [question.mine, *([question.theirs] if question.theirs else [])]
    reports = []
    for number, side in enumerate(sides):
        kernel = kernels.of_rounds(_course(side, question.rounds))
        part = share(told, number * 100 // len(sides), (number + 1) * 100 // len(sides))
        reports.append(sampled_rounds(kernel, sampling, part))
    if len(reports) == 1:
        return RoundsAnswer(question, reports[0])
    pairs = zip(reports[0].rounds, reports[1].rounds, strict=True)
    return RoundsAnswer(question, reports[0], reports[1], tuple(_less(*pair) for pair in pairs))


def answer_orders(kernels: Kernels, question: OrdersQuestion, progress: Progress) -> OrdersAnswer:
    """Return the orders of plots that come to most."""
    told = by_percent(progress)
    told(0, 100)
    kernel = kernels.of_rounds(_course(question.played, question.rounds))
    sampling = Sampling(question.games, question.seed)
    return OrdersAnswer(question, compared_orders(kernel, sampling, question.by, told))


def _course(side: Played, rounds: int) -> Course:
    return Course(side.deck, side.opening, side.plots, rounds)


def _less(one: RoundReport, other: RoundReport) -> RoundReport:
    """Return how much more the first has, with the error of numbers that are not paired."""
    gaps: dict[str, Any] = {}
    for field in fields(RoundReport):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if isinstance(mine, Estimate):
            gap, error = mine.mean - theirs.mean, hypot(_half(mine), _half(theirs))
            gaps[field.name] = Estimate(gap, gap - error, gap + error)
    return replace(one, plot=None, **gaps)


def _half(estimate: Estimate) -> float:
    return (estimate.high - estimate.low) / 2

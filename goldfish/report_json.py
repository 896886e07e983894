"""Reports on hands and first rounds as JSON, in the shapes that the commands promise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from goldfish.report import Difference, Estimate, HandsReport, Spread, poor_in_event

if TYPE_CHECKING:
    from goldfish.rounds.report import OrdersReport, RoundReport, RoundsReport

NUMBERS = ("cards", "gold", "characters", "strength")
SHARES = ("poor", "great")


def hands_report_json(report: HandsReport, event: int | None = None) -> dict[str, Any]:
    mulligan = report.mulligan
    printed: dict[str, Any] = {
        "exact": report.exact,
        "hands": report.hands,
        "seed": report.seed,
        "policy": report.policy,
        **{name: _spread_json(getattr(report, name)) for name in NUMBERS},
        **{name: estimate_json(getattr(report, name)) for name in SHARES},
        "mulligan": {
            "taken": estimate_json(mulligan.taken),
            "score": mulligan.score,
            "own": mulligan.own,
            "keep": mulligan.keep,
            "poor": mulligan.poor,
            "optimal": mulligan.optimal,
            "threshold": mulligan.threshold,
            "gain": mulligan.gain,
        },
        "by_card": {
            code: {"drawn": chance.drawn, "set_up": chance.set_up}
            for code, chance in report.by_card.items()
        },
        "seconds": report.seconds,
        "hands_per_second": report.hands_per_second,
        "remarks": list(report.remarks),
    }
    if event:
        chances = poor_in_event(report.poor.mean, event)
        shares = {str(k): chance for k, chance in enumerate(chances)}
        printed["event"] = {"rounds": event, "poor": shares}
    return printed


def hands_difference_json(difference: Difference) -> dict[str, Any]:
    return {name: estimate_json(getattr(difference, name)) for name in (*NUMBERS, *SHARES)}


def estimate_json(estimate: Estimate) -> dict[str, float]:
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}


def _spread_json(spread: Spread) -> dict[str, Any]:
    histogram = {str(number): share for number, share in enumerate(spread.histogram)}
    return {**estimate_json(spread.mean), "histogram": histogram}


def rounds_report_json(report: RoundsReport) -> dict[str, Any]:
    return {
        "games": report.games,
        "seed": report.seed,
        "policy": report.policy,
        "seconds": report.seconds,
        "games_per_second": report.games_per_second,
        "rounds": [_round_json(each) for each in report.rounds],
        "slowly": report.slowly,
        "approximations": list(report.approximations),
        "remarks": list(report.remarks),
    }


def _round_json(each: RoundReport) -> dict[str, Any]:
    printed: dict[str, Any] = {"round": each.round, "plot": each.plot.code if each.plot else None}
    for field in fields(each):
        value = getattr(each, field.name)
        if isinstance(value, Estimate):
            printed[field.name] = estimate_json(value)
    return printed


def rounds_difference_json(difference: Sequence[RoundReport]) -> list[dict[str, Any]]:
    return [_round_json(each) for each in difference]


def orders_json(report: OrdersReport) -> dict[str, Any]:
    return {
        "by": report.by,
        "games": report.games,
        "trial_games": report.trial_games,
        "tried": report.tried,
        "first": [plot.code for plot in report.first],
        "seconds": report.seconds,
        "orders": [
            {
                "plots": [plot.code for plot in each.plots],
                "score": estimate_json(each.score),
                "difference": estimate_json(each.difference),
            }
            for each in report.orders
        ],
    }

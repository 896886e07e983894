"""Advice on changes as JSON, in the shape that `sevenplots advise` promises."""

from __future__ import annotations

from typing import Any

from goldfish.report_json import estimate_json
from goldfish.swaps.rated_change import RatedChange, SwapAdvice


def advice_json(advice: SwapAdvice) -> dict[str, Any]:
    """Return advice in the contract's shape."""
    return {
        "goal": advice.goal.words,
        "base": estimate_json(advice.base),
        "considered": advice.considered,
        "classes": advice.classes,
        "swaps": [_change_json(each) for each in advice.changes],
        "seconds": advice.seconds,
        "remarks": list(advice.remarks),
    }


def _change_json(change: RatedChange) -> dict[str, Any]:
    return {
        "out": [card.code for card in change.out],
        "in": [card.code for card in change.into],
        "gain": estimate_json(change.gain),
        "exact": change.exact,
        "also": [card.code for card in change.also_in],
        "also_out": [card.code for card in change.also_out],
    }

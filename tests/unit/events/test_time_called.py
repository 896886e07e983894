"""Games at time: nearer to the own total, and the five steps of the later regulations."""

from __future__ import annotations

from typing import Any

import pytest

from core.errors import AppError
from events.event_terms import GameResult
from events.regulations import regulations
from events.time_called import AtTime, TimeStep, at_time

WON, LOST = GameResult.MODIFIED_WIN, GameResult.MODIFIED_LOSS
FIRST, LATER = regulations("1.0.1"), regulations("2.2")


@pytest.mark.parametrize(
    ("power", "totals", "result"),
    [
        ((11, 13), (15, 15), LOST),
        ((12, 9), (20, 15), LOST),
        ((9, 9), (12, 15), WON),
        ((7, 7), (15, 15), GameResult.DRAW),
    ],
)
def test_who_is_nearer_to_the_own_total(
    power: tuple[int, int], totals: tuple[int, int], result: GameResult
) -> None:
    ruling = at_time(FIRST, AtTime(power=power, totals=totals))
    assert (ruling.result, ruling.step) == (result, TimeStep.POWER)


@pytest.mark.parametrize(
    ("known", "result", "step"),
    [
        ({}, None, TimeStep.DRAW_DECK),
        ({"draw_decks": (20, 18)}, WON, TimeStep.DRAW_DECK),
        ({"draw_decks": (20, 20)}, None, TimeStep.DOMINANCE),
        ({"draw_decks": (20, 20), "dominance": 1}, LOST, TimeStep.DOMINANCE),
        ({"draw_decks": (20, 20), "dominance": -1}, None, TimeStep.DEAD_PILE),
        (
            {"draw_decks": (20, 20), "dominance": -1, "dead_piles": (4, 2)},
            LOST,
            TimeStep.DEAD_PILE,
        ),
        (
            {"draw_decks": (20, 20), "dominance": -1, "dead_piles": (3, 3)},
            None,
            TimeStep.CHOICE,
        ),
        (
            {"draw_decks": (20, 20), "dominance": -1, "dead_piles": (3, 3), "choice": 0},
            WON,
            TimeStep.CHOICE,
        ),
    ],
)
def test_the_five_steps_in_their_order(
    known: dict[str, Any], result: GameResult | None, step: TimeStep
) -> None:
    ruling = at_time(LATER, AtTime(power=(12, 12), **known))
    assert (ruling.result, ruling.step) == (result, step)
    assert bool(ruling.question) is (result is None)


def test_a_level_game_of_the_elimination_is_won_by_the_higher_seed() -> None:
    level = AtTime(power=(5, 5), elimination=True)
    assert at_time(FIRST, level).step is TimeStep.HIGHER_SEED
    ruling = at_time(FIRST, AtTime(power=(5, 5), elimination=True, higher_seed=1))
    assert ruling.result is LOST


@pytest.mark.parametrize("power", [(15, 3), (-1, 3)])
def test_power_that_cannot_be(power: tuple[int, int]) -> None:
    with pytest.raises(AppError):
        at_time(FIRST, AtTime(power=power))

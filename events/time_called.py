"""Who wins a game that is not over when time is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.errors import AppError
from events.event_terms import GameResult
from events.regulations import Regulations

USUAL_TOTAL = 15


class TimeStep(StrEnum):
    """The questions at time, in this order; before version 1.2 only the first one."""

    POWER = "power"
    DRAW_DECK = "draw-deck"
    DOMINANCE = "dominance"
    DEAD_PILE = "dead-pile"
    CHOICE = "choice"
    HIGHER_SEED = "higher-seed"


QUESTIONS = {
    TimeStep.POWER: "How much power has each player, and how much does each need to win?",
    TimeStep.DRAW_DECK: "How many cards are in each draw deck?",
    TimeStep.DOMINANCE: "Who won dominance in the last round?",
    TimeStep.DEAD_PILE: "How many characters are in each player's own dead pile?",
    TimeStep.CHOICE: "Whom does the first player choose as the winner?",
    TimeStep.HIGHER_SEED: (
        "The regulations say nothing of a level game in the elimination. "
        "Here the higher seed wins; which of the two is it?"
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTime:
    """What is known of the game, for the first and second player; None: not asked yet."""

    power: tuple[int, int]
    totals: tuple[int, int] = (USUAL_TOTAL, USUAL_TOTAL)
    draw_decks: tuple[int, int] | None = None
    dominance: int | None = None
    dead_piles: tuple[int, int] | None = None
    choice: int | None = None
    elimination: bool = False
    higher_seed: int | None = None


@dataclass(frozen=True, slots=True)
class TimeRuling:
    """The result and the step that decided it; without a result, the step to ask for."""

    result: GameResult | None
    step: TimeStep

    @property
    def question(self) -> str:
        return "" if self.result else QUESTIONS[self.step]


def at_time(rules: Regulations, game: AtTime) -> TimeRuling:
    """Return who wins by the regulations, or what has to be asked next."""
    first, second = (total - power for total, power in zip(game.totals, game.power, strict=True))
    if min(*game.power, *game.totals) < 0 or min(first, second) <= 0:
        raise AppError(
            "A player with all the power needed has won before time.",
            "Enter a win, or correct power and totals.",
        )
    if first != second:
        return _won(int(second < first), TimeStep.POWER)
    if rules.steps_at_time:
        return _by_steps(game)
    if not game.elimination:
        return TimeRuling(GameResult.DRAW, TimeStep.POWER)
    if game.higher_seed is None:
        return TimeRuling(None, TimeStep.HIGHER_SEED)
    return _won(game.higher_seed, TimeStep.HIGHER_SEED)


_BY = {
    TimeStep.POWER: "by less power needed",
    TimeStep.DRAW_DECK: "by more cards in the draw deck",
    TimeStep.DOMINANCE: "by dominance in the last round",
    TimeStep.DEAD_PILE: "by fewer characters in the dead pile",
    TimeStep.CHOICE: "by the first player's choice",
    TimeStep.HIGHER_SEED: "as the higher seed (a ruling: the regulations say nothing)",
}


def ruling_words(ruling: TimeRuling, names: Sequence[str], *, chosen: bool = False) -> str:
    """Return a ruling as a sentence; `chosen` means that the organizer decided."""
    if ruling.result is GameResult.DRAW:
        return "Level: a draw."
    won = names[ruling.result is not GameResult.MODIFIED_WIN]
    return f"{won} wins at time, {'as the organizer decided' if chosen else _BY[ruling.step]}."


def _by_steps(game: AtTime) -> TimeRuling:
    nobody = game.dominance is None or game.dominance < 0
    steps = (
        (TimeStep.DRAW_DECK, game.draw_decks is None, _with_more(game.draw_decks)),
        (TimeStep.DOMINANCE, game.dominance is None, None if nobody else game.dominance),
        (TimeStep.DEAD_PILE, game.dead_piles is None, _with_more(game.dead_piles, fewer=True)),
        (TimeStep.CHOICE, game.choice is None, game.choice),
    )
    for step, to_be_asked, winner in steps:
        if to_be_asked:
            return TimeRuling(None, step)
        if winner is not None:
            return _won(winner, step)
    raise AssertionError


def _with_more(numbers: tuple[int, int] | None, *, fewer: bool = False) -> int | None:
    if numbers is None or numbers[0] == numbers[1]:
        return None
    return int((numbers[1] > numbers[0]) is not fewer)


def _won(winner: int, step: TimeStep) -> TimeRuling:
    won = GameResult.MODIFIED_WIN if winner == 0 else GameResult.MODIFIED_LOSS
    return TimeRuling(won, step)

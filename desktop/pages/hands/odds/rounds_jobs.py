"""The work behind the tab Rounds, for a worker thread: it imports numpy, as `counting` does."""

from __future__ import annotations

from carddb.progress import Progress
from desktop.pages.hands.odds.kernel_cache import KernelCache
from desktop.pages.hands.odds.odds_jobs import by_percent
from desktop.pages.hands.odds.rounds_answer import (
    OrdersAnswer,
    OrdersQuestion,
    Played,
    RoundsAnswer,
    RoundsQuestion,
)
from goldfish.dealer import Sampling
from goldfish.rounds.comparison import compared_rounds
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.sampling import compared_orders, sampled_rounds


def answer_rounds(
    kernels: KernelCache, question: RoundsQuestion, progress: Progress
) -> RoundsAnswer:
    """Return what so many games come to, and those of the other deck from the same shuffles."""
    told = by_percent(progress)
    told(0, 100)
    sampling = Sampling(question.games, question.seed)
    mine = kernels.of_rounds(_course(question.mine, question.rounds))
    if question.theirs is None:
        return RoundsAnswer(question, sampled_rounds(mine, sampling, told))
    theirs = kernels.of_rounds(_course(question.theirs, question.rounds))
    return RoundsAnswer(question, *compared_rounds(mine, theirs, sampling, told))


def answer_orders(
    kernels: KernelCache, question: OrdersQuestion, progress: Progress
) -> OrdersAnswer:
    """Return the orders of plots that come to most."""
    told = by_percent(progress)
    told(0, 100)
    kernel = kernels.of_rounds(_course(question.played, question.rounds))
    sampling = Sampling(question.games, question.seed)
    return OrdersAnswer(question, compared_orders(kernel, sampling, question.by, told))


def _course(side: Played, rounds: int) -> GamePlan:
    return GamePlan(side.deck, side.opening, side.plots, rounds)

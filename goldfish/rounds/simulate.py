"""Games of the first rounds by the thousand: seeded, with errors, plots in every order compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import inf
from time import perf_counter

import numpy as np

from carddb.card import Card
from core.errors import AppError
from core.progress import Progress, share
from goldfish.dealer import Dealer, Sampling
from goldfish.report import Estimate, OrderResult, OrdersReport, RoundReport, RoundsReport
from goldfish.rounds.approximations import approximations
from goldfish.rounds.game_batch import DeckShuffler
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.rounds_kernel import FIELDS, RoundsKernel
from goldfish.setup_part_tables import Floats, Ints
from goldfish.simulate import Sums, aligned

# Blocks of games that are played side by side: one call of numpy for all of them saves most of the
# time that calls take beside their work, and their states still fit the processor's cache.
TOGETHER = 4

PROGRESS_EVERY = 10  # progress is reported after this many games of the reference

# Games by default, and if the reference plays many of them.
GAMES = 50_000
SLOW_GAMES = 500

# Scores of orders that count the end of the last round; other scores are sums.
AT_THE_END = ("characters", "strength", "duplicates", "hand", "waiting")

# Plots that are ordered in every way.
ORDERED = 3
TRIAL_GAMES = 1024
FINALISTS = 12

MOST_OUTSIDE = 0.02  # a larger share of games for the reference takes too long


def orders_of_decks(kernel: RoundsKernel, sampling: Sampling) -> Iterator[Ints]:
    """Yield shuffled decks in blocks (cards, games), as many games as wanted."""
    deck_shuffler = kernel.setting_up.deck_shuffler
    deck_shuffler.prepare(sampling.seed)
    dealer = Dealer(sampling.seed, deck_shuffler.draws)
    for words, games in dealer.side_by_side(sampling.hands, TOGETHER):
        yield deck_shuffler.order(words)[:, :games]


def played_block(
    kernel: RoundsKernel, order: Ints, progress: Progress | None = None
) -> tuple[Ints, int]:
    """Return the results of a block (rounds, fields, games), and how many the reference played."""
    found, outside = kernel.play(order)
    left = np.flatnonzero(outside)
    for number, game in enumerate(left):
        found[:, :, game] = kernel.play_by_reference(order[:, game])
        if progress and number % PROGRESS_EVERY == 0:
            progress(number, len(left))
    return found, len(left)


def is_slow(kernel: RoundsKernel, seed: int) -> bool:
    """Return whether the reference must play many games, judging by a few."""
    order = next(orders_of_decks(kernel, Sampling(TRIAL_GAMES, seed)))
    return float(kernel.play(order)[1].mean()) > MOST_OUTSIDE


def sampling_for(kernels: Sequence[RoundsKernel], games: int | None, seed: int) -> Sampling:
    """Return the requested number of games, or one that takes some seconds."""
    slow = games is None and any(is_slow(kernel, seed) for kernel in kernels)
    return Sampling(games or (SLOW_GAMES if slow else GAMES), seed)


def _played_blocks(
    kernels: Sequence[RoundsKernel],
    shufflers: Sequence[DeckShuffler],
    sampling: Sampling,
    progress: Progress | None,
) -> Iterator[list[tuple[Floats, int]]]:
    """Yield block by block what each kernel plays from the same numbers (see played_block)."""
    for shuffler in shufflers:
        shuffler.prepare(sampling.seed)
    dealer = Dealer(sampling.seed, max(shuffler.draws for shuffler in shufflers))
    done, total = 0, len(kernels) * sampling.hands
    for words, size in dealer.side_by_side(sampling.hands, TOGETHER):
        results = []
        for kernel, shuffler in zip(kernels, shufflers, strict=True):
            part = share(progress, done, done + size, total)
            found, slowly = played_block(kernel, shuffler.order(words)[:, :size], part)
            results.append((found.astype(np.float64), slowly))
            part(1, 1)
            done += size
        yield results


def sampled_rounds(
    kernel: RoundsKernel, sampling: Sampling, progress: Progress | None = None
) -> RoundsReport:
    """Report on the games of a seed; `progress` may raise CancelledError."""
    started = perf_counter() - kernel.made_in
    sums, slowly = Sums((kernel.plan.rounds, len(FIELDS))), 0
    shuffler = kernel.setting_up.deck_shuffler
    for ((found, more),) in _played_blocks([kernel], [shuffler], sampling, progress):
        sums.add(found)
        slowly += more
    return _report(kernel, sums, sampling, slowly, perf_counter() - started)


def _report(
    kernel: RoundsKernel, sums: Sums, sampling: Sampling, slowly: int, seconds: float
) -> RoundsReport:
    return RoundsReport(
        games=sampling.hands,
        seed=sampling.seed,
        policy=kernel.setting_up.deck_shuffler.policy.words,
        seconds=seconds,
        rounds=_by_round(sums, [facts.plot for facts in kernel.facts], least=0.0),
        slowly=slowly,
        approximations=approximations(kernel.plan.deck),
        remarks=kernel.plan.opening.remarks,
    )


def _by_round(
    sums: Sums, plots: Sequence[Card | None], least: float = -inf
) -> tuple[RoundReport, ...]:
    """Return the means of each round; no interval reaches below `least`."""

    def mean(round_: int, field: int) -> Estimate:
        found = sums.estimate(round_, field)
        return Estimate(found.mean, max(found.low, least), found.high)

    return tuple(
        RoundReport(
            round=number + 1,
            plot=plot,
            **{name: mean(number, field) for field, name in enumerate(FIELDS)},
        )
        for number, plot in enumerate(plots)
    )


def every_order(plan: GamePlan) -> list[tuple[Card, ...]]:
    """Return the plan's order of plots, then every other order of the plots revealed first.

    At most `ORDERED` plots change places; copies are alike.
    """
    count = min(plan.rounds, ORDERED)
    orders = dict.fromkeys([plan.plots])
    for first_plots in permutations(plan.plots, min(count, len(plan.plots))):
        rest = list(plan.plots)
        for plot in first_plots:
            rest.remove(plot)
        orders[(*first_plots, *rest)] = None
    shown = {order[: plan.rounds]: order for order in reversed(orders)}
    return [order for order in orders if shown[order[: plan.rounds]] == order]


def compared_orders(
    kernel: RoundsKernel, sampling: Sampling, by: str = "strength", progress: Progress | None = None
) -> OrdersReport:
    """Rank orders of plots by their results with the same shuffled decks.

    All orders are tried in some games; the best and the plan's own are compared in all. Counts are
    those at the end of the last round, gold and cards brought out are sums. AppError for an unknown
    score, or if too many games are slow.
    """
    if by not in FIELDS:
        raise AppError(f"Plots are not compared by “{by}”.", f"Ask for {', '.join(FIELDS)}.")
    started = perf_counter()
    orders = every_order(kernel.plan)
    trial = Sampling(min(TRIAL_GAMES, sampling.hands), sampling.seed)
    found = _scored(kernel, orders, trial, by, share(progress, 0, 60))
    best = sorted(found[1:], key=lambda each: -each.score.mean)[: FINALISTS - 1]
    finalists = [orders[0], *(each.plots for each in best)]
    results = _scored(kernel, finalists, sampling, by, share(progress, 60, 100))
    return OrdersReport(
        games=sampling.hands,
        trial_games=trial.hands,
        tried=len(orders),
        seed=sampling.seed,
        by=by,
        first=orders[0][: kernel.plan.rounds],
        orders=tuple(
            OrderResult(each.plots[: kernel.plan.rounds], each.score, each.difference)
            for each in sorted(results, key=lambda each: -each.score.mean)
        ),
        seconds=perf_counter() - started,
    )


def _scored(
    kernel: RoundsKernel,
    orders: Sequence[tuple[Card, ...]],
    sampling: Sampling,
    by: str,
    progress: Progress,
) -> list[OrderResult]:
    kernels = [kernel.with_plots(plots) for plots in orders]
    sums = Sums((len(orders), 2))
    done, whole = 0, len(orders) * sampling.hands
    for order in orders_of_decks(kernel, sampling):
        scores = np.zeros((len(orders), 2, order.shape[1]))
        for number, each in enumerate(kernels):
            found, outside = each.play(order)
            if outside.mean() > MOST_OUTSIDE:
                raise AppError(
                    "Orders of plots are not compared for this deck: too many of its games hold "
                    "cards that have to be played one game at a time.",
                    "Compare a few orders with --plots.",
                )
            for game in np.flatnonzero(outside):
                found[:, :, game] = each.play_by_reference(order[:, game])
            scores[number, 0] = score_of(found, by)
            scores[number, 1] = scores[number, 0] - scores[0, 0]
            done += order.shape[1]
            progress(done, whole)
        sums.add(scores)
    return [
        OrderResult(plots, sums.estimate(number, 0), sums.estimate(number, 1))
        for number, plots in enumerate(orders)
    ]


def score_of(found: Ints, by: str) -> Floats:
    """Return a number of each game: of the last round, or the sum of all rounds."""
    numbers: Floats = found[:, FIELDS.index(by)].astype(np.float64)
    score: Floats = numbers[-1] if by in AT_THE_END else numbers.sum(axis=0)
    return score


def compared_rounds(
    one: RoundsKernel, other: RoundsKernel, sampling: Sampling, progress: Progress | None = None
) -> tuple[RoundsReport, RoundsReport, tuple[RoundReport, ...]]:
    """Report on two decks from the same shuffles, and on their differences by round.

    Shared cards lie in the same places before each shuffle, which makes differences more exact.
    AppError for different numbers of rounds.
    """
    if one.plan.rounds != other.plan.rounds:
        raise AppError("Decks are compared over the same rounds.", "Ask for one number of rounds.")
    started = perf_counter() - one.made_in - other.made_in
    kernels = (one, other)
    slots = aligned(one.plan.opening.slots, other.plan.opening.slots)
    shufflers = [kernel.setting_up.deck_shuffler for kernel in kernels]
    width = max(shuffler.reach for shuffler in shufflers)
    shufflers = [s.aligned_with(order, width) for s, order in zip(shufflers, slots, strict=True)]
    shape = one.plan.rounds, len(FIELDS)
    sums, gaps, slowly = (Sums(shape), Sums(shape)), Sums(shape), [0, 0]
    for results in _played_blocks(kernels, shufflers, sampling, progress):
        for side, (found, more) in enumerate(results):
            sums[side].add(found)
            slowly[side] += more
        gaps.add(results[0][0] - results[1][0])
    seconds = perf_counter() - started
    first, second = (
        _report(kernel, each, sampling, more, seconds)
        for kernel, each, more in zip(kernels, sums, slowly, strict=True)
    )
    return first, second, _by_round(gaps, [None] * one.plan.rounds)

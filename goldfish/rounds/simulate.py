"""Games of the first rounds by the thousand: seeded, with errors, plots in every order compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import permutations
from time import perf_counter

import numpy as np

from carddb.card import Card
from core.errors import AppError
from core.progress import Progress, share
from goldfish.dealer import BLOCK, Dealer, Sampling
from goldfish.report import Estimate
from goldfish.rounds.approximations import approximations
from goldfish.rounds.deck_shuffler import DeckShuffler
from goldfish.rounds.game import RoundTally
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.report import OrderResult, OrdersReport, RoundReport, RoundsReport
from goldfish.rounds.round_play import FIELDS
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.setup_part_tables import Floats, Ints
from goldfish.simulate import aligned

# Blocks of games that are played side by side: one call of numpy for all of them saves most of the
# time that calls take beside their work, and their states still fit the processor's cache.
TOGETHER = 4

# Games of the reference after which progress is reported; each takes some hundredths of a second.
PROGRESS_EVERY = 10

# Games by default, and where most of them have to be played one at a time.
GAMES = 50_000
SLOW_GAMES = 500

# What plot orders may be compared by: counts at the end of the last round, or sums of all rounds.
AT_THE_END = ("characters", "strength", "duplicates", "hand", "waiting")
SCORES = tuple(field.name for field in fields(RoundTally))

# Plots that are ordered in every way; those behind them follow in the default order.
ORDERED = 3
TRIAL_GAMES = 1024
FINALISTS = 12

# More games than this share left to the reference would take too long for every order.
MOST_OUTSIDE = 0.02


def orders_of_decks(
    kernel: RoundsKernel, sampling: Sampling, progress: Progress | None = None
) -> Iterator[Ints]:
    """Yield shuffled decks by some blocks (cards, games), as many games as are wanted in all."""
    deck_shuffler = kernel.setting_up.deck_shuffler
    deck_shuffler.prepare(sampling.seed)
    dealer = Dealer(sampling.seed, deck_shuffler.draws)
    done = 0
    for words, games in dealer.side_by_side(sampling.hands, TOGETHER):
        yield deck_shuffler.order(words)[:, :games]
        done += games
        if progress:
            progress(done, sampling.hands)


def played_block(
    kernel: RoundsKernel, order: Ints, progress: Progress | None = None
) -> tuple[Ints, int]:
    """Return the results of a block (rounds, fields, games) and the number of reference games."""
    found, outside = kernel.play(order)
    left = np.flatnonzero(outside)
    for number, game in enumerate(left):
        found[:, :, game] = kernel.play_by_reference(order[:, game])
        if progress and number % PROGRESS_EVERY == 0:
            progress(number, len(left))
    return found, len(left)


def is_slow(kernel: RoundsKernel, seed: int) -> bool:
    """Return whether more than a fiftieth of the games is left to the reference, from a few."""
    order = next(orders_of_decks(kernel, Sampling(TRIAL_GAMES, seed)))
    return float(kernel.play(order)[1].mean()) > MOST_OUTSIDE


def sampling_for(kernels: Sequence[RoundsKernel], games: int | None, seed: int) -> Sampling:
    """Return how many games are played: those asked for, or as many as take some seconds."""
    slow = games is None and any(is_slow(kernel, seed) for kernel in kernels)
    return Sampling(games or (SLOW_GAMES if slow else GAMES), seed)


class Sums:
    """Adds up numbers (…, games) of blocks."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.n = 0
        self.total = np.zeros(shape)
        self.squares = np.zeros(shape)

    def add(self, numbers: Floats) -> None:
        self.n += numbers.shape[-1]
        self.total += numbers.sum(axis=-1)
        self.squares += (numbers**2).sum(axis=-1)

    def estimate(self, *place: int) -> Estimate:
        mean = float(self.total[place]) / self.n
        return Estimate.sampled(mean, float(self.squares[place]) / self.n - mean**2, self.n)


def sampled_rounds(
    kernel: RoundsKernel, sampling: Sampling, progress: Progress | None = None
) -> RoundsReport:
    """Report on so many games of a seed; `progress` may raise CancelledError to stop it.

    A seed gives the same games on every machine, whatever their number.
    """
    started = perf_counter() - kernel.made_in
    sums = Sums((kernel.plan.rounds, len(FIELDS)))
    slowly = done = 0
    for order in orders_of_decks(kernel, sampling):
        size = order.shape[1]
        part = share(progress, done, done + size, sampling.hands)
        found, more = played_block(kernel, order, part)
        sums.add(found.astype(np.float64))
        slowly, done = slowly + more, done + size
        part(1, 1)
    return rounds_report(kernel, sums, sampling, slowly, perf_counter() - started)


def rounds_report(
    kernel: RoundsKernel, sums: Sums, sampling: Sampling, slowly: int, seconds: float
) -> RoundsReport:
    """Return the report on games that were added up (rounds, fields)."""
    rounds = tuple(
        RoundReport(
            round=number + 1,
            plot=facts.plot,
            **{field: _count(sums.estimate(number, i)) for i, field in enumerate(FIELDS)},
        )
        for number, facts in enumerate(kernel.facts)
    )
    return RoundsReport(
        games=sampling.hands,
        seed=sampling.seed,
        policy=kernel.setting_up.deck_shuffler.policy.words,
        seconds=seconds,
        rounds=rounds,
        slowly=slowly,
        approximations=approximations(kernel.plan.deck),
        remarks=kernel.plan.opening.remarks,
    )


def _count(estimate: Estimate) -> Estimate:
    """Return the estimate of something that is never below 0."""
    return Estimate(estimate.mean, max(estimate.low, 0.0), estimate.high)


def every_order(plan: GamePlan) -> list[tuple[Card, ...]]:
    """Return the plan's own order of plots, and then every other of those revealed first.

    At most `ORDERED` plots change their places with any of the deck; copies are alike.
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
    kernel: RoundsKernel,
    sampling: Sampling,
    by: str = "strength",
    progress: Progress | None = None,
) -> OrdersReport:
    """Rank orders of plots by their results with the same shuffled decks.

    All orders are tried in some games; the best of them and the plan's own are then compared in
    as many as are wanted. Counts of cards are those at the end of the last round, gold and cards
    brought out are summed. AppError for another score, or where too many games are slow.
    """
    if by not in SCORES:
        raise AppError(f"Plots are not compared by “{by}”.", f"Ask for {', '.join(SCORES)}.")
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
    """Return a number of each game: at the end of the last round, or summed over all of them."""
    numbers: Floats = found[:, FIELDS.index(by)].astype(np.float64)
    score: Floats = numbers[-1] if by in AT_THE_END else numbers.sum(axis=0)
    return score


def compared_rounds(
    one: RoundsKernel,
    other: RoundsKernel,
    sampling: Sampling,
    progress: Progress | None = None,
) -> tuple[RoundsReport, RoundsReport, tuple[RoundReport, ...]]:
    """Report on two decks from the same shuffles, and on how much more the first one has by round.

    Cards that both decks hold lie in the same places before each shuffle, so that most of a game
    is the same for both, and the difference is known better than each deck's own mean. AppError
    for different numbers of rounds.
    """
    if one.plan.rounds != other.plan.rounds:
        raise AppError("Decks are compared over the same rounds.", "Ask for one number of rounds.")
    started = perf_counter() - one.made_in - other.made_in
    kernels, shufflings = (one, other), _side_by_side(one, other)
    for deck_shuffler in shufflings:
        deck_shuffler.prepare(sampling.seed)
    dealer = Dealer(sampling.seed, max(deck_shuffler.draws for deck_shuffler in shufflings))
    shape = one.plan.rounds, len(FIELDS)
    sums, gaps, slowly = (Sums(shape), Sums(shape)), Sums(shape), [0, 0]
    done = 0
    for words, size in dealer.side_by_side(sampling.hands, TOGETHER):
        results = []
        for side, (kernel, deck_shuffler) in enumerate(zip(kernels, shufflings, strict=True)):
            at = 2 * done + side * size
            part = share(progress, at, at + size, 2 * sampling.hands)
            found, more = played_block(kernel, deck_shuffler.order(words)[:, :size], part)
            results.append(found.astype(np.float64))
            sums[side].add(results[-1])
            slowly[side] += more
            part(1, 1)
        gaps.add(results[0] - results[1])
        done += size
    seconds = perf_counter() - started
    first, second = (
        rounds_report(kernel, each, sampling, more, seconds)
        for kernel, each, more in zip(kernels, sums, slowly, strict=True)
    )
    return first, second, _by_round(gaps)


def paired_games(
    one: RoundsKernel, other: RoundsKernel, sampling: Sampling
) -> Iterator[tuple[Ints, Ints]]:
    """Yield what games of two decks come to, (rounds, fields, games), from the same shuffles."""
    shufflings = _side_by_side(one, other)
    for deck_shuffler in shufflings:
        deck_shuffler.prepare(sampling.seed)
    dealer = Dealer(sampling.seed, max(deck_shuffler.draws for deck_shuffler in shufflings))
    for done in range(0, sampling.hands, BLOCK):
        size = min(BLOCK, sampling.hands - done)
        words = dealer.words()
        first, second = (
            played_block(kernel, deck_shuffler.order(words)[:, :size])[0]
            for kernel, deck_shuffler in zip((one, other), shufflings, strict=True)
        )
        yield first, second


def _side_by_side(one: RoundsKernel, other: RoundsKernel) -> tuple[DeckShuffler, DeckShuffler]:
    slots = aligned(one.plan.opening.slots, other.plan.opening.slots)
    mine, theirs = one.setting_up.deck_shuffler, other.setting_up.deck_shuffler
    width = max(mine.reach, theirs.reach)
    return mine.aligned_with(slots[0], width), theirs.aligned_with(slots[1], width)


def _by_round(gaps: Sums) -> tuple[RoundReport, ...]:
    return tuple(
        RoundReport(
            round=number + 1,
            plot=None,
            **{field: gaps.estimate(number, i) for i, field in enumerate(FIELDS)},
        )
        for number in range(len(gaps.total))
    )

"""Two decks played from the same shuffles, game by game: what more the first one has."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from carddb.errors import AppError
from carddb.progress import Progress, share
from goldfish.dealer import BLOCK, Dealer, Sampling
from goldfish.rounds.deck_shuffler import DeckShuffler
from goldfish.rounds.report import RoundReport, RoundsReport
from goldfish.rounds.round_play import FIELDS
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import TOGETHER, Sums, played_block, rounds_report
from goldfish.setup_part_tables import Ints
from goldfish.simulate import aligned


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

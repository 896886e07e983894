"""Opening hands by sampling: seeded, with errors, two decks from the same deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from carddb.card import Card
from core.progress import Progress
from decks.deck import Slots
from goldfish.dealer import BLOCK, Deal, Dealer, Sampling, draws_for
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.outcomes import Outcomes, SetupValues, hands_report, kept_values, placed_of
from goldfish.report import NUMBERS, SHARES, CardChance, Difference, Estimate, HandsReport
from goldfish.setup import Criterion
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Floats, Ints, Small, Truths

TRIAL_BLOCKS = 25  # blocks of fresh hands that settle an optimal policy


@dataclass(frozen=True, slots=True)
class Dealt:
    """A block of hands after the mulligan: card numbers (cards, hands) and keys.

    `fresh` are the values of the first hands; `taken` marks mulligans.
    """

    hands: Small
    keys: Ints
    fresh: Ints
    taken: Truths


class HandPolicy:
    """Decides by a policy which hands are kept; hands are columns of numbers of `cards`."""

    def __init__(self, kernel: SetupKernel, policy: KeepPolicy, cards: Sequence[Card]) -> None:
        self.kernel = kernel
        self.policy = policy
        self.values = SetupValues(kernel.keys)
        dead, test = len(kernel.classes.cards), policy.needs
        self.setup_class = np.array([kernel.number.get(c.code, dead) for c in cards], np.uint16)
        self._passes = np.array([test is not None and test(card) for card in cards])
        self._kept = kept_values(policy, self.values, np.zeros(len(self.values)))

    def prepare(self, fresh: Iterable[Small | Ints]) -> None:
        """Compute the optimal policy from fresh hands; other policies need none."""
        if self.policy.kind is PolicyKind.OPTIMAL:
            chances = np.zeros(len(self.values))
            for hands in fresh:
                found = self.value(self.solve(hands))
                chances += np.bincount(found, minlength=len(chances))
            self._kept = kept_values(self.policy, self.values, chances / chances.sum())

    def solve(self, hands: Small | Ints) -> Ints:
        return self.kernel.solve(self.setup_class[hands])

    def value(self, keys: Ints) -> Ints:
        return np.asarray(keys[0] >> self.kernel.keys.value_shift)

    def keeps(self, hands: Small | Ints, values: Ints | None = None) -> Truths:
        """Return which hands are kept; `values` are those of their best setups, if known."""
        if self._kept is None:
            return np.asarray(self._passes[hands].any(axis=0))
        return np.asarray(self._kept[self.value(self.solve(hands)) if values is None else values])


class Player(HandPolicy):
    """Draws, mulligans and sets up one deck by blocks; `slots` is its order before a shuffle."""

    def __init__(self, kernel: SetupKernel, policy: KeepPolicy, slots: Slots) -> None:
        self.cards = tuple(dict.fromkeys(card for card, _ in slots))
        super().__init__(kernel, policy, self.cards)
        places = {card: place for place, card in enumerate(self.cards)}
        lying = [places[card] for card, copies in slots for _ in range(copies)]
        self._deck = np.array(lying, np.min_scalar_type(len(slots)))

    @property
    def draws(self) -> int:
        """How many numbers a hand takes from the stream."""
        rules = self.kernel.opening.rules
        return draws_for(len(self._deck), rules.hand_size, halved=rules.halved)

    def prepare_for(self, seed: int) -> None:
        """Prepare the policy; the optimal one samples fresh hands with seed + 1."""
        dealer = Dealer(seed + 1, self.draws)
        self.prepare(self._deal(dealer.words()).first for _ in range(TRIAL_BLOCKS))

    def _deal(self, words: Ints) -> Deal:
        rules = self.kernel.opening.rules
        return Deal(self._deck, words, rules.hand_size, halved=rules.halved)

    def play(self, words: Ints, count: int = BLOCK) -> Dealt:
        """Return the first `count` hands that a block of words deals."""
        deal = self._deal(words)
        first = deal.first[:, :count]
        keys = self.solve(first)
        fresh = self.value(keys)
        if self.policy.kind is PolicyKind.KEEP:
            return Dealt(first, keys, fresh, np.zeros(len(fresh), np.bool_))
        keeps = self.keeps(first, fresh)
        again = np.flatnonzero(~keeps)
        second = deal.second[:, :count]
        keys[:, again] = self.solve(second[:, again])
        return Dealt(np.where(keeps, first, second), keys, fresh, ~keeps)


class _PlayerCount:
    """Counts the hands of one player."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.n = 0
        self.taken = 0
        self.fresh = np.zeros(len(player.values))
        self.final = np.zeros(len(player.values))
        self.drawn = np.zeros(len(player.cards))
        self.placed = [np.zeros(1 << block.bits) for block in player.kernel.keys.blocks]

    def add(self, dealt: Dealt) -> None:
        keys, size, count = self.player.kernel.keys, len(self.fresh), len(dealt.taken)
        self.n += count
        self.taken += int(dealt.taken.sum())
        self.fresh += np.bincount(dealt.fresh, minlength=size)
        self.final += np.bincount(dealt.keys[0] >> keys.value_shift, minlength=size)
        there = np.zeros((len(self.drawn), count), np.bool_)
        columns = np.arange(count)
        for row in dealt.hands:
            there[row, columns] = True
        self.drawn += there.sum(axis=1)
        for number, block in enumerate(keys.blocks):
            found = dealt.keys[block.lane] >> block.shift & ((1 << block.bits) - 1)
            np.add.at(self.placed[number], found, 1.0)

    def outcomes(self) -> Outcomes:
        kernel = self.player.kernel
        by_card = {
            card.code: CardChance(
                float(self.drawn[number]) / self.n,
                placed_of(kernel.keys, kernel.number.get(card.code), self.placed) / self.n,
            )
            for number, card in enumerate(self.player.cards)
        }
        final, fresh = self.final / self.n, self.fresh / self.n
        return Outcomes(fresh, final, self.taken / self.n, by_card, self.n)


def sampled_hands(
    kernel: SetupKernel, policy: KeepPolicy, sampling: Sampling, progress: Progress | None = None
) -> HandsReport:
    """Report on the first hands of a seed; `progress` may raise CancelledError."""
    started = perf_counter() - kernel.made_in
    player = Player(kernel, policy, kernel.opening.slots)
    player.prepare_for(sampling.seed)
    count = _PlayerCount(player)
    for words, size in blocks(sampling, player.draws, progress):
        count.add(player.play(words, size))
    return _report(count, sampling.seed, perf_counter() - started)


def compared(
    one: tuple[SetupKernel, KeepPolicy],
    other: tuple[SetupKernel, KeepPolicy],
    sampling: Sampling,
    progress: Progress | None = None,
) -> tuple[HandsReport, HandsReport, Difference]:
    """Report on two decks from the same deals, and on their difference.

    Shared cards lie in the same places before each shuffle, which makes the difference more exact.
    """
    started = perf_counter()
    slots = aligned(one[0].opening.slots, other[0].opening.slots)
    players = [Player(*each, order) for each, order in zip((one, other), slots, strict=True)]
    for player in players:
        player.prepare_for(sampling.seed)
    counts = [_PlayerCount(player) for player in players]
    gaps = Sums((6,))
    for words, size in blocks(sampling, max(each.draws for each in players), progress):
        dealt = [player.play(words, size) for player in players]
        for count, block in zip(counts, dealt, strict=True):
            count.add(block)
        mine, theirs = (_numbers(p, d) for p, d in zip(players, dealt, strict=True))
        gaps.add(mine - theirs)
    seconds = perf_counter() - started + one[0].made_in + other[0].made_in
    first, second = (_report(count, sampling.seed, seconds) for count in counts)
    return first, second, Difference(*map(gaps.estimate, range(6)))


def aligned(one: Slots, other: Slots) -> tuple[Slots, Slots]:
    """Return two decks' cards with shared cards first, in the same places."""
    theirs = dict(other)
    shared = [(card, min(count, theirs[card])) for card, count in one if card in theirs]
    common = dict(shared)
    rest = (
        [(card, count - common.get(card, 0)) for card, count in slots] for slots in (one, other)
    )
    first, second = (tuple(slot for slot in each if slot[1]) for each in rest)
    return (*shared, *first), (*shared, *second)


def blocks(sampling: Sampling, draws: int, progress: Progress | None) -> Iterator[tuple[Ints, int]]:
    """Yield the words of a seed's blocks, and the number of hands for each."""
    dealer = Dealer(sampling.seed, draws)
    for done in range(0, sampling.hands, BLOCK):
        yield dealer.words(), min(BLOCK, sampling.hands - done)
        if progress:
            progress(min(done + BLOCK, sampling.hands), sampling.hands)


def _report(count: _PlayerCount, seed: int, seconds: float) -> HandsReport:
    player = count.player
    return hands_report(
        count.outcomes(),
        player.kernel,
        player.policy,
        player.values,
        hands=count.n,
        seed=seed,
        seconds=seconds,
    )


def _numbers(player: Player, dealt: Dealt) -> Floats:
    """Return the compared numbers, one row each: (6, hands)."""
    found = dealt.keys[0] >> player.kernel.keys.value_shift
    values = player.values
    rows = [
        *(values.of[each][found] for each in Criterion),
        values.poor[found],
        values.great[found],
    ]
    return np.array(rows, np.float64)


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


def exact_difference(one: HandsReport, other: HandsReport) -> Difference:
    """Return how much more the first of two exactly known decks has."""
    gaps = [getattr(one, name).mean.mean - getattr(other, name).mean.mean for name in NUMBERS]
    gaps += [getattr(one, name).mean - getattr(other, name).mean for name in SHARES]
    return Difference(*map(Estimate.exact, gaps))

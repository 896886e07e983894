"""The odds of seeing certain cards by a round.

Seen cards are the kept opening hand, its refill after setup, and two cards in each draw phase.
Cards shuffled back by a mulligan do not count; plots and abilities draw nothing. Sources: RR,
Setup, steps 7 and 10; RR, Appendix I, 2.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import comb

import numpy as np

from carddb.card import Card
from carddb.card_test import CardTest
from core.progress import Progress, share
from goldfish.dealer import Sampling
from goldfish.draw_deck import DrawDeck
from goldfish.exact import DeadCards, Pairs, deals, every_hand, fresh_chances, is_quick
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.outcomes import SetupValues, kept_values
from goldfish.report import Estimate
from goldfish.setup import Criterion
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Floats, Ints, PartTable, Truths
from goldfish.simulate import Player, blocks


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCards:
    """The wanted cards, how many, and by which round; round 0 is the opening hand before setup."""

    test: CardTest
    at_least: int = 1
    by_round: int = 0
    refill: bool = True


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance, the mean number of cards seen, and the wanted `copies` in the deck.

    `hands` is the number of samples, None if exact.
    """

    probability: Estimate
    hands: int | None
    seed: int | None
    copies: int
    seen: float


def drawn_odds(size: int, copies: int, drawn: int, at_least: int) -> float:
    """Return the chance of at least `at_least` of `copies` among `drawn` (hypergeometric)."""
    if at_least <= 0:
        return 1.0
    drawn = max(0, min(drawn, size))
    ways = sum(
        comb(copies, k) * comb(size - copies, drawn - k)
        for k in range(at_least, min(copies, drawn) + 1)
    )
    return ways / comb(size, drawn)


def is_hypergeometric(policy: KeepPolicy, wanted: WantedCards) -> bool:
    """Return whether the hypergeometric distribution alone gives the answer."""
    return policy.kind is PolicyKind.KEEP and not (wanted.refill and wanted.by_round)


def plain_odds(opening: DrawDeck, wanted: WantedCards) -> Odds:
    """Return the odds without mulligan and refill, at once for any deck."""
    rules = opening.rules
    copies = _copies(opening, wanted.test)
    seen = rules.hand_size + min(rules.draw * wanted.by_round, _left(opening))
    chance = drawn_odds(opening.size, copies, seen, wanted.at_least)
    return Odds(Estimate.exact(chance), None, None, copies, float(seen))


def odds(
    kernel: SetupKernel,
    policy: KeepPolicy,
    wanted: WantedCards,
    sampling: Sampling | None = None,
    progress: Progress | None = None,
) -> Odds:
    """Return the odds, exact if that is quick and no sampling is requested."""
    if is_hypergeometric(policy, wanted):
        return plain_odds(kernel.opening, wanted)
    if sampling is None and is_quick(kernel):
        return _odds(kernel, wanted, _joint(kernel, policy, wanted, progress))
    return _sampled(kernel, policy, wanted, sampling or Sampling(), progress)


def odds_by_round(
    kernel: SetupKernel,
    policy: KeepPolicy,
    wanted: WantedCards,
    sampling: Sampling | None = None,
    progress: Progress | None = None,
) -> tuple[Odds, ...]:
    """Return the odds of rounds 0, 1, ... `wanted.by_round`; hands are enumerated once."""
    rounds = [replace(wanted, by_round=number) for number in range(wanted.by_round + 1)]
    if (
        sampling is None
        and is_quick(kernel)
        and not all(is_hypergeometric(policy, each) for each in rounds)
    ):
        joint = _joint(kernel, policy, wanted, progress)
        return tuple(_odds(kernel, each, joint) for each in rounds)
    parts = len(rounds)
    return tuple(
        odds(kernel, policy, each, sampling, share(progress, n, n + 1, parts))
        for n, each in enumerate(rounds)
    )


def _copies(opening: DrawDeck, test: CardTest) -> int:
    return sum(count for card, count in opening.slots if test(card))


def _left(opening: DrawDeck) -> int:
    """Return how many cards may be drawn after the opening hand."""
    rules = opening.rules
    return max(0, opening.dealt - rules.hand_size - rules.under)


def seen_tails(opening: DrawDeck, wanted: WantedCards) -> tuple[Floats, Ints]:
    """Return chances by wanted cards in hand and cards placed, and later draws by cards placed."""
    rules, copies = opening.rules, _copies(opening, wanted.test)
    hand = rules.hand_size
    rest = opening.size - hand
    drawn = []
    for placed in range(hand + 1):
        refill = max(0, rules.refill_to - hand + placed) if wanted.refill else 0
        more = refill + rules.draw * wanted.by_round if wanted.by_round else 0
        drawn.append(min(more, _left(opening)))
    # Impossible numbers of wanted cards in hand have no chance.
    chances = [
        [drawn_odds(rest, copies - in_hand, more, wanted.at_least - in_hand) for more in drawn]
        if 0 <= copies - in_hand <= rest
        else [0.0] * len(drawn)
        for in_hand in range(hand + 1)
    ]
    return np.array(chances), np.array(drawn)


def _odds(kernel: SetupKernel, wanted: WantedCards, joint: Floats) -> Odds:
    chances, drawn = seen_tails(kernel.opening, wanted)
    chance = Estimate.exact(float((joint * chances).sum()))
    seen = kernel.opening.rules.hand_size + float(joint.sum(axis=0) @ drawn)
    return Odds(chance, None, None, _copies(kernel.opening, wanted.test), seen)


def _joint(
    kernel: SetupKernel, policy: KeepPolicy, wanted: WantedCards, progress: Progress | None
) -> Floats:
    """Return chances by wanted cards in hand and cards placed; they are the same in every round."""
    values = SetupValues(kernel.keys)
    chances = np.zeros(len(values))
    if policy.kind is PolicyKind.OPTIMAL:
        chances = fresh_chances(kernel, policy.score, share(progress, 0, 10))
        progress = share(progress, 10, 100)
    keeps = kept_values(policy, values, chances)
    count = _DealCount(kernel, policy, wanted, values, keeps)
    for pairs in every_hand(kernel, progress):
        count.add(pairs)
    every, kept = count.joints()
    joint: Floats = kept + (1 - kept.sum()) * every
    return joint


class _DealCount:
    """Counts deals by whether they are kept, dead cards, wanted live cards and cards placed."""

    def __init__(
        self,
        kernel: SetupKernel,
        policy: KeepPolicy,
        wanted: WantedCards,
        values: SetupValues,
        keeps: Truths | None,
    ) -> None:
        self._kernel = kernel
        self._needs = policy.needs
        self._test = wanted.test
        self._side = kernel.opening.rules.hand_size + 1
        self._placed = values.of[Criterion.CARDS]
        self._keeps = keeps
        parts = kernel.tables.parts
        self._wanted = [self._count_in(part, wanted.test) for part in parts]
        self._matching = [self._count_in(part, policy.needs) > 0 for part in parts]
        self.deals = np.zeros(2 * self._side**3)

    def _count_in(self, part: PartTable, test: Callable[[Card], bool] | None) -> Ints:
        cards = self._kernel.classes.cards
        rows = [row for row, i in enumerate(part.classes) if test is not None and test(cards[i])]
        return np.asarray(part.counts[rows].sum(axis=0, dtype=np.int64))

    def add(self, pairs: Pairs) -> None:
        found = pairs.keys[0] >> self._kernel.keys.value_shift
        right = slice(pairs.first, pairs.end)
        if self._keeps is None:
            borne, near, far = self._matching
            kept = (borne[pairs.borne] | near[pairs.near])[:, None] | far[None, right]
        else:
            kept = self._keeps[found]
        in_hand = self._wanted[0][pairs.borne] + self._wanted[1][pairs.near]
        wanted = in_hand[:, None] + self._wanted[2][None, right]
        side = self._side
        index = ((kept * side + pairs.dead) * side + wanted) * side + self._placed[found]
        weights = np.outer(pairs.mine, pairs.theirs).ravel()
        self.deals += np.bincount(index.ravel(), weights, len(self.deals))

    def joints(self) -> tuple[Floats, Floats]:
        """Return chances by wanted cards and cards placed, of all hands and of kept ones."""
        side = self._side
        shares = (self.deals / deals(self._kernel)).reshape(2, side, side, side)
        every, kept = np.zeros((side, side)), np.zeros((side, side))
        dead = DeadCards(self._kernel.classes.dead)
        for drawn in range(min(side - 1, dead.count) + 1):
            for count in range(drawn + 1):
                chance = dead.chance_of(drawn, self._test, count)
                alone = self._kept_alone(dead, drawn, count)
                for live in range(side - count):
                    row = shares[:, drawn, live]
                    every[live + count] += (row[0] + row[1]) * chance
                    kept[live + count] += row[1] * chance + row[0] * alone
        return every, kept

    def _kept_alone(self, dead: DeadCards, drawn: int, count: int) -> float:
        """Return the chance of `count` wanted dead cards and one for which the hand is kept."""
        needs = self._needs
        if needs is None:
            return 0.0
        others = dead.without(needs)
        among = others.of(self._test)
        if drawn > others.count:
            return dead.chance_of(drawn, self._test, count)
        none = comb(among, count) * comb(others.count - among, drawn - count)
        return dead.chance_of(drawn, self._test, count) - none / comb(dead.count, drawn)


def _sampled(
    kernel: SetupKernel,
    policy: KeepPolicy,
    wanted: WantedCards,
    sampling: Sampling,
    progress: Progress | None,
) -> Odds:
    player = Player(kernel, policy, kernel.opening.slots)
    player.prepare_for(sampling.seed)
    chances, drawn = seen_tails(kernel.opening, wanted)
    wants = np.array([wanted.test(card) for card in player.cards])
    placed_by = player.values.of[Criterion.CARDS]
    found: list[Floats] = []
    seen = 0.0
    for words, size in blocks(sampling, player.draws, progress):
        dealt = player.play(words, size)
        placed = placed_by[dealt.keys[0] >> kernel.keys.value_shift]
        in_hand = wants[dealt.hands].sum(axis=0)
        found.append(chances[in_hand, placed])
        seen += float(drawn[placed].sum())
    every = np.concatenate(found)
    mean = Estimate.sampled(float(every.mean()), float(every.var()), sampling.hands)
    chance = Estimate(mean.mean, max(0.0, mean.low), min(1.0, mean.high))
    copies = _copies(kernel.opening, wanted.test)
    mean_seen = kernel.opening.rules.hand_size + seen / sampling.hands
    return Odds(chance, sampling.hands, sampling.seed, copies, mean_seen)


def any_of_cards(cards: Sequence[Card]) -> CardTest:
    codes = frozenset(card.code for card in cards)
    return CardTest(", ".join(card.name for card in cards), lambda card: card.code in codes)

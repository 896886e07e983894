"""Changes that make the first rounds better: screened in few games, the best played in many.

A game is played in hundredths of a millisecond, but there are ten thousand changes. So cards in and
cards out are screened apart: each card of the deck goes for one fixed card of it, each card to come
in takes the place of one fixed card, in the same few shuffled decks. What the two gain adds up
nearly enough to say which pairs are worth playing whole: both decks from the same shuffles, until
the interval of the difference is small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from carddb.card import Card
from carddb.gold import GoldEffect, Price
from carddb.progress import Progress
from carddb.terms import CardType
from decks.deck import changed_slots
from goldfish.attachments import is_host, may_bear
from goldfish.dealer import Sampling
from goldfish.mulligan import KeepPolicy
from goldfish.report import Estimate
from goldfish.rounds import irregular_cards
from goldfish.rounds.comparison import paired_games
from goldfish.rounds.effects import concerns
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.rounds_kernel import ALWAYS_KEEP, RoundsKernel
from goldfish.rounds.simulate import Sums, orders_of_decks, played_block, score_of
from goldfish.setup_part_tables import Floats, Ints
from goldfish.setup_plan import strength_of
from goldfish.swaps.goal import Goal
from goldfish.swaps.hand_changes import changed_opening
from goldfish.swaps.rated_change import Changes, RatedChange, SwapAdvice, rank

# Games in which cards are screened, and the most in which the best changes are played.
SCREENED = 2048
GAMES = 32_768

# Changes that are played, at least; the interval of a gain that is small, as a share of the goal.
FINALISTS = 12
SMALL = 0.01

# Cards that are screened by one kernel: it has them beside its deck.
TOGETHER = 4

# Cards of those that are screened as one that are played with each card that goes.
EACH = 2

# Keywords that the policy of the first rounds looks at.
_SEEN = frozenset({"limited", "shadow", "ambush", "bestow"})

_IRREGULAR = frozenset(
    code
    for group in vars(irregular_cards).values()
    if isinstance(group, (frozenset, dict))
    for code in group
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOptions:
    """How the changes of a deck are played; `games` is the most for one of the best of them."""

    policy: KeepPolicy = ALWAYS_KEEP
    games: int = GAMES
    seed: int = 1
    top: int = 50


def advise_rounds(
    plan: GamePlan,
    changes: Changes,
    goal: Goal,
    options: RoundOptions,
    progress: Progress | None = None,
) -> Iterator[SwapAdvice]:
    """Yield the best changes known so far, each time that one of them has been played.

    `progress` is told how far the screening is; it may raise CancelledError.
    """
    started = perf_counter()
    screening = _Screening(plan, goal, options)
    pairs = screening.best_pairs(changes, max(FINALISTS, options.top), progress)
    best: list[RatedChange] = []
    for done, (out, into) in enumerate(pairs, 1):
        best = sorted([*best, screening.played(out, into)], key=rank)
        yield SwapAdvice(
            goal=goal,
            base=screening.base,
            base_chances=(),
            changes=tuple(best[: options.top]),
            considered=sum(map(len, changes.values())),
            classes=screening.screened,
            done=done,
            total=len(pairs),
            seconds=perf_counter() - started,
            remarks=plan.opening.remarks,
        )


def changed_plan(plan: GamePlan, out: Sequence[Card], into: Sequence[Card]) -> GamePlan:
    """Return the games of a deck with some cards changed; what agendas found stays as it is."""
    deck = replace(plan.deck, slots=changed_slots(plan.deck.slots, out, into))
    return replace(plan, deck=deck, opening=changed_opening(plan.opening, out=out, into=into))


class _Screening:
    """Plays the deck itself and tells from the same games what cards are worth."""

    def __init__(self, plan: GamePlan, goal: Goal, options: RoundOptions) -> None:
        self._plan = plan
        self._goal = goal
        self._options = options
        self._kernel = RoundsKernel(plan, options.policy)
        sampling = Sampling(SCREENED, options.seed)
        self._order = np.concatenate(list(orders_of_decks(self._kernel, sampling)), axis=1)
        self._scores = self._played(self._kernel, self._order)
        self.base = _estimate(self._scores)
        self.screened = 0
        slots = plan.opening.slots
        # One card of the deck stands in for each that goes, and goes for each that comes.
        self._fixed = max((card for card, _ in slots), key=lambda c: (not c.unique, c.code))
        self._copies = dict(slots)

    def _played(self, kernel: RoundsKernel, order: Ints) -> Floats:
        return score_of(played_block(kernel, order)[0], self._goal.kind.value)

    def _gain(self, kernel: RoundsKernel, out: Card, into: Card) -> float:
        """Return what a change gains in the games screened; both cards are the kernel's."""
        number = kernel.arrays.number
        translated = np.array([number[card] for card in self._kernel.arrays.cards])
        order = translated[self._order]
        order, changed = _exchanged(order, number[out], number[into], self._copies[out])
        if not len(changed):
            return 0.0
        scores = self._played(kernel, order[:, changed])
        gains = scores - self._scores[changed]
        return self._goal.gain(0.0, float(gains.sum()) / len(self._scores))

    def best_pairs(
        self, changes: Changes, most: int, progress: Progress | None
    ) -> list[tuple[Card, Card]]:
        """Return the changes that promise most, each kind of card to come in with its best outs."""
        outs = {out: self._gain(self._kernel, out, self._fixed) for out in changes}
        groups = self._groups(changes)
        self.screened = len(outs) + len(groups)
        ins = self._gains_of(list(groups), progress)
        promising = [
            (outs[out] + ins[first], out, card)
            for first, cards in groups.items()
            for out, legal in changes.items()
            for card in [each for each in cards if each in legal][:EACH]
        ]
        promising.sort(key=lambda each: (-each[0], each[1].code, each[2].code))
        return [(out, into) for _, out, into in promising[:most]]

    def _gains_of(self, cards: Sequence[Card], progress: Progress | None) -> dict[Card, float]:
        gains: dict[Card, float] = {}
        for start in range(0, len(cards), TOGETHER):
            some = cards[start : start + TOGETHER]
            kernel = RoundsKernel(changed_plan(self._plan, (), some), self._options.policy)
            gains |= {card: self._gain(kernel, self._fixed, card) for card in some}
            if progress:
                progress(start + len(some), len(cards))
        return gains

    def _groups(self, changes: Changes) -> Mapping[Card, list[Card]]:
        """Return cards to come in by the first of those that the games hardly tell apart."""
        found: dict[Hashable, list[Card]] = defaultdict(list)
        cards = dict.fromkeys(card for legal in changes.values() for card in legal)
        titles = {card.name for card in self._plan.cards if card.unique}
        effects = [effect for each in self._plan.cards for effect in each.gold_effects]
        for card in sorted(cards, key=lambda each: each.code):
            special = card.gold_effects or card.income or card.reserve or card.code in _IRREGULAR
            doubled = card.unique and card.name in titles
            seen = card.code if special or doubled else self._look(card, effects)
            found[seen].append(card)
        return {group[0]: group for group in found.values()}

    def _look(self, card: Card, effects: Sequence[GoldEffect]) -> Hashable:
        """Return what the policy sees of a card that gains no gold: its prices, type and STR."""
        rules, bare = self._plan.opening.rules, self._plan.bare
        concerned = (any(concerns(each, card, price, bare) for price in Price) for each in effects)
        keywords = tuple(each for each in card.keywords if each.name in _SEEN)
        hosts = [host for host in self._plan.cards if is_host(host) and may_bear(host, card)]
        return (
            (card.type, rules.price(card), strength_of(card), rules.into_shadows(card)),
            (keywords, card.type is CardType.ATTACHMENT and bool(hosts), tuple(concerned)),
        )

    def played(self, out: Card, into: Card) -> RatedChange:
        """Return a change with its gain, from games of both decks until that is known well."""
        options = self._options
        changed = RoundsKernel(changed_plan(self._plan, [out], [into]), options.policy)
        gaps, after = Sums(()), Sums(())
        small = SMALL * abs(self.base.mean)
        games = paired_games(self._kernel, changed, Sampling(options.games, options.seed))
        for mine, theirs in games:
            before, now = (score_of(each, self._goal.kind.value) for each in (mine, theirs))
            after.add(now)
            gaps.add(self._goal.gain(0.0, 1.0) * (now - before))
            gain = gaps.estimate()
            if gain.high - gain.low < small:
                break
        return RatedChange(
            out=(out,), into=(into,), gain=gaps.estimate(), after=after.estimate().mean, exact=False
        )


def _estimate(scores: Floats) -> Estimate:
    return Estimate.sampled(float(scores.mean()), float(scores.var()), len(scores))


def _exchanged(order: Ints, out: int, into: int, copies: int) -> tuple[Ints, Ints]:
    """Put a card in the place of one copy of another; return the decks, and which were changed.

    Which copy it is varies from game to game; where it lies too deep to be seen nothing changes.
    """
    found = order == out
    before = found.cumsum(axis=0)
    which = np.arange(order.shape[1]) % copies + 1
    places = found & (before == which)
    return np.where(places, into, order), np.flatnonzero(places.any(axis=0))

"""Changes that make the first rounds better: screened in few games, the best played in many.

A game is played in hundredths of a millisecond, but there are ten thousand changes. So cards in and
cards out are screened apart: each card of the deck goes for one fixed card of it, each card to come
in takes the place of the card that is missed least, in the same few shuffled decks. The latter are
changes already, known roughly: they are what is yielded first. What the two gain adds up nearly
enough to say which pairs are worth playing whole: both decks from the same shuffles, until the
interval of the difference is small.
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
    """Yield the best changes known so far, each time that some of them have been played.

    Those known from the games of the screening have wide intervals; in the last advice none are.
    `progress` is told how far it is before there are any; it may raise CancelledError. Nothing is
    yielded where there is nothing to change.
    """
    if not changes:
        return
    started = perf_counter()
    screening = _Screening(plan, changes, goal, options)
    best: list[RatedChange] = []
    total = screening.screened + screening.finalists

    def advice(done: int) -> SwapAdvice:
        return SwapAdvice(
            goal=goal,
            base=screening.base,
            base_chances=(),
            changes=tuple(best[: options.top]),
            considered=sum(map(len, changes.values())),
            classes=screening.screened,
            done=done,
            total=total,
            seconds=perf_counter() - started,
            remarks=plan.opening.remarks,
        )

    for done in screening.rate_outs():
        if progress:
            progress(done, total)
    for done in screening.rate_ins():
        if screening.rough:
            best = sorted(screening.rough.values(), key=rank)
            yield advice(done)
    pairs = screening.best_pairs()
    rough = {pair: screening.rough[pair] for pair in pairs if pair in screening.rough}
    played: list[RatedChange] = []
    for done, pair in enumerate(pairs, screening.screened + 1):
        rough.pop(pair, None)
        played.append(screening.played(*pair))
        best = sorted([*played, *rough.values()], key=rank)
        yield advice(done)


def changed_plan(plan: GamePlan, out: Sequence[Card], into: Sequence[Card]) -> GamePlan:
    """Return the games of a deck with some cards changed; what agendas found stays as it is."""
    deck = replace(plan.deck, slots=changed_slots(plan.deck.slots, out, into))
    return replace(plan, deck=deck, opening=changed_opening(plan.opening, out=out, into=into))


class _Screening:
    """Plays the deck itself and tells from the same games what cards are worth.

    `rough` holds the changes that it comes across; `screened` is how many cards it looks at.
    """

    def __init__(self, plan: GamePlan, changes: Changes, goal: Goal, options: RoundOptions) -> None:
        self._plan = plan
        self._changes = changes
        self._goal = goal
        self._options = options
        self._kernel = RoundsKernel(plan, options.policy)
        sampling = Sampling(SCREENED, options.seed)
        self._order = np.concatenate(list(orders_of_decks(self._kernel, sampling)), axis=1)
        self._scores = self._played(self._kernel, self._order)
        self.base = _estimate(self._scores)
        self.rough: dict[tuple[Card, Card], RatedChange] = {}
        slots = plan.opening.slots
        # One card of the deck stands in for each that goes.
        self._fixed = max((card for card, _ in slots), key=lambda c: (not c.unique, c.code))
        self._copies = dict(slots)
        self._groups = self._group()
        self._outs: dict[Card, float] = {}
        self._ins: dict[Card, float] = {}
        self._pairs = [
            (out, first, card)
            for first, cards in self._groups.items()
            for out, legal in changes.items()
            for card in [each for each in cards if each in legal][:EACH]
        ]
        self.screened = len(changes) + len(self._groups)
        self.finalists = min(max(FINALISTS, options.top), len(self._pairs))

    def _played(self, kernel: RoundsKernel, order: Ints) -> Floats:
        return score_of(played_block(kernel, order)[0], self._goal.kind.value)

    def _gain(self, kernel: RoundsKernel, out: Card, into: Card) -> Estimate:
        """Return what a change gains in the games screened; both cards are the kernel's."""
        number = kernel.arrays.number
        translated = np.array([number[card] for card in self._kernel.arrays.cards])
        order = translated[self._order]
        order, changed = _exchanged(order, number[out], number[into], self._copies[out])
        gains = np.zeros(len(self._scores))
        if len(changed):
            now = self._played(kernel, order[:, changed])
            gains[changed] = self._goal.gain(0.0, 1.0) * (now - self._scores[changed])
        return _estimate(gains)

    def rate_outs(self) -> Iterator[int]:
        """Rate the cards that may go; yield how many are."""
        for out in self._changes:
            self._outs[out] = self._gain(self._kernel, out, self._fixed).mean
            yield len(self._outs)

    def rate_ins(self) -> Iterator[int]:
        """Rate the cards that may come, for the one that is missed least; yield how many are."""
        missed_least = max(self._outs, key=lambda out: (self._outs[out], out.code))
        cards = list(self._groups)
        for start in range(0, len(cards), TOGETHER):
            some = cards[start : start + TOGETHER]
            kernel = RoundsKernel(changed_plan(self._plan, (), some), self._options.policy)
            for card in some:
                gain = self._gain(kernel, missed_least, card)
                self._ins[card] = gain.mean
                if card in self._changes[missed_least]:
                    self.rough[missed_least, card] = RatedChange(
                        out=(missed_least,),
                        into=(card,),
                        gain=gain,
                        after=self.base.mean + self._goal.gain(0.0, gain.mean),
                        exact=False,
                    )
            yield len(self._outs) + len(self._ins)

    def best_pairs(self) -> list[tuple[Card, Card]]:
        """Return the changes that promise most, each kind of card to come in with its best outs."""
        promising = [
            (self._outs[out] + self._ins[first], out, card) for out, first, card in self._pairs
        ]
        promising.sort(key=lambda each: (-each[0], each[1].code, each[2].code))
        return [(out, into) for _, out, into in promising[: self.finalists]]

    def _group(self) -> Mapping[Card, list[Card]]:
        """Return cards to come in by the first of those that the games hardly tell apart."""
        found: dict[Hashable, list[Card]] = defaultdict(list)
        cards = dict.fromkeys(card for legal in self._changes.values() for card in legal)
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

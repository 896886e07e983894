"""Changes that make the first rounds better: screened in few games, the best played in many.

Both decks are played from the same shuffles, in games that were not screened, so that luck in the
screening does not count. All finalists play few games, the better half more, and the best until the
interval of the difference is small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from time import perf_counter

import numpy as np

from carddb.card import Card
from carddb.gold import GoldEffect, Price
from carddb.terms import CardType
from core.progress import Progress
from decks.deck import Slots, changed_slots
from goldfish.attachments import is_host, may_bear
from goldfish.dealer import Dealer
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.report import Estimate
from goldfish.rounds import irregular_cards
from goldfish.rounds.deck_arrays import unsupported_cards
from goldfish.rounds.effects import concerns
from goldfish.rounds.game_batch import DeckShuffler, reach, shuffled
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.rounds_kernel import ALWAYS_KEEP, RoundsKernel
from goldfish.rounds.simulate import is_slow, played_block, score_of
from goldfish.setup import strength_of
from goldfish.setup_part_tables import Floats, Ints, Truths
from goldfish.simulate import Sums
from goldfish.swaps.hand_changes import changed_opening
from goldfish.swaps.rated_change import Changes, Goal, GoalKind, RatedChange, SwapAdvice, rank

# Games played at once: more do not fit the processor's cache, fewer need more calls of numpy.
AT_ONCE = 8192


class PairedGames:
    """The games of one deck, and the same games with changes of it."""

    def __init__(self, plan: GamePlan, goal: Goal, policy: KeepPolicy, seed: int) -> None:
        self.plan = plan
        self.policy = policy
        self._goal = goal
        self._sign = goal.gain(0.0, 1.0)
        self._seed = seed
        self.kernel = RoundsKernel(plan, policy)
        self.is_slow = is_slow(self.kernel, seed)
        slots = plan.opening.slots
        self._cards = [card for card, copies in slots for _ in range(copies)]
        # A card to come in may draw one more card each round.
        self._width = min(reach(plan) + plan.rounds, plan.opening.dealt)
        self._hand = plan.opening.rules.hand_size
        self._keeps_all = policy.kind is PolicyKind.KEEP
        numbers = self._width if self._keeps_all else 2 * self._width
        self._dealer = Dealer(seed, numbers + numbers % 2)
        self._shuffler = self._prepared(self.kernel, slots)
        none = np.zeros((self._width, 0), np.int64)
        # The places drawn by the first shuffle and by the one after a mulligan.
        self._first, self._second = none, none
        self._kept = np.zeros(0, np.bool_)
        self._scores = np.zeros(0)

    @property
    def base(self) -> Estimate:
        """The goal's number of the deck itself, from all games so far."""
        scores = self._scores
        return Estimate.sampled(float(scores.mean()), float(scores.var()), len(scores))

    def play(self, games: int) -> None:
        """Play games of the deck itself, up to this number."""
        while self._first.shape[1] < games:
            self._shuffle()
        some = slice(len(self._scores), games)
        if some.start < games:
            deck, first = self._deck_in(self.kernel), self._first[:, some]
            kept = self._keeps(self._shuffler, deck, first)
            order = deck[np.where(kept, first, self._second[:, some])]
            scores = self._played(self.kernel, order)
            self._kept = np.concatenate([self._kept, kept])
            self._scores = np.concatenate([self._scores, scores])

    def _shuffle(self) -> None:
        words, places = self._dealer.words(), np.arange(len(self._cards))
        first = shuffled(places, words[: self._width])
        self._first = np.concatenate([self._first, first], axis=1)
        second = first
        if not self._keeps_all:
            second = shuffled(places, words[self._width :][: self._width])
        self._second = np.concatenate([self._second, second], axis=1)

    def gain(self, kernel: RoundsKernel, out: Card, into: Card, games: slice) -> Floats:
        """Return the gain of a change in each of some games, by a kernel of its cards."""
        self.play(games.stop)
        slots = changed_slots(self.plan.opening.slots, (out,), (into,))
        shuffler = self._prepared(kernel, slots)
        deck, places, _ = self._changed(kernel, shuffler, (out, into), games)
        return self._sign * (self._played(kernel, deck[places]) - self._scores[games])

    def rough_gains(
        self, kernel: RoundsKernel, changes: Sequence[tuple[Card, Card]], games: slice
    ) -> list[Floats]:
        """Return approximate gains of changes, by a kernel of the deck with all their cards.

        Only games that draw the card that goes are played again; the policy plays others nearly as
        before.
        """
        self.play(games.stop)
        shuffler = self._prepared(kernel, self.plan.opening.slots)
        orders, near = [], []
        for change in changes:
            deck, places, differs = self._changed(kernel, shuffler, change, games)
            near.append(np.flatnonzero(differs))
            orders.append(deck[places[:, near[-1]]])
        scores = self._played(kernel, np.concatenate(orders, axis=1))
        parts = np.split(scores, np.cumsum([len(each) for each in near])[:-1])
        before = self._scores[games]
        gains = [np.zeros(len(before)) for _ in changes]
        for gain, numbers, part in zip(gains, near, parts, strict=True):
            gain[numbers] = self._sign * (part - before[numbers])
        return gains

    def _changed(
        self, kernel: RoundsKernel, shuffler: DeckShuffler, change: tuple[Card, Card], games: slice
    ) -> tuple[Ints, Ints, Truths]:
        """Return a changed deck, the places drawn from it, and the games in which it differs."""
        out, into = change
        place = max(at for at, card in enumerate(self._cards) if card == out)
        deck = self._deck_in(kernel)
        deck[place] = kernel.arrays.number[into]
        first, second = self._first[:, games], self._second[:, games]
        kept = self._keeps(shuffler, deck, first)
        places = first if self._keeps_all else np.where(kept, first, second)
        return deck, places, (places == place).any(axis=0) | (kept != self._kept[games])

    def _deck_in(self, kernel: RoundsKernel) -> Ints:
        """Return the deck before a shuffle as classes of a kernel; -1 for missing ones."""
        number = kernel.arrays.number
        return np.array([number.get(card, -1) for card in self._cards])

    def _prepared(self, kernel: RoundsKernel, slots: Slots) -> DeckShuffler:
        shuffler = kernel.setting_up.deck_shuffler
        if self.policy.kind is PolicyKind.OPTIMAL:
            shuffler = shuffler.aligned_with(slots, self._width)
            shuffler.prepare(self._seed)
        return shuffler

    def _keeps(self, shuffler: DeckShuffler, deck: Ints, first: Ints) -> Truths:
        if self._keeps_all:
            return np.ones(first.shape[1], np.bool_)
        return shuffler.keeps(deck[first[: self._hand]])

    def _played(self, kernel: RoundsKernel, order: Ints) -> Floats:
        starts = range(0, max(1, order.shape[1]), AT_ONCE)
        found = (played_block(kernel, order[:, start : start + AT_ONCE])[0] for start in starts)
        return np.concatenate([score_of(each, self._goal.kind.value) for each in found])


# Games in which cards are screened, and if the reference plays them.
SCREENED = 1024
SLOW_SCREENED = 128

TOGETHER = 16  # cards that one kernel screens
EACH = 2  # cards of each group that are played for each card that goes
DEAR = 5  # the price of cards that leave the least gold

# Keywords that the policy of the first rounds looks at.
_SEEN = frozenset({"limited", "shadow", "ambush", "bestow"})

_IRREGULAR = frozenset(
    code
    for group in vars(irregular_cards).values()
    if isinstance(group, (frozenset, dict))
    for code in group
)


class RoundScreening:
    """Estimates the value of cards from games of the deck with one card changed.

    `rough` holds the changes played so far. It looks at `screened` cards in `games` each; the best
    are chosen from `pairs` changes.
    """

    def __init__(self, games: PairedGames, changes: Changes, goal: Goal) -> None:
        self._games = games
        self._plan = games.plan
        self._changes = changes
        self._goal = goal
        self.games = SLOW_SCREENED if games.is_slow else SCREENED
        self.rough: dict[tuple[Card, Card], RatedChange] = {}
        self._legal = {out: frozenset(cards) for out, cards in changes.items()}
        self._groups = self._group()
        self._outs: dict[Card, float] = {}
        self._ins: dict[Card, float] = {}
        self._pairs = [
            (out, first, card)
            for first, cards in self._groups.items()
            for out, legal in self._legal.items()
            for card in [each for each in cards if each in legal][:EACH]
        ]
        self.screened = len(changes) + len(self._groups)
        self.pairs = len(self._pairs)

    def rate_outs(self) -> Iterator[int]:
        """Rate the cards that may go; yield how many are."""
        # The same card of the deck replaces each card that goes.
        slots = self._plan.opening.slots
        fixed = max((card for card, _ in slots), key=lambda each: (not each.unique, each.code))
        outs = list(self._changes)
        for start in range(0, len(outs), TOGETHER):
            some = outs[start : start + TOGETHER]
            pairs = [(out, fixed) for out in some]
            gains = self._games.rough_gains(self._games.kernel, pairs, self._sample())
            self._outs |= {o: float(gain.mean()) for o, gain in zip(some, gains, strict=True)}
            yield len(self._outs)

    def rate_ins(self) -> Iterator[int]:
        """Rate the cards that may come for the least missed card; yield how many are."""
        missed_least = max(self._outs, key=lambda out: (self._outs[out], out.code))
        for cards in self._chunks():
            kernel = RoundsKernel(changed_plan(self._plan, (), cards), self._games.policy)
            pairs = [(missed_least, card) for card in cards]
            gains = self._games.rough_gains(kernel, pairs, self._sample(*cards))
            for card, gain in zip(cards, gains, strict=True):
                self._ins[card] = float(gain.mean())
                if card in self._legal[missed_least]:
                    self.rough[missed_least, card] = rated(missed_least, card, estimate_of(gain))
            yield len(self._outs) + len(self._ins)

    def best_pairs(self, count: int) -> list[tuple[Card, Card]]:
        """Return the most promising changes."""
        promising = [
            (self._outs[out] + self._ins[first], out, card) for out, first, card in self._pairs
        ]
        promising.sort(key=lambda each: (-each[0], each[1].code, each[2].code))
        return [(out, into) for _, out, into in promising[:count]]

    def _sample(self, *cards: Card) -> slice:
        return slice(0, SLOW_SCREENED if plays_slowly(self._plan, *cards) else self.games)

    def _chunks(self) -> Iterator[list[Card]]:
        """Yield the cards to come in that one kernel plays together, promising ones first."""
        quick = [card for card in self._groups if not plays_slowly(self._plan, card)]
        chunk: list[Card] = []
        for card in quick:
            if len(chunk) == TOGETHER or (chunk and plays_slowly(self._plan, *chunk, card)):
                yield chunk
                chunk = []
            chunk.append(card)
        if chunk:
            yield chunk
        yield from ([card] for card in self._groups if card not in set(quick))

    def _group(self) -> dict[Card, list[Card]]:
        """Return cards to come in by the first of those that look equal to the games."""
        found: dict[Hashable, list[Card]] = defaultdict(list)
        cards = dict.fromkeys(card for legal in self._changes.values() for card in legal)
        titles = {card.name for card in self._plan.cards if card.unique}
        effects = [effect for each in self._plan.cards for effect in each.gold_effects]
        for card in sorted(cards, key=lambda each: (-self._promise(each), each.code)):
            special = card.gold_effects or card.income or card.reserve or card.code in _IRREGULAR
            doubled = card.unique and card.name in titles
            seen = card.code if special or doubled else self._look(card, effects)
            found[seen].append(card)
        return {group[0]: group for group in found.values()}

    def _promise(self, card: Card) -> float:
        """Return a guess at the value of a card, for a useful first ranking."""
        price = self._plan.opening.rules.price(card) or 0
        if self._goal.kind is GoalKind.UNSPENT:
            return -abs(price - DEAR)
        return strength_of(card) - price / 2

    def _look(self, card: Card, effects: Sequence[GoldEffect]) -> Hashable:
        """Return what the policy sees of a card without gold effects."""
        rules, bare = self._plan.opening.rules, self._plan.bare
        concerned = (any(concerns(each, card, price, bare) for price in Price) for each in effects)
        keywords = tuple(each for each in card.keywords if each.name in _SEEN)
        hosts = [host for host in self._plan.cards if is_host(host) and may_bear(host, card)]
        return (
            (card.type, rules.price(card), strength_of(card), rules.into_shadows(card)),
            (keywords, card.type is CardType.ATTACHMENT and bool(hosts), tuple(concerned)),
        )


def changed_plan(plan: GamePlan, out: Sequence[Card], into: Sequence[Card]) -> GamePlan:
    """Return the plan of a deck with some cards changed; choices of agendas stay."""
    deck = replace(plan.deck, slots=changed_slots(plan.deck.slots, out, into))
    return replace(plan, deck=deck, opening=changed_opening(plan.opening, out=out, into=into))


def plays_slowly(plan: GamePlan, *cards: Card) -> bool:
    """Return whether added cards make the reference play games."""
    return bool(unsupported_cards(changed_plan(plan, (), cards)) - unsupported_cards(plan))


def rated(out: Card, into: Card, gain: Estimate) -> RatedChange:
    return RatedChange(out=(out,), into=(into,), gain=gain, after=0.0, exact=False)


def estimate_of(numbers: Floats) -> Estimate:
    return Estimate.sampled(float(numbers.mean()), float(numbers.var()), len(numbers))


# The most games of a change, and if the reference plays them.
GAMES = 32_768
SLOW_GAMES = 512

FINALISTS = 12  # the least number of changes that are played in full
SMALL = 0.01  # a small interval of a gain, as a share of the goal

# The share of the changes in each heat, and the share of the games that they play.
HEATS = ((1.0, 1 / 8), (0.5, 1 / 2), (0.25, 1.0))


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
    """Yield the best changes known so far, after each step; few games give wide intervals.

    `progress` reports steps before the first advice and may raise CancelledError.
    """
    if not changes:
        return
    started = perf_counter()
    games = PairedGames(plan, goal, options.policy, options.seed)
    screening = RoundScreening(games, changes, goal)
    finals = _Finals(games, screening.games, options)
    count = min(max(FINALISTS, options.top), screening.pairs)
    heats = [(min(count, max(FINALISTS, ceil(count * goes_on))), part) for goes_on, part in HEATS]
    total = screening.screened + sum(size for size, _ in heats)

    def advice(done: int, known: Iterable[RatedChange]) -> SwapAdvice:
        base = games.base
        best = [
            replace(each, after=base.mean + goal.gain(0.0, each.gain.mean))
            for each in sorted(known, key=rank)[: options.top]
        ]
        return SwapAdvice(
            goal=goal,
            base=base,
            base_chances=(),
            changes=tuple(best),
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
            yield advice(done, screening.rough.values())
    pairs = screening.best_pairs(count)
    known = {pair: screening.rough[pair] for pair in pairs if pair in screening.rough}
    for size, part in heats:
        for pair in pairs[:size]:
            known[pair] = finals.played(*pair, part)
            done += 1
            yield advice(done, known.values())
        pairs.sort(key=lambda pair: rank(known[pair]))


class _Finals:
    """Plays changes whole, each a little more every time."""

    def __init__(self, games: PairedGames, screened: int, options: RoundOptions) -> None:
        self._games = games
        self._screened = screened
        self._options = options
        self._gains: dict[tuple[Card, Card], Sums] = defaultdict(lambda: Sums(()))
        self._kernels: dict[tuple[Card, ...], RoundsKernel] = {}
        self._copies = dict(games.plan.opening.slots)

    def played(self, out: Card, into: Card, part: float) -> RatedChange:
        """Return a change with its gain from a part of all games, or fewer if they suffice."""
        plan, gains = self._games.plan, self._gains[out, into]
        games = self._options.games
        slow = self._games.is_slow or plays_slowly(plan, into)
        most = min(games, SLOW_GAMES) if slow else games
        wanted = max(1, round(most * part))
        narrow = SMALL * abs(self._games.base.mean)
        found = gains.estimate() if gains.n else None
        if found is None or (gains.n < wanted and found.high - found.low >= narrow):
            some = slice(self._screened + gains.n, self._screened + wanted)
            gains.add(self._games.gain(self._kernel(out, into), out, into, some))
        return rated(out, into, gains.estimate())

    def _kernel(self, out: Card, into: Card) -> RoundsKernel:
        """Return a kernel of the changed deck, shared by decks of the same cards."""
        gone = (out,) if self._copies[out] == 1 else ()
        plan = changed_plan(self._games.plan, gone, (into,))
        if plan.cards not in self._kernels:
            self._kernels[plan.cards] = RoundsKernel(plan, self._options.policy)
        return self._kernels[plan.cards]

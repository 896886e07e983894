"""Many games at once: counts of cards by class and game, and the states that choices go through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from carddb.gold import Price
from carddb.terms import CardType
from core.errors import AppError
from decks.deck import Slots
from goldfish.dealer import Dealer, shuffle
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.rounds.deck_arrays import DeckArrays, EffectCounter, StateRow
from goldfish.rounds.facts import Bringing, RoundFacts, Term
from goldfish.rounds.game_plan import GamePlan, kneels_itself
from goldfish.rounds.irregular_cards import DRAWS, RETURNING
from goldfish.setup import Way, best_setup
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Ints, Small, Truths
from goldfish.simulate import TRIAL_BLOCKS, HandPolicy


def reach(plan: GamePlan) -> int:
    """Return how many cards from the top of the deck a game can see."""
    rules = plan.opening.rules
    extra = 2 + sum(card.code in DRAWS for card, n in plan.opening.slots for _ in range(n))
    seen = rules.hand_size + rules.under + rules.refill_to + plan.rounds * (rules.draw + extra)
    return min(seen, plan.opening.dealt)


def shuffled(deck: Ints, words: Ints) -> Ints:
    """Return the tops of shuffled decks (words, games) for a block of words, one row a place."""
    return shuffle(deck[:, None].repeat(words.shape[1], axis=1), words)[: len(words)]


class DeckShuffler:
    """Shuffles the deck of a plan, and once more for hands that the policy does not keep.

    `lying` is the order of the deck before the shuffle. The first shuffle takes up to `width`
    numbers of the stream, by default as many as it needs. AppError if the second hand depends on
    the first (Black Sails) and not every hand is kept.
    """

    def __init__(
        self,
        arrays: DeckArrays,
        kernel: SetupKernel,
        policy: KeepPolicy,
        *,
        lying: Slots | None = None,
        width: int | None = None,
    ) -> None:
        plan = arrays.plan
        self._arrays = arrays
        self.policy = policy
        self._kernel = kernel
        self._hand = plan.opening.rules.hand_size
        self.reach = reach(plan)
        self._width = width or self.reach
        slots = lying or plan.opening.slots
        cards = [arrays.number[card] for card, copies in slots for _ in range(copies)]
        self._deck = np.array(cards, np.int64)
        self._hands = HandPolicy(kernel, policy, arrays.cards)
        self.setup_class = self._hands.setup_class
        self._keeps_all = policy.kind is PolicyKind.KEEP
        if plan.opening.rules.halved and not self._keeps_all:
            raise AppError(
                "The rounds of a deck that is cut in half are played with the first hand.",
                "Ask for the policy keep.",
            )

    def aligned_with(self, slots: Slots, width: int) -> DeckShuffler:
        """Return a shuffler for a deck that lies in another order.

        Two compared decks use the greater `width`, so that a number of the stream does the same for
        both.
        """
        return DeckShuffler(self._arrays, self._kernel, self.policy, lying=slots, width=width)

    @property
    def draws(self) -> int:
        """How many numbers each game takes from the stream, an even number."""
        wanted = self._width if self._keeps_all else 2 * self._width
        return wanted + wanted % 2

    def prepare(self, seed: int) -> None:
        """Sample what the optimal policy keeps, from the next seed."""
        dealer = Dealer(seed + 1, self.draws)
        self._hands.prepare(
            shuffled(self._deck, dealer.words()[: self._hand]) for _ in range(TRIAL_BLOCKS)
        )

    def order(self, words: Ints) -> Ints:
        """Return the decks to play, top card first, by class: (cards, games)."""
        first = shuffled(self._deck, words[: self.reach])
        if self._keeps_all:
            return first
        second = shuffled(self._deck, words[self._width : self._width + self.reach])
        return np.where(self.keeps(first[: self._hand]), first, second)

    def keeps(self, hands: Ints) -> Truths:
        return self._hands.keeps(hands)


Shorts: TypeAlias = NDArray[np.int16]


@dataclass(slots=True)
class GameBatch:
    """A block of games; each array except `rows` and `order` is (classes, games).

    `rows` is (rows, games): gold and the counters of effects. `order` holds the shuffled decks
    (cards, games), `next` how far each is drawn. `knelt` counts cards knelt for gold, `doubles` the
    duplicates in play. The reference plays the games marked `outside`.
    """

    rows: Shorts
    hand: Shorts
    in_play: Shorts
    shadows: Shorts
    knelt: Shorts
    order: Ints
    next: Ints
    doubles: Shorts
    outside: NDArray[np.bool_]

    @property
    def games(self) -> int:
        return int(self.rows.shape[1])


def bring_out(rows: Shorts, how: Bringing) -> tuple[Ints, Shorts]:
    """Bring a class out in states (rows, states); return which states can, and their rows after.

    The order is that of the rules: price, payment, entering play, reactions.
    """
    price = price_of(rows, how)
    left = price
    used: list[tuple[int, Shorts]] = []
    for kneel in how.kneels:
        spare = np.maximum(left - np.int16(how.least), 0) if how.least else left
        times = np.minimum(rows[kneel.row], spare // kneel.amount)
        left = left - times * np.int16(kneel.amount)
        used.append((kneel.row, times))
    can = left <= (rows[StateRow.GOLD] + rows[StateRow.PURSE] if how.purse else rows[StateRow.GOLD])
    if how.limited:
        can &= rows[StateRow.LIMITED] > 0
    selected = np.flatnonzero(can)
    after = rows.take(selected, axis=1)
    paid = left.take(selected)
    from_pool = np.minimum(paid, after[StateRow.GOLD]) if how.purse else paid
    after[StateRow.GOLD] -= from_pool
    if how.purse:
        after[StateRow.PURSE] -= paid - from_pool
    if how.price in _LEDGER:
        after[_LEDGER[how.price]] += paid
    for row, times in used:
        after[row] -= times.take(selected)
    for term in how.terms:
        if term.uses_up:
            after[term.row] = 0
    _enter(after, how)
    return selected, after


def _enter(after: Shorts, how: Bringing) -> None:
    """Count a card that came out, and gain gold of reactions, in place."""
    if how.limited:
        after[StateRow.LIMITED] -= 1
    for row, more in how.enters:
        after[row] += more
    for gift in how.gifts:
        given = np.minimum(after[gift.row], 1)
        after[StateRow.GOLD] += given * np.int16(gift.amount)
        if gift.limited:
            after[gift.row] -= given


_LEDGER = {
    Price.MARSHAL: StateRow.PAID,
    Price.AMBUSH: StateRow.PAID,
    Price.INTO_SHADOWS: StateRow.INTO,
    Price.OUT_OF_SHADOWS: StateRow.OUT,
}


def price_of(rows: Shorts, how: Bringing) -> Shorts:
    """Return the price of a class in each state before reducers kneel."""
    price = np.full(rows.shape[1], how.base, np.int16)
    if how.raises:
        price += _summed(rows, how.raises)
    least = np.minimum(price, how.least) if how.least else 0
    if how.terms:
        price += _summed(rows, how.terms)
    return np.maximum(price, least)


def _summed(rows: Shorts, terms: tuple[Term, ...]) -> Shorts:
    total = np.zeros(rows.shape[1], np.int16)
    for term in terms:
        if term.row is None:
            total += np.int16(term.amount)
            continue
        times = rows[term.row]
        if term.unless:
            times = (times == 0).astype(np.int16)
        elif term.cap is not None:
            times = np.minimum(times, np.int16(term.cap))
        total += times * np.int16(term.amount)
    return total


MOST_CACHED = 20_000  # the most placements with cached ways


class BatchSetup:
    """Makes batches of games of one plan out of shuffled decks; `kernel` solves their hands."""

    def __init__(
        self, arrays: DeckArrays, policy: KeepPolicy, kernel: SetupKernel | None = None
    ) -> None:
        plan = arrays.plan
        self.arrays = arrays
        self.kernel = kernel or SetupKernel(plan.opening)
        self.rules = plan.opening.rules
        self.deck_shuffler = DeckShuffler(arrays, self.kernel, policy)
        self._known: dict[bytes, tuple[Ints, Ints, int]] = {}
        self._unclear = np.array([self._is_unclear(i) for i in range(len(arrays.cards))])

    def batch(self, order: Ints) -> GameBatch:
        """Return games after setup with refilled hands."""
        size, games = self.rules.hand_size, order.shape[1]
        hand = class_counts(order[:size], len(self.arrays.cards))
        keys = self.kernel.solve(self.deck_shuffler.setup_class[order[:size]])
        placed = self._placed(keys)
        hand -= placed
        in_play, shadows, doubles = self._ways(placed)
        for card in self.rules.in_play:
            in_play[self.arrays.number[card]] += 1
        batch = GameBatch(
            rows=np.zeros((self.arrays.counters.rows, games), np.int16),
            hand=hand.astype(np.int16),
            in_play=in_play.astype(np.int16),
            shadows=shadows.astype(np.int16),
            knelt=np.zeros((len(self.arrays.cards), games), np.int16),
            order=order,
            next=np.full(games, size + self.rules.under, np.int64),
            doubles=doubles.astype(np.int16),
            outside=np.full(games, self.arrays.all_unsupported),
        )
        draw_in_batch(batch, np.maximum(0, self.rules.refill_to - batch.hand.sum(axis=0)))
        return batch

    def _placed(self, keys: Ints) -> Ints:
        """Return the copies of each class in the best setups."""
        placed = np.zeros((len(self.arrays.cards), keys.shape[1]), np.int64)
        for index, field in enumerate(self.kernel.keys.fields):
            row = self.arrays.number[self.kernel.classes.cards[index]]
            placed[row] = (keys[field.lane] >> field.shift) & ((1 << field.bits) - 1)
        return placed

    def _is_unclear(self, index: int) -> bool:
        """Return whether the way of a placed card depends on other cards."""
        card = self.arrays.cards[index]
        versions = self.arrays.titles[self.arrays.title_of[index]] if card.unique else []
        two_ways = self.rules.into_shadows(card) is not None and (
            self.rules.price(card) is not None
        )
        return two_ways or len(versions) > 1

    def _ways(self, placed: Ints) -> tuple[Ints, Ints, Ints]:
        """Return the placed cards in play, in shadows, and the number of duplicates."""
        in_play, shadows = placed.copy(), np.zeros_like(placed)
        doubles = np.zeros(placed.shape[1], np.int64)
        for index, card in enumerate(self.arrays.cards):
            if self.rules.price(card) is None or card.type is CardType.EVENT:
                shadows[index], in_play[index] = placed[index], 0
            elif card.unique:
                there = any(c.unique and c.name == card.name for c in self.rules.in_play)
                in_play[index] = 0 if there else np.minimum(placed[index], 1)
                doubles += placed[index] - in_play[index]
        unclear = np.flatnonzero(placed[self._unclear].any(axis=0))
        if len(unclear):
            solved = [self._solved(row) for row in placed.T[unclear].astype(np.uint8)]
            face_up, hidden, free = zip(*solved, strict=True)
            in_play[:, unclear], shadows[:, unclear] = np.array(face_up).T, np.array(hidden).T
            doubles[unclear] = free
        return in_play, shadows, doubles

    def _solved(self, placed: Small) -> tuple[Ints, Ints, int]:
        """Return the ways of placed cards, found by the reference."""
        name = placed.tobytes()
        known = self._known.get(name)
        if known is None:
            cards = [c for c, n in zip(self.arrays.cards, placed, strict=True) for _ in range(n)]
            in_play, shadows = np.zeros((2, len(placed)), np.int64)
            doubles = 0
            for each in best_setup(cards, self.rules).placed:
                index = self.arrays.number[each.card]
                in_play[index] += each.way is Way.CARD
                shadows[index] += each.way is Way.SHADOW
                doubles += each.way is Way.DUPLICATE
            known = in_play, shadows, doubles
            if len(self._known) >= MOST_CACHED:
                self._known.clear()
            self._known[name] = known
        return known


def class_counts(cards: Ints, classes: int) -> Ints:
    """Return how many of each class each column holds: (classes, games)."""
    count = np.zeros((classes, cards.shape[1]), np.int64)
    columns = np.arange(cards.shape[1])
    for row in cards:
        count[row, columns] += 1
    return count


def draw_in_batch(batch: GameBatch, counts: Ints) -> None:
    most = len(batch.order)
    for place in range(int(counts.max(initial=0))):
        games = np.flatnonzero((counts > place) & (batch.next < most))
        batch.hand[batch.order[batch.next[games], games], games] += 1
        batch.next[games] += 1


PLENTY = np.int16(99)  # enough hosts

_FIELDS = {
    Price.MARSHAL: "marshaled",
    Price.AMBUSH: "ambushed",
    Price.INTO_SHADOWS: "shadows_in",
    Price.OUT_OF_SHADOWS: "shadows_out",
}


class BatchUpdates:
    """A batch of games in one round; `count` counts what was brought out, by field and game."""

    def __init__(self, arrays: DeckArrays, facts: RoundFacts, batch: GameBatch) -> None:
        self.arrays = arrays
        self.counters = arrays.counters
        self.facts = facts
        self.batch = batch
        self.count = {field: np.zeros(batch.games, np.int64) for field in _FIELDS.values()}

    def total(self, classes: list[int]) -> Shorts:
        """Return how many cards of some classes each game has in play."""
        total: Shorts = self.batch.in_play[classes].sum(axis=0, dtype=np.int16)
        return total

    def renew(self, lasts: str) -> None:
        """Renew limited effects at the beginning of a phase or round."""
        counters = self.counters
        for counter in counters.limited:
            effect = counter.source.effect
            stays = effect.kneel or effect.kneel_faction
            limited = effect.trigger or effect.kneels or effect.discards is not None
            ends = (effect.limit_lasts if limited else effect.lasts) or "phase"
            if not stays and (lasts == "round" or ends == "phase"):
                self.batch.rows[counter.row] = self.sources(counter) * np.int16(counter.each)
        for counter in counters.events:
            self.batch.rows[counter.row] = 0
        for counter in counters.hidden:
            self.batch.rows[counter.row] = self.batch.shadows[list(counter.classes)].sum(axis=0) > 0
        for row, classes in counters.counted:
            self.batch.rows[row] = self.total(list(classes))

    def sources(self, counter: EffectCounter) -> Shorts:
        """Return how many cards in play have an effect; 1 for plots and agendas."""
        if counter.classes:
            return self.total(list(counter.classes))
        return np.ones(self.batch.games, np.int16)

    def stand(self) -> None:
        self.batch.knelt[:] = 0
        if self.counters.faction is not None:
            self.batch.rows[self.counters.faction] = 1
        for counter in self.counters.reducers:
            effect = counter.source.effect
            if effect.kneel or effect.kneel_faction:
                self.batch.rows[counter.row] = self.sources(counter)

    def bring(self, index: int, way: Price, games: Ints) -> Ints:
        """Bring out one copy of a class in some games; return the games that could pay."""
        how = self.facts.bringing[way][index]
        if how is None or not len(games):
            return games[:0]
        can, rows = bring_out(self.batch.rows[:, games], how)
        done = games[can]
        if len(done):
            before = self.batch.rows[:, done]
            self.sacrifice(done, before, rows, {index: 1})
            self._play_hidden(done, before, rows)
            self.batch.rows[:, done] = rows
            self.move(index, way, done, np.int16(1))
        return done

    def move(self, index: int, way: Price, games: Ints, copies: Shorts | np.int16) -> None:
        batch = self.batch
        self.count[_FIELDS[way]][games] += copies
        source = batch.shadows if way is Price.OUT_OF_SHADOWS else batch.hand
        source[index, games] -= copies
        target = batch.shadows if way is Price.INTO_SHADOWS else batch.in_play
        target[index, games] += copies
        if way is not Price.INTO_SHADOWS and index in self.arrays.kneeling:
            batch.knelt[index, games] += copies

    def sacrifice(
        self, games: Ints, before: Shorts, after: Shorts, entered: dict[int, Shorts | int]
    ) -> None:
        """Remove sacrificed reducers from play by the change of their rows."""
        for counter in self.counters.reducers:
            if counter.source.effect.sacrifice:
                (index,) = counter.classes
                used = before[counter.row] - after[counter.row]
                if index not in self.arrays.kneeling:
                    used = used + entered.get(index, 0)
                self.batch.in_play[index, games] -= used.astype(np.int16)

    def _play_hidden(self, games: Ints, before: Shorts, after: Shorts) -> None:
        """Remove events from shadows that reduced a cost; some return to hand."""
        plot = self.facts.plot
        for counter in self.counters.hidden:
            (index,) = counter.classes
            used = before[counter.row] - after[counter.row]
            self.batch.shadows[index, games] -= used
            self.count[_FIELDS[Price.OUT_OF_SHADOWS]][games] += used
            if plot and RETURNING.get(counter.source.card.code) in plot.traits:
                self.batch.hand[index, games] += used

    def free(self, index: int) -> Truths:
        title = self.arrays.title_of[index]
        if title < 0:
            return np.ones(self.batch.games, np.bool_)
        return np.asarray(self.total(self.arrays.titles[title]) == 0)

    def limit(self, index: int) -> Shorts:
        """Return how many copies hosts and uniqueness allow out of hand in each game."""
        batch = self.batch
        title = self.arrays.title_of[index]
        limit = np.full(batch.games, PLENTY if title < 0 else np.int16(1))
        if self.arrays.cards[index].type is CardType.ATTACHMENT:
            hosts = self.total(self.arrays.hosts[index])
            if self.arrays.once[index]:
                limit = np.minimum(limit, np.maximum(hosts - batch.in_play[index], 0))
            else:
                limit *= hosts > 0
        if title >= 0:
            for each in self.arrays.titles[title]:
                limit *= (batch.in_play[each] == 0) & (batch.shadows[each] == 0)
        return limit

    def may_come_out(self, index: int) -> Truths:
        """Return the games with a card of the class in shadows that may come out."""
        batch = self.batch
        able: Truths = batch.shadows[index] > 0
        if not able.any():
            return able
        able &= self.free(index)
        if self.arrays.cards[index].type is CardType.ATTACHMENT:
            mine = batch.in_play[index] if self.arrays.once[index] else np.int16(0)
            able &= self.total(self.arrays.hosts[index]) > mine
        return able

    def kneel_one(self, classes: list[int], able: Truths) -> Truths:
        """Kneel one standing card of some classes where possible; return where that was.

        Cards that cannot use kneeling themselves come first, then the lowest codes.
        """
        batch, knelt = self.batch, np.zeros_like(able)
        order = sorted(classes, key=lambda i: (kneels_itself(self.arrays.cards[i]), i))
        for index in order:
            kneelers = (c for c in self.counters.reducers if c.source.effect.kneel)
            row = next((c.row for c in kneelers if index in c.classes), -1)
            there = batch.in_play[index] - batch.knelt[index] if row < 0 else batch.rows[row]
            now = able & ~knelt & (there > 0)
            if row < 0:
                batch.knelt[index] += now
            else:
                batch.rows[row] -= now
            knelt |= now
        return knelt

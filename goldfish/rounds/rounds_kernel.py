"""The first rounds of many games at once: equal to the reference, thousands of times as fast.

Games that it cannot play are marked as `outside`.
"""

from __future__ import annotations

from dataclasses import fields, replace
from time import perf_counter

import numpy as np

from carddb.card import Card
from carddb.gold import GoldEffect, Price
from carddb.terms import Edition
from goldfish.mulligan import KeepPolicy
from goldfish.rounds.deck_arrays import DeckArrays, EffectCounter, StateRow, gains_by_action
from goldfish.rounds.facts import PLACES, Bringing, RoundFacts, round_facts
from goldfish.rounds.game import FOR_AN_EVENT, RoundTally, played
from goldfish.rounds.game_batch import (
    BatchSetup,
    BatchUpdates,
    GameBatch,
    Shorts,
    bring_out,
    draw_in_batch,
    price_of,
)
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.gold_search import GoldChoice, best_choices, taken
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Ints, Truths


def collect(on: BatchUpdates) -> None:
    batch = on.batch
    income = np.full(batch.games, on.facts.base_income, np.int64)
    for index, more in enumerate(on.facts.income):
        if more:
            income += more * batch.in_play[index]
    batch.rows[StateRow.GOLD] += np.maximum(income, 0).astype(np.int16)
    for index, most, _ in on.arrays.banks:
        more = (
            batch.rows[StateRow.PURSE]
            if most is None
            else np.minimum(batch.rows[StateRow.PURSE], most)
        )
        batch.rows[StateRow.PURSE] += more * (batch.in_play[index] > 0)
    if on.arrays.carpenters:
        each = on.total(on.arrays.watch) // 2
        batch.rows[StateRow.GOLD] += each * on.total(on.arrays.carpenters)


def take_gains(on: BatchUpdates, active: Truths, *, marshaling: bool) -> None:
    _kneel_for_gold(on, active, on.facts.gains if marshaling else on.facts.later)
    if marshaling:
        _kneel_for_factions(on, active)
        _kneel_others(on, active)
    _play_events(on, active)
    while marshaling and _discard_one(on, active):
        _play_events(on, active)


def _kneel_for_gold(on: BatchUpdates, active: Truths, gains: tuple[tuple[int, int], ...]) -> None:
    batch = on.batch
    for index, gold in gains:
        standing = (batch.in_play[index] - batch.knelt[index]) * active
        batch.rows[StateRow.GOLD] += standing * np.int16(gold)
        if index in on.arrays.sacrificed:
            batch.in_play[index] -= standing
        else:
            batch.knelt[index] += standing


def _kneel_for_factions(on: BatchUpdates, active: Truths) -> None:
    """Kneel Braavos for one gold for each faction among the characters."""
    batch = on.batch
    for index in on.arrays.braavos:
        standing = (batch.in_play[index] - batch.knelt[index]) * active
        if standing.any():
            counts = [on.total(classes) > 0 for classes in on.arrays.factions()]
            batch.rows[StateRow.GOLD] += standing * np.sum(counts, axis=0, dtype=np.int16)
            batch.knelt[index] += standing


def _kneel_others(on: BatchUpdates, active: Truths) -> None:
    batch = on.batch
    for counter in on.counters.kneelers:
        effect = counter.source.effect
        fitting = on.arrays.matching(effect.kneels)
        while True:
            able = active & (batch.rows[counter.row] > 0)
            knelt = on.kneel_one(fitting, able) if able.any() else able
            if not knelt.any():
                break
            batch.rows[counter.row] -= knelt
            batch.rows[StateRow.GOLD] += np.int16(effect.amount or 0) * knelt


def play_reductions(on: BatchUpdates, active: Truths) -> None:
    """Play events that reduce costs for the phase, if two cards of the hand profit."""
    for counter in on.counters.events:
        index, faction = on.arrays.number[counter.source.card], on.counters.faction
        how = on.facts.bringing[Price.PLAY][index]
        kneels = counter.source.effect.kneel_faction
        if how is None:
            continue
        while True:
            able = active & (on.batch.hand[index] > 0)
            if kneels and faction is not None:
                able &= on.batch.rows[faction] > 0
            if not able.any():
                break
            able &= _concerned(on, counter) >= FOR_AN_EVENT
            games = np.flatnonzero(able)
            can, rows = bring_out(on.batch.rows[:, games], how)
            games = games[can]
            if not len(games):
                break
            on.batch.rows[:, games] = rows
            on.batch.rows[counter.row, games] += 1
            on.batch.hand[index, games] -= 1
            if kneels and faction is not None:
                on.batch.rows[faction, games] = 0


def _concerned(on: BatchUpdates, counter: EffectCounter) -> Shorts:
    """Return how many cards of each hand an event makes cheaper to marshal."""
    batch = on.batch
    found = np.zeros(batch.games, np.int16)
    for index, how in enumerate(on.facts.bringing[Price.MARSHAL]):
        concerned = how is not None and any(term.row == counter.row for term in how.terms)
        if how is None or not concerned or not on.arrays.takeable[Price.MARSHAL][index]:
            continue
        cheaper = price_of(batch.rows, how) > how.least
        found += batch.hand[index] * (cheaper & (on.limit(index) > 0))
    return found


def _discard_one(on: BatchUpdates, active: Truths) -> bool:
    """Discard an idle card for gold where possible; return whether any was."""
    batch = on.batch
    left = active.copy()
    for counter in on.counters.discarders:
        for index in on.arrays.idle(counter.source.effect.discards):
            now = left & (batch.rows[counter.row] > 0) & (batch.hand[index] > 0)
            batch.hand[index] -= now
            batch.rows[counter.row] -= now
            batch.rows[StateRow.GOLD] += np.int16(counter.source.effect.amount or 0) * now
            left &= ~now
    return bool((left != active).any())


def _play_events(on: BatchUpdates, active: Truths) -> None:
    """Play the events that gain more gold than they cost, first those that kneel no other card.

    After each one the first are tried again, because its gold may pay for them.
    """
    choices = [
        (index, how, effect)
        for index in on.arrays.events
        if (how := on.facts.bringing[Price.PLAY][index]) is not None
        for effect in on.arrays.cards[index].gold_effects
        if gains_by_action(effect)
    ]
    choices.sort(key=lambda choice: choice[2].kneels is not None)
    while any(_play_once(on, active, *choice) for choice in choices):
        pass


def _play_once(
    on: BatchUpdates, active: Truths, index: int, how: Bringing, effect: GoldEffect
) -> bool:
    """Play one copy of an event where it gains gold; return whether any was."""
    batch = on.batch
    able = active & (batch.hand[index] > 0)
    if not able.any():
        return False
    gold = np.int16(effect.amount or 0)
    price = price_of(batch.rows, how)
    able &= price < gold
    if effect.kneels:
        purse = batch.rows[StateRow.PURSE] if how.purse else np.int16(0)
        able &= price <= batch.rows[StateRow.GOLD] + purse
        able &= batch.rows[StateRow.LIMITED] > 0 if how.limited else able
        able = on.kneel_one(on.arrays.matching(effect.kneels), able)
    games = np.flatnonzero(able)
    can, rows = bring_out(batch.rows[:, games], how)
    games = games[can]
    rows[StateRow.GOLD] += gold
    on.sacrifice(games, batch.rows[:, games], rows, {})
    batch.rows[:, games] = rows
    batch.hand[index, games] -= 1
    return bool(len(games))


# The rows of a round's result, in this order: fields of RoundTally.
FIELDS = tuple(field.name for field in fields(RoundTally))

NEVER = np.int16(-99)  # forbids Limited cards, whatever allows more of them


class RoundPlay:
    """One round; `play` returns its numbers: (fields, games)."""

    def __init__(self, arrays: DeckArrays, facts: RoundFacts, batch: GameBatch) -> None:
        self._arrays = arrays
        self._facts = facts
        self._batch = batch
        self._on = BatchUpdates(arrays, facts, batch)
        self._returned = np.zeros(batch.games, np.int64)

    def play(self) -> Ints:
        self._plot()
        self._begin()
        self._draw()
        self._marshaling()
        self._challenges()
        self._begin()
        self._begin()
        self._on.stand()
        self._begin()
        return self._taxation()

    def _plot(self) -> None:
        batch, facts = self._batch, self._facts
        rows = batch.rows
        self._on.stand()
        rows[StateRow.PAID : StateRow.OUT + 1] = 0
        rows[StateRow.LIMITED] = facts.limited + self._on.total(self._arrays.more_limited)
        if not facts.limited:
            rows[StateRow.LIMITED] = NEVER
        self._on.renew("round")
        self._begin()
        rows[StateRow.GOLD] += np.int16(facts.revealed)
        for index, gold in enumerate(facts.at_reveal):
            if gold:
                rows[StateRow.GOLD] += np.int16(gold) * batch.in_play[index]

    def _begin(self) -> None:
        """Begin a phase; in the first edition the costliest affordable card comes out."""
        self._on.renew("phase")
        if self._arrays.second:
            return
        waits = np.ones(self._batch.games, np.bool_)
        for index in self._arrays.by_shadow:
            able = waits & self._on.may_come_out(index)
            done = self._on.bring(index, Price.OUT_OF_SHADOWS, np.flatnonzero(able))
            waits[done] = False

    def _draw(self) -> None:
        counts = np.full(self._batch.games, self._facts.draws, np.int64)
        for index, more in self._arrays.draws:
            counts += more * self._batch.in_play[index]
        draw_in_batch(self._batch, np.maximum(counts, 0))
        faction = self._arrays.counters.faction
        if faction is not None and self._arrays.voyages:
            self._batch.rows[faction] = 0

    def _marshaling(self) -> None:
        batch = self._batch
        self._begin()
        collect(self._on)
        saved = self._gold_for_shadows()
        batch.rows[StateRow.GOLD] -= saved
        active = np.ones(batch.games, np.bool_)
        while active.any():
            self._duplicates(active)
            take_gains(self._on, active, marshaling=True)
            play_reductions(self._on, active)
            changed = self._economy(active)
            changed |= self._waiting_out(active)
            changed |= self._choice(active & ~changed, (Price.MARSHAL, Price.INTO_SHADOWS))
            active = changed
        batch.rows[StateRow.GOLD] += saved

    def _challenges(self) -> None:
        batch = self._batch
        self._begin()
        if self._facts.returns_gold:
            self._returned += batch.rows[StateRow.GOLD]
            batch.rows[StateRow.GOLD] = 0
        batch.rows[StateRow.GOLD] += np.int16(self._facts.at_challenges)
        if self._arrays.illyrios:
            hidden = batch.shadows.sum(axis=0, dtype=np.int16) // 2
            batch.rows[StateRow.GOLD] += hidden * self._on.total(self._arrays.illyrios)
        # Gold on The Iron Bank is spent only in the marshaling phase.
        purse = batch.rows[StateRow.PURSE].copy()
        batch.rows[StateRow.PURSE] = 0
        active = np.ones(batch.games, np.bool_)
        while active.any():
            take_gains(self._on, active, marshaling=False)
            changed = self._waiting_out(active)
            changed |= self._choice(active & ~changed, (Price.AMBUSH,))
            active = changed
        batch.rows[StateRow.PURSE] = purse

    def _gold_for_shadows(self) -> Shorts:
        """Return the gold saved for cards in shadows (first edition)."""
        batch = self._batch
        saved = np.zeros(batch.games, np.int16)
        if self._arrays.second:
            return saved
        count = np.zeros(batch.games, np.int16)
        for index in self._arrays.by_shadow:
            how = self._facts.bringing[Price.OUT_OF_SHADOWS][index]
            base = np.int16(how.base if how else 0)
            for copy in range(int(batch.shadows[index].max(initial=0))):
                able = (batch.shadows[index] > copy) & (count < 4) & self._on.free(index)
                able &= saved + base <= batch.rows[StateRow.GOLD]
                saved += base * able
                count += able
        return saved

    def _duplicates(self, active: Truths) -> None:
        batch = self._batch
        for index, title in enumerate(self._arrays.title_of):
            card = self._arrays.cards[index]
            crested = card.edition is Edition.FIRST and card.keyword("shadow") is not None
            shut = crested or index in self._facts.forbidden
            if title < 0 or shut or not batch.hand[index].any():
                continue
            there = active & (self._on.total(self._arrays.titles[title]) > 0)
            free = batch.hand[index] * there
            batch.doubles += free
            batch.hand[index] -= free

    def _economy(self, active: Truths) -> Truths:
        """Marshal economy cards in order; return the games with any."""
        changed = np.zeros_like(active)
        for index in self._arrays.economy:
            if not self._arrays.takeable[Price.MARSHAL][index]:
                continue
            while True:
                in_hand = active & (self._batch.hand[index] > 0)
                if not in_hand.any():
                    break
                able = np.flatnonzero(in_hand & (self._on.limit(index) > 0))
                done = self._on.bring(index, Price.MARSHAL, able)
                if not len(done):
                    break
                changed[done] = True
        return changed

    def _waiting_out(self, active: Truths) -> Truths:
        """Bring out cards in shadows, the costliest first; return the games with any."""
        changed = np.zeros_like(active)
        for index in self._arrays.by_shadow if self._arrays.second else ():
            while True:
                able = np.flatnonzero(active & self._on.may_come_out(index))
                done = self._on.bring(index, Price.OUT_OF_SHADOWS, able)
                if not len(done):
                    break
                changed[done] = True
        return changed

    def _choice(self, active: Truths, ways: tuple[Price, ...]) -> Truths:
        """Make the best choice in active games; return the games in which anything came out."""
        changed = np.zeros_like(active)
        choices = self._choices(active, ways)
        if not choices:
            return changed
        copies = np.sum([choice.limit for choice in choices], axis=0, dtype=np.int16)
        self._batch.outside |= copies > PLACES
        games = np.flatnonzero((copies > 0) & (copies <= PLACES))
        choices = [choice.of(games) for choice in choices]
        before = self._batch.rows[:, games]
        after, best, places = best_choices(before, choices)
        self._batch.rows[:, games] = after
        entered: dict[int, Shorts | int] = {}
        for number, choice in enumerate(choices):
            for digit, how in zip(range(len(choice.ways), 0, -1), choice.ways, strict=True):
                some, count = taken(best, choice.limit, places[number], digit)
                if len(some):
                    self._on.move(choice.index, how.price, games[some], count)
                    self._bestow(choice.index, how.price, games[some])
                    if how.price is not Price.INTO_SHADOWS:
                        every = np.zeros(len(games), np.int16)
                        every[some] = count
                        entered[choice.index] = every
        self._on.sacrifice(games, before, after, entered)
        changed[games[best > 0]] = True
        return changed

    def _bestow(self, index: int, way: Price, games: Ints) -> None:
        """Put left gold on The Iron Bank as it enters play."""
        rows = self._batch.rows
        for bank, _, most in self._arrays.banks:
            if bank == index and way is Price.MARSHAL:
                given = np.minimum(rows[StateRow.GOLD, games], np.int16(most))
                rows[StateRow.GOLD, games] -= given
                rows[StateRow.PAID, games] += given
                rows[StateRow.PURSE, games] += given

    def _choices(self, active: Truths, ways: tuple[Price, ...]) -> list[GoldChoice]:
        choices = []
        for index in self._arrays.by_cost:
            found: list[Bringing] = []
            for way in ways:
                how = self._facts.bringing[way][index]
                if how is not None and self._arrays.takeable[way][index]:
                    found.append(how)
            in_hand = self._batch.hand[index] * active
            if not found or not in_hand.any():
                continue
            limit = np.minimum(in_hand, self._on.limit(index))
            if limit.any():
                bit = self._arrays.title_bits.get(self._arrays.title_of[index], 0)
                choices.append(GoldChoice(index, limit, tuple(found), bit))
        return choices

    def _taxation(self) -> Ints:
        batch, count = self._batch, dict(self._on.count)
        unspent = batch.rows[StateRow.GOLD] + self._returned
        if not self._facts.saves_all_gold:
            saved = self._on.total(self._arrays.gold_savers)
            batch.rows[StateRow.GOLD] = np.minimum(batch.rows[StateRow.GOLD], saved)
        self._discard()
        batch.rows[StateRow.GOLD] += np.int16(self._facts.at_the_end)
        count["gold"] = batch.rows[StateRow.PAID : StateRow.OUT + 1].sum(axis=0) + unspent
        count["unspent"] = unspent
        count["shadows_gold_in"] = batch.rows[StateRow.INTO].astype(np.int64)
        count["shadows_gold_out"] = batch.rows[StateRow.OUT].astype(np.int64)
        count["hand"] = batch.hand.sum(axis=0)
        people = batch.in_play[self._arrays.characters]
        count["characters"] = people.sum(axis=0)
        count["strength"] = self._arrays.strength @ people
        count["duplicates"] = batch.doubles.astype(np.int64)
        count["waiting"] = batch.shadows.sum(axis=0)
        return np.array([count[field] for field in FIELDS])

    def _discard(self) -> None:
        if self._facts.reserve is None:
            return
        batch = self._batch
        most = np.full(batch.games, self._facts.reserve, np.int64)
        for index, more in enumerate(self._facts.holds):
            if more:
                most += more * batch.in_play[index]
        in_hand = batch.hand.sum(axis=0, dtype=np.int64) - self._on.total(
            self._arrays.fewer_in_hand
        )
        over: Shorts = np.maximum(in_hand - np.maximum(most, 0), 0).astype(np.int16)
        for index in self._arrays.by_use:
            if not over.any():
                return
            gone = np.minimum(batch.hand[index], over)
            batch.hand[index] -= gone
            over -= gone


ALWAYS_KEEP = KeepPolicy()


class RoundsKernel:
    """Plays the games of one plan; made in some tenths of a second (`made_in`).

    `like` is a kernel of the same deck to share arrays with; `setup` is a kernel for its opening.
    """

    def __init__(
        self,
        plan: GamePlan,
        policy: KeepPolicy = ALWAYS_KEEP,
        *,
        like: RoundsKernel | None = None,
        setup: SetupKernel | None = None,
    ) -> None:
        started = perf_counter()
        self.plan = plan
        self.arrays: DeckArrays = like.arrays if like else DeckArrays(plan)
        self.setting_up: BatchSetup = (
            like.setting_up if like else BatchSetup(self.arrays, policy, setup)
        )
        self.known_facts: dict[tuple[str, ...], RoundFacts] = like.known_facts if like else {}
        self.facts = round_facts(plan, self.arrays.counters, self.known_facts)
        self.made_in = perf_counter() - started

    def with_plots(self, plots: tuple[Card, ...]) -> RoundsKernel:
        return RoundsKernel(replace(self.plan, plots=plots), like=self)

    def play(self, order: Ints) -> tuple[Ints, Truths]:
        """Return the results of shuffled decks (cards, games): (rounds, fields, games); outside.

        Numbers of games outside mean nothing; the reference must play them.
        """
        batch = self.setting_up.batch(order)
        results = [RoundPlay(self.arrays, facts, batch).play() for facts in self.facts]
        unsupported = self.arrays.unsupported
        if unsupported.any():
            seen = np.arange(len(order))[:, None] < batch.next
            batch.outside |= (unsupported[order] & seen).any(axis=0)
        return np.array(results), batch.outside

    def play_by_reference(self, cards: Ints) -> Ints:
        """Return the results of one shuffled deck: (rounds, fields)."""
        tallies = played(self.plan, [self.plan.cards[index] for index in cards])
        return np.array([[getattr(tally, field) for field in FIELDS] for tally in tallies])

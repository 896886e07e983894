"""Gold that a block of games gains: income, actions, events; each step as in the policy."""

from __future__ import annotations

import numpy as np

from carddb.gold import GoldEffect, GoldKind, Price
from goldfish.rounds.batch_updates import BatchUpdates
from goldfish.rounds.effect_counters import EffectCounter
from goldfish.rounds.effects import ACTIONS
from goldfish.rounds.facts import Bringing, StateRow
from goldfish.rounds.game_batch import Shorts, brought, price_of
from goldfish.rounds.policy import FOR_AN_EVENT
from goldfish.setup_part_tables import Truths


def collect(on: BatchUpdates) -> None:
    """Collect income, and what follows on it."""
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
    """Take all actions and play all events that gain gold, in the active games."""
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
    """Play the events that make all cards of a kind cheaper, while two of the hand would be."""
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
            can, rows = brought(on.batch.rows[:, games], how)
            games = games[can]
            if not len(games):
                break
            on.batch.rows[:, games] = rows
            on.batch.rows[counter.row, games] += 1
            on.batch.hand[index, games] -= 1
            if kneels and faction is not None:
                on.batch.rows[faction, games] = 0


def _concerned(on: BatchUpdates, counter: EffectCounter) -> Shorts:
    """Return how many cards of each hand an event would make cheaper to marshal."""
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
    """Discard an idle card for gold in every game where one can be; return whether any was."""
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
    """Play the events that gain more gold than they cost, those first that kneel no other card.

    After each one the first are tried again: they may be paid for with what was gained.
    """
    choices = [
        (index, how, effect)
        for index in on.arrays.events
        if (how := on.facts.bringing[Price.PLAY][index]) is not None
        for effect in on.arrays.cards[index].gold_effects
        if effect.kind is GoldKind.GAIN and effect.moment in ACTIONS and not effect.discards
    ]
    choices.sort(key=lambda choice: choice[2].kneels is not None)
    while any(_play_once(on, active, *choice) for choice in choices):
        pass


def _play_once(
    on: BatchUpdates, active: Truths, index: int, how: Bringing, effect: GoldEffect
) -> bool:
    """Play one copy of an event in every game where it gains gold; return whether any was."""
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
    can, rows = brought(batch.rows[:, games], how)
    games = games[can]
    rows[StateRow.GOLD] += gold
    on.sacrifice(games, batch.rows[:, games], rows, {})
    batch.rows[:, games] = rows
    batch.hand[index, games] -= 1
    return bool(len(games))

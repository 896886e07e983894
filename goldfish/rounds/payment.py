"""Paying for a card: gold leaves the pool, reductions are used up."""

from __future__ import annotations

from dataclasses import replace

from carddb.card import Card
from carddb.errors import AppError
from carddb.gold import Price, Reach
from goldfish.rounds.game_state import EffectSource, GameState, Use
from goldfish.rounds.prices import current_cost, purses


def pay(state: GameState, card: Card, price: Price) -> GameState:
    """Return the state once a card is paid for: first from the pool, then from purses.

    All reductions that the card spends are used up together. AppError where gold is lacking.
    """
    charge = current_cost(state, card, price)
    if charge is None:
        raise AppError(f"{card.name} has no such price.", "Bring it out in another way.")
    left = charge.total
    paid = min(left, state.gold)
    available = purses(state, card)
    state, left = replace(state, gold=state.gold - paid), left - paid
    for purse in available:
        taken = min(left, purse.gold)
        state, left = state.put(replace(purse, gold=purse.gold - taken)), left - taken
    if left:
        raise AppError(f"{card.name} costs {left} gold more than there is.", "Find more gold.")
    ready = tuple(source for source in state.ready if source not in charge.spends)
    state = replace(state, ready=ready)
    for source in charge.spends:
        if source.effect.reach is Reach.FIRST:
            state = used(state, source)
    return state


def used(state: GameState, source: EffectSource) -> GameState:
    """Return the state with one use of a limited effect noted."""
    effect = source.effect
    first = effect.reach is Reach.FIRST
    if effect.limit is None and not first:
        return state
    lasts = effect.lasts if first else effect.limit_lasts
    return replace(state, uses=(*state.uses, Use(source, lasts or "phase")))

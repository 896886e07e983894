"""Paying for a card: gold leaves the pool, reductions are used up."""

from __future__ import annotations

from dataclasses import replace

from carddb.card import Card
from carddb.errors import AppError
from carddb.gold import Price, Reach
from goldfish.rounds.prices import cost, purses
from goldfish.rounds.table import Source, Table, Use


def pay(table: Table, card: Card, price: Price) -> Table:
    """Return the table once a card is paid for: first from the pool, then from purses.

    All reductions that the card spends are used up together. AppError where gold is lacking.
    """
    asked = cost(table, card, price)
    if asked is None:
        raise AppError(f"{card.name} has no such price.", "Bring it out in another way.")
    left = asked.total
    paid = min(left, table.gold)
    offered = purses(table, card)
    table, left = replace(table, gold=table.gold - paid), left - paid
    for purse in offered:
        taken = min(left, purse.gold)
        table, left = table.put(replace(purse, gold=purse.gold - taken)), left - taken
    if left:
        raise AppError(f"{card.name} costs {left} gold more than there is.", "Find more gold.")
    ready = tuple(source for source in table.ready if source not in asked.spends)
    table = replace(table, ready=ready)
    for source in asked.spends:
        if source.effect.reach is Reach.FIRST:
            table = used(table, source)
    return table


def used(table: Table, source: Source) -> Table:
    """Return the table with one use of a limited effect noted."""
    effect = source.effect
    first = effect.reach is Reach.FIRST
    if effect.limit is None and not first:
        return table
    lasts = effect.lasts if first else effect.limit_lasts
    return replace(table, uses=(*table.uses, Use(source, lasts or "phase")))

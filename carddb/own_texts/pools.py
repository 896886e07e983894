"""The player's own texts on the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from carddb.pool import CardPool
from carddb.terms import Edition


def with_own_texts(
    pools: Mapping[Edition, CardPool], texts: Mapping[str, str]
) -> Mapping[Edition, CardPool]:
    """Return the pools with the player's texts on cards that have no other.

    A synced text is shown as long as there is one: it is the newer. `CardPool.own_texts` states
    which texts are the player's; those of before are taken off. Facts such as keywords and hosts
    are not read from them, so that no verdict depends on them.
    """
    return {edition: _with(pool, texts) for edition, pool in pools.items()}


def _with(pool: CardPool, texts: Mapping[str, str]) -> CardPool:
    bare = {card.code for card in pool if not card.text} | pool.own_texts
    own = bare & texts.keys()
    if not own and not pool.own_texts:
        return pool
    cards = (replace(c, text=texts.get(c.code)) if c.code in bare else c for c in pool)
    packs, cycles, lists = pool.packs.values(), pool.cycles.values(), pool.lists.values()
    changed = CardPool(pool.edition, cards, packs, cycles, lists)
    changed.own_texts = frozenset(own)
    return changed

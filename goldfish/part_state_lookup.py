"""The tables of a deck laid out for hands in no order: what belongs to a state lies together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from goldfish.setup_deck_tables import DeckTables, LeftBlock
from goldfish.setup_keys import IMPOSSIBLE
from goldfish.setup_part_tables import Ints, improve


class StateLookup:
    """Finds the keys of hands whose states are known."""

    def __init__(self, tables: DeckTables) -> None:
        self._configurations = tables.configurations
        self._golds = tables.shape.gold + 1
        self._left = [_by_state(block.best) for block in tables.blocks]
        self._far = [_by_state(part.best) for part in tables.far]

    def keys(self, number: int, block: LeftBlock, left: Ints, far: Sequence[Ints]) -> Ints:
        """Return the keys (lanes, hands) of hands of one block, by their states in each part."""
        mine = self._left[number].take(left - block.start, axis=1)
        within = block.configurations
        theirs = self._rows(0, within, far[0]) if len(far) == 1 else self._both(within, far)
        mine += theirs[..., ::-1]
        best = mine[:, :, 0]
        for place in range(1, len(within)):
            improve(best, mine[:, :, place])
        found = best[..., 0].copy()
        for spent in range(1, self._golds):
            improve(found, best[..., spent])
        return found

    def _rows(self, part: int, given: Sequence[int], states: Ints) -> Ints:
        """Return the keys (lanes, hands, configurations, gold) of a far part's states."""
        table = self._far[part]
        every = table.reshape(len(table), -1, self._golds)
        at = states[:, None] * table.shape[2] + np.array(given)
        rows: Ints = every.take(at, axis=1)
        return rows

    def _both(self, within: Sequence[int], far: Sequence[Ints]) -> Ints:
        """Return the keys of two far parts together, for what both give at least."""
        one, other = (self._rows(part, within, states) for part, states in enumerate(far))
        best = np.full_like(one, IMPOSSIBLE)
        for place, given in enumerate(within):
            rest = self._configurations.less(self._configurations.all[given])
            for to, wanted in enumerate(within):
                left = within.index(rest[wanted])
                for spent in range(self._golds):
                    improve(
                        best[:, :, to, spent:],
                        one[:, :, place, spent, None] + other[:, :, left, : self._golds - spent],
                    )
        return best


def _by_state(best: Ints) -> Ints:
    """Return keys by (lane, state, configuration, gold)."""
    return np.ascontiguousarray(np.moveaxis(best, -1, 1))

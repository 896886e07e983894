"""The judge: every problem of a deck under given conditions."""

from __future__ import annotations

from carddb.pool import CardPool
from decks.deck import Deck
from validators.conditions import Conditions
from validators.problem import Verdict


class Judge:
    """Judges decks of one pool's edition; what depends on the pool alone is computed once."""

    def __init__(self, pool: CardPool) -> None:
        self.pool = pool

    def verdict(self, deck: Deck, conditions: Conditions) -> Verdict:
        """Return every problem of the deck, each once, worst first."""
        raise NotImplementedError

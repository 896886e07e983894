"""What a rule is: a code and a check."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from validators.problem import Problem
from validators.tally import DeckTally


class Rule(Protocol):
    """One rule, bound to a pool; `check` returns its problems, none where the deck follows it."""

    @property
    def code(self) -> str:
        """The code of its problems."""

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Return the problems of a deck, each once."""

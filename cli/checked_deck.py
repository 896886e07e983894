"""A deck of a file with its verdict, as `sevenplots check` reports it."""

from __future__ import annotations

from dataclasses import dataclass

from decks.report import Reading
from validators.conditions import Conditions
from validators.judge import MatrixRow
from validators.problem import Verdict


@dataclass(frozen=True, slots=True)
class CheckedDeck:
    """One deck of a file with its verdict."""

    path: str
    reading: Reading
    conditions: Conditions
    verdict: Verdict
    matrix: tuple[MatrixRow, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the deck has no error and every line of it was read."""
        return self.verdict.legal and not self.reading.unread

"""Problems of a deck, as values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from validators.tally import DeckTally


class Severity(StrEnum):
    """How bad a problem is; only an ERROR makes a deck illegal."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, or worth knowing.

    `code` is stable and documented in docs/problems.md. `cards` are card codes in order. `found`
    and `wanted` are the numbers compared, None if the rule compares none. `source` names the
    paragraph of the rules.
    """

    code: str
    message: str
    source: str
    cards: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR
    found: int | None = None
    wanted: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Every problem of a deck under one format, list and date."""

    problems: tuple[Problem, ...]

    @property
    def legal(self) -> bool:
        return not self.of(Severity.ERROR)

    def of(self, severity: Severity) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity is severity)


class Rule(Protocol):
    """One rule, bound to a pool; `check` returns its problems, none if the deck follows it."""

    @property
    def code(self) -> str:
        """The code of its problems."""

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Return the problems of a deck, each once."""

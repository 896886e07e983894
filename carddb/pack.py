"""Packs and cycles: the products that cards come in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from carddb.terms import Edition


@dataclass(frozen=True, slots=True)
class Cycle:
    """A cycle of packs, in order of publication."""

    code: str
    name: str
    edition: Edition
    position: int


@dataclass(frozen=True, slots=True)
class Pack:
    """A product that holds cards; `released` is as published: a day, a month, a year or empty.

    `own` are packs of the player's own, such as fan-made ones.
    """

    code: str
    name: str
    edition: Edition
    cycle: str
    position: int
    released: str
    in_progress: bool = False
    own: bool = False

    @property
    def label(self) -> str:
        """The name as it is shown, with a mark where the pack is the player's own."""
        return f"{self.name} (own)" if self.own else self.name

    @property
    def release_day(self) -> date | None:
        """The first day on which the pack can have been out; None while it is not known."""
        if not self.released:
            return None
        year, month, day = (*map(int, self.released.split("-")), 1, 1)[:3]
        return date(year, month, day)

"""How many Swiss rounds an event has, and how many players go on to the elimination."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import ClassVar

from core.errors import AppError
from events.event_terms import STRICT, StructureKind


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlan:
    """Rounds and cut, frozen at the start.

    `cut` 0: no elimination. `cut_wins`: everyone with this many wins goes on; `cut` is ignored.
    No Swiss rounds: everyone is in the elimination from the start.
    """

    __pydantic_config__: ClassVar = STRICT
    swiss_rounds: int
    cut: int = 0
    cut_wins: int | None = None

    @property
    def elimination_from_start(self) -> bool:
        return self.swiss_rounds == 0

    @property
    def has_elimination(self) -> bool:
        return self.elimination_from_start or self.cut > 0 or self.cut_wins is not None


# The fewest players of each row, its rounds and its cut (the tables are the same in all versions).
TABLES = {
    StructureKind.BASIC: (
        (4, 3, 0),
        (9, 4, 0),
        (17, 4, 4),
        (25, 5, 4),
        (41, 5, 8),
        (45, 6, 8),
        (77, 6, 16),
        (149, 7, 16),
    ),
    StructureKind.ADVANCED: (
        (9, 4, 4),
        (13, 4, 8),
        (25, 5, 8),
        (41, 6, 8),
        (77, 6, 16),
        (149, 6, 32),
        (289, 7, 32),
        (513, 8, 32),
    ),
}


# A melee bracket has tables of four, of which one goes on.
MELEE_CUTS = (0, 4, 16, 64)


def melee_plan(plan: EventPlan) -> EventPlan:
    """Return a plan of the tables, which are those of joust, with a cut that melee can have."""
    return replace(plan, cut=max(each for each in MELEE_CUTS if each <= plan.cut))


def plan_for(kind: StructureKind, players: int) -> EventPlan:
    """Return rounds and cut for a number of players; AppError below the table."""
    if kind is StructureKind.CUSTOM:
        raise AppError(
            "A custom structure has no table.", "Say how many Swiss rounds there are and the cut."
        )
    rows = TABLES[kind]
    index = bisect_right([row[0] for row in rows], players) - 1
    if index < 0:
        raise AppError(
            f"The {kind.value} structure begins at {rows[0][0]} players; there are {players}.",
            "Choose the custom structure and set rounds and cut yourself.",
        )
    _, rounds, cut = rows[index]
    return EventPlan(swiss_rounds=rounds, cut=cut)

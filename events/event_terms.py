"""The words that an event is described with."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ConfigDict

# Logs of operations are read strictly: an unknown field is an error.
STRICT: ConfigDict = {"extra": "forbid"}


class EventKind(StrEnum):
    """What is played; the values are names of deck formats."""

    JOUST = "joust"
    MELEE = "melee"
    DRAFT = "draft"
    CIVIL_WAR = "civil-war"


class Tier(StrEnum):
    """How strict the event is."""

    RELAXED = "relaxed"
    FORMAL = "formal"
    PREMIER = "premier"


class StructureKind(StrEnum):
    """Where the number of rounds and the cut come from."""

    BASIC = "basic"
    ADVANCED = "advanced"
    CUSTOM = "custom"


class EventStage(StrEnum):
    """How far an event has come."""

    REGISTRATION = "registration"
    SWISS = "swiss"
    ELIMINATION = "elimination"
    FINISHED = "finished"


class GameResult(StrEnum):
    """How a game ended for the first of its two players."""

    WIN = "win"
    MODIFIED_WIN = "modified-win"
    DRAW = "draw"
    INTENTIONAL_DRAW = "intentional-draw"
    MODIFIED_LOSS = "modified-loss"
    LOSS = "loss"
    DOUBLE_LOSS = "double-loss"

    @property
    def for_other(self) -> GameResult:
        """The same result as the second player sees it."""
        return _OTHER.get(self, self)


_OTHER = {
    GameResult.WIN: GameResult.LOSS,
    GameResult.LOSS: GameResult.WIN,
    GameResult.MODIFIED_WIN: GameResult.MODIFIED_LOSS,
    GameResult.MODIFIED_LOSS: GameResult.MODIFIED_WIN,
}


class Tiebreaker(StrEnum):
    """What orders the players of a standing; `POINTS` comes before all tiebreakers."""

    POINTS = "points"
    HEAD_TO_HEAD = "head-to-head"
    SOS = "sos"
    XSOS = "xsos"
    LOT = "lot"


class PenaltyLevel(StrEnum):
    """How much a penalty weighs; the regulations know the removal alone."""

    NOTE = "note"
    WARNING = "warning"
    GAME_LOSS = "game-loss"
    REMOVAL = "removal"

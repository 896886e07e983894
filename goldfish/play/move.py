"""Moves as values: what is to be done, and with which copy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class MoveKind(StrEnum):
    """What a move does; the last ones are for effects that the program does not know."""

    KEEP = "keep"
    MULLIGAN = "mulligan"
    NEXT = "next"
    PLACE = "place"
    MARSHAL = "marshal"
    AMBUSH = "ambush"
    EMERGE = "emerge"
    CHOOSE = "choose"
    DUPLICATE = "duplicate"
    SHADOW = "shadow"
    TAKE_BACK = "take-back"
    PLAY = "play"
    USE = "use"
    BESTOW = "bestow"
    TURN = "turn"
    KILL = "kill"
    DISCARD = "discard"
    DRAW = "draw"
    GOLD = "gold"


BY_EFFECT = frozenset(
    {MoveKind.DISCARD, MoveKind.KILL, MoveKind.TURN, MoveKind.DRAW, MoveKind.GOLD}
)


@dataclass(frozen=True, slots=True)
class Move:
    """What is done, the number of the copy that it is about, its host, and an amount of gold."""

    kind: MoveKind
    number: int = 0
    host: int | None = None
    amount: int = 0

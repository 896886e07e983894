"""The lines of a card's text that add to income, initiative and reserve."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MODIFIER = r"([+-]\d+) (Income|Initiative|Reserve)\.?"
_ONE = re.compile(_MODIFIER)
_LINE = re.compile(rf"{_MODIFIER}(?:\s+{_MODIFIER})*")


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What a card in play adds to the values of its owner's plot."""

    income: int = 0
    initiative: int = 0
    reserve: int = 0


NO_MODIFIERS = Modifiers()


def read_modifiers(line: str) -> Modifiers | None:
    """Read a line of nothing but modifiers, with or without full stops, or return None."""
    if not _LINE.fullmatch(line):
        return None
    total = {"Income": 0, "Initiative": 0, "Reserve": 0}
    for amount, what in _ONE.findall(line):
        total[what] += int(amount)
    return Modifiers(total["Income"], total["Initiative"], total["Reserve"])

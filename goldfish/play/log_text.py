"""How the log of a game counts and lists."""

from __future__ import annotations

from collections.abc import Sequence


def gold_of(amount: int) -> str:
    """Return an amount of gold in words."""
    return f"{amount} gold"


def cards_of(count: int) -> str:
    """Return a number of cards in words."""
    return "1 card" if count == 1 else f"{count} cards"


def joined(names: Sequence[str]) -> str:
    """Return names as a list: "A, A and B"; "nothing" where there are none."""
    if len(names) < 2:
        return names[0] if names else "nothing"
    return f"{', '.join(names[:-1])} and {names[-1]}"

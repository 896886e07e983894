"""How thoroughly the suite tries: `make test-long` tries more often than `make test`."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import TypeVar

Row = TypeVar("Row")
Value = TypeVar("Value")

IS_LONG = os.environ.get("LONG_TESTS") == "1"


def times(short: int, long: int) -> int:
    """Return how often to repeat what is tried with a new seed each time."""
    return long if IS_LONG else short


def pairs(
    rows: Iterable[Row], values: Collection[Value], each: int
) -> tuple[tuple[Row, Value], ...]:
    """Return every row with every value in a long run, else with the next `each` of the values.

    So every row and, where there are enough rows, every value is tried.
    """
    count = len(values)
    return tuple(
        (row, value)
        for place, row in enumerate(rows)
        for number, value in enumerate(values)
        if IS_LONG or (number - place * each) % count < each
    )

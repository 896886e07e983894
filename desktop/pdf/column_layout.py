"""How sections of rows flow into columns and pages; lengths only, no fonts and no painting."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

NEVER_SPLIT = 8
FEWEST_ROWS = 3
_SLACK = 0.001


@dataclass(frozen=True, slots=True)
class Piece:
    """Rows `start` to before `stop` of a section, together under its heading."""

    section: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Measures:
    """The heights of the rows of each section, of a heading, and of the gap before a heading."""

    rows: tuple[tuple[float, ...], ...]
    heading: float
    gap: float

    def height(self, pieces: Sequence[Piece]) -> float:
        rows = sum(sum(self.rows[each.section][each.start : each.stop]) for each in pieces)
        return rows + len(pieces) * self.heading + max(len(pieces) - 1, 0) * self.gap


Columns = tuple[tuple[Piece, ...], ...]


def in_two_columns(measures: Measures, height: float) -> Columns | None:
    """Return two columns of whole sections, as short as possible; None if they do not fit."""
    pieces = tuple(Piece(number, 0, len(rows)) for number, rows in enumerate(measures.rows))
    splits = [(pieces[:cut], pieces[cut:]) for cut in range(len(pieces) + 1)]
    best = min(splits, key=lambda split: max(map(measures.height, split)))
    return best if max(map(measures.height, best)) <= height else None


def in_split_columns(measures: Measures, height: float) -> Columns | None:
    """Return two columns of one height in which sections may be split; None if they do not fit."""
    return _balanced(measures, [height, height])


def on_pages(measures: Measures, first: float, later: float) -> tuple[Columns, ...]:
    """Return pages of two columns, the first page of another height than later ones.

    Sections are split only where they must be; the columns of the last page are of one height.
    ValueError where a row is higher than a page.
    """
    rows = sum(map(len, measures.rows))
    for pages in range(1, rows + 2):
        columns = _balanced(measures, [first] * 2 + [later] * 2 * (pages - 1))
        if columns is not None:
            return tuple(zip(columns[::2], columns[1::2], strict=True))
    raise ValueError("a row is higher than a page")


def _balanced(measures: Measures, heights: list[float]) -> Columns | None:
    """Return full columns, the last two as short as possible by bisection; None if too short."""
    filled = _fill(measures, heights)
    if filled is None:
        return None
    low, high = 0.0, heights[-1]
    for _ in range(12):
        middle = (low + high) / 2
        tried = _fill(measures, [*heights[:-2], middle, middle])
        if tried is None:
            low = middle
        else:
            filled, high = tried, middle
    return filled


def _fill(measures: Measures, heights: Sequence[float]) -> Columns | None:
    """Return the pieces of each column, filled one after the other; None if rows are left over."""
    columns: list[list[Piece]] = [[] for _ in heights]
    at = 0
    for number, rows in enumerate(measures.rows):
        start = 0
        while start < len(rows):
            if at == len(heights):
                return None
            used = measures.height(columns[at]) + (measures.gap if columns[at] else 0)
            left = heights[at] - used - measures.heading
            stop = start + bisect_right(tuple(accumulate(rows[start:])), left + _SLACK)
            stop = _split_at(start, stop, len(rows), whole_fits=not columns[at])
            if stop > start:
                columns[at].append(Piece(number, start, stop))
            start = stop
            if start < len(rows):
                at += 1
    return tuple(map(tuple, columns))


def _split_at(start: int, stop: int, end: int, *, whole_fits: bool) -> int:
    """Return where to split: no short section, and no single rows on either side of the split."""
    if stop == end:
        return stop
    if not whole_fits and (end <= NEVER_SPLIT or stop - start < FEWEST_ROWS):
        return start
    return max(min(stop, end - 2), start)

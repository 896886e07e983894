"""What can be wrong with a query."""

from __future__ import annotations

from carddb.errors import AppError


class QueryError(AppError):
    """A query cannot be understood: `start` and `end` are the part of it that is wrong.

    Both count characters from 0; `end` is behind the last one.
    """

    def __init__(self, start: int, end: int, reason: str) -> None:
        super().__init__(reason)
        self.start = start
        self.end = end
        self.reason = reason


class FactsMissingError(AppError):
    """A key needs a fact that is not on the cards, and the context lacks it."""

"""The errors that a user may see: a sentence and an optional hint."""

from __future__ import annotations

from core.program_version import PROGRAM_VERSION


class AppError(Exception):
    """An error that the user can act on; `str(error)` is its message."""

    def __init__(self, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint

    @property
    def text(self) -> str:
        return f"{self.sentence} {self.hint}".strip()


class CardDataError(AppError):
    """A card's data could not be understood."""

    def __init__(self, code: str, field: str, reason: str) -> None:
        super().__init__(f"Card {code}: the field “{field}” {reason}.")
        self.code = code
        self.field = field
        self.reason = reason


class UnknownCardError(AppError):
    """No card has this code or name."""


class NetworkError(AppError):
    """A download failed; the stored data is unchanged."""


class NewerDatabaseError(AppError):
    """A database was written by a newer version of the program, and is not touched."""

    def __init__(self, what: str, needed: str = "") -> None:
        """Name the file, and the required version if known."""
        wanted = f"Install version {needed} or a later one" if needed else "Install the newest one"
        super().__init__(
            f"{what} was written by a newer version of Seven Plots; this is {PROGRAM_VERSION}.",
            f"{wanted}; nothing was changed.",
        )


class CancelledError(AppError):
    """The user stopped the work; nothing was changed."""


class QueryError(AppError):
    """A query is invalid: `start` and `end` mark the wrong part.

    Both count characters from 0; `end` is behind the last one. A `suggestion` may replace it.
    """

    def __init__(self, start: int, end: int, reason: str, suggestion: str = "") -> None:
        super().__init__(reason)
        self.suggestion = suggestion
        self.start = start
        self.end = end
        self.reason = reason


class FactsMissingError(AppError):
    """A search key needs a fact that the context lacks."""

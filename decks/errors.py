"""The errors of deck files."""

from __future__ import annotations

from carddb.errors import AppError


class DeckFormatError(AppError):
    """A file or text is not a deck; `line` is where, numbered from 1, or None for all of it."""

    def __init__(self, sentence: str, hint: str = "", line: int | None = None) -> None:
        super().__init__(sentence, hint)
        self.line = line

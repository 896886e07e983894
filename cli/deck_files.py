"""The deck files that paths on the command line stand for."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from carddb.errors import AppError
from cli.screen import say
from decks.formats.source import MOST_BYTES

DECK_ENDINGS = frozenset({".txt", ".json", ".o8d", ".md", ".csv", ".deck"})


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A file to read, and the path by which the user knows it ("-" is standard input)."""

    path: str

    @property
    def stem(self) -> str:
        """The name that a deck without one gets."""
        return "Standard input" if self.path == "-" else Path(self.path).stem

    def read(self) -> bytes:
        """Return the file's bytes, no more than tell that it is too large; AppError if it fails."""
        try:
            if self.path == "-":
                return sys.stdin.buffer.read(MOST_BYTES + 1)
            with Path(self.path).open("rb") as file:
                return file.read(MOST_BYTES + 1)
        except OSError as error:
            raise AppError(
                f"{self.path} cannot be read: {error.strerror or error}.",
                "Check the path and its permissions.",
            ) from None


@dataclass(frozen=True, slots=True)
class Failure:
    """A file of several that could not be used, with the reason."""

    path: str
    error: AppError

    def tell(self) -> None:
        """Say it on standard error."""
        say(f"{self.path}: {self.error.sentence}", self.error.hint)

    def as_json(self) -> dict[str, Any]:
        """Return it as the entry that it is among what `failed`."""
        line = getattr(self.error, "line", None)
        return {"path": self.path, "reason": self.error.sentence, "line": line}


def deck_files(paths: Iterable[str]) -> Iterator[DeckFile]:
    """Yield the files of paths; a folder stands for every deck file below it, by name."""
    for path in paths:
        if path != "-" and Path(path).is_dir():
            inside = [
                each
                for each in sorted(Path(path).rglob("*"))
                if each.suffix.lower() in DECK_ENDINGS and each.is_file()
            ]
            if not inside:
                endings = ", ".join(sorted(DECK_ENDINGS))
                raise AppError(f"{path} holds no deck files.", f"Looked for: {endings}.")
            yield from (DeckFile(str(each)) for each in inside)
        else:
            yield DeckFile(path)

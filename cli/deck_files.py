"""The deck files behind the paths of a command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import Any

from cli.terminal import filling, print_message, stoppable
from core.errors import AppError
from core.files import is_folder, path_text, unreadable
from decks.formats.deck_format import MOST_BYTES
from decks.formats.share_code import recognises

DECK_ENDINGS = frozenset({".txt", ".json", ".o8d", ".md", ".csv", ".deck"})
# A folder of decks has fewer files than this.
MOST_LOOKED_AT, _SILENT = 20_000, 1_000


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A file to read, and the path by which the user knows it.

    "-" is standard input; the short code of a deck stands for itself.
    """

    path: str

    @property
    def stem(self) -> str:
        """The name that a deck without one gets."""
        if recognises(self.path):
            return "A deck by its code"
        return "Standard input" if self.path == "-" else Path(self.path).stem

    def read(self) -> bytes:
        """Return the file's bytes, at most one more than is allowed; AppError if it fails."""
        check_named(self.path)
        if recognises(self.path):
            return self.path.encode("ascii")
        try:
            if self.path == "-":
                return sys.stdin.buffer.read(MOST_BYTES + 1)
            with open(self.path, "rb", opener=_open_at_once) as file:
                # None if nothing can be read now.
                return file.read(MOST_BYTES + 1) or b""
        except (OSError, ValueError) as error:
            raise unreadable(self.path, error) from None


@dataclass(frozen=True, slots=True)
class Failure:
    """A file of several that could not be used, with the reason."""

    path: str
    error: AppError

    def print(self) -> None:
        print_message(f"{self.path}: {self.error.sentence}", self.error.hint)

    def as_json(self) -> dict[str, Any]:
        """Return it as an entry of `failed`."""
        line = getattr(self.error, "line", None)
        hint = self.error.hint
        return {"path": self.path, "reason": self.error.sentence, "hint": hint, "line": line}


def deck_files(paths: Iterable[str]) -> Iterator[DeckFile]:
    for path in paths:
        check_named(path)
        if path != "-" and not recognises(path) and is_folder(Path(path)):
            inside = _inside(path)
            if not inside:
                endings = ", ".join(sorted(DECK_ENDINGS))
                raise AppError(f"{path} holds no deck files.", f"Looked for: {endings}.")
            yield from (DeckFile(str(each)) for each in inside)
        else:
            yield DeckFile(path)


def check_named(path: str) -> None:
    """Raise AppError for an empty path, which the system takes for the current folder."""
    if not path:
        raise AppError("The name of the file is empty.", "Name a file, or - for standard input.")


def _inside(folder: str) -> list[Path]:
    """Return the deck files below a folder, without folders in it that may not be looked into.

    Links to other folders are not followed, and other file systems are left out.
    """
    found: list[Path] = []
    looked_at = 0
    with stoppable(), filling("Looking for decks") as progress:
        try:
            system = Path(folder).stat().st_dev
            os.scandir(folder).close()  # os.walk skips unreadable folders silently
            for place, folders, names in os.walk(folder):
                folders[:] = [each for each in folders if _device(place, each) == system]
                looked_at += len(names) + 1
                if looked_at > MOST_LOOKED_AT:
                    raise AppError(
                        f"{path_text(folder)} holds more than {MOST_LOOKED_AT:,} files.",
                        "Name the folder of your decks.",
                    )
                if looked_at > _SILENT:
                    progress(looked_at, MOST_LOOKED_AT)
                decks = (Path(place, n) for n in names if Path(n).suffix.lower() in DECK_ENDINGS)
                found += [each for each in decks if each.is_file()]
        except OSError as error:
            raise unreadable(error.filename or folder, error) from None
    return sorted(found)


def _device(place: str, name: str) -> int:
    """Return the file system of a folder; 0 if the system does not tell."""
    try:
        return Path(place, name).lstat().st_dev
    except OSError:
        return 0


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting for its contents, as a pipe would."""
    is_plain = S_ISREG(Path(path).stat().st_mode)
    return os.open(path, flags | (getattr(os, "O_NONBLOCK", 0) if is_plain else 0))

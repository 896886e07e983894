"""JSON files of the player's own, one for each list or pack: read, stored and removed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, ClassVar, NoReturn, TypeVar

from core.decoding import decoded
from core.errors import AppError
from core.files import path_text, reason_of, unreadable, unwritable, write_file

_T = TypeVar("_T")
_MOST_FAULTS = 30


class OwnFileError(AppError):
    """A file is not what it should be: `faults` are sentences that name the place of each fault."""

    what: ClassVar[str]

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        more = len(self.faults) - _MOST_FAULTS
        shown = [*self.faults[:_MOST_FAULTS], *([f"And {more:,} more."] if more > 0 else [])]
        super().__init__(f"This is no {self.what}: {' '.join(shown)}", "docs/own-lists.md has one.")


def read_json(data: bytes, most_bytes: int, error: type[OwnFileError]) -> dict[str, Any]:
    """Return the object of a JSON file; the error where it is broken, too large or no object.

    A list of one object is that object.
    """
    if len(data) > most_bytes:
        raise error([f"The file is larger than {most_bytes / 10**6:.0f} MB."])

    def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            left = dict.fromkeys(found, 1)
            twice = next(key for key, _ in pairs if left.pop(key, None) is None)
            raise error([f"An object has the key “{twice:.40}” twice."])
        return found

    try:
        raw = json.loads(
            decoded(data), object_pairs_hook=object_of, parse_constant=_refuse_constant
        )
    except RecursionError:
        raise error(["It is nested too deeply."]) from None
    except ValueError as reason:
        raise error([f"It is not JSON: {reason}."]) from None
    if isinstance(raw, list) and len(raw) == 1:
        raw = raw[0]
    if not isinstance(raw, dict):
        raise error([f"A file holds one {error.what}, as an object."])
    return raw


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def unknown_field(name: str, known: Iterable[str]) -> str:
    """Return the reason why a field is a fault, with the known one that may be meant."""
    near = get_close_matches(name, known, n=1)
    return f"is no field here{f'; did you mean “{near[0]}”?' if near else ''}"


def is_line(text: str, most: int) -> bool:
    """Return whether a text is one printable line of at most so many letters, and not empty."""
    return bool(text.strip()) and len(text) <= most and text.isprintable()


def load_files(
    folder: Path, most_bytes: int, read: Callable[[bytes], _T]
) -> tuple[list[_T], list[str]]:
    """Return what the files of a folder hold, and a sentence for each that cannot be used."""
    found, notes = [], []
    for path in sorted(folder.glob("*.json")):
        try:
            with path.open("rb") as file:
                found.append(read(file.read(most_bytes + 1)))
        except (OSError, AppError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else error.sentence
            notes.append(f"{path_text(path)} is not used: {reason.rstrip('.')}.")
    return found, notes


def store_file(path: Path, data: bytes) -> Path:
    """Write a file and the folder that it is in; AppError where it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from None
    write_file(path, data)
    return path


def remove_file(path: Path) -> bool:
    """Remove a file; return whether there was one."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    return True

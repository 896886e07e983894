"""The player's own JSON files, one for each list or pack: read, stored and removed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, ClassVar, NoReturn, TypeAlias, TypeVar

from core.decoding import decoded
from core.errors import AppError
from core.files import path_text, reason_of, unreadable, unwritable, write_file
from core.text_format import one_line

_T = TypeVar("_T")
FileContents: TypeAlias = dict[Path, bytes | None]
_MOST_FAULTS = 30
_LONGEST_FAULT = 300


class OwnFileError(AppError):
    """A file is not what it should be.

    `faults` are sentences that name the place of each fault, `lines` the message line by line.
    """

    what: ClassVar[str]

    def __init__(self, faults: Iterable[str]) -> None:
        # They quote the file, which may hold control characters.
        self.faults = tuple(one_line(each, _LONGEST_FAULT) for each in faults)
        more = len(self.faults) - _MOST_FAULTS
        shown = [*self.faults[:_MOST_FAULTS], *([f"And {more:,} more."] if more > 0 else [])]
        self.lines = (f"This is not a {self.what}:", *shown)
        hint = "docs/own-lists.md describes such files, with an example."
        super().__init__(" ".join(self.lines), hint)


def read_json(data: bytes, most_bytes: int, error: type[OwnFileError]) -> dict[str, Any]:
    """Return the object of a JSON file, or the one object of its list.

    Raises `error` for broken JSON, a file that is too large, and other values.
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
        raise error(["Its JSON is nested too deeply."]) from None
    except ValueError as reason:
        raise error([f"It is not JSON: {reason}."]) from None
    if isinstance(raw, list) and len(raw) == 1:
        raw = raw[0]
    if not isinstance(raw, dict):
        raise error([f"The file must hold one {error.what}, as a JSON object."])
    return raw


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")


@dataclass(slots=True)
class FileReader:
    """Reads the object of a file, and continues after a fault.

    If `strict`, an unknown field is a fault.
    """

    raw: Mapping[str, Any]
    strict: bool
    faults: list[str] = field(default_factory=list)

    def fault(self, place: str, reason: str) -> None:
        end = "" if reason.endswith("?") else "."
        self.faults.append(f"{place} {reason}{end}")

    def no_others(self, raw: Mapping[str, Any], known: Sequence[str], place: str = "") -> None:
        """Note a fault for each unknown field, with the known one that may be meant."""
        for name in raw if self.strict else ():
            if name not in known:
                near = get_close_matches(name, known, n=1)
                meant = f". Did you mean “{near[0]}”?" if near else ""
                self.fault(f"{place}{name:.40}", f"is not a field here{meant}")


def is_line(text: str, most: int) -> bool:
    """Return whether a text is one printable line, not empty, of at most `most` characters."""
    return bool(text.strip()) and len(text) <= most and text.isprintable()


def load_files(
    folder: Path, most_bytes: int, read: Callable[[bytes], _T]
) -> tuple[list[_T], list[str]]:
    """Return the contents of a folder's files, and a sentence for each that cannot be used."""
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
    """Write a file, and make its folder if it is missing; AppError if that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from None
    write_file(path, data)
    return path


def contents_of(paths: Iterable[Path]) -> FileContents:
    """Return the bytes of each file, None for one that does not exist."""
    return {path: path.read_bytes() if path.is_file() else None for path in paths}


def restore_files(before: FileContents) -> None:
    """Give files the contents that they had."""
    for path, data in before.items():
        if data is None:
            remove_file(path)
        else:
            store_file(path, data)


def remove_file(path: Path) -> bool:
    """Remove a file; return whether there was one."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    return True

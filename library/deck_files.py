"""Reads deck files, with a sentence for everything that can be wrong with a path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from carddb.terms import Edition
from core.errors import AppError
from core.files import path_text, reason_of
from core.progress import Progress
from decks.deck import Deck
from decks.report import Reading
from validators.conditions import Requested

if TYPE_CHECKING:
    from carddb.names import Allowed
    from validators.judge import Judge

MAX_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Opened:
    """The decks of some files and the failures; `paths` are those that saving may overwrite."""

    readings: tuple[Reading, ...]
    failures: tuple[AppError, ...]
    paths: tuple[Path | None, ...] = ()


def open_decks(
    paths: Sequence[Path], judges: Mapping[Edition, Judge], today: date, progress: Progress
) -> Opened:
    """Return the decks of all files; a file without a deck does not stop the others."""
    readings: list[Reading] = []
    homes: list[Path | None] = []
    failures: list[AppError] = []
    for done, path in enumerate(paths):
        progress(done, len(paths))
        try:
            data = read_file(path)
        except AppError as error:
            failures.append(error)
            continue
        try:
            found = readings_of(data, path.stem, judges, today)
        except AppError as error:
            sentence = f"“{path.name}” was not opened. {error.sentence}"
            failures.append(AppError(sentence, error.hint))
            continue
        readings += found
        homes += [path if is_own(data, found) else None for _ in found]
    return Opened(tuple(readings), tuple(failures), tuple(homes))


def readings_of(
    data: bytes | str, name: str, judges: Mapping[Edition, Judge], today: date
) -> list[Reading]:
    """Return the decks of a text, ambiguous names as playable printings; AppError for none."""
    from decks.deck_reader import read_decks  # noqa: PLC0415 - every format, not at start
    from validators.printings import read_playable  # noqa: PLC0415

    pools = {edition: judge.pool for edition, judge in judges.items()}

    def read(allowed: Allowed) -> list[Reading]:
        return read_decks(data, pools, name=name, allowed=allowed)

    return read_playable(read, judges, Requested(), today)


def is_own(data: bytes, found: Sequence[Reading]) -> bool:
    """Return whether saving would write the same file, so that overwriting it loses nothing."""
    return len(found) == 1 and own_text(found[0].deck).encode() == data


def read_file(path: Path) -> bytes:
    """Return a file's bytes; AppError if there is no file to read or nothing in it."""
    name = path_text(path.name or path)
    try:
        if path.is_dir():
            raise AppError(f"“{name}” is a folder.", "Choose a deck file in it.")
        if not path.exists():
            raise AppError(f"There is no file “{name}”.", "It may have been moved or renamed.")
        if not path.is_file():
            raise AppError(f"“{name}” is not a file.", "Choose a deck list.")
        if path.stat().st_size > MAX_BYTES:
            raise AppError(f"“{name}” is too large to be a deck.", "Choose a deck list.")
        data = path.read_bytes()
    except PermissionError:
        raise AppError(
            f"“{name}” may not be read.", "Look at the file's permissions, or copy it."
        ) from None
    except OSError as error:
        raise AppError(f"“{name}” could not be read: {reason_of(error)}.") from None
    if not data.strip():
        raise AppError(f"“{name}” is empty.", "A deck list has a card on every line.")
    return data


def own_text(deck: Deck) -> str:
    """Return a deck as this program's own files hold it."""
    from decks.formats import deck_json  # noqa: PLC0415 - not at start

    return deck_json.write([deck], {})

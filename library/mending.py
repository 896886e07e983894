"""What is done with a damaged library: it is put aside, and the newest good backup is used."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from carddb.errors import AppError
from library.backups import backups_folder
from library.copies import LibraryCopy, copy_library, inspected
from library.errors import LibraryError
from library.times import in_file_name
from validators.wording import count_of

_LOGS = ("-wal", "-shm", "-journal")
REPLACED = "replaced"


def is_cut_off(path: Path) -> bool:
    """Tell whether a file is empty that was not: there are backups of it, and no log beside it."""
    try:
        empty = path.is_file() and not path.stat().st_size
    except OSError:
        return False
    return empty and not path.with_name(f"{path.name}-wal").exists() and bool(backups_of(path))


@dataclass(frozen=True, slots=True)
class Mended:
    """What was done with a damaged file: where it is now, and which backup took its place."""

    path: Path
    aside: Path
    backup: LibraryCopy | None

    def words(self, rescued: int) -> str:
        """Say it in sentences; `rescued` counts the versions that the damaged file still gave."""
        kept = (
            f"The library {self.path} was damaged. The damaged file is kept as {self.aside.name}."
        )
        saved = count_of(rescued, "newer version") + " of decks could be read from it"
        if self.backup is not None:
            used = f"The backup {self.backup.path.name} is used instead"
            return f"{kept} {used}; {saved}." if rescued else f"{kept} {used}."
        used = "There is no good backup of it, so it begins anew"
        return f"{kept} {used}; {saved}." if rescued else f"{kept} {used}, empty."


def mend(path: Path, now: datetime) -> Mended:
    """Put a damaged file aside and the newest good backup in its place.

    Where there is none, the place is left free for a new library.
    """
    aside = put_aside(path, now)
    backup = newest_good_backup(path)
    if backup is not None:
        copy_library(backup.path, path)
    return Mended(path, aside, backup)


def put_aside(path: Path, now: datetime) -> Path:
    """Rename a library's file and the logs beside it; return the new path."""
    aside = free_name(path.with_name(f"{path.stem}-damaged-{in_file_name(now)}.db"))
    try:
        for suffix in _LOGS:
            log = path.with_name(f"{path.name}{suffix}")
            if log.exists():
                log.replace(aside.with_name(f"{aside.name}{suffix}"))
        path.replace(aside)
    except OSError as error:
        raise LibraryError(
            f"The library {path} is damaged and cannot be put aside: {error.strerror or error}.",
            "Make its folder writable, or choose another one with --home.",
        ) from None
    return aside


def free_name(path: Path) -> Path:
    """Return a path at which nothing is yet: this one, or with a number."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free


def newest_good_backup(path: Path) -> LibraryCopy | None:
    """Return the newest backup that is whole, of this program's version or an older one."""
    for backup in backups_of(path):
        with suppress(AppError):
            return inspected(backup)
    return None


def backups_of(path: Path) -> list[Path]:
    """Return the backups of a file, the newest first, without libraries that were replaced."""
    found = []
    for each in backups_folder(path).glob(f"{path.stem}-*.db"):
        with suppress(OSError):
            if REPLACED not in each.name:
                found.append((each.stat().st_mtime, each))
    return [each for _, each in sorted(found, reverse=True)]

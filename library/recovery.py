"""What is done with a damaged library: it is put aside, and the newest good backup is used.

What takes its place is made whole first, under a name that says where the damaged file goes. From
then on every start does what is left to do before anything else, so a kill loses nothing.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from carddb.errors import AppError
from library import schema
from library.addresses import FILE_NAME
from library.backups import backups_folder
from library.errors import LibraryError
from library.file_copy import UNFINISHED, LibraryCopy, copy_library, inspected, working_folder
from library.salvage import Salvaged, salvage
from library.storage import Storage
from library.timestamps import in_file_name
from validators.messages import count_of

_LOGS = ("-wal", "-shm", "-journal")
_MENDED = ".mended"
REPLACED = "replaced"


def was_there(path: Path) -> bool:
    """Tell whether there was a library before: there are backups of it, or damaged files."""
    return bool(backups_of(path) or any(_damaged(path, ".db")))


def must_be_mended(path: Path) -> bool:
    """Tell whether mending was interrupted, or a file is empty that was not.

    To be asked before SQLite is: it takes an empty file for a new library, and deletes its log.
    """
    real = _real(path)
    try:
        empty = real.is_file() and not real.stat().st_size
    except OSError:
        return False
    logs = (real.with_name(f"{real.name}{log}") for log in ("-wal", "-shm"))
    lost = empty and (was_there(path) or any(log.exists() for log in logs))
    return lost or any(_interrupted(path))


@dataclass(frozen=True, slots=True)
class Recovered:
    """What was done with a damaged file: where it is now, and what takes its place."""

    path: Path
    aside: Path
    backup: LibraryCopy | None
    salvaged: Salvaged

    def words(self) -> str:
        """Say it in sentences."""
        kept = _kept(self.path, self.aside)
        used = "There is no good backup of it, so it begins anew"
        if self.backup is not None:
            used = f"The backup {self.backup.path.name} is used instead"
        if not self.salvaged.versions:
            said = f"{kept} {used}." if self.backup else f"{kept} {used}, empty."
        else:
            versions = count_of(self.salvaged.versions, "newer version")
            said = f"{kept} {used}; {versions} of decks could be read from it."
        if self.salvaged.unsound:
            said += f" Left out: {count_of(self.salvaged.unsound, 'entry')} that made no sense."
        return said


def _kept(path: Path, aside: Path) -> str:
    return f"The library {path} was damaged. The damaged file is kept as {aside.name}."


def finish(path: Path) -> str:
    """Do what is left of a mending that was interrupted; say so, or nothing where none was."""
    said = ""
    for mended in _interrupted(path):
        aside = mended.with_suffix("")
        if aside.exists() and path.exists():
            # Somebody has put a library there since.
            mended.replace(free_name(aside.with_stem(f"{aside.stem}-mended")))
            continue
        _put_in_place(path, aside, mended)
        said = f"{_kept(path, aside)} Mending it was interrupted and is finished now."
    return said


def recover(path: Path, now: datetime) -> Recovered:
    """Put a damaged file aside and in its place the newest good backup, with what is newer.

    Where there is no backup a new library takes the place, with all that could be read.
    """
    real = _real(path)
    aside = free_name(real.with_name(f"{path.stem}-damaged-{in_file_name(now)}.db"))
    mended = aside.with_name(f"{aside.name}{_MENDED}")
    for left in _damaged(path, UNFINISHED):
        left.unlink(missing_ok=True)
    backup = newest_good_backup(path)
    with working_folder() as folder:
        made = folder / FILE_NAME
        if backup is not None:
            copy_library(backup.path, made)
        storage = Storage(made, migrating=True)
        try:
            with storage.arranging() as connection:
                if schema.revision(connection, made) != schema.HEAD:
                    schema.migrate(connection)
            salvaged = salvage(real, storage)
        finally:
            storage.close()
        made.chmod(stat.S_IMODE(real.stat().st_mode))
        copy_library(made, mended)
    _put_in_place(path, aside, mended)
    return Recovered(path, aside, backup, salvaged)


def _put_in_place(path: Path, aside: Path, mended: Path) -> None:
    """Rename a damaged file and the logs beside it, and then the mended one, as far as is left."""
    real = _real(path)
    try:
        for suffix in (*_LOGS, ""):
            old = real.with_name(f"{real.name}{suffix}")
            if old.exists():
                old.replace(aside.with_name(f"{aside.name}{suffix}"))
        mended.replace(real)
    except OSError as error:
        raise LibraryError(
            f"The library {path} is damaged and cannot be put aside: {error.strerror or error}.",
            "Make its folder writable, or choose another one with --home.",
        ) from None


def _real(path: Path) -> Path:
    """Return the file that a link leads to; one that leads to itself is no error here."""
    return Path(os.path.realpath(path))


def _interrupted(path: Path) -> list[Path]:
    return sorted(_damaged(path, f".db{_MENDED}"))


def _damaged(path: Path, end: str) -> Iterator[Path]:
    return _real(path).parent.glob(f"{path.stem}-damaged-*{end}")


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

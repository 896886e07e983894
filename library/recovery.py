"""Recovery of a damaged library: it is put aside, and the newest good backup is used.

The recovered file is made whole first, under a name that holds that of the damaged file. From then
on every start first finishes the recovery, so a kill loses nothing.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from carddb.errors import AppError
from library import schema
from library.addresses import FILE_NAME
from library.backups import backups_folder, snapshots_folder
from library.errors import LibraryError
from library.file_copy import UNFINISHED, LibraryCopy, copy_library, inspected, working_folder
from library.salvage import Salvaged, salvage
from library.storage import Storage
from library.stored_text import in_file_name
from validators.messages import count_of

if TYPE_CHECKING:
    from library.event_salvage import EventSetBack

_LOG = logging.getLogger("sevenplots.library")
_LOGS = ("-wal", "-shm", "-journal")
_RECOVERED = ".recovered"
REPLACED = "replaced"


def existed_before(path: Path) -> bool:
    """Whether there was a library before: there are backups of it, or damaged files."""
    return bool(backups_of(path) or any(_damaged(path, ".db")))


def needs_recovery(path: Path) -> bool:
    """Whether a recovery was interrupted, or a file is empty that was not.

    To be checked before SQLite opens it: an empty file is a new library to it, and its log is
    deleted.
    """
    real = _real(path)
    try:
        empty = real.is_file() and not real.stat().st_size
    except OSError:
        return False
    logs = (real.with_name(f"{real.name}{log}") for log in ("-wal", "-shm"))
    lost = empty and (existed_before(path) or any(log.exists() for log in logs))
    return lost or any(_interrupted(path))


@dataclass(frozen=True, slots=True)
class Recovered:
    """What was done with a damaged file: where it is now, and what replaces it."""

    path: Path
    aside: Path
    backup: LibraryCopy | None
    salvaged: Salvaged
    set_back: tuple[EventSetBack, ...] = ()

    def text(self) -> str:
        """Return what was done in sentences."""
        damaged = _damaged_text(self.path, self.aside)
        used = "There is no good backup of it, so it begins anew"
        if self.backup is not None:
            used = f"The backup {self.backup.path.name} is used instead"
        newer = []
        if self.salvaged.versions:
            newer.append(f"{count_of(self.salvaged.versions, 'newer version')} of decks")
        if self.salvaged.events:
            newer.append(count_of(self.salvaged.events, "newer event"))
        if newer:
            text = f"{damaged} {used}; {' and '.join(newer)} could be read from it."
        else:
            text = f"{damaged} {used}." if self.backup else f"{damaged} {used}, empty."
        if self.salvaged.unsound:
            text += f" Left out: {count_of(self.salvaged.unsound, 'entry')} that made no sense."
        return " ".join((text, *(each.text() for each in self.set_back)))


def _damaged_text(path: Path, aside: Path) -> str:
    return f"The library {path} was damaged. The damaged file is kept as {aside.name}."


def finish_recovery(path: Path) -> str:
    """Finish a recovery that was interrupted; return a sentence about it, "" where none was."""
    text = ""
    for recovered in _interrupted(path):
        aside = recovered.with_suffix("")
        if aside.exists() and path.exists():
            # Another library was put there since.
            recovered.replace(free_name(aside.with_stem(f"{aside.stem}-recovered")))
            continue
        _put_in_place(path, aside, recovered)
        _LOG.warning("An interrupted recovery of %s is finished", path.name)
        text = f"{_damaged_text(path, aside)} Its recovery was interrupted and is finished now."
    return text


def recover(path: Path, now: datetime) -> Recovered:
    """Put a damaged file aside and in its place the newest good backup, with what is newer.

    Where there is no backup a new library takes the place, with all that could be read.
    """
    real = _real(path)
    aside = free_name(real.with_name(f"{path.stem}-damaged-{in_file_name(now)}.db"))
    recovered = aside.with_name(f"{aside.name}{_RECOVERED}")
    for left in _damaged(path, UNFINISHED):
        left.unlink(missing_ok=True)
    backup = newest_good_backup(path)
    used = f"the backup {backup.path.name}" if backup else "no backup"
    _LOG.warning("The library %s is damaged; recovery from %s", path.name, used)
    with working_folder() as folder:
        made = folder / FILE_NAME
        if backup is not None:
            copy_library(backup.path, made)
        storage = Storage(made, migrating=True)
        try:
            with storage.changing_schema() as connection:
                if schema.revision(connection, made) != schema.HEAD:
                    schema.migrate(connection)
            salvaged = salvage(real, storage)
            set_back = _set_back(path, salvaged, storage)
        finally:
            storage.close()
        made.chmod(stat.S_IMODE(real.stat().st_mode))
        copy_library(made, recovered)
    _put_in_place(path, aside, recovered)
    _LOG.warning("The library %s is recovered; the damaged file is %s", path.name, aside.name)
    return Recovered(path, aside, backup, salvaged, set_back)


def _set_back(path: Path, salvaged: Salvaged, storage: Storage) -> tuple[EventSetBack, ...]:
    """Return the events that had come further than the recovered library has them."""
    from library.event_salvage import (  # noqa: PLC0415 - rarely needed
        event_marks,
        events_set_back,
        snapshot_marks,
    )

    with storage.reading() as connection:
        now = event_marks(connection)
    snapshots = snapshot_marks(snapshots_folder(path.parent))
    return events_set_back([salvaged.event_marks, snapshots], now)


def _put_in_place(path: Path, aside: Path, recovered: Path) -> None:
    """Rename a damaged file with its logs, then the recovered one, as far as not done yet."""
    real = _real(path)
    try:
        for suffix in (*_LOGS, ""):
            old = real.with_name(f"{real.name}{suffix}")
            if old.exists():
                old.replace(aside.with_name(f"{aside.name}{suffix}"))
        recovered.replace(real)
    except OSError as error:
        raise LibraryError(
            f"The library {path} is damaged and cannot be put aside: {error.strerror or error}.",
            "Make its folder writable, or choose another one with --home.",
        ) from None


def _real(path: Path) -> Path:
    """Return the file that a link leads to; one that leads to itself is no error here."""
    return Path(os.path.realpath(path))


def _interrupted(path: Path) -> list[Path]:
    return sorted(_damaged(path, f".db{_RECOVERED}"))


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

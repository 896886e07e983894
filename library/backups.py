"""Backups of a library: daily copies of its file, and backups on request with the way back."""

from __future__ import annotations

import logging
import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, insert, select, text

from core.errors import AppError
from library import schema
from library.addresses import FILE_NAME, backups_folder
from library.errors import DamagedLibraryError, LibraryError, NoRoomError
from library.file_copy import (
    UNFINISHED,
    LibraryCopy,
    copied_with_log,
    copy_library,
    inspect_file,
    inspected,
    working_folder,
)
from library.models import METADATA, FactRow
from library.recovery import REPLACED, free_name
from library.storage import Storage
from library.stored_text import in_file_name, storable

if TYPE_CHECKING:
    from library.event_repository import EventSetBack

_LOG = logging.getLogger("sevenplots.library")

DAYS = 10
_ABANDONED_SECONDS = 3600.0
_BATCH = 500


def daily_backups(path: Path) -> list[Path]:
    """Return the automatic backups of a library's file, the newest first."""
    daily = re.compile(rf"{re.escape(path.stem)}-\d{{4}}-\d\d-\d\d\.db")
    with suppress(OSError):
        found = [each for each in backups_folder(path).iterdir() if daily.fullmatch(each.name)]
        return sorted(found, reverse=True)
    return []


def back_up_daily(storage: Storage, now: datetime) -> str:
    """Back up a library's file that was changed since the last backup and has none of this day.

    The newest ten stay. Return a sentence where that fails: a library without backups is still a
    library. A server is backed up by those who run it.
    """
    path = storage.address
    if not isinstance(path, Path):
        return ""
    day = now.astimezone().date()
    target = backups_folder(path) / f"{path.stem}-{day.isoformat()}.db"
    if target.exists():
        return ""
    existing = daily_backups(path)
    try:
        if storage.changes() != (_changes_in(existing[0]) if existing else 0):
            copy_library(path, target)
            _LOG.info("Daily backup %s", target.name)
            _delete_old(path)
    except AppError as error:
        # Where the library is may be personal.
        reason = error.sentence.replace(f"{path.parent}{os.sep}", "")
        _LOG.warning("The daily backup failed: %s", reason)
        return f"Today's backup of the library could not be made. {error.sentence}"
    return ""


def _changes_in(backup: Path) -> int | None:
    try:
        return inspected(backup).changes
    except AppError:
        return None


def _delete_old(path: Path) -> None:
    """Delete automatic backups but the newest ten, and what a killed process left unfinished."""
    for each in daily_backups(path)[DAYS:]:
        with suppress(OSError):
            each.unlink()
    for each in backups_folder(path).glob(f"*{UNFINISHED}*"):
        # Another process may be finishing or deleting it.
        with suppress(OSError):
            if time.time() - each.stat().st_mtime > _ABANDONED_SECONDS:
                each.unlink()


@dataclass(frozen=True, slots=True)
class Restored:
    """The backup that was used, the copy of what it replaced, and events that it has less of."""

    backup: LibraryCopy
    replaced: LibraryCopy
    set_back: tuple[EventSetBack, ...] = ()


def back_up(storage: Storage, target: Path) -> LibraryCopy:
    """Write a whole library into a file; LibraryError if another kind of file is there."""
    _check_target(storage, target)
    if isinstance(storage.address, Path):
        copy = copy_library(storage.address, target)
    else:
        with storage.reading() as connection:
            copy = _export(connection, target)
    _LOG.info("Backup %s: %d decks", target.name, copy.decks)
    return copy


def restore(storage: Storage, file: Path, now: datetime, home: Path) -> Restored:
    """Put a backup in the place of all that a library holds, in one transaction.

    What was there is first copied into the folder of backups; other windows continue with what is
    restored. The file is checked before and stays as it is. The errors of `inspect_file`, and
    LibraryError if the copy cannot be made: nothing was changed then.
    """
    from library.event_repository import (  # noqa: PLC0415 - no other command needs it
        event_marks,
        events_set_back,
    )

    seen = inspect_file(file)
    with (
        working_folder() as folder,
        schema.migrated(copied_with_log(file, folder), file) as source,
        source.reading() as rows,
    ):
        if not schema.is_readable(schema.raw(rows)):
            raise DamagedLibraryError(f"The file {file} is damaged.")
        with storage.writing() as connection:
            _lock(connection)
            replaced = _copy_replaced(storage, connection, _replaced_path(storage, now, home))
            set_back = events_set_back([event_marks(connection)], event_marks(rows))
            _replace(rows, connection)
    _LOG.info("Restored %s; what was there is in %s", file.name, replaced.path.name)
    return Restored(seen, replaced, set_back)


def _replaced_path(storage: Storage, now: datetime, home: Path) -> Path:
    path = storage.address if isinstance(storage.address, Path) else home / FILE_NAME
    name = f"{path.stem}-{REPLACED}-{in_file_name(now)}.db"
    return free_name(backups_folder(path) / name)


def _copy_replaced(storage: Storage, connection: Connection, target: Path) -> LibraryCopy:
    """Copy what is there; nobody can change it between this and the end of the transaction."""
    if isinstance(storage.address, Path):
        return copy_library(storage.address, target)
    return _export(connection, target)


def _check_target(storage: Storage, target: Path) -> None:
    try:
        is_library = (
            isinstance(storage.address, Path)
            and target.exists()
            and target.samefile(storage.address)
        )
        is_other = target.is_file() and target.stat().st_size > 0
    except OSError as error:
        raise LibraryError(
            f"No copy of the library can be written to {target}: {error.strerror or error}.",
            "Name another file.",
        ) from None
    if is_library:
        raise LibraryError(f"{target} is the library itself.", "Name another file.")
    if is_other:
        try:
            inspect_file(target)
        except NoRoomError:
            raise
        except AppError:
            raise LibraryError(
                f"{target} is there already and is not a backup, so it is left as it is.",
                "Name another file.",
            ) from None


def _lock(connection: Connection) -> None:
    """Lock out other writers until the transaction ends; a file's transaction does so itself."""
    if connection.dialect.name == "postgresql":
        names = ", ".join(f'"{table.name}"' for table in METADATA.sorted_tables)
        connection.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))


def _export(connection: Connection, target: Path) -> LibraryCopy:
    """Write the rows that a connection sees into a new file."""
    with working_folder() as folder:
        made = folder / FILE_NAME
        with schema.migrated(made) as storage, storage.writing() as rows:
            _replace(connection, rows)
        return copy_library(made, target)


def _replace(source: Connection, target: Connection) -> None:
    """Put the rows of one database in the place of another's; the count of changes continues."""
    tables = [t for t in METADATA.sorted_tables if t.name != FactRow.__tablename__]
    for table in reversed(tables):
        target.execute(delete(table))
    for table in tables:
        found = source.execute(select(table)).mappings()
        while batch := found.fetchmany(_BATCH):
            target.execute(insert(table), [_storable(dict(row)) for row in batch])


def _storable(row: dict[str, object]) -> dict[str, object]:
    return {k: storable(v) if isinstance(v, str) else v for k, v in row.items()}

"""How a library is opened: made, migrated or recovered where need be, and backed up once a day."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL

from library import schema
from library.addresses import Address, backups_folder
from library.backups import back_up_daily
from library.database_errors import damaged, file_refusal
from library.errors import DamagedLibraryError, LibraryError, NotALibraryError
from library.file_copy import copy_library
from library.recovery import (
    backups_of,
    existed_before,
    finish_recovery,
    free_name,
    needs_recovery,
    recover,
)
from library.schema import is_readable, is_whole, raw
from library.storage import Storage
from library.stored_text import YEARS, in_file_name

_SECONDS = 60.0


@contextmanager
def exclusive_access(path: Path) -> Iterator[None]:
    """Wait for a lock that other processes respect and that ends with this one; LibraryError."""
    lock = path.with_name(f"{path.name}.lock")
    try:
        with closing(sqlite3.connect(lock, timeout=_SECONDS, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            yield
    except sqlite3.Error as error:
        refusal = file_refusal(error, str(path))
        if refusal is None:
            raise
        raise refusal from error


_LOG = logging.getLogger("sevenplots.library")


def open_storage(address: Address, now: datetime) -> tuple[Storage, str]:
    """Return a usable storage and a sentence about what was wrong; LibraryError and its like."""
    if now.year not in YEARS:
        # Nothing can be saved then, but the library can be read.
        now = datetime(YEARS[0], 1, 1, tzinfo=UTC)
    return _open_file(address, now) if isinstance(address, Path) else (_open_server(address), "")


def _open_server(address: URL) -> Storage:
    storage = Storage(address)
    try:
        with storage.reading() as connection:
            found = schema.revision(connection, address)
        if found != schema.HEAD:
            with storage.changing_schema() as connection:
                schema.lock_server(connection)
                if schema.revision(connection, address) != schema.HEAD:
                    schema.migrate(connection)
    except BaseException:
        storage.close()
        raise
    return storage


def _open_file(path: Path, now: datetime) -> tuple[Storage, str]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LibraryError(
            f"There is no folder {path.parent}, and it cannot be made: {error.strerror or error}.",
            "Make the folder, or choose another one with --home.",
        ) from None
    note = ""
    storage = None if needs_recovery(path) else _ready(path)
    if storage is None:
        with exclusive_access(path):
            note = _prepared(path, now)
        storage = _ready(path)
    if storage is None:
        raise DamagedLibraryError(
            f"The library {path} is damaged and could not be recovered.",
            "Restore a backup with sevenplots restore.",
        )
    return storage, " ".join(filter(None, [note, back_up_daily(storage, now)]))


def _ready(path: Path) -> Storage | None:
    """Return the storage of a file that is sound and of today's version; None if it is not."""
    if not path.exists():
        return None
    storage = Storage(path)
    try:
        if _state(storage, path) == schema.HEAD:
            return storage
    except DamagedLibraryError:
        pass
    except BaseException:
        storage.close()
        raise
    storage.close()
    return None


def _state(storage: Storage, path: Path) -> str | None:
    """Return the version of a file's tables; DamagedLibraryError if it is not sound."""
    with storage.reading() as connection:
        if not is_whole(raw(connection)):
            raise damaged(str(path))
        try:
            found = schema.revision(connection, path)
        except NotALibraryError:
            if existed_before(path):
                raise damaged(str(path)) from None
            raise
        if found is None and existed_before(path):
            raise damaged(str(path))
        if found == schema.HEAD and not is_readable(raw(connection)):
            raise damaged(str(path))
        return found


def _prepared(path: Path, now: datetime) -> str:
    """Make, migrate or recover the file; return what was recovered. The caller has the lock."""
    finished = finish_recovery(path)
    missed = not path.exists() and bool(backups_of(path))
    if needs_recovery(path) or not _is_sound(path):
        return recover(path, now).text()
    with closing(Storage(path, migrating=True)) as storage, storage.changing_schema() as connection:
        found = schema.revision(connection, path)
        if found not in {None, schema.HEAD}:
            name = f"{path.stem}-before-{schema.HEAD}-{in_file_name(now)}.db"
            copy = copy_library(path, free_name(backups_folder(path) / name))
            _LOG.info("Backup %s before the migration", copy.path.name)
        if found != schema.HEAD:
            schema.migrate(connection)
    if not missed:
        return finished
    _LOG.warning("There was no library %s, but backups of one; a new one is made", path.name)
    return (
        f"There was no library {path}, so a new one was made. Backups of an older one are"
        f" in {backups_folder(path)}; sevenplots restore brings one back."
    )


def _is_sound(path: Path) -> bool:
    if not path.exists():
        return True
    with closing(Storage(path)) as storage:
        try:
            _state(storage, path)
        except DamagedLibraryError:
            return False
    return True

"""A library's file copied whole, and a file looked at without touching it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory, mkstemp
from typing import Any

from carddb.errors import NewerDatabaseError
from library import schema
from library.errors import DamagedLibraryError, LibraryError, NotALibraryError
from library.refusals import file_refusal

UNFINISHED = ".unfinished"


@dataclass(frozen=True, slots=True)
class LibraryCopy:
    """A library's file that was looked at and is whole."""

    path: Path
    revision: str
    changes: int
    decks: int
    bytes: int


def copy_library(source: Path, target: Path) -> LibraryCopy:
    """Copy a library, in use or not, to a file that stands there whole or not at all.

    LibraryError where the copy cannot be written; DamagedLibraryError where it came out damaged.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = mkstemp(prefix=f"{target.name}.", suffix=UNFINISHED, dir=target.parent)
    except OSError as error:
        raise _unwritable(target, error.strerror or str(error)) from None
    os.close(handle)
    unfinished = Path(name)
    try:
        _copy(source, unfinished)
        looked_at = inspected(unfinished)
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise _told(error, source, target) from None
    finally:
        with suppress(OSError):
            unfinished.unlink()
    return replace(looked_at, path=target)


def _copy(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as one,
        closing(sqlite3.connect(target)) as other,
    ):
        one.backup(other)
        # A copy is one file, without a log beside it.
        other.execute("PRAGMA journal_mode = DELETE").close()


def _told(error: Exception, source: Path, target: Path) -> LibraryError:
    if isinstance(error, sqlite3.Error):
        told = file_refusal(error, str(source))
        if isinstance(told, DamagedLibraryError):
            return told
    return _unwritable(target, getattr(error, "strerror", None) or str(error))


def _unwritable(target: Path, reason: str) -> LibraryError:
    return LibraryError(
        f"The copy of the library could not be written to {target}: {reason}.",
        "Make room and the folder writable, or name another file.",
    )


def inspect_file(path: Path) -> LibraryCopy:
    """Look whether a file is a whole library, without touching it; say so if it is not.

    NotALibraryError, DamagedLibraryError, NewerDatabaseError or LibraryError say what is wrong.
    """
    try:
        if path.with_name(f"{path.name}-wal").exists():
            return _inspect_with_log(path)
        return inspected(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise LibraryError(f"The file {path} cannot be read: {reason}.") from None


def _inspect_with_log(path: Path) -> LibraryCopy:
    """Look at a file and the log beside it as copies; opening them would change them."""
    with TemporaryDirectory() as folder:
        copied = copied_with_log(path, Path(folder))
        with closing(sqlite3.connect(copied)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").close()
        seen = inspected(copied)
    return replace(seen, path=path)


def copied_with_log(path: Path, folder: Path) -> Path:
    """Copy a file, and the log beside it where there is one, as they are; return the copy."""
    copied = folder / "copy.db"
    for suffix in ("", "-wal"):
        one = path.with_name(f"{path.name}{suffix}")
        if one.exists():
            copyfile(one, copied.with_name(f"{copied.name}{suffix}"))
    return copied


def inspected(path: Path) -> LibraryCopy:
    """Look at a file that nothing else uses and that has no log beside it."""
    if not path.is_file():
        raise LibraryError(f"There is no file {path}.")
    if not path.stat().st_size:
        raise NotALibraryError(f"The file {path} is empty, so it is no library.")
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            return _looked_at(path, connection)
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise NotALibraryError(f"The file {path} is no library of Seven Plots.") from None
        if code == sqlite3.SQLITE_CANTOPEN:
            raise LibraryError(f"The file {path} cannot be opened.") from None
        raise DamagedLibraryError(f"The file {path} is damaged.") from None


def _looked_at(path: Path, connection: sqlite3.Connection) -> LibraryCopy:
    def value(query: str) -> Any:
        row = connection.execute(query).fetchone()
        return row[0] if row else None

    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not {"alembic_version", "deck"} <= tables:
        raise NotALibraryError(f"The file {path} is no library of Seven Plots.")
    revision = value("SELECT version_num FROM alembic_version")
    if revision not in schema.REVISIONS:
        raise NewerDatabaseError(
            f"The file {path} was written by a newer version of Seven Plots.",
            "Install that version or a later one; nothing was changed.",
        )
    if value("PRAGMA integrity_check") != "ok":
        raise DamagedLibraryError(f"The file {path} is damaged.")
    changes = value("SELECT number FROM fact WHERE key = 'changes'")
    decks = value("SELECT count(*) FROM deck WHERE deleted IS NULL")
    return LibraryCopy(path, revision, changes, decks, path.stat().st_size)

"""A library's file copied whole, and a file inspected without changing it."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from errno import EISDIR
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory, gettempdir, mkstemp
from typing import Any

from core.errors import NewerDatabaseError
from core.untrusted_database import bound, is_database_table
from library import schema
from library.database_errors import file_refusal
from library.errors import DamagedLibraryError, LibraryError, NoRoomError, NotALibraryError
from library.schema import is_readable
from library.storage import decode_stored_text

UNFINISHED = ".unfinished"


@dataclass(frozen=True, slots=True)
class LibraryCopy:
    """A library's file that was inspected and is whole."""

    path: Path
    revision: str
    changes: int
    decks: int
    bytes: int


def copy_library(source: Path, target: Path) -> LibraryCopy:
    """Copy a library, in use or not, to a file that stands there whole or not at all.

    A link is followed, a replaced file's mode stays, a new one has the library's, and
    what is not a plain file (a pipe, a device) is written into.
    LibraryError if the copy cannot be written; DamagedLibraryError if it came out damaged.
    """
    try:
        # Else Python 3.13 would replace a link that leads to itself.
        with suppress(FileNotFoundError):
            target.stat()
        place = target.resolve()
        if place.exists() and not place.is_file():
            return _written_into(source, target)
        mode = stat.S_IMODE((place if place.exists() else source).stat().st_mode)
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = mkstemp(prefix=f"{place.name}.", suffix=UNFINISHED, dir=place.parent)
    except OSError as error:
        raise _unwritable(target, error) from None
    os.close(handle)
    unfinished = Path(name)
    try:
        _copy(source, unfinished)
        copy = inspected(unfinished, target)
        unfinished.chmod(mode)
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.replace(place)
    except (OSError, sqlite3.Error) as error:
        raise _copy_error(error, source, target) from None
    finally:
        with suppress(OSError):
            unfinished.unlink()
    return replace(copy, path=target)


def _written_into(source: Path, target: Path) -> LibraryCopy:
    if target.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    with working_folder() as folder:
        made = copy_library(source, folder / "copy.db")
        with target.open("wb") as file:
            file.write(made.path.read_bytes())
    return replace(made, path=target)


@contextmanager
def working_folder() -> Iterator[Path]:
    """Yield a folder for temporary files; LibraryError if there is none, or no space in it."""
    try:
        folder = TemporaryDirectory(ignore_cleanup_errors=True)
    except OSError as error:
        raise _no_room(gettempdir(), error) from None
    with folder as name:
        try:
            yield Path(name)
        except LibraryError as error:
            # Users do not know the temporary files, so an error names the folder.
            if name in error.sentence and not isinstance(error, (DamagedLibraryError, NoRoomError)):
                raise _no_room(str(Path(name).parent), error) from None
            raise


def _no_room(folder: str, error: Exception) -> NoRoomError:
    reason = "it may be full" if isinstance(error, LibraryError) else _reason(error)
    return NoRoomError(
        f"The folder {folder} for temporary copies cannot be used: {reason}.",
        "Free some space there, or name another folder in the variable TMPDIR.",
    )


def _copy(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as one,
        closing(sqlite3.connect(target)) as other,
    ):
        one.backup(other)
        # A copy is one file, without a log beside it.
        other.execute("PRAGMA journal_mode = DELETE").close()


def _copy_error(error: Exception, source: Path, target: Path) -> LibraryError:
    if isinstance(error, sqlite3.Error):
        refusal = file_refusal(error, str(source))
        if isinstance(refusal, DamagedLibraryError):
            return refusal
    return _unwritable(target, error)


def _unwritable(target: Path, error: Exception) -> LibraryError:
    return LibraryError(
        f"The copy of the library could not be written to {target}: {_reason(error)}.",
        "Free some space, make the folder writable, or name another file.",
    )


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def inspect_file(path: Path) -> LibraryCopy:
    """Check that a file is a whole library, without touching it.

    NotALibraryError, DamagedLibraryError, NewerDatabaseError or LibraryError say what is wrong.
    """
    try:
        if path.is_file() and path.with_name(f"{path.name}-wal").exists():
            return _inspect_with_log(path)
        return inspected(path)
    except OSError as error:
        raise _unreadable(path, error) from None


def _inspect_with_log(path: Path) -> LibraryCopy:
    """Look at a file and the log beside it as copies; opening them would change them."""
    with working_folder() as folder:
        copied = copied_with_log(path, folder)
        try:
            with closing(sqlite3.connect(copied)) as connection:
                connection.execute("PRAGMA journal_mode = DELETE").close()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise _what_is_wrong(path, error) from None
        seen = inspected(copied, path)
    return replace(seen, path=path)


def copied_with_log(path: Path, folder: Path) -> Path:
    """Copy a file and its log; LibraryError if unreadable, NoRoomError if there is no space."""
    copied = folder / "copy.db"
    for suffix in ("", "-wal"):
        one = path.with_name(f"{path.name}{suffix}")
        try:
            there = one.open("rb") if one.exists() else None
        except OSError as error:
            raise _unreadable(path, error) from None
        if there is None:
            continue
        with there:
            try:
                with copied.with_name(f"{copied.name}{suffix}").open("wb") as other:
                    copyfileobj(there, other)
            except OSError as error:
                raise _no_room(str(folder.parent), error) from None
    return copied


def _unreadable(path: Path, error: OSError) -> LibraryError:
    return LibraryError(f"The file {path} cannot be read: {_reason(error)}.")


def inspected(path: Path, named: Path | None = None) -> LibraryCopy:
    """Inspect a file that nothing uses and that has no log; messages call it `named`."""
    named = named or path
    if not path.is_file():
        raise LibraryError(f"There is no file {named}.")
    if not path.stat().st_size:
        raise NotALibraryError(f"The file {named} is empty, so it is not a library.")
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            bound(connection)
            connection.text_factory = decode_stored_text
            return _copy_of(path, named, connection)
    # Python cannot always read SQLite's own words about a damaged table.
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _what_is_wrong(named, error) from None


def _what_is_wrong(path: Path, error: Exception) -> LibraryError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_NOTADB:
        return NotALibraryError(f"The file {path} is not a library of Seven Plots.")
    if code == sqlite3.SQLITE_CANTOPEN:
        return LibraryError(f"The file {path} cannot be opened.")
    if code == sqlite3.SQLITE_FULL:
        return _no_room(gettempdir(), error)
    return DamagedLibraryError(f"The file {path} is damaged.")


def _copy_of(path: Path, named: Path, connection: sqlite3.Connection) -> LibraryCopy:
    def value(query: str) -> Any:
        row = connection.execute(query).fetchone()
        return row[0] if row else None

    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not {"alembic_version", "deck"} <= tables:
        raise NotALibraryError(f"The file {named} is not a library of Seven Plots.")
    damaged = DamagedLibraryError(f"The file {named} is damaged.")
    if not is_database_table(connection, "alembic_version", ("version_num",)):
        raise damaged
    revision = value("SELECT version_num FROM alembic_version")
    if not schema.is_revision(revision):
        raise damaged
    if revision not in schema.REVISIONS:
        raise NewerDatabaseError(f"The file {named}")
    if value("PRAGMA integrity_check") != "ok":
        raise damaged
    if revision == schema.HEAD and not is_readable(connection):
        raise damaged
    changes = value("SELECT number FROM fact WHERE key = 'changes'")
    listed = "SELECT count(*) FROM deck WHERE deleted IS NULL"
    if "plan" in tables:
        listed += " AND id NOT IN (SELECT deck_id FROM plan)"
    decks = value(listed)
    return LibraryCopy(path, revision, changes, decks, path.stat().st_size)

"""Errors of a database -> errors with a sentence for the player."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from library.addresses import Address, in_words
from library.errors import DamagedLibraryError, LibraryBusyError, LibraryError

# PostgreSQL's codes for transactions that conflict.
_AT_ONCE = {"40001", "40P01", "55P03"}
_SAVED = "Everything saved before is unchanged."


def refusal(error: DBAPIError | sqlite3.Error, address: Address) -> LibraryError | None:
    """Return the error with the reason, or None if the program itself is at fault."""
    where = in_words(address)
    if isinstance(error, sqlite3.Error):
        return file_refusal(error, where)
    if isinstance(error.orig, sqlite3.Error):
        return file_refusal(error.orig, where)
    if isinstance(error, IntegrityError) or getattr(error.orig, "sqlstate", None) in _AT_ONCE:
        return LibraryBusyError(
            f"Somebody else changed the same thing in the library at {where} at the same moment,"
            " so the change was not saved.",
            "Look at it again, and repeat the change if it is still wanted.",
        )
    if isinstance(error, OperationalError) or error.connection_invalidated:
        first = str(error.orig).strip().splitlines() or ["no answer"]
        return LibraryError(
            f"The library at {where} cannot be reached: {first[0].rstrip('.')}. {_SAVED}",
            "Check that the server is running, and the name, user and password. Without"
            " SEVENPLOTS_LIBRARY the library is a file of your own.",
        )
    return None


def file_refusal(error: sqlite3.Error, where: str) -> LibraryError | None:
    """Return the error for what SQLite refused, or None if the program is at fault."""
    # The low byte is the kind of error; the rest are details.
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    # Our rows satisfy every condition, so a refused row means that others are damaged.
    if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT}:
        return damaged(where)
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return LibraryBusyError(
            f"Another program is using the library {where}, so the change was not saved.",
            "Close the other program, or try again in a moment.",
        )
    if code in _REASONS:
        reason, advice = _REASONS[code]
        return LibraryError(f"The library {where} {reason}. {_SAVED}", advice)
    return None


def damaged(where: str) -> DamagedLibraryError:
    return DamagedLibraryError(
        f"The library {where} is damaged.",
        "Close every window and open it again: the newest good backup is used then, and the"
        " damaged file is kept.",
    )


_WRITABLE = "Make the file and its folder writable, or choose another folder with --home."
_REASONS = {
    sqlite3.SQLITE_FULL: ("could not be written: the disk is full", "Free some space on the disk."),
    sqlite3.SQLITE_READONLY: ("may not be written to", _WRITABLE),
    sqlite3.SQLITE_PERM: ("may not be opened", _WRITABLE),
    sqlite3.SQLITE_AUTH: ("may not be opened", _WRITABLE),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened, or its folder not written to", _WRITABLE),
    sqlite3.SQLITE_IOERR: (
        "could not be read or written: the disk reports an error or is full",
        "Check the disk; free some space on it, or choose another folder with --home.",
    ),
    sqlite3.SQLITE_NOMEM: ("needs more memory than there is", "Close other programs."),
    sqlite3.SQLITE_TOOBIG: ("cannot take so long a text", "Make the text shorter."),
}

"""The one connection of a library, and its transactions."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import RLock

from sqlalchemy import URL, Connection, Engine, StaticPool, create_engine, event, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import col

from library.addresses import Address, in_words
from library.database_errors import damaged, refusal
from library.errors import LibraryError
from library.models import FactRow
from library.stored_text import Clock, time_to_text

# While such a handle is open, no other file gets the file's number. Closing it frees no lock of
# SQLite's, as closing any other handle of the file would.
_HANDLE = getattr(os, "O_PATH", None)


class FileIdentity:
    """A file as it was when this was made."""

    def __init__(self, path: Path) -> None:
        """Open a handle of a file; OSError if there is none."""
        self._path = path
        self._first = path.stat()
        self._size = self._first.st_size
        self._descriptor = None if _HANDLE is None else os.open(path, _HANDLE)

    def in_place(self) -> bool:
        """Whether it still has its name; where that cannot be found out, it has."""
        try:
            now = self._path.stat()
        except FileNotFoundError:
            return False
        except OSError:
            return True
        # Some network folders number their files anew, but not open ones.
        first = self._first if self._descriptor is None else os.fstat(self._descriptor)
        return os.path.samestat(first, now)

    def was_cut(self) -> bool:
        """Whether it is shorter than ever before, as SQLite makes no file of ours."""
        try:
            size = self._path.stat().st_size
        except OSError:
            return False
        if not self.in_place():
            return False
        before, self._size = self._size, max(self._size, size)
        return size < before

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


BUSY_SECONDS = 10.0
CONNECT_SECONDS = 10
CHANGES = "changes"
# SQLite's message for a full disk, and the mark of a connection that needs no more space.
_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
_ALONE = "alone"
# Made once: to make a statement takes longer than what SQLite does with it.
_CHANGES_SEEN = select(col(FactRow.number)).where(col(FactRow.key) == CHANGES)
_COUNT_CHANGE = (
    update(FactRow).where(col(FactRow.key) == CHANGES).values(number=col(FactRow.number) + 1)
)


class Storage:
    """A database, used by one thread at a time: others wait.

    `reading` and `writing` are one transaction each and must not be nested. What was written is
    on the disk when `writing` returns: SQLite writes a log first and waits for the disk at
    each commit (synchronous=FULL), so neither a kill nor a power cut undoes what was reported.
    With NORMAL a power cut could undo the last changes; a deck is edited by hand, where some
    milliseconds are nothing.
    """

    def __init__(self, address: Address, *, migrating: bool = False) -> None:
        self.address = address
        self._lock = RLock()
        self._engine = _file_engine(address, migrating) if _is_file(address) else _server(address)
        self._writer = self._engine.execution_options(begin="BEGIN IMMEDIATE")
        self._identity = _identity(address)

    @property
    def is_file(self) -> bool:
        return _is_file(self.address)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection in a transaction that sees one state of the library."""
        with self._lock, self._explained():
            with self._engine.connect() as connection:
                alone = _ALONE in connection.info
                self._check_not_cut()
                if not self.is_file:
                    connection.execution_options(isolation_level="REPEATABLE READ")
                with connection.begin():
                    yield connection
            if alone:
                # Others may read now, and with space on the disk this process needs no lock.
                self._engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a transaction that is committed whole on leaving; LibraryError if it cannot be."""
        with self._lock, self._explained():
            self._check_not_cut()
            with self._writer.begin() as connection:
                yield connection
                connection.execute(_COUNT_CHANGE)
                # Otherwise the file would hold the refused change once it is put back.
                self._check_in_place()
            self._check_in_place()

    @contextmanager
    def changing_schema(self) -> Iterator[Connection]:
        """Yield a connection in a transaction that makes or changes the tables themselves."""
        with self._lock, self._explained(), self._writer.begin() as connection:
            yield connection

    def changes(self) -> int:
        with self.reading() as connection:
            return connection.scalar(_CHANGES_SEEN) or 0

    def close(self) -> None:
        with self._lock:
            self._engine.dispose()
            if self._identity is not None:
                self._identity.close()

    def _check_in_place(self) -> None:
        """Raise LibraryError if what is written is not in the file that has the name.

        SQLite goes on writing to a file that was moved or replaced, and all of that is lost.
        """
        self._identity = self._identity or _identity(self.address)
        self._check_not_cut()
        if self._identity is not None and not self._identity.in_place():
            raise LibraryError(
                f"The library {in_words(self.address)} was moved, replaced or deleted while it was"
                " open, so nothing is saved any more.",
                "Save open decks as files, close every window, and put the library back.",
            )

    def _check_not_cut(self) -> None:
        """Raise DamagedLibraryError if another program cut the file; SQLite would not notice."""
        if self._identity is not None and self._identity.was_cut():
            raise damaged(in_words(self.address))

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except UnicodeDecodeError as error:
            # Python could not decode SQLite's own message about a damaged table.
            raise damaged(in_words(self.address)) from error
        except (DBAPIError, sqlite3.Error) as error:
            explained = refusal(error, self.address)
            if explained is None:
                raise
            raise explained from error


class Repository:
    """A part of the library; each public method is one transaction."""

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self._clock = clock

    def _now(self) -> str:
        return time_to_text(self._clock())


def _is_file(address: Address) -> bool:
    return isinstance(address, Path)


def _identity(address: Address) -> FileIdentity | None:
    """Return the identity of a library's file; None if there is none yet, or a server."""
    if not isinstance(address, Path):
        return None
    try:
        return FileIdentity(address)
    except OSError:
        return None


def _file_engine(path: Address, migrating: bool) -> Engine:  # noqa: FBT001
    opened: list[sqlite3.Connection] = []

    def connect() -> sqlite3.Connection:
        opened.append(_connected(str(path)))
        return opened[-1]

    def set_up(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        # Python's own transactions would commit before CREATE TABLE; ours begin with a BEGIN.
        connection.isolation_level = None
        connection.text_factory = decode_stored_text
        with closing(connection.cursor()) as cursor:
            # A migration that makes a table anew must not delete the rows that refer to it.
            cursor.execute(f"PRAGMA foreign_keys = {'OFF' if migrating else 'ON'}")
            if cursor.execute("PRAGMA locking_mode").fetchone() == ("exclusive",):
                record.info[_ALONE] = True
            cursor.execute("PRAGMA synchronous = FULL")
            cursor.execute("PRAGMA fullfsync = ON")

    def close_all(_engine: Engine) -> None:
        # SQLAlchemy forgets the connection of a damaged file without closing it.
        while opened:
            opened.pop().close()

    engine = create_engine(
        URL.create("sqlite", database=str(path)), poolclass=StaticPool, creator=connect
    )
    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", _begin)
    event.listen(engine, "engine_disposed", close_all)
    return engine


def _connected(path: str, *, alone: bool = False) -> sqlite3.Connection:
    """Return a connection with a write-ahead log; alone if a full disk leaves no other way."""
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        if alone:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
    except BaseException as error:  # of damaged text, SQLite's message itself cannot be decoded
        connection.close()
        if not alone and getattr(error, "sqlite_errorcode", 0) & 0xFF in _FULL:
            return _connected(path, alone=True)
        raise
    return connection


def decode_stored_text(raw: bytes) -> str:
    """Return a text in which a damaged letter is replaced and the others stay."""
    return raw.decode("utf-8", "replace")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _server(address: Address) -> Engine:
    assert isinstance(address, URL)  # noqa: S101
    arguments = {} if "connect_timeout" in address.query else {"connect_timeout": CONNECT_SECONDS}
    # The pings find out that the server was restarted since.
    return create_engine(
        address, pool_size=1, max_overflow=0, pool_pre_ping=True, connect_args=arguments
    )

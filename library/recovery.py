"""Recovery of a damaged library: it is put aside, and the newest good backup is used.

The recovered file is made whole first, under a name that holds that of the damaged file. From then
on every start first finishes the recovery, so a kill loses nothing.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Table, func, insert, select, update
from sqlmodel import col

from core.errors import AppError
from core.text_format import count_of
from core.untrusted_database import bound, is_database_table
from library import rows, schema
from library.addresses import FILE_NAME, backups_folder, snapshots_folder
from library.content import KnownCard, decode_deck
from library.errors import DamagedLibraryError, LibraryError, NoRoomError
from library.file_copy import (
    UNFINISHED,
    LibraryCopy,
    copied_with_log,
    copy_library,
    inspected,
    working_folder,
)
from library.models import (
    METADATA,
    DeckRow,
    EventOperationRow,
    EventRow,
    FactRow,
    FolderRow,
    KnownCardRow,
    TakenBackRow,
    VersionRow,
)
from library.schema import sound
from library.storage import Storage, decode_stored_text
from library.stored_text import in_file_name

if TYPE_CHECKING:
    from library.event_repository import EventMark, EventSetBack


_LOG = logging.getLogger("sevenplots.library")
_Found = dict[str, list[dict[str, Any]]]
# Rows of these need a closer look; those of all other tables are copied.
_CLOSER = (FactRow, DeckRow, VersionRow, EventRow, EventOperationRow, TakenBackRow)
_COPIED = [
    table
    for table in METADATA.sorted_tables
    if table.name not in {each.__tablename__ for each in _CLOSER}
]
_OF_EVENTS = [table for table in _COPIED if "event_id" in table.c]
_OF_DECKS = [table for table in _COPIED if table.foreign_keys and table not in _OF_EVENTS]


@dataclass(frozen=True, slots=True)
class Salvaged:
    """Counts of salvaged versions and events, of odd rows, and how far events had come."""

    versions: int = 0
    events: int = 0
    unsound: int = 0
    event_marks: Mapping[str, EventMark] = field(default_factory=dict)


def salvage(damaged: Path, storage: Storage) -> Salvaged:
    """Copy what is new from a damaged file, read from both ends; NoRoomError without space."""
    with working_folder() as folder:
        try:
            found, unsound = _readable(copied_with_log(damaged, folder))
        except NoRoomError:
            raise
        # Python cannot always read SQLite's own words about a damaged table.
        except (sqlite3.Error, OSError, UnicodeDecodeError, LibraryError) as error:
            _LOG.warning("Nothing can be read of %s: %s", damaged.name, type(error).__name__)
            return Salvaged()
        with storage.writing() as connection:
            # Decks refer to folders; what refers to decks comes after them.
            for table in _COPIED:
                if not table.foreign_keys:
                    _insert_new(connection, table, found)
            rescued, odd = _versions(connection, found)
            for table in _OF_DECKS:
                _insert_new(connection, table, found)
            from library.event_repository import (  # noqa: PLC0415 - rarely needed
                listed_marks,
                salvage_events,
            )
            from library.migrations.versions.v0009_reported_places import (  # noqa: PLC0415
                MOVE_PLACES,
            )

            events, odd_operations = salvage_events(connection, found)
            for table in _OF_EVENTS:
                _insert_new(connection, table, found)
            connection.exec_driver_sql(MOVE_PLACES)  # of a file from before that revision
        odd += unsound + odd_operations
        _LOG.warning(
            "Salvaged from %s: %d versions, %d events; %d rows left out",
            *(damaged.name, rescued, events, odd),
        )
        return Salvaged(rescued, events, odd, listed_marks(found.get("event", ())))


def _readable(path: Path) -> tuple[_Found, int]:
    """Return the rows that are sound, by table, and how many others could be read."""
    found: _Found = {}
    unsound = 0
    with closing(sqlite3.connect(path)) as connection:
        bound(connection)
        connection.row_factory = sqlite3.Row
        connection.text_factory = decode_stored_text
        for table in METADATA.sorted_tables:
            if table.name != FactRow.__tablename__:
                every = _rows(connection, table)
                found[table.name] = [row for row in every if row.pop("sound")]
                unsound += len(every) - len(found[table.name])
    return found, unsound


def _rows(connection: sqlite3.Connection, table: Table) -> list[dict[str, Any]]:
    """Return the rows of a table that can be read, and of each whether its columns are sound."""
    seen: dict[int, dict[str, Any]] = {}
    for order in ("ASC", "DESC"):
        # A damaged page stops the reading; from the other end there may be more.
        with suppress(sqlite3.Error, UnicodeDecodeError):
            columns = _columns(connection, table)
            if not is_database_table(connection, table.name, columns):
                return []
            # The names and the condition are ours.
            is_sound = f"({sound(table, columns)}) IS TRUE AS sound"
            query = (
                f"SELECT rowid AS place, {', '.join(columns)}, {is_sound}"  # noqa: S608
                f" FROM {table.name} ORDER BY rowid {order}"
            )
            for row in connection.execute(query):
                plain = dict(row)
                seen[plain.pop("place")] = plain
    return [seen[place] for place in sorted(seen)]


def _columns(connection: sqlite3.Connection, table: Table) -> list[str]:
    """Return the columns to read: a file of an older version lacks some that have a default."""
    there = {row["name"] for row in connection.execute(f"PRAGMA table_xinfo({table.name})")}
    return [
        each.name for each in table.columns if each.name in there or each.server_default is None
    ]


def _insert_new(connection: Connection, table: Table, found: _Found) -> None:
    """Insert the rows whose keys are new, and whose decks and events are there."""
    keys = [list(table.primary_key), *([each] for each in table.columns if each.unique)]
    known = [{tuple(row) for row in connection.execute(select(*key))} for key in keys]
    decks = set(connection.scalars(select(col(DeckRow.id))))
    events = set(connection.scalars(select(col(EventRow.id))))
    plans = {each["deck_id"] for each in found.get("plan", ())}
    for row in found.get(table.name, ()):
        values = [tuple(row[column.name] for column in key) for key in keys]
        if any(value in others for value, others in zip(values, known, strict=True)):
            continue
        if row.get("of_id", None) not in {None, *(decks - plans)}:
            continue  # without its plan row, the plan becomes an ordinary deck
        if row.get("event_id", None) not in {None, *events}:
            continue
        if row.get("deck_id", None) not in {None, *decks}:
            if not table.c.deck_id.nullable:
                continue
            row["deck_id"] = None
        for value, others in zip(values, known, strict=True):
            others.add(value)
        connection.execute(insert(table).values(row))


def _versions(connection: Connection, found: _Found) -> tuple[int, int]:
    """Insert newer decks and versions; return how many versions, and how many were damaged."""
    listed = {row["id"]: row for row in found.get("deck", ())}
    current: dict[str, int] = {row.id: row.version for row in connection.execute(_heads())}
    folders = set(connection.scalars(select(col(FolderRow.id))))
    names = connection.execute(select(KnownCardRow))
    known = {row.code: KnownCard(row.name, row.pack, row.type) for row in names}
    rescued = odd = 0
    for row in sorted(found.get("version", ()), key=lambda each: each["number"]):
        deck_id, number = row["deck_id"], row["number"]
        if number <= current.get(deck_id, 0):
            continue
        try:
            deck = decode_deck(row["content"], known)
        except DamagedLibraryError:
            odd += 1
            continue
        cells = rows.cells(deck, row["content"]) | {"version": number, "changed": row["made"]}
        if deck_id in current:
            connection.execute(update(DeckRow).where(col(DeckRow.id) == deck_id).values(cells))
        else:
            old = listed.get(deck_id, {})
            folder = old.get("folder_id")
            cells |= {
                "id": deck_id,
                "created": old.get("created", row["made"]),
                "folder_id": folder if folder in folders else None,
                "deleted": old.get("deleted"),
                "built_version": None,
            }
            connection.execute(insert(DeckRow).values(cells))
        connection.execute(insert(VersionRow).values(row))
        current[deck_id] = number
        rescued += 1
    return rescued, odd


def _heads() -> Any:
    newest = func.max(col(VersionRow.number)).label("version")
    joined = col(VersionRow.deck_id) == col(DeckRow.id)
    return select(col(DeckRow.id), newest).join(VersionRow, joined).group_by(col(DeckRow.id))


_LOGS = ("-wal", "-shm", "-journal")
_RECOVERED = ".recovered"
REPLACED = "replaced"


def existed_before(path: Path) -> bool:
    """Whether there was a library before: there are backups of it, or damaged files."""
    return bool(backups_of(path) or any(_damaged(path, ".db")))


def needs_recovery(path: Path) -> bool:
    """Whether a recovery was interrupted or a file was emptied; ask before SQLite opens it."""
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
    """Finish a recovery that was interrupted; return a sentence about it, "" if none was."""
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
    """Put a damaged file aside and in its place the newest good backup, with what is newer."""
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
        with schema.migrated(made) as storage:
            salvaged = salvage(real, storage)
            set_back = _set_back(path, salvaged, storage)
        made.chmod(stat.S_IMODE(real.stat().st_mode))
        copy_library(made, recovered)
    _put_in_place(path, aside, recovered)
    _LOG.warning("The library %s is recovered; the damaged file is %s", path.name, aside.name)
    return Recovered(path, aside, backup, salvaged, set_back)


def _set_back(path: Path, salvaged: Salvaged, storage: Storage) -> tuple[EventSetBack, ...]:
    """Return the events that had come further than the recovered library has them."""
    from library.event_repository import (  # noqa: PLC0415 - rarely needed
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
    """Return the target of a link; a link to itself is not an error here."""
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

"""Where the library is, its versions, and what it logs."""

from __future__ import annotations

import re
import shutil
import sqlite3
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL

from carddb import catalogue
from carddb.terms import Edition
from core.log_file import LogFile
from core.program_version import PROGRAM_VERSION, is_newer
from library.addresses import in_words, library_address
from library.errors import LibraryError
from library.library import Library
from library.schema import HEAD
from tests.unit.library.decks import starks
from tests.unit.library.server import PostgresServer
from tests.unit.library.ticking import Ticking


def test_a_file_in_the_home_folder_unless_said_otherwise(tmp_path: Path) -> None:
    assert library_address(tmp_path, {}) == tmp_path / "decks.db"
    assert library_address(tmp_path, {"SEVENPLOTS_LIBRARY": " "}) == tmp_path / "decks.db"


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_a_server(tmp_path: Path, scheme: str) -> None:
    named = f"{scheme}://ned:winter@wall.example:5433/club"
    address = library_address(tmp_path, {"SEVENPLOTS_LIBRARY": named})
    assert isinstance(address, URL)
    assert address.drivername == "postgresql+psycopg"
    assert in_words(address) == "postgresql://ned:***@wall.example:5433/club"


@pytest.mark.parametrize(
    "named",
    ["decks.db", "sqlite:///decks.db", "mysql://host/club", "postgresql://host", "://", "a"],
)
def test_anything_else_is_refused(tmp_path: Path, named: str) -> None:
    with pytest.raises(LibraryError, match="does not name a PostgreSQL database"):
        library_address(tmp_path, {"SEVENPLOTS_LIBRARY": named})


def test_a_server_that_does_not_answer() -> None:
    address = library_address(Path(), {"SEVENPLOTS_LIBRARY": "postgresql://a:secret@127.0.0.1:1/x"})
    with pytest.raises(LibraryError) as caught:
        Library(address, clock=Ticking())
    assert "cannot be reached" in caught.value.sentence
    assert "secret" not in caught.value.sentence


def test_a_database_that_is_not_there(server: PostgresServer) -> None:
    address = library_address(Path(), {"SEVENPLOTS_LIBRARY": server.url("nowhere")})
    with pytest.raises(LibraryError, match='database "nowhere" does not exist'):
        Library(address, clock=Ticking())


ROOT = Path(__file__).parents[3]
FIRST = Path(__file__).parent / "library-0.1.0.db"


@pytest.mark.parametrize(
    ("version", "newer"),
    [("0.2.0", False), ("0.1.9", False), ("0.2.1", True), ("0.10.0", True), ("1.0.0rc1", True)],
)
def test_versions_are_compared_by_number(
    version: str, newer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.program_version.PROGRAM_VERSION", "0.2.0")
    assert is_newer(version) is newer


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "version" not in project["project"]
    where = project["tool"]["setuptools"]["dynamic"]["version"]["attr"]
    assert where == "core.program_version.PROGRAM_VERSION"
    assert re.fullmatch(r"\d+\.\d+\.\d+", PROGRAM_VERSION)


def test_the_catalogue_is_as_new_as_what_is_in_it() -> None:
    lists = [each.date for each in catalogue.restricted_lists(Edition.SECOND)]
    assert max(lists) <= catalogue.as_of()


def test_a_library_of_the_first_version_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "decks.db"
    shutil.copy(FIRST, path)
    before = _rows(path)
    pools = catalogue.pools()
    with Library(path, clock=Ticking()) as library:
        assert library.note == ""
        decks = {deck.name: deck for deck in library.decks.all()}
        worlds = decks["2016 World Championship Deck"]
        assert (worlds.tags, worlds.built_version) == (("favourite", "league"), 4)
        assert [each.name for each in library.folders.all()] == ["At home", "Worlds"]
        versions = library.history.versions(worlds.id)
        assert [each.name for each in versions] == [None, None, "Before Oslo", None]
        opened = [library.decks.open(each.id, pools) for each in decks.values()]
        unknown = [each.name for deck in opened for each in deck.unknown]
        assert unknown == ["1 Lord of Nothing Known"]
        assert sum(deck.deck.draw_count for deck in opened) > 200
        assert len(library.decks.binned()) == 1
        assert len(library.games.all()) == 2
    after = _rows(path, before)
    assert {table: rows for table, rows in after.items() if table in before} == before
    assert before.keys() < after.keys()
    (copy,) = path.parent.glob("backups/decks-before-*.db")
    assert _rows(copy) == before


Rows = Mapping[str, list[dict[str, object]]]


def _rows(path: Path, known: Rows | None = None) -> Rows:
    """Return every row of every table but that of the schema; of known tables the known columns."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        query = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        names = [name for (name,) in connection.execute(query) if name != "alembic_version"]
        found = {}
        for name in names:
            columns = next(iter((known or {}).get(name, [])), None)
            rows = map(dict, connection.execute(f"SELECT * FROM {name}"))  # noqa: S608
            wanted = (
                row if columns is None else {each: row[each] for each in columns} for row in rows
            )
            found[name] = sorted(wanted, key=repr)
        return found


@pytest.fixture
def log(tmp_path: Path) -> Iterator[LogFile]:
    # The library is elsewhere, so that a whole path in a line would stay.
    installed = LogFile(tmp_path / "home")
    installed.install()
    yield installed
    installed.uninstall()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library" / "decks.db"


def lines(log: LogFile) -> list[str]:
    """Return the lines without their times."""
    assert log.path is not None
    text = log.path.read_text("utf-8")
    assert str(log.path.parents[2]) not in text
    return [line.split(" ", 2)[2] for line in text.splitlines()]


def test_a_new_library_and_its_backups_are_logged(log: LogFile, path: Path) -> None:
    with Library(path, clock=Ticking()) as library:
        library.decks.add(starks())
        library.back_up(path.with_name("copy.db"))
        library.back_up_daily()
    made, backup, daily = lines(log)
    assert made == f"INFO sevenplots.library: A new library of version {HEAD} is made"
    assert backup == "INFO sevenplots.library: Backup copy.db: 1 decks"
    assert re.fullmatch(r"INFO sevenplots.library: Daily backup decks-\d{4}-\d\d-\d\d\.db", daily)


def test_a_backup_that_fails_and_a_restore_are_logged(log: LogFile, path: Path) -> None:
    with Library(path, clock=Ticking()) as library:
        library.decks.add(starks())
        copy = library.back_up(path.with_name("copy.db"))
        library.restore(copy.path)
        (path.parent / "backups").rename(path.parent / "elsewhere")
        (path.parent / "backups").write_text("not a folder")
        assert library.back_up_daily()
    assert any("INFO sevenplots.library: Restored copy.db" in each for each in lines(log))
    assert lines(log)[-1].startswith("WARNING sevenplots.library: The daily backup failed: ")


def test_recovery_is_logged_with_what_was_salvaged(log: LogFile, path: Path) -> None:
    with Library(path, clock=Ticking()) as library:
        library.decks.add(starks())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '?'")
        connection.commit()
    with Library(path, clock=Ticking()) as library:
        assert "was damaged" in library.note
    damaged, salvaged, recovered = [each for each in lines(log) if each.startswith("WARNING")]
    assert damaged.endswith("The library decks.db is damaged; recovery from no backup")
    assert salvaged.endswith("Salvaged from decks.db: 1 versions, 0 events; 0 rows left out")
    assert "is recovered; the damaged file is decks-damaged-" in recovered


def test_a_file_of_which_nothing_can_be_read_is_logged(log: LogFile, path: Path) -> None:
    with Library(path, clock=Ticking()) as library:
        library.decks.add(starks())
        backup = library.back_up_daily()
    assert backup == ""
    path.write_bytes(b"rubbish" * 10_000)
    with Library(path, clock=Ticking()) as library:
        assert [each.name for each in library.decks.all()] == [starks().name]
    warnings = [each for each in lines(log) if each.startswith("WARNING")]
    assert "recovery from the backup decks-2026" in warnings[0]
    assert "decks.db" in warnings[1]

"""The tables: models and migrations agree, old files come along, strange ones are refused."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection

import library.schema
from carddb.terms import Edition
from core.errors import NewerDatabaseError
from decks.deck import Category
from decks.deck_section import DRAW_DECK
from events.event_terms import GameResult
from library import schema
from library.addresses import Address
from library.errors import LibraryError, NotALibraryError
from library.game_report import Ending, PlayedGame, Result, SetupQuality
from library.library import Library
from library.models import METADATA
from library.owned import Holding, Owned, Single
from library.recovery import salvage
from library.storage import Storage
from tests.unit.events.organizer import CREATED, registered
from tests.unit.library.decks import POOLS, WARD, starks
from tests.unit.library.phone_notes import note_everything
from tests.unit.library.server import PostgresServer
from tests.unit.library.ticking import Ticking

OLD = Path(__file__).parent / "old"
REVISIONS = schema.REVISIONS
MIGRATIONS = Path(library.schema.__file__).parent / "migrations"

WORDED = starks(
    "Krakens",
    considered=((WARD, 1),),
    categories=(Category("draw", (WARD.code,), 2, 3),),
    card_notes=((WARD.code, "Keep it."),),
)
NEXT = '''
"""A step of tomorrow."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "HEAD"


def upgrade() -> None:
    anew = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("deck", recreate=anew) as batch:
        batch.add_column(sa.Column("colour", sa.String(), server_default="", nullable=False))
    FAIL
'''


def next_step(fail: str = "") -> str:
    """Return a step after the newest there is."""
    return NEXT.replace("HEAD", REVISIONS[-1]).replace("FAIL", fail)


def differences(connection: Connection) -> object:
    return compare_metadata(MigrationContext.configure(connection), METADATA)


def test_models_and_migrations_agree(address: Address) -> None:
    with Library(address, clock=Ticking()):
        pass
    storage = Storage(address)
    with storage.reading() as connection:
        assert differences(connection) == []
    storage.close()


def shape(path: Path) -> dict[str, list[object]]:
    """Return columns, keys and indexes of every table of a file, and the rows of every new one."""
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        names = [name for (name,) in connection.execute(query)]
        asked = ("table_xinfo", "foreign_key_list", "index_list")
        found = {
            f"{asking}({name})": sorted(connection.execute(f"PRAGMA {asking}({name})"), key=repr)
            for name in names
            for asking in asked
        }
        found["indexes"] = connection.execute(
            "SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' ORDER BY name"
        ).fetchall()
        for name in ("alembic_version", "fact"):
            found[name] = connection.execute(f"SELECT * FROM {name}").fetchall()  # noqa: S608
        return found


def test_a_new_file_is_what_all_migrations_lead_to(tmp_path: Path) -> None:
    new, migrated = tmp_path / "new" / "decks.db", tmp_path / "migrated.db"
    with Library(new, clock=Ticking()):
        pass
    storage = Storage(migrated, migrating=True)
    with storage.changing_schema() as connection:
        connection.exec_driver_sql("CREATE TABLE passing (word TEXT)")
        schema.migrate(connection)
        connection.exec_driver_sql("DROP TABLE passing")
    storage.close()
    assert shape(new) == shape(migrated)


def test_the_steps_are_those_of_the_folder() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    steps = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(steps)) == schema.REVISIONS


@pytest.mark.parametrize("revision", schema.REVISIONS)
def test_every_revision_has_its_old_file(revision: str) -> None:
    assert (OLD / f"decks-{revision}.db").is_file()


@pytest.mark.parametrize("old", sorted(OLD.glob("*.db")), ids=lambda path: path.name)
def test_old_files_come_along(old: Path, tmp_path: Path) -> None:
    path = tmp_path / "decks.db"
    shutil.copy(old, path)
    with Library(path, clock=Ticking()) as library:
        assert library.note == ""
        wolves, krakens = sorted(library.decks.all(), key=lambda deck: deck.name, reverse=True)
        (binned,) = library.decks.binned()
        assert (wolves.name, wolves.tags, wolves.built_version) == ("Wolves", ("league",), 2)
        assert library.folders.all()[0].id == wolves.folder_id
        assert (krakens.agenda_names, binned.name) == (("Fealty",), "Thrown away")
        newest, first = library.history.versions(wolves.id)
        assert (newest.words, newest.name) == ("+1 Ward", "As in Oslo")
        assert library.history.open(wolves.id, first.number, POOLS).deck == starks("Wolves")
        opened = library.decks.open(wolves.id, POOLS)
        assert opened.deck == starks("Wolves").with_copies(WARD, 3)
        (game,) = library.games.all()
        assert game.opponent == "Ygritte"
        noted = (game.first_player, game.ending, game.setup)
        if old.name < "decks-0004.db":
            assert noted == (None, Ending.PLAYED, SetupQuality.USUAL)
        else:
            assert noted == (False, Ending.TIME, SetupQuality.POOR)
        assert library.collection.owned() == Owned(
            (Holding(Edition.SECOND, "Core", 3),),
            (Single("02102", 1),),
            library.collection.owned().built,
        )
        # The player's words for cards are younger still.
        worded = old.name > "decks-0002.db"
        assert library.decks.open(krakens.id, POOLS).deck == (
            WORDED if worded else starks("Krakens")
        )
        mine = {("Ward", "draw")} if worded else set()
        assert library.card_categories.of(Edition.SECOND) == mine
        stars = {"01141"} if old.name > "decks-0005.db" else set()
        assert library.starred_cards.codes() == stars
        plans = [(each.name, each.of.id, each.version) for each in library.plans.all()]
        assert plans == ([("If I go Greyjoy", wolves.id, 2)] if old.name > "decks-0004.db" else [])
        # The first files are older than events.
        for event in library.events.list():
            assert (event.name, event.players, event.operations) == ("Test event", 1, 2)
            assert len(library.events.operations(event.id)) == 2
            (taken,) = library.events.taken_back(event.id)
            assert (taken.number, taken.by) == (3, "Arya" if old.name > "decks-0006.db" else "")
            notes = library.phones.notes(event.id)
            has_notes = old.name > "decks-0007.db"
            assert notes.checked_in == ({"Ann"} if has_notes else set())
            assert notes.nod is has_notes
            assert [each.reason for each in notes.calls] == ["A question"] * has_notes
            assert [each.result for each in notes.reports] == [GameResult.LOSS] * has_notes
        assert len(library.events.list()) == (old.name > "decks-0001.db")
        storage = Storage(path)
        with storage.reading() as connection:
            assert differences(connection) == []
        storage.close()


@pytest.mark.parametrize("damaged", [False, True])
def test_reported_places_of_an_old_file_come_along(tmp_path: Path, damaged: bool) -> None:
    path = tmp_path / "decks.db"
    shutil.copy(OLD / "decks-0008.db", path)
    key = "0123456789abcdef"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO phone_report SELECT event_id, round, 2, player, ?, 'draw', entered, at"
            " FROM phone_report",
            (f"{key} 2,1,3,3",),
        )
    if damaged:
        path.rename(tmp_path / "damaged.db")
        storage = Storage(path, migrating=True)
        with storage.changing_schema() as connection_:
            schema.migrate(connection_)
        salvage(tmp_path / "damaged.db", storage)
        storage.close()
    with Library(path, clock=Ticking()) as library:
        (event,) = library.events.list()
        found = [(each.pairing, each.result) for each in library.phones.notes(event.id).reports]
        assert found == [("", GameResult.LOSS), (key, (2, 1, 3, 3))]


def write_old_file(path: Path) -> None:
    """Write what `test_old_files_come_along` reads; run once for each new revision."""
    with Library(path, clock=Ticking(datetime(2026, 3, 1, 9, tzinfo=UTC))) as library:
        folder = library.folders.add("Worlds")
        wolves = library.decks.add(starks("Wolves"), folder_id=folder.id, tags=["league"])
        _, gone = library.decks.add_all([WORDED, starks("Thrown away")])
        opened = library.decks.open(wolves.id, POOLS)
        library.decks.save(opened.with_deck(opened.deck.with_copies(WARD, 3)))
        library.history.name(wolves.id, 2, "As in Oslo")
        library.decks.build(wolves.id)
        library.plans.begin(wolves.id, "If I go Greyjoy")
        library.decks.throw_away([gone.id])
        library.games.add(
            PlayedGame(
                played=date(2026, 3, 1),
                result=Result.WIN,
                deck_id=wolves.id,
                version=2,
                opponent="Ygritte",
                first_player=False,
                ending=Ending.TIME,
                setup=SetupQuality.POOR,
            )
        )
        library.card_categories.put(Edition.SECOND, ["Ward"], [("Ward", "draw")])
        library.starred_cards.star(["01141"])
        library.collection.hold(Edition.SECOND, "Core", 3)
        library.collection.add_singles([Single("02102", 1)])
        event_id = library.events.create([CREATED, registered("Ann"), registered("Bob")])
        library.events.undo(event_id, 3, "Arya")
        note_everything(library, event_id)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE").close()


@pytest.fixture
def tomorrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the steps' folder of a program of tomorrow, which this one is for the test."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(schema, "_MIGRATIONS", folder)
    monkeypatch.setattr(schema, "REVISIONS", (*schema.REVISIONS, "9999"))
    (folder / "versions" / "v9999_next.py").write_text(next_step())
    monkeypatch.setattr(schema, "HEAD", "9999")
    return folder


def colours(path: Path) -> list[tuple[str]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT colour FROM deck").fetchall()


def test_a_file_is_copied_before_it_is_migrated(tmp_path: Path, tomorrow: Path) -> None:
    assert tomorrow.is_dir()
    path = tmp_path / "home" / "decks.db"
    path.parent.mkdir()
    shutil.copy(OLD / "decks-0001.db", path)
    with Library(path, clock=Ticking()) as library:
        # What hangs on a table that was made anew is still there.
        assert sum(len(library.history.versions(each.id)) for each in library.decks.all()) == 3
        assert library.decks.tags() == ("league",)
        assert library.games.all()[0].deck_id
    assert colours(path) == [("",)] * 3
    (copy,) = path.parent.glob("backups/decks-before-9999-*.db")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT * FROM alembic_version").fetchall() == [("0001",)]
    with Library(path, clock=Ticking()):
        assert len(list(path.parent.glob("backups/decks-before-*"))) == 1


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, tomorrow: Path) -> None:
    step = tomorrow / "versions" / "v9999_next.py"
    step.write_text(next_step("raise RuntimeError('no')"))
    path = tmp_path / "home" / "decks.db"
    path.parent.mkdir()
    shutil.copy(OLD / "decks-0001.db", path)
    with pytest.raises(RuntimeError, match="no"):
        Library(path, clock=Ticking())
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT * FROM alembic_version").fetchall() == [("0001",)]
        assert "colour" not in str(connection.execute("PRAGMA table_info(deck)").fetchall())
        assert connection.execute("SELECT count(*) FROM version").fetchall() == [(4,)]
    assert len(list(path.parent.glob("backups/decks-before-*"))) == 1


def test_a_server_that_fails_to_migrate_changes_nothing(
    server: PostgresServer, tomorrow: Path
) -> None:
    step = tomorrow / "versions" / "v9999_next.py"
    step.write_text(next_step("raise RuntimeError('no')"))
    address = server.new_database()
    with pytest.raises(RuntimeError, match="no"):
        Library(address, clock=Ticking())
    step.write_text(next_step())
    with Library(address, clock=Ticking()) as library:
        assert library.decks.all() == ()


def test_a_newer_library_is_refused(address: Address) -> None:
    with Library(address, clock=Ticking()) as library:
        library.decks.add(starks())
    set_revision(address, "0815")
    try:
        with pytest.raises(NewerDatabaseError) as caught:
            Library(address, clock=Ticking())
        assert "was written by a newer version of Seven Plots" in caught.value.sentence
        assert "this is 0." in caught.value.sentence
        assert caught.value.hint == "Install the newest one; nothing was changed."
    finally:
        set_revision(address, schema.HEAD)
    with Library(address, clock=Ticking()) as library:
        assert len(library.decks.all()) == 1


def set_revision(address: Address, revision: str) -> None:
    storage = Storage(address)
    with storage.changing_schema() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608
    storage.close()


def test_a_database_of_something_else_is_refused(tmp_path: Path, server: PostgresServer) -> None:
    path = tmp_path / "decks.db"
    addresses: list[Path | URL] = [path, server.new_database()]
    for address in addresses:
        storage = Storage(address)
        with storage.changing_schema() as connection:
            connection.exec_driver_sql("CREATE TABLE other (thing TEXT)")
        storage.close()
        with pytest.raises(NotALibraryError, match="not a library of Seven Plots"):
            Library(address, clock=Ticking())
    with closing(sqlite3.connect(path)) as again:
        assert again.execute("SELECT name FROM sqlite_master").fetchall() == [("other",)]


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "decks.db").mkdir()
    with pytest.raises(LibraryError, match="cannot be opened"):
        Library(tmp_path / "decks.db", clock=Ticking())


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")
    with pytest.raises(LibraryError, match="cannot be made"):
        Library(tmp_path / "home" / "decks.db", clock=Ticking())


def test_unknown_cards_of_an_old_file_are_named(tmp_path: Path) -> None:
    shutil.copy(OLD / "decks-0001.db", tmp_path / "decks.db")
    with Library(tmp_path / "decks.db", clock=Ticking()) as library:
        stored = library.decks.all()[0]
        opened = library.decks.open(stored.id, {})
        assert opened.deck.slots == ()
        slots = [each for each in opened.unknown if each.section == DRAW_DECK]
        assert {each.name for each in slots} == {
            "Ward",
            "Hedge Knight",
            "Arya Stark",
            "A Noble Cause",
        }

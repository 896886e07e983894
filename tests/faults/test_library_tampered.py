"""Rows and schemas that no program of ours wrote: opened, recovered or refused with a sentence."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from carddb.terms import Edition
from core.errors import AppError, NewerDatabaseError
from events.operations import Registered
from library.errors import DamagedLibraryError
from library.file_copy import inspect_file
from library.game_report import PlayedGame, Result
from library.library import Library
from library.models import METADATA
from library.owned import Single
from library.schema import is_readable
from library.search import DeckSearch
from tests.faults.test_library_damage import day
from tests.long_run import IS_LONG, pairs, times
from tests.unit.events.organizer import CREATED, registered
from tests.unit.library.decks import POOLS, WARD, starks
from tests.unit.library.phone_notes import note_everything

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
ODD = {
    "blob": "x'ff00ff'",
    "null": "NULL",
    "huge": "9223372036854775807",
    "negative": "-1",
    "infinite": "9e999",
    "no number": "'nan'",
    "no text": "CAST(x'ff' AS TEXT)",
    "deep": f"'{'[' * 60_000}'",
    "empty": "''",
    "a time": "'9999-12-31T23:59:59.999999+00:00'",
    "the first time": "'0001-01-01T00:00:00.000000+00:00'",
    "another zone": "'2026-03-01T00:00:00.000000+99:99'",
    "a day": "'0000-00-00'",
    "31 February": "'2026-02-31'",
    "a time of 31 February": "'2026-02-31T10:00:00.000000+00:00'",
    "a zero in it": "'2026-03-01T00:00:00.000000+00:00' || char(0) || 'x'",
}
OTHERS = 1
COLUMNS = [(t.name, column.name) for t in METADATA.sorted_tables for column in t.columns]
# The fields of a deck, without the brace that ends them.
FIELDS = '{"name":"x","edition":"second","format":"joust","faction_code":null,"agendas":[]'
CONTENTS = {
    "deep": "[" * 60_000,
    "deep inside": '{"agendas":[],"slots":' + '{"a":' * 60_000,
    "infinite": FIELDS + ',"slots":{"02102":Infinity}}',
    "half": FIELDS + ',"slots":{"02102":1.5}}',
    "lists for codes": FIELDS.replace("[]", '[["a"],{}]') + ',"slots":{}}',
    "no slots": FIELDS + ',"slots":[1,2]}',
    "a name of numbers": FIELDS.replace('"x"', "5") + ',"slots":{}}',
    "lists for words": FIELDS.replace('"second"', '["second"]').replace("null", "{}")
    + ',"slots":{}}',
    "plot decks of numbers": FIELDS + ',"slots":{},"plot_decks":7,"players":"two"}',
    "long number": '{"agendas":[],"slots":{"02102":' + "9" * 10_000 + "}}",
    "a number": "7",
    "nothing": "",
}


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home whose library has a row in every table, and a backup without the newest."""
    path = tmp_path_factory.mktemp("full") / "home" / "decks.db"
    with Library(path, clock=day(0)) as library:
        folder = library.folders.add("League")
        first = library.decks.add(starks("First"), folder_id=folder.id, tags=["tried"])
        library.games.add(PlayedGame(played=date(2026, 3, 1), result=Result.WIN, deck_id=first.id))
        library.plans.begin(first.id, "If I go Targaryen")
        library.collection.hold(Edition.SECOND, "Core", 3)
        library.collection.add_singles([Single("02102", 1)])
        library.card_categories.put(Edition.SECOND, ["Ward"], [("Ward", "draw")])
        library.starred_cards.star(["01141"])
        for number in range(OTHERS):
            library.decks.add(starks(f"Deck {number}", notes="Long notes. " * 300))
        event = library.events.create([CREATED, registered("Ann"), registered("Bob")])
        library.events.undo(event, 3)
        note_everything(library, event)
    with Library(path, clock=day(1)) as library:
        opened = library.decks.open(first.id, POOLS)
        library.decks.save(opened.with_deck(opened.deck.with_copies(WARD, 3)))
        library.decks.add(starks("Newest"))
        library.events.append_all(event, [registered("Cat")], 2)
    return path.parent


@pytest.fixture(scope="module")
def loose(tmp_path_factory: pytest.TempPathFactory, full: Path) -> Path:
    """Return a copy of that library which takes any value in any column, to be copied."""
    path = Path(shutil.copy(full / "decks.db", tmp_path_factory.mktemp("loose")))
    loosen(path)
    run(path, "PRAGMA journal_mode = DELETE")
    return path


@pytest.fixture
def path(tmp_path: Path, full: Path) -> Path:
    shutil.copytree(full, tmp_path / "home")
    return tmp_path / "home" / "decks.db"


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF").close()
        for statement in statements:
            connection.execute(statement).close()


def loosen(path: Path) -> None:
    """Let a file take any value in any column."""
    run(
        path,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table'",
    )


def putting(table: str, column: str, value: str) -> str:
    """Return the statement that puts a value into the newest row of a table."""
    one = f"(SELECT rowid FROM {table} ORDER BY rowid DESC LIMIT 1)"  # noqa: S608
    return f"UPDATE {table} SET {column} = {value} WHERE rowid = {one}"  # noqa: S608


def tamper(path: Path, table: str, column: str, value: str) -> None:
    """Put a value into the newest row; without the checks of SQLite."""
    loosen(path)
    run(path, putting(table, column, value), "PRAGMA journal_mode = DELETE")


def answers(library: Library) -> Iterator[object]:
    """Call everything that a library can return; an error with a sentence is a result, too."""
    plans = library.plans.all()
    decks = (*library.decks.all(), *library.decks.binned(), *(plan.deck for plan in plans))
    yield from decks
    for plan in plans:
        try:
            yield library.plans.look(plan.id)
        except AppError as error:
            yield error.sentence
    yield library.decks.find(DeckSearch(text="ward"))
    yield library.decks.tags()
    yield library.folders.all()
    yield library.games.all()
    yield library.games.record()
    yield library.collection.owned()
    events = (*library.events.list(), *library.events.binned())
    yield events
    for event in events:
        for ask in (library.events.operations, library.events.taken_back, library.phones.notes):
            try:
                yield ask(event.id)
            except AppError as error:
                yield error.sentence
    ids = [deck.id for deck in decks]
    for method in (library.decks.open_all, library.collection.missing):
        try:
            yield method(ids, POOLS)
        except AppError as error:
            yield error.sentence
    for deck_id in ids:
        try:
            yield [deck.created.astimezone() for deck in decks]
            yield library.decks.open(deck_id, POOLS)
            yield library.history.versions(deck_id)
            yield library.history.difference(deck_id, ids[0])
        except AppError as error:
            yield error.sentence


def change(library: Library) -> None:
    """Change what there is; a deck that is damaged may refuse that, with a sentence."""
    for deck in library.decks.all():
        try:
            library.decks.rename(deck.id, f"{deck.name}, renamed")
            library.decks.tag(deck.id, ["new"])
            library.decks.build(deck.id)
        except AppError:
            continue
    for event in library.events.list():
        try:
            library.events.append_all(event.id, [registered("Newcomer")], event.operations)
            library.events.undo(event.id, event.operations + 1)
        except AppError:
            continue
    library.games.add(PlayedGame(played=date(2026, 3, 3), result=Result.LOSS))
    library.decks.throw_away([deck.id for deck in library.decks.all()[:2]])
    library.decks.empty_bin()


def assert_usable(path: Path) -> None:
    """Check that a library opens and can be read and changed, with or without damage before."""
    with Library(path, clock=day(2)) as library:
        assert library.decks.add(starks("Work goes on"))
        assert all(answer is not None for answer in answers(library))
        change(library)
        library.back_up(path.parent / "mine.db")
    with Library(path, clock=day(2)) as library:
        assert library.note == ""
        library.restore(path.parent / "mine.db")


ONE_OF_EACH = dict(COLUMNS)
TRIED = pairs(COLUMNS, [name for name in ODD if name != "blob"], each=1)


def taken_for_sound(loose: Path, table: str, column: str) -> list[str]:
    """Return the odd values of a column in which opening finds nothing wrong."""
    tried = ["blob", *(name for place, name in TRIED if place == (table, column))]
    with closing(sqlite3.connect(":memory:")) as copy:
        copy.deserialize(loose.read_bytes())
        copy.isolation_level = None
        sound = []
        for name in tried:
            copy.execute("BEGIN")
            copy.execute(putting(table, column, ODD[name]))
            if is_readable(copy):
                sound.append(name)
            copy.execute("ROLLBACK")
        return sound


@pytest.mark.parametrize("table", ONE_OF_EACH)
def test_odd_values(tmp_path: Path, full: Path, loose: Path, table: str) -> None:
    columns = [column for name, column in COLUMNS if name == table]
    sound = {column: taken_for_sound(loose, table, column) for column in columns}
    assert all("blob" not in names for names in sound.values())
    home = shutil.copytree(full, tmp_path / "home")
    with Library(home / "decks.db", clock=day(1)) as library:
        for column, names in sound.items():
            for name in names:
                odd = Path(shutil.copy(loose, tmp_path / "odd.db"))
                run(odd, putting(table, column, ODD[name]), "PRAGMA journal_mode = DELETE")
                # What is let through does no harm.
                library.restore(odd)
                assert all(answer is not None for answer in answers(library)), (column, name)
            if IS_LONG:
                change(library)
        change(library)


DATES = [
    *(("game", "played"), ("event", "day"), ("event", "created"), ("event_operation", "at")),
    *(("deck", "created"), ("deck", "changed"), ("version", "made")),
]


@pytest.mark.parametrize(("table", "column"), DATES)
def test_a_day_that_no_calendar_has_is_found(loose: Path, table: str, column: str) -> None:
    for name in ("31 February", "a time of 31 February"):
        assert name not in taken_for_sound(loose, table, column)


@pytest.mark.parametrize(("table", "column"), ONE_OF_EACH.items())
def test_a_file_with_an_odd_value_is_no_backup(path: Path, table: str, column: str) -> None:
    tamper(path, table, column, "x'ff00ff'")
    with pytest.raises(DamagedLibraryError) as caught:
        inspect_file(path)
    assert caught.value.sentence == f"The file {path} is damaged."


@pytest.mark.parametrize(("table", "column"), list(ONE_OF_EACH.items())[:: times(short=4, long=1)])
def test_a_file_with_an_odd_value_is_replaced_by_the_backup(
    path: Path, table: str, column: str
) -> None:
    tamper(path, table, column, "x'ff00ff'")
    with Library(path, clock=day(2)) as library:
        assert "is used instead" in library.note
        # All that the backup has is there.
        assert len(library.decks.all()) >= 1 + OTHERS
        assert all(answer is not None for answer in answers(library))


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS.keys())
def test_odd_contents(path: Path, content: str) -> None:
    tamper(path, "version", "content", f"'{content}'")
    damaged = []
    with Library(path, clock=day(2)) as library:
        for deck in library.decks.all():
            try:
                library.decks.open(deck.id, POOLS)
            except DamagedLibraryError as error:
                damaged.append(error.sentence)
    assert damaged == ["This version of the deck is damaged and cannot be read."]
    assert_usable(path)


SCHEMAS = {
    "a view": ["ALTER TABLE deck RENAME TO other", f"CREATE VIEW deck AS {ENDLESS}"],
    "a view for the version": [
        "DROP TABLE alembic_version",
        f"CREATE VIEW alembic_version(version_num) AS {ENDLESS}",
    ],
    "a view beside": [f"CREATE VIEW mine AS {ENDLESS}"],
    "a trigger": ["CREATE TRIGGER t AFTER INSERT ON version BEGIN DELETE FROM deck; END"],
    "an endless trigger": [
        f"CREATE TRIGGER t AFTER UPDATE ON fact BEGIN INSERT INTO tag {ENDLESS}; END"
    ],
    "a column that is computed": [
        "ALTER TABLE single RENAME TO other",
        "CREATE TABLE single (code TEXT, copies INTEGER AS (length(code)))",
    ],
    "a table of a module": ["DROP TABLE single", "CREATE VIRTUAL TABLE single USING fts5(code)"],
    "a condition": [
        "ALTER TABLE single RENAME TO other",
        "CREATE TABLE single (code TEXT, copies INTEGER CHECK (copies < 0))",
    ],
    "an index that refuses": ["CREATE UNIQUE INDEX u ON version(based_on) WHERE number = 1"],
    "a table lost": ["DROP TABLE game"],
    "no count of changes": ["DELETE FROM fact"],
    "a version of letters": ["UPDATE alembic_version SET version_num = 'one!'"],
    "a version of bytes": ["UPDATE alembic_version SET version_num = x'ff'"],
    "a deck of nobody": ["DELETE FROM deck WHERE name = 'Newest'"],
    "a plan of itself": ["UPDATE plan SET of_id = deck_id"],
    "a folder that is none": ["UPDATE deck SET folder_id = 'none' WHERE name = 'Newest'"],
}


@pytest.mark.parametrize("statements", SCHEMAS.values(), ids=SCHEMAS.keys())
def test_a_schema_or_rows_that_are_not_ours(
    path: Path, tmp_path: Path, statements: list[str]
) -> None:
    backup = Path(shutil.copy(path, tmp_path / "mine.db"))
    run(backup, *statements)
    with pytest.raises(DamagedLibraryError, match="is damaged"):
        inspect_file(backup)
    with Library(path, clock=day(1)) as library, pytest.raises(DamagedLibraryError):
        library.restore(backup)
    run(path, *statements)
    with Library(path, clock=day(2)) as library:
        assert "is used instead" in library.note
        assert all(answer is not None for answer in answers(library))
        change(library)


def test_what_made_no_sense_is_counted(path: Path) -> None:
    tamper(path, "version", "made", "'yesterday'")
    with Library(path, clock=day(2)) as library:
        assert "Left out: 1 entry that made no sense." in library.note
        assert "1 newer version of decks and 1 newer event could be read from it" in library.note


@pytest.mark.parametrize(
    ("statement", "names", "odd"),
    [
        # The backup has as much.
        ("UPDATE event_operation SET body = '{' WHERE number = 3", ["Ann"], 2),
        ("UPDATE event_operation SET body = '{' WHERE number = 4", ["Ann", "Cat"], 1),
        ("DELETE FROM event_operation WHERE number = 3", ["Ann"], 1),
        ("UPDATE event SET stage = 'lost'", ["Ann", "Cat", "Dan"], 1),
    ],
)
def test_a_log_is_salvaged_as_far_as_it_goes(
    path: Path, statement: str, names: list[str], odd: int
) -> None:
    with Library(path, clock=day(1)) as library:
        (event,) = library.events.list()
        library.events.append_all(event.id, [registered("Dan")], 3)
    loosen(path)
    # Something else makes the file a damaged one.
    run(path, statement, "UPDATE single SET copies = 'x'", "PRAGMA journal_mode = DELETE")
    with Library(path, clock=day(2)) as library:
        assert ("and 1 newer event could be read" in library.note) == (len(names) > 1)
        assert f"Left out: {odd + 1} entr" in library.note
        (event,) = library.events.list()
        log = library.events.operations(event.id)
        assert [each.player for each in log if isinstance(each, Registered)] == names
        assert [each.number for each in library.events.taken_back(event.id)] == [3]
        library.events.append_all(event.id, [registered("Eve")], len(log))


@pytest.mark.parametrize("seed", range(times(short=9, long=30)))
def test_any_byte_may_be_wrong(path: Path, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    content = bytearray(path.read_bytes())
    # A third of them where it hurts: the header and the schema.
    end = 3 * 4096 if seed % 3 == 0 else len(content)
    for _ in range(chance.choice([1, 5, 50])):
        content[chance.randrange(end)] = chance.randrange(256)
    path.write_bytes(content)
    backup = tmp_path / "mine.db"
    backup.write_bytes(content)
    try:
        inspect_file(backup)
    except AppError as error:
        assert str(backup) in error.sentence  # noqa: PT017
    try:
        assert_usable(path)
    except NewerDatabaseError as error:
        # One letter of the version may have become another.
        assert "newer version of Seven Plots" in error.sentence  # noqa: PT017

"""The versions that `--version` names, and a library of the first version, which loses nothing."""

from __future__ import annotations

import re
import shutil
import sqlite3
import tomllib
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from carddb import catalogue
from carddb.terms import Edition
from core.program_version import PROGRAM_VERSION, is_newer
from library.library import Library
from tests.unit.library.ticking import Ticking

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

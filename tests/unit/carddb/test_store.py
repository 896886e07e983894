"""cards.db: filled once, read quickly, and rebuilt whenever it is not fit to be read."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from threading import Thread

import pytest

from carddb.origin import CATALOGUE
from carddb.pack import Cycle
from carddb.pool import Pools
from carddb.restrictions import FormatList, Pod
from carddb.store import CardStore
from carddb.sync import sync
from carddb.terms import CardType, Edition, PlotStats, Printed
from core.errors import CancelledError, NewerDatabaseError
from core.program_version import PROGRAM_VERSION
from tests.builders import card, pack, pool, restricted_list

pytestmark = pytest.mark.usefixtures("reverse_unordered")

ROOT = Path(__file__).parents[3]

LIST = restricted_list(
    date=date(2016, 1, 1),
    banned=frozenset({"01004"}),
    formats=(
        ("joust", FormatList(frozenset({"01141"}), pods=(Pod(("01141", "01004"), "01141"),))),
    ),
)
CYCLE = Cycle("core", "Core Set", Edition.SECOND, 1)
PLOT = PlotStats(5, Printed.X, 1, 6)
POOLS = {
    Edition.FIRST: pool(
        card("Ice", code="core_1", edition=Edition.FIRST, pack="core"), edition=Edition.FIRST
    ),
    Edition.SECOND: pool(
        card("Arya Stark", code="01141", traits=("Lady",)),
        card("A Noble Cause", CardType.PLOT, code="01004", plot=PLOT),
        packs=(pack(), pack("TtB", "Taking the Black", position=2)),
        cycles=(CYCLE,),
        lists=(LIST,),
    ),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "cards.db"


def store(path: Path, fingerprint: str = "one") -> CardStore:
    return CardStore(path, load=lambda: POOLS, fingerprint=lambda: fingerprint)


def steps(each: CardStore) -> list[tuple[int, int]]:
    """Return what a start reports while it fills cards.db: nothing if it could be read."""
    reported: list[tuple[int, int]] = []
    assert_same(each.pools(lambda done, total: reported.append((done, total))), POOLS)
    return reported


def assert_same(one: Pools, other: Pools) -> None:
    for edition in Edition:
        assert one[edition].edition is edition
        assert one[edition].cards == other[edition].cards
        for name in ("packs", "cycles", "lists"):
            found, wanted = getattr(one[edition], name), getattr(other[edition], name)
            assert list(found.items()) == list(wanted.items())


def leftovers(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir() if each != path)


def test_the_first_start_fills_it_and_the_next_one_reads_it(path: Path) -> None:
    assert steps(store(path))[-1] == (15, 15)
    assert steps(store(path)) == []
    assert leftovers(path) == []


@pytest.mark.parametrize("replaced", [(), (Edition.SECOND, Edition.FIRST)])
def test_what_is_read_is_the_whole_catalogue(
    tmp_path: Path, pools: Pools, replaced: tuple[Edition, ...]
) -> None:
    path = tmp_path / "cards.db"
    CardStore(path).pools()
    for edition in replaced:
        CardStore(path).replace(pools[edition], CATALOGUE)
    filled = CardStore(path)
    reported: list[int] = []
    assert_same(filled.pools(lambda done, _: reported.append(done)), pools)
    assert (reported, filled.note) == ([], "")


def test_another_catalogue_rebuilds_it(path: Path) -> None:
    store(path, "one").pools()
    assert steps(store(path, "two"))
    assert not steps(store(path, "two"))


def sql(statement: str) -> Callable[[Path], None]:
    """Return a function that runs a statement in a file."""

    def run(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)
            connection.commit()

    return run


BROKEN: dict[str, Callable[[Path], object]] = {
    "garbage": lambda path: path.write_bytes(os.urandom(5000)),
    "zero length": lambda path: path.write_bytes(b""),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "no card table": sql("DROP TABLE card"),
    "no meta table": sql("DROP TABLE meta"),
    "no column": sql("ALTER TABLE card DROP COLUMN illustrator"),
    "a column more": sql("ALTER TABLE card ADD COLUMN price INTEGER"),
    "older schema": sql("UPDATE meta SET value = '0' WHERE key = 'schema'"),
    "no schema": sql("DELETE FROM meta"),
    "a card lost": sql("DELETE FROM card WHERE code = '01141'"),
    "a name changed": sql("UPDATE card SET name = 'Aria' WHERE code = '01141'"),
    "a cost changed": sql("UPDATE card SET cost = 7"),
    "an X more": sql("UPDATE card SET strength_is_x = 1 WHERE code = '01141'"),
    "a plot without its claim": sql("UPDATE card SET claim = NULL"),
    "an income more": sql("UPDATE card SET income_bonus = 1 WHERE code = '01141'"),
    "a trait lost": sql("DELETE FROM card_trait"),
    "an entry of a list lost": sql("DELETE FROM list_entry WHERE code = '01141'"),
    "a pod in another order": sql("UPDATE pod_card SET ordinal = -ordinal"),
    "a format lost": sql("DELETE FROM list_format"),
    "the day of a list changed": sql("UPDATE restricted_list SET date = '2016-01-02'"),
}


@pytest.mark.parametrize("spoil", BROKEN.values(), ids=BROKEN.keys())
def test_whatever_is_broken_is_rebuilt(path: Path, spoil: Callable[[Path], object]) -> None:
    store(path).pools()
    spoil(path)
    spoilt = store(path)
    assert steps(spoilt)
    assert spoilt.note == ""
    assert steps(store(path)) == []
    assert leftovers(path) == []


NEWER = {
    "schema": (sql("UPDATE meta SET value = '999' WHERE key = 'schema'"), "the newest one"),
    "program": (
        sql("UPDATE meta SET value = '10.0.1' WHERE key = 'program'"),
        "version 10.0.1 or a later one",
    ),
}


@pytest.mark.parametrize(("change", "needed"), NEWER.values(), ids=NEWER.keys())
def test_that_of_a_newer_program_is_never_touched(
    path: Path, change: Callable[[Path], None], needed: str
) -> None:
    store(path, "one").pools()
    change(path)
    before = path.read_bytes()
    older = store(path, "two")
    assert_same(older.pools(), POOLS)
    assert "was written by a newer version of Seven Plots" in older.note
    assert f"Install {needed}; nothing was changed." in older.note
    with pytest.raises(NewerDatabaseError, match="newer version"):
        older.replace(POOLS[Edition.SECOND], CATALOGUE)
    with pytest.raises(NewerDatabaseError, match="newer version"):
        older.confirm(Edition.SECOND, CATALOGUE)
    with pytest.raises(NewerDatabaseError, match="newer version"):
        sync(older, "http://127.0.0.1:1")
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", ["0.1.0", PROGRAM_VERSION, "", "next", "0.0.99999"])
def test_that_of_an_older_program_is_used(path: Path, version: str) -> None:
    store(path).pools()
    sql(f"UPDATE meta SET value = '{version}' WHERE key = 'program'")(path)  # noqa: S608
    assert steps(store(path)) == []


def test_a_database_of_something_else_is_rebuilt(path: Path) -> None:
    path.parent.mkdir()
    sql("CREATE TABLE wolves (name)")(path)
    assert steps(store(path))
    assert steps(store(path)) == []


def test_a_folder_in_its_place_is_told_and_left_alone(path: Path) -> None:
    path.mkdir(parents=True)
    (path / "mine.txt").write_text("kept")
    blocked = store(path)
    assert_same(blocked.pools(), POOLS)
    assert "there is a folder of that name" in blocked.note
    assert str(path) in blocked.note
    assert (path / "mine.txt").read_text() == "kept"


def test_a_home_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    blocked = store(tmp_path / "home" / "cards.db")
    assert_same(blocked.pools(), POOLS)
    assert blocked.note.startswith("The cards could not be saved in ")
    assert blocked.note.endswith(".")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_leave_to_write_is_told(path: Path) -> None:
    path.parent.mkdir()
    path.parent.chmod(0o500)
    blocked = store(path)
    assert_same(blocked.pools(), POOLS)
    assert "Permission denied" in blocked.note
    path.parent.chmod(0o700)
    assert steps(blocked)
    assert blocked.note == ""


@pytest.mark.parametrize("there_before", [False, True])
def test_stopping_in_the_middle_leaves_the_old_file_or_none(path: Path, there_before: bool) -> None:
    if there_before:
        store(path, "old").pools()
    before = path.read_bytes() if there_before else None

    def stop(done: int, _: int) -> None:
        raise CancelledError(f"Stopped after {done}.")

    with pytest.raises(CancelledError):
        store(path).pools(stop)
    assert (path.read_bytes() if path.exists() else None) == before
    assert leftovers(path) == []


SLOW = """
import sys, time
from pathlib import Path
from carddb.store import CardStore
from carddb.sync import sync

def slowly(done, total):
    print(done, flush=True)
    time.sleep(float(sys.argv[2]))

pools = CardStore(Path(sys.argv[1])).pools(slowly)
print(sum(map(len, pools.values())), flush=True)
"""


def _start(path: Path, pause: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SLOW, str(path), str(pause)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)  # noqa: S603


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("there_before", [False, True])
def test_a_kill_in_the_middle_leaves_the_old_file_or_none(path: Path, there_before: bool) -> None:
    if there_before:
        store(path, "old").pools()
    before = path.read_bytes() if there_before else None
    with _start(path, 30) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip().isdigit()
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert (path.read_bytes() if path.exists() else None) == before
    abandoned = [path.parent / name for name in leftovers(path)]
    assert abandoned
    for each in abandoned:
        os.utime(each, (time.time() - 3600,) * 2)
    assert steps(store(path))
    assert leftovers(path) == []


@pytest.mark.parametrize("reverse_unordered", [True], indirect=True)  # not in other processes
def test_two_processes_at_once_both_succeed(path: Path) -> None:
    with _start(path, 0.02) as one, _start(path, 0.02) as other:
        answers = [process.communicate(timeout=60)[0].split()[-1] for process in (one, other)]
    assert answers == ["4228", "4228"]
    assert leftovers(path) == []


def test_threads_share_a_store(path: Path) -> None:
    shared = store(path)
    sizes: list[int] = []
    threads = [
        Thread(target=lambda: sizes.append(len(shared.pools()[Edition.SECOND]))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sizes == [2, 2, 2, 2]


@pytest.mark.parametrize("name", ["a b#c?d%20.db", "königsmund.db", "50%.db"])
def test_a_path_may_hold_any_letters(tmp_path: Path, name: str) -> None:
    assert steps(store(tmp_path / name))
    assert (tmp_path / name).is_file()
    assert steps(store(tmp_path / name)) == []

"""A damaged file: a backup is used, the file put aside, what can still be read copied."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from carddb.terms import Edition
from events.event_log import read_log
from library.errors import DamagedLibraryError
from library.game_report import PlayedGame, Result
from library.library import Library
from library.owned import Holding
from library.search import DeckSearch
from tests.long_run import times
from tests.unit.events.organizer import Organizer, custom
from tests.unit.library.decks import POOLS, WARD, starks

PAGE = 4096
Damage = Callable[[Path], None]


def day(number: int) -> Callable[[], datetime]:
    return lambda: datetime(2026, 3, 1, tzinfo=UTC) + timedelta(days=number)


def first_page(path: Path) -> None:
    overwrite(path, 0, b"\xaa" * PAGE)


def header(path: Path) -> None:
    overwrite(path, 0, b"rubbish here")


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: -(path.stat().st_size // 3)])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def rubbish(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(50_000))  # noqa: S311


def text(path: Path) -> None:
    path.write_text("This is a shopping list.\n" * 100)


def zeros(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def many_pages(path: Path) -> None:
    for page in range(2, path.stat().st_size // PAGE, 2):
        overwrite(path, page * PAGE, b"\x00\xff" * 1000)


def overwrite(path: Path, at: int, what: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(what)


def fill(path: Path) -> tuple[str, str]:
    """Make a library with a backup of its first deck; the second is newer."""
    with Library(path, clock=day(0)) as library:
        first = library.decks.add(starks("First"))
    with Library(path, clock=day(1)) as library:
        assert library.note == ""
        second = library.decks.add(starks("Second"))
    return first.id, second.id


@cache
def _filled_once() -> tuple[Mapping[Path, bytes], tuple[str, str]]:
    """Return the files of such a library, and its decks."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        decks = fill(home / "decks.db")
        files = [each for each in home.rglob("*") if each.is_file()]
        return {each.relative_to(home): each.read_bytes() for each in files}, decks


def filled(path: Path) -> tuple[str, str]:
    """Put a copy of such a library where there is none."""
    files, decks = _filled_once()
    assert path.name == "decks.db"
    for name, content in files.items():
        file = path.parent / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return decks


ALL = [first_page, header, cut_short, empty, rubbish, text, zeros, many_pages]


@pytest.mark.parametrize("damage", ALL)
def test_the_newest_good_backup_is_used(tmp_path: Path, damage: Damage) -> None:
    path = tmp_path / "decks.db"
    first, _ = filled(path)
    damage(path)
    broken = path.read_bytes()
    with Library(path, clock=day(2)) as library:
        assert library.note.startswith(f"The library {path} was damaged. The damaged file is kept")
        assert "The backup decks-2026-03-02.db is used instead" in library.note
        assert library.decks.open(first, POOLS).deck == starks("First")
        library.decks.rename(first, "Still here")
    (aside,) = tmp_path.glob("decks-damaged-2026-03-03T000000.db")
    assert aside.read_bytes() == broken
    with Library(path, clock=day(3)) as library:
        assert library.note == ""
        assert library.decks.get(first).name == "Still here"


@pytest.mark.parametrize("damage", ALL)
def test_a_damaged_backup_is_passed_over(tmp_path: Path, damage: Damage) -> None:
    path = tmp_path / "decks.db"
    first, second = filled(path)
    with Library(path, clock=day(2)) as library:
        library.decks.rename(second, "Newer")
    damage(path)
    damage(tmp_path / "backups" / "decks-2026-03-03.db")
    with Library(path, clock=day(3)) as library:
        assert "The backup decks-2026-03-02.db is used instead" in library.note
        assert library.decks.get(first).name == "First"


@pytest.mark.parametrize("damage", [first_page, rubbish, zeros])
def test_without_a_backup_it_begins_anew_and_says_so(tmp_path: Path, damage: Damage) -> None:
    path = tmp_path / "decks.db"
    with Library(path, clock=day(0)) as library:
        library.decks.add(starks())
    damage(path)
    with Library(path, clock=day(0)) as library:
        assert "There is no good backup of it, so it begins anew, empty." in library.note
        assert library.decks.all() == ()
        library.decks.add(starks())
    assert len(list(tmp_path.glob("decks-damaged-*.db"))) == 1


def damaged_index(path: Path) -> None:
    """Damage the pages of an index alone, so that every row can still be read."""
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'ix_tag_folded'"
        (page,) = connection.execute(query).fetchone()
    overwrite(path, (page - 1) * PAGE, b"\xff" * PAGE)


@pytest.mark.parametrize("backup", [True, False])
def test_what_can_be_read_and_is_newer_is_taken_over(tmp_path: Path, backup: bool) -> None:
    path = tmp_path / "decks.db"
    first, second = filled(path)
    with Library(path, clock=day(1)) as library:
        opened = library.decks.open(first, POOLS)
        library.decks.save(opened.with_deck(opened.deck.with_copies(WARD, 3)))
        folder = library.folders.add("League")
        library.decks.move([second], folder.id)
        for deck_id in (first, second):
            library.decks.tag(deck_id, ["tried"])
            library.games.add(
                PlayedGame(played=date(2026, 3, 2), result=Result.WIN, deck_id=deck_id)
            )
        library.collection.hold(Edition.SECOND, "Core", 3)
        library.collection.hold(Edition.SECOND, "WotN", 1)
        gone = library.decks.add(starks("In the bin"))
        library.decks.throw_away([gone.id])
        plan = library.plans.begin(first, "If I go Targaryen", 2)
    if not backup:
        (tmp_path / "backups" / "decks-2026-03-02.db").unlink()
    damaged_index(path)
    with Library(path, clock=day(2)) as library:
        assert "newer versions of decks could be read from it" in library.note
        assert [each.name for each in library.decks.binned()] == ["In the bin"]
        assert {each.id for each in library.decks.all()} == {first, second}
        assert [(each.id, each.of.id, each.version) for each in library.plans.all()] == [
            (plan.id, first, 2)
        ]
        assert library.decks.open(first, POOLS).deck == starks("First").with_copies(WARD, 3)
        assert len(library.history.versions(first)) == 2
        assert library.decks.open(second, POOLS).deck == starks("Second")
        assert [library.decks.get(each).tags for each in (first, second)] == [("tried",)] * 2
        assert library.decks.get(second).folder_id == folder.id
        assert {each.deck_name for each in library.games.all()} == {"First", "Second"}
        found = library.collection.owned().holdings
        assert found == (Holding(Edition.SECOND, "Core", 3), Holding(Edition.SECOND, "WotN", 1))


@pytest.mark.parametrize("seed", range(times(short=16, long=60)))
def test_any_byte_may_be_wrong(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "decks.db"
    first, second = filled(path)
    chance = random.Random(seed)  # noqa: S311
    for _ in range(chance.choice([1, 20, 400])):
        overwrite(path, chance.randrange(path.stat().st_size), chance.randbytes(4))
    with Library(path, clock=day(2)) as library:
        assert library.decks.get(first)
        assert library.note or library.decks.get(second)
        damaged = [each.id for each in library.decks.all() if not opens(library, each.id)]
        assert len(damaged) < 2
        library.decks.add(starks("Work goes on"))
        assert library.decks.find(DeckSearch(text="work"))


def opens(library: Library, deck_id: str) -> bool:
    """Whether a deck can be opened; if not, the error has a sentence."""
    try:
        library.decks.open(deck_id, POOLS)
    except DamagedLibraryError as error:
        return str(error) != "This version of the deck is damaged and cannot be read."
    return True


def test_damage_behind_an_open_window(tmp_path: Path) -> None:
    path = tmp_path / "decks.db"
    first, _ = filled(path)
    with Library(path, clock=day(2)):
        many_pages(path)
    with Library(path, clock=day(2)) as library:
        assert "is used instead" in library.note
        assert library.decks.get(first).name == "First"


@pytest.mark.parametrize("left", [0, 4096, 20_000])
def test_a_file_that_is_cut_while_it_is_open_takes_no_change_and_is_recovered(
    tmp_path: Path, left: int
) -> None:
    path = tmp_path / "decks.db"
    first, _ = filled(path)
    with Library(path, clock=day(2)) as library:
        os.truncate(path, left)
        for _ in range(3):
            with pytest.raises(DamagedLibraryError, match="is damaged"):
                library.folders.add("Lost")
        with pytest.raises(DamagedLibraryError, match="is damaged"):
            library.decks.all()
    with Library(path, clock=day(2)) as library:
        assert "is used instead" in library.note
        assert library.decks.get(first).name == "First"


def test_a_log_that_is_rubbish_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "decks.db"
    first, second = filled(path)
    path.with_name("decks.db-wal").write_bytes(b"\xaa" * 40_000)
    with Library(path, clock=day(2)) as library:
        assert {each.id for each in library.decks.all()} == {first, second}


def test_a_library_that_was_deleted_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "decks.db"
    filled(path)
    path.unlink()
    with Library(path, clock=day(2)) as library:
        assert library.decks.all() == ()
        assert "sevenplots restore" in library.note


def event_of_two_rounds(path: Path) -> tuple[str, Organizer]:
    """Make a library whose backup has an event before its second round; return the event."""
    organizer = Organizer(custom(3))
    organizer.register("ABCD")
    organizer.start()
    organizer.pair()
    organizer.all_win()
    with Library(path, clock=day(0)) as library:
        event_id = library.events.create(organizer.log)
    with Library(path, clock=day(1)) as library:
        known = len(organizer.log)
        organizer.pair()
        organizer.result(1)
        for number, operation in enumerate(organizer.log[known:], start=known):
            library.events.append_all(event_id, [operation], number)
    return event_id, organizer


def test_a_recovery_says_how_far_an_event_went_back(tmp_path: Path) -> None:
    path = tmp_path / "decks.db"
    event_id, organizer = event_of_two_rounds(path)
    rubbish(path)
    snapshot = tmp_path / "backups" / "events" / f"{event_id}.json"
    with Library(path, clock=day(2)) as library:
        said = "went back from 10 operations (round 2) to 9 operations (round 1)."
        assert f"The event “Test event” {said}" in library.note
        assert f"Its log is in {snapshot}: import it as an event." in library.note
        again = library.events.create(read_log(snapshot.read_text("utf-8")))
        assert library.events.operations(again) == tuple(organizer.log[:-1])
    with Library(path, clock=day(3)) as library:
        assert library.note == ""


def test_a_recovery_without_a_backup_says_which_event_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "decks.db"
    event_of_two_rounds(path)
    for each in (tmp_path / "backups").glob("*.db"):
        each.unlink()
    rubbish(path)
    with Library(path, clock=day(2)) as library:
        said = "The event “Test event” is gone; it had 10 operations (round 2)."
        assert said in library.note


def test_an_event_that_could_be_read_whole_did_not_go_back(tmp_path: Path) -> None:
    path = tmp_path / "decks.db"
    event_id, organizer = event_of_two_rounds(path)
    damaged_index(path)
    with Library(path, clock=day(2)) as library:
        assert "went back" not in library.note
        assert library.events.operations(event_id) == tuple(organizer.log)

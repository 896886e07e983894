"""The event on screen: each operation is kept as it is done, and another window is noticed."""

from __future__ import annotations

import getpass
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from carddb.own_lists import list_text, own_list_file, read_own_list
from carddb.pool import Pools
from cli.main import run
from core.errors import AppError
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.event_session import EventSession
from desktop.session.library_worker import LibraryWorker
from desktop.session.round_timer import RoundClock, RoundTimer, read_clock
from events import operations as ops
from events.event_log import written_log
from events.event_state import EventState
from events.event_terms import EventStage, GameResult
from events.event_values import EventSettings, HandedInDeck
from events.plan_steps import plan_of
from events.round_draw import next_round
from library.errors import EventChangedError
from library.library import Library
from tests.gui.samples import present
from tests.unit.cli.test_lists import LEAGUE
from tests.unit.events.organizer import CREATED, NOON, SETTINGS


@pytest.fixture
def worker(
    tasks: TaskRunner, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LibraryWorker]:
    monkeypatch.delenv("SEVENPLOTS_LIBRARY", raising=False)
    made = LibraryWorker(tasks)
    with qtbot.waitSignal(made.contents_changed):
        made.open_at(tmp_path)
    yield made
    qtbot.waitUntil(lambda: not made.busy)
    made.close()


@pytest.fixture
def session(worker: LibraryWorker, tasks: TaskRunner, qtbot: QtBot) -> EventSession:
    made = EventSession(worker, tasks, clock=lambda: NOON, who=lambda: "Varys")
    with qtbot.waitSignal(made.opened):
        made.create(SETTINGS)
    return made


def sign_up(session: EventSession, *names: str) -> None:
    session.do_all(lambda _: [(ops.Registered, {"player": name, "name": name}) for name in names])


def start(session: EventSession) -> None:
    session.do_all(lambda state: [(ops.Started, {"plan": plan_of(state)})])


def left(timer: RoundTimer) -> int | None:
    return timer.seconds_left


def state_of(session: EventSession) -> EventState:
    return present(session.state)


def written(session: EventSession, qtbot: QtBot) -> EventState:
    """Return the state once everything is written."""
    qtbot.waitUntil(lambda: not session.busy)
    return state_of(session)


def test_what_is_done_is_shown_once_it_is_in_the_library(
    session: EventSession, worker: LibraryWorker, tasks: TaskRunner, qtbot: QtBot
) -> None:
    sign_up(session, "Arya", "Bran")
    session.do(ops.Dropped, player="Bran")
    assert not state_of(session).players
    written(session, qtbot)
    assert session.current is not None
    again = EventSession(worker, tasks)
    with qtbot.waitSignal(again.opened):
        again.open(session.current.id)
    assert again.current is not None
    assert (again.current.log, again.state) == (session.current.log, session.state)
    assert [each.by for each in again.current.log] == ["Varys"] * 4


def test_what_cannot_be_done_changes_nothing(session: EventSession, qtbot: QtBot) -> None:
    before, called = session.current, []
    with qtbot.waitSignal(session.failed) as failed:
        session.do_all(
            lambda _: [(ops.Registered, {"player": each, "name": "Arya"}) for each in "ab"],
            then=lambda: called.append("then"),
            otherwise=lambda: called.append("otherwise"),
        )
    assert isinstance(failed.args[0], AppError)
    written(session, qtbot)
    assert (session.current, called) == (before, ["otherwise"])


def test_what_cannot_be_written_is_not_shown_and_said(
    session: EventSession, worker: LibraryWorker, qtbot: QtBot
) -> None:
    sign_up(session, "Arya")
    before = written(session, qtbot)
    assert worker.library is not None
    worker.library.events.delete(present(session.current).id)
    worker.library.events.empty_bin()
    with qtbot.waitSignal(session.failed) as failed:
        sign_up(session, "Bran")
    assert "no such event" in failed.args[0].sentence
    assert written(session, qtbot) is before


def test_undo_takes_back_the_last_and_says_what(session: EventSession, qtbot: QtBot) -> None:
    sign_up(session, "Arya", "Bran")
    written(session, qtbot)
    with qtbot.waitSignal(session.done) as done:
        session.undo()
    assert done.args == ["Undone: Bran signed up."]
    assert [each.name for each in state_of(session).players] == ["Arya"]
    session.undo()
    written(session, qtbot)
    event = present(session.current)
    assert [(each.number, each.by) for each in event.taken_back] == [(3, "Varys"), (2, "Varys")]
    with qtbot.waitSignal(session.changed):
        session.open(event.id)
    assert present(session.current).taken_back == event.taken_back
    with qtbot.waitSignal(session.failed):
        session.undo()


@pytest.fixture
def other(session: EventSession, tmp_path: Path) -> Iterator[OtherStation]:
    """Give another station, which has the same library open."""
    with Library(tmp_path / "decks.db", clock=lambda: NOON) as library:
        yield OtherStation(library, present(session.current).id)


@dataclass
class OtherStation:
    """What another organizer does in the same event, by a connection of his own."""

    library: Library
    event_id: str

    def do(self, kind: type[ops.Operation], **fields: Any) -> None:
        log = self.library.events.operations(self.event_id)
        self.library.events.append_all(self.event_id, [kind(at=NOON, **fields)], len(log))

    def result(self, table: int, result: GameResult) -> None:
        self.do(ops.ResultEntered, round=1, table=table, result=result)


def play_a_round(session: EventSession, qtbot: QtBot) -> None:
    sign_up(session, *"ABCDEFGH")
    start(session)
    session.do_all(lambda state: [(ops.RoundPaired, {"round": next_round(state, 1)})])
    written(session, qtbot)
    # What follows is typed before the window has looked for changes.
    session.watch.stop()


def results(session: EventSession, qtbot: QtBot) -> list[GameResult | None]:
    return [each.result for each in written(session, qtbot).rounds[0].games]


def enter(session: EventSession, table: int, result: GameResult, **more: Any) -> None:
    session.do(ops.ResultEntered, round=1, table=table, result=result, **more)


WIN, LOSS, DRAW = GameResult.WIN, GameResult.LOSS, GameResult.DRAW


def test_what_a_command_enters_is_shown_within_two_seconds(
    session: EventSession, qtbot: QtBot, tmp_path: Path
) -> None:
    sign_up(session, "Arya")
    written(session, qtbot)
    assert session.current is not None
    words = ("event", "players", session.current.id, "--add", "Bran")
    assert run(["--home", str(tmp_path), *words]) == 0
    assert session.watch.interval() < 1_000
    with qtbot.waitSignals([session.changed, session.noticed]):
        pass
    assert [each.name for each in state_of(session).players] == ["Arya", "Bran"]
    assert [each.by for each in session.current.log] == ["Varys"] * 2 + [getpass.getuser()]


def test_a_new_event_of_another_station_is_listed(
    session: EventSession, other: OtherStation, qtbot: QtBot
) -> None:
    session.library_changed.connect(session.reload)
    other.library.events.create([CREATED])
    qtbot.waitUntil(lambda: len(session.events) == 2)


def test_what_another_station_takes_back_is_shown_as_that(
    session: EventSession, other: OtherStation, qtbot: QtBot
) -> None:
    sign_up(session, "Arya")
    written(session, qtbot)
    with qtbot.waitSignal(session.changed):
        other.library.events.operations(other.event_id)
        other.library.events.undo(other.event_id, 2, "Bronn")
    assert [each.by for each in present(session.current).taken_back] == ["Bronn"]


def test_results_of_other_tables_are_entered_all_the_same(
    session: EventSession, other: OtherStation, qtbot: QtBot
) -> None:
    play_a_round(session, qtbot)
    other.result(1, WIN)
    failures: list[Exception] = []
    session.failed.connect(failures.append)
    enter(session, 2, LOSS)
    enter(session, 3, DRAW)
    assert results(session, qtbot) == [WIN, LOSS, DRAW, None]
    assert failures == []
    # As many operations as before, but not the same.
    other.library.events.operations(other.event_id)
    session.do(ops.ResultCorrected, round=1, table=3, result=LOSS)
    written(session, qtbot)
    log = other.library.events.operations(other.event_id)
    other.library.events.undo(other.event_id, len(log))
    other.result(4, WIN)
    session.do(ops.ResultCorrected, round=1, table=2, result=WIN)
    assert results(session, qtbot) == [WIN, WIN, DRAW, WIN]
    assert failures == []


def test_a_result_of_a_table_that_another_station_entered_is_refused(
    session: EventSession, other: OtherStation, qtbot: QtBot
) -> None:
    play_a_round(session, qtbot)
    enter(session, 2, WIN)
    written(session, qtbot)
    other.result(1, WIN)
    other.do(ops.ResultCorrected, round=1, table=2, result=DRAW)
    failures: list[AppError] = []
    session.failed.connect(failures.append)
    enter(session, 1, LOSS)
    session.do(ops.ResultCorrected, round=1, table=2, result=LOSS)
    # Two were refused; the third, which was typed before anybody knew, leaves that on screen.
    enter(session, 3, WIN)
    assert results(session, qtbot) == [WIN, DRAW, WIN, None]
    assert session.refused
    for table, each in enumerate(failures, start=1):
        assert isinstance(each, EventChangedError)
        assert "Another window changed “Test event” meanwhile" in each.sentence
        assert f"Round 1, table {table}" in each.sentence
    assert len(failures) == 2


def test_who_has_not_seen_a_change_yet_does_not_overwrite_it(
    session: EventSession, other: OtherStation, qtbot: QtBot
) -> None:
    """The library was read already, but what it said is not on screen yet."""
    play_a_round(session, qtbot)
    enter(session, 1, WIN)
    written(session, qtbot)
    other.do(ops.ResultCorrected, round=1, table=1, result=DRAW)
    session.open(other.event_id)
    session.do(ops.ResultCorrected, round=1, table=1, result=LOSS)
    session.do(ops.ResultEntered, round=1, table=2, result=LOSS)
    with qtbot.waitSignal(session.failed) as failed:
        assert results(session, qtbot) == [DRAW, LOSS, None, None]
    assert isinstance(failed.args[0], EventChangedError)


def test_what_is_about_the_whole_event_is_not_done_after_a_change(
    session: EventSession, other: OtherStation, qtbot: QtBot
) -> None:
    sign_up(session, *"ABCD")
    before = len(written(session, qtbot).players)
    session.watch.stop()
    other.do(ops.Registered, player="Cat", name="Cat")
    with qtbot.waitSignal(session.failed) as failed:
        session.undo()
    assert "Undo" in failed.args[0].sentence
    assert len(written(session, qtbot).players) == before + 1
    other.do(ops.Registered, player="Dany", name="Dany")
    with qtbot.waitSignal(session.failed) as failed:
        start(session)
    assert "The event started" in failed.args[0].sentence
    assert written(session, qtbot).stage is EventStage.REGISTRATION


def test_two_desks_sign_players_up(
    session: EventSession, other: OtherStation, qtbot: QtBot
) -> None:
    session.watch.stop()
    other.do(ops.Registered, player="p1", name="Arya")
    session.do_all(
        lambda state: [(ops.Registered, {"player": state.next_player_id, "name": "Bran"})]
    )
    assert [each.name for each in written(session, qtbot).players] == ["Arya", "Bran"]
    other.do(ops.Renamed, player="p1", name="Cat")
    deck = HandedInDeck(digest="a", text="b")
    session.do(ops.DeckHandedIn, player="p2", deck=deck)
    with qtbot.waitSignal(session.failed):
        session.do(ops.DeckHandedIn, player="p1", deck=deck)
    found = [(each.name, each.deck) for each in written(session, qtbot).players]
    assert found == [("Cat", None), ("Bran", deck)]


def test_a_round_is_drawn_in_a_worker_and_can_be_stopped(
    session: EventSession, qtbot: QtBot
) -> None:
    sign_up(session, *"ABCDEFGH")
    start(session)
    written(session, qtbot)
    session.draw(lambda state: (ops.RoundPaired, {"round": next_round(state, 1)}))
    session.cancel_drawing()
    session.draw(lambda state: (ops.RoundPaired, {"round": next_round(state, 2)}))
    assert [each.seed for each in written(session, qtbot).rounds] == [2]


def test_a_drawing_is_dropped_when_something_else_was_done(
    session: EventSession, qtbot: QtBot
) -> None:
    sign_up(session, *"ABCD")
    start(session)
    written(session, qtbot)
    session.draw(lambda state: (ops.RoundPaired, {"round": next_round(state, 1)}))
    session.do(ops.Dropped, player="A")
    assert not written(session, qtbot).rounds


@pytest.mark.parametrize("text", ["Arya\nBran", "name,faction\nArya,Stark\nBran,Stark"])
def test_a_list_of_players_becomes_an_event(
    session: EventSession, qtbot: QtBot, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "Oldtown.csv"
    file.write_text(text, "utf-8")
    with qtbot.waitSignal(session.opened):
        session.import_file(file, NOON.date())
    state = state_of(session)
    found = (state.settings.name, [each.name for each in state.players])
    assert found == ("Oldtown", ["Arya", "Bran"])


def test_an_imported_event_brings_its_list(
    session: EventSession, qtbot: QtBot, tmp_path: Path, pools: Pools
) -> None:
    listed = read_own_list(json.dumps(LEAGUE).encode(), pools)
    settings = EventSettings(
        name="League", day=NOON.date(), seed=1, list_code=listed.code, own_list=list_text(listed)
    )
    file = tmp_path / "league.json"
    file.write_text(written_log([ops.Created(at=NOON, settings=settings)]), "utf-8")
    session.pools = pools
    with qtbot.waitSignals([session.list_taken, session.done]):
        session.import_file(file, NOON.date())
    assert own_list_file(tmp_path, "winter-league").is_file()
    assert state_of(session).settings == settings


def test_a_file_that_is_no_event_is_said_to_be_none(
    session: EventSession, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))
    before = session.current
    with qtbot.waitSignal(session.failed):
        session.import_file(file, NOON.date())
    assert session.current is before


def test_the_clock_runs_stands_and_survives_a_start(
    session: EventSession, tmp_path: Path, qtbot: QtBot
) -> None:
    moment = [NOON]
    settings = Settings(tmp_path)
    timer = RoundTimer(session, settings, clock=lambda: moment[0])
    assert left(timer) is None
    sign_up(session, *"ABCD")
    start(session)
    session.do_all(lambda state: [(ops.RoundPaired, {"round": next_round(state, 1)})])
    written(session, qtbot)
    assert left(timer) == 55 * 60
    timer.toggle()
    moment[0] += timedelta(minutes=5)
    assert left(timer) == 50 * 60
    timer.extend(2, 3)
    again = RoundTimer(session, Settings(tmp_path), clock=lambda: moment[0])
    session.changed.emit()
    assert again.clock == timer.clock
    timer.toggle()
    moment[0] += timedelta(hours=1)
    assert left(timer) == 50 * 60
    timer.toggle()
    moment[0] += timedelta(minutes=51)
    assert left(timer) == -60
    timer.toggle()
    again.toggle()


@pytest.mark.parametrize(
    "text", ["", "no", "{}", "[]", '{"event_id": "a", "round": 1, "left": "x", "since": null}']
)
def test_a_clock_that_cannot_be_read_is_none(text: str) -> None:
    assert read_clock(text) is None


def test_a_clock_is_read_as_it_was_written() -> None:
    clock = RoundClock("a", 2, 60.5, datetime(2026, 11, 20, 12, tzinfo=UTC), ((3, 5),))
    assert read_clock(clock.written()) == clock
    assert clock.extended(3, 0).extensions == ()

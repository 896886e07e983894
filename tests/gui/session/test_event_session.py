"""The event on screen: each operation is kept as it is done, and another window is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.errors import AppError
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.event_session import EventSession
from desktop.session.library_worker import LibraryWorker
from desktop.session.round_clock import RoundClock, read_clock
from desktop.session.round_timer import RoundTimer
from events import operations as ops
from events.event_state import EventState
from events.plan_steps import plan_of
from events.round_draw import next_round
from tests.unit.events.organizer import NOON, SETTINGS


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
    made = EventSession(worker, tasks, clock=lambda: NOON)
    with qtbot.waitSignal(made.opened):
        made.create(SETTINGS)
    return made


def sign_up(session: EventSession, *names: str) -> bool:
    return session.do_all([(ops.Registered, {"player": name, "name": name}) for name in names])


def left(timer: RoundTimer) -> int | None:
    return timer.seconds_left


def state_of(session: EventSession) -> EventState:
    assert session.state is not None
    return session.state


def test_what_is_done_is_in_the_library_at_once(
    session: EventSession, worker: LibraryWorker, tasks: TaskRunner, qtbot: QtBot
) -> None:
    assert sign_up(session, "Arya", "Bran")
    assert session.do(ops.Dropped, player="Bran")
    qtbot.waitUntil(lambda: not worker.busy)
    assert session.current is not None
    again = EventSession(worker, tasks)
    with qtbot.waitSignal(again.opened):
        again.open(session.current.id)
    assert again.current is not None
    assert (again.current.log, again.state) == (session.current.log, session.state)


def test_what_cannot_be_done_changes_nothing(session: EventSession, qtbot: QtBot) -> None:
    before = session.current
    with qtbot.waitSignal(session.failed) as failed:
        assert not sign_up(session, "Arya", "arya")
    assert isinstance(failed.args[0], AppError)
    assert session.current is before


def test_undo_takes_back_the_last_and_says_what(session: EventSession, qtbot: QtBot) -> None:
    sign_up(session, "Arya", "Bran")
    with qtbot.waitSignal(session.done) as done:
        session.undo()
    assert done.args == ["Undone: Bran signed up."]
    assert [each.name for each in state_of(session).players] == ["Arya"]
    session.undo()
    with qtbot.waitSignal(session.failed):
        session.undo()


def test_another_window_is_noticed_and_its_event_shown(
    session: EventSession, worker: LibraryWorker, tasks: TaskRunner, qtbot: QtBot, tmp_path: Path
) -> None:
    sign_up(session, "Arya")
    qtbot.waitUntil(lambda: not worker.busy)
    assert session.current is not None
    elsewhere = LibraryWorker(tasks)
    with qtbot.waitSignal(elsewhere.contents_changed):
        elsewhere.open_at(tmp_path)
    other = EventSession(elsewhere, tasks)
    with qtbot.waitSignal(other.opened):
        other.open(session.current.id)
    sign_up(other, "Bran")
    qtbot.waitUntil(lambda: not elsewhere.busy)
    with qtbot.waitSignal(session.failed) as failed:
        sign_up(session, "Cat")
    assert "another window" in failed.args[0].sentence
    qtbot.waitUntil(lambda: not worker.busy)
    assert [each.name for each in state_of(session).players] == ["Arya", "Bran"]
    assert sign_up(session, "Cat")
    qtbot.waitUntil(lambda: not worker.busy)
    assert len(state_of(session).players) == 3
    elsewhere.close()


def test_a_round_is_drawn_in_a_worker_and_can_be_stopped(
    session: EventSession, qtbot: QtBot
) -> None:
    sign_up(session, *"ABCDEFGH")
    session.do(ops.Started, plan=plan_of(state_of(session)))
    session.draw(lambda state: (ops.RoundPaired, {"round": next_round(state, 1)}))
    session.cancel_drawing()
    session.draw(lambda state: (ops.RoundPaired, {"round": next_round(state, 2)}))
    qtbot.waitUntil(lambda: not session.drawing)
    assert [each.seed for each in state_of(session).rounds] == [2]


def test_a_drawing_is_dropped_when_something_else_was_done(
    session: EventSession, tasks: TaskRunner, qtbot: QtBot
) -> None:
    sign_up(session, *"ABCD")
    session.do(ops.Started, plan=plan_of(state_of(session)))
    session.draw(lambda state: (ops.RoundPaired, {"round": next_round(state, 1)}))
    session.do(ops.Dropped, player="A")
    qtbot.waitUntil(lambda: tasks.idle)
    QApplication.processEvents()
    assert not state_of(session).rounds


def test_the_clock_runs_stands_and_survives_a_start(
    session: EventSession, tmp_path: Path, qtbot: QtBot
) -> None:
    moment = [NOON]
    settings = Settings(tmp_path)
    timer = RoundTimer(session, settings, clock=lambda: moment[0])
    assert left(timer) is None
    sign_up(session, *"ABCD")
    session.do(ops.Started, plan=plan_of(state_of(session)))
    session.do(ops.RoundPaired, round=next_round(state_of(session), 1))
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
    "text",
    ["", "no", "{}", "[]", '{"event_id": "a", "round": 1, "left": "x", "since": null}'],
)
def test_a_clock_that_cannot_be_read_is_none(text: str) -> None:
    assert read_clock(text) is None


def test_a_clock_is_read_as_it_was_written() -> None:
    clock = RoundClock("a", 2, 60.5, datetime(2026, 11, 20, 12, tzinfo=UTC), ((3, 5),))
    assert read_clock(clock.written()) == clock
    assert clock.extended(3, 0).extensions == ()

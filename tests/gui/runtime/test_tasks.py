from __future__ import annotations

import gc
import threading
from weakref import finalize

from PySide6.QtCore import QObject, QThreadPool
from pytestqt.qtbot import QtBot

from core.errors import AppError
from desktop.runtime.tasks import GuiThreadCollector, Progress, Task, TaskRunner
from tests.gui.samples import present


class Listener(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.heard: list[object] = []
        self.threads: set[int] = set()

    def hear(self, said: object) -> None:
        self.heard.append(said)
        self.threads.add(threading.get_ident())


def test_work_runs_elsewhere_and_its_result_arrives_here(tasks: TaskRunner, qtbot: QtBot) -> None:
    listener, task = Listener(), Task(lambda progress: threading.get_ident())
    task.succeeded.connect(listener.hear)
    with qtbot.waitSignal(task.finished):
        tasks.start(task)
    assert listener.heard != [threading.get_ident()]
    assert listener.threads == {threading.get_ident()}


def test_a_failure_is_announced_with_its_error(tasks: TaskRunner, qtbot: QtBot) -> None:
    def work(progress: Progress) -> None:
        raise AppError("It could not be done.", "Try again.")

    listener, task = Listener(), Task(work)
    task.failed.connect(listener.hear)
    with qtbot.waitSignal(task.finished):
        tasks.start(task)
    (error,) = listener.heard
    assert isinstance(error, AppError)
    assert error.hint == "Try again."


def test_progress_is_announced(tasks: TaskRunner, qtbot: QtBot) -> None:
    task = Task(lambda progress: progress(3, 7))
    with qtbot.waitSignal(task.progressed) as caught:
        tasks.start(task)
    assert caught.args == [3, 7]


def test_a_cancelled_task_stops_at_its_next_report_and_says_nothing(
    tasks: TaskRunner, qtbot: QtBot
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    reached: list[str] = []

    def work(progress: Progress) -> None:
        begun.set()
        go_on.wait(60)
        progress(1, 2)
        reached.append("too far")

    listener, task = Listener(), Task(work)
    task.succeeded.connect(listener.hear)
    task.failed.connect(listener.hear)
    with qtbot.waitSignal(task.finished):
        tasks.start(task)
        assert begun.wait(60)
        task.cancel()
        go_on.set()
    assert reached == []
    assert listener.heard == []


def test_a_task_cancelled_after_its_work_says_nothing_either(
    tasks: TaskRunner, qtbot: QtBot
) -> None:
    listener, task = Listener(), Task(lambda progress: "the answer")
    task.succeeded.connect(listener.hear)
    with qtbot.waitSignal(task.finished):
        tasks.start(task)
        pool = present(tasks.findChild(QThreadPool))
        assert pool.waitForDone(60_000)
        task.cancel()
    assert listener.heard == []


def test_stopping_does_not_wait_for_work_that_does_not_end(tasks: TaskRunner, qtbot: QtBot) -> None:
    started, released = threading.Event(), threading.Event()

    def work(_: Progress) -> None:
        started.set()
        released.wait()

    task = Task(work)
    tasks.start(task)
    assert started.wait(60)
    tasks.stop_timeout_ms = 50
    assert not tasks.stop()
    released.set()
    tasks.stop_timeout_ms = 60_000
    with qtbot.waitSignal(task.finished):
        assert tasks.stop()


class Ring:
    """Something that only the collector can delete."""

    def __init__(self) -> None:
        self.itself = self


def test_what_a_worker_makes_does_not_collect_what_the_window_left(
    collector: GuiThreadCollector, tasks: TaskRunner, qtbot: QtBot
) -> None:
    gone: list[int] = []
    finalize(Ring(), lambda: gone.append(threading.get_ident()))

    def work(progress: Progress) -> int:
        progress(0, 1)
        return len([[number] for number in range(200_000)])

    task = Task(work)
    with qtbot.waitSignal(task.succeeded):
        tasks.start(task)
    rings = [Ring() for _ in range(2 * gc.get_threshold()[0])]
    assert rings
    collector.collect()
    # The collector's own timer may have run before: in this thread, too.
    assert gone == [threading.get_ident()]


def test_the_collector_is_given_back(collector: GuiThreadCollector) -> None:
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()
    collector.start()

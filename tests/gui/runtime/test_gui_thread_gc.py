"""Garbage is collected in the window's thread alone."""

from __future__ import annotations

import gc
import threading
from weakref import finalize

from pytestqt.qtbot import QtBot

from desktop.runtime.gui_thread_gc import GuiThreadCollector
from desktop.runtime.tasks import Progress, Task, TaskRunner


class Ring:
    """Something that only the collector can delete."""

    def __init__(self) -> None:
        self.itself = self


def test_what_a_worker_makes_does_not_collect_what_the_window_left(
    collector: GuiThreadCollector, qtbot: QtBot
) -> None:
    gone: list[int] = []
    finalize(Ring(), lambda: gone.append(threading.get_ident()))

    def work(progress: Progress) -> int:
        progress(0, 1)
        return len([[number] for number in range(200_000)])

    runner = TaskRunner()
    task = Task(work)
    with qtbot.waitSignal(task.succeeded):
        runner.start(task)
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

"""Lets pure Python be cancelled that reports no progress, such as a matching of a library."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from desktop.runtime.tasks import Progress

Made = TypeVar("Made")
INTERVAL = 0.05


def cancellable(work: Callable[[], Made], report: Progress) -> Made:
    """Call `work` and report progress meanwhile, so that CancelledError can be raised within it.

    The report is made from Python's hook for profilers, which is called at every call of a
    function in this thread. It costs about a tenth of a microsecond each.
    """
    due = time.monotonic()

    def on_call(_frame: FrameType, _event: str, _argument: object) -> None:
        nonlocal due
        if (now := time.monotonic()) >= due:
            due = now + INTERVAL
            report(0, 0)

    before = sys.getprofile()
    sys.setprofile(on_call)
    try:
        return work()
    finally:
        sys.setprofile(before)

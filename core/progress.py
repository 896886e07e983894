"""Progress reports of long work; a receiver may raise CancelledError to stop it."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]


def share(progress: Progress | None, start: int, end: int, whole: int = 100) -> Progress:
    """Return the progress of a part of some work, from `start` to `end` of the whole."""

    def report(done: int, total: int) -> None:
        if progress:
            progress(start + (end - start) * min(done, total) // max(total, 1), whole)

    return report

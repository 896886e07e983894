"""Large blocks of memory go back to the system as soon as they are free (Linux with glibc).

By itself glibc raises the size from which it does so to that of the largest block that was freed:
after the first pictures were decoded, all others come to lie in the heaps of the threads, which
hardly ever shrink. With the gallery of all cards that takes 6 MB. And all threads share one heap,
what one of them freed being of use to the others: that takes another megabyte. They seldom wait for
each other there, because each has the small blocks that it freed last at hand.

What computes with arrays would ask the system for each of them anew, page by page: every hand of a
deck took four times as long. While it does so, it keeps what it frees.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from threading import Lock

# A thumbnail of the smallest width takes twice as much.
LARGE_BYTES = 64 << 10
# Glibc's own default: so much may stay free at the end of the heap.
_FREE_BYTES = 128 << 10
# While something is computed: the most that glibc takes, and more than its arrays take at a time.
_LARGE_ARRAY_BYTES, _FREE_ARRAYS_BYTES = 32 << 20, 512 << 20
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8


class _Heap:
    """The heap of glibc: whether large blocks go back, and how many computations keep theirs."""

    def __init__(self) -> None:
        import ctypes  # noqa: PLC0415 - nothing else needs it

        library = ctypes.CDLL(None)
        self._set, self._trim = library.mallopt, library.malloc_trim
        self._lock = Lock()
        self._returns_blocks = False
        self._computations = 0

    def return_large_blocks(self) -> None:
        with self._lock:
            self._returns_blocks = True
            self._set(_M_ARENA_MAX, 1)
            self._return_blocks()

    def begin_computation(self) -> None:
        with self._lock:
            self._computations += 1
            if self._returns_blocks and self._computations == 1:
                self._keep_blocks()

    def end_computation(self) -> None:
        with self._lock:
            self._computations -= 1
            if self._returns_blocks and self._computations == 0:
                self._return_blocks()

    def _keep_blocks(self) -> None:
        self._set(_M_MMAP_THRESHOLD, _LARGE_ARRAY_BYTES)
        self._set(_M_TRIM_THRESHOLD, _FREE_ARRAYS_BYTES)

    def _return_blocks(self) -> None:
        self._set(_M_MMAP_THRESHOLD, LARGE_BYTES)
        self._set(_M_TRIM_THRESHOLD, _FREE_BYTES)
        # Two milliseconds after every hand of a deck.
        self._trim(0)


@cache
def _heap() -> _Heap | None:
    """Return the heap of glibc, or None where there is another one."""
    if sys.platform != "linux":
        return None
    with suppress(OSError, AttributeError):  # another library of C
        return _Heap()
    return None


def return_large_blocks() -> None:
    """Let glibc map each large block by itself from now on; elsewhere, do nothing."""
    if heap := _heap():
        heap.return_large_blocks()


@contextmanager
def arrays_reused() -> Iterator[None]:
    """Let all threads reuse what they free, while arrays are computed with; then give it back."""
    if not (heap := _heap()):
        yield
        return
    heap.begin_computation()
    try:
        yield
    finally:
        heap.end_computation()

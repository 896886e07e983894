"""Large blocks of memory go back to the system as soon as they are free (Linux with glibc).

By itself glibc raises the size from which it does so to that of the largest block that was freed:
after the first pictures were decoded, all others come to lie in the heaps of the threads, which
hardly ever shrink. With the gallery of all cards that takes 6 MB. And all threads share one heap,
what one of them freed being of use to the others: that takes another megabyte. They seldom wait for
each other there, because each has the small blocks that it freed last at hand.
"""

from __future__ import annotations

import sys
from contextlib import suppress

# A thumbnail of the smallest width takes twice as much.
LARGE_BYTES = 64 << 10
_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8


def return_large_blocks() -> None:
    """Let glibc map each large block by itself from now on; elsewhere, do nothing."""
    if sys.platform != "linux":
        return
    import ctypes  # noqa: PLC0415 - nothing else needs it

    with suppress(OSError, AttributeError):  # another library of C
        library = ctypes.CDLL(None)
        library.mallopt(_M_MMAP_THRESHOLD, LARGE_BYTES)
        library.mallopt(_M_ARENA_MAX, 1)

"""The standard streams: prepared when a command starts, discarded if they are closed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

# The width of a line without a terminal.
PIPE_WIDTH = 500
# Characters that control a terminal or change the direction of a line.
ORDERS = frozenset(
    {*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
)


def prepare() -> None:
    """Make every name printable on every platform; replace closed streams by empty ones."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output, after what was printed before."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def discard_output() -> None:
    """Discard what is still buffered for the output, so that the exit does not try it again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
        with suppress(OSError):
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)

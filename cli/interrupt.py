"""Ctrl+C in a command that takes its time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer


@contextmanager
def stoppable() -> Iterator[None]:
    """Turn Ctrl+C into what the command line answers with "Stopped." and exit status 130.

    Typer itself would end the command without a word.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Abort from None

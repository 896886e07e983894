"""What commands print for people: sentences, progress, tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

PIPE_WIDTH = 500


@cache
def out() -> Console:
    """Return the console of standard output; colour only on a terminal, wide lines in a pipe."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else PIPE_WIDTH)


@cache
def err() -> Console:
    """Return the console of standard error, for sentences and progress."""
    return Console(stderr=True, highlight=False, width=None if sys.stderr.isatty() else PIPE_WIDTH)


def below(text: str) -> Padding:
    """Return a faint line that belongs to the one above it."""
    return Padding(Text(text, style="dim"), (0, 0, 0, 4), expand=False)


def say(sentence: str, hint: str = "") -> None:
    """Print a sentence on standard error, and below it what to do."""
    err().print(Text(sentence))
    if hint:
        err().print(Text(hint, style="dim"))


@contextmanager
def filling(label: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function of (done, total) that shows a bar on a terminal once it is first called."""
    bar = Progress(
        TextColumn(label), BarColumn(), MofNCompleteColumn(), console=err(), transient=True
    )
    task = bar.add_task(label, total=None)

    def advance(done: int, total: int) -> None:
        if err().is_terminal:
            bar.start()
            bar.update(task, completed=done, total=total)

    try:
        yield advance
    finally:
        if bar.live.is_started:
            bar.stop()

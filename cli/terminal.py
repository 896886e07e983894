"""What commands print for people: sentences, progress, tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TextIO

import typer
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.segment import Segment
from rich.text import Text
from typing_extensions import override

PIPE_WIDTH = 500
# Signs that control a terminal, and those that turn the direction of a line.
_ORDERS = {*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_HARMLESS = dict.fromkeys(_ORDERS - {ord("\n")}, "\ufffd")


@dataclass(frozen=True, slots=True)
class _Harmless:
    """Something printed, without the signs in it by which it would steer the terminal.

    In a pipe, lines are not padded: blanks wait until more of their line comes.
    """

    inside: ConsoleRenderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        blanks = ""
        for part in console.render(self.inside, options):
            text = part.text if part.control else part.text.translate(_HARMLESS)
            if part.control or console.is_terminal:
                yield Segment(text, part.style, part.control)
                continue
            *lines, last = f"{blanks}{text}".split("\n")
            kept = last.rstrip(" ")
            blanks = last[len(kept) :]
            yield Segment("".join(f"{line.rstrip(' ')}\n" for line in lines) + kept, part.style)


class _NoOrders(RenderHook):
    """Lets no text of a deck list steer the terminal: a list comes from whoever wrote it."""

    @override
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """Return what is to be printed, made harmless."""
        return [_Harmless(each) for each in renderables]


@cache
def out() -> Console:
    """Return the console of standard output; colour only on a terminal, wide lines in a pipe."""
    return _console(Console(highlight=False, width=_width(sys.stdout)))


@cache
def err() -> Console:
    """Return the console of standard error, for sentences and progress."""
    return _console(Console(stderr=True, highlight=False, width=_width(sys.stderr)))


def _console(console: Console) -> Console:
    console.push_render_hook(_NoOrders())
    return console


def _width(stream: TextIO) -> int | None:
    return None if stream.isatty() else PIPE_WIDTH


def unwrapped_text(text: str, style: str = "") -> Text:
    """Return a line of a deck list as one line, whatever it holds."""
    return Text(" ".join(text.split()), style=style)


def faint_line(text: str) -> Padding:
    """Return a faint line that belongs to the one above it."""
    return Padding(Text(text, style="dim"), (0, 0, 0, 4), expand=False)


def print_object(printed: Mapping[str, object]) -> None:
    """Print the one object of --json."""
    print(json.dumps(printed, ensure_ascii=False, indent=2))


def print_message(sentence: str, hint: str = "") -> None:
    """Print a sentence on standard error, and below it what to do."""
    err().print(unwrapped_text(sentence))
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


@contextmanager
def stoppable() -> Iterator[None]:
    """Let Ctrl+C in a long command end it with "Stopped." and exit status 130.

    Typer itself would end the command without a message.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Abort from None

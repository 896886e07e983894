"""Rich consoles that remove control characters, so that deck lists cannot control the terminal."""

from __future__ import annotations

import sys
from functools import cache
from typing import TextIO

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.segment import Segment
from typing_extensions import override

from cli.standard_streams import ORDERS, PIPE_WIDTH

_HARMLESS = dict.fromkeys(ORDERS - {ord("\n")}, "\ufffd")


class _Harmless:
    """A renderable without control characters.

    In a pipe, spaces at the end of a line are dropped.
    """

    def __init__(self, inside: ConsoleRenderable) -> None:
        self._inside = inside

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        blanks = ""
        for part in console.render(self._inside, options):
            text = part.text if part.control else part.text.translate(_HARMLESS)
            if part.control or console.is_terminal:
                yield Segment(text, part.style, part.control)
                continue
            *lines, last = f"{blanks}{text}".split("\n")
            kept = last.rstrip(" ")
            blanks = last[len(kept) :]
            yield Segment("".join(f"{line.rstrip(' ')}\n" for line in lines) + kept, part.style)


class _NoOrders(RenderHook):
    """Removes control characters from everything printed, because deck lists are untrusted."""

    @override
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Harmless(each) for each in renderables]


@cache
def output_console() -> Console:
    """Return the console of standard output: color only on a terminal, wide lines in a pipe."""
    return _console(Console(highlight=False, width=_width(sys.stdout)))


@cache
def error_console() -> Console:
    return _console(Console(stderr=True, highlight=False, width=_width(sys.stderr)))


def _console(console: Console) -> Console:
    console.push_render_hook(_NoOrders())
    return console


def _width(stream: TextIO) -> int | None:
    return None if stream.isatty() else PIPE_WIDTH

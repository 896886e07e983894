"""What commands print for people: sentences, progress, tables.

Rich is imported where something is formatted: it takes longer to import than a deck to judge.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

import typer

from cli.standard_streams import ORDERS, PIPE_WIDTH
from core.text_format import one_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.padding import Padding
    from rich.progress import Progress
    from rich.table import Table
    from rich.text import Text

    from decks.report import ReportLine

Styled: TypeAlias = str | tuple[str, str]
"""A part of a line, or one with its style."""

_SPECIAL = frozenset(map(chr, ORDERS))
# Variables that make rich write as to a terminal.
_FORCING = ("FORCE_COLOR", "TTY_COMPATIBLE")


def out() -> Console:
    """Return the console of standard output; colour only on a terminal, wide lines in a pipe."""
    from cli.console import output_console  # noqa: PLC0415 - see above

    return output_console()


def err() -> Console:
    """Return the console of standard error, for sentences and progress."""
    from cli.console import error_console  # noqa: PLC0415 - see above

    return error_console()


def unwrapped_text(text: str, style: str = "") -> Text:
    """Return a line of a deck list as one line, whatever it holds, for a console."""
    from rich.text import Text  # noqa: PLC0415 - see above

    return Text(one_line(text), style=style)


def table_of(
    headings: Sequence[str | Text],
    rows: Iterable[Sequence[object]],
    right: Container[str | Text] = (),
    indent: int = 0,
) -> Table:
    """Return a table; `right` holds the headings of columns with numbers.

    A cell that is a Text keeps its style and its lines.
    """
    from rich.table import Table  # noqa: PLC0415 - see above
    from rich.text import Text  # noqa: PLC0415 - see above

    table = Table(box=None, padding=(0, 2, 0, indent), header_style="dim")
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left")
    for row in rows:
        cells = (each if isinstance(each, Text) else unwrapped_text(str(each)) for each in row)
        table.add_row(*cells)
    return table


def faint_line(text: str) -> Padding:
    """Return a faint line that belongs to the one above it."""
    from rich.padding import Padding  # noqa: PLC0415 - see above
    from rich.text import Text  # noqa: PLC0415 - see above

    return Padding(Text(text, style="dim"), (0, 0, 0, 4), expand=False)


def print_line(*parts: Styled) -> None:
    """Print a line of some parts, without rich if the result is the same.

    In a pipe a line has no blanks at its end.
    """
    text = "".join(part if isinstance(part, str) else part[0] for part in parts)
    if _comes_out_as_it_is(text):
        print(text.rstrip(" "))
        return
    from rich.text import Text  # noqa: PLC0415 - see above

    out().print(Text.assemble(*parts))


def print_faint_line(text: str) -> None:
    """Print a faint line that belongs to the one above it; nothing if it is empty."""
    if text and _comes_out_as_it_is(text):
        print(f"    {text}".rstrip(" "))
    else:
        out().print(faint_line(text))


def _comes_out_as_it_is(text: str) -> bool:
    """Return whether a line is printed without styles, and is not wrapped or made harmless."""
    is_styled = sys.stdout.isatty() or any(map(os.environ.get, _FORCING))
    # A letter may be two columns wide.
    return not is_styled and len(text) * 2 + 4 <= PIPE_WIDTH and _SPECIAL.isdisjoint(text)


def print_object(printed: Mapping[str, object]) -> None:
    print(json.dumps(printed, ensure_ascii=False, indent=2))


def print_result(printed: Mapping[str, object], *sentences: str, as_json: bool) -> None:
    """Print what a command did: the object of --json, or a line for each sentence."""
    from rich.text import Text  # noqa: PLC0415 - see above

    if as_json:
        print_object(printed)
        return
    for sentence in sentences:
        out().print(Text(sentence))


def print_message(sentence: str, hint: str = "") -> None:
    """Print a sentence on standard error, and below it what to do."""
    from rich.text import Text  # noqa: PLC0415 - see above

    err().print(unwrapped_text(sentence))
    if hint:
        err().print(Text(hint, style="dim"))


def print_unread(lines: Iterable[ReportLine], what: str = "was not read") -> None:
    """Print the lines of a deck list that were not read on standard error."""
    for line in lines:
        print_message(f"Line {line.line} {what}: {line.text.strip()}", line.note)


@contextmanager
def filling(label: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function of (done, total) that shows a bar on a terminal once it is first called."""
    bars: list[Progress] = []

    def advance(done: int, total: int) -> None:
        if not bars and err().is_terminal:
            # Before it starts: Ctrl+C may come meanwhile.
            bars.append(_bar(label))
            bars[0].start()
        for bar in bars:
            bar.update(bar.task_ids[0], completed=done, total=total)

    try:
        yield advance
    finally:
        for bar in bars:
            bar.stop()


def _bar(label: str) -> Progress:
    from rich.progress import (  # noqa: PLC0415 - see above
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
    )

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, console=err(), transient=True)
    bar.add_task(label, total=None)
    return bar


@contextmanager
def stoppable() -> Iterator[None]:
    """Let Ctrl+C in a long command end it with "Stopped." and exit status 130.

    Typer itself would end the command without a message.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Abort from None

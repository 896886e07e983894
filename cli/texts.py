"""The command `sevenplots texts`: card texts from a file of the player."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from carddb.own_texts.reader import read_texts
from carddb.own_texts.storage import (
    OwnTextLine,
    TextReport,
    TextStatus,
    add_own_texts,
    forget_own_texts,
    load_own_texts,
)
from cli.deck_files import DeckFile, check_named
from cli.options import AsJson
from cli.session import Session
from cli.terminal import (
    filling,
    out,
    print_message,
    print_object,
    print_result,
    stoppable,
    table_of,
)
from core.errors import AppError
from core.files import is_folder
from core.json_values import json_object
from core.text_format import count_of

NO = 1
MOST_LINES = 200
_SIGNS = {
    TextStatus.REPEATED: ("repeated", "yellow"),
    TextStatus.UNKNOWN: ("no card", "red"),
    TextStatus.AMBIGUOUS: ("ambiguous", "yellow"),
    TextStatus.EMPTY: ("empty", "dim"),
    TextStatus.TOO_LONG: ("too long", "red"),
    TextStatus.NOT_TEXT: ("no text", "red"),
    TextStatus.UNREADABLE: ("unreadable", "red"),
}
_WORDS = {
    TextStatus.TAKEN: "taken",
    TextStatus.SAME: "the same as before",
    **{status: word for status, (word, _) in _SIGNS.items()},
}


def texts_command(
    context: typer.Context,
    path: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE|FOLDER", help="JSON or CSV, a folder of OCTGN's sets, or - for input."
        ),
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Forget all texts of your own.")] = False,
    as_json: AsJson = False,
) -> int:
    """Read card texts from a file of yours, and report every entry of the file.

    Cards without a text from the server show yours. Exit status 0: texts were read; 1: no entry
    had a text for a card; 2: the file could not be used.
    """
    session: Session = context.obj
    if remove and path is not None:
        raise AppError("--remove takes no file: it removes all texts of your own.")
    if remove:
        removed = forget_own_texts(session.home)
        sentence = f"{count_of(removed, 'text')} of your own removed."
        print_result({"removed": removed}, sentence, as_json=as_json)
        return 0
    if path is None:
        own = load_own_texts(session.home)
        if own.note:
            print_message(own.note)
        print_result({"kept": len(own.texts)}, _count_text(len(own.texts)), as_json=as_json)
        return 0
    report, count = _take(session, path)
    if as_json:
        print_object(
            {
                "counts": {status.value: report.count(status) for status in TextStatus},
                "kept": count,
                "report": [
                    json_object(line, "source line text status code note candidates")
                    | {"source": line.source or None}
                    for line in report.lines
                ],
            }
        )
    else:
        _show(report, count)
    return 0 if report.useful else NO


def _take(session: Session, path: str) -> tuple[TextReport, int]:
    check_named(path)
    pools = session.pools
    before = load_own_texts(session.home).texts
    source = Path(path) if path != "-" and is_folder(Path(path)) else DeckFile(path).read()
    with stoppable(), filling("Reading the texts") as progress:
        report = read_texts(source, pools, before, progress)
    return report, len(add_own_texts(session.home, report.texts).texts)


def _show(report: TextReport, count: int) -> None:
    doubtful = [line for line in report.lines if line.status in _SIGNS or line.note]
    if doubtful:
        out().print(_table(doubtful))
    if len(doubtful) > MOST_LINES:
        out().print(f"and {len(doubtful) - MOST_LINES:,} more; --json lists them all.")
    counts = [f"{n:,} {word}" for status, word in _WORDS.items() if (n := report.count(status))]
    out().print(Text(f"{count_of(len(report.lines), 'entry')}: {', '.join(counts)}."))
    out().print(Text(_count_text(count)))


def _table(lines: Sequence[OwnTextLine]) -> Table:
    rows = []
    for line in lines[:MOST_LINES]:
        word, colour = _SIGNS.get(line.status, (_WORDS[line.status], "green"))
        place = f"{line.source}:{line.line}" if line.source else str(line.line)
        rows.append((place, Text(word, style=colour), line.text, Text(line.note)))
    return table_of(("line", "", "card", "result"), rows, ("line",))


def _count_text(number: int) -> str:
    return f"{count_of(number, 'text')} of your own {'is' if number == 1 else 'are'} here."

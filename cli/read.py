"""The command `sevenplots read`: the decks in a file, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from cli.deck_files import DeckFile
from cli.options import AsJson, DeckEdition
from cli.session import Session
from cli.terminal import out, print_object, table_of, unwrapped_text
from core.json_values import json_object
from core.text_format import count_of
from decks.deck_reader import formats
from decks.formats.deck_json import deck_object
from decks.report import LineStatus, Reading, ReportLine

MOST_LINES = 200
_LABELS = {each.code: each.label for each in formats()}
_SIGNS = {
    LineStatus.CORRECTED: ("corrected", "cyan"),
    LineStatus.AMBIGUOUS: ("ambiguous", "yellow"),
    LineStatus.UNKNOWN: ("not read", "red"),
}


def read_command(
    context: typer.Context,
    path: Annotated[str, typer.Argument(metavar="PATH", help="A file, or - for input.")],
    edition: DeckEdition = None,
    as_json: AsJson = False,
) -> None:
    """Read a deck file and account for every line of it; exit status 2 if it is not a deck."""
    session: Session = context.obj
    readings = session.readings(DeckFile(path), edition=edition)
    if as_json:
        printed = [_reading_json(reading) for reading in readings]
        # The first deck; `decks` has all of them if there are several.
        print_object(printed[0] | ({"decks": printed} if len(printed) > 1 else {}))
        return
    for reading in readings:
        _show(reading, session)


def _reading_json(reading: Reading) -> dict[str, Any]:
    names = "line text status code copies note candidates section"
    return {
        "format": reading.format_code,
        "deck": deck_object(reading.deck),
        "report": [
            json_object(line, names) | {"section": str(line.section) if line.section else None}
            for line in reading.lines
        ],
    }


def _show(reading: Reading, session: Session) -> None:
    deck, pool = reading.deck, session.pools[reading.deck.edition]
    faction = deck.faction.card_name if deck.faction else "No faction"
    agendas = ", ".join(pool.label(card) for card in deck.agendas) or "no agenda"
    counts = f"{count_of(deck.draw_count, 'card')} · {count_of(deck.plot_count, 'plot')}"
    kind = f"{deck.edition.value} edition · read as {_LABELS[reading.format_code]}"
    out().print(unwrapped_text(deck.name or "A deck without a name", "bold"))
    out().print(Text(f"{faction} · {agendas}"))
    out().print(Text(f"{counts} · {kind}"), style="dim")
    doubtful = [line for line in reading.lines if line.status in _SIGNS]
    if doubtful:
        out().print(_table(doubtful))
    if len(doubtful) > MOST_LINES:
        out().print(
            f"and {count_of(len(doubtful) - MOST_LINES, 'line')} more; --json lists them all."
        )
    out().print(Text(_sum(reading)))
    out().print()


def _table(lines: Sequence[ReportLine]) -> Table:
    rows = [
        (line.line, Text(word, style=colour), line.text, Text(line.note))
        for line in lines[:MOST_LINES]
        for word, colour in (_SIGNS[line.status],)
    ]
    return table_of(("line", "", "text", "result"), rows, ("line",))


def _sum(reading: Reading) -> str:
    """Return how many lines were read, and what happened to the others, in a sentence."""
    counts = Counter(line.status for line in reading.lines)
    kinds = (
        (counts[LineStatus.READ], "read as written"),
        (counts[LineStatus.CORRECTED], "corrected"),
        (counts[LineStatus.AMBIGUOUS], "ambiguous"),
        (counts[LineStatus.UNKNOWN], "not read"),
        (counts[LineStatus.IGNORED], "headings and remarks"),
    )
    listed = ", ".join(f"{number} {words}" for number, words in kinds if number)
    return f"{count_of(len(reading.lines), 'line')}: {listed or 'none'}."

"""The command `sevenplots compare`: any number of decks side by side."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from cli.deck_files import deck_files
from cli.options import AsJson, DeckEdition
from cli.session import Session
from cli.standard_streams import write_bytes
from cli.terminal import out, print_object, table_of, unwrapped_text
from core.errors import AppError
from core.json_values import json_object
from core.text_format import count_of
from decks.diff import ComparedCard, compared, compared_csv, outline


def compare_command(
    context: typer.Context,
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Files, folders, codes, or - for input.")
    ],
    edition: DeckEdition = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the table as CSV.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show decks side by side as a table: copies, shared cards, and the cards of one deck alone."""
    session: Session = context.obj
    readings = [
        reading for file in deck_files(paths) for reading in session.readings(file, edition=edition)
    ]
    if len(readings) < 2:
        raise AppError("There is only one deck.", "Name two files or more, or a folder.")
    found = compared([outline(reading.deck) for reading in readings])
    if as_json:
        print_object(
            {
                "decks": list(found.names),
                "cards": [
                    json_object(each, "part=heading code name copies shared")
                    for each in found.cards
                ],
                "own": [
                    [each.code for each in found.only_in(number)]
                    for number in range(len(found.names))
                ],
            }
        )
    elif as_csv:
        write_bytes(compared_csv(found).encode("utf-8"))
    else:
        _print(found.names, found.cards)
        shared = sum(each.shared for each in found.cards)
        out().print(Text(f"All share {count_of(shared, 'copy')}."))
        for number, name in enumerate(found.names):
            own = [each.name for each in found.only_in(number)]
            out().print(unwrapped_text(f"Only in {name}: {', '.join(own) or 'nothing'}."))


def _print(names: tuple[str, ...], cards: tuple[ComparedCard, ...]) -> None:
    decks = [unwrapped_text(name) for name in ("all", *names)]
    rows = [
        (
            Text(each.heading, style="dim"),
            each.name,
            each.shared or "",
            *(n or "" for n in each.copies),
        )
        for each in cards
    ]
    out().print(table_of(("part", "card", *decks), rows, decks))

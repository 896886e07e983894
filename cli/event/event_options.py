"""Arguments and options that several commands of events take, each written once."""

from __future__ import annotations

from typing import Annotated

import typer

from carddb.errors import AppError

EventPath = Annotated[
    str | None,
    typer.Argument(
        metavar="EVENT",
        help="An event of the library: its name, a part of it, or its id; or a document or log in "
        "a file, or - for input.",
    ),
]
LibraryEvent = Annotated[
    str | None, typer.Option("--library", metavar="ID", help="An event of the library, no file.")
]
EventId = Annotated[
    str, typer.Argument(metavar="ID", help="An event of the library: its name, a part, or its id.")
]
PlayerName = Annotated[str, typer.Argument(metavar="PLAYER", help="A player's name or id.")]
OtherPlayer = Annotated[str, typer.Argument(metavar="OTHER", help="Another player's name or id.")]
DrawSeed = Annotated[int | None, typer.Option("--seed", min=0, help="What chance is drawn from.")]
DoneBy = Annotated[
    str,
    typer.Option(
        "--by", metavar="NAME", envvar="SEVENPLOTS_BY", help="Who does it; or the system's user."
    ),
]
Reason = Annotated[str, typer.Option(help="Why, for the log.")]
Rounds = Annotated[int | None, typer.Option("--rounds", min=0, help="So many Swiss rounds.")]
Cut = Annotated[int | None, typer.Option("--cut", min=0, help="So many go on; 0: nobody.")]
CutWins = Annotated[
    int | None, typer.Option("--cut-wins", min=0, help="All with so many wins go on.")
]


def numbers_of(text: str, option: str) -> tuple[int, ...]:
    """Return the whole numbers of a text like "12,9"; AppError names the option."""
    try:
        return tuple(int(each) for each in text.split(","))
    except ValueError:
        raise AppError(
            f"“{option}” takes whole numbers with commas between them, not “{text}”.",
            f"For example: {option} 12,9.",
        ) from None


def two_numbers(text: str, option: str) -> tuple[int, int] | None:
    """Return the numbers of the two players of a table, None where nothing is written."""
    if not text:
        return None
    found = numbers_of(text, option)
    if len(found) != 2:
        raise AppError(f"“{option}” takes two numbers, the first player's before the second's.")
    return found[0], found[1]

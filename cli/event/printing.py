"""`sevenplots event` papers and sheets: what is printed for an event, as PDF."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, cast

import typer

from cli.drawing import PAPERS_KEY, SHEETS_KEY, PaperWriter, SheetWriter
from cli.event.event_source import EventId, print_json, stored_event
from cli.options import AsJson
from cli.session import Session
from cli.terminal import print_message
from core.errors import AppError
from core.files import write_file
from events.deck_lists import event_sheets
from events.event_state import EventState
from events.papers import (
    EventPaper,
    bracket_paper,
    outstanding_tables,
    pairings_by_name,
    pairings_by_table,
    ranking_paper,
    result_slips,
    standings_paper,
)

_Output = Annotated[Path, typer.Option("--output", metavar="FILE", help="The PDF to write.")]
_Page = Annotated[str, typer.Option("--page", help="The paper: a4 or letter.")]


class PaperKind(StrEnum):
    """What is on a paper."""

    TABLES = "tables"
    NAMES = "names"
    SLIPS = "slips"
    PLAYING = "playing"
    STANDINGS = "standings"
    OPPONENTS = "opponents"
    RANKING = "ranking"
    BRACKET = "bracket"


_OF_A_ROUND: dict[PaperKind, Callable[[EventState, int | None], EventPaper]] = {
    PaperKind.TABLES: pairings_by_table,
    PaperKind.NAMES: pairings_by_name,
    PaperKind.SLIPS: result_slips,
}
_OF_THE_EVENT: dict[PaperKind, Callable[[EventState], EventPaper]] = {
    PaperKind.PLAYING: outstanding_tables,
    PaperKind.STANDINGS: standings_paper,
    PaperKind.OPPONENTS: lambda state: standings_paper(state, parts=True),
    PaperKind.RANKING: ranking_paper,
    PaperKind.BRACKET: bracket_paper,
}


def papers_command(
    context: typer.Context,
    event_id: EventId,
    output: _Output,
    kinds: Annotated[
        list[PaperKind] | None,
        typer.Option(
            "--paper",
            help="Pairings by table or by name, slips to cut, tables still playing, standings "
            "(opponents: with all of them), final ranking, bracket. May be repeated; without it "
            "what the round needs.",
        ),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--round", min=1, help="Another Swiss round than the last.")
    ] = None,
    page: _Page = "a4",
    as_json: AsJson = False,
) -> None:
    """Write papers of an event, as one PDF: pairings, result slips, standings, bracket."""
    writer = cast("PaperWriter | None", context.meta.get(PAPERS_KEY))
    if writer is None:
        raise AppError(
            "Papers are a PDF, which the window's library draws; it is not at hand here.",
            "Install PySide6-Essentials, or use event show and event standings.",
        )
    _check_page(page)
    with stored_event(context, event_id) as event:
        state = event.state
    chosen = tuple(dict.fromkeys(kinds or _usual(state)))
    data = writer([_paper(state, kind, number) for kind in chosen], page)
    write_file(output, data)
    if as_json:
        papers = [each.value for each in chosen]
        print_json({"path": str(output), "papers": papers, "bytes": len(data)})
    else:
        print_message(f"Written: {output} ({', '.join(chosen)})")


def _paper(state: EventState, kind: PaperKind, number: int | None) -> EventPaper:
    if kind in _OF_A_ROUND:
        return _OF_A_ROUND[kind](state, number)
    if kind is PaperKind.BRACKET and not state.elimination:
        raise AppError("There is no bracket yet.", "sevenplots event bracket ID begins it.")
    return _OF_THE_EVENT[kind](state)


def _usual(state: EventState) -> tuple[PaperKind, ...]:
    """Return what is hung up and handed out now."""
    if state.winner is not None:
        return PaperKind.RANKING, PaperKind.BRACKET
    if state.elimination:
        return PaperKind.BRACKET, PaperKind.SLIPS
    if state.current is not None and state.current.over:
        return (PaperKind.STANDINGS,)
    return PaperKind.TABLES, PaperKind.NAMES, PaperKind.SLIPS


def sheets_command(
    context: typer.Context,
    event_id: EventId,
    output: _Output,
    page: _Page = "a4",
    as_json: AsJson = False,
) -> None:
    """Write the sheets of all lists that were handed in, as one PDF."""
    writer = cast("SheetWriter | None", context.meta.get(SHEETS_KEY))
    if writer is None:
        raise AppError(
            "A deck sheet is a PDF, which the window's library draws; it is not at hand here.",
            "Install PySide6-Essentials.",
        )
    _check_page(page)
    session: Session = context.obj
    with stored_event(context, event_id) as event:
        sheets = event_sheets(event.state, session.pools)
    if not sheets:
        raise AppError(
            "No deck list was handed in.", "sevenplots event list ID PLAYER FILE hands one in."
        )
    data = writer(sheets, page)
    write_file(output, data)
    if as_json:
        print_json({"path": str(output), "sheets": len(sheets), "bytes": len(data)})
    else:
        print_message(f"Written: {output}, {len(sheets)} sheets")


def _check_page(page: str) -> None:
    if page not in {"a4", "letter"}:
        raise AppError(f"There is no paper “{page}”.", "Choose a4 or letter.")

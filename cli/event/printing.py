"""`sevenplots event` papers and sheets: what is printed for an event, as PDF."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from app.personal_links import new_cards
from carddb.local_names import local_pools
from cli.drawing import needed, pdf_writers
from cli.event.event_source import EventId, stored_event
from cli.options import AsJson, NamesIn
from cli.session import Session
from cli.terminal import print_message, print_object
from core.errors import AppError
from core.files import write_file
from core.text_format import count_of
from events.deck_lists import event_sheets
from events.event_state import EventState
from events.event_terms import EventStage
from events.papers import PAPERS, EventPaper, Links, shows_links

_Output = Annotated[Path, typer.Option("--output", metavar="FILE", help="The PDF to write.")]
PaperSize = Annotated[str, typer.Option("--page", help="The paper: a4 or letter.")]


PaperKind = StrEnum("PaperKind", {name: name for name in PAPERS})  # type: ignore[misc]


def papers_command(
    context: typer.Context,
    event_id: EventId,
    output: _Output,
    kinds: Annotated[
        list[PaperKind] | None,
        typer.Option(
            "--paper",
            help="List of players, pairings by table or by name, slips to cut, tables still "
            "playing, standings (opponents: with all of them), final ranking, bracket. May be "
            "repeated; without it what the round needs.",
        ),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--round", min=1, help="Another Swiss round than the last.")
    ] = None,
    page: PaperSize = "a4",
    address: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="What event serve says: new codes in the list of players, and new codes and QR "
            "codes beside the slips of the first round.",
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Write papers of an event, as one PDF: sign-up list, pairings, slips, standings, bracket."""
    instead = ", or use event show and event standings"
    writer = needed(pdf_writers(context).papers, "Papers are", instead)
    check_page(page)
    with stored_event(context, event_id) as event:
        state = event.state
        links: Links = {}
        chosen = tuple(dict.fromkeys(kinds or _usual(state)))
        if address and any(shows_links(each, state, number) for each in chosen):
            at = f"{address.rstrip('/')}/"
            links = new_cards(event.stored_in.phones, event.id, state, at)
    shown = {each: links if shows_links(each, state, number) else {} for each in chosen}
    data = writer([_paper(state, each, number, shown[each]) for each in chosen], page)
    write_file(output, data)
    if as_json:
        papers = [str(each) for each in chosen]
        print_object({"path": str(output), "papers": papers, "bytes": len(data)})
    else:
        print_message(f"Written: {output} ({', '.join(chosen)})")


def _paper(state: EventState, kind: str, number: int | None, links: Links) -> EventPaper:
    if kind == "bracket" and not state.elimination:
        raise AppError("There is no bracket yet.", "sevenplots event bracket ID begins it.")
    return PAPERS[kind][1](state, number, links)


def _usual(state: EventState) -> tuple[str, ...]:
    """Return the papers that are needed now."""
    if state.winner is not None:
        return "ranking", "bracket"
    if state.elimination:
        return "bracket", "slips"
    if state.current is not None and state.current.over:
        return ("standings",)
    if state.stage is EventStage.REGISTRATION:
        return ("players",)
    return "tables", "names", "slips"


def sheets_command(
    context: typer.Context,
    event_id: EventId,
    output: _Output,
    page: PaperSize = "a4",
    language: NamesIn = None,
    as_json: AsJson = False,
) -> None:
    """Write the sheets of all lists that were handed in, as one PDF."""
    writer = needed(pdf_writers(context).sheets, "A deck sheet is")
    check_page(page)
    session: Session = context.obj
    with stored_event(context, event_id) as event:
        sheets = event_sheets(event.state, local_pools(session.pools, language))
    if not sheets:
        raise AppError(
            "No deck list was handed in.", "sevenplots event list ID PLAYER FILE hands one in."
        )
    data = writer(sheets, page)
    write_file(output, data)
    if as_json:
        print_object({"path": str(output), "sheets": len(sheets), "bytes": len(data)})
    else:
        print_message(f"Written: {output}, {count_of(len(sheets), 'sheet')}")


def check_page(page: str) -> None:
    if page not in {"a4", "letter"}:
        raise AppError(f"There is no paper “{page}”.", "Choose a4 or letter.")

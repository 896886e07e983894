"""`sevenplots event links`: the personal links and codes with which players sign in on phones."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.personal_links import link_cards
from cli.drawing import needed, pdf_writers
from cli.event.event_source import EventId, stored_event
from cli.options import AsJson
from cli.terminal import out, print_message, print_object, table_of
from core.errors import AppError
from core.files import write_file
from events.papers import link_paper
from events.shown_round import name_order


def links_command(
    context: typer.Context,
    event_id: EventId,
    player: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER", help="Only of this one; may be repeated.")
    ] = None,
    renew: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER", help="A new one; all that this player had are void."),
    ] = None,
    address: Annotated[
        str, typer.Option(metavar="URL", help="What event serve says; for links and QR codes.")
    ] = "",
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A PDF with QR codes, to be cut.")
    ] = None,
    page: Annotated[str, typer.Option(help="The paper: a4 or letter.")] = "a4",
    as_json: AsJson = False,
) -> None:
    """Print new links and codes of players; earlier ones stay valid unless they are renewed."""
    if output is not None and not address:
        raise AppError("A QR code needs the address.", "Give --address, as event serve says it.")
    address = f"{address.rstrip('/')}/" if address else ""
    with stored_event(context, event_id) as event:
        chosen = [event.player(each) for each in (*(player or ()), *(renew or ()))]
        renewed = {event.player(each).id for each in renew or ()}
        players = sorted(chosen or event.state.active, key=lambda each: name_order(each.name))
        phones = event.stored_in.phones
        links = phones.new_links(event.id, [each.id for each in players if each.id not in renewed])
        links |= {each: phones.renew_link(event.id, each) for each in renewed}
        cards = link_cards(event.state, address, links)
        paper = link_paper(event.state, cards)
    if output is not None:
        writer = needed(pdf_writers(context).papers, "Papers are", ", or leave --output out")
        write_file(output, writer([paper], page))
        print_message(f"Written: {output}, {len(links)} links")
    if as_json:
        listed = [
            {"player": each.id, "name": each.name, "code": links[each.id].code}
            | {"link": f"{address}me/{links[each.id].token}"}
            for each in players
        ]
        print_object({"id": event.id, "links": listed})
    elif output is None:
        headings = ["Player", "Code", *(["Link"] if address else [])]
        rows = []
        for each in players:
            card = cards[each.id]
            rows.append([each.name, card.code, *([card.address] if address else [])])
        out().print(table_of(headings, rows))

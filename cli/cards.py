"""The commands `sevenplots cards`: the player's own packs of cards."""

from __future__ import annotations

from typing import Annotated

import typer

from carddb.own_cards import add_own_pack, own_packs, read_own_pack, remove_own_pack
from carddb.terms import Edition
from cli.command_table import plain_app
from cli.deck_files import DeckFile
from cli.options import AsJson
from cli.session import Session
from cli.terminal import out, print_object, print_result, table_of
from core.text_format import count_of

cards_app = plain_app(
    name="cards",
    help="Cards of your own, such as fan-made packs: show, add or remove a pack.",
    no_args_is_help=True,
)


@cards_app.command("show")
def show_command(context: typer.Context, as_json: AsJson = False) -> None:
    """Show your packs and their cards."""
    session: Session = context.obj
    pool = session.pools[Edition.SECOND]
    own = [pool.by_code[code] for code in sorted(pool.own_cards)]
    packs = {each: [c for c in own if c.pack == each.code] for each in own_packs(pool)}
    if as_json:
        shown = [
            {"code": pack.code, "name": pack.name, "released": pack.released or None}
            | {"cards": [card.code for card in cards]}
            for pack, cards in packs.items()
        ]
        print_object({"packs": shown})
        return
    if not packs:
        out().print("You have no cards of your own. “sevenplots cards add FILE” adds a pack.")
        return
    rows = [
        (pack.code, pack.label, card.code, card.name, card.type.value)
        for pack, cards in packs.items()
        for card in cards
    ]
    out().print(table_of(("pack", "name", "code", "card", "type"), rows))


@cards_app.command("add")
def add_command(
    context: typer.Context,
    path: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A pack as throneteki's JSON, or - for input."),
    ],
    as_json: AsJson = False,
) -> None:
    """Add a pack from a file, or replace the pack with its code. Exit status 2: it has faults."""
    session: Session = context.obj
    found = read_own_pack(DeckFile(path).read(), session.pools)
    file = add_own_pack(session.home, found)
    sentence = f"“{found.pack.label}” was added, with {count_of(len(found.cards), 'card')}."
    plain = {"code": found.pack.code, "name": found.pack.name, "file": str(file)}
    cards = [card.code for card in found.cards]
    print_result(plain | {"cards": cards}, sentence, as_json=as_json)


@cards_app.command("remove")
def remove_command(
    context: typer.Context,
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of a pack of your own.")],
    as_json: AsJson = False,
) -> None:
    """Remove a pack of your own; decks with its cards keep their codes and names."""
    session: Session = context.obj
    remove_own_pack(session.home, code)
    print_result({"removed": code}, f"The pack {code} was removed.", as_json=as_json)

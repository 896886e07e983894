"""The commands `sevenplots lists`: restricted lists of one's own."""

from __future__ import annotations

from typing import Annotated

import typer

from carddb.own_lists import (
    add_own_list,
    list_json,
    read_own_list,
    remove_own_list,
)
from carddb.restrictions import RestrictedList
from cli.command_table import plain_app
from cli.deck_files import DeckFile
from cli.options import AsJson
from cli.session import Session
from cli.terminal import out, print_object, print_result, table_of

lists_app = plain_app(
    name="lists", help="Restricted lists of your own: show, add or remove.", no_args_is_help=True
)


@lists_app.command("show")
def show_command(context: typer.Context, as_json: AsJson = False) -> None:
    """Show your lists, the oldest first; --json shows them whole, to share."""
    session: Session = context.obj
    own = [each for pool in session.pools.values() for each in pool.lists.values() if each.own]
    if as_json:
        print_object({"lists": [list_json(each) for each in own]})
        return
    if not own:
        out().print("You have no lists of your own. “sevenplots lists add FILE” adds one.")
        return
    headings = ("code", "name", "issuer", "date", "cards")
    out().print(table_of(headings, [_row(each) for each in own], ("cards",)))


@lists_app.command("add")
def add_command(
    context: typer.Context,
    path: Annotated[str, typer.Argument(metavar="FILE", help="A list as JSON, or - for input.")],
    as_json: AsJson = False,
) -> None:
    """Add a list from a file, replacing a list of its code; exit status 2: it has faults."""
    session: Session = context.obj
    found = read_own_list(DeckFile(path).read(), session.pools)
    file = add_own_list(session.home, found)
    is_known = found.code in session.pools[found.edition].lists
    done = "replaced" if is_known else "added"
    sentence = f"“{found.name}” was {done}; its code is {found.code}."
    print_result(list_json(found) | {"file": str(file)}, sentence, as_json=as_json)


@lists_app.command("remove")
def remove_command(
    context: typer.Context,
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code of a list of your own.")],
    as_json: AsJson = False,
) -> None:
    """Remove a list of your own; decks that state it keep its code."""
    session: Session = context.obj
    remove_own_list(session.home, code)
    print_result({"removed": code}, f"The list {code} was removed.", as_json=as_json)


def _row(restricted: RestrictedList) -> tuple[str, ...]:
    day, cards = restricted.date.isoformat(), len(restricted.codes)
    return restricted.code, restricted.name, restricted.issuer, day, str(cards)

"""The command `sevenplots sync`: cards and restricted lists as ThronesDB has them now."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from carddb.store import CardStore
from cli.options import AsJson
from cli.session import Session
from cli.terminal import filling, out, print_message, print_object
from core.json_values import json_object
from core.paths import cards_file

if TYPE_CHECKING:
    from carddb.restrictions import RestrictedList
    from carddb.sync import SyncReport

INTERRUPTED = 130
_MANY = 10


def sync_command(
    context: typer.Context,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="URL",
            help="Another server than https://thronesdb.com.",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only ask whether the server has anything newer.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Fetch cards, texts and lists: exit status 0 well, 2 an unusable answer, 3 no answer.

    With --check nothing is fetched, and 1 is the answer that the server has newer cards or lists.
    """
    # No other command needs the network.
    from carddb.sync import sync  # noqa: PLC0415
    from core.download import chosen_server  # noqa: PLC0415

    session: Session = context.obj
    store = CardStore(cards_file(session.home))
    wanted = chosen_server() if source is None else source
    if check:
        _check(store, wanted, session.today, as_json=as_json)
        return
    try:
        with filling("Syncing") as progress:
            report = sync(store, wanted, progress=progress)
    except KeyboardInterrupt:
        print_message("Stopped; the cards are as they were.")
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print_object(_json(report))
    else:
        _show(report)


def _check(store: CardStore, server: str, today: date, *, as_json: bool) -> None:
    from carddb.sync import check_for_update, newer_list  # noqa: PLC0415 - as above

    is_newer = check_for_update(store, server) is None
    missing = newer_list(store, server, today) if is_newer else None
    if as_json:
        print_object({"newer": is_newer, "list": missing and _list_json(missing)})
    elif not is_newer:
        out().print(f"{server} has nothing newer.", markup=False)
    else:
        words = f" The list in force is {missing.name} of {missing.date}." if missing else ""
        out().print(f"{server} has newer cards or lists.{words} sevenplots sync fetches them.")
    if is_newer:
        raise typer.Exit(1)


def _list_json(restricted: RestrictedList) -> dict[str, str]:
    return json_object(restricted, "code name date")


def _json(report: SyncReport) -> dict[str, object]:
    return json_object(
        report, "not_modified cards added changed removed lists new_lists warnings seconds"
    ) | {
        "new_lists": [_list_json(each) for each in report.new_lists],
        "seconds": round(report.seconds, 3),
        "from": report.origin.source,
    }


def _show(report: SyncReport) -> None:
    fetched = f"{report.cards:,} cards and {report.lists:,} restricted lists"
    if report.not_modified:
        out().print(f"{report.origin.source} has nothing newer than the {fetched} here.")
        return
    out().print(f"{fetched} from {report.origin.source}, in {report.seconds:.1f} seconds.")
    out().print(f"{report.added:,} added, {report.changed:,} changed, {report.removed:,} removed.")
    for each in report.new_lists:
        out().print(f"New restricted list: {each.name}, in force from {each.date}.", markup=False)
    for warning in report.warnings[:_MANY]:
        print_message(warning)
    if len(report.warnings) > _MANY:
        print_message(f"… and {len(report.warnings) - _MANY:,} more; --json has them all.")

"""The command `sevenplots sync`: cards and restricted lists as ThronesDB has them now."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from carddb.paths import cards_file
from carddb.store import CardStore
from cli.options import AsJson
from cli.session import Session
from cli.terminal import filling, out, print_message

if TYPE_CHECKING:
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
    as_json: AsJson = False,
) -> None:
    """Fetch cards, texts and lists: exit status 0 well, 2 an unusable answer, 3 no answer."""
    # No other command needs the network.
    from carddb.address import chosen_server  # noqa: PLC0415
    from carddb.sync import sync  # noqa: PLC0415

    session: Session = context.obj
    store = CardStore(cards_file(session.home))
    wanted = chosen_server() if source is None else source
    try:
        with filling("Syncing") as progress:
            report = sync(store, wanted, progress=progress)
    except KeyboardInterrupt:
        print_message("Stopped; the cards are as they were.")
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print(json.dumps(_json(report), ensure_ascii=False, indent=2))
    else:
        _show(report)


def _json(report: SyncReport) -> dict[str, object]:
    return {
        "not_modified": report.not_modified,
        "cards": report.cards,
        "added": report.added,
        "changed": report.changed,
        "removed": report.removed,
        "lists": report.lists,
        "warnings": list(report.warnings),
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
    for warning in report.warnings[:_MANY]:
        print_message(warning)
    if len(report.warnings) > _MANY:
        print_message(f"… and {len(report.warnings) - _MANY:,} more; --json has them all.")

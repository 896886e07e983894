"""`sevenplots event`: loads its subcommands when one of them is called."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import typer


def event_command(context: typer.Context) -> object:
    """Run the subcommand that the arguments name."""
    # The group replaces this command, so that its own name and help are shown.
    return _program()(list(context.args), "event", standalone_mode=False, parent=context.parent)


@cache
def _program() -> Callable[..., object]:
    # The rules of events take as long to import as all other commands together.
    from cli.event.commands import event_app  # noqa: PLC0415

    return typer.main.get_command(event_app)

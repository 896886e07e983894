"""The table of the commands of `sevenplots event`."""

from __future__ import annotations

from collections.abc import Callable

import typer

from cli.event import (
    announcing,
    event_files,
    event_history,
    organizing,
    printing,
    questions,
    results,
    serving,
    signing_up,
)

event_app = typer.Typer(
    name="event",
    help="Run an event in the terminal, or ask about one that is written in a file.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

_COMMANDS: dict[str, Callable[..., object]] = {
    "new": announcing.new_command,
    "settings": announcing.settings_command,
    "show": organizing.show_command,
    "players": signing_up.players_command,
    "list": signing_up.list_command,
    "sheets": printing.sheets_command,
    "papers": printing.papers_command,
    "start": organizing.start_command,
    "pair": questions.pair_command,
    "result": results.result_command,
    "standings": questions.standings_command,
    "bracket": questions.bracket_command,
    "finish": organizing.finish_command,
    "undo": organizing.undo_command,
    "log": event_history.log_command,
    "late": signing_up.late_command,
    "drop": organizing.drop_command,
    "rejoin": organizing.rejoin_command,
    "rename": organizing.rename_command,
    "bye": organizing.bye_command,
    "swap": organizing.swap_command,
    "pin": organizing.pin_command,
    "forbid": organizing.forbid_command,
    "table": organizing.table_command,
    "cancel": organizing.cancel_command,
    "plan": organizing.plan_command,
    "penalty": organizing.penalty_command,
    "structure": questions.structure_command,
    "serve": serving.serve_command,
    "export": event_files.export_event_command,
    "import": event_files.import_command,
    "delete": organizing.delete_command,
}
for name, command in _COMMANDS.items():
    event_app.command(name)(command)

"""The table of the commands of `sevenplots event`; the help is the docstring or the row's."""

from __future__ import annotations

from app.event_commands import COMMANDS, FINISH, EventCommand
from cli.command_table import CommandGroup, CommandRow, plain_app


def operation_row(command: EventCommand) -> CommandRow:
    """Return the row of a command that does one operation."""
    module = "cli.event.organizing"
    return CommandRow(command.name, module, command.help, {}, "operation_command", command)


class EventCommands(CommandGroup):
    """The commands, in the order of an event."""

    rows = (
        CommandRow("new", "cli.event.announcing"),
        CommandRow("settings", "cli.event.announcing"),
        CommandRow("show", "cli.event.organizing"),
        CommandRow("players", "cli.event.event_files"),
        CommandRow("list", "cli.event.event_files"),
        CommandRow("sheets", "cli.event.printing"),
        CommandRow("papers", "cli.event.printing"),
        CommandRow("start", "cli.event.organizing"),
        CommandRow("pair", "cli.event.questions"),
        CommandRow("result", "cli.event.results"),
        CommandRow("results", "cli.event.result_files"),
        CommandRow("standings", "cli.event.questions"),
        CommandRow("bracket", "cli.event.questions"),
        operation_row(FINISH),
        CommandRow("undo", "cli.event.organizing"),
        CommandRow("log", "cli.event.questions"),
        *map(operation_row, COMMANDS),
        CommandRow("structure", "cli.event.questions"),
        CommandRow("season", "cli.event.season"),
        CommandRow("serve", "cli.event.serving"),
        CommandRow("links", "cli.event.links"),
        CommandRow("export", "cli.event.event_files", function="export_event_command"),
        CommandRow("import", "cli.event.event_files"),
        CommandRow("delete", "cli.event.organizing"),
    )


event_app = plain_app(
    name="event",
    cls=EventCommands,
    help="Run an event in the terminal, or ask about one that is written in a file.",
    no_args_is_help=True,
)


@event_app.callback()
def _no_options() -> None:
    """Take none: with a callback typer makes a group of an app without commands of its own."""

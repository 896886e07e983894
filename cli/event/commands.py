"""The table of the commands of `sevenplots event`; the help of each is its docstring."""

from __future__ import annotations

from cli.command_table import CommandGroup, CommandRow, plain_app


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
        CommandRow("standings", "cli.event.questions"),
        CommandRow("bracket", "cli.event.questions"),
        CommandRow("finish", "cli.event.organizing"),
        CommandRow("undo", "cli.event.organizing"),
        CommandRow("log", "cli.event.event_history"),
        CommandRow("late", "cli.event.event_files"),
        CommandRow("drop", "cli.event.organizing"),
        CommandRow("rejoin", "cli.event.organizing"),
        CommandRow("rename", "cli.event.organizing"),
        CommandRow("bye", "cli.event.organizing"),
        CommandRow("swap", "cli.event.organizing"),
        CommandRow("pin", "cli.event.organizing"),
        CommandRow("forbid", "cli.event.organizing"),
        CommandRow("table", "cli.event.organizing"),
        CommandRow("cancel", "cli.event.organizing"),
        CommandRow("plan", "cli.event.organizing"),
        CommandRow("penalty", "cli.event.organizing"),
        CommandRow("structure", "cli.event.questions"),
        CommandRow("serve", "cli.event.serving"),
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

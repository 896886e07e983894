"""Commands as a table of names: a command is imported when it is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typing_extensions import override


@dataclass(frozen=True, slots=True)
class CommandRow:
    """A command: its module, its help (default: the docstring's) and its settings.

    `function` is the command's function, if that is not named after it, or makes the command from
    `made_from`. An app with commands of its own may be in its place.
    """

    name: str
    module: str
    help: str | None = None
    settings: Mapping[str, object] = field(default_factory=dict)
    function: str = ""
    made_from: object = None

    def load(self) -> Any:
        """Return the command as typer makes it of the function's signature."""
        app = plain_app()
        module = import_module(self.module)
        names = (self.function, f"{self.name}_command", f"{self.name}_app")
        function: Any = next(getattr(module, name) for name in names if hasattr(module, name))
        if isinstance(function, typer.Typer):
            return typer.main.get_command(function)
        if self.made_from:
            function = function(self.made_from)
        settings = dict(self.settings)
        app.command(self.name, cls=_Command, help=self.help, context_settings=settings)(function)
        return typer.main.get_command(app)


def plain_app(**options: Any) -> typer.Typer:
    """Return an app with plain help texts, since drawing boxes doubles the time of a help."""
    return typer.Typer(
        add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None, **options
    )


class CommandGroup(TyperGroup):
    """The commands of a table."""

    rows: Sequence[CommandRow] = ()

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        # Typer looks here for names similar to a mistyped one.
        names: dict[str, Any] = dict.fromkeys(row.name for row in self.rows)
        self.commands = names

    @override
    def get_params(self, ctx: Any) -> list[Any]:
        return _without_pydantic(super().get_params(ctx))

    @override
    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a command; None if no command has this name."""
        return next((row.load() for row in self.rows if row.name == cmd_name), None)

    @override
    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the names with their helps; only rows without a help are imported."""
        lines = [(row.name, row.help or row.load().help.splitlines()[0]) for row in self.rows]
        with formatter.section("Commands"):
            formatter.write_dl(lines)


class _Command(TyperCommand):
    @override
    def get_params(self, ctx: Any) -> list[Any]:
        return _without_pydantic(super().get_params(ctx))


@dataclass(frozen=True, slots=True)
class _AsWritten:
    """Returns texts and default values unchanged; typer converts all other values."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value of a parameter."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if value is param.default or param.type_descriptor.annotation in {str, list[str]}:
            return value
        _keep(param, None)
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def _without_pydantic(parameters: list[Any]) -> list[Any]:
    """Keep parameters from importing pydantic, which takes longer than judging a deck."""
    for parameter in parameters:
        _keep(parameter, _AsWritten())
    return parameters


def _keep(parameter: TyperArgument | TyperOption, conversion: object) -> None:
    # Typer keeps its conversion here, and makes one if it is None.
    vars(parameter)["_runtime_param"] = conversion

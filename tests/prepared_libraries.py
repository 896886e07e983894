"""The SQL of libraries, which a test process compiles once."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy
from sqlalchemy import Engine
from typing_extensions import override

from library import storage


class SharedStatements(dict[tuple[Any, ...], Any]):
    """The compiled statements of every engine for SQLite: each test opens a library of its own."""

    @override
    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        """Return the statement that this engine or another one compiled."""
        return super().get(_without_engine(key), default)

    @override
    def __setitem__(self, key: tuple[Any, ...], value: Any) -> None:
        super().__setitem__(_without_engine(key), value)


def _without_engine(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return SQLAlchemy's key of a statement with the dialect's name for the engine's dialect."""
    dialect, *statement = key
    return (dialect.name, *statement)


def compile_statements_once(patch: pytest.MonkeyPatch) -> None:
    """Let an engine take the statements that those before it compiled."""
    statements = SharedStatements()

    def create_engine(*address: Any, **options: Any) -> Engine:
        made = sqlalchemy.create_engine(*address, **options)
        if made.dialect.name == "sqlite":
            made.update_execution_options(compiled_cache=statements)
        return made

    patch.setattr(storage, "create_engine", create_engine)

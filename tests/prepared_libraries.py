"""Libraries of tests cost less: SQL is compiled once, and codes and PINs are hashed quickly."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy
from sqlalchemy import Engine
from typing_extensions import override

from library import phones, storage


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


def hash_quickly(patch: pytest.MonkeyPatch) -> None:
    """Hash codes and PINs as the program does, with a small part of the work."""
    patch.setitem(phones._SCRYPT, "n", 2)  # noqa: SLF001

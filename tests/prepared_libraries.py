"""Libraries that a test process prepares once: tables are migrated and SQL is compiled once."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
import sqlalchemy
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine
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


def migrate_empty_files_once(patch: pytest.MonkeyPatch) -> None:
    """Let an empty file have at once the tables that the migrations gave to the first one."""
    migrate = command.upgrade
    tables: list[str] = []

    def upgrade(config: Config, revision: str) -> None:
        connection: Connection = config.attributes["connection"]
        file = connection.connection.driver_connection
        if not isinstance(file, sqlite3.Connection) or revision != "head" or _dumped(file):
            migrate(config, revision)
            return
        for statement in tables:
            file.execute(statement).close()
        if not tables:
            migrate(config, revision)
            tables.extend(_dumped(file))

    patch.setattr(command, "upgrade", upgrade)


def _dumped(file: sqlite3.Connection) -> list[str]:
    """Return the statements that make the tables and rows of a file."""
    return [each for each in file.iterdump() if each not in {"BEGIN TRANSACTION;", "COMMIT;"}]

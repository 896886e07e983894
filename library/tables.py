"""The tables of `library.models` for statements, without what they are defined with.

SQLModel, with pydantic and the half of SQLAlchemy that maps objects, takes a quarter of a second to
import and 11 MB in every window, which only asks for rows. So the tables are those of the SQL that
the models make. For mypy they are the models: it checks the columns and their types.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import MetaData, Table, create_engine

__all__ = [
    "METADATA",
    "CardCategoryRow",
    "DeckRow",
    "EventOperationRow",
    "EventRow",
    "FactRow",
    "FolderRow",
    "GameRow",
    "HoldingRow",
    "KnownCardRow",
    "PlanRow",
    "SingleRow",
    "StarredCardRow",
    "TagRow",
    "TakenBackRow",
    "VersionRow",
    "col",
    "statements",
]

_T = TypeVar("_T")


@cache
def statements() -> tuple[str, ...]:
    """Return the SQL that makes the tables and their indexes in a file, in its order."""
    text = (files("resources") / "library" / "tables.sql").read_text("utf-8")
    return tuple(text.removesuffix(";\n\n").split(";\n\n"))


def _read() -> MetaData:
    """Return the tables of the SQL, of which SQLite makes an empty database."""
    metadata = MetaData()
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        for statement in statements():
            connection.exec_driver_sql(statement)
        metadata.reflect(connection)
    engine.dispose()
    return metadata


class _Rows:
    """A table whose columns are its attributes, as those of a model are."""

    def __init__(self, name: str) -> None:
        self.__tablename__ = name
        self._table = METADATA.tables[name]
        vars(self).update(self._table.columns.items())

    def __clause_element__(self) -> Table:
        """Return what statements take; SQLAlchemy asks."""
        return self._table


if TYPE_CHECKING:
    from sqlmodel import col

    from library.models import (
        METADATA,
        CardCategoryRow,
        DeckRow,
        EventOperationRow,
        EventRow,
        FactRow,
        FolderRow,
        GameRow,
        HoldingRow,
        KnownCardRow,
        PlanRow,
        SingleRow,
        StarredCardRow,
        TagRow,
        TakenBackRow,
        VersionRow,
    )
else:

    def col(column: _T) -> _T:
        """Return a column: of a model it would have another type."""
        return column

    METADATA = _read()
    CardCategoryRow = _Rows("card_category")
    DeckRow = _Rows("deck")
    EventOperationRow = _Rows("event_operation")
    EventRow = _Rows("event")
    FactRow = _Rows("fact")
    FolderRow = _Rows("folder")
    GameRow = _Rows("game")
    HoldingRow = _Rows("holding")
    KnownCardRow = _Rows("known_card")
    PlanRow = _Rows("plan")
    SingleRow = _Rows("single")
    StarredCardRow = _Rows("starred_card")
    TagRow = _Rows("tag")
    TakenBackRow = _Rows("event_taken_back")
    VersionRow = _Rows("version")

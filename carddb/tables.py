"""The tables of cards.db: rows for storage, never the cards themselves."""

from __future__ import annotations

from sqlalchemy import ForeignKeyConstraint, MetaData
from sqlmodel import Field, SQLModel

from carddb.card_reader import CARDS, CYCLES, LISTS, META, PACKS

# The tables of other databases must not be created in this one.
METADATA = MetaData()


class MetaRow(SQLModel, table=True):
    """Facts about the database.

    Its schema, the catalogue it was made with, the checksum of its facts; and of an edition that
    was synced, from where and when, and when each resource there last changed.
    """

    __tablename__ = META
    metadata = METADATA

    key: str = Field(primary_key=True)
    value: str


class CycleRow(SQLModel, table=True):
    """A cycle; `ordinal` is its place in the catalogue, `facts` all of it as JSON."""

    __tablename__ = CYCLES
    metadata = METADATA

    edition: str = Field(primary_key=True)
    code: str = Field(primary_key=True)
    ordinal: int
    name: str
    facts: str


class PackRow(SQLModel, table=True):
    """A pack; `ordinal` is its place in the catalogue, `facts` all of it as JSON."""

    __tablename__ = PACKS
    metadata = METADATA

    edition: str = Field(primary_key=True)
    code: str = Field(primary_key=True)
    ordinal: int
    name: str
    cycle: str
    facts: str


class ListRow(SQLModel, table=True):
    """A restricted list; `ordinal` is its place in the catalogue, `facts` all of it as JSON."""

    __tablename__ = LISTS
    metadata = METADATA

    edition: str = Field(primary_key=True)
    code: str = Field(primary_key=True)
    ordinal: int
    name: str
    facts: str


class CardRow(SQLModel, table=True):
    """A printing of a card; `facts` is all of it as JSON, the other columns are for looking."""

    __tablename__ = CARDS
    __table_args__ = (ForeignKeyConstraint(["edition", "pack"], ["pack.edition", "pack.code"]),)
    metadata = METADATA

    code: str = Field(primary_key=True)
    edition: str = Field(index=True)
    ordinal: int
    name: str
    type: str
    pack: str
    position: int
    facts: str

"""The tables of cards.db, defined with SQLModel; docs/carddb.md describes them.

The program makes its files by the SQL of these tables in resources/cards_db/tables.sql, because
importing SQLAlchemy takes longer than filling them; `python -m carddb.schema` writes it. Whoever
changes a table raises `reader.SCHEMA_VERSION` and lets the reader take from a file of the version
before what was synced.
"""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import INTEGER, TEXT, ForeignKeyConstraint, Index, MetaData, Table
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import declared_attr
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import AutoString, Field, SQLModel
from typing_extensions import override

import resources

# The tables of other databases must not be created in this one.
METADATA = MetaData()
TABLES_FILE = Path(resources.__file__).parent / "cards_db" / "tables.sql"
_PATTERNS = (
    "per",
    "instead_for",
    "applies",
    "while_controls",
    "trigger_by",
    "kneels",
    "discards",
)


def _part_of(table: str, columns: str, key: str) -> ForeignKeyConstraint:
    """Return the reference of rows to the row that they belong to."""
    target = [f"{table}.{column}" for column in key.split()]
    return ForeignKeyConstraint(columns.split(), target)


class _TableRow(SQLModel):
    metadata = METADATA

    @declared_attr.directive
    @override
    def __tablename__(cls) -> str:  # noqa: N805 - SQLAlchemy calls it with the class
        """Return "card_trait" for `CardTraitRow`."""
        words = re.findall("[A-Z][a-z]*", cls.__name__.removesuffix("Row"))
        return "_".join(words).lower()


class _NamedRow(_TableRow):
    edition: str = Field(primary_key=True)
    code: str = Field(primary_key=True)
    ordinal: int
    name: str


class _CardPart(_TableRow):
    """Something that a card has several of, in their order on the card."""

    code: str = Field(primary_key=True, foreign_key="card.code")
    ordinal: int = Field(primary_key=True)


class _Place(_TableRow):
    """Something that a part of a card has several of."""

    code: str = Field(primary_key=True)
    ordinal: int = Field(primary_key=True)
    place: int = Field(primary_key=True)


class MetaRow(_TableRow, table=True):
    """Facts about the file: its schema and checksum, its catalogue, and where cards are from."""

    key: str = Field(primary_key=True)
    value: str


class CycleRow(_NamedRow, table=True):
    """A cycle of packs."""

    position: int


class PackRow(_NamedRow, table=True):
    """A product; a server may name a cycle that it does not describe."""

    cycle: str
    position: int
    released: str
    in_progress: bool


class CardRow(_TableRow, table=True):
    """A printing of a card. The values of a plot are apart from the bonuses of other cards."""

    __table_args__ = (
        ForeignKeyConstraint(["edition", "pack"], ["pack.edition", "pack.code"]),
        Index("card_by_pack", "edition", "pack"),
        Index("card_by_name", "name"),
    )

    # The row of a full-text index is known by a number, and VACUUM must not change it.
    id: int | None = Field(primary_key=True)
    code: str = Field(unique=True)
    edition: str
    name: str
    type: str
    pack: str
    position: int
    quantity: int
    deck_limit: int
    is_unique: bool
    is_loyal: bool
    cost: int | None
    cost_is_x: bool
    strength: int | None
    strength_is_x: bool
    income: int | None
    income_is_x: bool
    initiative: int | None
    initiative_is_x: bool
    claim: int | None
    claim_is_x: bool
    reserve: int | None
    reserve_is_x: bool
    income_bonus: int | None
    income_bonus_is_x: bool
    initiative_bonus: int | None
    initiative_bonus_is_x: bool
    reserve_bonus: int
    influence: int
    is_endless: bool
    only_in: str | None
    has_deck_rules: bool
    is_blank: bool
    reprint_of: str | None
    host: str | None
    host_once: bool
    text: str | None
    image_url: str | None
    octgn_id: str | None
    illustrator: str | None


class CardFactionRow(_CardPart, table=True):
    """A faction of a card; a neutral card has none."""

    faction: str


class CardHouseOnlyRow(_CardPart, table=True):
    """A House to which a card of the first edition is limited."""

    faction: str


class CardTraitRow(_CardPart, table=True):
    """A trait of a card."""

    trait: str = Field(index=True)


class CardIconRow(_CardPart, table=True):
    """A challenge icon of a card."""

    icon: str


class CardNavalIconRow(_CardPart, table=True):
    """A challenge icon of the first edition with a naval enhancement."""

    icon: str


class CardCrestRow(_CardPart, table=True):
    """A crest of a card of the first edition."""

    crest: str


class CardKeywordRow(_CardPart, table=True):
    """A keyword of a card with its value."""

    keyword: str = Field(index=True)
    value: int | None
    value_is_x: bool


class CardKeywordExceptionRow(_Place, table=True):
    """What a keyword excepts, as in "No attachments except Weapon"."""

    __table_args__ = (_part_of("card_keyword", "code ordinal", "code ordinal"),)

    exception: str


class CardErratumRow(_CardPart, table=True):
    """A document that changed a card's text."""

    issuer: str
    version: str


class CardDoubtRow(_CardPart, table=True):
    """Something that the sources of a first-edition card disagree about."""

    doubt: str


class PatternRow(_CardPart, table=True):
    """What a text asks of other cards; `pattern_term` holds its words, NULL asks nothing."""

    is_unique: bool | None
    is_loyal: bool | None
    cost_at_least: int | None
    cost_at_most: int | None
    strength_at_least: int | None
    strength_at_most: int | None
    income_at_least: int | None


class PatternTermRow(_Place, table=True):
    """A trait, type, faction … that a pattern asks for, or (`without_trait` …) refuses."""

    __table_args__ = (_part_of("pattern", "code ordinal", "code ordinal"),)

    kind: str
    value: str


class HostOptionRow(_CardPart, table=True):
    """One of the alternatives that an attachment may be attached to."""

    __table_args__ = (_part_of("pattern", "code pattern", "code ordinal"),)

    pattern: int
    side: str


class GoldEffectRow(_CardPart, table=True):
    """What a card does to gold; what names a pattern holds its `ordinal`."""

    __table_args__ = tuple(
        _part_of("pattern", f"code {each}", "code ordinal") for each in _PATTERNS
    )

    kind: str
    moment: str
    amount: int | None
    per: int | None
    per_zone: str
    most: int | None
    instead: int | None
    instead_for: int | None
    applies: int | None
    allegiance: str
    reach: str
    lasts: str
    minimum: int
    while_plot: str
    unless_plot: str
    while_controls: int | None
    while_standing: bool
    while_used: bool
    follows: str | None
    trigger_by: int | None
    kneel: bool
    sacrifice: bool
    kneel_faction: bool
    kneel_host: bool
    kneels: int | None
    discards: int | None
    own_gold: int
    uses: int | None
    uses_lasts: str


class GoldEffectPriceRow(_Place, table=True):
    """A way of bringing out a card that a gold effect is limited to."""

    __table_args__ = (_part_of("gold_effect", "code ordinal", "code ordinal"),)

    price: str


class RestrictedListRow(_NamedRow, table=True):
    """A version of a restricted list."""

    issuer: str
    version: str
    date: str
    card_set: str


class ListFormatRow(_TableRow, table=True):
    """A format that a list has entries for."""

    __table_args__ = (_part_of("restricted_list", "edition list", "edition code"),)

    edition: str = Field(primary_key=True)
    list: str = Field(primary_key=True)
    ordinal: int = Field(primary_key=True)
    format: str


class ListEntryRow(_TableRow, table=True):
    """A banned or restricted card of a list; a list may name cards that nobody has published."""

    __table_args__ = (
        _part_of("restricted_list", "edition list", "edition code"),
        Index("list_entry_by_code", "code"),
    )

    edition: str = Field(primary_key=True)
    list: str = Field(primary_key=True)
    format: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    code: str = Field(primary_key=True)


class PodRow(_TableRow, table=True):
    """Cards of which a deck may hold one; with a trigger, none beside the trigger."""

    __table_args__ = (_part_of("restricted_list", "edition list", "edition code"),)

    edition: str = Field(primary_key=True)
    list: str = Field(primary_key=True)
    format: str = Field(primary_key=True)
    pod: int = Field(primary_key=True)
    trigger_code: str | None


class PodCardRow(_TableRow, table=True):
    """A card of a pod."""

    __table_args__ = (
        _part_of("pod", "edition list format pod", "edition list format pod"),
        Index("pod_card_by_code", "code"),
    )

    edition: str = Field(primary_key=True)
    list: str = Field(primary_key=True)
    format: str = Field(primary_key=True)
    pod: int = Field(primary_key=True)
    ordinal: int = Field(primary_key=True)
    code: str


def sql() -> str:
    """Return the statements that make the tables of cards.db and their indexes."""
    for table in METADATA.sorted_tables:
        _make_strict(table)
    return sql_of(METADATA)


def sql_of(tables: MetaData) -> str:
    """Return the statements that make tables and their indexes, each ending in a blank line."""
    statements: list[CreateTable | CreateIndex] = []
    for table in tables.sorted_tables:
        statements.append(CreateTable(table))
        statements += [CreateIndex(each) for each in sorted(table.indexes, key=_name)]
    texts = (str(each.compile(dialect=sqlite.dialect())) for each in statements)
    return "".join(f"{_tidy(text)};\n\n" for text in texts)


def _name(index: Index) -> str:
    return str(index.name)


def _make_strict(table: Table) -> None:
    """Let SQLite refuse values of another type; strict tables know no other names of types."""
    for column in table.columns:
        column.type = TEXT() if isinstance(column.type, AutoString) else INTEGER()
    options = table.dialect_options["sqlite"]
    options["strict"] = True
    options["with_rowid"] = table.name == "card"


def _tidy(statement: str) -> str:
    return "\n".join(line.rstrip().replace("\t", "    ") for line in statement.strip().split("\n"))


if __name__ == "__main__":
    TABLES_FILE.write_text(sql(), "utf-8", newline="\n")

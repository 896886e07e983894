"""Makes cards.db with the first version of its schema: a text of JSON for each card and list."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from carddb.catalogue import encode_list
from carddb.catalogue_json import encode_line
from carddb.origin import Origin
from carddb.pool import Pools
from carddb.terms import Edition

_TABLES = """
CREATE TABLE meta ("key" VARCHAR NOT NULL, value VARCHAR NOT NULL, PRIMARY KEY ("key"));
CREATE TABLE cycle (
    edition VARCHAR NOT NULL, code VARCHAR NOT NULL, ordinal INTEGER NOT NULL,
    name VARCHAR NOT NULL, facts VARCHAR NOT NULL, PRIMARY KEY (edition, code)
);
CREATE TABLE pack (
    edition VARCHAR NOT NULL, code VARCHAR NOT NULL, ordinal INTEGER NOT NULL,
    name VARCHAR NOT NULL, cycle VARCHAR NOT NULL, facts VARCHAR NOT NULL,
    PRIMARY KEY (edition, code)
);
CREATE TABLE restricted_list (
    edition VARCHAR NOT NULL, code VARCHAR NOT NULL, ordinal INTEGER NOT NULL,
    name VARCHAR NOT NULL, facts VARCHAR NOT NULL, PRIMARY KEY (edition, code)
);
CREATE TABLE card (
    code VARCHAR NOT NULL, edition VARCHAR NOT NULL, ordinal INTEGER NOT NULL,
    name VARCHAR NOT NULL, type VARCHAR NOT NULL, pack VARCHAR NOT NULL,
    position INTEGER NOT NULL, facts VARCHAR NOT NULL, PRIMARY KEY (code),
    FOREIGN KEY(edition, pack) REFERENCES pack (edition, code)
);
CREATE INDEX ix_card_edition ON card (edition);
"""


def write_schema_1(path: Path, pools: Pools, origin: Origin | None, catalogue: str) -> None:
    """Write a file with the second edition as it was synced from an origin, or with neither."""
    digest = sha256()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_TABLES)
        for table in ("cycle", "pack", "restricted_list", "card"):
            for edition in Edition:
                for row in _rows(table, pools, edition):
                    digest.update(row["facts"].encode() + b"\n")
                    names = ", ".join(row)
                    marks = ", ".join("?" * len(row))
                    connection.execute(
                        f"INSERT INTO {table} ({names}) VALUES ({marks})",  # noqa: S608
                        list(row.values()),
                    )
        meta = {"schema": "1", "catalogue": catalogue, "checksum": digest.hexdigest()}
        meta |= origin.rows(Edition.SECOND) if origin else ()
        connection.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        connection.commit()


def _rows(table: str, pools: Pools, edition: Edition) -> list[dict[str, Any]]:
    pool = pools[edition]
    found: dict[str, list[Any]] = {
        "cycle": [*pool.cycles.values()],
        "pack": [*pool.packs.values()],
        "restricted_list": [*pool.lists.values()],
        "card": [*pool.cards],
    }
    more: dict[str, tuple[str, ...]] = {"pack": ("cycle",), "card": ("type", "pack", "position")}
    return [
        {
            "edition": edition.value,
            "code": each.code,
            "ordinal": ordinal,
            "name": each.name,
            "facts": encode_list(each) if table == "restricted_list" else encode_line(each),
            **{name: str(getattr(each, name)) for name in more.get(table, ())},
        }
        for ordinal, each in enumerate(found[table])
    ]

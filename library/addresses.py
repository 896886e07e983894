"""Where the library is: a file in the home folder, or a PostgreSQL database that a club shares."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from library.errors import LibraryError

VARIABLE = "SEVENPLOTS_LIBRARY"
FILE_NAME = "decks.db"
BACKUPS = "backups"

Address: TypeAlias = Path | URL


def library_file(home: Path) -> Path:
    return home / FILE_NAME


def library_address(home: Path, environment: Mapping[str, str] = os.environ) -> Address:
    """Return decks.db in the home folder, or the database of SEVENPLOTS_LIBRARY."""
    named = environment.get(VARIABLE, "").strip()
    return server_address(named) if named else library_file(home)


def backups_folder(path: Path) -> Path:
    return path.parent / BACKUPS


def snapshots_folder(folder: Path) -> Path:
    return folder / BACKUPS / "events"


def server_address(named: str) -> URL:
    try:
        url = make_url(named)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.get_backend_name() not in {"postgresql", "postgres"} or not url.database:
        raise LibraryError(
            f"{VARIABLE} does not name a PostgreSQL database.",
            "It looks like postgresql://user:password@host/database; without it the library is a"
            " file in the home folder.",
        )
    return url.set(drivername="postgresql+psycopg")


def in_words(address: Address) -> str:
    """Return an address without its password, for messages."""
    if isinstance(address, Path):
        return str(address)
    return address.set(drivername="postgresql", query={}).render_as_string(hide_password=True)

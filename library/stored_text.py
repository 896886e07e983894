"""Texts as every database stores them: plain texts, names, and times as ISO texts in UTC."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

from carddb.spelling import fold
from library.errors import UnusableNameError

Clock: TypeAlias = Callable[[], datetime]


def storable(text: str) -> str:
    """Return a text without what no database takes: NUL, and halves of surrogate pairs."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def storable_name(text: str, kind: str) -> tuple[str, str]:
    """Return a name with single spaces, and the form in which names are compared.

    UnusableNameError where it is empty; `kind` is what has the name.
    """
    name = " ".join(storable(text).split())
    if not name:
        raise UnusableNameError(f"A {kind} needs a name.")
    return name, fold(name) or name.casefold()


def time_to_text(time: datetime) -> str:
    """Return a time as it is stored; stored times sort as texts. No zone means local time."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def time_from_text(text: str) -> datetime:
    """Return a stored time, in UTC."""
    return datetime.fromisoformat(text)


def in_file_name(time: datetime) -> str:
    """Return a time as part of a file's name, in UTC: 2026-11-20T101112."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H%M%S")

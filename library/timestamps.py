"""Times as the library keeps them: ISO texts in UTC, which sort as texts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]


def written(moment: datetime) -> str:
    """Return a moment as it is kept; one without a zone is taken for local time."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def moment(text: str) -> datetime:
    """Return the moment, in UTC, that was kept."""
    return datetime.fromisoformat(text)


def in_file_name(when: datetime) -> str:
    """Return a moment as part of a file's name, in UTC: 2026-11-20T101112."""
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H%M%S")

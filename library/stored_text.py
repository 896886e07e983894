"""Texts as every database stores them: plain texts, names, and times as ISO texts in UTC."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import TypeAlias

from carddb.spelling import fold
from core.text_format import LONGEST_NAME, one_line
from library.errors import LibraryError, UnusableNameError

Clock: TypeAlias = Callable[[], datetime]
# The years of dates that are saved.
YEARS = range(1990, 2201)


def storable(text: str) -> str:
    """Return a text without what no database stores: NUL and lone surrogates."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def storable_name(text: str, kind: str) -> tuple[str, str]:
    """Return a name and the form in which names are compared; UnusableNameError if empty."""
    name = one_line(storable(text), LONGEST_NAME)
    if not name:
        raise UnusableNameError(f"A {kind} needs a name.")
    return name, fold(name) or name.casefold()


def time_to_text(time: datetime) -> str:
    """Return a time as it is stored; stored times sort as texts. No zone means local time."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def checked_time(clock: Clock) -> datetime:
    """Return the time of a clock; LibraryError if its year cannot be right."""
    now = clock()
    check_year(now)
    return now


def check_year(day: date) -> None:
    """Raise LibraryError for a day or time in a year that cannot be right."""
    if day.year not in YEARS:
        raise LibraryError(
            f"A date in the year {day.year} cannot be saved.",
            f"Use one from {YEARS[0]} to {YEARS[-1]}, and check the clock of this computer.",
        )


def time_from_text(text: str) -> datetime:
    return datetime.fromisoformat(text)


def in_file_name(time: datetime) -> str:
    """Return a time as part of a file's name, in UTC: 2026-11-20T101112."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H%M%S")

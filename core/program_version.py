"""The program's version, the only place where it stands."""

from __future__ import annotations

import re

PROGRAM_VERSION = "0.2.0"

_NUMBERS = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})")


def is_newer(version: str) -> bool:
    """Return whether a version is newer than this program; what is no version is not."""
    return _numbers(version) > _numbers(PROGRAM_VERSION)


def _numbers(version: str) -> tuple[int, ...]:
    """Return the three numbers of a semantic version, which are compared one after the other."""
    match = _NUMBERS.match(version)
    return tuple(map(int, match.groups())) if match else ()

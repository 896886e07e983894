"""The program's version."""

from __future__ import annotations

import re

PROGRAM_VERSION = "0.2.0"

_NUMBERS = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})")


def is_newer(version: str) -> bool:
    return _numbers(version) > _numbers(PROGRAM_VERSION)


def _numbers(version: str) -> tuple[int, ...]:
    match = _NUMBERS.match(version)
    return tuple(map(int, match.groups())) if match else ()

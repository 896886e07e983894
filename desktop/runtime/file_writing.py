"""Files that are written from dialogs: their names, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from carddb.files import fitting, write_file

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in "123456789")}
)
_LONGEST = 100


def file_name(name: str, ending: str) -> str:
    """Return a name that every system takes for a file."""
    plain = fitting(" ".join(_FORBIDDEN.sub(" ", name).split()), _LONGEST).strip(". ")
    if not plain or plain.lower() in _DEVICES:
        plain = f"{plain} deck".strip()
    return f"{plain}{ending}"


def file_names(names: Iterable[str], ending: str) -> list[str]:
    """Return a different file name for each name, on systems that ignore case too."""
    taken: set[str] = set()
    chosen = []
    for name in names:
        number, each = 1, file_name(name, ending)
        while each.casefold() in taken:
            number += 1
            each = file_name(f"{name} ({number})", ending)
        taken.add(each.casefold())
        chosen.append(each)
    return chosen


def save_file(path: Path, data: bytes) -> None:
    """Write a file as all are written; no window waits for somebody to read a pipe."""
    write_file(path, data, waits=False)

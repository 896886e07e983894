"""Names of files for decks and charts: such as every system takes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain, count

from carddb.files import fitting

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
        tries = chain([name], (f"{name} ({number})" for number in count(2)))
        files = (file_name(each, ending) for each in tries)
        chosen.append(next(each for each in files if each.casefold() not in taken))
        taken.add(chosen[-1].casefold())
    return chosen

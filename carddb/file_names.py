"""Names of files for decks and charts: such as every system takes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import chain, count

from carddb.files import fitting

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
# Windows takes them with any ending too.
_DEVICES = frozenset(
    {
        *("con", "prn", "aux", "nul", "conin$", "conout$"),
        *(f"{device}{number}" for device in ("com", "lpt") for number in "0123456789¹²³"),
    }
)
_LONGEST = 100


def file_name(name: str, ending: str) -> str:
    """Return a name that every system takes for a file."""
    plain = fitting(" ".join(_FORBIDDEN.sub(" ", name).split()), _LONGEST).strip(". ")
    first, dot, rest = plain.partition(".")
    if not plain or first.strip().lower() in _DEVICES:
        plain = f"{first} deck{dot}{rest}".strip()
    return f"{plain}{ending}"


def file_names(names: Iterable[str], ending: str) -> list[str]:
    """Return a different file name for each name, wherever it is saved.

    Some systems ignore case, and macOS how a letter with an accent is composed.
    """
    taken: set[str] = set()
    chosen = []
    for name in names:
        tries = chain([name], (f"{name} ({number})" for number in count(2)))
        files = (file_name(each, ending) for each in tries)
        chosen.append(next(each for each in files if _folded(each) not in taken))
        taken.add(_folded(chosen[-1]))
    return chosen


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()

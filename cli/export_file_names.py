"""Names of the files that commands write: such as every system takes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from carddb.files import fitting

_UNSAFE = re.compile(r"[^\w .,'()+-]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_LONGEST = 80


def export_file_stems(names: Iterable[str]) -> Iterator[str]:
    """Yield a file name without ending for each name, no two the same on any system."""
    taken: set[str] = set()
    for name in names:
        safe = _safe(name)
        unique, number = safe, 1
        while unique.casefold() in taken:
            number += 1
            unique = f"{safe} ({number})"
        taken.add(unique.casefold())
        yield unique


def _safe(name: str) -> str:
    safe = fitting(" ".join(_UNSAFE.sub("-", name).split()), _LONGEST).strip(" .-")
    return f"_{safe}" if _RESERVED.fullmatch(safe) else safe or "Deck"

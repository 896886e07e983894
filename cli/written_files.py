"""Files that commands write: whole or not at all, under names that every system takes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

from carddb.errors import AppError

_UNSAFE = re.compile(r"[^\w .,'()+-]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_LONGEST = 80


def write_file(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or as it was; AppError where that cannot be."""
    if path.is_dir():
        raise AppError(f"{path} is a folder, and one file is to be written.", "Name a file in it.")
    mode = 0o666 & ~_umask()
    try:
        with NamedTemporaryFile(
            dir=path.parent, prefix=f".{path.name[:20]}.", delete=False
        ) as file:
            temporary = Path(file.name)
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                file.close()
                temporary.chmod(mode)
                temporary.replace(path)
            except BaseException:
                file.close()
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise AppError(
            f"{path} cannot be written: {error.strerror or error}.",
            "Check the path, its permissions and the room on the disk.",
        ) from None


def safe_names(names: Iterable[str]) -> Iterator[str]:
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
    safe = " ".join(_UNSAFE.sub("-", name).split())[:_LONGEST].strip(" .-")
    return f"_{safe}" if _RESERVED.fullmatch(safe) else safe or "Deck"


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

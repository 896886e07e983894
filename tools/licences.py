"""Collects the licences of the libraries that the program needs, from those that are installed.

Usage: python -m tools.licences [FILE]     (FILE: resources/licences/libraries.json unless named)
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FILE = Path(__file__).resolve().parent.parent / "resources" / "licences" / "libraries.json"
PROGRAM = "sevenplots"
# Words in the names of licence files.
_NAMES = ("licen", "copying", "notice")
# Of several licences Qt's is used under this one; its packages hold no text of it.
_LGPL = "LGPL-3.0-only"
# Beside the libraries: what runs and shows the program.
OTHERS = (
    {"name": "Python", "licence": "PSF-2.0", "files": ["Python.txt"]},
    {"name": "Qt", "licence": _LGPL, "files": ["LGPL-3.txt", "GPL-3.txt"]},
    {"name": "ICU", "licence": "Unicode-3.0", "files": ["ICU.txt"]},
    {"name": "Inter", "licence": "OFL-1.1", "files": ["../fonts/OFL.txt"]},
)


def needed_distributions(name: str = PROGRAM) -> list[Distribution]:
    """Return all distributions that one needs, directly or not, without extras."""
    found: dict[str, Distribution] = {}
    waiting = [(name, frozenset[str]())]
    seen = set()
    while waiting:
        each, extras = waiting.pop()
        if (each, extras) in seen:
            continue
        seen.add((each, extras))
        found[each] = distribution(each)
        for line in found[each].requires or ():
            wanted = Requirement(line)
            contexts = [{"extra": extra} for extra in ("", *extras)]
            if wanted.marker is None or any(map(wanted.marker.evaluate, contexts)):
                waiting.append((canonicalize_name(wanted.name), frozenset(wanted.extras)))
    del found[name]
    return [found[each] for each in sorted(found)]


def licence_of(library: Distribution) -> str:
    """Return the short name of a library's licence."""
    metadata = library.metadata
    plain = _field(library, "License-Expression")
    if not plain:
        lines = metadata.get_all("Classifier") or []
        lines = [line for line in lines if line.startswith("License")]
        named = _field(library, "License").strip().partition("\n")[0]
        plain = named or "; ".join(line.rpartition(" :: ")[2] for line in lines)
    return _LGPL if plain.startswith(f"{_LGPL} OR ") else plain


def _field(library: Distribution, name: str) -> str:
    return str(library.metadata[name]) if name in library.metadata else ""


def texts_of(library: Distribution) -> Iterator[str]:
    """Yield the texts of a library's licences, including those of the code of others in it."""
    for path in library.files or ():
        inside = ".dist-info/" in path.as_posix()
        if inside and any(word in path.name.lower() for word in _NAMES):
            yield Path(str(path.locate())).read_text("utf-8", errors="replace").strip()


def entry(library: Distribution) -> dict[str, Any]:
    """Return the entry of a library."""
    told: dict[str, Any] = {"name": library.name, "licence": licence_of(library)}
    texts = list(dict.fromkeys(texts_of(library)))
    if texts:
        told["text"] = "\n\n".join(texts)
    elif told["licence"] == _LGPL:
        told["files"] = ["LGPL-3.txt", "GPL-3.txt"]
    return told


def collected() -> list[dict[str, Any]]:
    """Return the entries of everything that the program needs, by name."""
    entries = [*OTHERS, *map(entry, needed_distributions())]
    return sorted(entries, key=lambda each: str(each["name"]).lower())


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file; 1 where a library has no licence."""
    given = sys.argv[1:] if arguments is None else arguments
    target = Path(given[0]) if given else FILE
    entries = collected()
    without = [each["name"] for each in entries if not (each.get("text") or each.get("files"))]
    if without:
        print(f"No text of a licence: {', '.join(without)}", file=sys.stderr)
        return 1
    target.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"{len(entries)} licences in {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

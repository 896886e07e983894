"""Compares two bundles: their lists of files, and the SHA-256 of each file.

Usage: python -m tools.compare_bundles ONE OTHER     (folders)
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path

# Files that may differ between two builds of one commit, each with the reason.
MAY_DIFFER: Mapping[str, str] = {}


def contents(folder: Path) -> dict[str, str]:
    """Return what each file of a folder holds: a digest, or where a link leads."""
    found = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"link to {path.readlink()}"
        elif path.is_file():
            mode = "x" if path.stat().st_mode & 0o100 else "-"
            found[name] = f"{mode} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    return found


def differences(
    one: Mapping[str, str], other: Mapping[str, str], may_differ: Mapping[str, str] = MAY_DIFFER
) -> Iterator[str]:
    """Yield a line for each file that only one has, or that differs without a reason."""
    for name in sorted(one.keys() ^ other.keys()):
        yield f"only in the {'first' if name in one else 'second'}: {name}"
    for name in sorted(one.keys() & other.keys()):
        if one[name] != other[name] and not any(fnmatch(name, each) for each in may_differ):
            yield f"differs: {name}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the differences; return 0 if each has a reason."""
    one, other = (contents(Path(each)) for each in (arguments or sys.argv[1:]))
    found = list(differences(one, other))
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(one)} files, {len(found)} differences without a reason.")
    for pattern, reason in MAY_DIFFER.items():
        print(f"may differ: {pattern} ({reason})")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""Compares what a wheel and an sdist hold with the files of the project.

Usage: python -m tools.wheel_contents FOLDER

A wheel holds the files of the packages that git knows. The sdist also holds the files for building
and reading about it.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Collection, Iterable, Sequence
from fnmatch import fnmatch
from pathlib import Path

from tools.release_files import ROOT

# Beside the packages, and made by the build.
METADATA = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE", "top_level.txt")
SDIST_TOO = (
    "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in", "README.md",
    "constraints.txt", "pyproject.toml",
)  # fmt: skip
SDIST_MADE = ("PKG-INFO", "setup.cfg", "sevenplots.egg-info/*")


def packages() -> tuple[str, ...]:
    """Return the names of the packages that are installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns = project["tool"]["setuptools"]["packages"]["find"]["include"]
    return tuple(sorted(pattern.removesuffix("*") for pattern in patterns))


def tracked_files() -> list[str]:
    """Return the files of the project that git knows."""
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return sorted(name for name in done.stdout.split("\0") if name and (ROOT / name).is_file())


def wanted_in_wheel(files: Iterable[str]) -> set[str]:
    """Return the files that a wheel has to hold, without its metadata."""
    inside = tuple(f"{name}/" for name in packages())
    return {"sevenplots.py", *(file for file in files if file.startswith(inside))}


def differences(found: Collection[str], wanted: Collection[str]) -> list[str]:
    """Return a line for each file that is missing or too much."""
    lines = [f"missing: {name}" for name in sorted(set(wanted) - set(found))]
    return lines + [f"too much: {name}" for name in sorted(set(found) - set(wanted))]


def wheel_problems(path: Path, files: Iterable[str]) -> list[str]:
    """Return what is wrong with the contents of a wheel."""
    with zipfile.ZipFile(path) as archive:
        found = archive.namelist()
    metadata = "-".join(path.name.split("-")[:2]) + ".dist-info"
    return differences(found, wanted_in_wheel(files) | {f"{metadata}/{name}" for name in METADATA})


def sdist_problems(path: Path, files: Iterable[str]) -> list[str]:
    """Return what is wrong with the contents of an sdist."""
    top = path.name.removesuffix(".tar.gz") + "/"
    with tarfile.open(path) as archive:
        found = {each.name.removeprefix(top) for each in archive.getmembers() if each.isfile()}
    made = {name for name in found if any(fnmatch(name, each) for each in SDIST_MADE)}
    all_files = list(files)
    docs = {
        name for name in all_files if name.startswith("docs/") and name.endswith((".md", ".png"))
    }
    return differences(found - made, wanted_in_wheel(all_files) | {*SDIST_TOO} | docs)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the differences; return 0 if there are none."""
    (folder,) = sys.argv[1:] if arguments is None else arguments
    files = tracked_files()
    problems = []
    for kind, ending, check in (
        ("wheel", "*.whl", wheel_problems),
        ("sdist", "*.tar.gz", sdist_problems),
    ):
        found = sorted(Path(folder).glob(ending))
        if len(found) != 1:
            problems.append(f"{folder} holds {len(found)} files {ending}, and not one {kind}.")
        problems += [f"{each.name}: {line}" for each in found for line in check(each, files)]
    print(*problems or ["Wheel and sdist hold what they should."], sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

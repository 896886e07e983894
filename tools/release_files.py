"""Folders, dates and commands that the release tools share."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
BUILD = ROOT / "build"


def source_date() -> int:
    """Return the time of all files of a release: SOURCE_DATE_EPOCH, or that of the commit."""
    named = os.environ.get("SOURCE_DATE_EPOCH", "")
    if named.isdecimal():
        return int(named)
    done = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def environment() -> Mapping[str, str]:
    """Return an environment in which the same commit always gives the same files."""
    return {
        **os.environ,
        "SOURCE_DATE_EPOCH": str(source_date()),
        "PYTHONHASHSEED": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }


def run(command: Iterable[object], cwd: Path = ROOT, more: Mapping[str, str] | None = None) -> None:
    """Run a command and stop the tool where it fails; `more` is added to its environment."""
    words = list(map(str, command))
    print("+", *words, flush=True)
    done = subprocess.run(words, cwd=cwd, env={**environment(), **(more or {})}, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def made_venv(name: str, *requirements: str) -> Path:
    """Return the Python of an environment that has the requirements in their pinned versions.

    It is created if it is missing, or if it was created with other pins or requirements.
    """
    folder = BUILD / "environments" / name
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pins = (ROOT / "constraints.txt").read_text("utf-8")
    state = hashlib.sha256("\n".join((sys.version, pins, *requirements)).encode()).hexdigest()
    stamp = folder / ".made"
    if stamp.is_file() and stamp.read_text("utf-8") == state:
        return python
    run([sys.executable, "-m", "venv", "--clear", folder])
    run([python, "-m", "pip", "install", "--quiet", "-c", "constraints.txt", *requirements])
    stamp.write_text(state, "utf-8")
    return python


def digests(files: Iterable[Path]) -> str:
    """Return the SHA-256 sums of files as `sha256sum` writes and checks them."""
    lines = (f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files)
    return "".join(lines)

"""A home of its own for each test, so that its library holds nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.running import Ran, Run


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def begun(event: Run, names: Iterable[str], *options: object, paired: bool = True) -> None:
    """Begin the event "Autumn" with these players, and pair its first round."""
    event("new", "Autumn", "--date", "2026-11-20", *options)
    event("players", "autumn", *(word for name in names for word in ("--add", name)))
    event("start", "autumn", "--anyway")
    if paired:
        event("pair", "--library", "autumn")


@pytest.fixture
def event(sevenplots: Run) -> Run:
    """Return `sevenplots event` as a function; with --json its answer is one object."""

    def ran(*words: object) -> Ran:
        return sevenplots("event", *words)

    return ran

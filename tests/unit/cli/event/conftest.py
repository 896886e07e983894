"""A home of its own for each test, so that its library holds nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import Ran, Run


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SEVENPLOTS_LIBRARY", raising=False)


@pytest.fixture
def event(sevenplots: Run) -> Run:
    """Return `sevenplots event` as a function; with --json its answer is one object."""

    def ran(*words: object) -> Ran:
        return sevenplots("event", *words)

    return ran

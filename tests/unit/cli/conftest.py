"""The command line as tests call it: in this process, with a home folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

# First of all, whole: once PySide6 is loaded, as it is under pytest-qt, its import hook breaks the
# way in which typer brings in pydantic piece by piece.
import carddb.schema  # noqa: F401
from cli.main import run
from tests.running import Ran, Run


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home folder that the commands share, so that cards.db is filled once."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def sevenplots(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return the command line as a function."""

    def ran(*words: object) -> Ran:
        status = run(["--home", str(home), *map(str, words)])
        printed = capsys.readouterr()
        return Ran(status, printed.out, printed.err)

    return ran

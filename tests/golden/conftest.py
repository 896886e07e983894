"""Golden files: `pytest tests/golden --update-golden` writes them anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "files"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option; pytest knows it where this folder is named on its command line."""
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Return a function that compares a text with a golden file, or writes it."""

    def compare(name: str, text: str) -> None:
        file = FOLDER / name
        if request.config.getoption("--update-golden", default=False):
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, "utf-8")
        assert file.read_text("utf-8") == text

    return compare

"""A real browser for the pages."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.chromium import Browser, chromium


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    """Return a Chromium; where none is installed, say so, but not in CI."""
    program = chromium()
    if program is None:
        assert not os.environ.get("CI"), "CI has no Chromium; tools/chromium.sh installs it"
        pytest.skip("no Chromium is installed here (Debian: apt-get install chromium)")
    return Browser(program, tmp_path / "browser")

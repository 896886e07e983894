"""A served event."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.phones import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Give an event of four players, before its start, on phones."""
    made = Desk(tmp_path)
    yield made
    made.close()

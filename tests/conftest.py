"""Fixtures that the whole suite shares."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition


@pytest.fixture(scope="session")
def pools() -> Mapping[Edition, CardPool]:
    """Return every card of both editions, straight from the catalogue."""
    from carddb import catalogue  # noqa: PLC0415 - tests that need no cards start without them

    return catalogue.pools()

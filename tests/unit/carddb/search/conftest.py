"""The cards that searches are tried on: all of them, and a few that differ in one thing each."""

from __future__ import annotations

import pytest

from carddb.pool import Pools
from carddb.query import Searcher
from carddb.terms import Edition


@pytest.fixture(scope="session")
def everything(pools: Pools) -> Searcher:
    """Return a searcher over every card of both editions."""
    return Searcher(*pools.values())


@pytest.fixture(scope="session")
def second(pools: Pools) -> Searcher:
    """Return a searcher over the second edition."""
    return Searcher(pools[Edition.SECOND])

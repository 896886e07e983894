"""The cards of the first edition."""

from __future__ import annotations

import pytest

from carddb.pool import CardPool, Pools
from carddb.terms import Edition


@pytest.fixture(scope="session")
def pool(pools: Pools) -> CardPool:
    return pools[Edition.FIRST]

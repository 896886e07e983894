"""Events on phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from app.phones.local_judges import Judges
from carddb.pool import Pools
from tests.phones import Desk
from tests.verdicts import judge_of


@pytest.fixture
def new_desk(tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    """Give a function that opens an event on phones, which is closed after the test."""
    with ExitStack() as opened:
        yield lambda *players, **fields: opened.enter_context(
            closing(Desk(tmp_path, *players, **fields))
        )


@pytest.fixture
def desk(new_desk: Callable[..., Desk]) -> Desk:
    """Return an event of four players, before its start."""
    return new_desk()


@pytest.fixture(scope="session")
def judges(pools: Pools) -> Judges:
    return {edition: judge_of(pool) for edition, pool in pools.items()}

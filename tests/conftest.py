"""Fixtures that the whole suite shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition
from tests.prepared_cards import load_catalogue_once, table_decks_once


@pytest.fixture(scope="session", autouse=True)
def loaded_once() -> Iterator[None]:
    """Load the catalogue and table a deck once in a process, however often a test asks for it."""
    with pytest.MonkeyPatch.context() as patch:
        load_catalogue_once(patch)
        table_decks_once(patch)
        yield


@pytest.fixture(scope="session")
def pools(loaded_once: None) -> Mapping[Edition, CardPool]:
    """Return every card of both editions, straight from the catalogue."""
    from carddb import catalogue  # noqa: PLC0415 - tests that need no cards start without them

    return catalogue.pools()

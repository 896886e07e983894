"""Fixtures that the whole suite shares."""

from __future__ import annotations

import gc
import signal
import sys
from contextlib import suppress
from importlib import import_module

import pytest
from hypothesis import settings

from carddb.pool import CardPool, Pools
from carddb.terms import Edition
from decks.deck import Deck
from desktop.runtime.source_checks import skip_source_checks
from tests.long_run import times
from tests.prepared_cards import load_catalogue_once, table_decks_once

settings.register_profile("ci", settings.get_profile("ci"), max_examples=times(short=25, long=100))


def pytest_configure(config: pytest.Config) -> None:
    """Load the catalogue and table a deck once in a process, however often a test asks for it."""
    # As the program does: PySide's check would import modules of pydantic while they are imported.
    skip_source_checks()
    patch = pytest.MonkeyPatch()
    config.add_cleanup(patch.undo)
    load_catalogue_once(patch)
    table_decks_once(patch)
    # While the tests are imported there is no garbage to collect: all that is made then stays.
    gc.disable()
    # A shell lets what it starts in the background ignore Ctrl+C, and so would what tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Import this worker's share of the test modules before all of them.

    Workers that start at once would each compile every module with its assertions (11 s of CPU).
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    root = session.config.rootpath
    modules = [
        path.relative_to(root).with_suffix("").parts
        for folder in session.config.args
        for path in sorted((root / folder).rglob("test_*.py"))
    ]
    for parts in modules[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        with suppress(Exception, pytest.skip.Exception):  # it is said when the module is collected
            import_module(".".join(parts))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Prepare libraries where tests may have some, and collect garbage again.

    It is never looked for among the modules, tests and cards, which stay.
    """
    if "sqlalchemy" in sys.modules:
        from tests import prepared_libraries  # noqa: PLC0415 - other tests start without it

        patch = pytest.MonkeyPatch()
        session.config.add_cleanup(patch.undo)
        prepared_libraries.compile_statements_once(patch)
        prepared_libraries.hash_quickly(patch)
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def pools() -> Pools:
    """Return every card of both editions, straight from the catalogue."""
    from carddb import catalogue  # noqa: PLC0415 - tests that need no cards start without them

    return catalogue.pools()


@pytest.fixture(scope="session")
def second(pools: Pools) -> CardPool:
    return pools[Edition.SECOND]


@pytest.fixture(scope="session")
def first(pools: Pools) -> CardPool:
    return pools[Edition.FIRST]


@pytest.fixture(scope="session")
def samples(pools: Pools) -> tuple[Deck, ...]:
    """Return the 31 published decks."""
    from carddb import catalogue  # noqa: PLC0415 - as above
    from decks.deck_reader import read_decks  # noqa: PLC0415

    return tuple(read_decks(each.text, pools)[0].deck for each in catalogue.sample_decks())

"""A disk that is full, or files that may not grow: the old cards stay whole, in a sentence."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from carddb.terms import Edition
from tests.faults.mounting import mounted
from tests.faults.small_store import COUNT, small_store
from tests.long_run import times
from tests.script_process import script_output

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX limits and mounts")

SYNCING = """
import json, resource, sys
from pathlib import Path
from core.errors import AppError
from tests.faults.small_store import small_store, sync_texts

store, limit = small_store(Path(sys.argv[1])), int(sys.argv[2])
store.pools()
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    sync_texts(store, 60)
except AppError as error:
    print(json.dumps([error.sentence, error.hint]))
else:
    print(json.dumps(["saved", ""]))
"""


def sync_in_process(path: Path, limit: int = 0) -> str:
    """Return the sentence that a process prints which replaces the cards by longer ones."""
    sentence, _ = json.loads(script_output(SYNCING, path, limit))
    assert isinstance(sentence, str)
    return sentence


def assert_old(path: Path) -> None:
    rebuilt: list[int] = []
    store = small_store(path)
    pool = store.pools(lambda done, _: rebuilt.append(done))[Edition.SECOND]
    assert (rebuilt, store.note, len(pool)) == ([], "", COUNT)
    assert all(card.text is None for card in pool)
    assert store.origin(Edition.SECOND).synced is None


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a file system with little more room than the cards take."""
    with mounted(tmp_path / "small", f"{times(short=400, long=1200)}k") as folder:
        yield folder


def test_a_full_disk(small_disk: Path) -> None:
    path = small_disk / "cards.db"
    small_store(path).pools()
    before = path.read_bytes()
    sentence = sync_in_process(path)
    assert "could not be saved in" in sentence
    assert "full" in sentence
    assert sentence.endswith("The old ones are as they were.")
    assert_old(path)
    assert path.read_bytes() == before


def test_a_disk_without_a_single_byte(small_disk: Path) -> None:
    path = small_disk / "cards.db"
    small_store(path).pools()
    with (small_disk / "filler").open("wb", buffering=0) as filler:
        try:
            while filler.write(bytes(4096)):
                pass
        except OSError:
            pass
    assert "could not be saved in" in sync_in_process(path)
    assert_old(path)


@pytest.mark.parametrize("part", [0.5, 1.0, 1.3])
def test_a_file_that_may_not_grow(tmp_path: Path, part: float) -> None:
    path = tmp_path / "cards.db"
    small_store(path).pools()
    limit = int(path.stat().st_size * part)
    assert "could not be saved in" in sync_in_process(path, limit)
    assert_old(path)

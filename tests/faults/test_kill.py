"""A sync that is killed, while it writes or anywhere: the old cards stay whole."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from carddb.terms import Edition
from tests.faults.small_store import COUNT, small_store
from tests.long_run import times
from tests.script_process import ScriptProcess

KILLS = times(short=4, long=28)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")

SYNCING = """
import sys, time
from pathlib import Path
from tests.faults.small_store import small_store, sync_texts

store, stop_at = small_store(Path(sys.argv[1])), float(sys.argv[2])
store.pools()

def on_progress(done, total):
    if stop_at and done >= stop_at * total:
        print(done, flush=True)
        time.sleep(60)

print("ready", flush=True)
sync_texts(store, 9, on_progress)
print("saved", flush=True)
"""


@contextmanager
def syncing(path: Path, stop_at: float = 0) -> Iterator[ScriptProcess]:
    with ScriptProcess(SYNCING, path, stop_at) as process:
        assert process.stdout.readline() == "ready\n"
        yield process


def state(path: Path) -> str:
    """Return "old" or "new": what the next start reads, which must be one of them, whole."""
    rebuilt: list[int] = []
    store = small_store(path)
    pool = store.pools(lambda done, _: rebuilt.append(done))[Edition.SECOND]
    assert (rebuilt, store.note, len(pool)) == ([], "", COUNT)
    texts = {card.text is None for card in pool}
    assert len(texts) == 1
    synced = store.origin(Edition.SECOND).synced is not None
    assert synced == (texts == {False})
    # A later start removes a file that was not finished.
    assert all(each == path or each.suffix == ".tmp" for each in path.parent.iterdir())
    return "new" if synced else "old"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a file that holds the cards as they come with the program."""
    path = tmp_path_factory.mktemp("built") / "cards.db"
    small_store(path).pools()
    return path.read_bytes()


@pytest.mark.parametrize("stop_at", [0.001, 0.2, 0.6, 0.9])
def test_a_kill_while_rows_are_written_leaves_the_old(
    tmp_path: Path, built: bytes, stop_at: float
) -> None:
    path = tmp_path / "cards.db"
    path.write_bytes(built)
    with syncing(path, stop_at) as process:
        assert process.stdout.readline().strip().isdigit()
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    assert state(path) == "old"
    with syncing(path) as process:
        assert process.wait() == 0
    assert state(path) == "new"


def test_kills_at_any_moment_leave_the_old_or_the_new(tmp_path: Path, built: bytes) -> None:
    path = tmp_path / "cards.db"
    path.write_bytes(built)
    # As long as it takes here, so that kills meet the work on a quick machine and on a busy one.
    with syncing(path) as process:
        began = time.monotonic()
        assert process.wait() == 0
        whole = time.monotonic() - began
    delays = random.Random(7)  # noqa: S311 - the same parts of it in every run
    tried = killed = 0
    # A machine that was busy while the whole was measured is quicker later: then that is the whole.
    while tried < KILLS or killed <= KILLS // 4:
        tried += 1
        assert tried <= 10 * KILLS
        path.write_bytes(built)
        with syncing(path) as process:
            began = time.monotonic()
            try:
                process.wait(timeout=delays.uniform(0.0, whole))
                whole = min(whole, time.monotonic() - began)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                killed += process.wait() == -signal.SIGKILL
        assert state(path) in {"old", "new"}

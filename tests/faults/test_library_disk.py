"""A full disk, files that may not grow, a folder that may not be written to: saved is saved."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from library.errors import LibraryError
from library.file_copy import inspect_file
from library.library import Library
from tests.faults.mounting import mounted
from tests.script_process import script_output
from tests.unit.library.decks import POOLS, starks

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX limits, users and mounts")

# Adds decks until it is refused, then prints what was reported as saved, and the sentences.
FILLING = """
import json, os, resource, sys
from datetime import UTC, datetime
from pathlib import Path
from core.errors import AppError
from library.library import Library
from tests.unit.library.decks import starks

path, limit = Path(sys.argv[1]), int(sys.argv[2])
saved, sentences = [], []
with Library(path, clock=lambda: datetime(2026, 3, 1, tzinfo=UTC)) as library:
    saved += [deck.id for deck in library.decks.all()]
    if limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    while len(sentences) < 3:
        try:
            saved.append(library.decks.add(starks(notes="A long note. " * 2000)).id)
        except AppError as error:
            sentences.append(error.sentence)
    listed = len(library.decks.all())
print(json.dumps({"saved": saved, "sentences": sentences, "listed": listed}))
"""

# Opens a library as a user who may not write there, reads it, and tries to change it.
READING = """
import json, os, sys
from datetime import UTC, datetime
from pathlib import Path
import alembic.command, alembic.config, alembic.script, sqlite3, tempfile, shutil
from core.errors import AppError
from library.library import Library
from tests.unit.library.decks import starks

if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
sentences = []
try:
    with Library(Path(sys.argv[1]), clock=lambda: datetime(2026, 3, 1, tzinfo=UTC)) as library:
        sentences.append(library.note)
        library.decks.add(starks())
except AppError as error:
    sentences.append(error.sentence)
print(json.dumps(sentences))
"""


def now() -> datetime:
    return datetime(2026, 3, 2, tzinfo=UTC)


def ran(script: str, *arguments: object) -> Any:
    """Run a script and return what it printed; it must not have printed anything else."""
    return json.loads(script_output(script, *arguments))


def assert_whole(path: Path, saved: list[str]) -> None:
    with Library(path, clock=now) as library:
        assert "damaged" not in library.note
        assert {deck.id for deck in library.decks.all()} == set(saved)
        assert library.decks.open(saved[-1], POOLS).deck.notes


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a file system with one megabyte."""
    with mounted(tmp_path / "small", "1m") as folder:
        yield folder


def test_a_full_disk(small_disk: Path) -> None:
    path = small_disk / "decks.db"
    printed = ran(FILLING, path, 0)
    assert len(printed["saved"]) > 3
    assert printed["listed"] == len(printed["saved"])
    for sentence in printed["sentences"]:
        assert "full" in sentence
        assert sentence.endswith("Everything saved before is unchanged.")
    assert_whole(path, printed["saved"])


def test_with_room_again_the_same_window_goes_on(small_disk: Path) -> None:
    filler = small_disk / "filler"
    with Library(small_disk / "decks.db", clock=now) as library:
        stored = library.decks.add(starks())
        filler.write_bytes(bytes(shutil.disk_usage(small_disk).free))
        opened = library.decks.open(stored.id, POOLS)
        long = starks(notes="Much to say. " * 20000)
        with pytest.raises(LibraryError, match="full"):
            library.decks.save(opened.with_deck(long))
        with pytest.raises(LibraryError, match="could not be written"):
            library.back_up(small_disk / "mine.db")
        assert not list(small_disk.glob("mine*"))
        assert library.decks.open(stored.id, POOLS) == opened
        filler.unlink()
        assert library.decks.save(opened.with_deck(long)).opened.version == 2


def test_a_disk_without_a_single_byte(small_disk: Path) -> None:
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free))
    with pytest.raises(LibraryError, match=r"full|cannot be opened"):
        Library(small_disk / "decks.db", clock=now)
    (small_disk / "filler").unlink()
    with Library(small_disk / "decks.db", clock=now) as library:
        assert (library.note, library.decks.all()) == ("", ())


@pytest.mark.parametrize("limit", [300_000, 600_000])
def test_files_that_may_not_grow(tmp_path: Path, limit: int) -> None:
    path = tmp_path / "decks.db"
    Library(path, clock=now).close()
    printed = ran(FILLING, path, limit)
    assert len(printed["saved"]) > 1
    for sentence in printed["sentences"]:
        assert "an error or is full" in sentence
        assert sentence.endswith("Everything saved before is unchanged.")
    assert_whole(path, printed["saved"])


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Give a folder that every user may look into; pytest's own may not be."""
    folder = Path(tempfile.mkdtemp(prefix="seven-plots-"))
    folder.chmod(0o755)
    yield folder
    for each in (folder, *folder.rglob("*")):
        each.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize("folder", [0o555, 0o777])
def test_a_file_that_may_not_be_written_to(open_folder: Path, folder: int) -> None:
    path = open_folder / "home" / "decks.db"
    with Library(path, clock=now) as library:
        saved = library.decks.add(starks(notes="Kept"))
    path.chmod(0o444)
    path.parent.chmod(folder)
    *_, sentence = ran(READING, path)
    refused = "cannot be opened" in sentence and folder == 0o555
    assert refused or "may not be written to" in sentence
    path.parent.chmod(0o755)
    path.chmod(0o644)
    assert_whole(path, [saved.id])


def test_a_home_that_cannot_be_made(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    (sentence,) = ran(READING, open_folder / "home" / "decks.db")
    assert "cannot be made: Permission denied" in sentence
    home = open_folder / "there"
    open_folder.chmod(0o755)
    home.mkdir(0o555)
    (sentence,) = ran(READING, home / "decks.db")
    assert "cannot be opened, or its folder not written to" in sentence


def test_what_was_backed_up_before_the_disk_was_full_is_whole(small_disk: Path) -> None:
    path = small_disk / "decks.db"
    with Library(path, clock=now) as library:
        saved = library.decks.add(starks(notes="Kept"))
    ran(FILLING, path, 0)
    for backup in small_disk.glob("backups/*.db"):
        assert inspect_file(backup).decks == 1
    with Library(path, clock=lambda: datetime(2026, 3, 9, tzinfo=UTC)) as library:
        assert library.note.startswith("Today's backup of the library could not be made.")
        assert library.decks.get(saved.id) == saved

"""Where a backup goes and what from: links, pipes, devices, modes, full and read-only folders."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from library.errors import LibraryError
from library.file_copy import inspect_file
from library.library import Library
from tests.faults.mounting import device, is_device, mounted, read_only
from tests.faults.test_library_damage import day
from tests.unit.library.decks import starks

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX links, modes and mounts")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "home" / "decks.db", clock=day(0)) as opened:
        opened.decks.add(starks(notes="Long notes. " * 2000))
        yield opened


@pytest.fixture
def full_temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let the temporary folder be on a file system with hardly any space."""
    with mounted(tmp_path / "temporary", "64k") as folder:
        monkeypatch.setattr(tempfile, "tempdir", str(folder))
        yield folder


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_link_is_followed(library: Library, tmp_path: Path) -> None:
    real, link, loop = (tmp_path / name for name in ("real.db", "link.db", "loop.db"))
    link.symlink_to(real)
    for _ in range(2):
        assert library.back_up(link).path == link
        assert link.is_symlink()
        assert inspect_file(real).decks == 1
    loop.symlink_to(loop)
    with pytest.raises(LibraryError, match=str(loop)):
        library.back_up(loop)


def test_a_pipe_is_written_into(library: Library, tmp_path: Path) -> None:
    pipe, got = tmp_path / "pipe", tmp_path / "got.db"
    os.mkfifo(pipe)
    reader = Thread(target=lambda: got.write_bytes(pipe.read_bytes()))
    reader.start()
    library.back_up(pipe)
    reader.join()
    assert pipe.is_fifo()
    assert inspect_file(got).decks == 1


def test_a_device_stays_one(library: Library, tmp_path: Path) -> None:
    null, full = device(tmp_path, "null"), device(tmp_path, "full")
    assert library.back_up(null).decks == 1
    assert f"to {full}: No space left" in refusal(library, full)
    assert is_device(null)
    assert is_device(full)


def test_a_copy_is_for_the_same_eyes(library: Library, tmp_path: Path) -> None:
    assert isinstance(library.address, Path)
    library.address.chmod(0o600)
    new, old = tmp_path / "new.db", tmp_path / "old.db"
    assert mode(library.back_up(new).path) == 0o600
    library.back_up(old)
    old.chmod(0o640)
    assert mode(library.back_up(old).path) == 0o640
    assert mode(library.restore(new).replaced.path) == 0o600
    assert mode(library.address) == 0o600
    library.address.chmod(0o644)
    assert mode(library.back_up(tmp_path / "shared.db").path) == 0o644


def refusal(library: Library, target: Path) -> str:
    with pytest.raises(LibraryError) as caught:
        library.back_up(target)
    assert caught.value.hint
    return caught.value.sentence


def test_places_that_take_no_file(library: Library, tmp_path: Path) -> None:
    assert isinstance(library.address, Path)
    for target in (
        library.address / "below a file" / "mine.db",
        tmp_path / f"{'long' * 100}.db",
        Path("/proc/mine.db"),
        Path("/"),
        tmp_path,
    ):
        assert str(target) in refusal(library, target)


def test_a_folder_that_may_only_be_read(library: Library, tmp_path: Path) -> None:
    with mounted(tmp_path / "read", "1m") as folder:
        library.back_up(folder / "mine.db")
        with read_only(folder):
            for name in ("mine.db", "other.db", "new/other.db"):
                path = folder / name
                assert f"to {path}: Read-only file system" in refusal(library, path)
            library.restore(folder / "mine.db")


def test_files_that_cannot_be_restored_from(library: Library, tmp_path: Path) -> None:
    for file in (Path("/"), tmp_path / f"{'long' * 100}.db", tmp_path / "none" / "mine.db"):
        with pytest.raises(LibraryError, match=str(file)):
            library.restore(file)


def test_a_temporary_folder_that_is_full_is_named(
    library: Library, tmp_path: Path, full_temporary: Path
) -> None:
    backup = library.back_up(tmp_path / "mine.db").path
    with pytest.raises(
        LibraryError, match=f"The folder {full_temporary} for temporary copies"
    ) as caught:
        library.restore(backup)
    assert "TMPDIR" in caught.value.hint
    assert len(library.decks.all()) == 1
    assert list(full_temporary.iterdir()) == []


def test_recovery_waits_for_space_in_the_temporary_folder(
    tmp_path: Path, full_temporary: Path
) -> None:
    path = tmp_path / "home" / "decks.db"
    with Library(path, clock=day(0)) as library:
        library.decks.add(starks())
    damaged = bytes(path.stat().st_size)
    path.write_bytes(damaged)
    with pytest.raises(LibraryError, match=f"The folder {full_temporary} for temporary copies"):
        Library(path, clock=day(1))
    assert path.read_bytes() == damaged

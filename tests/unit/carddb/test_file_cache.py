"""A folder within a bound: what was not used for longest goes first."""

from __future__ import annotations

import os
from pathlib import Path

from core.file_cache import FileCache


def test_many_files_stay_within_the_bound(tmp_path: Path) -> None:
    cache = FileCache(tmp_path / "made", (".jpg",), 50)
    for number in range(20):
        file = cache.store(f"{number}.jpg", b"x" * 10)
        os.utime(file, (1000 + number,) * 2)
        assert cache.size() <= 50
    assert sorted(int(each.stem) for each in cache.folder.iterdir()) == [15, 16, 17, 18, 19]


def test_what_lay_there_before_counts(tmp_path: Path) -> None:
    FileCache(tmp_path, (".jpg",), 50).store("old.jpg", b"x" * 45)
    os.utime(tmp_path / "old.jpg", (1000, 1000))
    FileCache(tmp_path, (".jpg",), 50).store("new.jpg", b"x" * 10)
    assert [each.name for each in tmp_path.iterdir()] == ["new.jpg"]

"""Names of saved files, and files that cannot be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddb.errors import AppError
from desktop.runtime.file_writing import file_name, file_names, save_file


def test_file_names_suit_every_system() -> None:
    assert file_name('a/b: "c"?', ".txt") == "a b c.txt"
    assert file_name("CON", ".txt") == "CON deck.txt"
    assert file_name("...", ".txt") == "deck.txt"
    assert file_names(["x", "X", "y"], ".txt") == ["x.txt", "X (2).txt", "y.txt"]


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(AppError, match="is a folder"):
        save_file(tmp_path, b"")

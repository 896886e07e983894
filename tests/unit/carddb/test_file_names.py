"""Names of saved files."""

from __future__ import annotations

from carddb.file_names import file_name, file_names


def test_file_names_suit_every_system() -> None:
    assert file_name('a/b: "c"?', ".txt") == "a b c.txt"
    assert file_name("CON", ".txt") == "CON deck.txt"
    assert file_name("...", ".txt") == "deck.txt"
    assert file_names(["x", "X", "y"], ".txt") == ["x.txt", "X (2).txt", "y.txt"]

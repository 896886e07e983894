"""Names of saved files."""

from __future__ import annotations

import pytest

from core.files import file_name, file_names


def test_file_names_suit_every_system() -> None:
    assert file_name('a/b: "c"?', ".txt") == "a b c.txt"
    assert file_name("CON", ".txt") == "CON deck.txt"
    assert file_name("...", ".txt") == "deck.txt"
    assert file_names(["x", "X", "y"], ".txt") == ["x.txt", "X (2).txt", "y.txt"]


@pytest.mark.parametrize("device", ["con", "PRN", "Aux", "nul", "COM1", "lpt9", "COM¹", "CONIN$"])
def test_no_file_has_the_name_of_a_device_of_windows(device: str) -> None:
    assert file_name(device, ".txt") == f"{device} deck.txt"
    assert file_name(f"{device}.v2", ".o8d") == f"{device} deck.v2.o8d"
    assert file_name(f"{device}x", ".txt") == f"{device}x.txt"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Wolves", "WOLVES"), ("\N{LATIN SMALL LETTER E WITH ACUTE}", "e\N{COMBINING ACUTE ACCENT}")],
)
def test_names_that_a_file_system_takes_for_one_differ(one: str, other: str) -> None:
    assert file_names([one, other], ".txt") == [f"{one}.txt", f"{other} (2).txt"]

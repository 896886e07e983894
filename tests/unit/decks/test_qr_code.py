"""The address as a QR code."""

from __future__ import annotations

from decks.qr_code import qr_rows, qr_terminal

ADDRESS = "http://192.168.178.20:8615/"
# The finder pattern that stands in three corners of every code (ISO/IEC 18004, 6.3.3).
FINDER = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]


def test_the_rows_are_a_code_with_its_light_border() -> None:
    rows = ["".join("01"[dark] for dark in row) for row in qr_rows(ADDRESS)]
    side = len(rows)
    assert {len(row) for row in rows} == {side}
    assert rows[:4] == ["0" * side] * 4
    assert [row[4:11] for row in rows[4:11]] == FINDER
    assert [row[-11:-4] for row in rows[4:11]] == FINDER
    assert [row[4:11] for row in rows[-11:-4]] == FINDER


def test_another_address_is_another_code() -> None:
    assert qr_rows(ADDRESS) != qr_rows(ADDRESS.replace("20", "21"))


def test_the_code_for_a_terminal_has_lines_of_blocks() -> None:
    lines = qr_terminal(ADDRESS).splitlines()
    assert len(lines) > 10

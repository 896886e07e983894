"""How sections flow into columns: every row once, in order, and within the height."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.pdf.column_layout import (
    FEWEST_ROWS,
    NEVER_SPLIT,
    Measures,
    Piece,
    in_split_columns,
    in_two_columns,
    on_pages,
)


def measures(*lengths: int) -> Measures:
    return Measures(tuple((10.0,) * length for length in lengths), heading=13.0, gap=7.0)


def test_whole_sections_are_in_the_shortest_two_columns() -> None:
    found = in_two_columns(measures(20, 5, 3, 8), 400)
    assert found == ((Piece(0, 0, 20),), (Piece(1, 0, 5), Piece(2, 0, 3), Piece(3, 0, 8)))
    assert in_two_columns(measures(20, 5, 3, 8), 200) is None
    assert in_two_columns(measures(), 10) == ((), ())


def test_a_long_section_is_split_into_columns_of_one_height() -> None:
    assert in_split_columns(measures(30), 400) == ((Piece(0, 0, 15),), (Piece(0, 15, 30),))
    assert in_split_columns(measures(100), 400) is None


def test_a_short_section_is_not_split() -> None:
    pages = on_pages(measures(12, NEVER_SPLIT, 30), 180, 180)
    pieces = [piece for page in pages for column in page for piece in column]
    assert Piece(1, 0, NEVER_SPLIT) in pieces


def test_a_row_higher_than_a_page_is_refused() -> None:
    with pytest.raises(ValueError, match="higher"):
        on_pages(Measures(((50.0,),), heading=1, gap=1), 20, 20)


@given(
    lengths=st.lists(st.integers(1, 60), max_size=12),
    first=st.integers(60, 500),
    later=st.integers(60, 700),
)
def test_every_row_is_there_once_in_order_and_within_the_height(
    lengths: list[int], first: int, later: int
) -> None:
    measured = measures(*lengths)
    pages = on_pages(measured, first, later)
    pieces = [piece for page in pages for column in page for piece in column]
    rows = [(each.section, row) for each in pieces for row in range(each.start, each.stop)]
    assert rows == [(number, row) for number, length in enumerate(lengths) for row in range(length)]
    for number, page in enumerate(pages):
        for column in page:
            assert measured.height(column) <= (later if number else first) + 0.01
            for piece in column[1:]:
                whole = piece.stop == lengths[piece.section]
                assert whole or piece.stop - piece.start >= FEWEST_ROWS - 1

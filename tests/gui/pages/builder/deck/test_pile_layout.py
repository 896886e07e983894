"""Where the cards of piles lie, as rectangles alone."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF

from desktop.pages.builder.deck.pile_painter import (
    PileLayout,
    PileSizes,
    columns_of,
    lay_out_piles,
    longest_in,
)

SIZES = PileSizes(card=100.0, count=30.0, title=20.0, gap=10.0)
PILES = st.lists(st.lists(st.integers(1, 60), max_size=30), max_size=12)


def test_cards_overlap_and_the_last_is_seen_whole() -> None:
    layout = lay_out_piles([[1, 1, 1]], SIZES, 400, 10)
    tops = [card.rect.top() for card in layout.cards]
    assert tops == [20, 20 + SIZES.head, 20 + 2 * SIZES.head]
    assert [card.seen.height() for card in layout.cards[:2]] == [SIZES.head] * 2
    assert layout.cards[2].seen == layout.cards[2].rect
    assert layout.height == layout.cards[2].rect.bottom()


def test_copies_show_an_edge_and_many_no_more_than_three() -> None:
    layout = lay_out_piles([[3, 60, 1]], SIZES, 400, 10)
    three, many, one = layout.cards
    assert list(three.copies) == [20, 20 + SIZES.edge]
    assert three.rect.top() == 20 + 2 * SIZES.edge
    assert [len(card.copies) for card in layout.cards] == [2, 3, 0]
    assert one.rect.top() == one.seen.top() == many.seen.bottom()
    assert many.seen.top() == three.seen.bottom()


def test_a_long_pile_is_shared_among_columns_as_long_as_each_other() -> None:
    layout = lay_out_piles([[1] * 7, [1]], SIZES, 420, 3)
    assert columns_of([[1] * 7, [1]], 3) == len(layout.columns) == 4
    assert [(each.pile, each.first) for each in layout.columns] == [(0, 0), (0, 2), (0, 4), (1, 0)]
    assert [each.rect.left() for each in layout.columns] == [0, 140, 280, 0]
    assert layout.columns[3].rect.top() == layout.columns[0].rect.bottom() + SIZES.gap


def test_an_empty_pile_has_its_place() -> None:
    layout = lay_out_piles([[], [1]], SIZES, 400, 10)
    assert layout.columns[0].rect.height() == 20 + SIZES.height_of()
    assert layout.column_at(QPointF(50, 100)) == layout.columns[0]
    assert layout.card_at(QPointF(50, 100)) is None
    assert lay_out_piles([], SIZES, 400, 10) == PileLayout(SIZES, (), (), 0.0)


def test_a_narrow_table_has_one_column_and_a_low_one_long_piles() -> None:
    layout = lay_out_piles([[1], [2]], SIZES, 20, longest_in(1, SIZES))
    assert [each.rect.left() for each in layout.columns] == [0, 0]
    assert longest_in(1, SIZES) == 6
    assert longest_in(20 + SIZES.height_of() + 9 * SIZES.head, SIZES) == 10


def test_a_card_is_found_where_it_is_seen_and_by_its_count() -> None:
    layout = lay_out_piles([[1, 3]], SIZES, 400, 10)
    first, second = layout.cards
    assert layout.card_at(first.seen.center()) == first
    assert layout.card_at(second.rect.center()) == second
    assert layout.card_at(second.count_rect(SIZES).center()) == second
    assert layout.card_at(QPointF(50, 5)) is None


def test_beside_a_card_is_the_one_at_its_height() -> None:
    layout = lay_out_piles([[1, 1, 1], [], [1, 1]], SIZES, 500, 10)
    assert [layout.across_from(number, 1) for number in range(5)] == [3, 4, 4, 3, 4]
    assert [layout.across_from(number, -1) for number in range(5)] == [0, 1, 2, 0, 1]


def test_a_card_on_its_side_is_less_high() -> None:
    layout = lay_out_piles([[1, 1], [1]], SIZES, 400, 10, {0: 12.0}, {(0, 0), (0, 1)})
    covered, last, upright = layout.cards
    assert last.rect.width() == upright.rect.width()
    assert last.rect.height() == last.seen.height() == round(100 * 63 / 88)
    assert upright.rect.height() == SIZES.height_of()
    assert covered.line.top() < covered.rect.top() + SIZES.head
    assert covered.line.bottom() == covered.seen.bottom() == last.rect.top()


@given(
    PILES,
    st.integers(1, 2000),
    st.integers(1, 40),
    st.sets(st.tuples(st.integers(0, 11), st.integers(0, 29))),
)
def test_every_card_is_there_once_in_order_and_no_two_are_seen_at_one_place(
    piles: list[list[int]], width: int, longest: int, lying: set[tuple[int, int]]
) -> None:
    layout = lay_out_piles(piles, SIZES, width, longest, lying=lying)
    places = [(card.pile, card.row) for card in layout.cards]
    assert places == [(pile, row) for pile, cards in enumerate(piles) for row in range(len(cards))]
    assert all(layout.order[place] == number for number, place in enumerate(places))
    for one, other in pairwise(layout.cards):
        assert not one.seen.intersects(other.seen)
    for left, right in pairwise(layout.columns):
        assert not left.rect.intersects(right.rect)
    for card in layout.cards:
        column = layout.columns[card.column].rect
        assert column.contains(card.seen)
        assert card.seen.bottom() <= layout.height
        assert layout.card_at(card.seen.center()) == card


def test_covered_plots_have_a_line_for_their_figures() -> None:
    plain = lay_out_piles([[1, 2], [1, 2]], SIZES, 400, 10)
    lined = lay_out_piles([[1, 2], [1, 2]], SIZES, 400, 10, {1: 12.0})
    assert lined.cards[:2] == plain.cards[:2]
    first, last = lined.cards[2:]
    assert first.line.top() == first.rect.top() + SIZES.head
    assert first.line.bottom() == first.seen.bottom() == last.copies[0]
    assert first.line.height() == 12
    assert last.line.isEmpty()
    assert lined.height == plain.height + 12

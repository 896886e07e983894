"""The fewest products: compared with every choice there is, and never too slow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations_with_replacement

from hypothesis import given, settings
from hypothesis import strategies as st

from library.shopping import Stock, least_products
from tests.long_run import times

CARDS = "abcde"


def brings(products: Counter[str], stock: Stock, lacking: Mapping[str, int]) -> bool:
    """Return whether products bring all that any product has."""
    sold = {card for cards in stock.values() for card in cards}
    return all(
        sum(count * stock[each].get(card, 0) for each, count in products.items()) >= copies
        for card, copies in lacking.items()
        if card in sold
    )


def fewest(lacking: Mapping[str, int], stock: Stock) -> int:
    """Return the smallest number of products by trying all choices."""
    for number in range(20):
        for chosen in combinations_with_replacement(sorted(stock), number):
            if brings(Counter(chosen), stock, lacking):
                return number
    raise AssertionError


@given(
    lacking=st.dictionaries(st.sampled_from(CARDS), st.integers(1, 3), max_size=4),
    stock=st.dictionaries(
        st.sampled_from("PQRS"),
        st.dictionaries(st.sampled_from(CARDS), st.integers(1, 3), min_size=1, max_size=3),
        max_size=4,
    ),
)
@settings(deadline=None, max_examples=times(short=60, long=1000))
def test_no_fewer_would_do(lacking: dict[str, int], stock: dict[str, dict[str, int]]) -> None:
    found = least_products(lacking, stock)
    assert found.exact
    assert brings(found.products, stock, lacking)
    assert found.products.total() == fewest(lacking, stock)


def test_what_brings_most_first_is_not_always_least() -> None:
    stock = {
        "Most": {"a": 1, "b": 1, "c": 1, "d": 1},
        "Left": {"a": 1, "b": 1, "e": 1},
        "Right": {"c": 1, "d": 1, "f": 1},
    }
    lacking = dict.fromkeys("abcdef", 1)
    assert least_products(lacking, stock).products == Counter({"Left": 1, "Right": 1})


def test_too_many_choices_are_said() -> None:
    # Every pair of thirty products has a card: all but one of them are needed, in any way.
    cards = {(one, other): f"{one}-{other}" for one in range(30) for other in range(one)}
    stock: dict[str, dict[str, int]] = {f"P{number}": {} for number in range(30)}
    for pair, card in cards.items():
        for number in pair:
            stock[f"P{number}"][card] = 1
    lacking = dict.fromkeys(cards.values(), 1)
    found = least_products(lacking, stock)
    assert brings(found.products, stock, lacking)
    assert not found.exact


def test_a_card_of_no_product_and_nothing_at_all() -> None:
    assert least_products({"a": 1}, {}).products == Counter()
    assert least_products({}, {"P": {"a": 1}}).products == Counter()

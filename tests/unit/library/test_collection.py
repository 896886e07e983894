"""Owned cards, products to buy, categories and stars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carddb.card import Card
from carddb.pool import Pools
from carddb.terms import CardType, Edition
from decks.deck import Deck
from decks.diff import outline
from library.errors import UnusableNameError
from library.library import Library
from library.owned import BuiltDeck, Holding, Owned, Single, copies_owned
from library.shopping import (
    ShoppingList,
    Stock,
    contested,
    least_products,
    shopping_list,
    shopping_text,
)
from tests.builders import card, deck, pack, pool
from tests.long_run import times

CORE = card("Core card", code="01001", quantity=1)
CORE_THREE = card("Common", code="01002", quantity=3)
PACK_ONE = card("In a pack", code="02001", pack="TtB")
PACK_TWO = card("Beside it", code="02002", pack="TtB")
FIRST_PRINT = card("Printed twice", code="core_1", pack="core1", quantity=1, edition=Edition.FIRST)
REPRINT = card(
    "Printed twice", code="lns_1", pack="lns", reprint_of="core_1", edition=Edition.FIRST
)
PROMO = card("Promo", CardType.PLOT, code="90001", pack="Promo", quantity=0)
SECOND = pool(
    CORE, CORE_THREE, PACK_ONE, PACK_TWO, PROMO, packs=(pack(), pack("TtB"), pack("Promo"))
)
FIRST = pool(
    FIRST_PRINT,
    REPRINT,
    edition=Edition.FIRST,
    packs=(pack("core1", edition=Edition.FIRST), pack("lns", edition=Edition.FIRST)),
)
POOLS: Pools = {Edition.SECOND: SECOND, Edition.FIRST: FIRST}


def holding(copies: int, code: str = "Core") -> Holding:
    return Holding(Edition.SECOND, code, copies)


NOTHING = Owned()


def missing(*decks: Deck, owned: Owned = NOTHING, together: bool = True) -> ShoppingList:
    return shopping_list([outline(each) for each in decks], owned, POOLS, together=together)


def by_card(found: ShoppingList) -> dict[Card, int]:
    return {each.card: each.missing for each in found.cards}


def bought(found: ShoppingList) -> list[tuple[str, int]]:
    return [(each.pack.code, each.copies) for each in found.products]


def test_products_bring_their_copies() -> None:
    owned = Owned((holding(2), holding(1, "TtB")), (Single("01001", 1), Single("02001", -1)))
    assert copies_owned(owned, SECOND) == {"01001": 3, "01002": 6, "02001": 2, "02002": 3}


def test_three_core_sets_for_three_copies() -> None:
    found = missing(deck((CORE, 3)), owned=Owned((holding(1),)))
    assert by_card(found) == {CORE: 2}
    assert (found.cards[0].wanted, found.cards[0].owned) == (3, 1)
    assert bought(found) == [("Core", 2)]
    assert found.products[0].cards == ((CORE, 2),)
    assert found.copies == 2


def test_nothing_is_missing_where_all_is_owned() -> None:
    found = missing(deck((CORE, 3), (CORE_THREE, 3)), owned=Owned((holding(3),)))
    assert (found.cards, found.products, found.elsewhere) == ((), (), ())


def test_the_product_that_brings_most_comes_first() -> None:
    found = missing(deck((CORE, 1), (PACK_ONE, 2), (PACK_TWO, 3)))
    assert bought(found) == [("TtB", 1), ("Core", 1)]


def test_decks_side_by_side_or_one_after_the_other() -> None:
    one, other = deck((CORE, 2)), deck((CORE, 3))
    assert by_card(missing(one, other)) == {CORE: 5}
    assert by_card(missing(one, other, together=False)) == {CORE: 3}


def test_built_decks_hold_their_cards() -> None:
    built = BuiltDeck("1", outline(deck((CORE_THREE, 2))))
    found = missing(deck((CORE_THREE, 3)), owned=Owned((holding(1),), (), (built,)))
    (lacking,) = found.cards
    assert (lacking.wanted, lacking.owned, lacking.taken, lacking.missing) == (3, 3, 2, 2)


def test_a_built_deck_cannot_take_more_than_there_is() -> None:
    built = BuiltDeck("1", outline(deck((CORE, 3))))
    found = missing(deck((CORE, 1)), owned=Owned((holding(1),), (), (built,)))
    assert by_card(found) == {CORE: 1}


def test_a_reprint_stands_for_its_card() -> None:
    first = deck((FIRST_PRINT, 3), edition=Edition.FIRST)
    assert missing(first, owned=Owned((Holding(Edition.FIRST, "lns", 1),))).cards == ()
    assert bought(missing(first)) == [("lns", 1)]


def test_a_product_brings_every_printing_of_a_card_in_it(pools: Pools) -> None:
    """Rhaegal is in the Core Set of the first edition twice, with two copies each."""
    rhaegal = pools[Edition.FIRST].card("core_109")
    asked = [outline(deck((rhaegal, 3), edition=Edition.FIRST))]
    found = shopping_list(asked, NOTHING, pools)
    assert bought(found) == [("core", 1)]
    assert found.products[0].cards == ((rhaegal, 3),)
    assert found.how == "One product holds them all."
    assert bought(shopping_list(asked * 2, NOTHING, pools)) == [("core", 2)]
    one = Owned((Holding(Edition.FIRST, "core", 1),))
    assert shopping_list(asked, one, pools).cards == ()


def test_the_collection_is_kept(library: Library) -> None:
    library.collection.hold(Edition.SECOND, "Core", 3)
    library.collection.hold_all([holding(1, "TtB"), Holding(Edition.FIRST, "lns", 1)])
    library.collection.hold(Edition.SECOND, "Core", 2)
    library.collection.hold(Edition.FIRST, "lns", 0)
    assert library.collection.owned() == Owned((holding(2), holding(1, "TtB")))


@pytest.mark.parametrize("copies", [-1, 10_001])
def test_numbers_that_nobody_owns(library: Library, copies: int) -> None:
    with pytest.raises(UnusableNameError, match="is not a number of copies"):
        library.collection.hold_all([holding(1), holding(copies, "TtB")])
    assert library.collection.owned() == Owned()


def test_what_is_missing_for_stored_decks(library: Library) -> None:
    library.collection.hold(Edition.SECOND, "Core", 1)
    held = library.decks.add(deck((CORE_THREE, 2), name="Held"))
    wanted = library.decks.add(deck((CORE_THREE, 2), CORE, name="Asked"))
    assert library.collection.missing([wanted.id], POOLS).cards == ()
    assert library.decks.build(held.id).built_version == 1
    assert by_card(library.collection.missing([wanted.id], POOLS)) == {CORE_THREE: 1}
    assert by_card(library.collection.missing([held.id], POOLS)) == {}
    both = library.collection.missing([held.id, wanted.id, wanted.id], POOLS)
    assert by_card(both) == {CORE_THREE: 1}
    opened = library.decks.open(held.id, POOLS)
    library.decks.save(opened.with_deck(opened.deck.with_copies(CORE_THREE, 0)))
    assert by_card(library.collection.missing([wanted.id], POOLS)) == {CORE_THREE: 1}
    library.decks.take_apart(held.id)
    assert library.collection.missing([wanted.id], POOLS).cards == ()


def test_several_single_cards_are_kept_together_or_none_of_them(library: Library) -> None:
    library.collection.add_singles([Single("01001", 2), Single("01002", 1)])
    with pytest.raises(UnusableNameError):
        library.collection.add_singles([Single("01003", 1), Single("01004", 99_999)])
    library.collection.add_singles([])
    library.collection.add_singles([Single("01002", 0), Single("01001", -3)])
    assert library.collection.owned().singles == (Single("01001", -3),)


def test_what_built_decks_fight_over() -> None:
    one = BuiltDeck("1", outline(deck((CORE_THREE, 2), (CORE, 1), name="One")))
    other = BuiltDeck("2", outline(deck((CORE_THREE, 2), (PACK_ONE, 3), name="Other")))
    owned = Owned((holding(1),), (), (one, other))
    (found,) = contested(owned, POOLS)
    assert (found.card, found.owned, found.wanted) == (CORE_THREE, 3, 4)
    assert found.decks == ((one, 2), (other, 2))
    assert contested(Owned((holding(2),), (), (one, other)), POOLS) == ()


def test_a_list_to_copy() -> None:
    unknown = card("From tomorrow", code="99001")
    found = missing(deck((CORE, 2), (PACK_ONE, 2), PROMO, unknown))
    assert shopping_text(found) == (
        "2x Core card\n2x In a pack\n1x Promo\n"
        "1x From tomorrow (not in today's card data)\n\n"
        "To buy:\n2x Core Set: 2x Core card\n1x Core Set: 2x In a pack\n\n"
        "No fewer than these 3 products hold them all.\n\n"
        "In no product: Promo\n"
    )
    assert missing(deck(CORE)).how == "One product holds them all."
    assert missing(deck(CORE), owned=Owned((holding(1),))).how == ""


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
    for pair, shared in cards.items():
        for number in pair:
            stock[f"P{number}"][shared] = 1
    lacking = dict.fromkeys(cards.values(), 1)
    found = least_products(lacking, stock)
    assert brings(found.products, stock, lacking)
    assert not found.exact


def test_titles_have_the_categories_that_were_put_last(library: Library) -> None:
    own = library.card_categories
    own.put(
        Edition.SECOND, ["Ward", "Arya"], [("Ward", "draw"), ("Ward", "draw"), ("Arya", "gold")]
    )
    own.put(Edition.FIRST, ["Ward"], [("Ward", "removal")])
    own.put(Edition.SECOND, ["Ward"], [("Ward", "tricks")])
    assert own.of(Edition.SECOND) == {("Ward", "tricks"), ("Arya", "gold")}
    assert own.of(Edition.FIRST) == {("Ward", "removal")}
    own.put(Edition.SECOND, ["Ward", "Arya"], [])
    assert own.of(Edition.SECOND) == frozenset()


def test_cards_are_starred_and_not_any_more(library: Library) -> None:
    stars = library.starred_cards
    stars.star(["01141", "core_5", "01141"])
    stars.star(["01141", "02102"])
    assert stars.codes() == {"01141", "core_5", "02102"}
    changes = library.changes()
    stars.star([])
    assert library.changes() == changes
    stars.star(["core_5", "99999"], starred=False)
    assert stars.codes() == {"01141", "02102"}

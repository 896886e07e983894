"""What decks of one kind have in common."""

from __future__ import annotations

from dataclasses import replace

from carddb.terms import CardType
from decks.deck import Category, Deck
from decks.deck_shape import usual_shape
from tests.builders import card, deck

KNIGHT, MAID, SEPTON = (card(name) for name in ("Knight", "Maid", "Septon"))
ROAD = card("The Kingsroad", CardType.LOCATION)
ROAD_AGAIN = card("The Kingsroad", CardType.LOCATION, pack="Later")
NOBLE, SUMMONS, TOURNAMENT = (
    card(name, CardType.PLOT) for name in ("A Noble Cause", "Summons", "Tournament")
)


def names(slots: tuple[tuple[object, int], ...]) -> dict[str, int]:
    return {getattr(each, "name", ""): copies for each, copies in slots}


def test_cards_that_half_of_the_decks_hold_are_staples_in_their_usual_copies() -> None:
    decks = [
        deck((KNIGHT, 3), (MAID, 1), (ROAD, 2), NOBLE, SUMMONS),
        deck((KNIGHT, 3), (MAID, 2), (ROAD_AGAIN, 2), NOBLE, TOURNAMENT),
        deck((KNIGHT, 2), (SEPTON, 3), (card("Hers"), 4), NOBLE, SUMMONS),
        deck((KNIGHT, 1), SEPTON, (card("His"), 6), NOBLE, SUMMONS),
    ]
    shape = usual_shape(decks)
    assert shape.decks == 4
    # Of one to two copies the fewer; printings of a name are one card.
    assert names(shape.staples) == {
        "Knight": 3,
        "Maid": 1,
        "Septon": 1,
        "The Kingsroad": 2,
    }
    assert names(shape.plots) == {"A Noble Cause": 1, "Summons": 1}
    assert [each.words for each in shape.counts] == [
        "5 characters (4 to 9)",
        "0 locations (0 to 2)",
        "2 plots",
    ]


def test_of_two_decks_both_must_hold_a_staple_and_one_deck_is_its_own_shape() -> None:
    one, other = deck((KNIGHT, 3), MAID, NOBLE), deck((KNIGHT, 2), SEPTON, NOBLE)
    assert names(usual_shape([one, other]).staples) == {"Knight": 2}
    assert names(usual_shape([one]).staples) == {"Knight": 3, "Maid": 1}
    assert usual_shape([]).decks == 0


def test_staples_are_never_more_than_the_decks_usually_hold() -> None:
    decks = [deck((first, 3), (second, 3)) for first in (KNIGHT, MAID) for second in (SEPTON, ROAD)]
    shape = usual_shape(decks)
    assert sum(copies for _, copies in shape.staples) == 6


def test_the_players_words_come_with_their_targets() -> None:
    def worded(*categories: Category) -> Deck:
        return replace(deck((KNIGHT, 3), (ROAD, 2)), categories=categories)

    shape = usual_shape(
        [
            worded(Category("gold", (ROAD.code,), 6, None), Category("rare", (KNIGHT.code,))),
            worded(Category("Gold", (ROAD.code,), 6, None), Category("draw", (KNIGHT.code,))),
            worded(Category("gold", (ROAD.code,), 8, 9), Category("draw", (KNIGHT.code,))),
        ]
    )
    assert shape.categories == (
        Category("gold", (ROAD.code,), 6, None),
        Category("draw", (KNIGHT.code,), 3, 3),
    )
    begun = shape.begin(Deck(name="New", edition=KNIGHT.edition))
    assert (begun.draw_count, begun.categories) == (5, shape.categories)
    assert begun.notes == "Begun from 3 decks. Usual: 3 characters, 2 locations."

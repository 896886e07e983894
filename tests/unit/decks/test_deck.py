"""The sections, categories and shapes of decks."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.terms import CardType, Edition, Faction
from decks import categories
from decks.categories import note_on, with_note, with_words_moved
from decks.deck import Category, Deck
from decks.deck_reader import read_decks
from decks.deck_section import AGENDAS, DRAFTED, DRAW_DECK, PLOTS, ROOKERY, DeckSection, plot_deck
from decks.deck_shape import usual_shape
from decks.formats.deck_json import deck_object
from decks.report import DeckFormatError
from tests.builders import card, deck, pool

KNIGHT, NOBLE = card("Hedge Knight"), card("A Noble Cause", CardType.PLOT)
FEALTY = card("Fealty", CardType.AGENDA)


@pytest.mark.parametrize(
    ("section", "put", "lies"),
    [
        (DRAW_DECK, KNIGHT, DRAW_DECK),
        (DRAW_DECK, NOBLE, PLOTS),
        (PLOTS, KNIGHT, DRAW_DECK),
        (AGENDAS, KNIGHT, DRAW_DECK),
        (ROOKERY, KNIGHT, ROOKERY),
        (ROOKERY, NOBLE, ROOKERY),
        (DRAFTED, FEALTY, AGENDAS),
        (plot_deck(2), NOBLE, plot_deck(2)),
        (plot_deck(2), KNIGHT, DRAW_DECK),
    ],
)
def test_a_card_lies_where_such_a_card_may(
    section: DeckSection, put: Card, lies: DeckSection
) -> None:
    assert section.of(put) == lies


@pytest.mark.parametrize("section", [DRAW_DECK, ROOKERY, DRAFTED, plot_deck(2)], ids=str)
def test_copies_come_and_go(section: DeckSection) -> None:
    empty = deck()
    more = section.changed(empty, KNIGHT, 3)
    assert section.slots(more) == ((KNIGHT, 3),)
    assert (section.copies(empty, KNIGHT), section.copies(more, KNIGHT)) == (0, 3)
    less = section.changed(more, KNIGHT, -2)
    assert section.slots(less) == ((KNIGHT, 1),)
    assert section.slots(section.changed(less, KNIGHT, -5)) == ()


def test_agendas_come_and_go() -> None:
    more = AGENDAS.changed(deck(agendas=()), FEALTY, 2)
    assert more.agendas == (FEALTY, FEALTY)
    assert AGENDAS.copies(more, FEALTY) == 2
    assert AGENDAS.changed(more, FEALTY, -3).agendas == ()


@pytest.mark.parametrize("house", [Faction.STARK, Faction.NEUTRAL])
def test_a_house_card_makes_its_house_the_decks(house: Faction) -> None:
    factions = () if house is Faction.NEUTRAL else (house,)
    house_card = card(house.card_name, CardType.HOUSE, factions=factions)
    made = DRAW_DECK.changed(deck(faction=None), house_card, 1)
    assert (made.faction, made.slots) == (house, deck().slots)


def test_a_house_card_among_the_cards_of_a_deck_is_taken_out_like_others() -> None:
    house = card("House Stark", CardType.HOUSE, factions=(Faction.STARK,))
    odd = DRAW_DECK.added(deck(faction=None), house, 1)
    assert (odd.faction, DRAW_DECK.copies(odd, house)) == (None, 1)
    assert DRAW_DECK.changed(odd, house, -1) == deck(faction=None)


MAID, SEPTON = card("Maid"), card("Septon")
ROAD = card("The Kingsroad", CardType.LOCATION)
ROAD_AGAIN = card("The Kingsroad", CardType.LOCATION, pack="Later")
SUMMONS, TOURNAMENT = (card(name, CardType.PLOT) for name in ("Summons", "Tournament"))


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
    assert names(shape.staples) == {"Hedge Knight": 3, "Maid": 1, "Septon": 1, "The Kingsroad": 2}
    assert names(shape.plots) == {"A Noble Cause": 1, "Summons": 1}
    assert [each.words for each in shape.counts] == [
        "5 characters (4 to 9)",
        "0 locations (0 to 2)",
        "2 plots",
    ]


def test_of_two_decks_both_must_hold_a_staple_and_one_deck_is_its_own_shape() -> None:
    one, other = deck((KNIGHT, 3), MAID, NOBLE), deck((KNIGHT, 2), SEPTON, NOBLE)
    assert names(usual_shape([one, other]).staples) == {"Hedge Knight": 2}
    assert names(usual_shape([one]).staples) == {"Hedge Knight": 3, "Maid": 1}
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


ARYA, WARD = card("Arya", code="01001"), card("Ward", CardType.ATTACHMENT, code="01002")
DASH = "\N{EN DASH}"
CAUSE = card("Cause", CardType.PLOT, code="01003")
HELD = deck((ARYA, 3), (WARD, 2), CAUSE)
POOLS = {Edition.SECOND: pool(ARYA, WARD, CAUSE)}


def test_cards_have_several_and_counts_are_of_copies() -> None:
    made = categories.with_category(HELD, " draw ", ["01001", "01003"])
    made = categories.with_category(made, "Gold", ["01001"])
    made = categories.with_category(made, "DRAW", ["01002"])
    assert categories.categories_of(made, ARYA) == ("draw", "Gold")
    assert [categories.copies_in(made, each) for each in made.categories] == [6, 3]
    made = categories.with_category(made, "draw", ["01001"], present=False)
    assert categories.categories_of(made, ARYA) == ("Gold",)
    assert categories.with_category(made, "  ", ["01001"]) == made
    assert categories.with_category(made, "none", ["01001"], present=False) == made
    without = categories.without_category(made, "gold")
    assert [each.name for each in without.categories] == ["draw"]


def test_a_renamed_one_joins_another_of_the_name() -> None:
    made = categories.with_category(HELD, "draw", ["01001"])
    made = categories.with_category(made, "cards", ["01002"])
    assert categories.renamed_category(made, "cards", "Draw").categories == (
        Category("draw", ("01001", "01002")),
    )
    assert categories.renamed_category(made, "draw", "DRAW").categories[0].name == "DRAW"


@pytest.mark.parametrize(
    ("bounds", "target", "missed"),
    [
        ((None, None), "", False),
        ((8, 10), f"8{DASH}10", True),
        ((3, 3), "3", False),
        ((4, None), "4 or more", True),
        ((None, 2), "at most 2", True),
    ],
)
def test_targets(bounds: tuple[int | None, int | None], target: str, missed: bool) -> None:
    made = categories.with_category(HELD, "draw", ["01001"])
    made = categories.with_target(made, "draw", *bounds)
    (only,) = made.categories
    assert (only.target, only.misses(categories.copies_in(made, only))) == (target, missed)


def test_defaults_go_by_title_to_another_deck() -> None:
    made = categories.with_category(HELD, "draw", ["01001", "99999"])
    defaults = categories.defaults_in(made)
    assert defaults == {("Arya", "draw")}
    other = deck((card("Arya", code="05001"), 1), WARD)
    taken = categories.with_defaults(other, defaults)
    assert taken.categories == (Category("draw", ("05001",)),)


def test_notes_and_categories_go_with_a_card_that_is_swapped() -> None:
    made = with_note(categories.with_category(HELD, "draw", ["01001"]), ARYA, "Keep")
    moved = with_words_moved(made, ARYA, WARD)
    assert (note_on(moved, WARD), note_on(moved, ARYA)) == ("Keep", "")
    assert moved.categories == (Category("draw", ("01002",)),)
    assert with_note(made, ARYA, " ").card_notes == ()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("categories", {}, "is not a list of categories"),
        ("categories", [{}], "a category without a name"),
        ("categories", [{"name": " "}], "a category without a name"),
        ("categories", [{"name": "a", "cards": [1]}], "not a list of codes"),
        ("categories", [{"name": "a", "least": -1}], "not a number of copies"),
        ("categories", [{"name": "a", "most": True}], "not a number of copies"),
        ("categories", [{"name": "a"}] * 101, "more than 100"),
        ("card_notes", ["x"], "is not an object of codes"),
        ("card_notes", {"01001": 3}, "is not an object of codes"),
    ],
)
def test_what_is_no_category_or_note_is_refused(field: str, value: object, words: str) -> None:
    text = json.dumps(deck_object(HELD) | {field: value})
    with pytest.raises(DeckFormatError, match=words):
        read_decks(text, POOLS)


def test_names_that_are_the_same_are_one() -> None:
    twice = [{"name": "draw", "cards": ["01001"], "least": 2}, {"name": "Draw", "cards": ["01002"]}]
    (reading,) = read_decks(json.dumps(deck_object(HELD) | {"categories": twice}), POOLS)
    assert reading.deck.categories == (Category("draw", ("01001", "01002"), 2),)
    assert replace(reading.deck, categories=(), name="x") == replace(HELD, name="x")

"""Categories of cards: who is in them, what is wanted, and defaults from deck to deck."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from carddb.terms import CardType, Edition
from decks import categories
from decks.categories import note_on, with_note, with_words_moved
from decks.deck import Category
from decks.deck_reader import read_decks
from decks.formats.deck_json import deck_object
from decks.report import DeckFormatError
from tests.builders import card, deck, pool

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
        ((None, None), "", ""),
        ((8, 10), f"8{DASH}10", f"3 instead of 8{DASH}10"),
        ((3, 3), "3", ""),
        ((4, None), "4 or more", "3 instead of 4 or more"),
        ((None, 2), "at most 2", "3 instead of at most 2"),
    ],
)
def test_targets(bounds: tuple[int | None, int | None], target: str, missed: str) -> None:
    made = categories.with_category(HELD, "draw", ["01001"])
    made = categories.with_target(made, "draw", *bounds)
    (only,) = made.categories
    assert (only.target, categories.missed_target(made, only)) == (target, missed)


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
        ("categories", [{"name": "a", "cards": [1]}], "no list of codes"),
        ("categories", [{"name": "a", "least": -1}], "no number of copies"),
        ("categories", [{"name": "a", "most": True}], "no number of copies"),
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

"""Considered cards: beside the deck, moved there and back whole, and counted by nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import Deck
from decks.deck_section import CONSIDERED, DRAW_DECK, ROOKERY, DeckSection
from decks.diff import outline
from decks.stats import stats_of
from goldfish.draw_deck import opening
from library.owned import copies_by_design
from tests.builders import card, deck, pool
from tests.verdicts import problems
from validators.card_counts import considered_or_back, copies_by_code
from validators.deck_steps import changes_between

ARYA, WARD, FEALTY = (
    card("Arya"),
    card("Ward", CardType.ATTACHMENT),
    card("Fealty", CardType.AGENDA),
)
HELD = deck((ARYA, 3), FEALTY)
CARDS = pool(ARYA, WARD, FEALTY)


def considered(original: Deck, each: Card, section: DeckSection = DRAW_DECK) -> Deck:
    return considered_or_back(original, [(each, section)])


@pytest.mark.parametrize("each", [ARYA, FEALTY])
def test_all_copies_go_there_and_come_back(each: Card) -> None:
    there = considered(HELD, each)
    assert there.considered
    assert there != HELD
    assert considered(there, each) == HELD
    assert considered(there, each, CONSIDERED) == HELD


def test_a_card_that_the_deck_lacks_is_considered_as_one() -> None:
    assert considered(HELD, WARD).considered == ((WARD, 1),)
    rookery = replace(HELD, rookery=((WARD, 2),))
    assert considered(rookery, WARD, ROOKERY) == replace(HELD, considered=((WARD, 2),))


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (considered(HELD, ARYA), ["Move 3 Arya to the considered cards"]),
        (considered(HELD, WARD), ["Consider 1 Ward"]),
        (replace(considered(HELD, ARYA), slots=((WARD, 1),)), None),
    ],
)
def test_steps_say_so(after: Deck, words: list[str] | None) -> None:
    if words is None:
        assert changes_between(HELD, after, CARDS) == [
            "Add 1 Ward",
            "Move 3 Arya to the considered cards",
        ]
        return
    assert changes_between(HELD, after, CARDS) == words


def test_a_step_back_is_said_too() -> None:
    there = considered(HELD, ARYA)
    assert changes_between(there, HELD, CARDS) == ["Move 3 Arya to the deck"]
    gone = replace(there, considered=((ARYA, 1),))
    assert changes_between(there, gone, CARDS) == ["No longer consider 2 Arya"]


def test_nothing_counts_them() -> None:
    more = replace(HELD, considered=((ARYA, 30), (WARD, 30), (FEALTY, 2)))
    assert problems(more, CARDS) == problems(HELD, CARDS)
    assert copies_by_code(more) == copies_by_code(HELD)
    assert (more.draw_count, stats_of(more)) == (HELD.draw_count, stats_of(HELD))
    assert opening(replace(more, slots=((ARYA, 9),))) == opening(replace(HELD, slots=((ARYA, 9),)))
    assert copies_by_design([outline(more)], CARDS) == copies_by_design([outline(HELD)], CARDS)

"""Copies that are set or added within the limits, and considered cards, which count nowhere."""

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
from validators.card_counts import considered_or_back, copies_by_code, with_copies, with_more
from validators.deck_steps import changes_between

CERSEI, OTHER = card("Cersei"), card("Cersei")
SUMMER, ATTACHED = card("Summer"), card("Summer", CardType.ATTACHMENT)
CROWN, SINGLE = card("Crown"), card("Crown", deck_limit=1)
BATTLE, EVENT = card("Battle", CardType.PLOT, deck_limit=2), card("Battle", CardType.EVENT)
FEALTY, REPRINT = (card("Fealty", CardType.AGENDA, deck_limit=1) for _ in range(2))


@pytest.mark.parametrize(
    ("held", "wanted", "most"),
    [
        ((CERSEI, 2), OTHER, 1),
        ((CERSEI, 3), OTHER, 0),
        ((SUMMER, 2), ATTACHED, 1),
        # The lowest limit of the versions in the deck holds.
        ((CROWN, 1), SINGLE, 0),
        ((SINGLE, 1), CROWN, 0),
        # Plots and agendas have limits of their own.
        ((BATTLE, 2), EVENT, 3),
        ((EVENT, 3), BATTLE, 2),
        (FEALTY, REPRINT, 0),
        ((CERSEI, 2), CERSEI, 3),
    ],
)
def test_versions_share_a_limit(held: tuple[Card, int] | Card, wanted: Card, most: int) -> None:
    section = DRAW_DECK.of(wanted)
    begun = deck(held)
    assert section.copies(with_copies(begun, [(wanted, DRAW_DECK)], 3), wanted) == most
    assert section.copies(with_more(begun, [(wanted, DRAW_DECK)], 3), wanted) == most


@pytest.mark.parametrize(
    ("each", "most"),
    [
        (CERSEI, 5),
        (SINGLE, 1),
        (card("Drafted", deck_limit=40), 5),
        (card("Drafted lord", deck_limit=40, unique=True), 1),
    ],
)
def test_a_civil_war_has_limits_of_its_own(each: Card, most: int) -> None:
    begun = deck(format="civil-war")
    assert with_copies(begun, [(each, DRAW_DECK)], 9).copies(each) == most


def test_copies_beyond_the_limit_can_be_taken_out_one_by_one() -> None:
    begun = deck((CERSEI, 2), (OTHER, 3))
    for number, left in ((9, 3), (3, 3), (2, 2), (0, 0)):
        assert with_copies(begun, [(OTHER, DRAW_DECK)], number).copies(OTHER) == left
    assert with_more(begun, [(OTHER, DRAW_DECK)], -1).copies(OTHER) == 2
    assert with_more(begun, [(OTHER, DRAW_DECK)], 1) == begun


def test_each_part_of_a_deck_counts_by_itself() -> None:
    begun = deck((CERSEI, 3))
    for section in (ROOKERY, CONSIDERED):
        assert section.copies(with_copies(begun, [(OTHER, section)], 3), OTHER) == 3
    both = replace(begun, rookery=((CERSEI, 2),), considered=((CERSEI, 2),))
    assert ROOKERY.copies(with_copies(both, [(OTHER, ROOKERY)], 3), OTHER) == 1
    assert CONSIDERED.copies(with_copies(both, [(OTHER, CONSIDERED)], 3), OTHER) == 3


ARYA, WARD = card("Arya"), card("Ward", CardType.ATTACHMENT)
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

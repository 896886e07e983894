"""Copies that are set or added: never beyond the limit that the versions of a title share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.terms import CardType
from decks.deck_section import CONSIDERED, DRAW_DECK, ROOKERY
from tests.builders import card, deck
from validators.card_counts import with_copies, with_more

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

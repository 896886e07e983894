"""The sections of a deck: what goes where, and what is put there or taken away."""

from __future__ import annotations

import pytest

from carddb.card import Card
from carddb.terms import CardType, Faction
from decks.deck_section import (
    AGENDAS,
    DRAFTED,
    DRAW_DECK,
    PLOTS,
    ROOKERY,
    DeckSection,
    plot_deck,
)
from tests.builders import card, deck

KNIGHT, CAUSE = card("Hedge Knight"), card("A Noble Cause", CardType.PLOT)
FEALTY = card("Fealty", CardType.AGENDA)


@pytest.mark.parametrize(
    ("section", "put", "lies"),
    [
        (DRAW_DECK, KNIGHT, DRAW_DECK),
        (DRAW_DECK, CAUSE, PLOTS),
        (PLOTS, KNIGHT, DRAW_DECK),
        (AGENDAS, KNIGHT, DRAW_DECK),
        (ROOKERY, KNIGHT, ROOKERY),
        (ROOKERY, CAUSE, ROOKERY),
        (DRAFTED, FEALTY, AGENDAS),
        (plot_deck(2), CAUSE, plot_deck(2)),
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


def test_a_house_card_makes_its_house_the_decks() -> None:
    house = card("House Stark", CardType.HOUSE, factions=(Faction.STARK,))
    made = DRAW_DECK.changed(deck(faction=None), house, 1)
    assert (made.faction, made.slots) == (Faction.STARK, deck().slots)


def test_sections_are_named_in_words() -> None:
    assert [str(each) for each in (DRAW_DECK, plot_deck(2))] == ["draw deck", "plot deck 2"]


def test_a_house_card_among_the_cards_of_a_deck_is_taken_out_like_others() -> None:
    house = card("House Stark", CardType.HOUSE, factions=(Faction.STARK,))
    odd = DRAW_DECK.added(deck(faction=None), house, 1)
    assert (odd.faction, DRAW_DECK.copies(odd, house)) == (None, 1)
    assert DRAW_DECK.added(odd, house, -1) == deck(faction=None)


def test_sections_are_fields_of_a_deck_file() -> None:
    every = [AGENDAS, PLOTS, DRAW_DECK, ROOKERY, DRAFTED, plot_deck(2)]
    assert [each.field for each in every] == [
        "agendas",
        "slots",
        "slots",
        "rookery",
        "drafted",
        "plot_decks",
    ]

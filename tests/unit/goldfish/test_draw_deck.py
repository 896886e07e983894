"""What is settled before the opening hand: what agendas find and name, and that it is said."""

from __future__ import annotations

import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError
from decks.deck import Deck
from goldfish.draw_deck import OpeningChoices, opening
from goldfish.odds import WantedCards, any_of_cards, plain_odds
from tests.odds_by_scipy import Hypergeometric


def first_deck(first: CardPool, agenda: str, *, foreign: tuple[Faction, ...] = ()) -> Deck:
    """Return a Stark deck with three copies of three characters of each of other Houses."""
    slots: list[tuple[Card, int]] = [(first.card(agenda), 1)]
    for house in (Faction.STARK, *foreign):
        alike = [
            card
            for card in first
            if card.type is CardType.CHARACTER and card.factions == (house,) and not card.keywords
        ]
        slots += [(card, 3) for card in alike[: 12 if house is Faction.STARK else 3]]
    return Deck.of("Old", Edition.FIRST, Faction.STARK, slots)


@pytest.mark.parametrize("agenda", ["qod_47", "cad_1"])
def test_the_house_with_most_cards_out_of_house_is_named(first: CardPool, agenda: str) -> None:
    deck = first_deck(first, agenda, foreign=(Faction.MARTELL,))
    made = opening(deck)
    assert made.rules.waived == {Faction.MARTELL}
    assert made.remarks == (f"{first.card(agenda).name} waives the gold penalty of House Martell.",)
    chosen = opening(deck, OpeningChoices(named=Faction.GREYJOY))
    assert chosen.rules.waived == {Faction.GREYJOY}


def test_no_house_is_named_where_no_card_costs_a_penalty(first: CardPool) -> None:
    made = opening(first_deck(first, "qod_47"))
    assert not made.rules.waived
    assert "no card costs one" in made.remarks[0]


def test_it_is_said_that_no_location_is_found(second: CardPool) -> None:
    people = [c for c in second if c.type is CardType.CHARACTER and Faction.STARK in c.factions]
    slots = [(second.card("08039"), 1), *((card, 3) for card in people[:20])]
    made = opening(Deck.of("None", Edition.SECOND, Faction.STARK, slots))
    assert made.rules.in_play == ()
    assert made.remarks == ("The House With the Red Door finds no location in this deck.",)


def test_no_more_is_seen_of_a_halved_deck_than_its_half(first: CardPool) -> None:
    """Black Sails: the other half never comes to hand."""
    made = opening(first_deck(first, "asots_18", foreign=(Faction.MARTELL,)))
    card, copies = made.slots[0]
    found = plain_odds(made, WantedCards(test=any_of_cards([card]), by_round=50))
    assert found.seen == made.size // 2
    true = Hypergeometric(made.size, copies, made.size // 2).sf(0)
    assert found.probability.mean == pytest.approx(true)


def test_a_half_that_fills_no_hand_is_refused(first: CardPool) -> None:
    people = [card for card in first if card.type is CardType.CHARACTER and not card.keywords]
    slots = [(first.card("asots_18"), 1), *((card, 1) for card in people[:13])]
    deck = Deck.of("Small", Edition.FIRST, Faction.STARK, slots)
    with pytest.raises(AppError, match="A hand is 7 cards, and half of the draw deck holds 6"):
        opening(deck)


def test_a_hand_is_seen_where_nothing_is_left_to_draw(second: CardPool) -> None:
    """The Conclave takes what a deck of ten has left: the seven cards of the hand are seen."""
    people = [card for card in second if card.type is CardType.CHARACTER and card.only_in is None]
    slots = [(second.card("09045"), 1), *((card, 1) for card in people[:10])]
    made = opening(Deck.of("Small", Edition.SECOND, Faction.STARK, slots))
    found = plain_odds(made, WantedCards(test=any_of_cards(people[:1]), by_round=2))
    assert found.seen == 7
    assert found.probability.mean == pytest.approx(0.7)

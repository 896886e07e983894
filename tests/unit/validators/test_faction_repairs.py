"""A deck without a faction card is repaired by the faction of its cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck, slots_of
from tests.unit.validators.test_repairs import bench

Make = Callable[[CardPool], Deck]
VERBS = ("Add ", "Remove ", "Replace ", "Swap ", "Take ", "Set ")


def cards_of(pool: CardPool, copies: Mapping[Faction, int]) -> Deck:
    """Return a deck without a faction card of so many characters of each faction."""
    chosen = [
        card
        for faction, number in copies.items()
        for card in [c for c in pool if c.type is CardType.CHARACTER and c.factions == (faction,)][
            :number
        ]
    ]
    return Deck(
        name="No faction", edition=pool.edition, slots=slots_of((card, 1) for card in chosen)
    )


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize(
    ("copies", "offered"),
    [
        ({Faction.STARK: 12}, ["House Stark"]),
        ({Faction.STARK: 12, Faction.LANNISTER: 2}, ["House Stark"]),
        ({Faction.STARK: 9, Faction.LANNISTER: 12}, ["House Lannister", "House Stark"]),
        ({}, []),
    ],
    ids=["one faction", "a few of another", "two, the likelier first", "no card"],
)
def test_the_faction_card_is_that_of_the_cards(
    copies: Mapping[Faction, int],
    offered: list[str],
    edition: Edition,
    pools: Mapping[Edition, CardPool],
) -> None:
    on = bench(cards_of(pools[edition], copies), pools[edition], "faction.missing")
    found = on.repairer.repairs(on.deck, on.problem)
    assert [each.label for each in found] == [f"Choose {name}" for name in offered]
    for each in found:
        assert "faction.missing" not in {error.code for error in on.errors(each.deck)}


def test_an_empty_deck_says_what_is_missing(pools: Mapping[Edition, CardPool]) -> None:
    for pool in pools.values():
        deck = Deck(name="Empty", edition=pool.edition, faction=Faction.STARK)
        on = bench(deck, pool, "draw.too-few")
        assert on.repairer.repair_all(deck).why_not.startswith(
            "Still missing: 60 cards and 7 plots."
        )

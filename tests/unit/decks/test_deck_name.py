"""Automatic names: what they are made of, their numbers, and when they follow an edit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.terms import CardType, Faction
from decks.deck_name import automatic_name, with_automatic_name
from tests.builders import card, deck

FEALTY, ROSE = (card(name, CardType.AGENDA) for name in ("Fealty", "Banner of the Rose"))


@pytest.mark.parametrize(
    ("parts", "taken", "name"),
    [
        ({"agendas": (FEALTY,)}, (), "Stark Fealty"),
        ({"agendas": (ROSE, FEALTY)}, (), "Stark, Banner of the Rose"),
        ({}, (), "Stark"),
        ({"faction": None}, ("New deck",), "New deck 2"),
        ({"agendas": (FEALTY,)}, ("Stark Fealty", "Stark Fealty 2"), "Stark Fealty 3"),
    ],
)
def test_a_name_is_made_of_faction_and_agenda(
    parts: dict[str, object], taken: tuple[str, ...], name: str
) -> None:
    assert automatic_name(replace(deck(), **parts), taken) == name  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "after"),
    [("Stark", "Tyrell 2"), ("Stark 7", "Tyrell 2"), ("Wolves", "Wolves"), ("Starks", "Starks")],
)
def test_only_an_automatic_name_follows(before: str, after: str) -> None:
    old = deck(name=before)
    assert (
        with_automatic_name(old, replace(old, faction=Faction.TYRELL), lambda: {"Tyrell"}).name
        == after
    )
    named = replace(old, faction=Faction.TYRELL, name="Roses")
    assert with_automatic_name(old, named, tuple).name == "Roses"

"""What makes one deck out of another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from decks.deck_section import AGENDAS, DRAW_DECK, plot_deck
from decks.diff import CardChange, FieldChange, Outline, OutlineEntry, difference, outline
from tests.builders import card, deck

WARD = card("Ward", CardType.ATTACHMENT, code="02102", pack="TtB")
OTHER_WARD = card("Ward", CardType.ATTACHMENT, code="17126", pack="R")
KNIGHT = card("Hedge Knight", code="01090")
NOBLE = card("A Noble Cause", CardType.PLOT, code="01001")
FEALTY = card("Fealty", CardType.AGENDA, code="01027")
KINGS = card("Kings of Winter", CardType.AGENDA, code="04037")
PLAIN = deck((WARD, 2), (KNIGHT, 3), NOBLE, FEALTY, name="Wolves")


def words(before: Deck | Outline, after: Deck | Outline) -> tuple[str, ...]:
    """Return the words with a minus that a keyboard has."""
    return tuple(each.replace("\u2212", "-") for each in difference(before, after).words)


def test_a_deck_does_not_differ_from_itself() -> None:
    diff = difference(PLAIN, PLAIN)
    assert not diff
    assert (diff.words, diff.removed, diff.added, diff.changed) == ((), (), (), ())


def test_cards_are_removed_added_and_changed() -> None:
    arya = card("Arya Stark", code="01141")
    after = PLAIN.with_copies(WARD, 0).with_copies(KNIGHT, 1).with_copies(arya, 2)
    diff = difference(PLAIN, after)
    assert diff
    assert [each.code for each in diff.removed] == ["02102"]
    assert [each.code for each in diff.added] == ["01141"]
    assert diff.changed == (CardChange(DRAW_DECK, "01090", "Hedge Knight", 3, 1),)
    assert words(PLAIN, after) == ("-2 Hedge Knight", "-2 Ward", "+2 Arya Stark")


def test_there_and_back() -> None:
    after = replace(PLAIN.with_copies(WARD, 1), agendas=(KINGS,), faction=Faction.GREYJOY)
    there, back = difference(PLAIN, after), difference(after, PLAIN)
    assert [(c.before, c.after) for c in there.cards] == [(c.after, c.before) for c in back.cards]
    assert there.faction == FieldChange("faction", "House Stark", "House Greyjoy")


def test_agendas_stand_apart() -> None:
    diff = difference(PLAIN, replace(PLAIN, agendas=(KINGS,)))
    assert [(each.label, each.after) for each in diff.agendas] == [
        ("Fealty", 0),
        ("Kings of Winter", 1),
    ]
    assert diff.cards == ()
    assert words(PLAIN, replace(PLAIN, agendas=(KINGS,))) == ("-Fealty", "+Kings of Winter")


def test_cards_of_one_name_are_told_apart() -> None:
    after = PLAIN.with_copies(WARD, 0).with_copies(OTHER_WARD, 2)
    assert words(PLAIN, after) == ("-2 Ward (TtB)", "+2 Ward (R)")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "Winter"}, "name Wolves → Winter"),
        ({"format": "melee"}, "format joust → melee"),
        ({"faction": None}, "faction House Stark → none"),
        ({"edition": Edition.FIRST}, "edition second → first"),
        ({"list_code": "l1"}, "list none → l1"),
        ({"date": "2026-01-01"}, "day none → 2026-01-01"),
        ({"players": 3}, "players none → 3"),
        ({"notes": "Long"}, "notes changed"),
        ({"rookery": ((WARD, 1),)}, "+1 Ward in the rookery"),
        ({"considered": ((WARD, 2),)}, "+2 Ward among the considered"),
        ({"card_notes": (("01001", "x"),)}, "notes on cards changed"),
        ({"drafted": ((WARD, 1),)}, "+1 Ward in the drafted cards"),
        ({"plot_decks": ((), ((NOBLE, 1),))}, "+1 A Noble Cause in plot deck 2"),
    ],
)
def test_every_field_of_a_deck_counts(fields: dict[str, object], said: str) -> None:
    after = replace(PLAIN, **fields)  # type: ignore[arg-type]
    assert difference(PLAIN, after).words == (said,)


def test_an_unknown_card_is_named_as_well_as_may_be() -> None:
    nameless = OutlineEntry(DRAW_DECK, "99001", 1)
    named = OutlineEntry(DRAW_DECK, "99002", 2, "Ward", "Next")
    assert words(PLAIN, outline(PLAIN, [nameless, named])) == ("+1 99001", "+2 Ward (Next)")


def test_an_outline_counts_what_it_holds() -> None:
    unknown = OutlineEntry(DRAW_DECK, "99001", 2)
    found = outline(PLAIN, [unknown, OutlineEntry(plot_deck(3), "99002", 1)])
    assert (found.draw_count, found.plot_count, found.plot_decks) == (7, 1, 3)
    assert [each.code for each in found.at(AGENDAS)] == ["01027"]
    assert unknown.title == "99001"

"""The changes from one deck to another, decks side by side, and changes merged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.terms import Edition, Faction
from decks.deck import Category, Deck
from decks.deck_section import AGENDAS, DRAW_DECK, plot_deck
from decks.diff import (
    CardChange,
    Outline,
    OutlineEntry,
    compared,
    compared_csv,
    difference,
    outline,
)
from decks.three_way_merge import DeckPart, PartKind, Side, three_way_merge
from tests.builders import card, deck
from tests.unit.library.decks import ARYA, FEALTY, KINGS, KNIGHT, NOBLE, OTHER_WARD, WARD, starks

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


DECKS = [
    deck(FEALTY, NOBLE, (KNIGHT, 3), ARYA, name="One"),
    deck(FEALTY, NOBLE, (KNIGHT, 2), name="Two"),
    replace(deck(NOBLE, (KNIGHT, 2), (WARD, 1), name="Three"), rookery=((WARD, 2),)),
]


def test_every_card_with_its_copies_in_each_deck() -> None:
    found = compared([outline(each) for each in DECKS])
    assert found.names == ("One", "Two", "Three")
    assert [(each.heading, each.name, each.copies) for each in found.cards] == [
        ("Agendas", "Fealty", (1, 1, 0)),
        ("Plots", "A Noble Cause", (1, 1, 1)),
        ("Characters", "Arya Stark", (1, 0, 0)),
        ("Characters", "Hedge Knight", (3, 2, 2)),
        ("Attachments", "Ward", (0, 0, 1)),
        ("Rookery", "Ward", (0, 0, 2)),
    ]
    assert [each.name for each in found.shared] == ["A Noble Cause", "Hedge Knight"]
    assert [each.shared for each in found.shared] == [1, 2]
    assert [each.name for each in found.only_in(0)] == ["Arya Stark"]
    assert found.only_in(1) == ()
    assert [each.heading for each in found.only_in(2)] == ["Attachments", "Rookery"]
    assert [each.name for each in found.cards if not each.differs] == ["A Noble Cause"]


def test_the_table_as_csv() -> None:
    found = compared([outline(each) for each in DECKS])
    lines = compared_csv(found).splitlines()
    assert lines[0] == "part,code,card,pack,One,Two,Three"
    assert lines[1] == "Agendas,01027,Fealty,Core,1,1,0"
    assert compared_csv(found, found.only_in(0)).count("\r\n") == 2


BEFORE = starks("Wolves")


def card_part(code: str) -> DeckPart:
    return DeckPart(PartKind.CARD, code, DRAW_DECK)


def merged(deck: Deck | Outline, plan: Deck | Outline, **decisions: Side) -> Outline:
    """Return the merged deck, in which everything has to be decided."""
    one, other = (each if isinstance(each, Outline) else outline(each) for each in (deck, plan))
    parts = {card_part(code.removeprefix("c")): side for code, side in decisions.items()}
    found = three_way_merge(outline(BEFORE), one, other, parts)
    assert found.conflicts == ()
    return found.outline


def test_what_one_of_them_changed_is_taken_over() -> None:
    deck = BEFORE.with_copies(WARD, 3)
    plan = replace(
        BEFORE.with_copies(ARYA, 0).with_copies(OTHER_WARD, 1),
        name="If I go Targaryen",
        faction=Faction.TARGARYEN,
        agendas=(KINGS,),
        notes="More dragons.",
    )
    wanted = replace(plan, name="Wolves").with_copies(WARD, 3)
    assert not difference(merged(deck, plan), wanted)
    # The other way round the cards are the same.
    assert not difference(replace(merged(plan, deck), name="Wolves"), wanted)


def test_the_same_change_on_both_sides_is_no_conflict() -> None:
    both = BEFORE.with_copies(KNIGHT, 1)
    assert not difference(merged(both, both), both)


def test_different_numbers_of_copies_are_a_conflict_that_names_all_three() -> None:
    deck, plan = BEFORE.with_copies(WARD, 3), BEFORE.with_copies(WARD, 0)
    found = three_way_merge(outline(BEFORE), outline(deck), outline(plan))
    (conflict,) = found.conflicts
    assert (conflict.part, conflict.label) == (card_part("02102"), "Ward")
    assert (conflict.before, conflict.deck, conflict.plan) == ("2", "3", "0")
    assert conflict.part.key == "02102"
    # Until it is decided nothing of the deck is lost.
    assert not difference(found.outline, deck)
    assert not difference(merged(deck, plan, c02102=Side.DECK), deck)
    assert not difference(merged(deck, plan, c02102=Side.PLAN), plan)


def test_fields_notes_and_categories_are_merged_by_themselves() -> None:
    words = (Category("draw", (WARD.code,)), Category("old", (ARYA.code,)))
    before = replace(BEFORE, categories=words, card_notes=((WARD.code, "Keep it."),))
    deck = replace(before, card_notes=((ARYA.code, "Hers."), (WARD.code, "Keep it.")))
    plan = replace(
        before,
        format="melee",
        card_notes=(),
        categories=(Category("Draw", (WARD.code, KNIGHT.code), 2, None),),
    )
    found = three_way_merge(outline(before), outline(deck), outline(plan))
    assert found.conflicts == ()
    assert found.outline.format == "melee"
    assert found.outline.card_notes == ((ARYA.code, "Hers."),)
    assert found.outline.categories == plan.categories
    deck = replace(before, format="draft", categories=(Category("draw", (ARYA.code,)), words[1]))
    found = three_way_merge(outline(before), outline(deck), outline(plan))
    assert [(each.label, each.deck, each.plan) for each in found.conflicts] == [
        ("Format", "draft", "melee"),
        ("Category “draw”", "1 card", "2 cards, 2 or more"),
    ]


def test_without_what_was_before_all_that_differs_is_asked() -> None:
    plan = BEFORE.with_copies(WARD, 3).with_copies(ARYA, 0)
    found = three_way_merge(None, outline(BEFORE), outline(plan))
    assert sorted(each.label for each in found.conflicts) == ["Arya Stark", "Ward"]
    assert {each.before for each in found.conflicts} == {""}


def test_two_copies_of_an_agenda_and_plot_decks_stay() -> None:
    plan = replace(BEFORE, agendas=(FEALTY, FEALTY), plot_decks=(((WARD, 1),), ()))
    found = merged(BEFORE, plan)
    assert sum(each.copies for each in found.at(AGENDAS)) == 2
    assert (found.plot_decks, found.at(plot_deck(1))[0].code) == (2, WARD.code)

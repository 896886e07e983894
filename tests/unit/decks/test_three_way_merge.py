"""Two changes of one deck brought together."""

from __future__ import annotations

from dataclasses import replace

from carddb.terms import Faction
from decks.deck import Category, Deck
from decks.deck_section import AGENDAS, DRAW_DECK, plot_deck
from decks.diff import Outline, difference, outline
from decks.three_way_merge import DeckPart, PartKind, Side, three_way_merge
from tests.unit.library.decks import ARYA, FEALTY, KINGS, KNIGHT, OTHER_WARD, WARD, starks

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

"""Planned changes of decks: nowhere among the decks, edited as decks are, merged or thrown away."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_section import DRAW_DECK
from decks.three_way_merge import DeckPart, PartKind, Side
from library import rows
from library.deck_values import Plan
from library.errors import PlanError, UnknownDeckError
from library.file_copy import inspect_file
from library.library import Library
from library.search import DeckSearch
from tests.long_run import times
from tests.unit.library.decks import ARYA, KNIGHT, POOLS, WARD, starks

WARD_PART = DeckPart(PartKind.CARD, WARD.code, DRAW_DECK)


def begun(library: Library) -> Plan:
    return library.plans.begin(library.decks.add(starks("Wolves")).id, "If I go Targaryen")


def edit(library: Library, deck_id: str, **copies: int) -> None:
    """Save a deck with other numbers of copies, by the names of the cards."""
    opened = library.decks.open(deck_id, POOLS)
    deck = opened.deck
    for name, count in copies.items():
        deck = deck.with_copies({"ward": WARD, "arya": ARYA, "knight": KNIGHT}[name], count)
    library.decks.save(opened.with_deck(deck))


def deck_of(library: Library, deck_id: str) -> Deck:
    return library.decks.open(deck_id, POOLS).deck


def test_a_plan_is_no_second_deck_in_any_list(library: Library, tmp_path: Path) -> None:
    folder = library.folders.add("Worlds")
    deck = library.decks.add(starks("Wolves"), folder_id=folder.id, tags=["league"])
    library.collection.hold(Edition.SECOND, "Core", 3)
    plan = library.plans.begin(deck.id, "If I go Targaryen")
    assert (plan.name, plan.of.id, plan.version, plan.deck.plan_of) == (
        "If I go Targaryen",
        deck.id,
        1,
        deck.id,
    )
    assert library.plans.all() == (plan,)
    assert [each.id for each in library.decks.all()] == [deck.id]
    assert [each.id for each in library.decks.find(DeckSearch(cards=("Ward",)))] == [deck.id]
    assert library.decks.find(DeckSearch(text="Targaryen")) == ()
    assert [each.decks for each in library.folders.all()] == [1]
    assert library.decks.binned() == ()
    with pytest.raises(PlanError, match="A plan is not built"):
        library.decks.build(plan.id)
    assert library.collection.owned().built == ()
    # A copy of the library has it, and counts it as no deck.
    copy = library.back_up(tmp_path / "copy.db")
    assert (copy.decks, inspect_file(copy.path).decks) == (1, 1)
    library.plans.merge(plan.id)
    library.decks.empty_bin()
    library.restore(copy.path)
    assert [each.name for each in library.plans.all()] == ["If I go Targaryen"]


def test_a_plan_begins_from_a_version_or_the_deck_as_it_is(library: Library) -> None:
    deck = library.decks.add(starks("Wolves"))
    edit(library, deck.id, ward=3)
    old, new = (library.plans.begin(deck.id, name, of) for name, of in (("Old", 1), ("New", None)))
    assert (old.version, new.version) == (1, 2)
    assert deck_of(library, old.id) == starks("Old")
    assert deck_of(library, new.id) == starks("New").with_copies(WARD, 3)
    with pytest.raises(UnknownDeckError, match="no version 9"):
        library.plans.begin(deck.id, "Never", 9)
    with pytest.raises(PlanError, match="A plan has no plans"):
        library.plans.begin(new.id, "Of a plan")


def test_the_plan_becomes_the_decks_next_version(library: Library) -> None:
    plan = begun(library)
    edit(library, plan.id, ward=3, arya=0)
    assert len(library.history.versions(plan.id)) == 2
    assert library.plans.merge(plan.id) == 2
    newest, _ = library.history.versions(plan.of.id)
    assert newest.words == "Merged “If I go Targaryen”: \N{MINUS SIGN}1 Arya Stark, +1 Ward"
    assert deck_of(library, plan.of.id) == starks("Wolves").with_copies(WARD, 3).with_copies(
        ARYA, 0
    )
    # The plan waits in the bin, as what is thrown away does.
    assert library.plans.all() == ()
    assert [each.name for each in library.decks.binned()] == ["If I go Targaryen"]
    library.decks.take_back([plan.id])
    assert [each.id for each in library.plans.all()] == [plan.id]
    assert len(library.decks.all()) == 1
    # Merged once more, there is nothing new in it.
    assert library.plans.merge(plan.id) == 2


def test_what_the_deck_got_meanwhile_stays(library: Library) -> None:
    plan = begun(library)
    edit(library, plan.id, arya=0)
    edit(library, plan.of.id, ward=3)
    assert library.plans.look(plan.id).merged.conflicts == ()
    library.plans.merge(plan.id)
    assert deck_of(library, plan.of.id) == starks("Wolves").with_copies(WARD, 3).with_copies(
        ARYA, 0
    )


@pytest.mark.parametrize(("side", "copies"), [(Side.DECK, 3), (Side.PLAN, 1)])
def test_a_conflict_is_told_and_decided(library: Library, side: Side, copies: int) -> None:
    plan = begun(library)
    edit(library, plan.id, ward=1, knight=0)
    edit(library, plan.of.id, ward=3)
    (conflict,) = library.plans.look(plan.id).merged.conflicts
    assert (conflict.label, conflict.before, conflict.deck, conflict.plan) == (
        "Ward",
        "2",
        "3",
        "1",
    )
    with pytest.raises(PlanError, match="Deck and plan changed differently: Ward"):
        library.plans.merge(plan.id)
    assert deck_of(library, plan.of.id) == starks("Wolves").with_copies(WARD, 3)
    assert library.plans.all() != ()
    library.plans.merge(plan.id, {WARD_PART: side})
    merged = starks("Wolves").with_copies(KNIGHT, 0).with_copies(WARD, copies)
    assert deck_of(library, plan.of.id) == merged


def test_a_plan_that_was_edited_much_still_knows_where_it_began(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = times(short=20, long=rows.NEWEST)
    monkeypatch.setattr(rows, "NEWEST", most)
    plan = begun(library)
    for number in range(most + 5):
        edit(library, plan.id, ward=number % 3 + 1)
    numbers = [each.number for each in library.history.versions(plan.id)]
    assert numbers[-1] == 1
    assert len(numbers) < most + 5
    assert library.plans.look(plan.id).before is not None


def test_plans_go_with_their_deck(library: Library) -> None:
    plan = begun(library)
    library.decks.throw_away([plan.of.id])
    assert [each.id for each in library.decks.binned()] == [plan.of.id]
    library.decks.take_back([plan.of.id])
    assert [each.id for each in library.plans.all()] == [plan.id]
    library.decks.throw_away([plan.of.id])
    assert library.decks.empty_bin() == 1
    assert (library.plans.all(), library.decks.all(), library.decks.binned()) == ((), (), ())
    with pytest.raises(UnknownDeckError, match="no such plan"):
        library.plans.get(plan.id)


def test_a_change_takes_a_plan_out_of_the_bin(library: Library) -> None:
    plan = begun(library)
    library.decks.throw_away([plan.id])
    edit(library, plan.id, ward=3)
    assert [each.id for each in library.plans.all()] == [plan.id]

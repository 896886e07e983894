"""The history of a deck, searches inside decks, and planned changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlmodel import col

from carddb.terms import Edition, Faction
from decks.deck import Category, Deck
from decks.deck_section import DRAW_DECK
from decks.diff import outline
from decks.three_way_merge import DeckPart, PartKind, Side
from library import rows
from library.deck_values import Plan
from library.errors import PlanError, UnknownDeckError
from library.file_copy import inspect_file
from library.game_report import PlayedGame, Result
from library.library import Library
from library.models import VersionRow
from library.search import DeckSearch
from tests.builders import card, deck
from tests.long_run import times
from tests.unit.library.decks import (
    ARYA,
    FEALTY,
    KINGS,
    KNIGHT,
    OTHER_WARD,
    POOLS,
    WARD,
    starks,
    without,
)
from tests.unit.library.ticking import Ticking


def edit(library: Library, deck_id: str, times: int) -> None:
    """Save some changes, one version each."""
    opened = library.decks.open(deck_id, POOLS)
    for number in range(times):
        edited = replace(opened.deck, notes=f"Edit {opened.version} {number}")
        opened = library.decks.save(opened.with_deck(edited)).opened


class Session:
    """A window with an open deck, which saves as the window does."""

    def __init__(self, library: Library, deck_id: str) -> None:
        self._library, self._own = library, 0
        self._opened = library.decks.open(deck_id, POOLS)

    def edit(self, wards: int) -> None:
        """Change the copies of Ward and save the deck, which another window may have changed."""
        if self._library.decks.get(self._opened.id).version != self._opened.version:
            self._opened = self._library.decks.open(self._opened.id, POOLS)
        edited = self._opened.with_deck(self._opened.deck.with_copies(WARD, wards))
        self._opened = self._library.decks.save(edited, self._own).opened
        self._own = self._opened.version


def numbers(library: Library, deck_id: str) -> list[int]:
    return [version.number for version in library.history.versions(deck_id)]


def test_every_step_is_kept_with_its_words(library: Library) -> None:
    stored = library.decks.add(starks())
    opened = library.decks.open(stored.id, POOLS)
    fewer = opened.deck.with_copies(WARD, 0).with_copies(KNIGHT, 1)
    changed = replace(fewer, faction=Faction.GREYJOY)
    library.decks.save(opened.with_deck(changed))
    newest, first = library.history.versions(stored.id)
    assert first.words == "Added"
    assert newest.words.replace("\u2212", "-") == (
        "faction House Stark → House Greyjoy, -2 Hedge Knight, -2 Ward"
    )
    assert (newest.number, newest.based_on, newest.current, first.current) == (2, 1, True, False)
    assert newest.made > first.made
    assert library.history.open(stored.id, 1, POOLS).deck == starks()


def test_the_card_that_a_version_is_about_is_the_one_added_else_the_one_removed(
    library: Library,
) -> None:
    stored = library.decks.add(starks())
    opened = library.decks.open(stored.id, POOLS)
    fewer = opened.deck.with_copies(KNIGHT, 0)
    opened = library.decks.save(opened.with_deck(fewer)).opened
    other = fewer.with_copies(WARD, 0).with_copies(OTHER_WARD, 1)
    opened = library.decks.save(opened.with_deck(other)).opened
    library.decks.save(opened.with_deck(replace(other, notes="No card")))
    changed = library.history.changed_cards(stored.id)
    assert changed == {2: KNIGHT.code, 3: OTHER_WARD.code}


def test_the_newest_200_stay_and_those_that_matter(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rows.NEWEST == 200
    most = times(short=20, long=200)
    monkeypatch.setattr(rows, "NEWEST", most)
    stored = library.decks.add(starks())
    edit(library, stored.id, 9)
    library.history.name(stored.id, 2, "As in Oslo")
    library.decks.build(stored.id, 3)
    game = PlayedGame(played=date(2026, 3, 1), result=Result.WIN, deck_id=stored.id, version=4)
    library.games.add(game)
    old = library.decks.open(stored.id, POOLS)
    edit(library, stored.id, 1)
    library.decks.save(old.with_deck(replace(old.deck, notes="Other window")))
    edit(library, stored.id, most + 9)
    newest = library.decks.get(stored.id).version
    assert newest == most + 21
    kept = list(range(newest, newest - most, -1))
    assert numbers(library, stored.id) == [*kept, 11, 4, 3, 2]
    assert library.history.outline(stored.id, 2).notes == "Edit 1 0"
    with pytest.raises(UnknownDeckError, match="no version 5 of this deck"):
        library.history.open(stored.id, 5, POOLS)


def test_the_changes_of_a_session_are_one_version(library: Library, clock: Ticking) -> None:
    stored = library.decks.add(starks())
    session = Session(library, stored.id)
    for copies in (3, 1, 0):
        session.edit(copies)
    assert numbers(library, stored.id) == [4, 1]
    newest = library.history.versions(stored.id)[0]
    assert (newest.words, newest.based_on) == ("\N{MINUS SIGN}2 Ward", 1)
    assert library.history.outline(stored.id) == outline(starks().with_copies(WARD, 0))
    clock.sleep(29 / 24 / 60)
    session.edit(1)
    assert numbers(library, stored.id) == [5, 1]
    clock.sleep(30 / 24 / 60)
    session.edit(3)
    assert numbers(library, stored.id) == [6, 5, 1]
    # Another window, and the next start, go on with a version of their own.
    Session(library, stored.id).edit(2)
    session.edit(1)
    assert numbers(library, stored.id) == [8, 7, 6, 5, 1]


def test_a_long_session_deletes_no_earlier_version(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "NEWEST", 4)
    stored = library.decks.add(starks())
    edit(library, stored.id, 2)
    session = Session(library, stored.id)
    for number in range(7):
        session.edit(number % 3)
    assert numbers(library, stored.id) == [10, 3, 2, 1]


def test_a_version_that_matters_stays_apart(library: Library) -> None:
    deck_id = library.decks.add(starks()).id
    session = Session(library, deck_id)
    session.edit(3)
    library.history.name(deck_id, 2, "As in Oslo")
    session.edit(0)
    library.decks.build(deck_id, 3)
    session.edit(1)
    game = PlayedGame(played=date(2026, 3, 1), result=Result.WIN, deck_id=deck_id, version=4)
    library.games.add(game)
    session.edit(3)
    library.plans.begin(deck_id, "If I go Targaryen", 5)
    session.edit(0)
    library.decks.rename(deck_id, "Others")
    session.edit(1)
    assert numbers(library, deck_id) == [8, 7, 6, 5, 4, 3, 2, 1]


def test_a_session_that_takes_everything_back_says_so(library: Library) -> None:
    stored = library.decks.add(starks())
    session = Session(library, stored.id)
    session.edit(3)
    session.edit(2)
    newest, first = library.history.versions(stored.id)
    assert (newest.words, first.number) == ("Back to version 1", 1)
    assert library.decks.open(stored.id, POOLS).deck == starks()


def test_a_damaged_version_before_the_session_stops_no_save(library: Library) -> None:
    stored = library.decks.add(starks())
    session = Session(library, stored.id)
    session.edit(3)
    with library.decks._storage.writing() as connection:  # noqa: SLF001
        damage = update(VersionRow).where(col(VersionRow.number) == 1)
        connection.execute(damage.values(content="{"))
    session.edit(0)
    assert numbers(library, stored.id) == [3, 2, 1]


def test_a_name_can_be_given_changed_and_taken_away(library: Library) -> None:
    stored = library.decks.add(starks())
    library.history.name(stored.id, 1, " The  first ")
    assert library.history.versions(stored.id)[0].name == "The first"
    library.history.name(stored.id, 1, None)
    assert library.history.versions(stored.id)[0].name is None
    with pytest.raises(UnknownDeckError):
        library.history.name(stored.id, 7, "None such")


def test_the_way_back_is_a_step(library: Library) -> None:
    stored = library.decks.add(starks())
    edit(library, stored.id, 2)
    assert library.history.go_back(stored.id, 1) == 4
    assert library.decks.open(stored.id, POOLS).deck == starks()
    assert library.history.versions(stored.id)[0].words == "Back to version 1"
    assert library.history.go_back(stored.id, 1) == 4


def test_the_way_back_keeps_unknown_cards(library: Library) -> None:
    stored = library.decks.add(starks())
    opened = library.decks.open(stored.id, without("02102"))
    library.decks.save(opened.without(opened.unknown[0]))
    library.history.go_back(stored.id, 1)
    assert library.decks.open(stored.id, POOLS).deck == starks()


def test_the_difference_of_versions_and_decks(library: Library) -> None:
    one = library.decks.add(starks("One"))
    other = library.decks.add(starks("Other").with_copies(OTHER_WARD, 1))
    diff = library.history.difference(one.id, other.id)
    assert [(change.code, change.before, change.after) for change in diff.added] == [
        ("17126", 0, 1)
    ]
    assert diff.words == ("name One → Other", "+1 Ward (R)")
    edit(library, one.id, 1)
    assert library.history.difference(one.id, one.id, 1).words == ("notes changed",)
    assert library.history.difference(one.id, one.id, 2, 1).words == ("notes changed",)
    assert not library.history.difference(one.id, one.id)


def test_a_deck_that_is_not_there_has_no_history(library: Library) -> None:
    with pytest.raises(UnknownDeckError):
        library.history.versions("nothing")
    with pytest.raises(UnknownDeckError):
        library.history.go_back("nothing", 1)


WARDEN = card("Warden of the North", code="09001")


@pytest.fixture
def filled(library: Library) -> Library:
    folder = library.folders.add("League")
    library.decks.add(
        deck(
            *((WARD, 2), ARYA, FEALTY),
            name="Wolves",
            notes="For Zürich",
            card_notes=((ARYA.code, "Steals a fine plot"),),
            categories=(Category("removal"),),
        ),
        tags=["Tried it"],
    )
    library.decks.add(
        deck((WARDEN, 1), KINGS, name="Winter", faction=Faction.TYRELL, format="melee"),
        folder_id=folder.id,
    )
    built = library.decks.add(deck((OTHER_WARD, 1), name="Krakens", faction=Faction.GREYJOY))
    library.decks.build(built.id)
    library.decks.add(
        deck((KNIGHT, 1), name="Old", faction=None, edition=Edition.FIRST, rookery=((WARDEN, 1),))
    )
    gone = library.decks.add(deck((WARD, 3), name="Gone"))
    library.decks.throw_away([gone.id])
    return library


SEARCHES = (
    (DeckSearch(text="steals zurich removal"), "Wolves"),
    (DeckSearch(), "Krakens Old Winter Wolves"),
    (DeckSearch(cards=("Ward",)), "Krakens Wolves"),
    (DeckSearch(cards=("wārd",)), "Krakens Wolves"),
    (DeckSearch(cards=("02102",)), "Wolves"),
    (DeckSearch(cards=("Warden",)), "Old Winter"),
    (DeckSearch(cards=("Ward", "arya stark")), "Wolves"),
    (DeckSearch(cards=("Nobody",)), ""),
    (DeckSearch(cards=("",)), ""),
    (DeckSearch(cards=("Fealty",)), "Wolves"),
    (DeckSearch(faction=Faction.TYRELL), "Winter"),
    (DeckSearch(agenda="kings"), "Winter"),
    (DeckSearch(agenda="01027"), "Wolves"),
    (DeckSearch(format="Melee"), "Winter"),
    (DeckSearch(edition=Edition.FIRST), "Old"),
    (DeckSearch(tag="TRIED IT"), "Wolves"),
    (DeckSearch(tag="tried"), ""),
    (DeckSearch(built=True), "Krakens"),
    (DeckSearch(built=False, text="w"), "Old Winter Wolves"),
    (DeckSearch(text="zurich wolves"), "Wolves"),
    (DeckSearch(text="house greyjoy"), "Krakens"),
    (DeckSearch(text="ward"), "Krakens Wolves"),
    (DeckSearch(text="hedge knight"), "Old"),
    (DeckSearch(cards=("Ward",), called="winter"), "Krakens Winter Wolves"),
    (DeckSearch(cards=("teeth",), called="with teeth"), ""),
    (DeckSearch(text="!?"), "Krakens Old Winter Wolves"),
    (DeckSearch(text="ward", faction=Faction.STARK), "Wolves"),
)


def test_what_is_found(filled: Library) -> None:
    results = [
        (search, " ".join(sorted(each.name for each in filled.decks.find(search))))
        for search, _ in SEARCHES
    ]
    assert results == [*SEARCHES]


def test_decks_of_a_folder(filled: Library) -> None:
    (folder,) = filled.folders.all()
    (found,) = filled.decks.find(DeckSearch(folder_id=folder.id))
    assert found == next(each for each in filled.decks.all() if each.name == "Winter")


WARD_PART = DeckPart(PartKind.CARD, WARD.code, DRAW_DECK)


def begun(library: Library) -> Plan:
    return library.plans.begin(library.decks.add(starks("Wolves")).id, "If I go Targaryen")


def edit_plan(library: Library, deck_id: str, **copies: int) -> None:
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
    edit_plan(library, deck.id, ward=3)
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
    edit_plan(library, plan.id, ward=3, arya=0)
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
    edit_plan(library, plan.id, arya=0)
    edit_plan(library, plan.of.id, ward=3)
    assert library.plans.look(plan.id).merged.conflicts == ()
    library.plans.merge(plan.id)
    assert deck_of(library, plan.of.id) == starks("Wolves").with_copies(WARD, 3).with_copies(
        ARYA, 0
    )


@pytest.mark.parametrize(("side", "copies"), [(Side.DECK, 3), (Side.PLAN, 1)])
def test_a_conflict_is_told_and_decided(library: Library, side: Side, copies: int) -> None:
    plan = begun(library)
    edit_plan(library, plan.id, ward=1, knight=0)
    edit_plan(library, plan.of.id, ward=3)
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
        edit_plan(library, plan.id, ward=number % 3 + 1)
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
    edit_plan(library, plan.id, ward=3)
    assert [each.id for each in library.plans.all()] == [plan.id]

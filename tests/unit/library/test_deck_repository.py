"""Decks are added, listed, opened, saved, sorted, filed and thrown away."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from carddb.terms import Edition, Faction
from decks.deck import Category, Deck
from decks.deck_reader import read_decks
from decks.deck_section import AGENDAS, DRAW_DECK
from decks.diff import outline
from decks.formats.deck_json import deck_object
from library.content import codes_in, decode_deck, encode_deck, with_cards
from library.errors import DamagedLibraryError, LibraryError, UnknownDeckError, UnusableNameError
from library.library import Library
from library.own_shape import agendas_of, begun_like, decks_like
from tests.builders import deck
from tests.long_run import times
from tests.unit.events.organizer import CREATED
from tests.unit.library.decks import (
    ARYA,
    FEALTY,
    KINGS,
    KNIGHT,
    NOBLE,
    POOLS,
    WARD,
    starks,
    without,
)
from tests.unit.library.ticking import Ticking


def test_a_deck_comes_out_as_it_went_in(library: Library) -> None:
    whole = starks(
        notes="Ünïcode: “ワード”\nand a second line",
        format="rookery",
        list_code="gotstandard2.1",
        date="2026-11-20",
        rookery=((KNIGHT, 2),),
        drafted=((ARYA, 1), (WARD, 3)),
        players=3,
        plot_decks=((), ((WARD, 1),), ()),
    )
    stored = library.decks.add(whole)
    opened = library.decks.open(stored.id, POOLS)
    assert (opened.deck, opened.unknown, opened.version) == (whole, (), 1)


def test_the_list_says_what_there_is_to_say(library: Library, clock: Ticking) -> None:
    stored = library.decks.add(starks(), tags=["League", "tried"])
    assert library.decks.all() == (stored,)
    assert (stored.name, stored.edition, stored.format) == ("Starks", Edition.SECOND, "joust")
    assert stored.faction is Faction.STARK
    assert (stored.agendas, stored.agenda_names) == (("01027",), ("Fealty",))
    assert (stored.draw_count, stored.plot_count) == (6, 1)
    assert stored.tags == ("League", "tried")
    assert stored.created == stored.changed == clock.now
    assert stored.created.tzinfo is UTC
    assert not stored.built


def test_the_deck_changed_last_comes_first(library: Library) -> None:
    first, second = library.decks.add_all([starks("One"), starks("Two")])
    third = library.decks.add(starks("Three"))
    library.decks.rename(first.id, "Uno")
    assert [each.name for each in library.decks.all()][:2] == ["Uno", "Three"]
    assert {each.id for each in library.decks.all()} == {first.id, second.id, third.id}


def test_many_decks_are_added_in_their_order(library: Library) -> None:
    many = times(short=603, long=1203)
    added = library.decks.add_all([starks(f"Deck {n}") for n in range(many)], tags=["many"])
    assert [each.name for each in added] == [f"Deck {n}" for n in range(many)]
    assert len(library.decks.all()) == many
    assert library.decks.add_all([]) == ()


def test_a_save_is_a_step(library: Library) -> None:
    stored = library.decks.add(starks())
    opened = library.decks.open(stored.id, POOLS)
    edited = opened.deck.with_copies(WARD, 3)
    saved = library.decks.save(opened.with_deck(edited))
    assert (saved.stepped, saved.overtaken, saved.newer, saved.opened.version) == (
        True,
        None,
        None,
        2,
    )
    assert library.decks.open(stored.id, POOLS) == saved.opened
    assert library.decks.get(stored.id).draw_count == 7
    assert library.decks.get(stored.id).changed > stored.changed


def test_a_save_without_a_change_is_none(library: Library) -> None:
    stored = library.decks.add(starks())
    opened = library.decks.open(stored.id, POOLS)
    assert not library.decks.save(opened).stepped
    assert library.decks.get(stored.id) == stored
    assert len(library.history.versions(stored.id)) == 1


def test_a_save_after_another_window_keeps_both(library: Library) -> None:
    stored = library.decks.add(starks())
    here, there = (library.decks.open(stored.id, POOLS) for _ in range(2))
    library.decks.save(there.with_deck(there.deck.with_copies(KNIGHT, 1)))
    saved = library.decks.save(here.with_deck(here.deck.with_copies(WARD, 1)))
    assert (saved.overtaken, saved.opened.version) == (2, 3)
    newest, other, _ = library.history.versions(stored.id)
    assert (newest.current, newest.based_on, other.overtaken_by) == (True, 1, 3)
    assert newest.words == "-1 Ward, +2 Hedge Knight".replace("-", "−")  # noqa: RUF001
    assert library.history.open(stored.id, 2, POOLS).deck.copies(KNIGHT) == 1
    assert library.decks.open(stored.id, POOLS).deck == here.deck.with_copies(WARD, 1)


def test_a_window_without_a_change_overtakes_nobody(library: Library) -> None:
    stored = library.decks.add(starks())
    here, there = (library.decks.open(stored.id, POOLS) for _ in range(2))
    library.decks.save(there.with_deck(there.deck.with_copies(KNIGHT, 1)))
    saved = library.decks.save(here)
    assert (saved.stepped, saved.newer, saved.opened) == (False, 2, here)
    assert library.decks.open(stored.id, POOLS).deck.copies(KNIGHT) == 1


def test_a_deck_that_is_gone_is_added_again(library: Library) -> None:
    stored = library.decks.add(starks())
    opened = library.decks.open(stored.id, POOLS)
    library.decks.throw_away([stored.id])
    library.decks.empty_bin()
    saved = library.decks.save(opened.with_deck(opened.deck.with_copies(WARD, 3)))
    assert saved.stepped
    assert library.decks.open(stored.id, POOLS) == saved.opened


def test_a_card_that_no_pool_knows_stays(library: Library) -> None:
    stored = library.decks.add(starks())
    opened = library.decks.open(stored.id, without("02102", "01027"))
    assert [(each.section, each.code, each.copies, each.name) for each in opened.unknown] == [
        (AGENDAS, "01027", 1, "Fealty"),
        (DRAW_DECK, "02102", 2, "Ward"),
    ]
    assert (WARD not in dict(opened.deck.slots), opened.deck.agendas) == (True, ())
    assert not library.decks.save(opened).stepped
    library.decks.save(opened.with_deck(opened.deck.with_copies(KNIGHT, 1)))
    again = library.decks.open(stored.id, POOLS)
    assert again.deck == starks().with_copies(KNIGHT, 1)
    assert again.unknown == ()
    assert library.decks.get(stored.id).draw_count == 4


def test_a_card_that_no_pool_ever_knew(library: Library) -> None:
    known = without("01141")
    opened = library.decks.open(library.decks.add(starks()).id, known)
    nameless = replace(opened.unknown[0], name="", type="", pack="", code="99999")
    stored = library.decks.add(outline(opened.deck, [nameless]))
    (unknown,) = library.decks.open(stored.id, POOLS).unknown
    assert (unknown.title, unknown.copies) == ("99999", 1)
    assert stored.draw_count == 6


def test_an_unknown_card_can_be_taken_out(library: Library) -> None:
    stored = library.decks.add(starks())
    opened = library.decks.open(stored.id, without("02102"))
    assert library.decks.save(opened.without(opened.unknown[0])).stepped
    assert library.decks.open(stored.id, POOLS).deck.copies(WARD) == 0


def test_a_name_is_a_step_too(library: Library) -> None:
    stored = library.decks.add(starks())
    renamed = library.decks.rename(stored.id, "  Winter   is Coming ")
    assert (renamed.name, renamed.version) == ("Winter is Coming", 2)
    assert library.decks.open(stored.id, POOLS).deck.name == "Winter is Coming"
    assert library.history.versions(stored.id)[0].words == "name Starks → Winter is Coming"
    assert library.decks.rename(stored.id, "Winter is Coming").version == 2
    with pytest.raises(UnusableNameError, match="A deck needs a name"):
        library.decks.rename(stored.id, " ")


def test_a_duplicate_is_a_deck_of_its_own(library: Library) -> None:
    folder = library.folders.add("League")
    stored = library.decks.add(starks(), folder_id=folder.id, tags=["tried"])
    copied = library.decks.duplicate(stored.id, "Starks 2")
    assert copied.id != stored.id
    assert (copied.folder_id, copied.tags, copied.version) == (folder.id, ("tried",), 1)
    assert library.decks.open(copied.id, POOLS).deck == replace(starks(), name="Starks 2")


def test_tags(library: Library) -> None:
    stored = library.decks.add(starks(), tags=["Tried", "tried", " Zürich  2026 "])
    assert stored.tags == ("Tried", "Zürich 2026")
    assert library.decks.tags() == ("Tried", "Zürich 2026")
    assert library.decks.tag(stored.id, ["new"]).tags == ("new",)
    assert library.decks.tag(stored.id, []).tags == ()
    with pytest.raises(UnusableNameError, match="A tag needs a name"):
        library.decks.tag(stored.id, [""])


def test_the_bin(library: Library) -> None:
    staying, gone = library.decks.add_all([starks("Kept"), starks("Gone")], tags=["tried"])
    library.decks.build(gone.id)
    library.decks.throw_away([gone.id])
    assert [each.id for each in library.decks.all()] == [staying.id]
    (binned,) = library.decks.binned()
    assert (binned.id, binned.tags, binned.built) == (gone.id, ("tried",), False)
    assert isinstance(binned.deleted, datetime)
    library.decks.take_back([gone.id])
    assert library.decks.binned() == ()
    assert library.decks.open(gone.id, POOLS).deck == starks("Gone")
    library.decks.throw_away([gone.id])
    assert library.decks.empty_bin() == 1
    assert library.decks.binned() == ()
    with pytest.raises(UnknownDeckError, match="no such deck"):
        library.decks.open(gone.id, POOLS)
    assert len(library.decks.all()) == 1


def test_work_on_a_deck_takes_it_out_of_the_bin(library: Library) -> None:
    stored = library.decks.add(starks())
    opened = library.decks.open(stored.id, POOLS)
    library.decks.throw_away([stored.id])
    library.decks.save(opened.with_deck(replace(opened.deck, agendas=(KINGS, FEALTY))))
    assert library.decks.all()[0].agenda_names == ("Kings of Winter", "Fealty")


def test_what_is_not_there_is_said(library: Library) -> None:
    with pytest.raises(UnknownDeckError):
        library.decks.get("nothing")
    with pytest.raises(UnknownDeckError):
        library.decks.throw_away(["nothing"])
    with pytest.raises(UnknownDeckError, match="no such folder"):
        library.decks.add(starks(), folder_id="nothing")
    assert library.decks.all() == ()
    stored = library.decks.add(starks())
    with pytest.raises(UnknownDeckError):
        library.decks.throw_away([stored.id, "nothing"])
    assert len(library.decks.all()) == 1


def test_texts_that_no_database_takes(library: Library) -> None:
    stored = library.decks.add(starks("Nul\0 and half \ud83d", notes="\0\udfff"))
    assert stored.name == "Nul and half ?"
    assert library.decks.open(stored.id, POOLS).deck.notes == "?"


def test_every_change_is_counted(library: Library) -> None:
    before = library.changes()
    stored = library.decks.add(starks())
    library.decks.rename(stored.id, "Other")
    library.decks.all()
    assert library.changes() == before + 2


def test_many_decks_are_opened_as_one_is_and_one_that_is_gone_is_left_out(library: Library) -> None:
    one, other = library.decks.add(starks("One")), library.decks.add(starks("Other"))
    opened = library.decks.open(other.id, POOLS)
    library.decks.save(opened.with_deck(opened.deck.with_copies(WARD, 1)))
    found = library.decks.open_all([other.id, "gone", one.id], POOLS)
    assert found == tuple(library.decks.open(each, POOLS) for each in (other.id, one.id))


def test_tags_of_several_decks_are_kept_together_or_none_of_them(library: Library) -> None:
    one, other = library.decks.add(starks("One")), library.decks.add(starks("Other"))
    library.decks.tag_all({other.id: ["a", "A"], one.id: ["b"]})
    with pytest.raises(UnknownDeckError):
        library.decks.tag_all({one.id: ["c"], "gone": ["c"]})
    assert [library.decks.get(each.id).tags for each in (one, other)] == [("b",), ("a",)]


@pytest.mark.parametrize("year", [1, 1970, 9999])
def test_nothing_is_saved_by_a_clock_that_cannot_be_right(tmp_path: Path, year: int) -> None:
    path = tmp_path / "decks.db"
    now = datetime(year, 1 if year == 1 else 12, 1 if year == 1 else 31, tzinfo=UTC)
    with Library(path, clock=lambda: now) as library:
        with pytest.raises(LibraryError, match=f"the year {now.year} cannot be saved"):
            library.decks.add(starks())
        with pytest.raises(LibraryError, match=f"the year {now.year} cannot be saved"):
            library.events.create([CREATED])
        assert library.decks.all() == ()
    with Library(path, clock=lambda: datetime(2026, 5, 1, tzinfo=UTC)) as library:
        assert library.note == ""


def test_names_of_a_file_that_another_program_wrote_are_cleaned(tmp_path: Path) -> None:
    path = tmp_path / "decks.db"
    clock = Ticking()
    with Library(path, clock=clock) as library:
        stored = library.decks.add(starks("Wolves"))
        folder = library.folders.add("Cups")
        library.decks.tag(stored.id, ["old"])
    with closing(sqlite3.connect(path)) as connection, connection:
        for table, column in (("deck", "name"), ("folder", "name"), ("tag", "name")):
            connection.execute(f"UPDATE {table} SET {column} = ?", (f"\x1b[31m\u202e{'a' * 200}",))  # noqa: S608
    with Library(path, clock=clock) as library:
        (deck,), (found,) = library.decks.all(), library.folders.all()
        assert deck.name == f"[31m{'a' * 56}"
        assert deck.tags == (f"[31m{'a' * 56}",)
        assert (found.id, found.name) == (folder.id, f"[31m{'a' * 56}")


WHOLE = starks(
    notes="Notes",
    list_code="gotstandard2.1",
    date="2026-11-20",
    rookery=((KNIGHT, 2),),
    drafted=((ARYA, 1),),
    considered=((FEALTY, 1), (KNIGHT, 1)),
    categories=(Category("draw", ("01141",), 8, 10), Category("gold")),
    card_notes=(("01141", "Keep her."),),
    players=2,
    plot_decks=(((WARD, 1),), ()),
    agendas=(KINGS, FEALTY),
)


@pytest.mark.parametrize("whole", [WHOLE, starks(), deck(faction=None)])
def test_it_is_a_deck_file(whole: Deck) -> None:
    text = encode_deck(outline(whole))
    assert json.loads(text) == deck_object(whole)
    (reading,) = read_decks(text, POOLS)
    assert reading.deck == whole
    assert with_cards(decode_deck(text, {}), POOLS) == (whole, ())


def test_all_codes_of_it() -> None:
    assert codes_in(encode_deck(outline(WHOLE))) == [
        "01001",
        "01027",
        "01090",
        "01141",
        "02102",
        "04037",
    ]


THIRD: dict[str, object] = {
    "name": "",
    "edition": "third",
    "format": "",
    "faction_code": None,
    "agendas": [],
}


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "{}", '{"slots": {}}', json.dumps(THIRD | {"slots": {}})]
)
def test_damage_is_said(text: str) -> None:
    with pytest.raises(DamagedLibraryError, match="is damaged and cannot be read"):
        decode_deck(text, {})


def test_folders_are_listed_by_name_with_their_decks(library: Library) -> None:
    worlds, league = library.folders.add("Worlds"), library.folders.add("Älg league")
    one, two, _ = library.decks.add_all([starks("One"), starks("Two"), starks("Three")])
    library.decks.move([one.id, two.id], worlds.id)
    assert [(each.name, each.decks) for each in library.folders.all()] == [
        ("Älg league", 0),
        ("Worlds", 2),
    ]
    library.decks.throw_away([two.id])
    assert library.folders.all()[1].decks == 1
    library.decks.move([one.id], league.id)
    library.decks.move([one.id], None)
    assert library.decks.get(one.id).folder_id is None


def test_names_of_folders_are_of_one_folder_each(library: Library) -> None:
    league = library.folders.add("League")
    other = library.folders.add("Other")
    with pytest.raises(UnusableNameError, match="a folder “league” already"):
        library.folders.add("league")
    with pytest.raises(UnusableNameError):
        library.folders.rename(other.id, "LEAGUE")
    library.folders.rename(league.id, "LEAGUE")
    assert [each.name for each in library.folders.all()] == ["LEAGUE", "Other"]
    with pytest.raises(UnusableNameError, match="A folder needs a name"):
        library.folders.add(" \0 ")


def test_decks_stay_when_their_folder_goes(library: Library) -> None:
    league = library.folders.add("League")
    stored = library.decks.add(starks(), folder_id=league.id)
    assert stored.folder_id == league.id
    library.folders.remove(league.id)
    assert library.decks.get(stored.id).folder_id is None
    with pytest.raises(UnknownDeckError):
        library.folders.remove(league.id)
    with pytest.raises(UnknownDeckError):
        library.decks.move([stored.id], league.id)


NEW = Deck(name="New", edition=Edition.SECOND, faction=Faction.STARK)


def test_decks_of_the_faction_with_the_agenda_count(library: Library) -> None:
    one, other = library.decks.add_all([starks("One"), starks("Other").with_copies(ARYA, 0)])
    melee, kings = library.decks.add_all(
        [starks("Melee", format="melee"), starks("Kings", agendas=(KINGS,))]
    )
    library.decks.add(starks("Lannister", faction=Faction.LANNISTER))
    library.plans.begin(one.id, "A plan is not a deck")
    decks = library.decks.all()
    stark = Edition.SECOND, Faction.STARK
    assert agendas_of(decks, *stark) == {"Fealty": 3, "Kings of Winter": 1}
    assert set(decks_like(decks, *stark, "fealty")) == {one.id, other.id, melee.id}
    assert set(decks_like(decks, *stark, "Fealty", "joust")) == {one.id, other.id}
    assert decks_like(decks, *stark, "Kings of Winter") == [kings.id]
    assert decks_like(decks, *stark, "Alliance") == []
    assert len(decks_like(decks, Edition.SECOND, None, "Fealty")) == 4


def test_the_new_deck_has_staples_plots_agenda_and_own_categories(library: Library) -> None:
    added = library.decks.add_all([starks("One"), starks("Other").with_copies(ARYA, 0)])
    library.card_categories.put(Edition.SECOND, ["Ward"], [("Ward", "control")])
    ids = [each.id for each in added]
    begun, shape = begun_like(library, ids, NEW, "Fealty", POOLS)
    assert (shape.decks, begun.name, begun.agendas) == (2, "New", (FEALTY,))
    assert begun.slots == ((NOBLE, 1), (KNIGHT, 3), (WARD, 2))
    assert begun.categories == (Category("control", (WARD.code,)),)
    assert begun.notes.startswith("Begun from 2 decks.")
    # Nothing is saved by that.
    assert len(library.decks.all()) == 2


def test_without_such_decks_there_is_the_agenda_alone(library: Library) -> None:
    begun, shape = begun_like(library, [], NEW, "Fealty", POOLS)
    assert (shape.decks, begun.slots, begun.agendas) == (0, (), (FEALTY,))

"""A new deck begun from the library's own decks with an agenda."""

from __future__ import annotations

from carddb.terms import Edition, Faction
from decks.deck import Category, Deck
from library.library import Library
from library.own_shape import agendas_of, begun_like, decks_like
from tests.unit.library.decks import ARYA, FEALTY, KINGS, KNIGHT, NOBLE, POOLS, WARD, starks

NEW = Deck(name="New", edition=Edition.SECOND, faction=Faction.STARK)


def test_decks_of_the_faction_with_the_agenda_count(library: Library) -> None:
    one, other = library.decks.add_all([starks("One"), starks("Other").with_copies(ARYA, 0)])
    melee, kings = library.decks.add_all(
        [starks("Melee", format="melee"), starks("Kings", agendas=(KINGS,))]
    )
    library.decks.add(starks("Lannister", faction=Faction.LANNISTER))
    library.plans.begin(one.id, "A plan is no deck")
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

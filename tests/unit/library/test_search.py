"""Searching inside decks."""

from __future__ import annotations

import pytest

from carddb.terms import Edition, Faction
from decks.deck import Category
from library.library import Library
from library.search import DeckSearch
from tests.builders import card, deck
from tests.unit.library.decks import ARYA, FEALTY, KINGS, KNIGHT, OTHER_WARD, WARD

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

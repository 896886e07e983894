"""Folders of decks."""

from __future__ import annotations

import pytest

from library.errors import UnknownDeckError, UnusableNameError
from library.library import Library
from tests.unit.library.decks import starks


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

"""`sevenplots plan`: begun, listed, compared, merged, dropped; `sevenplots template`."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddb import catalogue
from carddb.terms import Edition, Faction
from tests.builders import deck
from tests.running import Run
from tests.unit.cli.conftest import open_library

POOL = catalogue.pools()[Edition.SECOND]
KINGSROAD, ARYA, WARD, FEALTY = (POOL.card(c) for c in ("01039", "01141", "02102", "01027"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home folder with a library of two decks."""
    folder = tmp_path / "home"
    with open_library(folder) as library:
        wolves = deck(*((KINGSROAD, 3), (WARD, 2), FEALTY), name="Wolves", faction=Faction.STARK)
        library.decks.add(wolves)
        pups = deck(*((KINGSROAD, 3), ARYA, FEALTY), name="Pups", faction=Faction.STARK)
        library.decks.add(pups)
    return folder


def edit(home: Path, deck_id: str, ward: int, arya: int) -> None:
    with open_library(home) as library:
        found = library.decks.open(deck_id, catalogue.pools())
        new = found.deck.with_copies(WARD, ward).with_copies(ARYA, arya)
        library.decks.save(found.with_deck(new))


def test_a_plan_is_begun_merged_and_restored(sevenplots: Run, home: Path) -> None:
    ran = sevenplots("plan", "new", "wolves", "If I go Targaryen")
    assert ran.out == "“If I go Targaryen” of “Wolves” is begun from version 1.\n"
    (plan,) = sevenplots("plan", "list", "--json").json["plans"]
    assert (plan["name"], plan["deck"]["name"]) == ("If I go Targaryen", "Wolves")
    assert sevenplots("plan", "list", "pups").out == "There are no plans.\n"
    edit(home, plan["id"], ward=3, arya=1)
    edit(home, plan["deck"]["id"], ward=1, arya=0)
    compared = sevenplots("plan", "compare", "targaryen", "--json")
    assert (compared.status, compared.json["changes"]) == (1, ["+1 Arya Stark"])
    assert compared.json["conflicts"] == [
        {"code": "02102", "label": "Ward", "before": "2", "deck": "1", "plan": "3"}
    ]
    refused = sevenplots("plan", "merge", "targaryen")
    assert refused.status == 1
    assert "Ward" in refused.out
    assert refused.out.endswith("Nothing was changed.\n")
    assert sevenplots("plan", "merge", "targaryen", "--from-plan", "01039").status == 2
    ran = sevenplots("plan", "merge", "targaryen", "--from-plan", "02102")
    assert ran.out == "“If I go Targaryen” is version 3 of “Wolves”.\n"
    with open_library(home) as library:
        merged = library.decks.open(plan["deck"]["id"], catalogue.pools()).deck
    assert (merged.copies(WARD), merged.copies(ARYA)) == (3, 1)
    assert sevenplots("plan", "list").out == "There are no plans.\n"
    assert "is a plan again" in sevenplots("plan", "restore", "targaryen").out
    assert "is in the bin" in sevenplots("plan", "drop", "targaryen").out
    assert sevenplots("plan", "drop", "targaryen").status == 2


def test_a_template_is_what_ones_own_decks_share(sevenplots: Run, home: Path) -> None:
    ran = sevenplots("template", "fealty")
    assert ran.status == 0
    assert "3x The Kingsroad" in ran.out
    assert "Ward" not in ran.out
    assert "Begun from 2 decks." in ran.err
    assert "Not legal yet" in ran.err
    found = sevenplots("template", "fealty", "--add", "--name", "New wolves", "--json").json
    assert (found["decks"], found["deck"]["slots"], found["legal"]) == (2, {"01039": 3}, False)
    with open_library(home) as library:
        assert {each.name for each in library.decks.all()} == {"New wolves", "Pups", "Wolves"}
    ran = sevenplots("template", "Alliance")
    assert ran.status == 2
    assert "no joust deck with the agenda “Alliance”" in ran.err
    assert sevenplots("template", "fealty", "--faction", "greyjoy").status == 2

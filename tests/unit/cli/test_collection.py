"""`sevenplots collection`: owned, built, fought over, missing, to buy."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddb import catalogue
from carddb.terms import Edition
from cli.drawing import PdfWriters
from cli.main import run
from library.binder import BinderList
from tests.builders import deck
from tests.running import Run
from tests.unit.cli.conftest import open_library


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home folder with a library of two decks that share a card."""
    pool = catalogue.pools()[Edition.SECOND]
    kingsroad, arya, ward = (pool.card(code) for code in ("01039", "01141", "02102"))
    folder = tmp_path / "home"
    with open_library(folder) as opened:
        opened.decks.add(deck((kingsroad, 3), (ward, 2), name="Wolves"))
        opened.decks.add(deck((kingsroad, 2), arya, name="Krakens"))
    return folder


def test_what_a_deck_lacks_and_what_to_buy(sevenplots: Run) -> None:
    ran = sevenplots("collection", "missing", "wolves")
    assert ran.status == 1
    assert "2x Ward" in ran.out
    assert "No fewer than these" in ran.out
    missing = sevenplots("collection", "missing", "wolves", "krakens", "--json").json
    assert missing["fewest"] is True
    assert {card["code"]: card["missing"] for card in missing["cards"]} == {
        "01039": 5,
        "01141": 1,
        "02102": 2,
    }
    in_turn = sevenplots("collection", "missing", "wolves", "krakens", "--in-turn", "--json").json
    assert in_turn["cards"][0]["missing"] == 3


def test_built_decks_fight_over_cards(sevenplots: Run) -> None:
    assert sevenplots("collection", "own", "core set", "3").out == "Core Set: 3.\n"
    pack = sevenplots("collection", "show", "--json").json["products"][0]["pack"]
    sevenplots("collection", "own", pack, "1")
    assert sevenplots("collection", "build", "wolves").status == 0
    ran = sevenplots("collection", "build", "krakens", "--json")
    assert ran.status == 1
    (card,) = ran.json["contested"]
    assert (card["name"], card["owned"], card["wanted"]) == ("The Kingsroad", 4, 5)
    shown = sevenplots("collection", "show").out
    assert "Built decks: “Krakens”, “Wolves”." in shown or "“Wolves”, “Krakens”" in shown
    assert "The Kingsroad" in shown
    assert sevenplots("collection", "take-apart", "krakens").out == "“Krakens” is taken apart.\n"
    assert sevenplots("collection", "show", "--json").json["contested"] == []


def test_what_is_not_there_is_refused(sevenplots: Run) -> None:
    ran = sevenplots("collection", "own", "Taking the Black", "1", "--edition", "first")
    assert "has no product “Taking the Black”" in ran.err
    assert sevenplots("collection", "build", "Lions").status == 2


def test_a_list_by_pack_has_what_is_owned_or_missing(home: Path, tmp_path: Path) -> None:
    drawn: list[BinderList] = []

    def draw(binder: BinderList, page: str) -> bytes:
        drawn.append(binder)
        return page.encode()

    file = tmp_path / "list.pdf"

    def status(*words: str) -> int:
        words = ("--home", str(home), "collection", "binder", "--output", str(file), *words)
        return run(words, PdfWriters(binder=draw))

    assert (status(), drawn, file.exists()) == (2, [], False)
    run(["--home", str(home), "collection", "own", "core set", "1"])
    assert (status("--paper", "letter"), file.read_text()) == (0, "letter")
    assert status("--missing") == 0
    assert status("--missing", "wolves") == 0
    assert status("--language", "es") == 0
    owned, missing, lacking, spanish = drawn
    assert spanish.packs[0].cards[0][0].name == "Choque de reyes"
    assert [pack.name for pack in owned.packs] == ["Core Set"]
    assert owned.packs[0].cards[0] == (catalogue.pools()[Edition.SECOND].card("01001"), 1)
    copies = {card.code: count for pack in missing.packs for card, count in pack.cards}
    assert (copies["01141"], copies["02102"]) == (2, 3)
    assert {card.code for pack in lacking.packs for card, _ in pack.cards} == {"02102"}

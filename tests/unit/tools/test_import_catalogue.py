"""Tests of the importer on a tiny source folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from carddb.card import Card
from carddb.catalogue import decode_lists
from carddb.catalogue_json import decode_lines
from carddb.pack import Cycle, Pack
from core.errors import AppError
from tests.unit.tools.test_first_edition_data import raw_card
from tests.unit.tools.test_throneteki_cards import raw_character, raw_list
from tools import import_catalogue

OTHER = "2026-08-01"
GIT = {
    **os.environ,
    "GIT_COMMITTER_DATE": "2026-07-02T12:00:00Z",
    **{
        f"GIT_{who}_{what}": "a@example.org"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    },
}


def write(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), "utf-8")


@pytest.fixture
def second(tmp_path: Path) -> Path:
    folder = tmp_path / "second"
    write(folder / "cycles.json", [{"id": "core", "name": "Core Set", "packs": ["Core"]}])
    cards = [raw_character(code="01002"), raw_character(code="01001", name="Egg")]
    pack = {"code": "Core", "name": "Core Set", "releaseDate": "2015-10-08", "cards": cards}
    write(folder / "packs" / "Core.json", pack)
    write(folder / "restricted-list.json", [raw_list()])
    deck: dict[str, object] = {"id": "X-1", "name": "The King's Deck", "releaseDate": "2016-01-02"}
    deck |= {"faction": "stark", "agenda": "01009", "cards": [{"code": "01001", "count": 3}]}
    write(folder / "standalone-decks.json", [deck])
    return folder


@pytest.fixture
def first(tmp_path: Path) -> Path:
    folder = tmp_path / "first"
    write(folder / "cards.json", [raw_card(reprint_of="core_1")])
    write(folder / "sets.json", [{"order": 0, "code": "cos", "name": "City of Secrets"}])
    write(folder / "restricted.json", [{"id": "kl_999", "joust": "banned", "melee": "legal"}])
    write(folder / "conflicts.json", [{"id": "kl_999", "status": "open", "fields": {"cost": "2"}}])
    return folder


def run(to: Path, **folders: Path) -> int:
    options = [word for name, folder in folders.items() for word in (f"--{name}", str(folder))]
    return import_catalogue.main([*options, "--to", str(to)])


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def test_both_editions_are_written(tmp_path: Path, second: Path, first: Path) -> None:
    to = tmp_path / "resources"
    assert run(to, second=second, first=first) == 0
    cards = decode_lines(Card, lines(to / "catalogue/second/cards.jsonl"))
    assert [(card.code, card.name) for card in cards] == [("01001", "Egg"), ("01002", "Dunk")]
    assert [
        pack.code for pack in decode_lines(Pack, lines(to / "catalogue/second/packs.jsonl"))
    ] == ["Core"]
    assert [
        each.code for each in decode_lines(Cycle, lines(to / "catalogue/second/cycles.jsonl"))
    ] == ["core"]
    (restricted,) = decode_lists(lines(to / "catalogue/second/lists.jsonl"))
    assert "01001" in restricted.banned
    deck = json.loads((to / "decks/second/the-kings-deck.json").read_text("utf-8"))
    assert deck["slots"] == {"01001": 3}
    (card,) = decode_lines(Card, lines(to / "catalogue/first/cards.jsonl"))
    assert card.doubts == ("sources disagree about its cost",)


def test_only_facts_are_written(tmp_path: Path, second: Path) -> None:
    to = tmp_path / "resources"
    run(to, second=second)
    written = (to / "catalogue/second/cards.jsonl").read_text("utf-8")
    assert "Stealth." not in written
    assert "https:" not in written
    assert '{"name":"stealth"}' in written


def test_what_texts_give_and_reduce_is_written_without_them(tmp_path: Path, second: Path) -> None:
    to = tmp_path / "resources"
    texts = {
        "01003": "<b>Action:</b> Draw 1 card.",
        "01002": "Each opponent gains 1 gold.",
        "01001": "Pay 1 gold to reduce the cost of an event or a location by 1.",
    }
    cards = [raw_character(code=code, text=text) for code, text in texts.items()]
    pack = {"code": "Core", "name": "Core Set", "releaseDate": "2015-10-08", "cards": cards}
    write(second / "packs" / "Core.json", pack)
    run(to, second=second)
    assert lines(to / "catalogue/second/effects.jsonl") == [
        '{"code":"01001","reduces":["event","location"]}',
        '{"code":"01003","gives":["draw"]}',
    ]


def test_a_second_run_changes_nothing(
    tmp_path: Path, second: Path, first: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "resources"
    run(to, second=second, first=first)
    before = contents(to)
    capsys.readouterr()
    run(to, second=second, first=first)
    assert contents(to) == before
    assert capsys.readouterr().out.count("0 files changed") == 2


def test_the_day_of_the_data_is_that_of_its_last_commit(tmp_path: Path, second: Path) -> None:
    for words in (["init"], ["add", "."], ["commit", "-m", "Data", "--quiet"]):
        subprocess.run(["git", *words], cwd=second, env=GIT, capture_output=True, check=True)  # noqa: S603, S607
    day = tmp_path / "to" / "catalogue" / "as-of.txt"
    assert run(tmp_path / "to", second=second) == 0
    assert day.read_text("utf-8") == "2026-07-02\n"
    import_catalogue.main(["--second", str(second), "--to", str(tmp_path / "to"), "--as-of", OTHER])
    assert day.read_text("utf-8") == f"{OTHER}\n"


def test_a_deck_that_is_no_longer_published_goes(tmp_path: Path, second: Path) -> None:
    to = tmp_path / "resources"
    run(to, second=second)
    write(to / "decks/second/old.json", {})
    run(to, second=second)
    assert sorted(path.name for path in (to / "decks/second").iterdir()) == ["the-kings-deck.json"]


def test_unknown_codes_are_warnings(
    tmp_path: Path, second: Path, first: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path / "resources", second=second, first=first) == 0
    out = capsys.readouterr().out
    assert "second edition: 2 cards, 1 packs, 1 cycles, 1 lists, 1 decks" in out
    assert "List house1.0 names 5 that the catalogue does not hold: 01003 … 01007" in out
    assert "Deck X-1 names 1 that the catalogue does not hold: 01009" in out
    assert "Card kl_999 (its original) names 1 that the catalogue does not hold: core_1" in out


def spoil(folder: Path, name: str, value: Any) -> None:
    write(folder / name, value)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("cycles.json", {}, "is not a list"),
        ("cycles.json", [], "is in no cycle"),
        ("packs/Core.json", [], "Pack ?"),
        ("packs/Core.json", {"code": "Core", "name": "Core Set"}, "no list of cards"),
        ("packs/Core.json", {"code": "Core", "name": "Core Set", "cards": []}, "holds no cards"),
        (
            "packs/Core.json",
            {"code": "Core", "name": "Core Set", "cards": [raw_character(cost="many")]},
            "Card 90141: the field “cost” is not a whole number.",
        ),
        (
            "packs/Core.json",
            {"code": "Core", "name": "Core Set", "cards": [raw_character(), raw_character()]},
            "2 cards have the code 90141.",
        ),
    ],
)
def test_errors_are_sentences(
    tmp_path: Path,
    second: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: object,
    sentence: str,
) -> None:
    spoil(second, name, value)
    assert run(tmp_path / "resources", second=second) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert "Traceback" not in error
    assert not (tmp_path / "resources").exists()


def test_a_file_that_is_missing_or_no_json(
    tmp_path: Path, second: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (second / "cycles.json").write_text("{", "utf-8")
    assert run(tmp_path / "resources", second=second) == 2
    assert "is not JSON" in capsys.readouterr().err
    (second / "cycles.json").unlink()
    assert run(tmp_path / "resources", second=second) == 2
    assert "could not be read: No such file or directory." in capsys.readouterr().err


def test_two_decks_of_one_name(tmp_path: Path, second: Path) -> None:
    decks = json.loads((second / "standalone-decks.json").read_text("utf-8"))
    write(second / "standalone-decks.json", decks * 2)
    with pytest.raises(AppError, match="Two decks have the name"):
        import_catalogue.write(import_catalogue.read_second(second), tmp_path / "resources")

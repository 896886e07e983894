"""`sevenplots cards`: packs of cards of one's own."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.running import Run

FAN: dict[str, Any] = {
    "code": "FAN",
    "name": "Fan Pack",
    "releaseDate": None,
    "cards": [
        {
            "code": "fan001",
            "type": "character",
            "name": "Old Nan of the Tower",
            "faction": "stark",
            "quantity": 3,
            "deckLimit": 2,
            "unique": True,
            "loyal": True,
            "cost": 3,
            "strength": 2,
            "icons": {"military": False, "intrigue": True, "power": False},
            "traits": ["Ally"],
            "text": "Insight.",
        },
        {
            "code": "fan002",
            "type": "plot",
            "name": "A Tale Told",
            "faction": "neutral",
            "plotStats": {"income": 4, "initiative": 3, "claim": 1, "reserve": 6},
        },
        {
            "code": "98004",
            "type": "event",
            "name": "A Fan's Song",
            "faction": "tyrell",
            "cost": "X",
        },
    ],
}
DECK = """My fan deck

House Stark
Agenda: Fealty
3x Old Nan of the Tower
1x A Tale Told
1x A Fan's Song
1x Winterfell Steward
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home folder without cards of its own, for each test."""
    return tmp_path / "home"


@pytest.fixture
def fan(tmp_path: Path) -> str:
    return written(tmp_path, FAN)


@pytest.fixture
def deck(tmp_path: Path) -> str:
    path = tmp_path / "deck.txt"
    path.write_text(DECK, "utf-8")
    return str(path)


def written(folder: Path, pack: object) -> str:
    path = folder / "fan.json"
    path.write_text(json.dumps(pack), "utf-8")
    return str(path)


def refusal(sevenplots: Run, path: str) -> str:
    ran = sevenplots("cards", "add", path)
    assert (ran.status, ran.out) == (2, "")
    return " ".join(ran.err.split())


def test_a_pack_is_added_shown_searched_and_removed(sevenplots: Run, fan: str) -> None:
    assert sevenplots("cards", "add", fan).out == "“Fan Pack (own)” was added, with 3 cards.\n"
    (pack,) = sevenplots("cards", "show", "--json").json["packs"]
    assert pack == {
        "code": "FAN",
        "name": "Fan Pack",
        "released": None,
        "cards": ["98004", "fan001", "fan002"],
    }
    found = sevenplots("search", "is:own t:character l:yes", "--json").json["cards"]
    assert [(each["code"], each["strength"], each["own"]) for each in found] == [
        ("fan001", 2, True)
    ]
    (published,) = sevenplots("card", "01141", "--json").json["cards"]
    assert published["own"] is False
    assert sevenplots("cards", "remove", "fan").status == 0
    assert sevenplots("cards", "remove", "FAN").status == 2
    assert sevenplots("search", "is:own", "--json").json["count"] == 0


def test_own_cards_are_judged_by_what_is_printed_with_a_warning(
    sevenplots: Run, fan: str, deck: str
) -> None:
    sevenplots("cards", "add", fan)
    (judged,) = sevenplots("check", deck, "--json").json["decks"]
    problems = {each["code"]: each for each in judged["problems"]}
    assert problems["card.own"]["severity"] == "warning"
    assert problems["card.own"]["cards"] == ["98004", "fan001", "fan002"]
    # Copies, faction: the printed facts count. A pack without a date is out.
    assert problems["copies.too-many"]["cards"] == ["fan001"]
    assert problems["faction.other"]["cards"] == ["98004"]
    assert "release.later" not in problems
    dated = FAN | {"releaseDate": "2031-01-01"}
    sevenplots("cards", "add", written(Path(fan).parent, dated))
    (judged,) = sevenplots("check", deck, "--json").json["decks"]
    assert "release.later" in [each["code"] for each in judged["problems"]]


@pytest.mark.parametrize("target", ["thronesdb-file", "octgn", "csv", "plain", "json", "code"])
def test_a_deck_with_own_cards_is_read_back_from_every_kind_of_file(
    sevenplots: Run, fan: str, deck: str, tmp_path: Path, target: str
) -> None:
    sevenplots("cards", "add", fan)
    before = sevenplots("read", deck, "--json").json["deck"]
    exported = str(tmp_path / f"deck.{target}")
    sevenplots("export", deck, "--to", target, "--output", exported)
    after = sevenplots("read", exported, "--json").json["deck"]
    assert after["slots"] == before["slots"]
    assert after["slots"]["fan001"] == 3


def test_a_deck_outlives_its_own_cards(
    sevenplots: Run, fan: str, deck: str, tmp_path: Path
) -> None:
    sevenplots("cards", "add", fan)
    exported = str(tmp_path / "deck.json")
    sevenplots("export", deck, "--to", "json", "--output", exported)
    code = sevenplots("export", deck, "--to", "code").out.strip()
    sevenplots("cards", "remove", "FAN")
    for path in (exported, code):
        read = sevenplots("read", path, "--json").json
        unread = {each["text"] for each in read["report"] if each["status"] == "unknown"}
        assert any("fan001" in each for each in unread), unread
        assert sevenplots("check", path).status == 1
    sevenplots("cards", "add", fan)
    assert sevenplots("read", code, "--json").json["deck"]["slots"]["fan001"] == 3


def test_every_fault_of_a_file_is_named_with_its_place(sevenplots: Run, fan: str) -> None:
    sevenplots("cards", "add", fan)
    pack = deepcopy(FAN) | {"code": "Core", "name": "", "releaseDate": "soon", "crads": []}
    character, plot, event = pack["cards"]
    character |= {"code": "01141", "strength": "strong", "cost": -1, "icons": {"power": "yes"}}
    plot |= {"plotStats": {"income": 4, "initiative": 10**30, "claim": 1.5}, "type": "Plot"}
    event |= {"faction": "umber", "type": "house", "text": "\x07", "nmae": "x", "traits": "Song."}
    twice = {"code": "fan002", "type": "event", "name": "Again", "faction": "neutral", "cost": 0}
    pack["cards"] += [twice, twice, 7]
    said = refusal(sevenplots, written(Path(fan).parent, pack))
    for fault in (
        "code is the code of the published pack Core Set.",
        "name must be one line",
        "releaseDate must be a day",
        "crads is not a field here. Did you mean “cards”?",
        "cards[0].strength is not a whole number",
        "cards[0].cost is not between 0 and 1000",
        "cards[0].power is neither true nor false",
        "cards[1].initiative is not between 0 and 1000",
        "cards[1].claim is not a whole number",
        "cards[1].reserve is missing",
        "cards[2].faction has the unknown value “umber”",
        "cards[2].type is not a type of card in second edition decks",
        "cards[2].text must be at most 4,000 printable characters",
        "cards[2].nmae is not a field here. Did you mean “name”?",
        "cards[2].traits is not a list of texts",
        "cards[3].code is fan002, the code of your own card A Tale Told",
        "cards[4].code is fan002, as in cards[3]",
        "cards[5] is not an object",
    ):
        assert fault in said, (fault, said)
    (kept,) = sevenplots("cards", "show", "--json").json["packs"]
    assert kept["name"] == "Fan Pack"


def test_codes_never_overwrite_published_ones(sevenplots: Run, fan: str) -> None:
    pack = deepcopy(FAN)
    pack["cards"][0]["code"], pack["cards"][1]["code"] = "01141", "core_1"
    said = refusal(sevenplots, written(Path(fan).parent, pack))
    assert "cards[0].code is 01141, the code of the published card Arya Stark" in said
    assert "cards[1].code is core_1, the code of the published card" in said


def test_a_card_that_is_published_later_takes_the_place_of_the_own_one(
    sevenplots: Run, fan: str
) -> None:
    file = Path(sevenplots("cards", "add", fan, "--json").json["file"])
    file.write_text(file.read_text("utf-8").replace("98004", "01141"), "utf-8")
    ran = sevenplots("card", "01141", "--json")
    assert [each["name"] for each in ran.json["cards"]] == ["Arya Stark"]
    assert "A Fan's Song is not used: Arya Stark has the same code, 01141" in " ".join(
        ran.err.split()
    )
    assert sevenplots("card", "fan001").status == 0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"[1]",
        b"\x89PNG",
        b"\xff\xfe\x00",
        b'{"code":' * 9000,
        b"[" * 100_000,
        b'{"code": NaN}',
        b'{"code": "A", "code": "B"}',
        b'{"code": "A", "name": "N", "cards": {}}',
        b'{"code": "\\ud800", "name": "\\ud800", "cards": [{"code": "\\ud800"}]}',
        b'{"cards": [{"quantity": ' + b"9" * 5000 + b"}]}",
        b" " * 5_000_001,
        json.dumps(FAN | {"cards": FAN["cards"] * 400}).encode(),
    ],
)
def test_what_is_no_pack_is_refused_in_a_sentence(
    sevenplots: Run, tmp_path: Path, data: bytes
) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(data)
    assert "This is not a pack of cards" in refusal(sevenplots, str(file))


def test_a_damaged_file_is_named_and_the_others_are_used(sevenplots: Run, fan: str) -> None:
    file = Path(sevenplots("cards", "add", fan, "--json").json["file"])
    file.with_name("broken.json").write_text("{", "utf-8")
    ran = sevenplots("card", "fan001")
    assert "broken.json is not used" in " ".join(ran.err.split())
    assert "Old Nan of the Tower" in ran.out

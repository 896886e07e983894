"""`sevenplots read` and `sevenplots stats`: every line accounted for, and what a deck holds."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from carddb.gold import Allegiance, GoldEffect, GoldKind, Moment, Reach
from carddb.pattern import CardPattern
from carddb.terms import CardType, Faction
from cli.stats import effect_text
from tests.running import Run

LISTS = Path(__file__).parents[1] / "decks" / "lists"
FAULTY = "My wolves\n\nHouse Stark\n3x Aria Stark (Core)\n2x Eddard Stark\n1x Qqq Zzz\n"


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    file = tmp_path / "wolves.txt"
    file.write_text(FAULTY, "utf-8")
    return file


def test_the_json_has_the_keys_of_the_contract(sevenplots: Run, faulty: Path) -> None:
    ran = sevenplots("read", faulty, "--json")
    assert ran.status == 0
    assert {"deck", "report"} <= ran.json.keys()
    deck = ran.json["deck"]
    assert (deck["name"], deck["edition"], deck["faction_code"]) == ("My wolves", "second", "stark")
    assert deck["slots"] == {"01141": 3, "01144": 2}
    assert [(each["line"], each["status"]) for each in ran.json["report"]] == [
        (1, "ignored"),
        (3, "read"),
        (4, "corrected"),
        (5, "ambiguous"),
        (6, "unknown"),
    ]
    assert ran.json["report"][2] == {
        "line": 4,
        "text": "3x Aria Stark (Core)",
        "status": "corrected",
        "code": "01141",
        "copies": 3,
        "note": "Taken for Arya Stark.",
        "candidates": [],
        "section": "draw deck",
    }
    assert ran.json["report"][3]["candidates"] == ["01144", "03003", "13041"]


def test_people_see_what_was_not_simply_read(sevenplots: Run, faulty: Path) -> None:
    ran = sevenplots("read", faulty)
    assert ran.status == 0
    assert "House Stark · no agenda" in ran.out
    assert "5 cards · 0 plots" in ran.out
    assert "Taken for Arya Stark." in ran.out
    assert "1x Qqq Zzz" in ran.out
    assert "5 lines: 1 read as written, 1 corrected, 1 ambiguous, 1 not read" in ran.out


def test_one_line_is_one_line(sevenplots: Run, tmp_path: Path) -> None:
    file = tmp_path / "one.txt"
    file.write_text("1x Arya Stark (Core)\n", "utf-8")
    assert "1 line: 1 read as written." in sevenplots("read", file).out
    assert "1 card, 3 of 8 gold · 1 character, STR 2" in sevenplots("setup", "--hand", "01141").out


def test_several_decks_of_a_file(sevenplots: Run, tmp_path: Path) -> None:
    text = (LISTS / "world-2016-download.txt").read_text("utf-8")
    file = tmp_path / "bulk.txt"
    file.write_text(f"{text}===\n{text}", "utf-8")
    printed = sevenplots("read", file, "--json").json
    assert len(printed["decks"]) == 2
    assert printed["deck"] == printed["decks"][0]["deck"] == printed["decks"][1]["deck"]
    assert sevenplots("read", file).out.count("2016 World Championship Deck\n") == 2


def test_the_edition_overrules(sevenplots: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("House Stark\n3x Arya Stark (Core)\n", "utf-8")
    assert sevenplots("read", file, "--json").json["deck"]["edition"] == "second"
    forced = sevenplots("read", file, "--edition", "first", "--json").json
    assert forced["deck"]["edition"] == "first"


def test_standard_input(sevenplots: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(FAULTY.encode("utf-8-sig"))))
    assert sevenplots("read", "-", "--json").json["deck"]["name"] == "My wolves"


@pytest.mark.parametrize(("name", "data"), [("a.txt", b"hello"), ("b.o8d", b"<deck>")])
def test_what_is_no_deck_is_2(sevenplots: Run, tmp_path: Path, name: str, data: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    ran = sevenplots("read", file, "--json")
    assert (ran.status, ran.json["error"]["line"]) == (2, 1)
    assert sevenplots("read", tmp_path / "missing.txt").status == 2
    assert sevenplots("read", tmp_path).status == 2


SAMPLES = Path(__file__).parents[3] / "resources" / "decks" / "second"
DECK = SAMPLES / "the-iron-fleet-koti.json"
COMMANDS = (
    ("odds", "--want", "01040"),
    ("hands", "--hands", "200"),
    ("goldfish", "--games", "50"),
    ("stats",),
)


@pytest.fixture
def deck(sevenplots: Run, tmp_path: Path) -> Path:
    """Return a deck list with a line that no card is meant by."""
    path = tmp_path / "deck.txt"
    sevenplots("export", DECK, "--to", "plain", "--output", path)
    path.write_text(path.read_text("utf-8") + "3x Qwertz of Nowhere\n", "utf-8")
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=lambda each: each[0])
def test_a_line_that_was_not_read_is_told_to_people_and_programs(
    command: tuple[str, ...], sevenplots: Run, deck: Path
) -> None:
    name, *options = command
    printed = sevenplots(name, deck, *options, "--json").json
    (line,) = (printed["decks"][0] if "decks" in printed else printed)["unread"]
    assert line["text"].strip() == "3x Qwertz of Nowhere"
    assert set(line) == {"line", "text", "reason"}
    assert f"Line {line['line']} was not read: 3x Qwertz" in sevenplots(name, deck, *options).err


WOLVES = SAMPLES / "wolves-of-winter-wotn.json"


def test_the_json_has_tables_figures_plots_and_gold(sevenplots: Run) -> None:
    ran = sevenplots("stats", WOLVES, "--json")
    (deck,) = ran.json["decks"]
    assert (ran.status, deck["name"]) == (0, "Wolves of Winter (WotN)")
    assert deck["counts"] == {"draw": 60, "plots": 7}
    assert deck["tables"]["types"][0] == {"key": "character", "label": "Characters", "copies": 35}
    assert sum(count["copies"] for count in deck["tables"]["cost"]) == 60
    assert deck["figures"]["plot-income"]["greatest"] == 4
    assert set(deck["plots"][0]) >= {"code", "copies", "income", "initiative", "claim", "reserve"}
    kingsroad = next(line for line in deck["reducers"] if line["name"] == "The Kingsroad")
    assert (kingsroad["copies"], kingsroad["effect"]["amount"]) == (3, 3)


def test_people_are_shown_bars_and_words(sevenplots: Run) -> None:
    shown = sevenplots("stats", WOLVES)
    assert shown.status == 0
    assert "█" in shown.out
    assert "3 The Kingsroad: the next character costs 3 less" in shown.out
    assert "Cost of the draw deck" in shown.out
    assert "A Storm of Swords" in shown.out


def test_a_folder_stands_for_every_deck_in_it(sevenplots: Run) -> None:
    assert len(sevenplots("stats", SAMPLES, "--json").json["decks"]) == 31


def test_a_bad_file_beside_a_good_one_is_named_and_the_other_counted(
    sevenplots: Run, tmp_path: Path
) -> None:
    bad = tmp_path / "notes.txt"
    bad.write_text("Bring the sleeves.\n", "utf-8")
    ran = sevenplots("stats", bad, WOLVES, "--json")
    assert (ran.status, [deck["path"] for deck in ran.json["decks"]]) == (2, [str(WOLVES)])
    (failed,) = ran.json["failed"]
    assert (failed["path"], failed["line"]) == (str(bad), 1)
    assert f"{bad}: This is not a deck list" in ran.err


def test_a_deck_of_the_first_edition(sevenplots: Run, tmp_path: Path) -> None:
    file = tmp_path / "deck.json"
    file.write_text(
        '{"name": "Old", "edition": "first", "faction_code": "stark", "slots": {"core_4": 2}}',
        "utf-8",
    )
    (deck,) = sevenplots("stats", file, "--json").json["decks"]
    assert {"crests", "influence", "gold-penalty"} <= set(deck["tables"])
    assert sevenplots("stats", file).status == 0


def effect(kind: GoldKind, **fields: object) -> GoldEffect:
    return GoldEffect(kind=kind, moment=Moment.CONSTANT, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        (effect(GoldKind.REDUCE, amount=1), "each card costs 1 less"),
        (effect(GoldKind.REDUCE, reach=Reach.ITSELF), "it costs X less"),
        (
            effect(
                GoldKind.REDUCE,
                amount=2,
                reach=Reach.FIRST,
                allegiance=Allegiance.ANY,
                applies=CardPattern(
                    types=(CardType.CHARACTER,), factions=(Faction.STARK,), unique=True
                ),
            ),
            "the first unique Stark character costs 2 less",
        ),
        (effect(GoldKind.GAIN, amount=1, per=CardPattern()), "gains 1 gold for each"),
        (effect(GoldKind.PLOT_VALUE, amount=1), "1 gold on the plot"),
    ],
)
def test_gold_in_words(printed: GoldEffect, words: str) -> None:
    assert effect_text(printed) == words

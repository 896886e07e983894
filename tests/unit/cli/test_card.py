"""`sevenplots card`, `hosts`, `texts` and `rule`."""

from __future__ import annotations

import re
import shutil
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from tests.running import Run
from tests.unit.cli.conftest import command_line, refusal


def facts(sevenplots: Run, code: str) -> dict[str, Any]:
    (card,) = sevenplots("card", code, "--json").json["cards"]
    found: dict[str, Any] = card
    return found


def test_the_facts_of_a_character(sevenplots: Run) -> None:
    arya = facts(sevenplots, "01141")
    assert {key: arya[key] for key in ("name", "edition", "type", "factions", "pack")} == {
        "name": "Arya Stark",
        "edition": "second",
        "type": "character",
        "factions": ["stark"],
        "pack": "Core",
    }
    assert (arya["position"], arya["cost"], arya["strength"]) == (141, 3, 2)
    assert (arya["unique"], arya["loyal"], arya["icons"]) == (True, False, ["power"])
    assert (arya["traits"], arya["keywords"]) == (["Lady"], [{"name": "stealth"}])
    assert (arya["plot"], arya["income"], arya["deck_limit"]) == (None, 0, 3)
    assert (arya["host"], arya["text"]) == (None, None)
    assert arya["printings"] == ["01141", "03007", "08081", "13101"]


def test_letters_dashes_and_values_of_keywords(sevenplots: Run) -> None:
    assert facts(sevenplots, "01045")["cost"] == "X"
    assert facts(sevenplots, "11099")["cost"] is None
    assert {"name": "bestow", "value": 2} in facts(sevenplots, "06015")["keywords"]
    hunter = facts(sevenplots, "01131")
    assert hunter["keywords"] == [{"name": "no-attachments", "except": ["Weapon"]}]


def test_a_plot_has_its_four_values(sevenplots: Run) -> None:
    assert facts(sevenplots, "01004")["plot"] == {
        "income": 5,
        "initiative": 0,
        "claim": 1,
        "reserve": 6,
    }


def test_hosts_are_told_in_words(sevenplots: Run) -> None:
    assert facts(sevenplots, "01035")["host"] == "character"
    printed = facts(sevenplots, "20018")["host"]
    assert printed == "unique Martell character or House Dayne character"
    assert facts(sevenplots, "14036")["one_per_host"] is True


def test_cards_of_both_editions_in_one_call(sevenplots: Run) -> None:
    cards = sevenplots("card", "core_5", "01144", "--json").json["cards"]
    assert [(each["name"], each["edition"]) for each in cards] == [
        ("Eddard Stark", "first"),
        ("Eddard Stark", "second"),
    ]
    assert cards[0]["crests"] == ["noble"]


def test_gold_effects_name_what_they_concern(sevenplots: Run) -> None:
    (effect,) = facts(sevenplots, "02105")["gold_effects"]
    assert (effect["kind"], effect["amount"]) == ("reduce", 1)
    assert effect["applies"] == {"types": ["location"]}


def test_people_read_words_and_not_json(sevenplots: Run) -> None:
    shown = sevenplots("card", "01131", "02105").out
    assert "No attachments except Weapon" in shown
    assert "location" in shown
    assert "costs 1 less" in shown
    assert "kind reduce" not in shown
    assert "{" not in shown


def test_the_first_edition_has_its_own_hosts(sevenplots: Run) -> None:
    attachment = sevenplots("search", "ice t:att edition:1", "--json").json["cards"][0]["code"]
    (hosts,) = sevenplots("hosts", attachment, "--json").json["hosts"]
    assert hosts["eligible"]
    assert all("_" in code for code in hosts["restricted_to"])


def test_the_search_knows_the_same_hosts(sevenplots: Run) -> None:
    (hosts,) = sevenplots("hosts", "20018", "--json").json["hosts"]
    found = sevenplots("search", "bears:20018", "--json").json["cards"]
    assert {card["code"] for card in found} == set(hosts["eligible"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("hosts", "01141"), "01141 Arya Stark is a character, not an attachment."),
        (("hosts", "01004"), "is a plot, not an attachment"),
        (("hosts", "01035", "01027"), "is an agenda, not an attachment"),
        (("hosts", "zz"), "No card has the code zz"),
        (("hosts",), "CODE"),
        (("card", "01141", "zz"), "No card has the code zz"),
        (("rule", "--id", "keyword.bestows"), "There is no rule “keyword.bestows”."),
        (("rule", "--card", "99999"), "99999"),
        (("rule", "--card", "x" * 300), "No card has the name"),
        (("rule", "--card", "Banner of the Wolff"), "Did you mean Banner of the Wolf"),
        (("rule", "--problem", "plots.many"), "No problem has the code “plots.many”."),
        (("rule", "--on", "2018-13-01"), "2018-13-01"),
    ],
)
def test_what_is_not_there_is_refused_in_a_sentence(
    sevenplots: Run, words: tuple[str, ...], message: str
) -> None:
    assert message in refusal(sevenplots, *words)


def test_people_read_names_and_how_many(sevenplots: Run) -> None:
    shown = sevenplots("hosts", "20018").out
    assert "Attach to: unique Martell character or House Dayne character." in shown
    assert "79 cards fit; 6 of them take no such attachment." in shown
    assert "Darkstar" in shown
    many = sevenplots("hosts", "01035").out
    assert re.search(r"\band \d+ more\b", many)


TABLE = "set,number,name,text\nCore,5,Eddard Stark,Juggle.\n,,Zzqq,Nod.\nCore,1,Rhaegal,\n"


@pytest.fixture
def own(home: Path, tmp_path: Path, sevenplots: Run, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return the command line with a home of its own, where cards.db is filled already."""
    sevenplots("card", "core_1")
    (tmp_path / "home").mkdir()
    shutil.copy(home / "cards.db", tmp_path / "home")
    return command_line(tmp_path / "home", capsys)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "texts.csv"
    file.write_text(TABLE, "utf-8")
    return file


def test_the_json_has_the_keys_of_the_contract(own: Run, table: Path) -> None:
    ran = own("texts", table, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.json["kept"] == 1
    assert ran.json["counts"] == {
        "taken": 1,
        "same": 0,
        "repeated": 0,
        "unknown": 1,
        "ambiguous": 1,
        "empty": 0,
        "too-long": 0,
        "not-text": 0,
        "unreadable": 0,
    }
    assert ran.json["report"][0] == {
        "source": None,
        "line": 2,
        "text": "Eddard Stark (Core 5)",
        "status": "taken",
        "code": "core_5",
        "note": "",
        "candidates": [],
    }
    assert len(ran.json["report"]) == 3


def test_people_read_what_was_not_taken(own: Run, table: Path) -> None:
    ran = own("texts", table)
    assert "3 entries: 1 taken, 1 no card, 1 ambiguous." in ran.out
    assert "1 text of your own is here." in ran.out
    assert "Zzqq" in ran.out
    assert "Eddard" not in ran.out
    assert "1 the same as before" in own("texts", table).out


def test_cards_and_searches_show_the_text_as_the_players_own(own: Run, table: Path) -> None:
    before = own("card", "core_5", "--json").json["cards"][0]
    assert (before["text"], before["own_text"]) == (None, False)
    own("texts", table)
    card = own("card", "core_5", "--json").json["cards"][0]
    assert card == {**before, "text": "Juggle.", "own_text": True}
    shown = own("card", "core_5", "core_1").out
    assert [line.split() for line in shown.splitlines() if line.startswith("your own")] == [
        ["your", "own", "text", "Juggle."]
    ]
    assert [each["code"] for each in own("search", "x:juggle", "--json").json["cards"]] == [
        "core_5"
    ]


def test_texts_are_forgotten_again(own: Run, table: Path) -> None:
    own("texts", table)
    assert own("texts", "--json").json == {"kept": 1}
    assert own("texts", "--remove").out == "1 text of your own removed.\n"
    assert own("texts", "--remove", "--json").json == {"removed": 0}
    assert own("texts").out == "0 texts of your own are here.\n"
    assert own("card", "core_5", "--json").json["cards"][0]["text"] is None


def test_what_a_file_says_does_not_steer_the_terminal(own: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name,set,text\nRhaegal,[/x] \x1b[2J,Nod.\n", "utf-8")
    ran = own("texts", tmp_path / "t.csv")
    assert "“[/x] \ufffd[2J” does not hold" in ran.out
    assert ran.status == 1


def test_standard_input(own: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b'{"core_5": "Nod."}')))
    assert own("texts", "-", "--json").json["counts"]["taken"] == 1


def test_a_file_with_no_text_for_any_card_is_a_no(own: Run, tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text('{"9_9": "Nod."}', "utf-8")
    assert own("texts", tmp_path / "t.json").status == 1


@pytest.mark.parametrize(
    "words", [["nowhere.json"], ["bad.json"], ["."], ["bad.json", "--remove"], [""]]
)
def test_what_cannot_be_used_is_a_sentence(
    own: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    (tmp_path / "bad.json").write_text('{"core_1": }', "utf-8")
    monkeypatch.chdir(tmp_path)
    ran = own("texts", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err
    assert "inside the program" not in ran.err


def test_an_error_in_the_file_has_its_line_in_the_json(own: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"core_1":\n\n oh}', "utf-8")
    assert own("texts", tmp_path / "bad.json", "--json").json["error"]["line"] == 3


def test_a_damaged_file_of_texts_is_told_of_once(own: Run, tmp_path: Path, table: Path) -> None:
    own("texts", table)
    (tmp_path / "home" / "own_texts.json").write_bytes(b"{")
    told = own("card", "core_5", "--json")
    assert (told.status, told.json["cards"][0]["text"]) == (0, None)
    assert "damaged" in told.err
    assert own("card", "core_5").err == ""
    assert own("texts", table).status == 0


FIELDS = ["id", "kind", "title", "words", "edition", "since", "until", "source", "cards", "see"]


def entries(sevenplots: Run, *words: str) -> list[dict[str, Any]]:
    ran = sevenplots("rule", *words, "--json")
    assert ran.status == 0
    found: list[dict[str, Any]] = ran.json["entries"]
    return found


def ids(sevenplots: Run, *words: str) -> list[str]:
    return [entry["id"] for entry in entries(sevenplots, *words)]


def test_an_entry_has_the_fields_of_the_contract(sevenplots: Run) -> None:
    (bestow,) = entries(sevenplots, "--id", "keyword.bestow")
    assert list(bestow)[: len(FIELDS)] == FIELDS
    assert (bestow["kind"], bestow["title"], bestow["edition"]) == ("keyword", "Bestow", "second")
    assert (bestow["since"], bestow["until"], bestow["cards"]) == ("2015-10-08", None, [])
    assert "term.gold-pool" in bestow["see"]
    assert "gold pool" in bestow["words"]


def test_words_find_with_and_without_quotation_marks(sevenplots: Run) -> None:
    assert ids(sevenplots, "two limited")[0] == "keyword.limited"
    assert ids(sevenplots, "can", "I", "put", "two", "limited")[0] == "keyword.limited"


def test_what_concerns_a_card(sevenplots: Run) -> None:
    assert "answer.catelyn-stark" in ids(sevenplots, "--card", "01143")
    assert "keyword.stealth.first" not in ids(sevenplots, "--card", "01141")
    assert ids(sevenplots, "stealth", "--card", "01141") == [
        "keyword.stealth",
        "answer.two-stealth",
    ]


def test_a_card_is_named_by_its_name_of_any_version_or_of_one(sevenplots: Run) -> None:
    of_all = ids(sevenplots, "--card", "catelyn stark", "--edition", "second")
    codes = [
        each["code"]
        for each in sevenplots("search", "Catelyn Stark", "--json").json["cards"]
        if (each["name"], each["edition"]) == ("Catelyn Stark", "second")
    ]
    assert len(codes) > 1
    assert set(of_all) == {each for code in codes for each in ids(sevenplots, "--card", code)}
    assert ids(sevenplots, "--card", "Catelyn Stark (Core)", "--edition", "second") == ids(
        sevenplots, "--card", "01143"
    )


def test_lines_in_a_pipe_end_where_their_words_do(sevenplots: Run) -> None:
    shown = sevenplots("rule", "can", "I", "put", "two", "limited").out
    assert "Also" in shown
    assert [line for line in shown.splitlines() if line != line.rstrip()] == []


def test_what_a_problem_rests_on_by_edition(sevenplots: Run) -> None:
    both = ids(sevenplots, "--problem", "plots.too-few")
    assert both == ["deck-building.plot-deck.first", "deck-building.plot-deck"]
    first = ids(sevenplots, "--problem", "plots.too-few", "--edition", "first")
    assert first == ["deck-building.plot-deck.first"]


def test_the_day_counts(sevenplots: Run) -> None:
    then = ids(sevenplots, "--card", "02064", "--on", "2018-01-01")
    now = ids(sevenplots, "--card", "02064", "--on", "2019-09-20")
    assert "answer.limited-duplicate" in then
    assert "answer.limited-duplicate" not in now
    assert "ruling.duplicate-of-limited" in now


def test_without_a_question_everything_is_listed(sevenplots: Run) -> None:
    assert len(entries(sevenplots)) > 350
    shown = sevenplots("rule", "--edition", "first").out
    assert "keyword.deadly.first" in shown
    assert "keyword.insight" not in shown


def test_people_read_the_best_and_titles_of_the_rest(sevenplots: Run) -> None:
    shown = sevenplots("rule", "setup").out
    assert "Draw decks are shuffled" in shown
    assert "Source: Rules Reference, Setup" in shown
    assert "Also" in shown
    assert "[[" not in shown


def test_nothing_found_is_said(sevenplots: Run) -> None:
    ran = sevenplots("rule", "qqqqzzzz")
    assert (ran.status, ran.out) == (0, "")
    assert "No rule was found." in ran.err
    assert entries(sevenplots, "qqqqzzzz") == []


def test_a_card_shows_its_entries(sevenplots: Run) -> None:
    (card,) = sevenplots("card", "14036", "--json").json["cards"]
    assert [each["id"] for each in card["rules"]] == ["erratum.dothraki-steed"]
    assert list(card["rules"][0])[: len(FIELDS)] == FIELDS
    assert "A character can bear one Dothraki Steed." in sevenplots("card", "14036").out


def test_a_card_is_shown_with_its_name_in_another_language(sevenplots: Run) -> None:
    (fact,) = sevenplots("card", "01141", "--language", "zh", "--json").json["cards"]
    assert (fact["name"], fact["local_name"]) == ("Arya Stark", "艾莉亚·史塔克")
    printed = sevenplots("card", "01002", "--language", "de").out
    assert "Zeit der Krähen" in printed
    assert "A Feast for Crows" in printed

"""The contract of `sevenplots search`: plain, by scope, in texts, by title, and after a sync."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from carddb.pool import Pools
from carddb.terms import Edition
from tests.running import Ran, Run
from tests.thronesdb import CARDS, Api, api_of
from tests.unit.cli.conftest import command_line, refusal

WOLVES = Path(__file__).parents[3] / "resources" / "decks" / "second" / "wolves-of-winter-wotn.json"


def codes(sevenplots: Run, *words: object) -> list[str]:
    ran = sevenplots("search", *words, "--json")
    assert ran.status == 0, ran.err
    assert ran.json["count"] == len(ran.json["cards"])
    return [card["code"] for card in ran.json["cards"]]


def test_the_answer_has_every_fact_of_each_card(sevenplots: Run) -> None:
    ran = sevenplots("search", "01141", "--json")
    (card,) = sevenplots("card", "01141", "--json").json["cards"]
    del card["rules"]
    assert ran.json == {"count": 1, "cards": [card]}


def test_both_editions_are_searched_unless_one_is_named(sevenplots: Run) -> None:
    both = codes(sevenplots, "name:eddard")
    first = codes(sevenplots, "name:eddard", "--edition", "first")
    second = codes(sevenplots, "name:eddard", "--edition", "second")
    assert sorted(both) == sorted([*first, *second])
    assert {len(code) == 5 and code.isdigit() for code in second} == {True}
    assert sorted(first) == sorted(codes(sevenplots, "name:eddard edition:first"))


def test_a_query_may_begin_with_a_minus(sevenplots: Run) -> None:
    assert len(codes(sevenplots, "-f:stark e:WotN", "--edition", "second")) == 27


def test_no_card_is_an_answer_too(sevenplots: Run) -> None:
    assert codes(sevenplots, "nosuchcard") == []
    assert sevenplots("search", "nosuchcard").out == "0 cards.\n"


@pytest.mark.parametrize(
    ("query", "start", "end", "message"),
    [
        ("f:s o:abc", 6, 9, "cost is a number"),
        ("owned:yes", 0, 5, "Say first which cards you own"),
        ("playable:yes", 0, 8, "Open a deck first"),
    ],
)
def test_a_bad_query_is_2_and_says_where(
    sevenplots: Run, query: str, start: int, end: int, message: str
) -> None:
    ran = sevenplots("search", query, "--json")
    assert ran.status == 2
    error = ran.json["error"]
    assert (error["start"], error["end"]) == (start, end)
    assert message in error["reason"]


def test_people_see_the_wrong_part_underlined(sevenplots: Run) -> None:
    ran = sevenplots("search", "f:stark o:abc")
    assert (ran.status, ran.out) == (2, "")
    lines = ran.err.splitlines()
    assert lines[:2] == ["  f:stark o:abc", "            ^^^"]
    assert lines[2].startswith("cost is a number")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("arya", "--sort", "colour"), "cannot be sorted by “colour”"),
        (("arya", "--list", "nosuch"), "no restricted list “nosuch”"),
        (("arya", "--date", "soon"), "“soon” is not a date"),
        (("arya", "--format", "jousting"), "“jousting” is not a format"),
        (("arya", "--deck", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("arya", "--nosuch"), "--nosuch"),
        (("arya", "stark"), "stark"),
        ((), "QUERY"),
    ],
)
def test_unusable_options_are_2_and_a_sentence(
    sevenplots: Run, words: tuple[object, ...], message: str
) -> None:
    assert message in refusal(sevenplots, "search", *words)


def test_lists_and_days_decide_what_is_legal(sevenplots: Run) -> None:
    def second(query: str, *words: str) -> int:
        return len(codes(sevenplots, query, "--edition", "second", *words))

    assert second("banned:yes", "--list", "gotstandard2.1") == 108
    assert second("banned:yes", "--list", "none") == 0
    assert second("restricted:yes", "--list", "ffg1.3") == 5
    assert second("legal:yes", "--date", "2015-10-08") == second("e:Core -t:title")
    draft = second("legal:yes only-in:draft", "--format", "draft")
    assert (draft, second("legal:yes only-in:draft")) == (302, 0)


def test_a_list_of_one_edition_leaves_the_other_as_it_is(sevenplots: Run) -> None:
    first = codes(sevenplots, "restricted:1 edition:1")
    assert first
    assert codes(sevenplots, "restricted:1 edition:1", "--list", "ffg1.1") == first


def test_a_deck_tells_what_is_in_it_and_what_it_may_include(sevenplots: Run) -> None:
    in_deck = codes(sevenplots, "deck:yes", "--deck", WOLVES)
    playable = codes(sevenplots, "playable:yes", "--deck", WOLVES, "--list", "none")
    assert len(in_deck) == 41
    assert set(in_deck) <= set(playable)
    assert codes(sevenplots, "is:playable", "--deck", WOLVES, "--list", "none") == playable
    ran = sevenplots("search", "playable:yes deck:no -f:-", "--deck", WOLVES, "--json")
    assert ran.status == 0
    assert {tuple(card["factions"]) for card in ran.json["cards"]} == {("stark",)}


def test_the_deck_is_read_for_the_list_that_is_asked_for(sevenplots: Run, tmp_path: Path) -> None:
    """Valyrian Steel is the agenda of its day under an old list, and the redesign of today."""
    deck = tmp_path / "deck.txt"
    deck.write_text("House Stark\n1x Valyrian Steel\n", "utf-8")
    for restricted, code in (("ffg2.1", "13118"), ("latest", "17152")):
        options = ("--deck", deck, "--list", restricted, "--edition", "second")
        assert codes(sevenplots, "deck:yes", *options) == [code]


def test_the_search_says_what_it_could_not_look_into(sevenplots: Run) -> None:
    ran = sevenplots("search", "x:renown", "--edition", "second", "--json")
    assert ran.json["count"] == 98
    (remark,) = ran.json["remarks"]
    assert "sevenplots sync" in remark
    assert "sevenplots sync" in sevenplots("search", "x:renown").out


def test_people_see_a_row_for_each_card(sevenplots: Run) -> None:
    shown = sevenplots("search", "01141|01045|11099|01004").out
    assert "Arya Stark" in shown
    rows = {line.split()[0]: line for line in shown.splitlines()}
    assert " X " in rows["01045"]
    assert " \u2013 " in rows["11099"]
    assert shown.endswith("4 cards.\n")


def test_many_cards_are_not_all_shown_to_people(sevenplots: Run) -> None:
    shown = sevenplots("search", "").out
    assert "4,228 cards; the first 200 are shown, --json lists all." in shown
    assert len(shown.splitlines()) == 202


TEXTS = {
    "01001": "<em>Errata'd.</em>\n<b>When Revealed:</b> Draw 1 card. Zebras, all of them.",
    "01039": "Reduce the cost of any [stark] card you marshal by 1.",
    "01040": "+1 Income.",
    "01046": "Zebras.",
}


def codes_of(ran: Ran) -> set[str]:
    assert ran.status == 0, ran.err
    return {card["code"] for card in ran.json["cards"]}


def test_what_was_printed_before_is_printed_still(sevenplots: Run) -> None:
    plain = sevenplots("search", "littlefinger", "--json").json
    assert set(plain) == {"count", "cards"}
    more = sevenplots("search", "littlefinger", "--texts", "--by-title", "--json").json
    assert {key: more.pop(key) for key in plain} == plain
    assert set(more) == {"looked_into", "without_texts", "outside", "titles"}


def test_a_scope_leaves_out_what_the_query_does_not_name(sevenplots: Run) -> None:
    ran = sevenplots("search", "littlefinger", "--scope", "second", "--json")
    assert (ran.json["count"], ran.json["outside"]) == (6, 4)
    named = sevenplots("search", "littlefinger edition:1", "--scope", "second", "--json")
    assert (named.json["count"], named.json["outside"]) == (3, 0)
    shown = sevenplots("search", "littlefinger", "--scope", "second").out
    assert shown.endswith("6 cards.\n    4 more cards left out; pool:all finds all.\n")
    assert "left out" not in sevenplots("search", "littlefinger").out


def test_titles_are_rows_with_their_versions(sevenplots: Run) -> None:
    ran = sevenplots("search", "littlefinger t:character", "--by-title", "--json")
    assert [(each["edition"], len(each["codes"])) for each in ran.json["titles"]] == [
        ("second", 5),
        ("first", 3),
    ]
    shown = sevenplots("search", "littlefinger t:character", "--by-title").out
    assert "core_141 kl_84 kr_112" in shown
    assert shown.endswith("2 titles, 8 cards.\n")
    many = sevenplots("search", "", "--by-title").out
    assert "titles, 4,228 cards; the first 200 are shown, --json lists all." in many


def test_words_in_no_name_are_looked_for_in_texts(sevenplots: Run) -> None:
    ran = sevenplots("search", "kingsguard lannister renown", "--texts", "--json")
    assert ran.json["looked_into"] == "texts"
    assert ran.json["without_texts"] == ["second", "first"]
    assert ran.json["remarks"][0].startswith("No card is named so;")
    assert "No card is named so;" in sevenplots("search", "nosuchword", "--texts").out
    assert sevenplots("search", "arya", "--texts", "--json").json["looked_into"] == "names"


@pytest.fixture
def synced(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    httpserver: HTTPServer,
    pools: Pools,
) -> Run:
    """Return the command line after a sync with a server that has these texts."""
    ran = command_line(tmp_path, capsys)
    answers = api_of(pools[Edition.SECOND])
    for raw in answers[CARDS]:
        raw["text"] = TEXTS.get(raw["code"], raw["text"])
    assert ran("sync", "--from", Api(httpserver, answers).url).status == 0
    return ran


def test_after_a_sync_texts_are_what_counts(synced: Run) -> None:
    second = ("--scope", "second", "--json")
    fallen = synced("search", "zebras", "--texts", *second)
    assert codes_of(fallen) == {"01001", "01046"}
    assert fallen.json["remarks"] == [
        "No card is named so; these have it in their traits or texts."
    ]
    assert fallen.json["without_texts"] == []
    assert codes_of(synced("search", "gives:draw -keyword:insight", *second)) == {"01001"}
    assert codes_of(synced("search", "gives:gold", *second)) == {"01040"}
    assert codes_of(synced("search", "reduces:", *second)) == {"01039"}
    assert codes_of(synced("search", "reduces:stark", *second)) == {"01039"}
    errata = codes_of(synced("search", "has:erratum", *second))
    assert "01001" in errata
    assert errata == codes_of(synced("search", "errata:yes", *second))
    ruled = codes_of(synced("search", "has:ruling", *second))
    assert {"02064", "17134"} <= ruled
    assert "01149" not in ruled
    texts = synced("search", "has:text pool:all", *second)
    blank = codes_of(synced("search", "has!text edition:2 pool:all", *second))
    assert len(codes_of(texts)) + len(blank) == 2240
    assert 0 < len(blank) < 10
    assert texts.json["without_texts"] == ["first"]


def test_cards_are_found_and_sorted_by_their_names_in_a_language(sevenplots: Run) -> None:
    found = sevenplots("search", "t:plot (Krähen or Schwerter)", "--language", "de", "--json").json
    names = [card["local_name"] for card in found["cards"]]
    assert {"Sturm der Schwerter", "Zeit der Krähen"} <= set(names)
    assert names == sorted(names)

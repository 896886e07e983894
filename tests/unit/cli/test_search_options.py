"""`sevenplots search` with --scope, --texts and --by-title, before and after a sync."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from carddb.pool import CardPool
from carddb.terms import Edition
from cli.main import run
from tests.running import Ran, Run
from tests.thronesdb import CARDS, Api, api_of

TEXTS = {
    "01001": "<em>Errata'd.</em>\n<b>When Revealed:</b> Draw 1 card. Zebras, all of them.",
    "01039": "Reduce the cost of any [stark] card you marshal by 1.",
    "01040": "+1 Income.",
    "01046": "Zebras.",
}


def codes(ran: Ran) -> set[str]:
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


def test_a_regular_expression_that_takes_too_long_beyond_the_scope_is_refused(
    sevenplots: Run,
) -> None:
    """No card of the second edition has a crest, so that its names are not compared."""
    slow = r"crest:war name:/(.+)(.+)(.+)(.+)(.+)(.+)\1\2\3\4\5\6[0-9]/"
    ran = sevenplots("search", slow, "--scope", "second", "--json")
    assert ran.status == 2
    assert "takes too long" in ran.json["error"]["reason"]


@pytest.fixture
def synced(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    httpserver: HTTPServer,
    pools: Mapping[Edition, CardPool],
) -> Run:
    """Return the command line after a sync with a server that has these texts."""

    def ran(*words: object) -> Ran:
        status = run(["--home", str(tmp_path), *map(str, words)])
        printed = capsys.readouterr()
        return Ran(status, printed.out, printed.err)

    answers = api_of(pools[Edition.SECOND])
    for raw in answers[CARDS]:
        raw["text"] = TEXTS.get(raw["code"], raw["text"])
    assert ran("sync", "--from", Api(httpserver, answers).url).status == 0
    return ran


def test_after_a_sync_texts_are_what_counts(synced: Run) -> None:
    second = ("--scope", "second", "--json")
    fallen = synced("search", "zebras", "--texts", *second)
    assert codes(fallen) == {"01001", "01046"}
    assert fallen.json["remarks"] == [
        "No card is named so; these have it in their traits or texts."
    ]
    assert fallen.json["without_texts"] == []
    assert codes(synced("search", "gives:draw -keyword:insight", *second)) == {"01001"}
    assert codes(synced("search", "gives:gold", *second)) == {"01040"}
    assert codes(synced("search", "reduces:", *second)) == {"01039"}
    assert codes(synced("search", "reduces:stark", *second)) == {"01039"}
    errata = codes(synced("search", "has:erratum", *second))
    assert "01001" in errata
    assert errata == codes(synced("search", "errata:yes", *second))
    ruled = codes(synced("search", "has:ruling", *second))
    assert {"02064", "17134"} <= ruled
    assert "01149" not in ruled
    texts = synced("search", "has:text pool:all", *second)
    blank = codes(synced("search", "has!text edition:2 pool:all", *second))
    assert len(codes(texts)) + len(blank) == 2240
    assert 0 < len(blank) < 10
    assert texts.json["without_texts"] == ["first"]

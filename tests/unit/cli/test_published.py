"""The contract of `sevenplots published`, `suggest` and `finish`: JSON, status and sentences."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from carddb.pool import CardPool
from carddb.terms import Edition
from cli.main import run
from cli.session import Session
from decks.deck import Deck
from decks.formats.deck_json import deck_object
from published.corpus import Corpus
from published.statistics import played_shares
from tests.running import Ran, Run
from tests.unit.cli.conftest import command_line, refusal
from tests.unit.published.decklists import draw_decklists, serve_all, stored_corpus
from tests.verdicts import TODAY, judge_of
from validators.conditions import Conditions, find_format
from validators.judge import Judge
from validators.problem import Problem, Severity

COUNT = 200


@pytest.fixture(scope="module")
def fetched(
    tmp_path_factory: pytest.TempPathFactory, make_httpserver: HTTPServer, second: CardPool
) -> Path:
    """Return a home folder with decklists that were fetched once."""
    home = tmp_path_factory.mktemp("home")
    make_httpserver.clear()  # it still answers as in the last test of another module
    serve_all(make_httpserver, draw_decklists(second, COUNT))
    server = make_httpserver.url_for("").rstrip("/")
    assert run(["--home", str(home), "published", "sync", "--from", server]) == 0
    make_httpserver.clear()
    return home


@pytest.fixture(scope="module")
def corpus(second: CardPool, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return stored_corpus(second, draw_decklists(second, COUNT), tmp_path_factory.mktemp("same"))


@pytest.fixture(scope="module")
def base(corpus: Corpus) -> Deck:
    """Return a published deck whose cards are legal together, apart from their numbers."""
    sizes = {"draw.too-few", "plots.too-few", "copies.too-many", "plots.doubled"}
    judge = judge_of(corpus.pool)
    decks = map(corpus.deck, range(len(corpus)))
    return next(
        deck
        for deck in decks
        if deck.agendas and not {each.code for each in errors_of(deck, judge)} - sizes
    )


def errors_of(deck: Deck, judge: Judge) -> tuple[Problem, ...]:
    conditions = Conditions(find_format(Edition.SECOND, "joust"), None, TODAY)
    return judge.verdict(deck, conditions).of(Severity.ERROR)


@pytest.fixture
def started(base: Deck, tmp_path: Path) -> Path:
    """Return the file of that deck without most of its cards."""
    file = tmp_path / "started.json"
    slots = tuple((card, 1) for card, _ in base.slots[::3])
    file.write_text(json.dumps(deck_object(replace(base, slots=slots))), "utf-8")
    return file


@pytest.fixture
def with_decks(fetched: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return the command line with that home."""
    return command_line(fetched, capsys)


@pytest.fixture
def ask(with_decks: Run) -> Any:
    """Return a command's JSON object."""

    def asked(*words: object, status: int = 0) -> Any:
        ran = with_decks(*words, "--json")
        assert ran.status == status
        return ran.json

    return asked


def test_sync_counts_decklists(
    own_home: Run, httpserver: HTTPServer, second: CardPool, corpus: Corpus
) -> None:
    serve_all(httpserver, draw_decklists(second, COUNT))
    server = httpserver.url_for("").rstrip("/")
    ran = own_home("published", "sync", "--from", server, "--json")
    printed = json.loads(ran.out)
    assert printed.pop("seconds") > 0
    assert printed == {
        "not_modified": False,
        "decklists": COUNT,
        "usable": corpus.usable,
        "distinct": len(corpus),
        "added": COUNT,
        "changed": 0,
        "removed": 0,
        "unread": 0,
    }
    again = own_home("published", "sync", "--from", server)
    assert again.status == 0
    assert "has nothing newer than the 200 decklists" in again.out


@pytest.fixture
def own_home(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return the command line with a home of this test's own."""
    return command_line(tmp_path / "home", capsys)


@pytest.mark.parametrize(
    "command",
    ["published find", "published stats", "published card 01141", "search played>0.2"],
)
def test_before_a_fetch_each_command_invites_to_one(own_home: Run, command: str) -> None:
    assert_invites(own_home(*command.split()))


def test_before_a_fetch_decks_are_not_finished(own_home: Run, started: Path) -> None:
    for command in ("suggest", "finish"):
        assert_invites(own_home(command, started))


def assert_invites(ran: Ran) -> None:
    assert ran.status == 2
    assert "No published decks are here yet." in ran.err
    assert "sevenplots published sync (about 30 MB)" in ran.err


def test_cards_are_found_and_sorted_by_their_share(
    ask: Any, started: Path, base: Deck, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Which decklists are recent depends on the year.
    monkeypatch.setattr(Session, "today", TODAY)
    found = ask("search", "played>=0.2", "--sort=-played", "--deck", started)
    played = played_shares(corpus, base, TODAY)
    shares = [played.shares[card["code"]] for card in found["cards"]]
    assert shares == sorted(shares, reverse=True)
    assert found["count"] == sum(share >= 0.2 for share in played.shares.values()) > 0
    assert found["remarks"] == [f"Shares of {played.words}."]


def test_find_lists_the_newest_first(ask: Any, corpus: Corpus) -> None:
    found = ask("published", "find", "--limit", 5)
    assert found["count"] == len(corpus)
    dates = [(each["date"], each["id"]) for each in found["decklists"]]
    assert dates == sorted(dates, reverse=True)
    newest = found["decklists"][0]
    assert set(newest) == {"id", "name", "date", "faction", "agendas", "url"}
    assert newest["url"] == f"https://thronesdb.com/decklist/view/{newest['id']}"


def test_find_like_a_deck_ranks_by_likeness(ask: Any, started: Path) -> None:
    found = ask("published", "find", "--like", started)["decklists"]
    ranks = [(each["alike"], each["id"]) for each in found]
    assert ranks == sorted(ranks, reverse=True)


def test_stats_and_card_have_the_figures_of_the_contract(ask: Any, corpus: Corpus) -> None:
    faction = corpus.decks[0][3]
    stats = ask("published", "stats", "--faction", faction, "--by", "quarter")
    assert stats["factions"] == {faction: stats["decks"]}
    assert sum(each["decks"] for each in stats["periods"]) == stats["decks"]
    card = stats["cards"][0]
    assert set(card) == {"code", "with", "share", "low", "high", "copies", "mean"}
    single = ask("published", "card", card["code"], "--faction", faction)
    together = single.pop("together")
    assert single.pop("of") == stats["decks"]
    assert single == card
    assert together
    assert set(together[0]) == {"code", "both", "share", "lift"}


def test_a_terminal_shows_periods_and_whose_decks_are_counted(with_decks: Run, ask: Any) -> None:
    last = ask("published", "stats", "--by", "year")["periods"][-1]
    printed = with_decks("published", "stats", "--by", "year").out
    assert [last["period"], str(last["decks"])] in [line.split() for line in printed.splitlines()]
    assert "not decks that won" in printed


def test_suggest_and_finish(ask: Any, started: Path) -> None:
    suggested = ask("suggest", started, "--neighbors", 10)
    assert suggested["neighbors"] == 10
    assert set(suggested["add"][0]) == {"code", "expected", "share", "in_deck"}
    finished = ask("finish", started, "--list", "none", "--agenda", "01027")
    assert finished["status"] == "optimal"
    assert finished["deck"]["agendas"] == ["01027"]
    assert finished["value"] == finished["bound"] > 0
    assert finished["verdict"]["legal"]
    assert finished["value"] == pytest.approx(
        sum(each["value"] for each in finished["added"]), abs=1e-4
    )


def test_an_impossible_deck_exits_1_and_names_the_conflict(
    ask: Any, second: CardPool, tmp_path: Path
) -> None:
    faction = {"faction_code": "stark", "agendas": ["11079"]}
    file = tmp_path / "free folk.json"
    file.write_text(json.dumps({"name": "Folk", **faction, "slots": {"01141": 3}}), "utf-8")
    found = ask("finish", file, status=1)
    assert found["status"] == "infeasible"
    assert found["conflict"] == {"cards": ["01141"], "rules": ["agenda.the-free-folk.faction"]}


def test_people_read_which_cards_are_suggested_and_why_a_deck_cannot_be_finished(
    with_decks: Run, started: Path, base: Deck, tmp_path: Path
) -> None:
    suggested = with_decks("suggest", started, "--neighbors", 10)
    assert suggested.status == 0
    assert "decks like this one play." in suggested.out
    assert "their copies" in suggested.out
    file = tmp_path / "conflict.json"
    card = next(card for card, _ in base.slots if card.in_draw_deck)
    file.write_text(json.dumps(deck_object(base.with_copies(card, 9))), "utf-8")
    finished = with_decks("finish", file)
    assert finished.status == 1
    assert "No legal deck has all of these cards." in finished.err
    assert f"In conflict: {card.name}" in finished.out


def test_finish_prints_one_object_and_nothing_else(fetched: Path, started: Path) -> None:
    # The solver is a library of C++, whose own output no capture of Python sees.
    words = ["-m", "sevenplots", "--home", fetched, "finish", started, "--list", "none", "--json"]
    ran = subprocess.run(  # noqa: S603
        [sys.executable, *map(str, words)], capture_output=True, check=True
    )
    assert json.loads(ran.stdout)["status"] == "optimal"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("find --since spring", "--since spring is not a date."),
        ("find --sort alike", "Decks cannot be sorted by “alike”."),
        ("find --with 99999", "There is no card with the code 99999"),
        ("find --with 01027", "Fealty is neither in draw decks"),
        ("find --list mine", "There is no restricted list mine."),
        ("stats --by week", "“week” is not a period."),
    ],
)
def test_wrong_options_are_explained(with_decks: Run, words: str, sentence: str) -> None:
    assert sentence in refusal(with_decks, "published", *words.split())

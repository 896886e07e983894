"""Deck lists by phone, and deck checks by judges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.event_settings import deadline_text
from app.phones.deck_check import drawn_players
from app.phones.deck_page import MOST_LETTERS, Judges, judged_list
from carddb.pool import Pools
from carddb.terms import Edition
from core.errors import NetworkError
from decks.deck import Deck
from decks.deck_writer import write
from decks.report import Reading
from events import operations as ops
from events.event_terms import EventStage, PenaltyLevel
from tests.phones import Desk, Page, Phone
from tests.unit.events.organizer import Organizer, custom
from validators.judge import Judge


@pytest.fixture(scope="module")
def judges(pools: Pools) -> Judges:
    return {edition: Judge(pool) for edition, pool in pools.items()}


@pytest.fixture
def desk(tmp_path: Path, judges: Judges) -> Iterator[Desk]:
    """Give an event of four players, before its start, whose lists are handed in by phone."""
    made = Desk(tmp_path, settings=custom(3, edition=Edition.SECOND), judges=lambda: judges)
    yield made
    made.close()


@pytest.fixture(scope="module")
def legal(samples: tuple[Deck, ...], judges: Judges) -> Deck:
    """Return a deck that is legal at the event."""
    state = Organizer(custom(3, edition=Edition.SECOND)).state
    return next(
        each for each in samples if judged_list(Reading(each, ()), state, judges).deck.legal
    )


@pytest.fixture(scope="module")
def text(legal: Deck, pools: Pools) -> str:
    return write(legal, "plain", pools).text


def sent(phone: Phone, text: str, do: str = "hand-in") -> Page:
    return phone.send(phone.get("/me/deck"), "/me/deck", list=text, do=do)


@pytest.mark.parametrize("form", ["plain", "code", "json", "thronesdb"])
def test_a_list_is_judged_at_once_and_then_handed_in(
    desk: Desk, legal: Deck, pools: Pools, form: str
) -> None:
    phone = desk.phone("A")
    text = write(legal, form, pools).text
    page = sent(phone, text, "judge")
    assert "This list is legal." in page.text
    assert desk.state.player("A").deck is None
    page = phone.send(page, "/me/deck", list=text, do="hand-in")
    assert (page.status, page.path) == (200, "/me/deck")
    deck = desk.state.player("A").deck
    assert deck is not None
    assert (deck.legal, deck.faction) == (True, legal.faction.value if legal.faction else "")
    assert deck.digest in page.text
    assert desk.log[-1].by == "A, by phone"
    assert 'href="/me/deck"' in phone.get("/me").text


def test_each_problem_has_its_rule_and_an_illegal_list_may_be_replaced(
    desk: Desk, text: str
) -> None:
    phone = desk.phone("A")
    few = "\n".join([*text.splitlines()[:-12], "3x <b>Nobody</b>"])
    page = sent(phone, few, "judge")
    assert "This list is not legal." in page.text
    assert page.text.count('<li lang="en">') >= 2
    assert "&lt;b&gt;Nobody" in page.text
    assert "<b>Nobody" not in page.text
    assert '<span class="faint">' in page.text.partition('<ul class="problems">')[2]
    sent(phone, few)
    assert [each.deck.legal for each in desk.state.players if each.deck] == [False]
    assert "This list is not legal." in phone.get("/me/deck").text
    sent(phone, text)
    deck = desk.state.player("A").deck
    assert deck is not None
    assert deck.legal


def test_a_list_is_locked_from_the_start(desk: Desk, text: str) -> None:
    phone = desk.phone("A")
    page = phone.get("/me/deck")
    desk.organize("start")
    answer = phone.send(page, "/me/deck", list=text, do="hand-in")
    assert (answer.status, "lists are locked" in answer.text) == (409, True)
    assert desk.state.player("A").deck is None
    assert not phone.get("/me/deck").has_form("/me/deck")
    assert desk.state.stage is EventStage.SWISS


def test_a_list_is_locked_after_the_deadline(tmp_path: Path, judges: Judges, text: str) -> None:
    now = datetime.now(UTC)
    hours = timedelta(hours=2)
    settings = replace(custom(3, edition=Edition.SECOND), day=now.astimezone().date())
    desk = Desk(
        tmp_path, settings=replace(settings, lists_until=now + hours), judges=lambda: judges
    )
    try:
        phone = desk.phone("A")
        page = phone.get("/me/deck")
        assert f"until {deadline_text(desk.state.settings)}." in page.text
        sent(phone, text)
        assert desk.state.player("A").deck is not None
        desk.do(ops.SettingsChanged, settings=replace(settings, lists_until=now - hours))
        answer = phone.send(page, "/me/deck", list=text, do="judge")
        assert (answer.status, "The time for handing in lists is over." in answer.text) == (
            409,
            True,
        )
        page = phone.get("/me/deck")
        assert "The time for handing in lists is over." in page.text
        assert not page.has_form("/me/deck")
        assert desk.state.stage is EventStage.REGISTRATION
    finally:
        desk.close()


def test_only_its_owner_and_judges_see_a_list(desk: Desk, text: str) -> None:
    sent(desk.phone("A"), text)
    deck = desk.state.player("A").deck
    assert deck is not None
    everybody, other = Phone(desk.port), desk.phone("B")
    assert everybody.ask("/judge/check/A").headers["location"] == "/judge/sign-in"
    assert other.ask("/judge/check/A").headers["location"] == "/judge/sign-in"
    assert deck.digest not in other.get("/me/deck").text
    for path in ("/", "/standings.html", "/bracket.html", "/wall", "/overlay"):
        shown = everybody.get(path).text
        assert deck.digest not in shown
        assert deck.name not in shown
    assert deck.digest in desk.judge().get("/judge/check/A").text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  ", "There is no list yet"),
        ("hello", "no"),
        ("https://thronesdb.com/deck/view/7", "private deck"),
        ("https://thronesdb.com.example.org/decklist/view/7", "is not a deck of ThronesDB"),
        ("http://127.0.0.1/thronesdb.com/decklist/view/7", "is not a deck of ThronesDB"),
        ("https://user@thronesdb.com/decklist/view/7@127.0.0.1", "is not a deck of ThronesDB"),
        ("../../7 thronesdb.com/", "is not a deck of ThronesDB"),
    ],
)
def test_what_is_no_list_is_refused_in_words(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    asked: list[int] = []
    monkeypatch.setattr("carddb.decklist_download.published_deck", asked.append)
    answer = sent(desk.phone("A"), text)
    assert answer.status == 409
    assert said in answer.text
    assert desk.state.player("A").deck is None
    assert asked == []


def test_of_a_link_only_the_number_is_asked_for(
    desk: Desk, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def fetched(number: int) -> bytes:
        asked.append(number)
        if number == 404:
            raise NetworkError("not there")
        return text.encode()

    monkeypatch.setattr("carddb.decklist_download.published_deck", fetched)
    phone = desk.phone("A")
    for written in ("123", "#124", "https://thronesdb.com/decklist/view/125/x?y=http://evil/"):
        assert "This list is legal." in sent(phone, written, "judge").text
    assert "ThronesDB gave no such deck" in sent(phone, "404").text
    assert asked == [123, 124, 125, 404]
    for _ in range(10):
        last = sent(phone, "126", "judge")
    assert "Too many downloads" in last.text
    assert len(asked) <= 11
    assert "This list is legal." in sent(desk.phone("B"), "127", "judge").text


def test_a_form_that_is_sent_twice_hands_in_once(desk: Desk, text: str) -> None:
    phone = desk.phone("A")
    fields = phone.get("/me/deck").fields("/me/deck")
    fields |= {"list": text, "do": "hand-in"}
    assert [phone.post("/me/deck", fields).status for _ in range(2)] == [303, 303]
    assert sum(isinstance(each, ops.DeckHandedIn) for each in desk.log) == 1
    assert phone.post("/me/deck", fields | {"proof": "x"}).status == 403


def test_a_player_is_drawn_shown_and_recorded(desk: Desk, text: str) -> None:
    judge = desk.judge()
    nobody = judge.send(judge.get("/judge"), "/judge/check", what="player")
    assert (nobody.status, "Nobody has handed in a list" in nobody.text) == (409, True)
    sent(desk.phone("C"), text)
    page = judge.send(judge.get("/judge"), "/judge/check", what="player")
    assert page.path == "/judge/check/C"
    assert "<h3>Plot " in page.text
    assert sum(map(int, re.findall(r"<li><b>(\d+)</b>", page.text))) >= 67
    drawn = desk.state.player("C").penalties[-1]
    assert drawn.level is PenaltyLevel.NOTE
    assert drawn.text.startswith("Drawn for a deck check, seed ")
    judge.send(page, "/judge/check/C", outcome="differs", text="one <i>card</i> more")
    assert desk.state.player("C").penalties[-1].text == (
        "Deck check: differs from the list: one <i>card</i> more."
    )
    fresh = judge.get("/judge/check/C")
    assert judge.send(fresh, "/judge/check/C", outcome="").status == 409


def test_a_table_is_drawn_from_those_that_play(desk: Desk) -> None:
    judge = desk.judge()
    none = judge.send(judge.get("/judge"), "/judge/check", what="table")
    assert "No table plays now" in none.text
    desk.organize("start", "pair")
    page = judge.send(judge.get("/judge"), "/judge/check", what="table")
    drawn = [each.id for each in desk.state.players if each.penalties]
    assert tuple(drawn) in {tuple(sorted(each.players)) for each in desk.state.rounds[0].games}
    assert "No list was handed in." in page.text
    seed = int(desk.state.player(drawn[0]).penalties[-1].text.split()[-1].rstrip("."))
    assert sorted(drawn_players(desk.state, seed, table=True)) == drawn


def test_a_server_without_cards_takes_no_lists(tmp_path: Path) -> None:
    made = Desk(tmp_path)
    try:
        phone = made.phone("A")
        assert phone.get("/me/deck").path == "/me"
        assert "/me/deck" not in phone.get("/me").text
    finally:
        made.close()


def test_a_list_has_a_limit(desk: Desk) -> None:
    phone = desk.phone("A")
    assert sent(phone, "3x Arya Stark\n" * MOST_LETTERS).status == 413

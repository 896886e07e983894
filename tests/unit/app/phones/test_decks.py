"""Deck lists by phone, and deck checks by judges."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.event_settings import deadline_text
from app.phones.deck_check import drawn_players
from app.phones.local_judges import Judges
from carddb.pool import Pools
from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_writer import write
from decks.report import Reading
from events import operations as ops
from events.deck_lists import handed_in
from events.event_terms import EventStage, PenaltyLevel
from tests.phones import Desk, Page, Phone
from tests.unit.events.organizer import custom


@pytest.fixture
def desk(new_desk: Callable[..., Desk], judges: Judges) -> Desk:
    """Return an event of four players, before its start, whose lists are handed in by phone."""
    return new_desk(settings=custom(3, edition=Edition.SECOND), judges=lambda: judges)


@pytest.fixture(scope="module")
def legal(samples: tuple[Deck, ...], judges: Judges) -> Deck:
    """Return a deck that is legal at the event."""
    settings, judge = custom(3, edition=Edition.SECOND), judges[Edition.SECOND]
    return next(each for each in samples if handed_in(Reading(each, ()), settings, judge).legal)


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
    assert page.text.count('<span lang="en">') >= 2
    assert "<b>Too few cards</b>" in page.text
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


def test_a_list_is_locked_after_the_deadline(
    new_desk: Callable[..., Desk], judges: Judges, text: str
) -> None:
    now = datetime.now(UTC)
    hours = timedelta(hours=2)
    settings = replace(custom(3, edition=Edition.SECOND), day=now.astimezone().date())
    desk = new_desk(settings=replace(settings, lists_until=now + hours), judges=lambda: judges)
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


def test_a_player_is_drawn_shown_and_recorded(desk: Desk, text: str) -> None:
    judge = desk.judge()
    nobody = judge.send(judge.get("/judge"), "/judge/check", what="player")
    assert (nobody.status, "Nobody has handed in a list" in nobody.text) == (409, True)
    sent(desk.phone("C"), text)
    page = judge.send(judge.get("/judge"), "/judge/check", what="player")
    assert page.path == "/judge/check/C"
    assert "<h3>Plots " in page.text
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


def test_a_server_without_cards_takes_no_lists(new_desk: Callable[..., Desk]) -> None:
    made = new_desk()
    phone = made.phone("A")
    assert phone.get("/me/deck").path == "/me"
    assert "/me/deck" not in phone.get("/me").text

"""What players do on their phones: over HTTP, with the library as it is."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from events import operations as ops
from events.event_terms import EventKind, GameResult
from events.event_values import TableGame
from tests.event_samples import FORM
from tests.phones import Desk, Page, Phone
from tests.unit.events.organizer import custom


def game_of(desk: Desk, player: str) -> TableGame:
    current = desk.state.current
    assert current
    return next(each for each in current.games if player in each.players)


def pair(desk: Desk) -> tuple[str, str]:
    """Draw the first round; return the players of the first table."""
    desk.organize("start", "pair")
    first, second = game_of(desk, "A").players
    return first, second


def test_a_link_and_a_code_sign_their_player_in(desk: Desk) -> None:
    by_link, by_code = Phone(desk.port), Phone(desk.port)
    assert "Sign in with your code" in by_link.get("/me").text
    page = by_link.get(f"/me/{desk.tokens['A']}")
    assert (page.status, page.path) == (200, "/me")
    assert by_code.sign_in(desk.codes["B"].lower()).path == "/me"
    # Another tab is signed in as well, until the phone signs out.
    assert by_link.get("/sign-in").path == "/me"
    assert by_link.send(by_link.get("/me"), "/sign-out").path == "/"
    assert by_link.get("/me").path == "/sign-in"


def test_a_cookie_is_for_this_server_and_no_script(desk: Desk) -> None:
    phone = Phone(desk.port)
    answer = phone.ask(f"/me/{desk.tokens['A']}")
    parts = answer.headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(parts)


def test_players_check_in_before_the_first_round(desk: Desk) -> None:
    phone = desk.phone("A")
    page = phone.send(phone.get("/me"), "/me/check-in")
    assert "You are checked in." in page.text
    assert desk.desk.look().notes.checked_in == {"A"}
    late = desk.phone("B")
    before = late.get("/me")
    desk.organize("start", "pair")
    assert "The first round is paired already." in late.send(before, "/me/check-in").text


@pytest.mark.parametrize(
    ("mine", "theirs", "entered"),
    [
        ("win", "loss", GameResult.WIN),
        ("loss", "win", GameResult.LOSS),
        ("draw", "draw", GameResult.DRAW),
        ("modified-win", "modified-loss", GameResult.MODIFIED_WIN),
    ],
)
def test_what_both_report_becomes_the_result(
    desk: Desk, mine: str, theirs: str, entered: GameResult
) -> None:
    first, second = pair(desk)
    one, other = desk.phone(first), desk.phone(second)
    assert f"Waiting for {second}" in one.report(mine).text
    assert game_of(desk, first).result is None
    assert f"{first} reported a result" in other.get("/me").text
    other.report(theirs)
    assert game_of(desk, first).result is entered
    assert desk.log[-1].by == f"{first} and {second}, by phone"


def test_the_opponent_confirms_with_one_tap(desk: Desk) -> None:
    first, second = pair(desk)
    desk.phone(second).report("win")
    phone = desk.phone(first)
    page = phone.send(phone.get("/me"), "/me/report")
    assert game_of(desk, first).result is GameResult.LOSS
    assert "I lost" in page.text


def test_a_contradiction_is_on_both_phones_until_one_reports_again(desk: Desk) -> None:
    first, second = pair(desk)
    one, other = desk.phone(first), desk.phone(second)
    one.report("win")
    assert "reported different results" in other.report("win").text
    assert "reported different results" in one.get("/me").text
    assert game_of(desk, first).result is None
    other.report("loss")
    assert game_of(desk, first).result is GameResult.WIN


def test_with_a_nod_nothing_is_entered_by_phones(desk: Desk) -> None:
    first, second = pair(desk)
    desk.library.phones.set_nod(desk.event_id, nod=True)
    desk.phone(first).report("win")
    assert "The organizer enters it" in desk.phone(second).report("loss").text
    assert game_of(desk, first).result is None
    # Without it again, the next look of a phone's report enters what both agreed on.
    desk.library.phones.set_nod(desk.event_id, nod=False)
    desk.desk.settle()
    assert game_of(desk, first).result is GameResult.WIN


def test_the_entry_of_the_organizer_wins(desk: Desk) -> None:
    first, second = pair(desk)
    one, other = desk.phone(first), desk.phone(second)
    one.report("win")
    old_page = other.get("/me")
    table = game_of(desk, first).table
    desk.do(ops.ResultEntered, round=1, table=table, result=GameResult.DOUBLE_LOSS)
    page = other.post("/me/report", old_page.fields("/me/report") | {"result": "loss"})
    assert page.status == 409
    assert "The game has a result already" in page.text
    assert game_of(desk, first).result is GameResult.DOUBLE_LOSS


def test_what_the_organizer_takes_back_is_not_entered_again(desk: Desk) -> None:
    first, second = pair(desk)
    desk.phone(first).report("win")
    desk.phone(second).report("loss")
    desk.library.events.undo(desk.event_id, len(desk.log))
    other = next(each for each in "ABCD" if each not in {first, second})
    desk.phone(other).report("win")
    assert game_of(desk, first).result is None


def test_a_report_of_a_round_that_was_drawn_anew_is_refused(desk: Desk) -> None:
    first, _ = pair(desk)
    phone = desk.phone(first)
    old_page = phone.get("/me")
    desk.do(ops.RoundCancelled, round=1)
    late = phone.post("/me/report", old_page.fields("/me/report") | {"result": "win"})
    assert (late.status, "drawn anew" in late.text) == (409, True)
    desk.organize("pair")
    assert desk.desk.look().notes.reports == ()


def test_a_draw_is_not_offered_where_the_regulations_have_none(desk: Desk) -> None:
    settings = desk.organizer.state.settings
    assert settings.regulations == "1.0.1"
    first, _ = pair(desk)
    assert 'value="draw"' in desk.phone(first).get("/me").text
    assert "intentional" not in desk.phone(first).get("/me").text
    answer = desk.phone(first).report("double-loss")
    assert (answer.status, "cannot be reported" in answer.text) == (409, True)


def test_a_player_drops_and_calls_a_judge(desk: Desk) -> None:
    first, second = pair(desk)
    phone = desk.phone(first)
    page = phone.send(phone.get("/me"), "/me/call", reason="<b>A question</b>")
    assert "A judge is called." in page.text
    (call,) = desk.desk.look().notes.open_calls
    assert (call.player, call.reason) == (first, "<b>A question</b>")
    desk.library.phones.answer_call(desk.event_id, 1, call.status.COMING)
    assert "A judge is coming." in phone.get("/me").text
    page = phone.send(phone.get("/me"), "/me/drop")
    assert "You have left the event" in page.text
    assert desk.state.player(first).dropped == 1
    assert second in {each.id for each in desk.state.active}


def test_my_record_has_place_and_results(desk: Desk) -> None:
    first, second = pair(desk)
    desk.phone(first).report("win")
    desk.phone(second).report("loss")
    page = desk.phone(first).get("/me").text
    assert "1 won, 0 lost · place 1 of 4" in page
    assert "Your deck list" not in page


def test_the_page_is_in_the_language_of_the_phone(desk: Desk) -> None:
    phone = desk.phone("A")
    phone.language = "de"
    assert "Du bist angemeldet" in phone.get("/me").text


def test_the_head_of_my_page_changes_with_what_it_shows(desk: Desk) -> None:
    first, second = pair(desk)
    phone = desk.phone(first)
    before = phone.ask("/me", "HEAD").headers["etag"]
    assert phone.ask("/me", "HEAD").headers["etag"] == before
    desk.phone(second).report("win")
    assert phone.ask("/me", "HEAD").headers["etag"] != before


def test_in_the_elimination_players_report_winners(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(settings=custom(1, 4))
    desk.organize("start", "play", "cut")
    first, second = desk.state.elimination[0].games[0].players
    assert 'value="draw"' not in desk.phone(first).get("/me").text
    desk.phone(first).report("modified-loss")
    desk.phone(second).report("modified-win")
    game = desk.state.elimination[0].games[0]
    assert (game.winner, game.how) == (second, "win at time")


def report_places(phone: Phone, *places: str) -> Page:
    stated = {f"place{seat}": place for seat, place in enumerate(places, start=1)}
    page = phone.get("/me")
    return phone.send(page, "/me/report", result="", **stated)


@pytest.mark.parametrize("players", ["ABC", "ABCD"])
def test_places_of_a_melee_table_count_once_more_than_half_report_them(
    new_desk: Callable[..., Desk], players: str
) -> None:
    desk = new_desk(players, custom(2, kind=EventKind.MELEE, melee=FORM))
    desk.organize("start", "pair")
    seats = game_of(desk, "A").players
    phones = [desk.phone(each) for each in seats]
    places = ("1", "2", "3", "3")[: len(seats)]
    wrong = report_places(phones[0], "1", "1", "2", "2")
    assert (wrong.status, "These places are not an order" in wrong.text) == (409, True)
    assert desk.desk.look().notes.reports == ()
    report_places(phones[0], *places)
    order = ", ".join(f"{place}. {name}" for place, name in zip(places, seats, strict=True))
    said = f"{seats[0]} reported the places at this table:"
    for phone in phones[1 : len(seats) - 1]:
        assert not game_of(desk, "A").over
        page = phone.get("/me")
        assert said in page.text
        assert order in page.text
        phone.send(page, "/me/report")
    assert game_of(desk, "A").places == tuple(map(int, places))
    assert re.search(rf"Points: \d+ · place 2 of {len(seats)}", phones[1].get("/me").text)
    # The last one comes too late, and calls a judge if the places are wrong.
    assert not phones[-1].get("/me").has_form("/me/report")


def test_one_who_objects_at_a_melee_table_stops_the_rest(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk("ABCD", custom(2, kind=EventKind.MELEE, melee=FORM))
    desk.organize("start", "pair")
    phones = [desk.phone(each) for each in game_of(desk, "A").players]
    report_places(phones[0], "1", "2", "3", "4")
    report_places(phones[1], "2", "1", "3", "4")
    phones[2].send(phones[2].get("/me"), "/me/report", result="1,2,3,4")
    assert "You and " in phones[0].get("/me").text
    assert " reported different places." in phones[3].get("/me").text
    first = game_of(desk, "A").players[0]
    assert f"{first} reported: 1. {first}" in desk.judge().get("/judge").text
    assert not game_of(desk, "A").over
    one, other, *_ = game_of(desk, "A").players
    station = desk.judge().get("/judge").text
    assert f"{one} reported: 1. {one}, 2. {other}, " in station
    assert f"{other} reported: 1. {other}, 2. {one}, " in station
    report_places(phones[1], "1", "2", "3", "4")
    assert game_of(desk, "A").places == (1, 2, 3, 4)
    again = phones[3].get("/me")
    assert "1." in again.text


def test_a_judge_enters_the_places_of_a_melee_table(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(settings=custom(2, kind=EventKind.MELEE, melee=FORM))
    desk.organize("start", "pair")
    judge = desk.judge()
    judge.send(judge.get("/judge/table/1"), "/judge/table/1", keys="bacd")
    assert game_of(desk, "A").places == (2, 1, 3, 4)


def test_a_melee_table_of_the_elimination_has_one_winner(new_desk: Callable[..., Desk]) -> None:
    settings = custom(1, 4, kind=EventKind.MELEE, melee=FORM)
    desk = new_desk("ABCDEFGH", settings)
    desk.organize("start", "pair")
    for table in (1, 2):
        desk.do(ops.ResultEntered, round=1, table=table, places=(1, 2, 3, 4))
    desk.organize("cut")
    seats = desk.state.elimination[0].games[0].players
    phones = [desk.phone(each) for each in seats]
    assert report_places(phones[0], "1", "1", "3", "4").status == 409
    for phone in phones[:3]:
        report_places(phone, "2", "1", "3", "4")
    assert desk.state.winner == seats[1]
    assert desk.state.elimination[0].games[0].places == (2, 1, 3, 4)

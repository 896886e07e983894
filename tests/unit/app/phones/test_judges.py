"""The judges' station: over HTTP, with the library as it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from app.phones.desk import with_extensions
from events import operations as ops
from events.clock_reading import ClockReading
from events.event_terms import EventKind, GameResult, PenaltyLevel
from library.phone_values import CallStatus
from tests.event_samples import FORM
from tests.phones import Desk, Phone
from tests.unit.events.organizer import NOON, custom


def test_a_judge_signs_in_with_the_pin(desk: Desk) -> None:
    phone = Phone(desk.port)
    assert phone.get("/judge").path == "/judge/sign-in"
    assert "This is not the PIN" in phone.sign_in_as_judge("000000").text
    assert phone.sign_in_as_judge().path == "/judge"
    assert phone.get("/judge/sign-in").path == "/judge"


def test_results_are_entered_and_corrected(desk: Desk) -> None:
    desk.organize("start", "pair")
    judge, table = desk.judge(), "/judge/table/1"
    for keys, result in (
        ("am", GameResult.MODIFIED_WIN),
        ("bw", GameResult.LOSS),
        ("oo", None),
    ):
        judge.send(judge.get(table), table, keys=keys)
        assert desk.state.round(1).games[0].result is result
        assert isinstance(desk.log[-1], ops.ResultCorrected) is (keys != "am")
    judge.send(judge.get(table), table, keys="bc")
    loser, winner = desk.state.round(1).games[0].players
    assert f"{winner} wins, {loser} concedes (5:0)" in judge.get(table).text
    wrong = judge.send(judge.get(table), table, keys="zz")
    assert (wrong.status, "is not a result" in wrong.text) == (409, True)
    assert judge.get("/judge/table/7").status == 404


def test_two_judges_at_one_table_are_told_of_each_other(desk: Desk) -> None:
    desk.organize("start", "pair")
    one, other, table = desk.judge(), desk.judge(), "/judge/table/1"
    page, same = one.get(table), other.get(table)
    one.send(page, table, keys="aw")
    answer = other.send(same, table, keys="bw")
    assert answer.status == 409
    assert "Another station changed this meanwhile" in answer.text
    assert desk.state.current
    assert desk.state.current.games[0].result is GameResult.WIN
    # About another table both may work at once.
    page, same = one.get("/judge/table/2"), other.get(table)
    other.send(same, table, keys="bw")
    assert one.send(page, "/judge/table/2", keys="aw").status == 200
    assert [each.result for each in desk.state.current.games] == [GameResult.LOSS, GameResult.WIN]


def test_a_table_gets_more_time_on_every_clock(desk: Desk) -> None:
    desk.organize("start", "pair")
    judge = desk.judge()
    page = judge.send(judge.get("/judge/table/2"), "/judge/time/2", minutes="5")
    assert "5 minutes longer" in page.text
    assert desk.state.current
    player = desk.state.current.games[1].players[0]
    assert "5 minutes longer" in desk.phone(player).get("/me").text
    reading = ClockReading(at=datetime.now(UTC), left=timedelta(minutes=9), running=True)
    longer = with_extensions(reading, desk.desk.look())
    assert longer
    assert longer.extensions == ((2, timedelta(minutes=5)),)
    assert judge.send(judge.get("/judge/table/2"), "/judge/time/2", minutes="999").status == 409


def test_calls_are_answered_in_order(desk: Desk) -> None:
    desk.organize("start", "pair")
    for player in "BA":
        phone = desk.phone(player)
        phone.send(phone.get("/me"), "/me/call", reason=f"Of {player}")
    judge = desk.judge()
    page = judge.get("/judge")
    assert page.text.index("Of B") < page.text.index("Of A")
    page = judge.send(page, "/judge/call/1", status="coming")
    assert "a judge is coming" in page.text
    judge.send(page, "/judge/call/1", status="done")
    (call,) = desk.desk.look().notes.open_calls
    assert (call.player, call.status) == ("A", CallStatus.WAITING)


def test_penalties_show_those_of_earlier_events(desk: Desk) -> None:
    earlier = [
        ops.Created(at=NOON, settings=custom(1, name="Spring", day=date(2026, 3, 1))),
        ops.Registered(at=NOON, player="p1", name="a"),
        ops.PenaltyNoted(at=NOON, player="p1", level=PenaltyLevel.WARNING, text="Slow play"),
    ]
    desk.library.events.create(earlier)
    judge = desk.judge()
    assert "Spring · 1 March 2026 · Warning · Slow play" in judge.get("/judge/player/A").text
    form = judge.get("/judge/do/penalty/A")
    page = judge.send(form, "", level="game-loss", text="A <i>late</i> arrival")
    assert page.path == "/judge"
    (penalty,) = desk.state.player("A").penalties
    assert (penalty.level, penalty.text) == (PenaltyLevel.GAME_LOSS, "A <i>late</i> arrival")
    text = judge.get("/judge/player/A").text
    assert "Game loss · A &lt;i&gt;late&lt;/i&gt; arrival" in text
    wrong = judge.send(judge.get("/judge/do/penalty/A"), "", level="death", text="x")
    assert (wrong.status, "choose one of the list" in wrong.text) == (409, True)


def test_late_arrivals_drops_and_returns(desk: Desk) -> None:
    desk.organize("start", "pair")
    judge = desk.judge()
    judge.send(judge.get("/judge/do/late"), "", name="Newcomer", byes="yes")
    new = desk.state.players[-1]
    assert (new.name, desk.log[-1].by) == ("Newcomer", "A judge, by phone")
    assert "Drop" in judge.get(f"/judge/player/{new.id}").text
    judge.send(judge.get(f"/judge/do/drop/{new.id}"), "")
    assert not desk.state.player(new.id).active
    assert judge.send(judge.get(f"/judge/do/drop/{new.id}"), "").status == 409
    judge.send(judge.get(f"/judge/do/rejoin/{new.id}"), "")
    assert desk.state.player(new.id).active
    assert judge.get("/judge/do/cancel").status == 404
    assert judge.get("/judge/player/nobody").status == 404


def test_contradicting_reports_are_first_on_the_station(desk: Desk) -> None:
    desk.organize("start", "pair")
    assert desk.state.current
    one, other = desk.state.current.games[0].players
    for each in (one, other):
        desk.phone(each).report("win")
    page = desk.judge().get("/judge")
    assert f"{one} reported: {one} wins" in page.text
    assert f"{other} reported: {other} wins" in page.text


def test_every_result_that_an_event_can_have_is_shown(desk: Desk) -> None:
    desk.organize("start", "pair")
    judge = desk.judge()
    first, second = desk.state.round(1).games[0].players
    desk.do(ops.ResultEntered, round=1, table=1, result=GameResult.WIN)
    for result in GameResult:
        for conceded in (False, True):
            desk.do(ops.ResultCorrected, round=1, table=1, result=result, conceded=conceded)
            page = judge.get("/judge")
            assert (page.status, f"{first} · {second}" in page.text) == (200, True)


def test_winners_of_the_elimination_are_shown(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(settings=custom(1, 4, kind=EventKind.MELEE, melee=FORM))
    desk.organize("start", "pair")
    desk.do(ops.ResultEntered, round=1, table=1, places=(1, 2, 3, 4))
    desk.organize("cut")
    winner = desk.state.elimination[0].games[0].players[2]
    judge = desk.judge()
    judge.send(judge.get("/judge/table/1"), "/judge/table/1", keys="cm")
    assert f"{winner} wins at time" in judge.get("/judge").text

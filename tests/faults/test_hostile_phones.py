"""Phones of hostile players: other people's keys, forms sent again, and too much of everything."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import pytest

from app.phones.sessions import TRIES, GuessLimiter
from events import operations as ops
from events.event_terms import GameResult, PenaltyLevel
from events.event_values import TableGame
from events.web import event_server
from events.web.event_server import MOST_OF_ONE
from library.phones import ALPHABET
from tests.event_samples import SCRIPT
from tests.phones import HOME, Desk, Page, Phone

MOST_SOCKETS = 2500


@pytest.fixture
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Give an event of four players whose first round is played."""
    made = Desk(tmp_path_factory.mktemp("hostile"))
    made.organize("start", "pair")
    yield made
    made.close()


def first_game(desk: Desk) -> TableGame:
    assert desk.state.current
    return desk.state.current.games[0]


def request_of(desk: Desk) -> bytes:
    return f"GET / HTTP/1.1\r\nHost: {HOME}:{desk.port}\r\n\r\n".encode()


def report_fields(page: Page, result: str) -> dict[str, str]:
    return page.fields("/me/report") | {"result": result}


def test_a_token_of_another_player_or_none_lets_nobody_in(desk: Desk) -> None:
    token = desk.tokens["A"]
    for wrong in ("", "x", token[:-1], token + "A", token.swapcase(), "../me", "%00", "a" * 3000):
        phone = Phone(desk.port)
        assert phone.ask(f"/me/{wrong}").status in {303, 403, 404}
        assert phone.get("/me").path == "/sign-in"
    # A cookie that was made up, or one of the token itself.
    for cookie in ("sevenplots=x", f"sevenplots={token}", "sevenplots=" + "a" * 5000, "x;y=;"):
        assert Phone(desk.port, cookie=cookie).get("/me").path == "/sign-in"


def test_the_proof_of_one_player_is_none_for_another(desk: Desk) -> None:
    first, second = first_game(desk).players
    own, other = desk.phone(first), desk.phone(second)
    fields = report_fields(own.get("/me"), "win")
    assert other.post("/me/report", fields).status == 403
    for wrong in ("", "0" * 64, fields["proof"][:-1]):
        assert own.post("/me/report", fields | {"proof": wrong}).status == 403
    assert own.post("/me/report", {"result": "win", "pairing": fields["pairing"]}).status == 403
    assert own.post("/me/report", fields | {"once": ""}).status == 403
    assert desk.desk.look().notes.reports == ()
    # A player cannot speak for the opponent: whose report it is comes from the cookie.
    own.post("/me/report", fields | {"player": second})
    assert [each.player for each in desk.desk.look().notes.reports] == [first]


def test_a_form_of_another_site_is_refused(desk: Desk) -> None:
    phone = desk.phone("A")
    fields = report_fields(phone.get("/me"), "win")
    for header in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Content_Type": "text/plain"},
        {"Content_Type": "multipart/form-data; boundary=x"},
    ):
        assert phone.post("/me/report", fields, **header).status == 403, header
    assert desk.desk.look().notes.reports == ()


def test_another_name_for_this_server_is_refused(desk: Desk) -> None:
    """A page whose name leads to this computer can neither read nor send anything here."""
    phone = desk.phone("A")
    for host in ("evil.example", HOME, f"{HOME}:1", ""):
        assert phone.ask("/", Host=host).status == 421
        assert phone.ask("/me", Host=host).status == 421
    fields = report_fields(phone.get("/me"), "win")
    evil = {"Host": "evil.example", "Origin": "http://evil.example"}
    assert phone.post("/me/report", fields, **evil).status == 421


def test_a_form_that_is_sent_again_is_done_once(desk: Desk) -> None:
    first, second = first_game(desk).players
    phone = desk.phone(first)
    old = report_fields(phone.get("/me"), "win")
    for _ in range(3):
        assert phone.post("/me/report", old).status == 303
    # Reported otherwise since: the old form, sent again, changes nothing.
    phone.report("loss")
    assert phone.post("/me/report", old).status == 303
    assert [each.result for each in desk.desk.look().notes.reports] == [
        GameResult.LOSS if first == first_game(desk).players[0] else GameResult.WIN
    ]
    desk.phone(second).report("win")
    log = desk.log
    phone.post("/me/report", old)
    assert desk.log == log
    judge = desk.judge()
    form = judge.get("/judge/do/penalty/A").fields("") | {"level": "warning", "text": "Once"}
    for _ in range(3):
        judge.post("/judge/do/penalty/A", form)
    assert [each.text for each in desk.state.player("A").penalties] == ["Once"]


def test_a_form_that_is_sent_twenty_times_at_once_is_done_once(desk: Desk) -> None:
    judge = desk.judge()
    form = judge.get("/judge/do/penalty/A").fields("") | {"level": "note", "text": "Once"}
    together = Barrier(20)

    def send(_: int) -> int:
        together.wait()
        return judge.post("/judge/do/penalty/A", form).status

    with ThreadPoolExecutor(20) as pool:
        assert set(pool.map(send, range(20))) <= {303, 409}
    assert [each.level for each in desk.state.player("A").penalties] == [PenaltyLevel.NOTE]


def test_posts_that_come_early_or_late_change_nothing(desk: Desk) -> None:
    game = first_game(desk)
    phone = desk.phone(game.players[0])
    page = phone.get("/me")
    fields = report_fields(page, "win")
    desk.do(ops.ResultEntered, round=1, table=1, result=GameResult.LOSS)
    desk.do(ops.ResultEntered, round=1, table=2, result=GameResult.LOSS)
    assert phone.post("/me/report", fields).status == 409
    desk.organize("pair")
    before = desk.log
    late = fields | {"once": "another key of this form"}
    assert phone.post("/me/report", late).status == 409
    for wrong in ("", "0" * 16, "-1", "x" * 5000):
        sent = report_fields(phone.get("/me"), "win") | {"pairing": wrong}
        assert phone.post("/me/report", sent).status == 409
    assert desk.desk.look().notes.reports == ()
    assert desk.log == before


def test_results_that_players_cannot_report(desk: Desk) -> None:
    phone = desk.phone("A")
    for result in ("", "WIN", "double-loss", "intentional-draw", "5", "%00"):
        fields = report_fields(phone.get("/me"), result)
        assert phone.post("/me/report", fields).status == 409, result
    assert desk.desk.look().notes.reports == ()


def test_texts_of_players_are_texts(desk: Desk) -> None:
    judge = desk.judge()
    form = judge.get("/judge/do/late")
    judge.send(form, "", name=f"{SCRIPT}\r\nSet-Cookie: x=1")
    phone = desk.phone("A")
    phone.send(phone.get("/me"), "/me/call", reason=f"{SCRIPT}\0\n" + "y" * 9000)
    for path in ("/judge", "/judge/player/A", "/", "/standings.html"):
        page = judge.get(path)
        assert SCRIPT not in page.text
        assert "x=1" not in page.headers.get("set-cookie", "")
    (call,) = desk.desk.look().notes.open_calls
    assert len(call.reason) <= 200
    assert "\n" not in call.reason


def test_guesses_of_codes_and_pins_are_slowed_down(desk: Desk) -> None:
    for path in ("/sign-in", "/judge/sign-in"):
        phone = Phone(desk.port)
        page = phone.get(path)
        fields = page.fields("") | {"code": ALPHABET[:8]}
        found = [phone.post(path, fields).status for _ in range(TRIES + 2)]
        assert found[-1] == 429
        assert set(found) == {403, 429}
        desk.server.stop()
        desk.serve()


def test_ten_tries_a_minute_and_then_fewer() -> None:
    now = 0.0
    limiter = GuessLimiter(lambda: now)
    assert [limiter.take("a") for _ in range(TRIES)] == [0.0] * TRIES
    assert limiter.take("a") > 0
    assert limiter.take("b") == 0
    tries = 0
    for _ in range(600):
        now += 1
        tries += limiter.take("a") == 0
    assert 18 <= tries <= 20
    # After quiet minutes it has ten again; a right one counts as none.
    now += 600
    for _ in range(30):
        assert limiter.take("a") == 0
        limiter.give_back("a")


def test_bodies_of_50_megabytes_are_refused_unread(desk: Desk) -> None:
    phone = desk.phone("A")
    assert phone.ask("/me/report", "POST", b"x" * 70_000).status == 413
    head = (
        f"POST /me/report HTTP/1.1\r\nHost: {HOME}:{desk.port}\r\nContent-Length: 52428800\r\n\r\n"
    )
    with socket.create_connection((HOME, desk.port), timeout=60) as connection:
        connection.sendall(head.encode())
        assert connection.recv(12)[9:] == b"413"
    many = "&".join(f"a{number}=1" for number in range(3000)).encode()
    assert phone.ask("/me/report", "POST", many).status == 403
    assert phone.get("/me").status == 200


@pytest.fixture
def many_sockets() -> Iterator[None]:
    """Let this process have both ends of a thousand connections."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < MOST_SOCKETS:
        pytest.skip("a process may have only a few sockets here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, MOST_SOCKETS), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.usefixtures("many_sockets")
def test_a_thousand_connections_stop_nobody(desk: Desk) -> None:
    phone = desk.phone("A")
    waiting = []
    try:
        for _ in range(1000):
            with suppress(OSError):
                waiting.append(socket.create_connection((HOME, desk.port), timeout=60))
        assert phone.get("/me").status == 200
    finally:
        for each in waiting:
            each.close()


@pytest.mark.usefixtures("many_sockets")
def test_idle_connections_of_one_address_stop_nobody(desk: Desk) -> None:
    waiting = [socket.create_connection((HOME, desk.port), timeout=60) for _ in range(300)]
    try:
        assert Phone(desk.port).ask("/").status == 200
        # The oldest are closed, and the newest can still ask.
        assert all(each.recv(1) == b"" for each in waiting[:-MOST_OF_ONE])
        waiting[-1].sendall(request_of(desk))
        assert waiting[-1].recv(12) == b"HTTP/1.1 200"
    finally:
        for each in waiting:
            each.close()


def test_what_is_no_request_is_answered_400_and_logged_nowhere(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    for head in (
        b"GET http://[::1 HTTP/1.1",
        b"GET http://[x]/ HTTP/1.1",
        b"HEAD http://[ HTTP/1.0",
        b"GET / HTTP/1.1\r\nContent-Length: " + b"9" * 5000,
        b"GET / HTTP/1.1\r\nContent-Length: -1",
        b"\xff\xfe\x00 / HTTP/1.1",
        b"GET",
    ):
        with socket.create_connection((HOME, desk.port), timeout=60) as connection:
            connection.sendall(head + b"\r\n\r\n")
            assert connection.recv(12)[9:] == b"400", head
    assert caplog.records == []
    assert Phone(desk.port).ask("/").status == 200


def test_a_request_that_comes_letter_by_letter_is_cut_off(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_server, "MOST_SECONDS", 0)
    with socket.create_connection((HOME, desk.port), timeout=60) as slow:
        with suppress(OSError):
            for letter in request_of(desk)[:-4].decode():
                slow.sendall(letter.encode())
                time.sleep(0.001)
        with suppress(ConnectionResetError):
            assert slow.recv(1) == b""


def test_judges_signed_in_are_out_with_another_pin(desk: Desk) -> None:
    judge = desk.judge()
    form = judge.get("/judge/do/penalty/A").fields("") | {"level": "note", "text": "x"}
    desk.library.phones.set_judge_pin(desk.event_id, "another")
    assert judge.post("/judge/do/penalty/A", form).status == 403
    assert desk.state.player("A").penalties == ()


def test_a_player_whose_sign_up_was_taken_back_is_signed_out(desk: Desk) -> None:
    desk.do(ops.EnteredLate, player="E", name="E")
    desk.tokens["E"] = desk.library.phones.new_links(desk.event_id, ["E"])["E"].token
    phone = desk.phone("E")
    assert phone.get("/me").path == "/me"
    desk.library.events.operations(desk.event_id)
    desk.library.events.undo(desk.event_id, len(desk.log))
    assert phone.get("/me").path == "/sign-in"

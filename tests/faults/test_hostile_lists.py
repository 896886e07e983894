"""Deck lists of hostile players: other people's forms and lists, links elsewhere, and too much."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import pytest

from app.phones.deck_page import MOST_LETTERS
from core.errors import NetworkError
from events import operations as ops
from events.event_terms import EventStage
from tests.event_samples import SCRIPT
from tests.phones import HOME, Desk, Phone
from tests.unit.app.phones.conftest import judges, new_desk
from tests.unit.app.phones.test_decks import desk, legal, sent, text

__all__ = ["desk", "judges", "legal", "new_desk", "text"]


def handed_in(desk: Desk) -> list[str]:
    """Return who handed in a list, in this order, as often as he did."""
    return [each.player for each in desk.log if isinstance(each, ops.DeckHandedIn)]


def test_a_list_is_handed_in_only_for_oneself_and_from_here(desk: Desk, text: str) -> None:
    own, other = desk.phone("A"), desk.phone("B")
    fields = own.get("/me/deck").fields("/me/deck") | {"list": text, "do": "hand-in"}
    assert other.post("/me/deck", fields).status == 403
    assert Phone(desk.port).post("/me/deck", fields).status == 403
    assert desk.judge().post("/me/deck", fields).status == 403
    for wrong in ({"proof": "0" * 64}, {"proof": ""}, {"once": ""}):
        assert own.post("/me/deck", fields | wrong).status == 403
    for header in ({"Origin": "http://evil.example"}, {"Content_Type": "text/plain"}):
        assert own.post("/me/deck", fields, **header).status == 403
    assert own.post("/me/deck", fields, Host="evil.example").status == 421
    assert handed_in(desk) == []
    own.post("/me/deck", fields | {"player": "B"})
    assert handed_in(desk) == ["A"]


def test_an_old_form_does_not_bring_an_old_list_back(desk: Desk, text: str) -> None:
    phone = desk.phone("A")
    old = phone.get("/me/deck").fields("/me/deck") | {"list": text, "do": "hand-in"}
    assert [phone.post("/me/deck", old).status for _ in range(2)] == [303, 303]
    assert handed_in(desk) == ["A"]
    sent(phone, "\n".join(text.splitlines()[:-3]))
    newest = desk.state.player("A").deck
    assert phone.post("/me/deck", old).status == 303
    assert desk.state.player("A").deck == newest
    assert handed_in(desk) == ["A", "A"]


def test_a_list_that_is_sent_ten_times_at_once_is_handed_in_once(desk: Desk, text: str) -> None:
    phone = desk.phone("A")
    fields = phone.get("/me/deck").fields("/me/deck") | {"list": text, "do": "hand-in"}
    together = Barrier(10)

    def send(_: int) -> int:
        together.wait()
        return phone.post("/me/deck", fields).status

    with ThreadPoolExecutor(10) as pool:
        assert set(pool.map(send, range(10))) == {303}
    assert handed_in(desk) == ["A"]


def test_a_list_is_text(desk: Desk, text: str) -> None:
    phone, judge = desk.phone("A"), desk.judge()
    evil = f"Name: {SCRIPT}\n{text}\n3x {SCRIPT}\n3x </textarea>{SCRIPT}"
    pages = [sent(phone, evil, "judge"), sent(phone, evil), judge.get("/judge/check/A")]
    for page in pages:
        assert page.status == 200
        assert SCRIPT not in page.text
    assert "&lt;script&gt;" in pages[0].text
    assert "</textarea>" not in pages[0].text.partition("<textarea")[2].partition("</textarea>")[0]


def test_a_list_of_50_megabytes_is_refused_unread(desk: Desk) -> None:
    phone = desk.phone("A")
    phone.get("/me/deck")
    lines = (
        f"POST /me/deck HTTP/1.1\r\nHost: {HOME}:{desk.port}\r\nCookie: {phone.cookie}\r\n",
        f"Origin: {phone.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\n",
    )
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    for length in ("Content-Length: 52428800", "Transfer-Encoding: chunked"):
        with socket.create_connection((HOME, desk.port), timeout=60) as connection:
            connection.sendall("".join((*lines, length, "\r\n\r\n")).encode())
            if "chunked" in length:
                with suppress(OSError):
                    for _ in range(800):
                        connection.sendall(chunk)
            with suppress(ConnectionResetError):
                assert connection.recv(12)[9:] in {b"413", b""}
    assert handed_in(desk) == []
    assert phone.get("/me/deck").status == 200


def test_a_list_is_locked_from_the_start(desk: Desk, text: str) -> None:
    phone = desk.phone("A")
    page = phone.get("/me/deck")
    desk.organize("start")
    answer = phone.send(page, "/me/deck", list=text, do="hand-in")
    assert (answer.status, "lists are locked" in answer.text) == (409, True)
    assert desk.state.player("A").deck is None
    assert not phone.get("/me/deck").has_form("/me/deck")
    assert desk.state.stage is EventStage.SWISS
    # An old form that is sent late is refused like a new one.
    late = page.fields("/me/deck") | {"list": text, "do": "hand-in", "once": "another key"}
    assert phone.post("/me/deck", late).status == 409
    assert handed_in(desk) == []


def test_only_its_owner_and_judges_see_a_list(desk: Desk, text: str) -> None:
    sent(desk.phone("A"), text)
    deck = desk.state.player("A").deck
    assert deck
    everybody, other = Phone(desk.port), desk.phone("B")
    assert everybody.ask("/judge/check/A").headers["location"] == "/judge/sign-in"
    assert other.ask("/judge/check/A").headers["location"] == "/judge/sign-in"
    assert deck.digest not in other.get("/me/deck").text
    for path in ("/", "/standings.html", "/bracket.html", "/wall", "/overlay"):
        shown = everybody.get(path).text
        assert deck.digest not in shown
        assert deck.name not in shown
    assert deck.digest in desk.judge().get("/judge/check/A").text


NO_DECK = "is not a deck of ThronesDB"
NO_LISTS = (
    ("  ", "There is no list yet"),
    ("hello", "no"),
    ("https://thronesdb.com/deck/view/7", "private deck"),
    ("https://thronesdb.com.example.org/decklist/view/7", NO_DECK),
    ("http://127.0.0.1/thronesdb.com/decklist/view/7", NO_DECK),
    ("https://user@thronesdb.com/decklist/view/7@127.0.0.1", NO_DECK),
    ("../../7 thronesdb.com/", NO_DECK),
)


def test_what_is_no_list_is_refused_in_words(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr("carddb.decklist_download.published_deck", asked.append)
    phone = desk.phone("A")
    for written, said in NO_LISTS:
        answer = sent(phone, written)
        assert (answer.status, said in answer.text) == (409, True), written
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
        assert 'class="result' in sent(phone, written, "judge").text
    assert "ThronesDB gave no such deck" in sent(phone, "404").text
    assert asked == [123, 124, 125, 404]
    for _ in range(10):
        last = sent(phone, "126", "judge")
    assert "Too many downloads" in last.text
    assert len(asked) <= 11
    assert 'class="result' in sent(desk.phone("B"), "127", "judge").text


def test_a_list_has_a_limit(desk: Desk) -> None:
    phone = desk.phone("A")
    assert sent(phone, "3x Arya Stark\n" * MOST_LETTERS).status == 413

"""What phones note: keys that let them in, check-ins, reports, calls, and forms sent twice."""

from __future__ import annotations

from datetime import date

import pytest

from core.errors import AppError
from events import operations as ops
from events.event_terms import GameResult, PenaltyLevel
from events.replay import replay
from library.addresses import Address
from library.errors import AlreadyDoneError, EventChangedError, UnknownEventError
from library.library import Library
from library.phone_values import CallStatus, Extension, Report, SignedIn
from tests.unit.events.organizer import CREATED, NOON, custom, registered

REPORT = Report(round=1, game=2, player="Ann", pairing="x", result=GameResult.WIN)


@pytest.fixture
def event_id(library: Library) -> str:
    return library.events.create([CREATED, registered("Ann"), registered("Bob")])


def test_links_and_codes_let_their_player_in(library: Library, event_id: str) -> None:
    first = library.phones.new_links(event_id, ["Ann", "Bob"])
    second = library.phones.new_links(event_id, ["Ann"])["Ann"]
    for player, link in [*first.items(), ("Ann", second)]:
        assert len(link.token) >= 22
        assert library.phones.player_of_link(event_id, link.token) == player
        typed = f" {link.code[:4].lower()}-{link.code[4:]} "
        assert library.phones.player_of_code(event_id, typed) == player
    assert library.phones.player_of_link(event_id, first["Ann"].token + "x") == ""
    assert library.phones.player_of_code(event_id, "AAAAAAAA") == ""
    renewed = library.phones.renew_link(event_id, "Ann")
    for link in (first["Ann"], second):
        assert library.phones.player_of_link(event_id, link.token) == ""
        assert library.phones.player_of_code(event_id, link.code) == ""
    assert library.phones.player_of_code(event_id, renewed.code) == "Ann"
    assert library.phones.notes(event_id).linked == {"Ann", "Bob"}


def test_no_key_is_stored_as_it_is(library: Library, address: Address, event_id: str) -> None:
    link = library.phones.new_links(event_id, ["Ann"])["Ann"]
    library.phones.set_judge_pin(event_id, "481516")
    phone = library.phones.sign_in(event_id, "", player="Ann")
    if not library.home.joinpath("decks.db").exists():
        pytest.skip("a server's files are not ours to read")
    library.close()
    stored = b"".join(each.read_bytes() for each in library.home.glob("decks.db*"))
    for secret in (link.token, link.code, phone, "481516"):
        assert secret.encode() not in stored


def test_a_phone_may_be_of_a_player_and_of_a_judge(library: Library, event_id: str) -> None:
    phones = library.phones
    assert not phones.is_judge_pin(event_id, "")
    phones.set_judge_pin(event_id, "481516")
    assert phones.is_judge_pin(event_id, " 481516 ")
    assert not phones.is_judge_pin(event_id, "481517")
    player = phones.sign_in(event_id, "", player="Ann")
    both = phones.sign_in(event_id, player, is_judge=True)
    assert phones.who(event_id, both) == SignedIn("Ann", is_judge=True)
    assert phones.who(event_id, player) == phones.who(event_id, "") == SignedIn()
    # Another PIN signs judges out, and a renewed link the player.
    phones.set_judge_pin(event_id, "234200")
    assert phones.who(event_id, both) == SignedIn("Ann")
    phones.renew_link(event_id, "Ann")
    assert phones.who(event_id, both) == SignedIn()
    again = phones.sign_in(event_id, "", player="Bob")
    phones.sign_out(event_id, again)
    assert phones.who(event_id, again) == SignedIn()


def test_a_player_has_a_bounded_number_of_phones(library: Library, event_id: str) -> None:
    tokens = [library.phones.sign_in(event_id, "", player="Ann") for _ in range(12)]
    known = [library.phones.who(event_id, each).player for each in tokens]
    assert known == [""] * 4 + ["Ann"] * 8


def test_what_is_noted_once_is_not_noted_again(library: Library, event_id: str) -> None:
    phones = library.phones
    phones.check_in(event_id, "Ann", "a")
    phones.report(event_id, REPORT, "b")
    phones.call(event_id, "Ann", 2, "A rules\nquestion", "c")
    phones.extend(event_id, Extension(round=1, game=2, minutes=5), "d")
    before = phones.notes(event_id)
    for again in (
        lambda: phones.check_in(event_id, "Bob", "a"),
        lambda: phones.report(event_id, REPORT, "b"),
        lambda: phones.call(event_id, "Bob", 1, "", "c"),
        lambda: phones.extend(event_id, Extension(round=1, game=2, minutes=9), "d"),
        lambda: phones.append(event_id, lambda _: [registered("Cat")], once="a"),
    ):
        with pytest.raises(AlreadyDoneError):
            again()
    assert phones.notes(event_id) == before
    assert before.checked_in == {"Ann"}
    assert before.reports == (REPORT,)
    assert before.extensions == (Extension(round=1, game=2, minutes=5),)
    (call,) = before.calls
    assert (call.number, call.reason, call.status) == (1, "A rules question", CallStatus.WAITING)


def test_a_call_that_is_open_changes_and_one_that_is_done_stays(
    library: Library, event_id: str
) -> None:
    phones = library.phones
    phones.call(event_id, "Ann", 1, "One", "a")
    phones.answer_call(event_id, 1, CallStatus.COMING)
    phones.call(event_id, "Ann", 2, "Two", "b")
    (call,) = phones.notes(event_id).open_calls
    assert (call.reason, call.game, call.status) == ("Two", 2, CallStatus.COMING)
    phones.answer_call(event_id, 1, CallStatus.DONE)
    phones.answer_call(event_id, 1, CallStatus.COMING)
    assert phones.notes(event_id).open_calls == ()
    phones.call(event_id, "Ann", 2, "Three", "c")
    assert [each.number for each in phones.notes(event_id).calls] == [1, 2]


def test_an_operation_of_a_phone_is_noticed_by_windows_and_marks_its_reports(
    library: Library, event_id: str
) -> None:
    library.events.operations(event_id)
    library.phones.report(event_id, REPORT, "a")
    assert not library.events.changed(event_id)
    library.phones.append(event_id, lambda _: [registered("Cat")], once="b", reports=[REPORT])
    assert library.events.changed(event_id)
    assert library.phones.notes(event_id).reports[0].entered
    with pytest.raises(EventChangedError):
        library.events.append_all(event_id, [registered("Dan")], 3)
    # What is refused is not noted as done.
    with pytest.raises(AppError, match="in the event already"):
        library.phones.append(event_id, lambda _: [registered("Cat")], once="c")
    library.phones.append(event_id, lambda _: [registered("Dan")], once="c")
    assert library.phones.append(event_id, lambda _: []) == ()
    assert [each.name for each in replay(library.events.operations(event_id)).players] == [
        *("Ann", "Bob", "Cat", "Dan")
    ]


def test_earlier_penalties_are_of_the_same_name_in_other_events(
    library: Library, event_id: str
) -> None:
    renamed = ops.Renamed(at=NOON, player="Bob", name="ÁNN")
    penalty = ops.PenaltyNoted(at=NOON, player="Bob", level=PenaltyLevel.WARNING, text="Late")
    settings = custom(1, name="Spring", day=date(2026, 3, 1))
    created = ops.Created(at=NOON, settings=settings)
    other = library.events.create([created, registered("Bob"), renamed, penalty])
    found = library.phones.earlier_penalties("Ann", event_id)
    assert found == (("Spring", "2026-03-01", penalty),)
    assert library.phones.earlier_penalties("Ann", other) == ()
    assert library.phones.earlier_penalties("Bob", event_id) == ()


def test_what_is_noted_goes_with_its_event_and_into_backups(
    library: Library, event_id: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("copies") / "mine.db"
    library.phones.check_in(event_id, "Ann", "a")
    library.back_up(file)
    library.events.delete(event_id)
    library.events.empty_bin()
    assert library.phones.notes(event_id).checked_in == frozenset()
    with pytest.raises(UnknownEventError):
        library.phones.check_in(event_id, "Ann", "b")
    library.restore(file)
    assert library.phones.notes(event_id).checked_in == {"Ann"}

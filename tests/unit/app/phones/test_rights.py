"""The table of rights: every role, every address, every method."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPMethod
from itertools import product

import pytest

from app.phones.rights import ADDRESSES, GET, Role, address_of
from tests.phones import Desk, Phone

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")
ROLES = {
    "everybody": {Role.EVERYBODY},
    "player": {Role.EVERYBODY, Role.PLAYER},
    "judge": {Role.EVERYBODY, Role.JUDGE},
    "both": set(Role),
}
PLACES = {
    "/me/*": "/me/a-token",
    "/judge/table/*": "/judge/table/1",
    "/judge/time/*": "/judge/time/1",
    "/judge/call/*": "/judge/call/1",
    "/judge/player/*": "/judge/player/A",
    "/judge/do/*": "/judge/do/late",
    "/judge/do/*/*": "/judge/do/penalty/A",
}
SIGN_IN = {"/sign-in", "/judge/sign-in"}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Give an event whose first round is played."""
    made = Desk(tmp_path_factory.mktemp("rights"))
    made.organize("start", "pair")
    yield made
    made.close()


def phone_of(desk: Desk, role: str) -> Phone:
    phone = desk.phone("A") if role in {"player", "both"} else Phone(desk.port)
    if role in {"judge", "both"}:
        phone.sign_in_as_judge()
    return phone


@pytest.mark.parametrize("role", ROLES)
def test_each_role_may_do_what_the_table_says_and_nothing_else(desk: Desk, role: str) -> None:
    phone, proof = signed_in(desk, role)
    before = noted(desk)
    for address, method in product(ADDRESSES, METHODS):
        path = PLACES.get(address.path, address.path)
        asked = HTTPMethod(method if method != "HEAD" else "GET")
        may = asked in address.needs and address.needs[asked] in ROLES[role]
        if may:  # what was refused up to here has changed nothing
            assert noted(desk) == before
        fields = {"proof": proof, "once": f"{role} {path} {method} and more"}
        body = "&".join(f"{name}={value}" for name, value in fields.items()).encode()
        answer = phone.ask(path, method, body if method == "POST" else None)
        if asked not in address.needs:
            assert answer.status == 405, (path, method)
        elif may:
            to = answer.headers.get("location", "")
            assert to not in SIGN_IN or path == "/me/a-token", (path, method)
            assert answer.status != 403 or path in {*SIGN_IN, "/me/a-token"}, (path, method)
            assert answer.status not in {403, 405} or noted(desk) == before
            before = noted(desk)
        elif asked is GET:
            assert (answer.status, answer.headers["location"] in SIGN_IN) == (303, True)
        else:
            assert answer.status == 403, (path, method)
        if address.path in {"/sign-out", "/me/*"}:
            phone, proof = signed_in(desk, role)
    assert noted(desk) == before


def noted(desk: Desk) -> object:
    """Return all that requests can change."""
    return desk.log, desk.desk.look().notes


def signed_in(desk: Desk, role: str) -> tuple[Phone, str]:
    """Return a phone with the proof of its forms."""
    phone = phone_of(desk, role)
    html = phone.get("/me" if role == "player" else "/judge").text
    return phone, html.partition('name="proof" value="')[2].partition('"')[0]


def test_an_address_that_is_written_out_comes_before_one_with_a_star() -> None:
    found = address_of("/me/report")
    assert found
    assert found.path == "/me/report"
    assert address_of("/me/") is None
    assert address_of("/judge/do/drop/A/x") is None


def test_every_address_is_answered(desk: Desk) -> None:
    phone = phone_of(desk, "both")
    for address in ADDRESSES:
        if GET in address.needs and address.path != "/me/*":
            answer = phone.ask(PLACES.get(address.path, address.path))
            assert answer.status in {200, 303}, address.path

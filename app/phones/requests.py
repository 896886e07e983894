"""Requests of phones as values, and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

from app.phones.sessions import form_proof, new_token
from core.text_format import one_line
from events.web.words import Words

if TYPE_CHECKING:
    from library.phone_values import SignedIn

LONGEST_TEXT = 500


@dataclass(frozen=True, slots=True)
class FormKeys:
    """What each form of a page has within: the proof that it is ours, and a key for one use."""

    proof: str

    def once(self) -> str:
        return new_token()


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a phone asks for or sends; `rest` are the parts of the path that vary.

    `token` is its cookie, `once` the key of the form that was sent.
    """

    path: str
    rest: tuple[str, ...]
    fields: Mapping[str, str]
    address: str
    token: str
    secret: str
    who: SignedIn
    once: str
    say: Words
    is_secure: bool
    is_head: bool

    @property
    def form(self) -> FormKeys:
        return FormKeys(form_proof(self.secret, self.token))

    def text(self, name: str, longest: int = LONGEST_TEXT) -> str:
        """Return a field as one line of plain text; empty where it was not sent."""
        return one_line(self.fields.get(name, ""), longest)

    @property
    def links(self) -> dict[str, str]:
        """The links of this phone before those that everybody has."""
        judge = {"judge": "judge_station"} if self.who.is_judge else {}
        mine = {"me": "my_table"} if self.who.player or not judge else {}
        return {**judge, **mine}


@dataclass(frozen=True, slots=True)
class Answer:
    """A page, or an address to go on to; `tag` changes with what the page shows."""

    html: bytes = b""
    status: HTTPStatus = HTTPStatus.OK
    location: str = ""
    tag: str = ""
    # A new cookie; None leaves the phone the one that it has.
    token: str | None = None


def seen_other(location: str, token: str | None = None) -> Answer:
    """Return the answer that has a phone ask for another page."""
    return Answer(status=HTTPStatus.SEE_OTHER, location=location, token=token)

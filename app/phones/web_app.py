"""The pages of players and judges as a WSGI application, around those that everybody reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from http import HTTPMethod, HTTPStatus
from math import ceil
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from app.phones.deck_check import DeckCheckPages
from app.phones.deck_page import DeckPages
from app.phones.desk import PhoneDesk, with_extensions
from app.phones.judge_pages import JudgePages
from app.phones.local_judges import Judges
from app.phones.player_page import player_page
from app.phones.refusals import PhoneRefusalError, words_of_error
from app.phones.requests import Answer, Request, seen_other
from app.phones.rights import GET, POST, READING, Address, Role, address_of, has_role
from app.phones.sessions import (
    GuessLimiter,
    cookie_header,
    cookie_of,
    is_proof,
    new_token,
    once_key,
)
from core.errors import AppError
from events.clock_reading import ClockReading
from events.event_terms import GameResult
from events.melee_tables import SEATS
from events.web.event_server import HEADERS, EventWebApp, refused, status_line
from events.web.pages import PageRenderer, content_policy, short_hash, shown_clock
from events.web.words import chosen_language, words_of
from library.errors import AlreadyDoneError
from library.phone_values import Outcome, SignedIn

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

_FORM = "application/x-www-form-urlencoded"
_MOST_FIELDS = 40
_MOST_BYTES = 65536
_METHODS = {"GET": GET, "HEAD": GET, "POST": POST}


class PhoneWebApp:
    """A WSGI application: who asks, whether he may, and what he is answered.

    `clock_source` returns the clock of the round, `judges` what lists are judged by; without
    them players cannot hand lists in. All are used in the threads of the server.
    """

    def __init__(
        self,
        desk: PhoneDesk,
        clock_source: Callable[[], ClockReading | None] = lambda: None,
        judges: Callable[[], Judges] = dict,
    ) -> None:
        self._desk, self._clock_source = desk, clock_source
        self._reading = EventWebApp(desk.state, self._clock)
        self._renderer = PageRenderer(served=True)
        self._guesses = GuessLimiter()
        self._handlers: Mapping[tuple[str, HTTPMethod], Callable[[Request], Answer]] = {
            ("/sign-in", GET): self._sign_in_page,
            ("/sign-in", POST): self._sign_in,
            ("/judge/sign-in", GET): self._judge_sign_in_page,
            ("/judge/sign-in", POST): self._judge_sign_in,
            ("/sign-out", POST): self._sign_out,
            ("/me/*", GET): self._follow_link,
            ("/me", GET): self._me,
            ("/me/check-in", POST): partial(self._player_sends, self._check_in),
            ("/me/report", POST): partial(self._player_sends, self._report),
            ("/me/drop", POST): partial(self._player_sends, self._drop),
            ("/me/call", POST): partial(self._player_sends, self._call),
            **JudgePages(desk, self._renderer).handlers,
            **DeckPages(desk, self._renderer, judges).handlers,
            **DeckCheckPages(desk, self._renderer, judges).handlers,
        }
        self._judges = judges

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        path, method = environ.get("PATH_INFO", ""), environ["REQUEST_METHOD"]
        token = cookie_of(environ.get("HTTP_COOKIE", ""))
        address = address_of(path)
        if address is None or address.path in READING:
            links = self._request(environ, address, token, {}).links if address else {}
            return self._reading(environ, start_response, links)
        if method not in address.methods:
            text = "This address does not take that.\n"
            status = HTTPStatus.METHOD_NOT_ALLOWED
            return refused(start_response, status, text, address.methods)
        fields: Mapping[str, str] = {}
        if method == "POST":
            if not _is_from_here(environ):
                text = "A form of another site was refused.\n"
                return refused(start_response, HTTPStatus.FORBIDDEN, text)
            fields = _fields(environ)
        elif not token:
            token = new_token()
        request = self._request(environ, address, token, fields)
        answer = self._answer(request, address, _METHODS[method])
        if answer.token is None and token != cookie_of(environ.get("HTTP_COOKIE", "")):
            answer = replace(answer, token=token)
        return _send(answer, request, start_response)

    def _request(
        self,
        environ: WSGIEnvironment,
        address: Address | None,
        token: str,
        fields: Mapping[str, str],
    ) -> Request:
        path = environ.get("PATH_INFO", "")
        pattern = address.path.split("/") if address else []
        rest = [part for one, part in zip(pattern, path.split("/"), strict=False) if one == "*"]
        return Request(
            path=path,
            rest=tuple(rest),
            fields=fields,
            address=environ.get("REMOTE_ADDR", ""),
            token=token,
            secret=self._desk.secret,
            who=self._who(token),
            once=once_key(token, fields.get("once", "")),
            say=words_of(chosen_language(environ.get("HTTP_ACCEPT_LANGUAGE", ""))),
            is_secure=environ["wsgi.url_scheme"] == "https",
            is_head=environ["REQUEST_METHOD"] == "HEAD",
        )

    def _who(self, token: str) -> SignedIn:
        found = self._desk.phones.who(self._desk.event_id, token)
        known = any(each.id == found.player for each in self._desk.state().players)
        return found if known or not found.player else replace(found, player="")

    def _answer(self, request: Request, address: Address, method: HTTPMethod) -> Answer:
        """Return the answer to a request whose address and method exist."""
        role = address.needs[method]
        if not has_role(request.who, role):
            if method is GET:
                return seen_other("/judge/sign-in" if role is Role.JUDGE else "/sign-in")
            return Answer(status=HTTPStatus.FORBIDDEN, html=self._too_old(request))
        is_ours = is_proof(request.fields.get("proof", ""), request.secret, request.token)
        if method is POST and not (is_ours and request.fields.get("once")):
            return Answer(status=HTTPStatus.FORBIDDEN, html=self._too_old(request))
        if request.is_head and address.path == "/me/*":
            return seen_other("/sign-in")
        if method is POST and self._desk.phones.was_done(self._desk.event_id, request.once):
            # A phone that did not get the answer sends its form again.
            return seen_other("/judge" if role is Role.JUDGE else "/me")
        return self._handlers[address.path, method](request)

    def _too_old(self, request: Request) -> bytes:
        return self._sign_in_html(request, request.say("form_too_old"))

    def _clock(self) -> ClockReading | None:
        return with_extensions(self._clock_source(), self._desk.look())

    # Signing in and out.

    def _sign_in_html(self, request: Request, problem: str = "") -> bytes:
        for_judge = request.path.startswith("/judge")
        say = request.say
        words = {
            "label": say("pin" if for_judge else "your_code"),
            "explains": say("pin_from_organizer" if for_judge else "sign_in_first"),
            "hint": "" if for_judge else say("code_is_where"),
            "title": say("judge_station" if for_judge else "sign_in"),
        }
        return self._renderer.own_page(
            "sign_in.html",
            self._desk.state(),
            say,
            request.links,
            here="judge" if for_judge else "me",
            page="none",
            form=request.form,
            problem=problem,
            for_judge=for_judge,
            **words,
        )

    def _sign_in_page(self, request: Request) -> Answer:
        if request.who.player:
            return seen_other("/me")
        return Answer(self._sign_in_html(request))

    def _judge_sign_in_page(self, request: Request) -> Answer:
        if request.who.is_judge:
            return seen_other("/judge")
        return Answer(self._sign_in_html(request))

    def _guess(self, request: Request, check: Callable[[], SignedIn], goes_to: str) -> Answer:
        """Let a phone in where its code or PIN is right; each address has so many tries."""
        if wait := self._guesses.take(request.address):
            text = request.say("too_many_tries", count=ceil(wait))
            html = self._sign_in_html(request, text)
            return Answer(html, HTTPStatus.TOO_MANY_REQUESTS)
        found = check()
        if not (found.player or found.is_judge):
            for_judge = request.path.startswith("/judge")
            wrong = request.say("wrong_pin" if for_judge else "wrong_code")
            return Answer(self._sign_in_html(request, wrong), HTTPStatus.FORBIDDEN)
        self._guesses.give_back(request.address)
        return seen_other(goes_to, self._let_in(request, found))

    def _let_in(self, request: Request, who: SignedIn) -> str:
        """Return the new cookie of a phone."""
        return self._desk.phones.sign_in(
            self._desk.event_id, request.token, player=who.player, is_judge=who.is_judge
        )

    def _sign_in(self, request: Request) -> Answer:
        def check() -> SignedIn:
            code = request.text("code", 40)
            return SignedIn(self._desk.phones.player_of_code(self._desk.event_id, code))

        return self._guess(request, check, "/me")

    def _judge_sign_in(self, request: Request) -> Answer:
        def check() -> SignedIn:
            pin = request.text("code", 40)
            is_judge = self._desk.phones.is_judge_pin(self._desk.event_id, pin)
            return SignedIn(is_judge=is_judge)

        return self._guess(request, check, "/judge")

    def _follow_link(self, request: Request) -> Answer:
        player = self._desk.phones.player_of_link(self._desk.event_id, request.rest[0])
        if not player:
            problem = request.say("wrong_link")
            return Answer(self._sign_in_html(request, problem), HTTPStatus.FORBIDDEN)
        return seen_other("/me", self._let_in(request, SignedIn(player)))

    def _sign_out(self, request: Request) -> Answer:
        self._desk.phones.sign_out(self._desk.event_id, request.token)
        return seen_other("/", "")

    # Players.

    def _me(self, request: Request, problem: str = "") -> Answer:
        view = self._desk.look()
        pages = self._renderer.pages(view.state, request.say)
        shown = player_page(view, request.who.player, request.say, pages)
        shown["takes_lists"] = bool(self._judges())
        clock = shown_clock(self._clock())
        ends = clock and (clock.ends if clock.running else clock.seconds)
        tag = short_hash(f"{shown!r} {ends} {request.say.language}")
        if request.is_head:
            return Answer(tag=tag)
        html = self._renderer.own_page(
            "me.html",
            view.state,
            request.say,
            request.links,
            here="me",
            page="/me",
            subtitle=shown["player"],
            me=shown,
            form=request.form,
            problem=problem,
            clock=clock,
            tag=tag,
        )
        return Answer(html, HTTPStatus.CONFLICT if problem else HTTPStatus.OK, tag=tag)

    def _player_sends(self, send: Callable[[Request], None], request: Request) -> Answer:
        """Do what a player sends; why it cannot be is shown on his page."""
        try:
            send(request)
        except AlreadyDoneError:
            pass
        except AppError as error:
            return self._me(request, words_of_error(error, request.say))
        return seen_other("/me")

    def _check_in(self, request: Request) -> None:
        self._desk.check_in(request.who.player, request.once)

    def _report(self, request: Request) -> None:
        outcome = _sent_outcome(request.fields)
        pairing = request.fields.get("pairing", "")
        self._desk.report(request.who.player, outcome, pairing, request.once)

    def _drop(self, request: Request) -> None:
        self._desk.drop(request.who.player, request.once)

    def _call(self, request: Request) -> None:
        self._desk.call(request.who.player, request.text("reason"), request.once)


_PLACES = frozenset("1234")


def _sent_outcome(fields: Mapping[str, str]) -> Outcome:
    """Return the result of a form, or the places: in one field, or one of each player."""
    result = fields.get("result", "")
    if result in tuple(GameResult):
        return GameResult(result)
    stated = [fields.get(f"place{seat}", "") for seat in range(1, SEATS + 1)]
    places = result.split(",") if result else [each for each in stated if each]
    if not all(each in _PLACES for each in places):
        raise PhoneRefusalError("no_such_result", "This result cannot be reported.")
    return tuple(map(int, places))


class LatePhoneWebApp:
    """A phone application whose event is read in the server's thread, at the first request.

    A window must not wait for its library.
    """

    def __init__(
        self,
        make: Callable[[], PhoneDesk],
        clock_source: Callable[[], ClockReading | None],
        judges: Callable[[], Judges] = dict,
    ) -> None:
        self._make, self._clock_source, self._judges = make, clock_source, judges
        self._app: PhoneWebApp | None = None
        self._lock = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        with self._lock:
            if self._app is None:
                self._app = PhoneWebApp(self._make(), self._clock_source, self._judges)
        return self._app(environ, start_response)


def _is_from_here(environ: WSGIEnvironment) -> bool:
    """Return whether a form was sent from a page of this server, as browsers say it."""
    own = f"{environ['wsgi.url_scheme']}://{environ.get('HTTP_HOST', '')}"
    kind, _, _ = str(environ.get("CONTENT_TYPE", "")).partition(";")
    origin = str(environ.get("HTTP_ORIGIN", ""))
    return origin.casefold() == own.casefold() and kind.strip().casefold() == _FORM


def _fields(environ: WSGIEnvironment) -> dict[str, str]:
    """Return the fields of a form, the first of each name; none where they cannot be read."""
    body: Any = environ["wsgi.input"]
    text = body.read(_MOST_BYTES).decode("utf-8", "replace")
    try:
        found = parse_qs(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        return {}
    return {name: values[0] for name, values in found.items()}


def _send(answer: Answer, request: Request, start_response: StartResponse) -> Iterable[bytes]:
    headers = [
        *HEADERS,
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Language", request.say.lang),
        ("Vary", "Accept-Language, Cookie"),
        ("Content-Security-Policy", f"{content_policy()}; frame-ancestors 'none'"),
    ]
    if answer.tag:
        headers.append(("ETag", f'"{answer.tag}"'))
    if answer.location:
        headers.append(("Location", answer.location))
    if answer.token is not None:
        headers.append(cookie_header(answer.token, is_secure=request.is_secure))
    if not request.is_head:
        headers.append(("Content-Length", str(len(answer.html))))
    start_response(status_line(answer.status), headers)
    return () if request.is_head else (answer.html,)

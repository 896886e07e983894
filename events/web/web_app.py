"""Answers requests for the pages of an event (WSGI): these pages, to be read, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from events.clock_reading import ClockReading
from events.event_state import EventState
from events.web.pages import PAGES, PageRenderer, content_policy

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

StateSource = Callable[[], EventState]
ClockSource = Callable[[], ClockReading | None]
_READING = ("GET", "HEAD")
_MOST_LETTERS = 200
_PLAIN = "text/plain; charset=utf-8"
_HEADERS = (
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
)


class EventWebApp:
    """A WSGI application; the sources are called in the server's threads, once for a request."""

    def __init__(self, state_source: StateSource, clock_source: ClockSource) -> None:
        self._state, self._clock = state_source, clock_source
        self._renderer = PageRenderer(served=True)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        method, path = environ["REQUEST_METHOD"], environ.get("PATH_INFO", "")
        name = "index.html" if path == "/" else path.removeprefix("/")
        if name not in PAGES or not path.startswith("/"):
            return _refused(start_response, HTTPStatus.NOT_FOUND, "There is no such page here.\n")
        if method not in _READING:
            text = "These pages can only be read.\n"
            return _refused(start_response, HTTPStatus.METHOD_NOT_ALLOWED, text)
        state, clock = self._state(), self._clock()
        headers = [
            *_HEADERS,
            ("Content-Type", "text/html; charset=utf-8"),
            ("Content-Security-Policy", f"{content_policy()}; frame-ancestors 'none'"),
            ("ETag", f'"{self._renderer.tag(state, clock)}"'),
        ]
        if method == "HEAD":
            start_response(_line(HTTPStatus.OK), headers)
            return ()
        html = self._renderer.page(name, state, clock, _wanted(environ.get("QUERY_STRING", "")))
        start_response(_line(HTTPStatus.OK), [*headers, ("Content-Length", str(len(html)))])
        return (html,)


def _wanted(query: str) -> str:
    """Return the name that is looked for."""
    try:
        found = parse_qs(query[: 10 * _MOST_LETTERS], max_num_fields=4).get("q", [""])
    except ValueError:
        return ""
    return found[0][:_MOST_LETTERS]


def _refused(start_response: StartResponse, status: HTTPStatus, text: str) -> Iterable[bytes]:
    headers = [*_HEADERS, ("Content-Type", _PLAIN), ("Content-Length", str(len(text)))]
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        headers.append(("Allow", ", ".join(_READING)))
    start_response(_line(status), headers)
    return (text.encode("ascii"),)


def _line(status: HTTPStatus) -> str:
    return f"{status.value} {status.phrase}"

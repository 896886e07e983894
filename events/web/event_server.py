"""Serves the pages of an event on the local network, from start to stop."""

from __future__ import annotations

import errno
import logging
import socket
import sys
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from http import HTTPStatus
from ipaddress import IPv4Address
from threading import Event as Signal
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import waitress
from typing_extensions import override
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError

from core.errors import AppError
from events.clock_reading import ClockReading
from events.event_state import EventState
from events.web.pages import NO_LINKS, PAGES, PHONE, PageParts, PageRenderer, content_policy
from events.web.screens import SCREEN, SCREENS, ScreenPage, overlay, screen_page, wall
from events.web.words import Words, chosen_language, words_of

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


# Addresses in other networks. To connect a datagram socket only looks up the route to one.
# The first is reserved for documentation, the others are common in home networks.
_ELSEWHERE = ("192.0.2.1", "192.168.0.1", "192.168.1.1", "10.0.0.1", "172.16.0.1")
_PORT = 9


def local_addresses() -> tuple[str, ...]:
    """Return the IPv4 addresses that others in the local network reach, the likeliest first."""
    found = [*map(_address_towards, _ELSEWHERE), *_addresses_of_name()]
    return tuple(dict.fromkeys(each for each in found if each and is_local(each)))


def local_address() -> str:
    found = local_addresses()
    if not found:
        raise AppError(
            "This computer has no address in a local network.",
            "Connect it to the Wi-Fi that the players use, or give the address yourself.",
        )
    return found[0]


def is_local(address: str) -> bool:
    """Return whether an address is one of a local network, and not a loopback address."""
    each = IPv4Address(address)
    return each.is_private and not each.is_loopback and not each.is_unspecified


def _address_towards(other: str) -> str:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.connect((other, _PORT))
        return str(datagrams.getsockname()[0])
    return ""


def _addresses_of_name() -> list[str]:
    with suppress(OSError, UnicodeError):
        return socket.gethostbyname_ex(socket.gethostname())[2]
    return []


StateSource = Callable[[], EventState]
ClockSource = Callable[[], ClockReading | None]
_READING = ("GET", "HEAD")
_MOST_LETTERS, _MOST_DIGITS = 200, 6
_PLAIN = "text/plain; charset=utf-8"
HEADERS = (
    ("Cache-Control", "no-store"),
    # With "no-referrer" browsers would not say from which address a form was sent.
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
)


class EventWebApp:
    """A WSGI application; the sources are called in the server's threads, once for a request.

    `own_links` are links with their words, shown before the links to the public pages.
    """

    def __init__(self, state_source: StateSource, clock_source: ClockSource = lambda: None) -> None:
        self._state, self._clock = state_source, clock_source
        self._renderer = PageRenderer(served=True)

    def __call__(
        self,
        environ: WSGIEnvironment,
        start_response: StartResponse,
        own_links: Mapping[str, str] = NO_LINKS,
    ) -> Iterable[bytes]:
        """Answer one request."""
        method, path = environ["REQUEST_METHOD"], environ.get("PATH_INFO", "")
        name = "index.html" if path == "/" else path.removeprefix("/")
        if (name not in PAGES and path not in SCREENS) or not path.startswith("/"):
            return refused(start_response, HTTPStatus.NOT_FOUND, "There is no such page here.\n")
        if method not in _READING:
            text = "These pages can only be read.\n"
            return refused(start_response, HTTPStatus.METHOD_NOT_ALLOWED, text)
        say = words_of(chosen_language(environ.get("HTTP_ACCEPT_LANGUAGE", "")))
        query = environ.get("QUERY_STRING", "")
        state, clock = self._state(), self._clock()
        if path in SCREENS:
            address = environ.get("sevenplots.address", "")
            screen = _screen(path, state, clock, say, address, _asked(query, "table"))
            headers = _page_headers(screen.tag, say, SCREEN)
            html = screen.html
        else:
            headers = _page_headers(self._renderer.tag(state, clock, say), say, PHONE)
            wanted = _asked(query, "q")
            page = self._renderer.page
            html = b"" if method == "HEAD" else page(name, state, clock, wanted, say, own_links)
        if method == "HEAD":
            start_response(status_line(HTTPStatus.OK), headers)
            return ()
        start_response(status_line(HTTPStatus.OK), [*headers, ("Content-Length", str(len(html)))])
        return (html,)


def _screen(
    path: str,
    state: EventState,
    clock: ClockReading | None,
    say: Words,
    address: str,
    table: str,
) -> ScreenPage:
    if path == "/wall":
        return screen_page(path, wall(state, say, address), clock, say)
    number = int(table) if table.isdecimal() and len(table) < _MOST_DIGITS else 1
    return screen_page(path, overlay(state, say, number), None, say)


def _page_headers(tag: str, say: Words, parts: PageParts) -> list[tuple[str, str]]:
    return [
        *HEADERS,
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Language", say.lang),
        ("Vary", "Accept-Language"),
        ("Content-Security-Policy", f"{content_policy(parts)}; frame-ancestors 'none'"),
        ("ETag", f'"{tag}"'),
    ]


def _asked(query: str, name: str) -> str:
    """Return a value of the query, or nothing."""
    try:
        found = parse_qs(query[: 10 * _MOST_LETTERS], max_num_fields=4).get(name, [""])
    except ValueError:
        return ""
    return found[0][:_MOST_LETTERS]


def refused(
    start_response: StartResponse, status: HTTPStatus, text: str, allowed: Iterable[str] = _READING
) -> Iterable[bytes]:
    """Answer with a status and a sentence in ASCII."""
    headers = [*HEADERS, ("Content-Type", _PLAIN), ("Content-Length", str(len(text)))]
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        headers.append(("Allow", ", ".join(allowed)))
    start_response(status_line(status), headers)
    return (text.encode("ascii"),)


def status_line(status: HTTPStatus) -> str:
    return f"{status.value} {status.phrase}"


# Tried first, so that an address that players have opened is the same after a pause.
USUAL_PORT = 8615
_MOST_PORT = 65535
_HERE = "127.0.0.1"
# Connections of one address: a browser opens six at most.
MOST_OF_ONE = 32
SETTINGS = {
    "ident": None,
    "threads": 4,
    # select() cannot watch as many sockets as a large event has phones.
    "asyncore_use_poll": True,
    "connection_limit": 1000,
    # Seconds until an idle connection is closed, and how often that is looked for.
    "channel_timeout": 10,
    "cleanup_interval": 1,
    # A deck list is a few kilobytes.
    "max_request_body_size": 65536,
    "max_request_header_size": 16384,
    "log_socket_errors": False,
    "clear_untrusted_proxy_headers": True,
}


# A request must arrive completely within this many seconds, so slow senders are cut off.
MOST_SECONDS = 20


class EventServer:
    """Serves a WSGI application: `EventWebApp`, or one that wraps it.

    `host` is one of this computer's IPv4 addresses, by default that in the local network; `port`
    by default the usual one, or any that is free. `public` is the address that players use, if
    it differs: a name, or a server with TLS on this computer that passes requests on.
    The application is called in other threads.
    """

    def __init__(
        self,
        app: WSGIApplication,
        *,
        host: str | None = None,
        port: int | None = None,
        public: str = "",
    ) -> None:
        self._app = app
        self._host, self._port = host, port
        self._public = _checked_public(public)
        self._address = ""
        self._sockets: dict[int, object] = {}
        self._server: Any = None
        self._thread = Thread()

    def start(self) -> str:
        """Open the port and serve; return the address of the pages, AppError where that fails."""
        if self._server is not None:
            return self._address
        listening = _listening(self._host, self._port)
        host, port = listening.getsockname()
        own = f"http://{host}:{port}/"
        alias = f"http://localhost:{port}/" if host == _HERE else own
        self._address = self._public or own
        # Only a server on this computer may say for whom it asks.
        proxied = {"trusted_proxy": _HERE, "trusted_proxy_headers": "x-forwarded-for"}
        # A few requests at once need no warning.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._server = waitress.create_server(
            _at_address(self._app, self._address, {own, alias}),
            map=self._sockets,
            sockets=[listening],
            **SETTINGS,
            **(proxied if self._public else {}),
        )
        self._server.channel_class = _connect
        self._thread = Thread(target=self._server.run, name="event pages", daemon=True)
        self._thread.start()
        return self._address

    def stop(self) -> None:
        """Close the port and every connection in the server's own thread, which then ends."""
        if self._server is None:
            return
        pulled = Signal()

        def close() -> None:
            # Something else may have woken the thread before the trigger was pulled to the end.
            pulled.wait()
            wasyncore.close_all(self._sockets, ignore_all=True)

        self._server.trigger.pull_trigger(close)
        pulled.set()
        self._thread.join()
        self._server.task_dispatcher.shutdown()
        self._server = None


def _at_address(app: WSGIApplication, address: str, others: Collection[str]) -> WSGIApplication:
    """Return an application that answers only requests for this address or one of the others.

    A page elsewhere whose host name points here sends that name as its Host, and is refused.
    """
    schemes = {each.netloc.casefold(): each.scheme for each in map(urlsplit, {address, *others})}

    def checked(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        scheme = schemes.get(environ.get("HTTP_HOST", "").casefold())
        if scheme is None:
            text = "These pages have another address.\n"
            return refused(start_response, HTTPStatus.MISDIRECTED_REQUEST, text)
        environ["wsgi.url_scheme"] = scheme
        environ["sevenplots.address"] = address
        return app(environ, start_response)

    return checked


class _Parser(HTTPRequestParser):  # type: ignore[misc] # waitress has no types
    """Answers 400 to every line and header that cannot be read."""

    @override
    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # "http://[::1", or a length of thousands of digits
            raise ParsingError(str(error)) from None


class _Channel(HTTPChannel):  # type: ignore[misc]
    parser_class = _Parser
    _begun = 0.0

    @override
    def received(self, data: bytes) -> bool:
        now = time.monotonic()
        if self.request is None:
            self._begun = now
        elif now - self._begun > MOST_SECONDS:
            self.will_close = True
            return False
        return bool(super().received(data))


def _connect(
    server: Any, connection: socket.socket, address: tuple[str, int], settings: Any, **more: Any
) -> None:
    """Take a connection; one too many of an address ends the one that has been idle longest."""
    own = [
        each
        for each in server.active_channels.values()
        if each.addr[0] == address[0] and not each.will_close
    ]
    # Behind a server that passes requests on, everybody has the address of that.
    if len(own) >= MOST_OF_ONE and address[0] != settings.trusted_proxy:
        idle = [each for each in own if not each.requests and not each.total_outbufs_len]
        if not idle:
            connection.close()
            return
        min(idle, key=lambda each: each.last_activity).will_close = True
    _Channel(server, connection, address, settings, **more)


def _checked_public(address: str) -> str:
    """Return an address with a slash at its end; AppError if it is invalid."""
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        sound = parts.scheme in {"http", "https"} and parts.hostname and parts.path in {"", "/"}
    except ValueError:
        sound = False
    if not sound:
        raise AppError(
            f"“{address}” is not an address that phones can open.",
            "Give it whole and without a path: https://event.example.org.",
        )
    return f"{parts.scheme}://{parts.netloc}/"


def _listening(host: str | None, port: int | None) -> socket.socket:
    host = _checked_host(host)
    if port is None:
        with suppress(AppError):
            return _bound(host, USUAL_PORT)
        return _bound(host, 0)
    if not 0 <= port <= _MOST_PORT:
        raise AppError(
            f"{port} is not a port number.", f"Choose one from 1024 to {_MOST_PORT}, or 0."
        )
    return _bound(host, port)


def _checked_host(host: str | None) -> str:
    if host is None:
        return local_address()
    try:
        address = IPv4Address(host)
    except ValueError:
        raise AppError(
            f"“{host}” is not the address of a computer.",
            "Give four numbers, for example 192.168.1.20.",
        ) from None
    if address.is_unspecified:
        raise AppError(
            f"{host} would serve the pages in every network of this computer.",
            "Give the address in the network that the players use.",
        )
    return host


def _bound(host: str, port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there the option would share a port that is in use
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise AppError(*_refusal(host, port, error)) from None
    return listening


def _refusal(host: str, port: int, error: OSError) -> tuple[str, str]:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is used by another program.", "Choose another port, or none."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this computer.", "Leave it out, or give one that is."
    if error.errno == errno.EACCES:
        return f"Port {port} is not allowed.", "Choose one from 1024 on, or none."
    return f"The pages cannot be served at {host}: {error.strerror or error}.", "Check the network."

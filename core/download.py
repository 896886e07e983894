"""Downloads with limits, by https only; http is for servers on this computer."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from http.cookiejar import DefaultCookiePolicy
from io import BytesIO
from ipaddress import ip_address
from socket import SHUT_RDWR, socket
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Any, BinaryIO, NoReturn, Self
from urllib.parse import SplitResult, urljoin, urlsplit
from zlib import MAX_WBITS, decompressobj
from zlib import error as ZlibError  # noqa: N812 - it is a class

import requests
from requests.adapters import HTTPAdapter
from typing_extensions import override
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError

from core.errors import AppError, NetworkError
from core.program_version import PROGRAM_VERSION

THRONESDB = "https://thronesdb.com"
# A variable that names another server, such as one on this computer.
SERVER = "SEVENPLOTS_SYNC_FROM"

# Letters that programs read differently, and a name and password before the host ("@").
_DOUBTFUL = re.compile(r"[\s\x00-\x20\x7f\\@]")
_LONGEST = 2000


class AddressError(AppError):
    """An address that the program does not request."""


def chosen_server() -> str:
    return os.environ.get(SERVER) or THRONESDB


def checked_address(address: str) -> str:
    """Return the address if it may be requested, else raise AddressError."""
    if len(address) > _LONGEST or _DOUBTFUL.search(address):
        raise AddressError(
            f"“{_short(address)}” is not an address that can be requested.",
            "Write it like https://thronesdb.com, without a name, a password or spaces in it.",
        )
    parts = _split(address)
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_loopback(parts)):
        raise AddressError(
            f"“{_short(address)}” is not requested, because it is not secure.",
            "An address must start with https://; http:// is only for a server on this computer,"
            " such as http://127.0.0.1:8000.",
        )
    return address


def checked_source(address: str) -> str:
    """Return the address of a server without the last slash; AddressError if it is invalid."""
    parts = _split(checked_address(address))
    if parts.query or parts.fragment:
        raise AddressError(
            f"“{_short(address)}” is a page, not a server.", "Leave out what follows the ? or #."
        )
    return address.rstrip("/")


def checked_hop(address: str, target: str) -> str:
    """Return the target of a redirect; NetworkError if it must not be followed.

    A redirect must keep the scheme and must not lead from another computer to this one.
    """
    try:
        there = checked_address(urljoin(address, target))
        old, new = _split(address), _split(there)
    except (AddressError, ValueError):
        raise _refusal(address, target) from None
    if new.scheme != old.scheme or (_is_loopback(new) and not _is_loopback(old)):
        raise _refusal(address, target)
    return there


def site_of(address: str) -> str:
    """Return the host of an address, with its port if it names one, as messages show it."""
    return urlsplit(address).netloc


def is_loopback(address: str) -> bool:
    return _is_loopback(urlsplit(address))


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        complete = bool(parts.hostname) and (parts.port is None or parts.port > 0)
        (parts.hostname or "").encode("idna")
    except ValueError:  # UnicodeError is one: a name like a..b
        complete = False
    if not complete:
        raise AddressError(
            f"“{_short(address)}” is not an address.", "Write it like https://thronesdb.com."
        )
    return parts


def _is_loopback(parts: SplitResult) -> bool:
    host = parts.hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _refusal(address: str, target: str) -> NetworkError:
    return NetworkError(
        f"{site_of(address)} redirects to “{_short(target)}”, which is not secure enough to follow."
    )


def _short(address: str) -> str:
    shown = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in address
    )
    return shown if len(shown) <= 80 else f"{shown[:79]}…"


class OpenSockets:
    """The open sockets of a session, so that another thread can cut them."""

    def __init__(self) -> None:
        self.is_cut = Event()
        self._open: list[socket] = []
        self._lock = Lock()

    def add(self, wire: socket | None) -> None:
        """Register a socket; close it at once if `cut` was called already."""
        with self._lock:
            self._open = [each for each in self._open if each.fileno() >= 0]
            if wire is not None:
                self._open.append(wire)
        if self.is_cut.is_set():
            self.cut()

    def cut(self) -> None:
        """Shut the sockets down, so that threads waiting for them wake up."""
        self.is_cut.set()
        with self._lock:
            for wire in self._open:
                try:
                    wire.shutdown(SHUT_RDWR)
                except OSError:  # closed already, at the other end or at this one
                    continue


class _Adapter(HTTPAdapter):
    """Makes the connections of requests, and registers their sockets."""

    def __init__(self, open_sockets: OpenSockets) -> None:
        self._pools = _pools(open_sockets)
        super().__init__()

    @override
    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = self._pools

    @override
    def proxy_manager_for(self, proxy: str, **options: Any) -> Any:
        manager = super().proxy_manager_for(proxy, **options)
        if not proxy.lower().startswith("socks"):
            manager.pool_classes_by_scheme = self._pools
        return manager


def _pools(open_sockets: OpenSockets) -> dict[str, type[HTTPConnectionPool]]:
    class Plain(HTTPConnection):
        @override
        def connect(self) -> None:
            super().connect()
            open_sockets.add(self.sock)

    class Secure(HTTPSConnection):
        @override
        def connect(self) -> None:
            super().connect()
            open_sockets.add(self.sock)

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class SecurePool(HTTPSConnectionPool):
        ConnectionCls = Secure

    return {"http": PlainPool, "https": SecurePool}


class CancellableSession(requests.Session):
    """A session without cookies and passwords, whose sockets are registered.

    Redirects are left to the caller: requests would read their addresses, and fail on some.
    """

    def __init__(self, open_sockets: OpenSockets) -> None:
        super().__init__()
        self.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        # Otherwise requests would send what ~/.netrc holds for the host.
        self.auth = _no_password
        for scheme in ("https://", "http://"):
            self.mount(scheme, _Adapter(open_sockets))

    @override
    def get_redirect_target(self, resp: requests.Response) -> None:
        return None


def _no_password(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


Received = Callable[[int, int | None], None]

_TICK = 0.05
_PIECE = 1 << 16
# Python reads no number of more than 4,300 digits, and no body has as many bytes as one of 18.
_MOST_DIGITS = 18
_GZIP = 16 + MAX_WBITS
_DATE = re.compile(r"[A-Za-z]{3}, [0-9A-Za-z: ]{10,40}")
_MOVED = frozenset({301, 302, 303, 307, 308})
_PASSING = frozenset({408, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Limits:
    """What a download may cost: bytes of one answer, unpacked; seconds; tries and redirects.

    `seconds` bounds all that a Downloader does from its start, `silence` the wait for the next
    packet. Before the second try there is a pause, before the third twice as long, and so on.
    """

    bytes: int = 32 << 20
    seconds: float = 60.0
    connect: float = 5.0
    silence: float = 10.0
    tries: int = 3
    pause: float = 0.5
    redirects: int = 5


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Answer:
    """The body of an answer; `unchanged` where the server has nothing newer (304), then empty."""

    body: bytes
    modified: str = ""
    unchanged: bool = False


class MissingPageError(NetworkError):
    """The server has no such page (404)."""


class _PassingError(NetworkError):
    """A failure after which another try may succeed."""


class Downloader:
    """A session that requests one address after another, within limits of size and time.

    An answer is read in a thread of its own, so that neither a server that sends a byte a second
    nor a slow name server can hold up the caller. Used as a context manager.
    """

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._ends = time.monotonic() + limits.seconds
        self._sockets = OpenSockets()
        self._session = CancellableSession(self._sockets)
        self._session.headers["User-Agent"] = f"SevenPlots/{PROGRAM_VERSION}"
        self._session.headers["Accept-Encoding"] = "gzip"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._sockets.cut()
        self._session.close()

    def fetch(
        self,
        address: str,
        *,
        since: str = "",
        received: Received | None = None,
        into: BinaryIO | None = None,
    ) -> Answer:
        """Return the whole answer of an address; `since` is the Last-Modified of an earlier one.

        With `into` the body is written to that file instead of memory, and the answer has none.
        `received` is called some 20 times a second with (bytes, bytes announced or None), and what
        it raises stops the download. AddressError for an address that may not be requested,
        NetworkError if no whole answer came.
        """
        fetching = _Fetching(
            self._session, self._limits, self._sockets, checked_address(address), since, into
        )
        thread = Thread(target=fetching.run, name="download", daemon=True)
        thread.start()
        try:
            while not fetching.over.wait(_TICK):
                if received:
                    received(fetching.count, fetching.announced)
                if time.monotonic() > self._ends:
                    _raise_too_slow(address, self._limits)
        except BaseException:
            self._sockets.cut()
            thread.join(1.0)
            raise
        return fetching.result()


class _Fetching:
    """One request with its tries and redirects; `run` is the body of the thread."""

    def __init__(
        self,
        session: requests.Session,
        limits: Limits,
        sockets: OpenSockets,
        address: str,
        since: str,
        into: BinaryIO | None,
    ) -> None:
        self.over = Event()
        self.count = 0
        self.announced: int | None = None
        self._session, self._limits, self._sockets = session, limits, sockets
        self._address, self._since, self._into = address, since, into
        self._answer: Answer | None = None
        self._error: Exception | None = None

    def run(self) -> None:
        try:
            self._answer = self._try()
        except Exception as error:  # the caller's thread raises it again
            self._error = error
        finally:
            self.over.set()

    def result(self) -> Answer:
        if self._error is not None:
            raise self._error
        if self._answer is None:
            raise NetworkError(f"{site_of(self._address)} gave no answer.")
        return self._answer

    def _try(self) -> Answer:
        limits = self._limits
        for tried in range(1, limits.tries + 1):
            try:
                return self._follow()
            except _PassingError as error:
                if tried == limits.tries:
                    raise NetworkError(error.sentence, error.hint) from None
            if self._sockets.is_cut.wait(limits.pause * 2 ** (tried - 1)):
                break
        raise NetworkError("The download was stopped.")

    def _follow(self) -> Answer:
        address = self._address
        for _ in range(self._limits.redirects + 1):
            self.count, self.announced = 0, None
            try:
                answer = self._ask(address)
            except (requests.RequestException, HTTPError, OSError) as error:
                _raise_failed(address, error, self._limits)
            if isinstance(answer, Answer):
                return answer
            address = checked_hop(address, answer)
        raise NetworkError(
            f"{site_of(self._address)} redirects in a circle: no answer after"
            f" {self._limits.redirects} redirects."
        )

    def _ask(self, address: str) -> Answer | str:
        limits = self._limits
        # A server on this computer is never behind a proxy.
        self._session.trust_env = not is_loopback(address)
        with self._session.get(
            address,
            headers={"If-Modified-Since": self._since} if self._since else {},
            timeout=(limits.connect, limits.silence),
            allow_redirects=False,
            stream=True,
        ) as response:
            status = response.status_code
            if status in _MOVED and response.headers.get("Location"):
                return response.headers["Location"]
            if status == HTTPStatus.NOT_MODIFIED and self._since:
                return Answer(b"", self._since, unchanged=True)
            if status != HTTPStatus.OK:
                _say_status(address, response)
            return Answer(self._body(address, response), _modified(response))

    def _body(self, address: str, response: requests.Response) -> bytes:
        length = response.headers.get("Content-Length", "")
        if length.isdecimal() and len(length) > _MOST_DIGITS:
            _say_too_large(address, self._limits)
        self.announced = int(length) if length.isdecimal() else None
        memory = BytesIO()
        body = self._into or memory
        # An earlier try may have written a part.
        body.seek(0)
        body.truncate()
        size = 0
        for piece in _unpacked(address, response, self._counted(response)):
            size += body.write(piece)
            if size > self._limits.bytes:
                _say_too_large(address, self._limits)
        if not size and self.announced is None and "Transfer-Encoding" not in response.headers:
            # The answer ends with the connection, so a cut head would look complete.
            raise _PassingError(_cut_short(address))
        return memory.getvalue()

    def _counted(self, response: requests.Response) -> Iterator[bytes]:
        for piece in response.raw.stream(_PIECE, decode_content=False):
            self.count += len(piece)
            if self.count > self._limits.bytes:
                _say_too_large(self._address, self._limits)
            yield piece


def _unpacked(
    address: str, response: requests.Response, pieces: Iterator[bytes]
) -> Iterator[bytes]:
    """Yield the unpacked body in pieces of bounded size.

    A few bytes may unpack to gigabytes, so they are not unpacked all at once.
    """
    packing = response.headers.get("Content-Encoding", "identity").strip().lower()
    if packing == "identity":
        yield from pieces
        return
    if packing not in {"gzip", "x-gzip"}:
        raise NetworkError(f"{site_of(address)} compressed its answer in an unknown way.")
    unpacking = decompressobj(_GZIP)
    try:
        for piece in pieces:
            unpacked, packed = b"", piece
            while (packed or len(unpacked) == _PIECE) and not unpacking.eof:
                unpacked = unpacking.decompress(packed, _PIECE)
                packed = unpacking.unconsumed_tail
                yield unpacked
    except ZlibError:
        raise NetworkError(f"{site_of(address)} sent an answer that cannot be unpacked.") from None
    if not unpacking.eof:
        raise _PassingError(_cut_short(address))


def _modified(response: requests.Response) -> str:
    """Return the Last-Modified header; empty if it is not a date."""
    date = response.headers.get("Last-Modified", "")
    return date if _DATE.fullmatch(date) else ""


def _say_status(address: str, response: requests.Response) -> NoReturn:
    code = response.status_code
    try:
        words = f"{code} ({HTTPStatus(code).phrase})"
    except ValueError:
        words = str(code)
    sentence = f"{site_of(address)} answered {words}."
    if code == HTTPStatus.NOT_FOUND:
        raise MissingPageError(sentence)
    raise (_PassingError if code in _PASSING else NetworkError)(sentence)


def _raise_failed(address: str, error: Exception, limits: Limits) -> NoReturn:
    host = site_of(address)
    if isinstance(error, requests.exceptions.SSLError):
        raise NetworkError(f"{host} could not show who it is: its certificate is not valid.")
    if isinstance(error, requests.ConnectTimeout):
        raise _PassingError(f"{host} could not be reached within {limits.connect:g} seconds.")
    if isinstance(error, requests.Timeout) or "timed out" in str(error).lower():
        raise _PassingError(f"{host} said nothing for {limits.silence:g} seconds.")
    if isinstance(error, requests.ConnectionError):
        reason = _reason(error)
        raise _PassingError(f"The connection to {host} failed{reason and f' ({reason})'}.")
    if isinstance(error, requests.exceptions.InvalidURL | requests.exceptions.InvalidSchema):
        raise NetworkError(f"{host} is not a server that can be reached.")
    raise _PassingError(_cut_short(address))


def _reason(error: BaseException | None) -> str:
    """Return the system's message for the first cause that has one."""
    while error is not None:
        if isinstance(error, OSError) and error.strerror:
            return error.strerror
        error = error.__cause__ or error.__context__
    return ""


def _cut_short(address: str) -> str:
    return f"The answer of {site_of(address)} was cut off before its end."


def _say_too_large(address: str, limits: Limits) -> NoReturn:
    raise NetworkError(
        f"The answer of {site_of(address)} is larger than {limits.bytes / (1 << 20):,.3g} MiB and"
        " was not read to its end."
    )


def _raise_too_slow(address: str, limits: Limits) -> NoReturn:
    raise NetworkError(
        f"{site_of(address)} was too slow: no whole answer within {limits.seconds:g} seconds."
    )

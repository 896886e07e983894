"""The server of the pages, asked by real connections."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from core.errors import AppError
from events.event_state import EventState
from events.web import event_server
from events.web.event_server import EventServer, EventWebApp, is_local, local_addresses
from events.web.pages import PAGES, write_static
from tests.event_samples import played_event

HOME = "127.0.0.1"


@dataclass
class Served:
    """A server and the state that it serves; `broken` makes the source fail."""

    state: EventState = field(default_factory=lambda: played_event(8, 1, open_tables=2).state)
    broken: bool = False
    server: EventServer = field(init=False)

    def __post_init__(self) -> None:
        self.server = EventServer(EventWebApp(self.source), host=HOME, port=0)
        self.address = self.server.start()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def source(self) -> EventState:
        if self.broken:
            raise RuntimeError("a secret of the program")
        return self.state

    @property
    def request(self) -> bytes:
        return f"GET / HTTP/1.1\r\nHost: {HOME}:{self.port}\r\n\r\n".encode()

    def ask(self, path: str, method: str = "GET", body: bytes | None = None) -> PageAnswer:
        connection = http.client.HTTPConnection(HOME, self.port, timeout=60)
        try:
            connection.request(method, path, body)
            answer = connection.getresponse()
            headers = {name.casefold(): value for name, value in answer.getheaders()}
            return PageAnswer(answer.status, headers, answer.read().decode())
        finally:
            connection.close()


@dataclass(frozen=True)
class PageAnswer:
    status: int
    headers: dict[str, str]
    text: str


@pytest.fixture
def served() -> Iterator[Served]:
    """Give a server that is stopped afterwards."""
    made = Served()
    yield made
    made.server.stop()


@pytest.mark.parametrize("path", ["/", *(f"/{name}" for name in PAGES)])
def test_each_page_is_served_with_its_policy(served: Served, path: str) -> None:
    answer = served.ask(path)
    assert answer.status == 200
    assert answer.text.startswith("<!DOCTYPE html>")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert policy.endswith("frame-ancestors 'none'")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "server" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/favicon.ico",
        "/layout.html",
        "/style.css",
        "/script.js",
        "/index.html/",
        "/../index.html",
        "/%2e%2e/pyproject.toml",
        "/etc/passwd",
        "/%00",
        "/index.html%00",
        "/INDEX.HTML",
        "/" + "a" * 5000,
    ],
)
def test_there_is_nothing_else(served: Served, path: str) -> None:
    answer = served.ask(path)
    assert (answer.status, answer.text) == (404, "There is no such page here.\n")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO"])
def test_pages_can_only_be_read(served: Served, method: str) -> None:
    answer = served.ask("/index.html", method, b"q=1" if method == "POST" else None)
    assert answer.status == 405
    assert answer.headers["allow"] == "GET, HEAD"


def test_the_head_of_a_page_says_whether_it_has_changed(served: Served) -> None:
    before = served.ask("/", "HEAD")
    assert (before.status, before.text) == (200, "")
    page = served.ask("/")
    assert page.headers["etag"] == before.headers["etag"]
    assert f'data-tag="{before.headers["etag"].strip(chr(34))}"' in page.text
    served.state = played_event(8, 1).state
    assert served.ask("/", "HEAD").headers["etag"] != before.headers["etag"]


@pytest.mark.parametrize("query", ["q=ed", "q=%FF%FE", "q=" + "a" * 3000, "a=1&" * 99, "%", "q"])
def test_a_search_of_any_kind_is_answered(served: Served, query: str) -> None:
    assert served.ask(f"/?{query}").status == 200


def test_a_failure_tells_nobody_its_details(served: Served) -> None:
    served.broken = True
    answer = served.ask("/")
    assert answer.status == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    served.broken = False
    assert served.ask("/").status == 200


def test_stop_closes_the_port_and_every_connection(served: Served) -> None:
    open_connection = socket.create_connection((HOME, served.port), timeout=60)
    open_connection.sendall(served.request)
    assert open_connection.recv(12) == b"HTTP/1.1 200"
    served.server.stop()
    while open_connection.recv(65536):
        pass
    open_connection.close()
    with pytest.raises(ConnectionRefusedError):
        served.ask("/")
    assert "event pages" not in {thread.name for thread in threading.enumerate()}


def test_it_can_be_started_again_and_twice(served: Served) -> None:
    assert served.server.start() == served.address
    served.server.stop()
    served.server.stop()
    served.port = int(served.server.start().rstrip("/").rpartition(":")[2])
    assert served.ask("/").status == 200


def test_many_phones_are_answered_at_once(served: Served) -> None:
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda number: served.ask(f"/?q={number}").status, range(200)))
    assert found == [200] * 200


def test_idle_connections_are_closed_after_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert event_server.SETTINGS["channel_timeout"] == 10
    monkeypatch.setitem(event_server.SETTINGS, "channel_timeout", 1)
    served = Served()
    try:
        with socket.create_connection((HOME, served.port), timeout=60) as idle:
            assert idle.recv(1) == b""
        with socket.create_connection((HOME, served.port), timeout=60) as asking:
            asking.sendall(served.request)
            assert asking.recv(12) == b"HTTP/1.1 200"
            while asking.recv(65536):
                pass
    finally:
        served.server.stop()


def test_the_usual_port_gives_way_to_another_that_is_free(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_server, "USUAL_PORT", served.port)
    other = EventServer(EventWebApp(served.source), host=HOME)
    try:
        assert other.start() not in {served.address, ""}
    finally:
        other.stop()


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("0.0.0.0", None, "every network of this computer"),  # noqa: S104 - it is refused
        ("somewhere", None, "is not the address of a computer"),
        ("203.0.113.7", None, "is not an address of this computer"),
        (HOME, 70_000, "is not a port number"),
        (HOME, -1, "is not a port number"),
    ],
)
def test_a_wrong_address_is_refused_in_a_sentence(
    host: str, port: int | None, sentence: str
) -> None:
    with pytest.raises(AppError, match=sentence):
        EventServer(EventWebApp(lambda: played_event(2, 1).state), host=host, port=port).start()


def test_a_port_in_use_is_named(served: Served) -> None:
    with pytest.raises(AppError, match=f"Port {served.port} is used by another program"):
        EventServer(EventWebApp(served.source), host=HOME, port=served.port).start()


def test_only_the_chosen_address_listens(served: Served) -> None:
    """Another address of the same computer, which a server on all addresses would answer at."""
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", served.port), timeout=60)


def test_local_addresses_are_those_of_a_local_network() -> None:
    assert [is_local(each) for each in ("192.168.1.20", "10.0.0.7", "172.16.3.4")] == [True] * 3
    assert [is_local(each) for each in ("8.8.8.8", HOME, "0.0.0.0")] == [False] * 3  # noqa: S104
    assert all(map(is_local, local_addresses()))


def test_files_are_written_whole_into_a_new_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pages"
    files = write_static(folder, played_event(8, 1).state)
    assert [file.name for file in files] == list(PAGES)
    assert sorted(folder.iterdir()) == sorted(files)
    first = files[0].read_bytes()
    assert "Анна Каренина".encode() in first
    write_static(folder, played_event(8, 1).state)
    assert files[0].read_bytes() == first


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(AppError, match="cannot be written"):
        write_static(tmp_path / "file" / "pages", played_event(2, 1).state)


def test_a_public_address_is_announced_and_answered(served: Served) -> None:
    public = "https://event.example.org"
    server = EventServer(EventWebApp(served.source), host=HOME, port=0, public=public)
    assert server.start() == f"{public}/"
    server.stop()
    for wrong in ("event.example.org", "ftp://x", "https://", "https://x/y", "http://[::1"):
        with pytest.raises(AppError, match="is not an address that phones can open"):
            EventServer(EventWebApp(served.source), public=wrong)

"""Downloads: bounded in size, time and tries, and from secure addresses only."""

from __future__ import annotations

import gzip
from threading import Event, active_count

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from core.download import (
    AddressError,
    Answer,
    Downloader,
    Limits,
    checked_address,
    checked_hop,
    checked_source,
)
from core.errors import CancelledError, NetworkError

QUICK = Limits(bytes=1 << 16, seconds=10.0, connect=1.0, silence=1.0, tries=3, pause=0.01)
SINCE = "Sat, 25 Jul 2026 17:20:00 GMT"


def fetch(server: HTTPServer, path: str = "/x", limits: Limits = QUICK, since: str = "") -> Answer:
    with Downloader(limits) as downloader:
        return downloader.fetch(server.url_for(path), since=since)


def test_a_whole_answer(httpserver: HTTPServer) -> None:
    headers = {"Last-Modified": SINCE}
    httpserver.expect_request("/x").respond_with_data(b"abc", headers=headers)
    assert fetch(httpserver) == Answer(b"abc", SINCE)


@pytest.mark.parametrize("said", ["", "yesterday", "x" * 500, "Sat, 1\tinjected: yes"])
def test_a_last_modified_that_is_no_date_is_not_remembered(
    httpserver: HTTPServer, said: str
) -> None:
    headers = {"Last-Modified": said}
    httpserver.expect_request("/x").respond_with_data(b"abc", headers=headers)
    assert fetch(httpserver).modified == ""


def test_nothing_newer(httpserver: HTTPServer) -> None:
    asking = httpserver.expect_request("/x", headers={"If-Modified-Since": SINCE})
    asking.respond_with_handler(lambda _: Response(status=304))
    assert fetch(httpserver, since=SINCE) == Answer(b"", SINCE, unchanged=True)


def test_nothing_newer_without_having_been_asked(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/x").respond_with_handler(lambda _: Response(status=304))
    with pytest.raises(NetworkError, match="answered 304"):
        fetch(httpserver)


def test_packed_answers_are_unpacked(httpserver: HTTPServer) -> None:
    for size in (0, 1, 65_535, 65_536):
        body = bytes(size)
        packed = gzip.compress(body)
        path = f"/{size}"
        httpserver.expect_request(path).respond_with_data(
            packed, headers={"Content-Encoding": "gzip"}
        )
        assert fetch(httpserver, path).body == body


def test_a_bomb_is_not_unpacked(httpserver: HTTPServer) -> None:
    packed = gzip.compress(bytes(60 << 20))
    assert len(packed) < 1 << 16
    httpserver.expect_request("/x").respond_with_data(packed, headers={"Content-Encoding": "gzip"})
    with pytest.raises(NetworkError, match=r"larger than 0\.0625 MiB"):
        fetch(httpserver)


@pytest.mark.parametrize(
    ("body", "packing", "words"),
    [
        (b"no gzip at all", "gzip", "cannot be unpacked"),
        (gzip.compress(b"abc" * 1000, mtime=0)[:-12], "gzip", "cut off before its end"),
        (b"abc", "br", "packed in a way not asked for"),
        (b"abc", "gzip, gzip", "packed in a way not asked for"),
    ],
    # Named here: processes that run the tests side by side must find the same names.
    ids=["no gzip", "cut off", "other packing", "packed twice"],
)
def test_answers_that_cannot_be_unpacked(
    httpserver: HTTPServer, body: bytes, packing: str, words: str
) -> None:
    headers = {"Content-Encoding": packing}
    httpserver.expect_request("/x").respond_with_data(body, headers=headers)
    with pytest.raises(NetworkError, match=words):
        fetch(httpserver)


def test_a_large_answer_is_not_read_to_its_end(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/x").respond_with_data(bytes((1 << 16) + 1))
    with pytest.raises(NetworkError, match=r"larger than 0\.0625 MiB and was not read"):
        fetch(httpserver)


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_a_passing_failure_is_tried_again(httpserver: HTTPServer, status: int) -> None:
    for _ in range(2):
        httpserver.expect_ordered_request("/x").respond_with_data("error", status=status)
    httpserver.expect_ordered_request("/x").respond_with_data("well")
    assert fetch(httpserver).body == b"well"


@pytest.mark.parametrize(
    ("status", "tries", "words"),
    [
        (500, 3, r"500 \(Internal Server Error\)"),
        (404, 1, r"404 \(Not Found\)"),
        (403, 1, r"403 \(Forbidden\)"),
        (299, 1, "299"),
        (204, 1, r"204 \(No Content\)"),
        (302, 1, r"302 \(Found\)"),
    ],
)
def test_a_lasting_failure_is_told(
    httpserver: HTTPServer, status: int, tries: int, words: str
) -> None:
    httpserver.expect_request("/x").respond_with_data("<html>", status=status)
    with pytest.raises(NetworkError, match=f"localhost:[0-9]+ answered {words} instead"):
        fetch(httpserver)
    assert len(httpserver.log) == tries


def redirect(server: HTTPServer, path: str, target: str, status: int = 302) -> None:
    server.expect_request(path).respond_with_data(status=status, headers={"Location": target})


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(httpserver: HTTPServer, status: int) -> None:
    redirect(httpserver, "/x", "/y", status)
    redirect(httpserver, "/y", httpserver.url_for("/z").replace("localhost", "127.0.0.1"))
    httpserver.expect_request("/z").respond_with_data("there")
    assert fetch(httpserver).body == b"there"


def test_redirects_in_a_circle(httpserver: HTTPServer) -> None:
    redirect(httpserver, "/x", "/x")
    with pytest.raises(NetworkError, match="redirects in a circle: no answer after 5 redirects"):
        fetch(httpserver)
    assert len(httpserver.log) == 6


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("https://thronesdb.com/a", "https://www.thronesdb.com/a"),
        ("https://thronesdb.com/a", "/b"),
        ("http://127.0.0.1:80/a", "http://localhost:81/a"),
        ("http://[::1]/a", "http://127.1.2.3/"),
    ],
)
def test_hops_that_are_followed(address: str, target: str) -> None:
    assert checked_hop(address, target).startswith(address.partition("/")[0])


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("https://thronesdb.com/a", "http://thronesdb.com/a"),
        ("https://thronesdb.com/a", "http://127.0.0.1/a"),
        ("https://thronesdb.com/a", "https://127.0.0.1/a"),
        ("https://thronesdb.com/a", "https://localhost/a"),
        ("http://127.0.0.1/a", "https://thronesdb.com/a"),
    ],
)
def test_hops_that_are_not_followed(address: str, target: str) -> None:
    with pytest.raises(NetworkError, match="not secure enough"):
        checked_hop(address, target)


@pytest.mark.parametrize(
    "address",
    [
        "https://thronesdb.com",
        "https://thronesdb.com:8443/api/",
        "http://localhost:1",
        "http://127.0.0.1",
        "http://127.3.2.1:9/x",
        "http://[::1]:8000",
        "https://königsmund.example",
    ],
)
def test_addresses_that_are_asked(address: str) -> None:
    assert checked_address(address) == address
    assert checked_source(f"{address}/") == address.rstrip("/")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "thronesdb.com",
        "http://thronesdb.com",
        "HTTP://thronesdb.com",
        "http://localhost.example.org",
        "http://127.0.0.1.example.org",
        "http://0.0.0.0",
        "http://10.0.0.1",
        "http://127.1",
        "http://2130706433",
        "http://localhost@example.org",
        "https://me:secret@thronesdb.com",
        "https://thronesdb.com\n.example.org",
        "https://thronesdb.com\\.example.org",
        "https://",
        "https://:80",
        "https://thronesdb.com:0",
        "https://thronesdb.com:99999",
        "https://a..b",
        "https://[::1",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://x.org/" + "x" * 2000,
    ],
)
def test_addresses_that_are_not_asked(address: str) -> None:
    with pytest.raises(AddressError) as caught:
        checked_source(address)
    assert caught.value.sentence.endswith(".")
    assert len(caught.value.sentence) < 160
    assert "\n" not in caught.value.sentence
    with Downloader(QUICK) as downloader, pytest.raises(AddressError):
        downloader.fetch(address)


def test_stopping_a_download(httpserver: HTTPServer) -> None:
    stopped = Event()

    def late(_: Request) -> Response:
        stopped.wait(30)
        return Response("late")

    httpserver.expect_request("/x").respond_with_handler(late)

    def stop(*_: object) -> None:
        raise CancelledError("Stopped.")

    # The answer comes only after this: whoever waited for it would say that nothing came.
    with Downloader(QUICK) as downloader, pytest.raises(CancelledError):
        downloader.fetch(httpserver.url_for("/x"), received=stop)
    stopped.set()


def test_no_thread_is_left(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/x").respond_with_data("well")
    fetch(httpserver)
    before = active_count()
    for _ in range(5):
        fetch(httpserver)
    assert active_count() == before


def test_cookies_and_passwords_are_not_sent(
    httpserver: HTTPServer,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    netrc = tmp_path_factory.mktemp("home") / "netrc"
    netrc.write_text("default login me password secret")
    monkeypatch.setenv("NETRC", str(netrc))
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    seen: list[Request] = []

    def answer(request: Request) -> Response:
        seen.append(request)
        return Response("well", headers={"Set-Cookie": "a=b"})

    httpserver.expect_request("/x").respond_with_handler(answer)
    with Downloader(QUICK) as downloader:
        for _ in range(2):
            downloader.fetch(httpserver.url_for("/x"))
    assert len(seen) == 2
    for request in seen:
        assert "Cookie" not in request.headers
        assert "Authorization" not in request.headers


def test_nobody_listens() -> None:
    with (
        Downloader(QUICK) as downloader,
        pytest.raises(NetworkError, match=r"connection to 127\.0\.0\.1:1 failed \(Connection ref"),
    ):
        downloader.fetch("http://127.0.0.1:1/x")


def test_a_name_that_nobody_has() -> None:
    with (
        Downloader(QUICK) as downloader,
        pytest.raises(NetworkError, match=r"connection to nowhere\.invalid failed"),
    ):
        downloader.fetch("https://nowhere.invalid/x")

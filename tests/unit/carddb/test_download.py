"""Downloads: bounded in size, time and tries, from secure addresses; and the cache of pictures."""

from __future__ import annotations

import gzip
import os
import stat
import time
from pathlib import Path
from threading import Event, Thread, active_count

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from carddb.card import Card
from carddb.images import ImageCache, ImageError, image_ending, images_folder
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
from tests.builders import card

# As long as a busy machine may take.
QUICK = Limits(bytes=1 << 16, seconds=120.0, connect=60.0, silence=60.0, tries=3, pause=0.01)
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
        (b"abc", "br", "in an unknown way"),
        (b"abc", "gzip, gzip", "in an unknown way"),
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
    with pytest.raises(NetworkError, match=f"localhost:[0-9]+ answered {words}\\."):
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


@pytest.mark.parametrize("address", ["https://x.org/?a=b", "https://x.org/#a"])
def test_a_page_is_no_server(address: str) -> None:
    with pytest.raises(AddressError, match="is a page, not a server"):
        checked_source(address)


def test_stopping_a_download(httpserver: HTTPServer) -> None:
    stopped = Event()

    def late(_: Request) -> Response:
        stopped.wait(120)
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
    # A thread that an earlier test stopped may end meanwhile.
    assert active_count() <= before


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


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://127.0.0.1:1/x", r"connection to 127\.0\.0\.1:1 failed \(Connection ref"),
        ("https://nowhere.invalid/x", r"connection to nowhere\.invalid failed"),
    ],
)
def test_nobody_answers(address: str, words: str) -> None:
    with Downloader(QUICK) as downloader, pytest.raises(NetworkError, match=words):
        downloader.fetch(address)


PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)
JPEG = b"\xff\xd8\xff\xe0" + bytes(200)
WEBP = b"RIFF\x00\x00\x00\x00WEBPVP8 " + bytes(300)
LIMITS = Limits(bytes=10_000, seconds=120.0, connect=60.0, silence=60.0, tries=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home" / "images"


@pytest.fixture
def cache(folder: Path) -> ImageCache:
    return ImageCache(folder, limits=LIMITS)


def pictured(server: HTTPServer, body: bytes, name: str = "Arya Stark") -> Card:
    path = f"/{name.replace(' ', '-')}/x.exe"
    disguised = {"Content-Disposition": 'attachment; filename="../../x.exe"'}
    serving = server.expect_request(path)
    serving.respond_with_data(body, content_type="text/html", headers=disguised)
    return card(name, image_url=f"{server.url_for(path)}?name=../../x.exe")


@pytest.mark.parametrize(
    ("body", "ending"), [(PNG, ".png"), (JPEG, ".jpg"), (WEBP, ".webp")], ids=["png", "jpg", "webp"]
)
def test_a_picture_is_fetched_once_and_kept(
    httpserver: HTTPServer, cache: ImageCache, folder: Path, body: bytes, ending: str
) -> None:
    arya = pictured(httpserver, body)
    assert cache.cached(arya) is None
    file = cache.image(arya, allowed=True)
    assert (file.read_bytes(), file.suffix, file.parent) == (body, ending, folder)
    assert cache.image(arya, allowed=True) == cache.image(arya, allowed=False) == file
    assert cache.cached(arya) == file
    assert len(httpserver.log) == 1


def test_nothing_is_fetched_without_leave(httpserver: HTTPServer, cache: ImageCache) -> None:
    with pytest.raises(ImageError, match="fetching is not allowed") as caught:
        cache.image(pictured(httpserver, PNG), allowed=False)
    assert "preferences" in caught.value.hint
    assert httpserver.log == []
    assert not cache.folder.exists()


def test_a_card_without_an_address(cache: ImageCache) -> None:
    assert cache.cached(card("Hodor")) is None
    with pytest.raises(ImageError, match="The address of a picture of Hodor is unknown"):
        cache.image(card("Hodor"), allowed=True)


@pytest.mark.parametrize(
    "body",
    [
        b"<html>" + bytes(50),
        b"GIF89a" + bytes(50),
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"RIFF\x00\x00\x00\x00AVI " + bytes(50),
        b"\x89PNG",
        b"MZ" + PNG,
    ],
)
def test_what_is_no_picture_is_not_kept(
    httpserver: HTTPServer, cache: ImageCache, body: bytes
) -> None:
    with pytest.raises(ImageError, match=r"sent no PNG, JPEG or WebP picture"):
        cache.image(pictured(httpserver, body), allowed=True)
    assert cache.size() == 0


def test_a_picture_without_end_is_not_kept(httpserver: HTTPServer, cache: ImageCache) -> None:
    with pytest.raises(NetworkError, match="larger than"):
        cache.image(pictured(httpserver, PNG + bytes(20_000)), allowed=True)
    assert cache.size() == 0


@pytest.mark.parametrize(
    "address", ["http://example.org/a.png", "file:///etc/passwd", "../../a.png", "a\x00b"]
)
def test_addresses_of_pictures_that_are_not_asked(cache: ImageCache, address: str) -> None:
    with pytest.raises(AddressError):
        cache.image(card(image_url=address), allowed=True)


def test_stopping_leaves_nothing(httpserver: HTTPServer, cache: ImageCache) -> None:
    def slowly(_: Request) -> Response:
        time.sleep(0.4)
        return Response(PNG)

    def stop(*_: object) -> None:
        raise CancelledError("Stopped.")

    httpserver.expect_request("/slow").respond_with_handler(slowly)
    with pytest.raises(CancelledError):
        cache.image(card(image_url=httpserver.url_for("/slow")), allowed=True, received=stop)
    assert not cache.folder.exists()


def test_above_the_bound_the_longest_unseen_go(httpserver: HTTPServer, folder: Path) -> None:
    cache = ImageCache(folder, max_bytes=3 * len(PNG), limits=LIMITS)
    cards = [pictured(httpserver, PNG, f"Card {number}") for number in range(5)]
    for age, each in enumerate(cards[:3]):
        os.utime(cache.image(each, allowed=True), (time.time() - 1000 + age,) * 2)
    assert cache.cached(cards[0]) is not None
    cache.image(cards[3], allowed=True)
    assert [cache.cached(each) is not None for each in cards] == [True, False, True, True, False]
    assert cache.size() == 3 * len(PNG)


def test_a_picture_larger_than_the_bound_is_shown_at_least(
    httpserver: HTTPServer, folder: Path
) -> None:
    cache = ImageCache(folder, max_bytes=10, limits=LIMITS)
    one, other = pictured(httpserver, PNG, "One"), pictured(httpserver, PNG, "Other")
    cache.image(one, allowed=True)
    assert cache.image(other, allowed=True).read_bytes() == PNG
    assert cache.cached(one) is None


def test_a_file_that_is_no_picture_any_more_is_fetched_again(
    httpserver: HTTPServer, cache: ImageCache
) -> None:
    arya = pictured(httpserver, PNG)
    for damage in (b"", b"<html>", JPEG):
        cache.image(arya, allowed=True).write_bytes(damage)
        assert cache.cached(arya) is None
        assert cache.image(arya, allowed=True).read_bytes() == PNG


def test_files_of_the_user_are_left_alone(httpserver: HTTPServer, cache: ImageCache) -> None:
    cache.image(pictured(httpserver, PNG), allowed=True)
    mine = cache.folder / "notes.txt"
    mine.write_text("kept")
    abandoned, at_work = cache.folder / "a.tmp", cache.folder / "b.tmp"
    abandoned.write_bytes(PNG)
    at_work.write_bytes(PNG)
    os.utime(abandoned, (time.time() - 3600,) * 2)
    assert cache.size() == len(PNG)
    cache.clear()
    assert sorted(each.name for each in cache.folder.iterdir()) == ["b.tmp", "notes.txt"]


def test_a_folder_that_cannot_be_made(httpserver: HTTPServer, tmp_path: Path) -> None:
    (tmp_path / "images").write_text("a file")
    cache = ImageCache(tmp_path / "images", limits=LIMITS)
    with pytest.raises(ImageError, match="could not be saved in"):
        cache.image(pictured(httpserver, PNG), allowed=True)


def test_threads_may_want_the_same_picture(httpserver: HTTPServer, cache: ImageCache) -> None:
    arya = pictured(httpserver, PNG)
    files: list[Path] = []
    threads = [
        Thread(target=lambda: files.append(cache.image(arya, allowed=True))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(files) == 6
    assert len(set(files)) == 1
    assert [each.name for each in cache.folder.iterdir()] == [files[0].name]


def test_the_name_says_nothing_of_the_server(
    httpserver: HTTPServer, cache: ImageCache, tmp_path: Path
) -> None:
    file = cache.image(pictured(httpserver, PNG), allowed=True)
    assert len(file.stem) == 40
    assert set(file.stem) <= set("0123456789abcdef")
    assert not stat.S_IMODE(file.stat().st_mode) & 0o111
    assert images_folder(tmp_path) == tmp_path / "images"


def test_endings() -> None:
    kinds = [image_ending(each) for each in (PNG, JPEG, WEBP, b"", b"\xff\xd8")]
    assert kinds == [".png", ".jpg", ".webp", "", ""]

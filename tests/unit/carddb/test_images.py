"""Pictures of cards: fetched where that is allowed, checked, and cached within bounds."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from threading import Thread

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from carddb.card import Card
from carddb.images import ImageCache, ImageError, image_ending, images_folder
from core.download import AddressError, Limits
from core.errors import CancelledError, NetworkError
from tests.builders import card

PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)
JPEG = b"\xff\xd8\xff\xe0" + bytes(200)
WEBP = b"RIFF\x00\x00\x00\x00WEBPVP8 " + bytes(300)
LIMITS = Limits(bytes=10_000, seconds=5.0, connect=1.0, silence=1.0, tries=1)


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
    with pytest.raises(ImageError, match="fetching pictures is not allowed") as caught:
        cache.image(pictured(httpserver, PNG), allowed=False)
    assert "settings" in caught.value.hint
    assert httpserver.log == []
    assert not cache.folder.exists()


def test_a_card_without_an_address(cache: ImageCache) -> None:
    assert cache.cached(card("Hodor")) is None
    with pytest.raises(ImageError, match="Where a picture of Hodor is, is not known"):
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
    with pytest.raises(ImageError, match=r"no picture that can be shown \(PNG, JPEG or WebP\)"):
        cache.image(pictured(httpserver, body), allowed=True)
    assert cache.size() == 0


def test_a_picture_without_end_is_not_kept(httpserver: HTTPServer, cache: ImageCache) -> None:
    with pytest.raises(NetworkError, match="larger than"):
        cache.image(pictured(httpserver, PNG + bytes(20_000)), allowed=True)
    assert cache.size() == 0


@pytest.mark.parametrize(
    "address", ["http://example.org/a.png", "file:///etc/passwd", "../../a.png", "a\x00b"]
)
def test_addresses_that_are_not_asked(cache: ImageCache, address: str) -> None:
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

"""What goes wrong on the way: cut, slow, endless and silent answers; nothing of them is stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zlib import MAX_WBITS, compressobj

import pytest

from carddb.pack import Cycle
from carddb.store import CardStore
from carddb.sync import sync
from carddb.terms import Edition
from core.download import Downloader, Limits
from core.errors import NetworkError
from tests.builders import card, pack, pool
from tests.faults.wire import Talk, Wire, serving
from tests.thronesdb import CARDS, api_of

# A busy machine takes its time: only the tests of slow and of silent servers have short limits.
LIMITS = Limits(bytes=1 << 20, seconds=120.0, connect=60.0, silence=60.0, tries=2, pause=0.01)
A_MOMENT, SHORT_SILENCE = replace(LIMITS, seconds=1.5), replace(LIMITS, silence=0.4)
POOLS = {
    Edition.FIRST: pool(edition=Edition.FIRST),
    Edition.SECOND: pool(
        card("Arya Stark", code="01141", cost=3, strength=2),
        packs=(pack(),),
        cycles=(Cycle("core", "Core Set", Edition.SECOND, 1),),
    ),
}
ANSWERS = {path: json.dumps(body).encode() for path, body in api_of(POOLS[Edition.SECOND]).items()}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CardStore]:
    """Give a store whose file is the same before and after the test."""
    stored = CardStore(tmp_path / "cards.db", load=lambda: POOLS, fingerprint=lambda: "one")
    stored.pools()
    before = stored.path.read_bytes()
    yield stored
    assert stored.path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["cards.db"]


OK = b"HTTP/1.1 200 OK\r\n"
BLANK = b" " * 65_536


def cards_only(talk: Talk) -> Talk:
    """Return a server that is well but for the cards, where it talks otherwise."""

    def answer(wire: Wire) -> None:
        path = wire.asked.split()[1].decode().partition("?")[0]
        if path == CARDS:
            talk(wire)
        else:
            wire.body(ANSWERS[path])

    return answer


def cut(wire: Wire) -> None:
    body = ANSWERS[CARDS]
    wire.head(f"Content-Length: {len(body)}")
    wire.say(body[: len(body) // 2])


def cut_chunk(wire: Wire) -> None:
    wire.head("Transfer-Encoding: chunked")
    wire.say(b"400\r\n", ANSWERS[CARDS][:50])


def cut_head(wire: Wire) -> None:
    wire.say(OK + b"Content-Le")


def no_http(wire: Wire) -> None:
    wire.say(b"\x00\x01\x02 hello\r\n\r\n")


def slow(start: bytes) -> Talk:
    """Send a byte at a time behind a beginning."""

    def answer(wire: Wire) -> None:
        wire.say(start)
        while not wire.wait(0.05):
            wire.say(b" ")

    return answer


def endless(part: bytes, *headers: str, start: bytes = b"") -> Talk:
    """Send a head, or the beginning of one, and then one part again and again."""

    def answer(wire: Wire) -> None:
        if start:
            wire.say(start)
        else:
            wire.head(*headers)
        while not wire.closing.is_set():
            wire.say(part)

    return answer


def endless_bomb(wire: Wire) -> None:
    wire.head("Content-Encoding: gzip")
    packing = compressobj(wbits=16 + MAX_WBITS)
    while not wire.closing.is_set():
        wire.say(packing.compress(bytes(1 << 20)))


def endless_tail(wire: Wire) -> None:
    """Send a whole packed answer, and bytes behind it without end."""
    wire.head("Content-Encoding: gzip")
    packing = compressobj(wbits=16 + MAX_WBITS)
    wire.say(packing.compress(b"[]") + packing.flush())
    while not wire.closing.is_set():
        wire.say(BLANK)


def announced_in_thousands_of_digits(wire: Wire) -> None:
    wire.head("Content-Length: " + "9" * 5000)
    wire.say(b"[]")


def silent_after_head(wire: Wire) -> None:
    wire.head("Content-Length: 1000")
    wire.hang()


FAULTS: dict[str, tuple[Talk, str]] = {
    "cut": (cut, "cut off before its end"),
    "cut in a chunk": (cut_chunk, "cut off before its end"),
    "cut in the head": (cut_head, "cut off before its end"),
    "closed at once": (lambda _: None, "failed"),
    "no HTTP": (no_http, "failed"),
    "heads without end": (endless(b"X-Long: " + b"x" * 4096 + b"\r\n", start=OK), "."),
    "a body without end": (endless(BLANK), "larger than 1 MiB and was not read to its end"),
    "chunks without end": (
        endless(b"10000\r\n" + BLANK + b"\r\n", "Transfer-Encoding: chunked"),
        "larger than 1 MiB",
    ),
    "a bomb without end": (endless_bomb, "larger than 1 MiB"),
    "a tail without end": (endless_tail, "larger than 1 MiB"),
    "too much announced": (
        endless(BLANK, "Content-Length: 99999999999999999999"),
        "larger than 1 MiB",
    ),
    "thousands of digits announced": (announced_in_thousands_of_digits, "larger than 1 MiB"),
}
NO_WHOLE_ANSWER = r"was too slow: no whole answer within 1\.5 seconds"
SAID_NOTHING = r"said nothing for 0\.4 seconds"
SLOW: dict[str, tuple[Talk, Limits, str]] = {
    "a byte at a time": (
        slow(OK + b"Content-Length: 100000\r\n\r\n"),
        A_MOMENT,
        NO_WHOLE_ANSWER,
    ),
    "a head byte at a time": (slow(OK + b"X-Long: "), A_MOMENT, NO_WHOLE_ANSWER),
    "silent": (Wire.hang, SHORT_SILENCE, SAID_NOTHING),
    "silent after the head": (silent_after_head, SHORT_SILENCE, SAID_NOTHING),
}


@pytest.mark.parametrize(
    ("talk", "limits", "words"),
    [*((talk, LIMITS, words) for talk, words in FAULTS.values()), *SLOW.values()],
    ids=[*FAULTS, *SLOW],
)
def test_a_fault_of_the_network_is_a_sentence(
    store: CardStore, talk: Talk, limits: Limits, words: str
) -> None:
    with serving(cards_only(talk)) as url, pytest.raises(NetworkError, match=words) as caught:
        sync(store, url, limits=limits)
    sentence = caught.value.sentence
    assert sentence.endswith(".")
    assert "127.0.0.1" in sentence
    assert "Error" not in sentence
    assert "0x" not in sentence


def test_what_was_cut_once_is_requested_again(tmp_path: Path) -> None:
    times: list[int] = []

    def first_cut(wire: Wire) -> None:
        times.append(1)
        if len(times) == 1:
            cut(wire)
        else:
            wire.body(ANSWERS[CARDS])

    stored = CardStore(tmp_path / "cards.db", load=lambda: POOLS, fingerprint=lambda: "one")
    with serving(cards_only(first_cut)) as url:
        assert sync(stored, url, limits=LIMITS).cards == 1
    assert len(times) == 2


@pytest.mark.parametrize(
    "target",
    [
        "http://example.org/",
        "//example.org/",
        "https://example.org/",
        "file:///etc/passwd",
        "ftp://127.0.0.1/",
        "http://me:secret@127.0.0.1/",
        "http://[::1",
        "http://127.0.0.1\\@example.org/",
        "data:text/plain,x",
        "http://127.0.0.1:99999/",
    ],
)
def test_a_redirect_to_what_is_not_requested(store: CardStore, target: str) -> None:
    requests: list[bytes] = []

    def away(wire: Wire) -> None:
        requests.append(wire.asked)
        wire.body(b"", f"Location: {target}", status="302 Found")

    with (
        serving(cards_only(away)) as url,
        pytest.raises(NetworkError, match="which is not secure enough to follow"),
    ):
        sync(store, url, limits=LIMITS)
    assert len(requests) == 1


def test_a_second_hop_is_looked_at_too(store: CardStore) -> None:
    def hop(wire: Wire) -> None:
        target = "http://example.org/" if b"/second" in wire.asked else "/second"
        wire.body(b"", f"Location: {target}", status="307 Temporary Redirect")

    with serving(hop) as url, pytest.raises(NetworkError, match="secure enough"):
        sync(store, url, limits=LIMITS)


def test_the_bound_of_time_holds_for_all_answers_together() -> None:
    def a_second(wire: Wire) -> None:
        wire.wait(0.3)
        wire.body(b"[]")

    requests: list[str] = []

    def ask_on(downloader: Downloader, url: str) -> None:
        while len(requests) < 20:
            requests.append(url)
            downloader.fetch(url)

    with (
        serving(a_second) as url,
        Downloader(A_MOMENT) as downloader,
        pytest.raises(NetworkError, match="too slow"),
    ):
        ask_on(downloader, url)
    assert 1 < len(requests) <= 6

"""The pages in a real browser: nothing of a player's name runs, what is ours does."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from typing_extensions import override

from events.clock_reading import ClockReading
from events.event_state import EventState
from events.web.event_server import EventServer, EventWebApp
from events.web.pages import PAGES, PageRenderer, content_policy, write_static
from tests.chromium import DARK, LIGHT, Browser
from tests.event_samples import SCRIPT, played_event

ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt;"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
CLOCK = ClockReading(at=NOON, left=timedelta(minutes=12, seconds=5), running=True)
SOON = "--virtual-time-budget=45000"


@dataclass
class ServedEvent:
    """Serves the first state until its page was asked for, then the second."""

    states: list[EventState]
    asked: int = 0
    server: EventServer = field(init=False)
    address: str = field(init=False)

    def __post_init__(self) -> None:
        self.server = EventServer(EventWebApp(self.state, lambda: CLOCK), host="127.0.0.1", port=0)
        self.address = self.server.start()

    def state(self) -> EventState:
        self.asked += 1
        return self.states[min(self.asked, len(self.states)) - 1]


@pytest.fixture
def event() -> Iterator[ServedEvent]:
    """Give a served event of 23 players in its second round."""
    served = ServedEvent([played_event(23, 2, open_tables=4).state])
    yield served
    served.server.stop()


def shown(dom: str) -> str:
    """Return a document up to its script, which is no part of what is seen."""
    return dom.partition("<script>")[0]


def assert_names_are_text(dom: str) -> None:
    """Check that the name with a script is there and that the only script is ours."""
    assert ESCAPED in dom
    assert SCRIPT not in dom
    assert dom.count("<script") == 1


def test_the_policy_lets_no_other_script_run(httpserver: HTTPServer, browser: Browser) -> None:
    """What would happen if a name came through: the same page with a script put into it."""
    html = PageRenderer(served=True).page("index.html", played_event(4, 1).state, None).decode()
    attack = html.replace("<main>", "<main><script>document.title = 'owned'</script>")
    attack = attack.replace("</main>", '<img src="x" onerror="document.title = \'owned\'"></main>')
    headers = {"Content-Security-Policy": content_policy()}
    httpserver.expect_request("/held").respond_with_data(attack, 200, headers, "text/html")
    httpserver.expect_request("/open").respond_with_data(attack, 200, content_type="text/html")
    assert "<title>owned</title>" in browser.dom(httpserver.url_for("/open"))
    dom = browser.dom(httpserver.url_for("/held"))
    assert "<title>owned</title>" not in dom
    assert "<title>Pairings" in dom


def test_the_page_refreshes_itself(browser: Browser) -> None:
    served = ServedEvent([played_event(8, 1, open_tables=1).state, played_event(8, 2).state])
    try:
        dom = shown(browser.dom(served.address, SOON))
    finally:
        served.server.stop()
    assert "Round 2 of 2" in dom
    assert ESCAPED in dom
    assert "Up to date at" in dom


def test_the_page_says_when_the_server_is_gone(browser: Browser) -> None:
    class Closing(ServedEvent):
        @override
        def state(self) -> EventState:
            if self.asked:
                raise RuntimeError("the event is closed")
            return super().state()

    served = Closing([played_event(8, 1).state])
    try:
        dom = shown(browser.dom(served.address, SOON))
    finally:
        served.server.stop()
    assert "No connection: this may be out of date" in dom
    assert ESCAPED in dom


def test_the_clock_goes_on(event: ServedEvent, browser: Browser) -> None:
    dom = shown(browser.dom(event.address + "clock.html", "--virtual-time-budget=9000"))
    found = re.search(r"data-left=\"725\"[^>]*>(\d+):(\d\d)<", dom)
    assert found is not None
    left = int(found[1]) * 60 + int(found[2])
    assert 700 < left < 725


def test_without_scripts_a_name_is_found_and_the_page_reloads(
    event: ServedEvent, browser: Browser
) -> None:
    browser.forbid_scripts()
    dom = browser.dom(event.address + "?q=player+15")
    assert dom.count("<li data-name=") == 1
    assert event.asked == 1
    assert '<meta http-equiv="refresh" content="30">' in dom


def test_with_scripts_a_searched_page_has_everybody_and_shows_the_one(
    event: ServedEvent, browser: Browser
) -> None:
    whole = browser.dom(event.address + "?q=player+15", "--virtual-time-budget=3000")
    assert_names_are_text(whole)
    dom = shown(whole)
    rows = re.findall(r"<li data-name=\"([^\"]*)\"( hidden)?", dom)
    assert len(rows) == 23
    assert [name for name, hidden in rows if not hidden] == ["Player 15"]


def test_written_pages_work_without_a_server(tmp_path: Path, browser: Browser) -> None:
    files = write_static(tmp_path / "pages", played_event(23, 2).state, CLOCK)
    dom = browser.dom(files[0].as_uri())
    assert ESCAPED in dom
    # Our script has run, or the search would still be hidden.
    assert re.search(r"<form[^>]* hidden", shown(dom)) is None
    assert "<form" in shown(dom)


def test_nothing_is_wider_than_a_phone(tmp_path: Path, browser: Browser) -> None:
    """The contents of all pages below each other, with names longer than there is room.

    The page turns green where all of it fits: a picture alone has the width of a phone.
    """
    state, renderer = played_event(23, 2, 8).state, PageRenderer(served=True)
    pages = [renderer.page(name, state, CLOCK).decode() for name in PAGES]
    contents = "".join(page.partition("<main>")[2].partition("</main>")[0] for page in pages)
    measure = """
        const page = document.documentElement;
        const measure = () => {
            const fits = innerWidth === 360 && page.scrollWidth === 360;
            page.style.background = document.body.style.background = fits ? "#0F0" : "#F00";
        };
        addEventListener("resize", measure);
        measure();
    """
    end = f"<main>{contents}</main><script>{measure}</script></body>"
    file = tmp_path / "all.html"
    file.write_text(pages[0].replace("</body>", end), "utf-8")
    browser.screenshot(file.as_uri(), tmp_path / "all.png")
    assert first_pixel((tmp_path / "all.png").read_bytes()) == (0x00, 0xFF, 0x00)


@pytest.mark.parametrize(
    ("scheme", "colour"), [(LIGHT, (0xF6, 0xF4, 0xEF)), (DARK, (0x19, 0x1A, 0x1C))]
)
def test_the_page_is_as_light_as_the_phone_wants(
    event: ServedEvent, browser: Browser, tmp_path: Path, scheme: str, colour: tuple[int, int, int]
) -> None:
    picture = tmp_path / "page.png"
    browser.screenshot(event.address, picture, scheme)
    assert first_pixel(picture.read_bytes()) == colour


@pytest.mark.parametrize(
    ("scheme", "colour"), [(LIGHT, (0x7A, 0x1F, 0x2B)), (DARK, (0xE8, 0x87, 0x92))]
)
def test_the_wall_has_another_ground_at_time(
    browser: Browser, tmp_path: Path, scheme: str, colour: tuple[int, int, int]
) -> None:
    state, picture = played_event(8, 1, open_tables=1).state, tmp_path / "wall.png"
    soon = ClockReading(at=NOON, left=timedelta(seconds=3), running=True)
    server = EventServer(EventWebApp(lambda: state, lambda: soon), host="127.0.0.1", port=0)
    try:
        address = f"{server.start()}wall"
        browser.screenshot(address, picture, scheme, "--virtual-time-budget=16000")
    finally:
        server.stop()
    assert first_pixel(picture.read_bytes()) == colour


def first_pixel(png: bytes, channels: int = 3) -> tuple[int, ...]:
    """Return the colour of the top left corner: no filter changes the first pixel of a PNG."""
    width, height = struct.unpack(">II", png[16:24])
    assert (width, height) == (360, 640)
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    return tuple(zlib.decompress(data)[1 : 1 + channels])

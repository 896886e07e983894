"""The wall of a hall and the names over a stream, served and in a real browser."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from carddb.terms import Faction
from events.clock_reading import ClockReading
from events.event_state import EventState
from events.event_terms import GameResult
from events.shown_round import places_by_name, shown_round
from events.standings import record
from events.web.event_server import EventServer, EventWebApp
from events.web.pages import content_policy
from events.web.screens import SCREEN, overlay, screen_page, wall
from events.web.words import words_of
from tests.chromium import DARK, LIGHT, Browser
from tests.event_samples import LONG, SCRIPT, melee_event, played_event
from tests.long_run import times
from tests.unit.events.organizer import Organizer, custom
from tests.unit.events.web import test_event_server
from tests.unit.events.web.test_event_server import HOME, Served
from tests.unit.events.web.test_pages_in_chromium import first_pixel, shown

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SAY = words_of("en")
FACTIONS = list(Faction)[:8]
ADDRESS = "http://192.168.1.20:8615/"
served = test_event_server.served


def clock(seconds: int) -> ClockReading:
    return ClockReading(at=NOON, left=timedelta(seconds=seconds), running=True)


def wall_html(state: EventState, reading: ClockReading | None = None) -> str:
    return screen_page("/wall", wall(state, SAY, ADDRESS), reading, SAY).html.decode()


@pytest.mark.parametrize("path", ["/wall", "/overlay", "/overlay?table=2", "/overlay?table=x"])
def test_screens_are_served_with_a_policy_of_their_own(served: Served, path: str) -> None:
    answer = served.ask(path)
    assert answer.status == 200
    policy = answer.headers["content-security-policy"]
    assert policy == f"{content_policy(SCREEN)}; frame-ancestors 'none'"
    for tag in ("style", "script"):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", answer.text, re.DOTALL)
        digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert SCRIPT not in answer.text
    assert not re.search(r"<[^>]* (?:style|on\w+|src)=", answer.text)
    head = served.ask(path, "HEAD")
    assert (head.headers["etag"], head.text) == (answer.headers["etag"], "")
    assert served.ask(path, "POST").status == 405


def test_the_wall_has_the_code_of_the_pages_for_phones(served: Served) -> None:
    text = served.ask("/wall").text
    assert f'aria-label="{served.address}"' in text
    assert f'<p class="address">{served.address}</p>' in text


def test_everybody_is_on_the_wall_once_by_name_and_once_by_rank() -> None:
    state = played_event(67, 2, open_tables=3).state
    shown_wall = wall(state, SAY, "")
    pairings = [line for each in shown_wall["pairings"] for line in each.lines]
    assert [each.name for each in pairings] == [
        each.seat.name for each in places_by_name(shown_round(state))
    ]
    ranks = [int(line.number) for each in shown_wall["standings"] for line in each.lines]
    assert ranks == list(range(1, 68))
    assert [len(each.lines) for each in shown_wall["pairings"]] == [22, 22, 23]


def test_before_the_first_result_there_are_no_standings_on_the_wall() -> None:
    assert not wall(played_event(8, 1, open_tables=4).state, SAY, "")["standings"]
    empty = wall(Organizer(custom(2)).state, SAY, "")
    assert [empty[each] for each in ("pairings", "standings", "code")] == [[], [], ()]


def test_after_the_final_the_wall_has_the_winner_and_the_final_ranking() -> None:
    organizer = played_event(4, 1, 2)
    second = organizer.state.seeds[1]
    organizer.wins(1, second, 1)
    name = organizer.state.player(second).name
    shown_wall = wall(organizer.state, SAY, "")
    assert shown_wall["winner"] == name
    assert shown_wall["standings"][0].lines[0].name == name


def test_the_overlay_has_names_factions_and_records_of_a_table() -> None:
    state = played_event(8, 3, open_tables=2).state
    factions = {
        each.id: faction.value for each, faction in zip(state.players, FACTIONS, strict=True)
    }
    state = replace(
        state, players=tuple(replace(each, faction=factions[each.id]) for each in state.players)
    )
    first, second = state.rounds[-1].games[0].players
    seats = overlay(state, SAY, 1)["seats"]
    assert [each["name"] for each in seats] == [state.player(each).name for each in (first, second)]
    assert [each["faction"] for each in seats] == [factions[first], factions[second]]
    for seat, player in zip(seats, (first, second), strict=True):
        won, lost, drawn = record(state, player)
        assert won + lost + drawn == 2
        assert seat["record"].startswith(f"{won}\N{EN DASH}{lost}")
    assert overlay(state, SAY, 99)["seats"] == []
    assert overlay(melee_event(7).state, SAY, 2)["seats"][0]["record"].startswith("Points: ")


def test_a_record_counts_wins_losses_and_draws() -> None:
    organizer = Organizer(custom(2))
    organizer.register(["Ann", "Ben", "Cat"])
    organizer.start()
    organizer.pair(1)
    bye = organizer.state.rounds[0].byes[0]
    organizer.result(1, GameResult.DRAW)
    first, second = organizer.state.rounds[0].games[0].players
    assert record(organizer.state, bye) == (1, 0, 0)
    assert record(organizer.state, first) == record(organizer.state, second) == (0, 0, 1)


SIZES = ("1280,720", "1920,1223", "1280,863", "1024,911")


@pytest.mark.parametrize("size", SIZES[: times(short=2, long=4)])
def test_64_names_and_a_long_one_fit_on_the_wall(
    browser: Browser, tmp_path: Path, size: str
) -> None:
    """Every name is whole: neither wider nor higher than its place, and none below the screen.

    Without a picture, a page is 143 pixels lower than the window.
    """
    measure = """
        const cut = [...document.querySelectorAll(".name")].filter((each) =>
            each.scrollWidth > each.clientWidth || each.scrollHeight > each.parentNode.clientHeight
            || each.getBoundingClientRect().bottom > innerHeight);
        const size = parseFloat(getComputedStyle(document.querySelector(".name")).fontSize);
        const large = size >= Math.min(innerHeight / 32, innerWidth / 54);
        document.title = `cut ${cut.length}, large ${large}, `
            + `fits ${document.documentElement.scrollHeight <= innerHeight}`;
    """
    html = wall_html(played_event(64, 3, open_tables=9).state, clock(725))
    assert LONG in html
    file = tmp_path / "wall.html"
    file.write_text(html.replace("</body>", f"<script>{measure}</script></body>"), "utf-8")
    dom = browser.dom(file.as_uri(), f"--window-size={size}")
    assert "<title>cut 0, large true, fits true</title>" in dom


def dom_after_5_seconds(browser: Browser, reading: ClockReading, *options: str) -> str:
    state = played_event(40, 2, open_tables=3).state
    server = EventServer(EventWebApp(lambda: state, lambda: reading), host=HOME, port=0)
    try:
        return shown(browser.dom(server.start() + "wall", "--virtual-time-budget=5000", *options))
    finally:
        server.stop()


def test_the_wall_rotates(browser: Browser, tmp_path: Path) -> None:
    watch = """
        const seen = [];
        setInterval(() => {
            const slide = document.querySelector(".slide.shown").classList[1];
            if (slide !== seen.at(-1)) seen.push(slide);
            document.title = seen.slice(0, 3).join(", ");
        }, 500);
    """
    html = wall_html(played_event(40, 2, open_tables=3).state)
    file = tmp_path / "wall.html"
    file.write_text(html.replace("</body>", f"<script>{watch}</script></body>"), "utf-8")
    dom = browser.dom(file.as_uri(), "--virtual-time-budget=40000")
    assert "<title>pairings, standings, large</title>" in dom


def test_at_time_the_wall_flashes_and_says_so(browser: Browser) -> None:
    dom = dom_after_5_seconds(browser, clock(3))
    assert re.search(r'<body [^>]*class="wall( over)?"', dom)
    assert '<p class="called">Time!</p>' in dom
    assert re.search(r'class="slide large time shown"', dom)
    still = dom_after_5_seconds(browser, clock(3), "--force-prefers-reduced-motion")
    assert re.search(r'<body [^>]*class="wall over"', still)
    before = dom_after_5_seconds(browser, clock(30))
    assert '<p class="called" hidden="">' in before
    assert re.search(r'<body [^>]*class="wall"', before)


@pytest.mark.parametrize("scheme", [DARK, LIGHT][: times(short=1, long=2)])
def test_the_ground_of_the_overlay_is_transparent(
    served: Served, browser: Browser, tmp_path: Path, scheme: str
) -> None:
    picture = tmp_path / "overlay.png"
    clear = "--default-background-color=00000000"
    browser.screenshot(served.address + "overlay", picture, scheme, clear)
    data = picture.read_bytes()
    assert data[25] == 6  # red, green, blue and alpha
    assert first_pixel(data, channels=4) == (0, 0, 0, 0)

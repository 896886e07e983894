"""The pages for phones as HTML."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser

import pytest
from typing_extensions import override

from events import operations as ops
from events.clock_reading import ClockReading, clock_text
from events.event_state import EventState
from events.event_terms import PenaltyLevel
from events.web.pages import PAGES, PageRenderer, content_policy, event_pages, found_places
from events.web.words import words_of
from tests.event_samples import SCRIPT, elimination_event, melee_event, played_event
from tests.unit.events.organizer import Organizer, custom

ENGLISH = words_of("en")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
CLOCK = ClockReading(
    at=NOON,
    left=timedelta(minutes=12, seconds=5),
    running=True,
    extensions=((4, timedelta(minutes=5)),),
)


class Tags(HTMLParser):
    """Collects the tags of a page with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def page(name: str, state: EventState, clock: ClockReading | None = None, wanted: str = "") -> str:
    return PageRenderer(served=True).page(name, state, clock, wanted).decode()


def states() -> list[EventState]:
    empty = Organizer(custom(2))
    return [
        empty.state,
        played_event(11, 2, open_tables=2).state,
        played_event(16, 2, 8).state,
        melee_event(7).state,
        elimination_event(5),
    ]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("served", [True, False])
def test_a_page_has_one_script_and_nothing_from_elsewhere(name: str, *, served: bool) -> None:
    for state in states():
        html = PageRenderer(served=served).page(name, state, CLOCK).decode()
        assert SCRIPT not in html
        tags = Tags(html).found
        assert [tag for tag, _ in tags].count("script") == 1
        assert not {"iframe", "img", "object", "embed", "base"} & {tag for tag, _ in tags}
        for tag, attributes in tags:
            assert not {"src", "style"} & attributes.keys()
            assert not any(each.startswith("on") for each in attributes)
            address = attributes.get("href") or attributes.get("action") or "index.html"
            address = address.removeprefix("/" if served else "")
            assert address in PAGES or (tag, address) == ("link", "data:,")


@pytest.mark.parametrize("name", PAGES)
def test_the_policy_has_the_hashes_of_what_the_pages_hold(name: str) -> None:
    html, policy = page(name, played_event(4, 1).state), content_policy()
    for tag in ("style", "script"):
        text = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        assert len(text) == 1
        digest = b64encode(hashlib.sha256(text[0].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_pairings_say_table_and_opponent_by_name() -> None:
    html = page("index.html", played_event(11, 2, open_tables=2).state)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "Round 2 of 2" in html
    assert html.count("<li data-name=") == 11


def test_a_name_is_found_by_parts_without_accents() -> None:
    places = event_pages(played_event(23, 1).state, ENGLISH)["pairings"]["places"]
    assert [each.seat.name for each in found_places(places, "nandu LUKASZ")] == [
        "Łukasz Ñandú-Çelik"
    ]
    assert [each.seat.name for each in found_places(places, "каренина")] == ["Анна Каренина"]
    assert found_places(places, "nobody of that name") == ()
    assert len(found_places(places, " ")) == 23


def test_a_search_is_answered_without_a_script() -> None:
    state = played_event(23, 1).state
    html = page("index.html", state, wanted="layer 15")
    assert html.count("<li data-name=") == 1
    assert 'value="layer 15"' in html
    nobody = page("index.html", state, wanted='"><b>zz')
    assert nobody.count("<li data-name=") == 0
    assert '<p id="nobody">' in nobody
    assert 'value="&#34;&gt;&lt;b&gt;zz"' in nobody


def test_before_the_first_round_the_names_are_there() -> None:
    organizer = Organizer(custom(2))
    organizer.register(["Zoe", "Ann"])
    html = page("index.html", organizer.state)
    assert "No round is paired yet. Players: 2." in html
    assert html.index("Ann") < html.index("Zoe")
    assert "no bracket yet" in page("bracket.html", organizer.state)
    assert "no standings before" in page("standings.html", organizer.state)


def test_standings_have_what_they_come_from() -> None:
    html = page("standings.html", melee_event(7, 2).state)
    assert html.count("<details") == 7
    found = page("standings.html", played_event(23, 1).state, wanted="layer 15")
    assert found.count("<details") == 1
    assert "At a table of four: 10, 7, 5, 3." in html


def test_the_bracket_names_the_winner() -> None:
    organizer = played_event(4, 1, 2)
    first = organizer.state.seeds[0]
    organizer.wins(1, first, 1)
    html = page("bracket.html", organizer.state)
    assert re.search(r"Winner: <b><bdi>[^<]+</bdi></b>", html)
    assert 'aria-label="Winner"' in html


def test_what_is_between_organizer_and_player_is_not_shown() -> None:
    organizer = played_event(8, 2)
    note = "shuffled slowly"
    organizer.do(ops.PenaltyNoted, player="p8", level=PenaltyLevel.WARNING, text=note)
    organizer.do(ops.Disqualified, player="p8", reason="a secret")
    organizer.do(ops.PairForbidden, first="p1", second="p2")
    for name in PAGES:
        html = page(name, organizer.state, CLOCK)
        assert note not in html
        assert "secret" not in html
        assert "disqualified" not in html.casefold()
        assert "kept apart" not in html


def test_the_clock_shows_its_time_and_longer_tables() -> None:
    state = played_event(4, 1).state
    html = page("clock.html", state, CLOCK)
    assert 'data-left="725" data-running="1">12:05</span>' in html
    assert "Table 4: 5 minutes longer" in html
    stopped = page("clock.html", state, replace(CLOCK, running=False))
    assert "data-running" not in stopped.partition("<script>")[0]
    assert "The clock is stopped." in stopped
    assert "No clock is running." in page("clock.html", state)


@pytest.mark.parametrize(
    ("seconds", "text"), [(3300, "55:00"), (59, "0:59"), (0, "0:00"), (-90, "-1:30")]
)
def test_the_time_left_is_minutes_and_seconds(seconds: int, text: str) -> None:
    assert clock_text(seconds) == text.replace("-", "\N{MINUS SIGN}")


def test_the_tag_of_a_page_changes_with_the_event_and_not_with_the_seconds() -> None:
    organizer = played_event(8, 1, open_tables=1)
    renderer = PageRenderer(served=True)
    tag = renderer.tag(organizer.state, CLOCK, ENGLISH)
    second = timedelta(seconds=1)
    later = replace(CLOCK, at=CLOCK.at + second, left=CLOCK.left - second)
    assert renderer.tag(organizer.state, later, ENGLISH) == tag
    assert renderer.tag(organizer.state, replace(CLOCK, running=False), ENGLISH) != tag
    assert renderer.tag(organizer.state, None, ENGLISH) != tag
    organizer.all_win()
    assert renderer.tag(organizer.state, CLOCK, ENGLISH) != tag


def test_files_for_the_web_hold_their_policy_and_the_end_of_the_clock() -> None:
    html = PageRenderer(served=False).page("clock.html", played_event(4, 1).state, CLOCK).decode()
    assert 'http-equiv="Content-Security-Policy"' in html
    assert f'data-ends="{round(CLOCK.ends.timestamp())}"' in html

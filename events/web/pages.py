"""Makes the HTML of the pages: everything escaped, styles and script within and nothing else."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined

from events.clock_reading import ClockReading
from events.event_state import EventState
from events.web.page_contents import EventPages, event_pages, found_places, shown_clock

# The pages by the names of their files, with their titles.
PAGES = {
    "index.html": "Pairings",
    "standings.html": "Standings",
    "bracket.html": "Bracket",
    "clock.html": "Clock",
}
_FOLDER = "event_pages"


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the pages show of a state, and a tag that tells it from others."""

    state: EventState
    pages: EventPages
    tag: str


class PageRenderer:
    """Renders the pages of one event; what a state shows is computed once for that state.

    It may be used in any thread: at worst two compute the same.
    """

    def __init__(self, *, served: bool) -> None:
        self._served = served
        self._latest: _Shown | None = None

    def tag(self, state: EventState, clock: ClockReading | None) -> str:
        """Return what changes whenever the pages do, the seconds of a running clock apart."""
        shown = shown_clock(clock)
        ticking = shown and (shown.ends if shown.running else shown.seconds, shown.extensions)
        return _short_hash(f"{self._shown(state).tag} {ticking}")

    def page(
        self, name: str, state: EventState, clock: ClockReading | None, wanted: str = ""
    ) -> bytes:
        """Return a page by the name of its file, its pairings those of the names wanted."""
        pages = self._shown(state).pages
        page = _environment().get_template(name)
        html = page.render(
            pages=pages,
            places=found_places(pages.pairings.places, wanted),
            wanted=wanted,
            clock=shown_clock(clock),
            here=name,
            links=PAGES,
            served=self._served,
            tag=self.tag(state, clock) if self._served else "",
            style=_own("style.css"),
            script=_own("script.js"),
            policy=content_policy(),
        )
        return html.encode("utf-8", "replace")

    def _shown(self, state: EventState) -> _Shown:
        latest = self._latest
        if latest is None or latest.state is not state:
            pages = event_pages(state)
            latest = self._latest = _Shown(state, pages, _short_hash(repr(pages)))
        return latest


def content_policy() -> str:
    """Return the Content-Security-Policy: styles and script of the pages by their hashes."""
    rules = (
        "default-src 'none'",
        f"style-src '{_hash('style.css')}'",
        f"script-src '{_hash('script.js')}'",
        "connect-src 'self'",
        "img-src data:",
        "form-action 'self'",
        "base-uri 'none'",
    )
    return "; ".join(rules)


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


@cache
def _own(name: str) -> str:
    return (files("resources") / _FOLDER / name).read_text("utf-8")


@cache
def _hash(name: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(_own(name).encode()).digest()).decode()


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("resources", _FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )

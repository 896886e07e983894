"""Phones for tests: a served event of a library, and browsers without a screen over HTTP."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlencode

from typing_extensions import override

from app.phones.desk import PhoneDesk
from app.phones.local_judges import Judges
from app.phones.web_app import PhoneWebApp
from events.event_state import EventState
from events.event_values import EventSettings
from events.operations import Operation
from events.replay import replay
from events.web.event_server import EventServer
from library.library import Library
from tests.unit.events.organizer import Organizer, custom
from tests.unit.library.ticking import Ticking

HOME = "127.0.0.1"
PIN = "481516"


class Forms(HTMLParser):
    """The forms of a page: the address of each with its fields, radio buttons apart."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form" and values.get("method") == "post":
            self.found.append((values.get("action", ""), {}))
        elif tag == "input" and values.get("type") not in {"radio", "checkbox"} and self.found:
            self.found[-1][1][values["name"]] = values.get("value", "")


@dataclass(frozen=True)
class Page:
    """An answer to a phone."""

    status: int
    headers: dict[str, str]
    text: str
    path: str = ""

    def fields(self, action: str) -> dict[str, str]:
        """Return the fields of the form that is sent to an address."""
        return next(fields for found, fields in Forms(self.text).found if found == action)

    def has_form(self, action: str) -> bool:
        return any(found == action for found, _ in Forms(self.text).found)


@dataclass
class Phone:
    """A browser: it keeps its cookie, follows what it is sent to, and fills forms in."""

    port: int
    cookie: str = ""
    language: str = "en"

    @property
    def origin(self) -> str:
        return f"http://{HOME}:{self.port}"

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> Page:
        """Ask once, without following."""
        sent = {"Accept-Language": self.language}
        if self.cookie:
            sent["Cookie"] = self.cookie
        if method == "POST":
            sent["Origin"] = self.origin
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection(HOME, self.port, timeout=60)
        try:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        found = {name.casefold(): value for name, value in answer.getheaders()}
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].partition(";")[0]
        return Page(answer.status, found, text, path)

    def get(self, path: str) -> Page:
        """Open a page, wherever that leads."""
        page = self.ask(path)
        while page.status == 303:
            page = self.ask(page.headers["location"])
        return page

    def send(self, page: Page, action: str, **values: str) -> Page:
        """Fill a form of a page in and send it; return where that leads."""
        answer = self.post(action or page.path, page.fields(action) | values)
        return self.get(answer.headers["location"]) if answer.status == 303 else answer

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Page:
        return self.ask(path, "POST", urlencode(fields).encode(), **headers)

    def report(self, result: str) -> Page:
        """Report how the game on the player's page ended."""
        return self.send(self.get("/me"), "/me/report", result=result)

    def sign_in(self, code: str) -> Page:
        return self.send(self.get("/sign-in"), "", code=code)

    def sign_in_as_judge(self, pin: str = PIN) -> Page:
        return self.send(self.get("/judge/sign-in"), "", code=pin)


class Desk:
    """A library with an event, which is served to phones until `close`."""

    def __init__(
        self,
        folder: Path,
        players: str | int = "ABCD",
        settings: EventSettings | None = None,
        judges: Callable[[], Judges] = dict,
    ) -> None:
        self.judges = judges
        self.organizer = Organizer(settings or custom(3))
        names = players if isinstance(players, str) else [f"P{at}" for at in range(players)]
        self.organizer.register(names)
        self.library = Library(folder / "home" / "decks.db", clock=Ticking())
        self.event_id = self.library.events.create(self.organizer.log)
        self.library.phones.set_judge_pin(self.event_id, PIN)
        links = self.library.phones.new_links(self.event_id, names)
        self.tokens = {name: link.token for name, link in links.items()}
        self.codes = {name: link.code for name, link in links.items()}
        self.serve()

    def serve(self) -> None:
        self.desk = PhoneDesk(self.library, self.event_id)
        self.server = EventServer(PhoneWebApp(self.desk, judges=self.judges), host=HOME, port=0)
        self.port = int(self.server.start().rstrip("/").rpartition(":")[2])

    @property
    def state(self) -> EventState:
        """The event as the library has it."""
        return replay(self.library.events.operations(self.event_id))

    @property
    def log(self) -> tuple[Operation, ...]:
        return self.library.events.operations(self.event_id)

    def do(self, kind: type[Operation], **fields: object) -> None:
        """Do an operation as the organizer does it in the window."""
        log = self.library.events.operations(self.event_id)
        organizer = Organizer()
        organizer.log, organizer.state = list(log), replay(log)
        organizer.do(kind, **fields)
        self.library.events.append_all(self.event_id, [organizer.log[-1]], len(log))

    def organize(self, *steps: str) -> None:
        """Do steps as the organizer does them in the window: "start", "pair", "cut"."""
        for step in steps:
            log = self.library.events.operations(self.event_id)
            organizer = Organizer()
            organizer.log, organizer.state = list(log), replay(log)
            getattr(organizer, step)()
            new = organizer.log[len(log) :]
            self.library.events.append_all(self.event_id, new, len(log))

    def phone(self, player: str = "") -> Phone:
        """Return the phone of a player, or of anybody."""
        phone = Phone(self.port)
        if player:
            phone.get(f"/me/{self.tokens[player]}")
        return phone

    def judge(self) -> Phone:
        phone = Phone(self.port)
        phone.sign_in_as_judge()
        return phone

    def close(self) -> None:
        self.server.stop()
        self.library.close()

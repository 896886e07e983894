"""Takes every page of phones in Chromium: all of one size, palette and language in one picture.

python -m tools.screenshots.phones FOLDER [--language de]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import timedelta
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from app.phones.desk import PhoneDesk
from app.phones.reports import OpenGame, game_of, games_now
from app.phones.sessions import COOKIE, form_proof
from app.phones.web_app import PhoneWebApp
from carddb import catalogue
from carddb.terms import Edition, Faction
from events import operations as ops
from events.clock_reading import ClockReading
from events.event_state import EventState
from events.event_terms import GameResult, PenaltyLevel, StructureKind
from events.event_values import EventSettings
from events.operations import Operation
from events.plan_steps import plan_of
from events.replay import applied
from events.round_draw import next_round
from events.structure import EventPlan
from events.web.words import LANGUAGES
from library.library import Library
from library.phone_values import CallStatus
from tools.screenshots.lists import FAULTY, NOON, TODAY
from validators.judge import Judge

SIZES = ((360, 640), (390, 844))
# What Chromium calls the palette that a phone prefers.
PALETTES = {"light": 1, "dark": 0}
PLAYERS = 64
LONGEST = "Maximiliana Theodora Wolfeschlegelsteinhausenbergerdorff III"
_GIVEN = ("Arya", "Bran", "Catelyn", "Edmure", "Lysa", "Margaery", "Olenna", "Robert")
_HOUSES = ("Stark", "Tully", "Arryn", "Tyrell", "Baratheon", "Martell", "Greyjoy", "Targaryen")
_FRAME = """<figure><figcaption>{name}</figcaption>
<iframe width="{width}" height="{height}" srcdoc="{html}"></iframe></figure>"""
_SHEET = """<!DOCTYPE html><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<style>body {{ display: flex; flex-wrap: wrap; gap: 12px; margin: 12px; background: #888 }}
figure {{ margin: 0 }} iframe {{ border: 0; display: block }}</style>{frames}"""
_COLUMNS = 7


class Phones:
    """An event of the library, and what phones are answered in a language."""

    def __init__(self, folder: Path, language: str) -> None:
        self.language = language
        factions = [each.value for each in Faction if each is not Faction.NEUTRAL]
        names = [f"{given} {house}" for house in _HOUSES for given in _GIVEN]
        names[1] = LONGEST
        settings = EventSettings(
            name="Winterfell Regional Open",
            day=TODAY,
            seed=7,
            structure=StructureKind.CUSTOM,
            plan=EventPlan(swiss_rounds=6, cut=8),
            edition=Edition.SECOND,
        )
        log: list[Operation] = [ops.Created(at=NOON, settings=settings)]
        log += [
            ops.Registered(
                at=NOON, player=f"p{at}", name=name, faction=factions[at * 5 % len(factions)]
            )
            for at, name in enumerate(names)
        ]
        self.library = Library(folder / "decks.db", clock=lambda: NOON)
        self.event_id = self.library.events.create(log)
        self.desk = PhoneDesk(self.library, self.event_id, lambda: NOON)
        judges = {each: Judge(catalogue.load_pool(each)) for each in Edition}
        self._clock: ClockReading | None = None
        self._app = PhoneWebApp(self.desk, lambda: self._clock, lambda: judges)
        self._tokens: dict[str, str] = {}

    @property
    def state(self) -> EventState:
        return self.desk.state()

    def do(self, *made: Operation) -> None:
        log = self.library.events.operations(self.event_id)
        self.library.events.append_all(self.event_id, made, len(log))

    def play(self, rounds: int) -> None:
        """Draw rounds; all but the last are played to the end, of that most tables."""
        self._clock = ClockReading(at=NOON, left=timedelta(minutes=37), running=False)
        for number in range(1, rounds + 1):
            state, done = self.state, list[Operation]()
            drawn = ops.RoundPaired(at=NOON, round=next_round(state, number))
            state = applied(drawn, state)
            results = (GameResult.WIN, GameResult.LOSS, GameResult.MODIFIED_WIN, GameResult.DRAW)
            for game in drawn.round.games[6 if number == rounds else 0 :]:
                result = results[(game.table + number) % 4]
                done.append(
                    ops.ResultEntered(at=NOON, round=number, table=game.table, result=result)
                )
            self.do(drawn, *done)

    def ask(self, path: str, who: str = "", form: Mapping[str, str] | None = None) -> str:
        """Return the page that a player, "judge" or nobody is shown."""
        if who and who not in self._tokens:
            player = "" if who == "judge" else who
            self._tokens[who] = self.library.phones.sign_in(
                self.event_id, "", player=player, is_judge=who == "judge"
            )
        token = self._tokens.get(who, "x")
        proof = {"proof": form_proof(self.desk.secret, token), "once": f"{path} {form}"}
        body = urlencode({**proof, **(form or {})}).encode()
        path, _, query = path.partition("?")
        environ = {
            "REQUEST_METHOD": "GET" if form is None else "POST",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "HTTP_HOST": "phones",
            "HTTP_ORIGIN": "http://phones",
            "HTTP_COOKIE": f"{COOKIE}={token}",
            "HTTP_ACCEPT_LANGUAGE": self.language,
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "wsgi.url_scheme": "http",
            "wsgi.input": _Body(body),
            "sevenplots.address": "http://192.168.1.20:8615/",
        }
        answered: list[tuple[str, list[tuple[str, str]]]] = []
        html = b"".join(self._app(environ, lambda *head: answered.append(head)))  # type: ignore
        location = dict(answered[0][1]).get("Location")
        return self.ask(location, who) if location else html.decode()

    def pages(self) -> Iterator[tuple[str, str]]:
        """Yield every page with its name, in the course of an event."""
        yield from self._before_round_1()
        self.do(ops.Started(at=NOON, plan=plan_of(self.state)))
        yield "deck locked", self.ask("/me/deck", "p0")
        self.play(rounds=4)
        yield from self._playing()
        yield "pairings", self.ask("/")
        yield "found", self.ask("/?q=maximiliana")
        yield "standings", self.ask("/standings.html")
        yield "bracket", self.ask("/bracket.html")
        yield "clock", self.ask("/clock.html")

    def _before_round_1(self) -> Iterator[tuple[str, str]]:
        me, sample = "p0", next(iter(catalogue.sample_decks())).text
        yield "sign in", self.ask("/sign-in")
        yield "wrong code", self.ask("/sign-in", form={"code": "ABCD2345"})
        yield "registration", self.ask("/")
        yield "before round 1", self.ask("/me", me)
        yield "deck", self.ask("/me/deck", me)
        yield "deck problems", self.ask("/me/deck", me, {"list": FAULTY, "do": "judge"})
        yield "deck handed in", self.ask("/me/deck", me, {"list": sample, "do": "hand-in"})
        yield "judge before round 1", self.ask("/judge", "judge")
        self.desk.check_in(me, "1")
        yield "checked in", self.ask("/me", me)

    def _playing(self) -> Iterator[tuple[str, str]]:
        mine, other, denied, waiting = self._open_games()
        me, phones = mine.players[0], self.library.phones
        yield "my table", self.ask("/me", me)
        yield "call a judge", opened(self.ask("/me", me), "call")
        yield "drop", opened(self.ask("/me", me), "drop")
        self.report(mine, 0, GameResult.WIN)
        yield "reported", self.ask("/me", me)
        yield "to confirm", self.ask("/me", mine.players[1])
        phones.set_nod(self.event_id, nod=True)
        self.report(mine, 1, GameResult.LOSS)
        yield "both reported", self.ask("/me", me)
        for seat in (0, 1):
            self.report(denied, seat, GameResult.WIN)
        self.report(waiting, 0, GameResult.MODIFIED_LOSS)
        yield "disagreement", self.ask("/me", denied.players[0])
        self.desk.call(denied.players[0], "We disagree about the last challenge", "2")
        self.desk.call(other.players[0], "", "3")
        self.desk.answer_call(1, CallStatus.COMING)
        self.desk.extend(denied.number, 5, "4")
        yield "judge is coming", self.ask("/me", denied.players[0])
        over = next(each for each in games_now(self.state) if each.over)
        yield "result", self.ask("/me", over.players[0])
        yield "judge sign in", self.ask("/judge/sign-in")
        yield "judge", opened(self.ask("/judge", "judge"), "check")
        yield "table", self.ask(f"/judge/table/{denied.number}", "judge")
        yield "table over", self.ask(f"/judge/table/{over.number}", "judge")
        level = PenaltyLevel.WARNING
        self.do(ops.PenaltyNoted(at=NOON, player=me, level=level, text="Slow play"))
        yield "player", self.ask(f"/judge/player/{me}", "judge")
        yield "penalty", self.ask(f"/judge/do/penalty/{me}", "judge")
        yield "enter late", self.ask("/judge/do/late", "judge")
        yield "check", self.ask("/judge/check/p0", "judge")
        self.desk.drop(other.players[0], "5")
        yield "left", self.ask("/me", other.players[0])

    def screens(self) -> Iterator[tuple[str, str]]:
        """Yield the slides of the wall, and the overlay of a table with the longest name."""
        html = self.ask("/wall")
        for at in range(html.count('<section class="slide ')):
            # The script of the page shows the next slide after seconds; here each is shown.
            start = f"showSlide({at});\n    showSound();"
            yield f"wall {at + 1}", html.replace("showSlide(0);\n    showSound();", start)
        longest = game_of(self.state, "p1")
        yield "overlay", self.ask(f"/overlay?table={longest.number if longest else 1}")

    def _open_games(self) -> list[OpenGame]:
        return [each for each in games_now(self.state) if not each.over][:4]

    def report(self, game: OpenGame, seat: int, result: GameResult) -> None:
        once = f"{game.number} {seat}"
        self.desk.report(game.players[seat], result, game.key(self.state), once)


class _Body:
    def __init__(self, body: bytes) -> None:
        self._body = body

    def read(self, _size: int) -> bytes:
        return self._body


def opened(html: str, name: str) -> str:
    """Return a page with a part of it open."""
    return html.replace(f'<details id="{name}"', f'<details open id="{name}"')


def take(
    pages: list[tuple[str, str]], size: tuple[int, int], palette: str, target: Path, columns: int
) -> None:
    """Take pages beside and below each other."""
    width, height = size
    frames = (
        _FRAME.format(name=name, width=width, height=height, html=escape(html))
        for name, html in pages
    )
    rows = -(-len(pages) // columns)
    whole = f"{columns * (width + 12) + 12},{rows * (height + 40) + 12}"
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder) / "sheet.html"
        sheet.write_text(_SHEET.format(frames="".join(frames)), "utf-8")
        command = [
            *("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            *("--no-first-run", "--disable-background-networking", f"--user-data-dir={folder}"),
            f"--blink-settings=preferredColorScheme={PALETTES[palette]}",
            *(f"--window-size={whole}", f"--screenshot={target}", sheet.as_uri()),
        ]
        subprocess.run(command, check=True, capture_output=True)


def main(arguments: list[str]) -> int:
    """Take the pages in these languages; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots.phones", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    for language in asked.language or LANGUAGES:
        with tempfile.TemporaryDirectory() as folder:
            phones = Phones(Path(folder), language)
            pages, screens = list(phones.pages()), list(phones.screens())
            phones.library.close()
        for palette in PALETTES:
            for size in SIZES:
                name = f"phones-{language}-{palette}-{size[0]}.png"
                take(pages, size, palette, asked.folder / name, _COLUMNS)
            take(screens, (1280, 720), palette, asked.folder / f"wall-{language}-{palette}.png", 2)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Events for tests of what is printed and shown: names of any length and script."""

from __future__ import annotations

from events import operations as ops
from events.bracket import cut_seeds, drawn_elimination
from events.event_state import EventState
from events.event_terms import EventKind, GameResult
from events.event_values import MeleeForm
from tests.unit.events.organizer import Organizer, custom

SCRIPT = "<script>alert(1)</script>"
LONG = "Maximiliana Theodora Wolfeschlegelsteinhausenbergerdorff III"
NAMES = (
    SCRIPT,
    LONG,
    "Łukasz Ñandú-Çelik",
    "Анна Каренина",
    "Ἀλέξανδρος Μέγας",
    "أحمد بن فضلان",
    "שלמה",
    "李小龍",
    "O\N{RIGHT SINGLE QUOTATION MARK}Neill & Sons",
    "X" * 60,
    "Ed",
)
FORM = MeleeForm(three=(8, 5, 3), four=(10, 7, 5, 3), bye=8)


def named(players: int) -> list[str]:
    """Return a number of names, the odd ones first."""
    return [*NAMES, *(f"Player {each}" for each in range(len(NAMES), players))][:players]


def played_event(
    players: int, rounds: int = 3, cut: int = 0, *, open_tables: int = 0, version: str = "1.0.1"
) -> Organizer:
    """Return a joust event after some rounds, the last with tables that still play."""
    organizer = Organizer(custom(rounds, cut, name="Łódź & Nîmes <Open>", regulations=version))
    _sign_up(organizer, players)
    for number in range(1, rounds + 1):
        organizer.pair(number)
        last = open_tables if number == rounds else 0
        for game in organizer.state.rounds[-1].playing[last:]:
            level = version == "1.0.1" and game.table % 7 == 3
            organizer.result(game.table, GameResult.DRAW if level else GameResult.WIN)
    if cut and not open_tables:
        organizer.do(ops.CutMade, seeds=cut_seeds(organizer.state))
    return organizer


def melee_event(players: int, rounds: int = 1) -> Organizer:
    """Return a melee event after some rounds, the first table of the last one still playing."""
    organizer = Organizer(custom(rounds + 1, kind=EventKind.MELEE, melee=FORM))
    _sign_up(organizer, players)
    for number in range(1, rounds + 1):
        organizer.pair(number)
        for game in organizer.state.rounds[-1].playing[1 if number == rounds else 0 :]:
            places = tuple(range(1, len(game.players) + 1))
            organizer.do(ops.ResultEntered, round=number, table=game.table, places=places)
    return organizer


def elimination_event(players: int) -> EventState:
    """Return an event that is an elimination from the start, its first round half played."""
    organizer = Organizer(custom(0, 0))
    _sign_up(organizer, players)
    organizer.do(ops.EliminationDrawn, seed=3, games=drawn_elimination(organizer.state, 3))
    first = [game for game in organizer.state.elimination[0].games if not game.over]
    for game in first[: len(first) // 2]:
        organizer.do(ops.BracketResultEntered, round=1, game=game.number, winner=game.players[0])
    return organizer.state


def _sign_up(organizer: Organizer, players: int) -> None:
    for number, name in enumerate(named(players), start=1):
        organizer.do(ops.Registered, player=f"p{number}", name=name)
    organizer.start()

"""What the menus of an event offer, and what the rows make of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.event_commands import CANCEL, PLAYER_MENU, ROUND_MENU, MenuEntry, Selection
from app.fields import Kind, Values
from events import operations as ops
from events.event_state import EventState
from events.event_values import TableGame
from events.replay import applied
from tests.unit.events.organizer import NOON, Organizer, custom, started


def moments() -> Iterator[tuple[str, EventState]]:
    """Yield an event at many moments of it."""
    organizer = Organizer(custom(2, 2))
    organizer.register("ABCDEFGH")
    yield "signed up", organizer.state
    organizer.do(ops.PairForbidden, first="A", second="B")
    organizer.start()
    yield "started", organizer.state
    organizer.pair()
    yield "paired", organizer.state
    organizer.do(ops.TablePinned, round=1, table=1, pinned=True)
    yield "pinned", organizer.state
    organizer.result(1)
    organizer.do(ops.Dropped, player="C")
    organizer.do(ops.Disqualified, player="D", reason="")
    yield "with a result", organizer.state
    organizer.all_win()
    organizer.play()
    organizer.cut()
    yield "cut", organizer.state
    winner = organizer.state.seeds[0]
    organizer.wins(1, winner, 1)
    organizer.do(ops.Finished)
    yield "finished", organizer.state


MOMENTS = dict(moments())


def answers(entry: MenuEntry, at: Selection) -> Values:
    """Return the first values of an entry's dialog, others where these are empty."""
    asked: dict[str, object] = {}
    for field in entry.form.asks if entry.form else ():
        first = field.value(at)
        if field.kind in {Kind.PLAYER, Kind.CHOICE}:
            first = first or [each for each, _ in field.choices(at)][-1]
        elif field.kind is Kind.NUMBER and field.none_at_zero:
            first = first or None
        asked[field.name] = "Something" if first is None and field.kind is Kind.TEXT else first
    return {**at.values, **entry.values, **asked}


def offered(menu: tuple[MenuEntry, ...], at: Selection) -> list[str]:
    """Return the entries that are available, each of which the event takes."""
    names = []
    for entry in menu:
        if not entry.shown(at) or entry.why_not(at):
            continue
        names.append(entry.name)
        if entry.command is not None:
            kind, fields = entry.command.wanted(at.state, answers(entry, at))
            assert applied(kind(at=NOON, **fields), at.state) != at.state or entry.name == "rename"
    return names


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_event_takes_what_the_menu_of_each_player_offers(moment: str) -> None:
    state = MOMENTS[moment]
    for player in state.players:
        names = offered(PLAYER_MENU, Selection(state, player))
        assert ("rejoin" in names) == (player.id == "C" and moment == "with a result")
        assert ("drop" in names) == (player.active and moment != "finished")
        assert ("disqualify" in names) == (not player.disqualified and moment != "finished")
        assert ("prize" in names) == (moment in {"signed up", "started"})
        assert ("together" in names) == (player.id in {"A", "B"} and moment != "signed up")


@pytest.mark.parametrize(
    ("moment", "names"),
    [
        ("signed up", []),
        ("started", ["plan"]),
        ("paired", ["again", "swap", "pin", "cancel", "plan"]),
        ("pinned", ["again", "swap", "unpin", "cancel", "plan"]),
        ("with a result", ["cancel", "plan"]),
        ("cut", ["uncut"]),
        ("finished", []),
    ],
)
def test_an_event_takes_what_the_menu_of_a_round_offers(moment: str, names: list[str]) -> None:
    state = MOMENTS[moment]
    game: TableGame | None = state.current.games[0] if state.current else None
    assert offered(ROUND_MENU, Selection(state, game=game)) == names


def test_what_is_not_available_says_why() -> None:
    entries = {each.name: each for each in (*PLAYER_MENU, *ROUND_MENU)}

    def why(name: str, moment: str, player: str = "", *, last: bool = True) -> str:
        state = MOMENTS[moment]
        at = Selection(state, state.player(player) if player else None, last=last)
        return entries[name].why_not(at)

    assert why("drop", "paired") == "No player is selected."
    assert why("drop", "finished", "A") == "The event is finished."
    assert why("drop", "with a result", "C") == "The player has left."
    assert why("rejoin", "with a result", "D") == "The player was disqualified."
    assert why("swap", "with a result") == "The round has a result already."
    assert why("cancel", "paired", last=False) == "It is for the last round."
    drawing = Selection(MOMENTS["paired"], drawing=True)
    assert entries["again"].why_not(drawing) == "A round is being drawn."


def test_the_round_on_screen_is_meant_even_if_another_was_paired_meanwhile() -> None:
    organizer = started("ABCD", custom(2))
    organizer.pair()
    shown = Selection(organizer.state)
    organizer.all_win()
    organizer.pair()
    values = {**shown.values, "reason": "Fire."}
    wanted = (ops.RoundCancelled, {"reason": "Fire.", "round": 1})
    assert CANCEL.wanted(organizer.state, values) == wanted

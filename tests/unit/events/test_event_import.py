"""Events of other programs, in the shapes that those write, and what they cannot be."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from core.errors import AppError
from events import operations as ops
from events.event_import import ImportedEvent, named, read_import, result_of
from events.event_state import EventState
from events.event_terms import EventKind, EventStage, GameResult
from events.event_values import MeleeForm
from events.export_formats import players_csv, standings_csv, written_nrtm, written_tourney_grounds
from events.replay import replay
from events.sign_up import MOST_PLAYERS
from events.standings import standings
from tests.unit.events.organizer import NOON, SETTINGS, Organizer, custom, started

DAY = date(2026, 11, 20)


def read(plain: object) -> ImportedEvent:
    text = plain if isinstance(plain, str) else json.dumps(plain)
    return read_import(text, replace(SETTINGS, name="Event", day=DAY), NOON)


def state_of(plain: object) -> EventState:
    return replay(read(plain).log)


def side(player: int | None, points: int | None, **more: object) -> dict[str, object]:
    return {"id": player, "combinedScore": points, **more}


def cobra(**fields: Any) -> dict[str, Any]:
    """Return an event as Cobra writes one: both sides of a game, a bye without an id."""
    players = [
        {"id": 1000 + n, "name": name, "rank": n, "corpIdentity": "ETF", "matchPoints": 0}
        for n, name in enumerate(("Jack", "Jill", "Hansel"), start=1)
    ]
    first = [
        {
            "table": 1,
            "player1": {"id": 1001, "runnerScore": 3, "corpScore": 0},
            "player2": side(1002, 3),
            "intentionalDraw": True,
            "eliminationGame": False,
        },
        {"table": 2, "player1": side(1003, 6), "player2": side(None, 0), "eliminationGame": False},
    ]
    second = [{"table": 1, "player1": side(1003, 6), "player2": side(1001, 0)}]
    event = {"name": "Some Tournament", "date": "2017-01-01", "cutToTop": 0, "players": players}
    return (
        event
        | {"preliminaryRounds": 2, "rounds": [first, second], "uploadedFrom": "Cobra"}
        | (fields)
    )


def test_cobras_swiss_rounds() -> None:
    state = state_of(cobra())
    assert (state.settings.name, state.settings.day) == ("Some Tournament", date(2017, 1, 1))
    first, second = state.rounds
    assert first.games[0].result is GameResult.INTENTIONAL_DRAW
    assert first.byes == ("1003",)
    assert second.games[0].result is GameResult.WIN
    # Jill is in no game of round 2: she left.
    assert state.player("1002").dropped == 1
    assert [line.player for line in standings(state)] == ["1003", "1001", "1002"]


def test_a_double_elimination_is_left_out_as_far_as_it_is_none() -> None:
    cut = [{"id": 1003, "name": "Hansel", "rank": 1, "seed": 1}]
    cut.append({"id": 1001, "name": "Jack", "rank": 2, "seed": 2})
    games = [
        {
            "table": number,
            "player1": {"id": 1003, "role": "corp", "winner": number != 1},
            "player2": {"id": 1001, "role": "runner", "winner": number == 1},
            "eliminationGame": True,
        }
        for number in (1, 2)
    ]
    plain = cobra(eliminationPlayers=cut)
    plain["rounds"] += [[games[0]], [games[1]]]
    found = read(plain)
    assert found.notes[0].startswith("Games of the elimination left out: 1.")
    assert replay(found.log).winner == "1001"


@pytest.mark.parametrize(
    ("first", "second", "drawn", "result"),
    [
        (5, 0, False, "win"),
        (1, 4, False, "modified-loss"),
        (4, 0, False, "modified-win"),
        (2, 2, False, "draw"),
        (2, 2, True, "intentional-draw"),
        (0, 0, False, "double-loss"),
        (None, None, False, None),
        (3, None, False, None),
    ],
)
def test_points_are_results(
    first: float | None, second: float | None, drawn: bool, result: str | None
) -> None:
    assert result_of(first, second, drawn=drawn) == result


def test_nrtm_there_and_back_with_drops_late_entries_and_byes() -> None:
    organizer = started("ABCDE", custom(3, 2))
    for number in range(3):
        organizer.play(number)
        if number == 0:
            organizer.do(ops.EnteredLate, player="L", name="L")
            organizer.do(ops.Dropped, player="A")
    organizer.cut()
    final = organizer.state.elimination[0].games[0]
    organizer.wins(1, final.players[1], 1)
    plain = json.loads(written_nrtm(organizer.state))
    assert (plain["preliminaryRounds"], plain["cutToTop"]) == (3, 2)
    assert plain["rounds"][3][0]["player2"]["winner"] is True
    found = read(plain)
    assert found.notes == ()
    state = replay(found.log)

    def told(each: EventState) -> list[tuple[object, ...]]:
        lines = standings(each)
        return [(each.player(x.player).name, x.points, x.sos, x.xsos) for x in lines]

    assert set(told(state)) == set(told(organizer.state))
    assert state.player(state.winner or "").name == final.players[1]
    assert state.stage is EventStage.FINISHED


def test_melee_is_no_nrtm() -> None:
    form = MeleeForm(three=(3, 2, 1), four=(4, 3, 2, 1))
    organizer = Organizer(custom(1, kind=EventKind.MELEE, melee=form))
    with pytest.raises(AppError, match="games of two players"):
        written_nrtm(organizer.state)


def grounds(number: int, first: int, second: int, points: str, **more: object) -> dict[str, object]:
    gained, lost = map(int, points.split(":"))
    return {
        "tournament_id": 5,
        "tournament_date": "2018-02-03 00:00:00",
        "tournament_round": number,
        "table_number": 1,
        "game_status": 100,
        "p1_id": first,
        "p1_name": f"P{first}",
        "p1_faction": "Stark",
        "p1_points": gained,
        "p2_id": second,
        "p2_name": f"P{second}",
        "p2_faction": "Night's Watch",
        "p2_points": lost,
    } | more


def test_tourney_grounds_games() -> None:
    games = [
        grounds(1, 11, 12, "5:0"),
        grounds(1, 13, -1, "5:0"),
        grounds(2, 13, 11, "1:4"),
        grounds(2, 12, 0, "5:0"),
        grounds(3, 12, 13, "0:0", game_status=10),
        grounds(3, 11, -1, "5:0"),
    ]
    found = read(games)
    state = replay(found.log)
    assert (state.settings.day, found.notes) == (date(2018, 2, 3), ())
    assert state.rounds[0].byes == ("13",)
    assert state.rounds[1].games[0].result is GameResult.MODIFIED_LOSS
    assert not state.rounds[2].over
    assert (state.player("11").faction, state.player("12").faction) == ("stark", "thenightswatch")
    assert state.stage is EventStage.SWISS


def test_tourney_grounds_elimination_and_roster() -> None:
    games = [grounds(1, 11, 12, "5:0"), grounds(2, 11, 12, "0:5", topx=2)]
    state = state_of(games)
    assert (state.seeds, state.winner) == (("11", "12"), "12")
    roster = [{"player_id": 4, "player_name": "Ann", "faction": "Greyjoy", "topx": 1}]
    (player,) = state_of(roster).players
    assert (player.name, player.faction) == ("Ann", "greyjoy")


def test_a_list_of_names() -> None:
    found = read("Name;Faction\nAnn;Stark\nBob;\nann;\n")
    assert [each.name for each in replay(found.log).players] == ["Ann", "Bob"]
    assert found.notes == ("Line 4: ann stands in line 2 already.",)


@pytest.mark.parametrize(
    ("plain", "reason"),
    [
        ("{", "looks like JSON but is not valid"),
        ("[" * 60_000, "looks like JSON but is not valid"),
        ([], "not an event of a known format"),
        ({"deck": {}}, "not an event of a known format"),
        ([1], "not an event of a known format"),
        ({"format": "sevenplots-event-log", "version": 9}, "version 9"),
        ({"players": "all", "rounds": []}, "is wrong"),
        (cobra(rounds=[[{"table": 1, "player1": {"id": None}}]]), "has no players"),
        (cobra(rounds=[[{"table": 1, "player1": {}, "player2": {}}]] * 2), "has no players"),
        (
            cobra(
                rounds=[
                    [
                        {"player1": side(1001, 1), "player2": side(1001, 0)},
                        {"player1": side(1002, 1), "player2": side(1003, 0)},
                    ]
                ]
            ),
            "stands there twice",
        ),
        ([{"tournament_id": 1, "tournament_name": "X"}], "list of tournaments"),
        ([grounds(1, 1, 2, "5:0"), grounds(1, 3, 4, "5:0", tournament_id=6)], "several"),
        ([grounds(1, 0, -1, "5:0")], "has no players"),
        ([grounds(1, 1, 2, "5:0", p1_points="many")], "“p1_points” is wrong"),
        ("\n \n", "names no players"),
        ("\x00\ufffd\n\x01b\nc", "not a list of names"),
        ("<!DOCTYPE html>\n<html>\n<body>\n<p>Arya", "not a list of names"),
    ],
)
def test_rubbish_gets_a_sentence(plain: object, reason: str) -> None:
    with pytest.raises(AppError, match=reason):
        read(plain)


def test_standings_as_csv_hold_no_formula() -> None:
    organizer = started(["=cmd()", "B"], custom(1))
    organizer.play()
    text = standings_csv(organizer.state)
    assert "'=cmd()" in text
    assert ",=cmd()" not in text
    assert text.splitlines()[1].startswith("1,")


def played_to_the_end() -> Organizer:
    organizer = started("ABCDEFG", custom(3, 4))
    for number in range(3):
        organizer.pair(number)
        organizer.result(1, GameResult.MODIFIED_LOSS)
        organizer.result(2, GameResult.DRAW)
        organizer.all_win()
    organizer.cut()
    while organizer.state.winner is None:
        played = organizer.state.elimination[-1]
        game = next(each for each in played.games if not each.over)
        fields = {"round": played.number, "game": game.number}
        organizer.do(ops.BracketResultEntered, **fields, winner=game.players[1])
    return organizer


def test_tourney_grounds_games_there_and_back() -> None:
    state = played_to_the_end().state
    games = json.loads(written_tourney_grounds(state))
    assert (games[0]["p1_points"], games[0]["p2_points"], games[0]["topx"]) == (1, 4, 0)
    assert [each["p2_id"] for each in games if each["p2_name"] == "BYE"] == [-1] * 3
    assert [each["topx"] for each in games[-3:]] == [4, 4, 2]
    found = read(games)
    assert found.notes == ()
    again = replay(found.log)
    names = {each.id: each.name for each in again.players}
    assert names[again.winner or ""] == state.winner
    told = {names[line.player]: line.points for line in standings(again)}
    assert told == {line.player: line.points for line in standings(state)}


def test_what_is_no_list_of_games_is_not_written_as_one() -> None:
    organizer = Organizer(custom(1))
    with pytest.raises(AppError, match="no round was paired yet"):
        written_tourney_grounds(organizer.state)
    melee = Organizer(custom(1, kind=EventKind.MELEE, melee=MeleeForm(three=(1, 0, 0))))
    with pytest.raises(AppError, match="two players"):
        written_tourney_grounds(melee.state)


def test_the_players_come_back_from_their_csv() -> None:
    names = ["Arya", "=1+1", "'=x", "-", "a, b", 'He said "no"', "x; y", "Ł Ñ", "faction"]
    organizer = Organizer(custom(1))
    for number, name in enumerate([*names, "Gone"], start=1):
        fields = {"player": f"p{number}", "name": name, "faction": "stark" if number % 2 else ""}
        agendas = ("01027", "06119")[: number % 3]
        organizer.do(ops.Registered, **fields, agendas=agendas)
    organizer.do(ops.Dropped, player="p10")
    text = players_csv(organizer.state)
    assert "'=1+1," in text
    again = read(text)
    assert again.notes == ()
    players = replay(again.log).players
    assert players == organizer.state.players[:9]


def test_who_takes_an_event_over_is_in_its_log() -> None:
    games = json.loads(written_tourney_grounds(played_to_the_end().state))
    for text in (json.dumps(games), "Arya\nBran\n", json.dumps(cobra())):
        log = read_import(text, SETTINGS, NOON, "Sansa").log
        assert {each.by for each in log} == {"Sansa"}


def test_another_name_is_that_of_every_setting() -> None:
    organizer = Organizer()
    organizer.do(ops.SettingsChanged, settings=replace(SETTINGS, name="Second"))
    event = named(ImportedEvent(tuple(organizer.log)), "Third")
    assert replay(event.log).settings.name == "Third"


def test_a_faction_that_there_is_not_is_left_out_and_named() -> None:
    told = cobra()
    for player, faction in zip(
        told["players"], ("Bolton", "House Stark", "baratheon"), strict=True
    ):
        player["faction"] = faction
    log = [
        {"kind": "registered", "at": "2026-11-20T12:00:00Z", "player": f"p{number}", "name": name}
        | {"faction": faction}
        for number, (name, faction) in enumerate([("Arya", "Bolton"), ("Bran", "stark")])
    ]
    settings = {"name": "Log", "day": "2026-11-20", "seed": 1}
    created = {"kind": "created", "at": "2026-11-20T12:00:00Z", "settings": settings}
    jack = {"id": "p", "name": "Jack", "faction": "Bolton"}
    document = {"event": {"name": "E", "date": "2026-11-20", "players": [jack]}}
    for plain, name, factions in (
        (told, "Jack", ["", "stark", "baratheon"]),
        (
            {"format": "sevenplots-event-log", "version": 1, "operations": [created, *log]},
            "Arya",
            ["", "stark"],
        ),
        (document, "Jack", [""]),
    ):
        found = read(plain)
        assert f"{name}: “Bolton” is not a faction." in found.notes
        assert [each.faction for each in replay(found.log).players] == factions


def test_a_faction_that_is_in_an_event_already_breaks_no_export() -> None:
    organizer = Organizer(custom(1))
    organizer.do(ops.Registered, player="A", name="A", faction="bolton")
    organizer.register("BCD")
    organizer.start()
    organizer.play()
    assert "bolton" in written_tourney_grounds(organizer.state)
    assert "bolton" in written_nrtm(organizer.state)


def players(count: int) -> list[dict[str, object]]:
    return [{"id": str(number), "name": f"P{number}"} for number in range(count)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A" * 140_000, "Line 1 has more than 1,000 characters"),
        ('name,faction\nBran,stark\n"' + "A" * 140_000, "Line 3 has more than 1,000 characters"),
        ("a\n" * 3_000_000, "more than 40,000 lines"),
        ("\n".join(f"Player {number}" for number in range(500_000)), "more than 40,000 lines"),
        ("\n".join(f"Player {number}" for number in range(30_000)), "these are 30,000"),
        (json.dumps({"players": players(100_000), "rounds": []}), "these are 100,000"),
        (
            json.dumps({"event": {"name": "E", "date": "2026-11-20", "players": players(6_000)}}),
            "these are 6,000",
        ),
        (json.dumps({"name": "E", "rounds": [[]] * 500_000}), "more than 120,000 parts"),
    ],
    ids=["line", "cell", "lines", "names", "players", "nrtm", "document", "rounds"],
)
def test_what_is_too_large_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(AppError, match=sentence):
        read(text)


def test_a_list_of_the_most_players_is_taken() -> None:
    names = "\n".join(f"Player {number}" for number in range(MOST_PLAYERS))
    assert len(read(names).log) == MOST_PLAYERS + 1

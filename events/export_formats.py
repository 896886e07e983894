"""The formats that an event is written in: document, log, CSV, NRTM and TourneyGrounds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from carddb.terms import Faction
from core.errors import AppError
from core.json_values import json_object
from core.text_format import csv_text, harmless_cell
from events.bracket import final_ranking, seed_of
from events.event_log import written_log
from events.event_state import EventState
from events.event_terms import GameResult
from events.event_values import BracketGame, BracketRound, EventPlayer, SwissRound, TableGame
from events.operations import Operation
from events.regulations import ROUND_MINUTES
from events.result_text import HOW_KEYS
from events.shown_round import ShownStanding, shown_standings
from events.standings import standings


def event_object(state: EventState) -> dict[str, Any]:
    """Return an event as the plain object that its JSON document holds."""
    settings, plan = state.settings, state.plan or state.settings.plan
    event: dict[str, Any] = {
        **json_object(settings, "name date=day edition format=kind tier regulations structure"),
        "swiss_rounds": plan.swiss_rounds if plan else None,
        "cut": plan.cut if plan else None,
        "seed": settings.seed,
    }
    if plan and plan.cut_wins is not None:
        event["cut_wins"] = plan.cut_wins
    if state.kind.at_tables:
        form = settings.melee
        event["melee_points"] = {"3": list(form.three), "4": list(form.four)}
        event["melee_bye"] = form.bye
    event["players"] = [_document_player(each) for each in state.players]
    event["rounds"] = [_document_round(each) for each in state.rounds]
    event["elimination"] = [_document_bracket(each) for each in state.elimination]
    if state.seeds:
        event["seeds"] = list(state.seeds)
    event["forbidden"] = [list(pair) for pair in state.forbidden]
    stated = (
        ("lists_required", settings.lists_required, False),
        ("list_code", settings.list_code, ""),
        ("round_minutes", settings.round_minutes, ROUND_MINUTES),
        ("second_leader", settings.second_leader, ""),
        ("lists_until", settings.lists_until and settings.lists_until.isoformat(), None),
    )
    event |= {key: value for key, value, usual in stated if value != usual}
    if settings.own_list:
        event["restricted_list"] = json.loads(settings.own_list)
    if state.stage.value == "finished":
        event["finished"] = True
    return {"event": event}


def written_document(state: EventState) -> str:
    """Return an event as the text of its document."""
    return json.dumps(event_object(state), ensure_ascii=False, indent=2) + "\n"


def _document_player(player: EventPlayer) -> dict[str, Any]:
    plain = json_object(player, "id name faction agendas joined dropped fixed_table")
    if player.leader:
        plain["leader"] = True
    if player.disqualified:
        plain["disqualified"] = True
    return plain


def _document_round(played: SwissRound) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "games": [_document_game(each) for each in played.games],
        "byes": list(played.byes),
        "losses": list(played.losses),
    }
    if played.seed is not None:
        plain["seed"] = played.seed
    return plain


def _document_game(game: TableGame) -> dict[str, Any]:
    plain: dict[str, Any] = {"table": game.table, "players": list(game.players)}
    if len(game.players) > 2:
        return plain | {"places": list(game.places) or None}
    return plain | {"result": game.result.value if game.result else None}


def _document_bracket(played: BracketRound) -> dict[str, Any]:
    return {
        "games": [
            {"game": each.number, "players": list(each.players), "winner": each.winner}
            | ({"places": list(each.places)} if each.places else {})
            for each in played.games
        ]
    }


_STANDINGS: dict[str, Callable[[ShownStanding], object]] = {
    "rank": lambda row: row.line.rank,
    "player": lambda row: harmless_cell(row.player.name),
    "faction": lambda row: harmless_cell(row.player.faction),
    "points": lambda row: row.points,
    "rounds": lambda row: row.line.rounds,
    "wins": lambda row: row.line.wins,
    "byes": lambda row: row.line.byes,
    "sos": lambda row: row.sos,
    "sos exact": lambda row: row.line.sos,
    "xsos": lambda row: row.xsos,
    "xsos exact": lambda row: row.line.xsos,
    "lot": lambda row: row.line.lot,
    "decided by": lambda row: row.line.decided_by.value,
    "dropped": lambda row: row.player.dropped,
}


def standings_csv(state: EventState) -> str:
    """Return the standings after the Swiss rounds so far, a line for each player."""
    rows = shown_standings(state).rows
    return csv_text(_STANDINGS, ([value(row) for value in _STANDINGS.values()] for row in rows))


def written_nrtm(state: EventState) -> str:
    """Return an event as NRTM's JSON; AppError for tables of three and four."""
    if state.kind.at_tables:
        raise AppError(
            "NRTM's format has games of two players, and this is a melee event.",
            "Export the event as json or csv.",
        )
    numbers = {each.id: number for number, each in enumerate(state.players, start=1)}
    ranked = final_ranking(state) if state.elimination else ()
    plain = {
        "name": state.settings.name,
        "date": state.settings.day.isoformat(),
        "cutToTop": len(state.seeds),
        "preliminaryRounds": len(state.rounds),
        "tournamentOrganiser": {"nrdbId": None, "nrdbUsername": None},
        "players": _players(state, numbers),
        "eliminationPlayers": [
            {
                "id": numbers[player],
                "name": state.player(player).name,
                "rank": rank,
                "seed": seed_of(state, player),
            }
            for rank, player in enumerate(ranked[: len(state.seeds)], start=1)
        ],
        "rounds": [
            *(_round(state, each, numbers) for each in state.rounds),
            *(
                [_bracket_game(game, numbers) for game in each.games if len(game.players) == 2]
                for each in state.elimination
            ),
        ],
        "uploadedFrom": "Seven Plots",
        "links": [
            {"rel": "schemaderivedfrom", "href": "http://steffens.org/nrtm/nrtm-schema.json"}
        ],
    }
    return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"


def _players(state: EventState, numbers: dict[str, int]) -> list[dict[str, Any]]:
    return [
        {
            "id": numbers[line.player],
            "name": state.player(line.player).name,
            "rank": line.rank,
            "corpIdentity": None,
            "runnerIdentity": None,
            "matchPoints": float(line.points) if line.points.denominator > 1 else int(line.points),
            "strengthOfSchedule": float(line.sos),
            "extendedStrengthOfSchedule": float(line.xsos),
            "faction": state.player(line.player).faction,
            "agendas": list(state.player(line.player).agendas),
        }
        for line in standings(state)
    ]


def _round(state: EventState, played: SwissRound, numbers: dict[str, int]) -> list[dict[str, Any]]:
    games = [_swiss_game(state, game, numbers) for game in played.games]
    bye = int(state.regulations.points_of(GameResult.WIN)[0])
    last = max((game.table for game in played.games), default=0)
    for table, player in enumerate(played.byes, start=last + 1):
        empty = {"id": None, "runnerScore": None, "corpScore": None, "combinedScore": 0}
        games.append(_row(table, _side(numbers[player], bye), empty))
    return games


def _swiss_game(state: EventState, game: TableGame, numbers: dict[str, int]) -> dict[str, Any]:
    points = state.regulations.points_of(game.result) if game.result else (None, None)
    sides = [
        _side(numbers[player], None if gained is None else int(gained))
        for player, gained in zip(game.players, points, strict=True)
    ]
    drawn = game.result is GameResult.INTENTIONAL_DRAW
    return _row(game.table, *sides) | {"intentionalDraw": drawn}


def _bracket_game(game: BracketGame, numbers: dict[str, int]) -> dict[str, Any]:
    sides = [
        {
            "id": numbers[each],
            "role": None,
            "winner": None if game.winner is None else each == game.winner,
        }
        for each in game.players
    ]
    return _row(game.number, *sides) | {"eliminationGame": True}


def _side(number: int, points: int | None) -> dict[str, Any]:
    return {"id": number, "runnerScore": None, "corpScore": None, "combinedScore": points}


def _row(table: int, first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    return {
        "table": table,
        "player1": first,
        "player2": second,
        "intentionalDraw": False,
        "twoForOne": False,
        "eliminationGame": False,
    }


RESULT_COLUMNS = ("round", "table", "result", "conceded", "first", "second", "third", "fourth")


def results_csv(state: EventState) -> str:
    """Return all games, a line for each; rounds of the elimination are E1, E2 and so on."""
    rows = [
        _result_row(state, str(played.number), game.table, game.players, _result_cells(game))
        for played in state.rounds
        for game in played.games
    ]
    rows += [
        _result_row(state, f"E{played.number}", game.number, game.players, _bracket_cells(game))
        for played in state.elimination
        for game in played.games
        if len(game.players) > 1 and (game.played or not game.over)
    ]
    return csv_text(RESULT_COLUMNS, rows)


def _result_row(
    state: EventState, number: str, table: int, players: Iterable[str], cells: tuple[str, str]
) -> tuple[object, ...]:
    names = [harmless_cell(state.player(each).name) for each in players]
    return number, table, *cells, *names, *[""] * (4 - len(names))


def _result_cells(game: TableGame) -> tuple[str, str]:
    if game.places:
        return ",".join(map(str, game.places)), ""
    return game.result.value if game.result else "", "yes" if game.conceded else ""


def _bracket_cells(game: BracketGame) -> tuple[str, str]:
    if game.places:
        return ",".join(map(str, game.places)), ""
    if game.winner is None:
        return "", ""
    at_time = "modified-" if game.how == HOW_KEYS["m"] else ""
    won = "win" if game.winner == game.players[0] else "loss"
    return at_time + won, "yes" if game.how == HOW_KEYS["c"] else ""


def players_csv(state: EventState) -> str:
    """Return who is in the event, a line for each player; agendas by their codes."""
    rows = (
        (harmless_cell(player.name), player.faction, " ".join(player.agendas))
        for player in state.players
        if player.dropped != 0
    )
    return csv_text(("name", "faction", "agenda"), rows)


# Values of game_status.
OVER = 100
_PLAYED = 0
_NOBODY = -1


def written_tourney_grounds(
    state: EventState, agenda_name: Callable[[str], str] = lambda code: code
) -> str:
    """Return the games of an event as TourneyGrounds lists them; AppError if there are none."""
    if state.kind.at_tables:
        raise AppError(
            "TourneyGrounds' format has games of two players, and this is a melee event.",
            "Export the event as json or csv.",
        )
    if not state.rounds and not state.elimination:
        raise AppError(
            "TourneyGrounds' format is a list of games, and no round was paired yet.",
            "Export the players: --to players.",
        )
    sides = _Sides(state, agenda_name)
    games = [each for played in state.rounds for each in _swiss_rows(state, played, sides)]
    for played in state.elimination:
        games += _bracket_rows(state, played, sides)
    numbered = [{"game_id": number, **each} for number, each in enumerate(games, start=1)]
    return json.dumps(numbered, ensure_ascii=False, indent=2) + "\n"


class _Sides:
    """The fields of a game about one player, as p1 or p2."""

    def __init__(self, state: EventState, agenda_name: Callable[[str], str]) -> None:
        self._players = {
            each.id: (
                number,
                each.name,
                Faction(each.faction).label if each.faction in set(Faction) else each.faction,
                " + ".join(map(agenda_name, each.agendas)),
            )
            for number, each in enumerate(state.players, start=1)
        }

    def of(self, which: str, player: str | None, points: int | None) -> dict[str, Any]:
        """Return the fields of "p1" or "p2"; without a player, the other has a bye."""
        told = self._players[player] if player is not None else (_NOBODY, "BYE", "", "")
        names = ("id", "name", "faction", "agenda", "points")
        return {
            f"{which}_{name}": value for name, value in zip(names, (*told, points), strict=True)
        }


def _head(state: EventState, number: int, table: int | None, topx: int = 0) -> dict[str, Any]:
    return {
        "tournament_id": 1,
        "tournament_name": state.settings.name,
        "tournament_date": state.settings.day.isoformat(),
        "tournament_round": number,
        "table_number": table,
        "topx": topx,
    }


def _swiss_rows(state: EventState, played: SwissRound, sides: _Sides) -> Iterator[dict[str, Any]]:
    rules = state.regulations
    for game in played.games:
        points = rules.points_of(game.result) if game.result else (None, None)
        first, second = (None if each is None else int(each) for each in points)
        yield {
            **_head(state, played.number, game.table),
            "game_status": OVER if game.over else _PLAYED,
            **sides.of("p1", game.players[0], first),
            **sides.of("p2", game.players[1], second),
        }
    for player in played.byes:
        yield {
            **_head(state, played.number, None),
            "game_status": OVER,
            **sides.of("p1", player, rules.points_of(GameResult.WIN)[0]),
            **sides.of("p2", None, 0),
        }


def _bracket_rows(
    state: EventState, played: BracketRound, sides: _Sides
) -> Iterator[dict[str, Any]]:
    win, loss = state.regulations.points_of(GameResult.WIN)
    for game in played.games:
        if len(game.players) < 2:
            continue
        over = game.winner is not None
        points = [(win if each == game.winner else loss) if over else None for each in game.players]
        yield {
            **_head(state, len(state.rounds) + played.number, game.number, 2 * len(played.games)),
            "game_status": OVER if over else _PLAYED,
            **sides.of("p1", game.players[0], points[0]),
            **sides.of("p2", game.players[1], points[1]),
        }


CardName = Callable[[str], str]
Writer = Callable[[EventState, Sequence[Operation], CardName], str]


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format: its name for commands, its words for a menu, the ending of its files."""

    name: str
    words: str
    ending: str
    write: Writer


EXPORT_FORMATS = (
    ExportFormat("json", "Event, as played", ".json", lambda state, *_: written_document(state)),
    ExportFormat(
        "log", "Log, to continue the event", ".log.json", lambda _, log, __: written_log(log)
    ),
    ExportFormat("csv", "Standings as CSV", ".csv", lambda state, *_: standings_csv(state)),
    ExportFormat("players", "Players as CSV", ".players.csv", lambda state, *_: players_csv(state)),
    ExportFormat("results", "Results as CSV", ".results.csv", lambda state, *_: results_csv(state)),
    ExportFormat("nrtm", "NRTM, for Cobra", ".nrtm.json", lambda state, *_: written_nrtm(state)),
    ExportFormat(
        "tourneygrounds",
        "Games for TourneyGrounds",
        ".games.json",
        lambda state, _, card_name: written_tourney_grounds(state, card_name),
    ),
)

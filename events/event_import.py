"""Events from texts of any format: our document and log, other programs', a list of names."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from pydantic import AliasChoices, Field, ValidationError

from core.errors import AppError
from events import operations as ops
from events.document_reader import DocumentPart, first_seeds, read_document
from events.event_log import FORMAT, read_log, wrong_field
from events.event_state import EventState
from events.event_values import EventSettings
from events.export_formats import OVER
from events.operations import done_by
from events.replay import applied, replay
from events.sign_up import UNPRINTABLE, check_players, codes_alone, faction_code, read_sign_ups
from events.standings import standings


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """The log of an imported event, and sentences about what could not be read."""

    log: tuple[ops.Operation, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignGame:
    """A game: the second player is None for a bye; in an elimination it has a winner, no result."""

    players: tuple[str, str | None]
    table: int | None = None
    result: str | None = None
    winner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignEvent:
    """An event of another program; without `seeds` the standings give them."""

    name: str
    day: date
    players: Mapping[str, Mapping[str, Any]]
    rounds: Sequence[Sequence[ForeignGame]]
    bracket: Sequence[ForeignGame] = ()
    seeds: tuple[str, ...] = ()
    cut: int = 0
    notes: tuple[str, ...] = ()


def imported(event: ForeignEvent, at: datetime, by: str = "") -> ImportedEvent:
    """Return the log of an event; AppError if its rounds are impossible."""
    log = read_document(json.dumps(_document(event)), at)
    found = _with_elimination(event, log, at) if event.bracket else ImportedEvent(log)
    signed = tuple(done_by(each, by) for each in found.log)
    return ImportedEvent(signed, (*event.notes, *found.notes))


def result_of(first: float | None, second: float | None, *, drawn: bool = False) -> str | None:
    """Return the result that two players' points stand for; None without points."""
    if first is None or second is None:
        return None
    if drawn:
        return "intentional-draw"
    if first == second:
        return "draw" if first else "double-loss"
    won = "modified-win" if max(first, second) == 4 else "win"
    return won if first > second else won.replace("win", "loss")


def _document(event: ForeignEvent) -> dict[str, Any]:
    """Return the event document; a player who misses a round between others has a loss there."""
    seen: dict[str, list[int]] = {each: [] for each in event.players}
    for number, games in enumerate(event.rounds, start=1):
        for game in games:
            for player in filter(None, game.players):
                seen.setdefault(player, []).append(number)
    last = len(event.rounds)
    bracket = {each for game in event.bracket for each in game.players}
    players = [
        {"name": f"Player {player}", **event.players.get(player, {}), "id": player}
        | {"joined": present[0] if present else 1}
        | {"dropped": _left(present, last) if player not in bracket else None}
        for player, present in seen.items()
    ]
    return {
        "event": {
            "name": event.name,
            "date": event.day.isoformat(),
            "structure": "custom",
            "swiss_rounds": last or None,
            "cut": event.cut,
            "players": players,
            "rounds": [
                _foreign_round(games) | {"losses": _missing(seen, number)}
                for number, games in enumerate(event.rounds, start=1)
            ],
        }
    }


def _foreign_round(games: Sequence[ForeignGame]) -> dict[str, Any]:
    return {
        "games": [
            {"table": game.table, "players": game.players, "result": game.result}
            for game in games
            if game.players[1] is not None
        ],
        "byes": [game.players[0] for game in games if game.players[1] is None],
    }


def _missing(seen: Mapping[str, Sequence[int]], number: int) -> list[str]:
    """Return the players who are in rounds before and after this one, but not in it."""
    return [
        player
        for player, present in seen.items()
        if present and present[0] < number < present[-1] and number not in present
    ]


def _left(present: Sequence[int], last: int) -> int | None:
    """Return the round after which a player left, None if he was in the last."""
    if not last:
        return None
    left = present[-1] if present else 0
    return left if left < last else None


def _with_elimination(
    event: ForeignEvent, log: tuple[ops.Operation, ...], at: datetime
) -> ImportedEvent:
    """Return the log with the games of the elimination that follow from its seeds."""
    state = replay(log)
    ways = [event.seeds] if event.seeds else _ways_to_seed(event, state)
    found = [_played_elimination(event, seeds, log, state, at) for seeds in ways]
    return next((each for each in found if not each.notes), found[0])


def _ways_to_seed(event: ForeignEvent, state: EventState) -> list[tuple[str, ...]]:
    playing = {each for game in event.bracket for each in filter(None, game.players)}
    by_rank = tuple(line.player for line in standings(state) if line.player in playing)
    first = first_seeds(
        [tuple(filter(None, game.players)) for game in event.bracket[: event.cut // 2]]
    )
    return [by_rank, first] if set(first) == playing else [by_rank]


def _played_elimination(
    event: ForeignEvent,
    seeds: tuple[str, ...],
    log: tuple[ops.Operation, ...],
    state: EventState,
    at: datetime,
) -> ImportedEvent:
    try:
        cut = ops.CutMade(at=at, seeds=seeds)
        state = applied(cut, state)
    except AppError as error:
        return ImportedEvent(log, (f"The elimination was left out: {error.sentence}",))
    done: list[ops.Operation] = [*log, cut]
    for left, pair in enumerate(event.bracket):
        entered = _entered(pair, state, at)
        if entered is None:
            return ImportedEvent(tuple(done), _left_out(event.bracket[left:]))
        if entered.winner:
            state = applied(entered, state)
            done.append(entered)
    if state.winner is not None:
        done.append(ops.Finished(at=at))
    return ImportedEvent(tuple(done))


def _left_out(games: Sequence[ForeignGame]) -> tuple[str, ...]:
    return (
        (
            f"Games of the elimination left out: {len(games)}. They do not follow from a"
            " single elimination by these seeds."
        ),
    )


def _entered(pair: ForeignGame, state: EventState, at: datetime) -> ops.BracketResultEntered | None:
    for played in state.elimination:
        for game in played.games:
            if set(game.players) == set(pair.players) and game.winner is None:
                return ops.BracketResultEntered(
                    at=at, round=played.number, game=game.number, winner=pair.winner or ""
                )
    return None


Id = int | str


class NrtmPlayer(DocumentPart):
    """A player with his place; faction and agendas are ours."""

    id: Id
    name: str | None = None
    faction: str | None = None
    agendas: tuple[str, ...] = ()
    seed: int | None = None


class NrtmSide(DocumentPart):
    """A player in a game: points in Swiss rounds, whether he won in an elimination."""

    id: Id | None = None
    combined: float | None = Field(default=None, alias="combinedScore")
    corp: float | None = Field(default=None, alias="corpScore")
    runner: float | None = Field(default=None, alias="runnerScore")
    winner: bool | None = None

    @property
    def points(self) -> float | None:
        """The points of the game, None while it is played."""
        if self.combined is not None or (self.corp is None and self.runner is None):
            return self.combined
        return (self.corp or 0) + (self.runner or 0)


class NrtmGame(DocumentPart):
    """A game at a table."""

    table: int | None = None
    player1: NrtmSide
    player2: NrtmSide = NrtmSide()
    drawn: bool = Field(default=False, alias="intentionalDraw")
    elimination: bool = Field(default=False, alias="eliminationGame")


class NrtmEvent(DocumentPart):
    """The whole file."""

    name: str = "Event"
    date: str | None = None
    players: tuple[NrtmPlayer, ...] | dict[str, NrtmPlayer] = ()
    cut: tuple[NrtmPlayer, ...] | dict[str, NrtmPlayer] = Field(
        default=(), alias="eliminationPlayers"
    )
    rounds: tuple[tuple[NrtmGame, ...], ...] = ()


def is_nrtm(plain: dict[str, Any]) -> bool:
    """Whether this is how NRTM's JSON begins."""
    return "players" in plain and bool({"rounds", "preliminaryRounds"} & plain.keys())


def nrtm_event(plain: dict[str, Any], day: date) -> ForeignEvent:
    """Return the event of NRTM's JSON; ValidationError if it has another form."""
    read = NrtmEvent.model_validate(plain)
    players, cut = _listed(read.players), _listed(read.cut)
    rounds, bracket = [], []
    for games in read.rounds:
        swiss = [_nrtm_game(each) for each in games if not each.elimination]
        if swiss:
            rounds.append(swiss)
        bracket += [_nrtm_pair(each) for each in games if each.elimination]
    seeds = sorted((each for each in cut if each.seed), key=lambda each: each.seed or 0)
    return ForeignEvent(
        name=read.name,
        day=_day(read.date, day),
        players={
            str(each.id): {
                "name": each.name or f"Player {each.id}",
                "faction": each.faction,
                "agendas": each.agendas,
            }
            for each in players
        },
        rounds=rounds,
        bracket=bracket,
        seeds=tuple(str(each.id) for each in seeds),
        cut=len(cut),
    )


def _listed(players: tuple[NrtmPlayer, ...] | dict[str, NrtmPlayer]) -> tuple[NrtmPlayer, ...]:
    return tuple(players.values()) if isinstance(players, dict) else players


def _nrtm_game(game: NrtmGame) -> ForeignGame:
    first, second = game.player1, game.player2
    if first.id in {None, 0}:
        first, second = second, first
    if first.id in {None, 0}:
        raise AppError("A game of this file has no players.")
    other = None if second.id in {None, 0} else str(second.id)
    return ForeignGame(
        players=(str(first.id), other),
        table=game.table or None,
        result=result_of(first.points, second.points, drawn=game.drawn) if other else None,
    )


def _nrtm_pair(game: NrtmGame) -> ForeignGame:
    sides = (game.player1, game.player2)
    first, second = (str(each.id) for each in sides)
    return ForeignGame(
        players=(first, second), winner=next((str(each.id) for each in sides if each.winner), None)
    )


class GroundsGame(DocumentPart):
    """A game; `topx` is the size of the elimination round that it belongs to."""

    tournament_id: int | None = None
    tournament_name: str | None = None
    tournament_date: str | None = None
    round: int = Field(
        default=1, validation_alias=AliasChoices("tournament_round", "round_number", "round")
    )
    table: int | None = Field(default=None, validation_alias=AliasChoices("table_number", "table"))
    topx: int | None = None
    game_status: int | None = None
    p1_id: int
    p1_name: str | None = None
    p1_faction: str | None = Field(
        default=None, validation_alias=AliasChoices("p1_faction", "p1_house")
    )
    p1_agenda: str | None = None
    p1_points: float | None = None
    p2_id: int
    p2_name: str | None = None
    p2_faction: str | None = Field(
        default=None, validation_alias=AliasChoices("p2_faction", "p2_house")
    )
    p2_agenda: str | None = None
    p2_points: float | None = None


class GroundsPlayer(DocumentPart):
    """A player of a tournament."""

    player_id: int
    player_name: str | None = None
    faction: str | None = None
    agenda: str | None = None


def is_tourney_grounds(plain: object) -> bool:
    """Return whether this is TourneyGrounds' list of games or of players."""
    first = plain[0] if isinstance(plain, list) and plain else None
    return isinstance(first, dict) and bool({"p1_id", "player_id", "tournament_id"} & first.keys())


def tourney_grounds_event(
    plain: Sequence[dict[str, Any]], name: str, day: date, agendas: Callable[[str], tuple[str, ...]]
) -> ForeignEvent:
    """Return the event of such a list; ValidationError if a field is wrong."""
    if "p1_id" in plain[0]:
        games = [GroundsGame.model_validate(each) for each in plain]
        return _of_games(games, name, day, agendas)
    if "player_id" in plain[0]:
        roster = [GroundsPlayer.model_validate(each) for each in plain]
        players = {
            str(each.player_id): _grounds_player(
                each.player_id, each.player_name, each.faction, agendas(each.agenda or "")
            )
            for each in roster
        }
        unknown = {each.agenda for each in roster if each.agenda and not agendas(each.agenda)}
        notes = _unknown(unknown)
        return ForeignEvent(name=name, day=day, players=players, rounds=(), notes=notes)
    raise AppError(
        "This is a list of tournaments, without their games.",
        "Download the games of one: api/v3/games with its tournament_id.",
    )


def _grounds_player(
    number: int, name: str | None, faction: str | None, agendas: tuple[str, ...]
) -> dict[str, Any]:
    return {
        "name": name or f"Player {number}",
        "faction": faction_code(faction or ""),
        "agendas": agendas,
    }


def _unknown(agendas: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"“{each}” is not an agenda that is known here." for each in sorted(agendas))


def _of_games(
    games: Sequence[GroundsGame], name: str, day: date, agendas: Callable[[str], tuple[str, ...]]
) -> ForeignEvent:
    if len({each.tournament_id for each in games}) > 1:
        raise AppError(
            "These are games of several tournaments.", "Download those of one tournament."
        )
    players: dict[str, dict[str, Any]] = {}
    unknown: set[str] = set()
    for each in games:
        sides = (
            (each.p1_id, each.p1_name, each.p1_faction, each.p1_agenda or ""),
            (each.p2_id, each.p2_name, each.p2_faction, each.p2_agenda or ""),
        )
        for number, written, faction, agenda in sides:
            if number > 0:
                codes = agendas(agenda)
                unknown |= {agenda} if agenda and not codes else set()
                players.setdefault(str(number), _grounds_player(number, written, faction, codes))
    swiss = [each for each in games if (each.topx or 0) < 2]
    cut = [each for each in games if (each.topx or 0) > 1]
    cut.sort(key=lambda each: (each.round, each.table or 0))
    numbers = sorted({each.round for each in swiss})
    first = games[0]
    return ForeignEvent(
        name=first.tournament_name or name,
        day=_day(first.tournament_date, day),
        players=players,
        rounds=[
            [_grounds_game(each) for each in swiss if each.round == number] for number in numbers
        ],
        bracket=[_grounds_pair(each) for each in cut if min(each.p1_id, each.p2_id) > 0],
        cut=max((each.topx or 0 for each in cut), default=0),
        notes=_unknown(unknown),
    )


def _day(written: str | None, otherwise: date) -> date:
    try:
        return date.fromisoformat((written or "")[:10])
    except ValueError:
        return otherwise


def _points(game: GroundsGame) -> tuple[float | None, float | None]:
    if game.game_status not in {None, OVER}:
        return None, None
    return game.p1_points, game.p2_points


def _grounds_game(game: GroundsGame) -> ForeignGame:
    if max(game.p1_id, game.p2_id) < 1:
        raise AppError("A game of this file has no players.")
    if min(game.p1_id, game.p2_id) < 1:
        return ForeignGame(players=(str(max(game.p1_id, game.p2_id)), None), table=game.table)
    return ForeignGame(
        players=(str(game.p1_id), str(game.p2_id)),
        table=game.table,
        result=result_of(*_points(game)),
    )


def _grounds_pair(game: GroundsGame) -> ForeignGame:
    first, second = _points(game)
    winner = None
    if first is not None and second is not None and first != second:
        winner = str(game.p1_id if first > second else game.p2_id)
    return ForeignGame(players=(str(game.p1_id), str(game.p2_id)), winner=winner)


AgendaCodes = Callable[[str], tuple[str, ...]]
_SIGNED = (ops.Registered, ops.EnteredLate)
# Objects and lists; an event of the most players has 80,000 in ten rounds.
_MOST_PARTS = 120_000


def read_import(
    text: str,
    unstated: EventSettings,
    at: datetime,
    by: str = "",
    agendas: AgendaCodes = codes_alone,
) -> ImportedEvent:
    """Return the event of a text.

    `unstated` has name, day and seed for a text without them. `by` is who imports it; a log has its
    own names. `agendas` finds the codes of agendas by name, since there are no cards here. AppError
    says what else the text is, or why its event is impossible.
    """
    if text.lstrip()[:1] not in {"{", "["}:
        return _of_names(text, unstated, at, by, agendas)
    return _with_known_factions(_of_json(text, unstated, at, by, agendas))


def _of_json(
    text: str, unstated: EventSettings, at: datetime, by: str, agendas: AgendaCodes
) -> ImportedEvent:
    if text.count("{") + text.count("[") > _MOST_PARTS:
        raise AppError(
            f"This JSON has more than {_MOST_PARTS:,} parts, too many for an event.",
            "Choose the file of one event.",
        )
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise AppError(f"This looks like JSON but is not valid: {error}.") from None
    if isinstance(plain, dict) and plain.get("format") == FORMAT:
        log = read_log(text)
        check_players(sum(isinstance(each, _SIGNED) for each in log))
        replay(log)
        return ImportedEvent(log)
    if isinstance(plain, dict) and "event" in plain:
        return ImportedEvent(read_document(text, at, by))
    players = plain.get("players") if isinstance(plain, dict) else plain
    if isinstance(players, list | dict):
        check_players(sum("p1_id" not in each for each in players if isinstance(each, dict | str)))
    try:
        if isinstance(plain, dict) and is_nrtm(plain):
            return imported(nrtm_event(plain, unstated.day), at, by)
        if is_tourney_grounds(plain):
            return imported(
                tourney_grounds_event(plain, unstated.name, unstated.day, agendas), at, by
            )
    except ValidationError as error:
        raise AppError(f"The event's {wrong_field(error)}") from None
    raise AppError(
        "This JSON is not an event of a known format.",
        "Known: our log and document, NRTM (Cobra), TourneyGrounds' games or players.",
    )


def _with_known_factions(event: ImportedEvent) -> ImportedEvent:
    """Return an event without unknown factions; its notes name them."""
    log: list[ops.Operation] = []
    notes = list(event.notes)
    for each in event.log:
        operation = each
        if isinstance(each, _SIGNED) and each.faction:
            operation = replace(each, faction=faction_code(each.faction))
            if not operation.faction:
                notes.append(f"{each.name}: “{each.faction}” is not a faction.")
        log.append(operation)
    return ImportedEvent(tuple(log), tuple(notes))


def _of_names(
    text: str, settings: EventSettings, at: datetime, by: str, agendas: AgendaCodes
) -> ImportedEvent:
    """Return an event with the players of a list signed up."""
    found = read_sign_ups(text)
    unprintable = sum(each.problem == UNPRINTABLE for each in found)
    if 2 * unprintable > len(found) or _is_page(text):
        raise AppError("This is not a list of names.", "One name a line, or a CSV with names.")
    if not any(not each.problem for each in found):
        raise AppError("The file names no players.", "One name a line, or a CSV with names.")
    signed = [each for each in found if not each.problem]
    players = [
        ops.Registered(
            at=at,
            by=by,
            player=f"p{number}",
            name=each.name,
            faction=each.faction,
            agendas=agendas(each.agenda),
        )
        for number, each in enumerate(signed, start=1)
    ]
    notes = [f"Line {each.line}: {said}" for each in found if (said := each.problem or each.note)]
    notes += [
        f"Line {each.line}: “{each.agenda}” is not an agenda that is known here."
        for each, player in zip(signed, players, strict=True)
        if each.agenda and not player.agendas
    ]
    return ImportedEvent((ops.Created(at=at, by=by, settings=settings), *players), tuple(notes))


def _is_page(text: str) -> bool:
    """Return whether a web page was saved instead of what it links to."""
    return text.lstrip().casefold().startswith(("<!doctype", "<html"))


def named(event: ImportedEvent, name: str) -> ImportedEvent:
    """Return an event under another name."""
    log = tuple(
        replace(each, settings=replace(each.settings, name=name))
        if name and isinstance(each, ops.Created | ops.SettingsChanged)
        else each
        for each in event.log
    )
    return replace(event, log=log)

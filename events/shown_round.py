"""Rounds and standings as everybody may see them: Swiss rounds and elimination alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from carddb.spelling import fold
from events.bracket import elimination_title, final_ranking, seats_of
from events.event_state import EventState
from events.event_terms import EventStage, Tiebreaker
from events.event_values import BracketGame, BracketRound, EventPlayer, SwissRound, TableGame
from events.standings import UNIT, Standing, scores, standings

MEETS_AGAIN = "A rematch: no pairing did without."


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSeat:
    """A player at a table: his points before the round, and what the game gave him.

    `score` is empty while it is played; points in a Swiss round, a place at a melee table,
    "won" or "lost" in the elimination, or a place there where it is known.
    """

    player: str
    name: str
    points: str = ""
    score: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownGame:
    """A table of a round; `note` names a departure from the regulations."""

    table: int
    seats: tuple[ShownSeat, ...]
    over: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRound:
    """A round; `without_game` are players with what they have instead ("Bye")."""

    title: str
    games: tuple[ShownGame, ...]
    without_game: tuple[tuple[ShownSeat, str], ...] = ()
    elimination: bool = False

    @property
    def playing(self) -> tuple[ShownGame, ...]:
        return tuple(game for game in self.games if not game.over)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPlace:
    """Where one player plays; `table` says "Bye" or why there is no game."""

    seat: ShownSeat
    table: str
    opponents: tuple[ShownSeat, ...] = ()


def shown_round(state: EventState, number: int | None = None) -> ShownRound:
    """Return a Swiss round, by default the current round; AppError before the first."""
    if number is None and state.elimination:
        return _elimination_round(state, state.elimination[-1])
    return _swiss_round(state, state.round(number or len(state.rounds)))


def places_by_name(shown: ShownRound) -> tuple[PlayerPlace, ...]:
    """Return where everybody plays, in the order of names."""
    return tuple(sorted(_places(shown), key=lambda place: name_order(place.seat.name)))


def name_order(name: str) -> tuple[str, str]:
    """Return what names are sorted by: without accents and case, and then by the letter."""
    return fold(name) or name.casefold(), name


def points_text(points: Fraction) -> str:
    """Return points as they are shown; a shared place may give a fraction of a point."""
    return str(points) if points.denominator == 1 else f"{float(points):.2f}"


def decimal_text(value: Fraction) -> str:
    """Return a strength of schedule with four decimals."""
    return f"{float(value):.4f}"


_DECIDED_BY = {Tiebreaker.SOS: "SoS", Tiebreaker.XSOS: "xSoS"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStanding:
    """A line of the standings as it is shown; `place` is the place in the final ranking."""

    line: Standing
    player: EventPlayer
    place: int | None
    label: str
    points: str
    sos: str
    xsos: str
    decided_by: str


@dataclass(frozen=True, slots=True)
class ShownStandings:
    """The standings; `opponents` of a row are what its SoS and xSoS are the means of."""

    rows: tuple[ShownStanding, ...]
    _by_player: dict[str, ShownStanding] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_player", {each.player.id: each for each in self.rows})

    def opponents(self, row: ShownStanding) -> list[ShownStanding]:
        """Return the opponents; one who was met twice is there twice."""
        return [self._by_player[each] for each in row.line.opponents]


def shown_standings(state: EventState) -> ShownStandings:
    """Return the standings, with the final ranking once the elimination has begun."""
    places: dict[str, int] = {}
    if state.elimination or state.stage is EventStage.FINISHED:
        places = {player: at for at, player in enumerate(final_ranking(state), start=1)}
    players = {each.id: each for each in state.players}

    def shown(line: Standing) -> ShownStanding:
        player = players[line.player]
        return ShownStanding(
            line=line,
            player=player,
            place=places.get(player.id),
            label=player.name if player.active else f"{player.name} (left)",
            points=points_text(line.points),
            sos=decimal_text(line.sos),
            xsos=decimal_text(line.xsos),
            decided_by=_DECIDED_BY.get(line.decided_by, line.decided_by.value),
        )

    return ShownStandings(tuple(map(shown, standings(state))))


def _places(shown: ShownRound) -> Iterator[PlayerPlace]:
    for game in shown.games:
        for seat in game.seats:
            others = tuple(each for each in game.seats if each is not seat)
            yield PlayerPlace(seat=seat, table=str(game.table), opponents=others)
    for seat, instead in shown.without_game:
        yield PlayerPlace(seat=seat, table=instead)


def _swiss_round(state: EventState, played: SwissRound) -> ShownRound:
    names = {each.id: each.name for each in state.players}
    before = replace(state, rounds=state.rounds[: played.number - 1])
    points = {player: Fraction(each.twelfths, UNIT) for player, each in scores(before).items()}
    again = {frozenset(pair) for pair in played.rematches}

    def seat(player: str, score: str = "") -> ShownSeat:
        known = points_text(points.get(player, Fraction(0)))
        return ShownSeat(player=player, name=names[player], points=known, score=score)

    def game(each: TableGame) -> ShownGame:
        shown = zip(each.players, _results(state, each), strict=True)
        return ShownGame(
            table=each.table,
            seats=tuple(seat(*one) for one in shown),
            over=each.over,
            note=MEETS_AGAIN if frozenset(each.players) in again else "",
        )

    given = dict.fromkeys(played.given, "Bye, by the organizer")
    planned = state.plan.swiss_rounds if state.plan else 0
    return ShownRound(
        title=f"Round {played.number}" + (f" of {planned}" if planned else ""),
        games=tuple(map(game, played.games)),
        without_game=(
            *((seat(each), given.get(each, "Bye")) for each in played.byes),
            *((seat(each), "No game") for each in played.losses),
        ),
    )


def _results(state: EventState, game: TableGame) -> tuple[str, ...]:
    if game.places:
        return tuple(map(str, game.places))
    if game.result is None:
        return ("",) * len(game.players)
    return tuple(map(str, state.regulations.points_of(game.result)))


def _elimination_round(state: EventState, played: BracketRound) -> ShownRound:
    names = {each.id: each.name for each in state.players}

    def seat(player: str, game: BracketGame) -> ShownSeat:
        score = "" if game.winner is None else "won" if player == game.winner else "lost"
        if game.places:
            score = str(game.places[game.players.index(player)])
        return ShownSeat(player=player, name=names[player], score=score)

    games = tuple(
        ShownGame(
            table=game.number,
            seats=tuple(seat(each, game) for each in game.players),
            over=game.over,
        )
        for game in played.games
        if len(game.players) > 1
    )
    alone = [game.players[0] for game in played.games if len(game.players) == 1]
    return ShownRound(
        title=elimination_title(len(played.games), seats_of(state)),
        games=games,
        without_game=tuple((ShownSeat(player=each, name=names[each]), "Bye") for each in alone),
        elimination=True,
    )

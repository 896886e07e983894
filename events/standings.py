"""Standings: the players by points and tiebreakers after the Swiss rounds so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, groupby
from math import lcm

from events.chance import lot
from events.event_state import EventState
from events.event_terms import GameResult, Tiebreaker
from events.event_values import SwissRound, TableGame
from events.regulations import BYE_POINTS

# Points are counted in twelfths, so that a shared place at a melee table (the mean of two, three
# or four places) is a whole number as well.
UNIT = 12
WINS = (GameResult.WIN, GameResult.MODIFIED_WIN)
DRAWS = (GameResult.DRAW, GameResult.INTENTIONAL_DRAW)


@dataclass(slots=True)
class PlayerScore:
    """A player's score while it is added up; `twelfths` of points."""

    twelfths: int = 0
    rounds: int = 0
    wins: int = 0
    byes: int = 0
    opponents: list[str] = field(default_factory=list)
    defeated: set[str] = field(default_factory=set)
    lost_to: set[str] = field(default_factory=set)


def scores(state: EventState) -> dict[str, PlayerScore]:
    """Return the score of each player from all games that are over, in order of registration."""
    found = {each.id: PlayerScore() for each in state.took_part}
    bye = UNIT * (state.settings.melee.bye if state.kind.at_tables else BYE_POINTS)
    worth = {result: UNIT * points for result, points in state.regulations.points.items()}
    for played in state.rounds:
        for game in played.games:
            if game.over:
                _count_game(state, game, found, worth)
        for player in played.byes:
            score = found[player]
            score.twelfths += bye
            score.rounds += 1
            score.wins += 1
            score.byes += 1
        for player in played.losses:
            found[player].rounds += 1
    return found


def _count_game(
    state: EventState, game: TableGame, found: dict[str, PlayerScore], worth: dict[GameResult, int]
) -> None:
    if game.result is None:
        _count_places(state, game, found)
        return
    first, second = game.players
    for player, other, result in (
        (first, second, game.result),
        (second, first, game.result.for_other),
    ):
        score = found[player]
        score.rounds += 1
        score.opponents.append(other)
        score.twelfths += worth[result]
        if result in WINS:
            score.wins += 1
            score.defeated.add(other)
            found[other].lost_to.add(player)


def _count_places(state: EventState, game: TableGame, found: dict[str, PlayerScore]) -> None:
    form = state.settings.melee.points_for(len(game.players))
    for player in game.players:
        found[player].rounds += 1
        found[player].opponents += [each for each in game.players if each != player]
    for player, place in zip(game.players, game.places, strict=True):
        shared = game.places.count(place)
        found[player].twelfths += UNIT * sum(form[place - 1 : place - 1 + shared]) // shared
        if place == 1 and shared == 1:
            found[player].wins += 1


def record(state: EventState, player: str) -> tuple[int, int, int]:
    """Return how many Swiss games of two a player won, lost and drew; a bye is won."""
    won = lost = drawn = 0
    for played in state.rounds:
        won += player in played.byes
        lost += player in played.losses
        for game in played.games:
            if game.result is not None and player in game.players:
                own = game.result if game.players[0] == player else game.result.for_other
                won += own in WINS
                drawn += own in DRAWS
                lost += own not in WINS and own not in DRAWS
    return won, lost, drawn


def pairs_met(rounds: Iterable[SwissRound]) -> Iterator[tuple[int, str, str]]:
    """Yield every two players who sat at one table, with the number of the round."""
    for played in rounds:
        for game in played.games:
            for first, second in combinations(game.players, 2):
                yield played.number, first, second


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One line: `decided_by` is what gave this player his place among those of equal points."""

    rank: int
    player: str
    points: Fraction
    rounds: int
    wins: int
    byes: int
    sos: Fraction
    xsos: Fraction
    lot: int
    opponents: tuple[str, ...]
    decided_by: Tiebreaker

    @property
    def average(self) -> Fraction:
        return self.points / self.rounds if self.rounds else Fraction(0)


def standings(state: EventState) -> tuple[Standing, ...]:
    """Return the standings of all players, the first first, those who left included."""
    found = scores(state)
    strength = _strengths(found)
    seed = state.settings.seed
    keys = {player: (*strength.keys[player], lot(seed, player)) for player in found}
    by_points = sorted(
        found, key=lambda player: (found[player].twelfths, *keys[player]), reverse=True
    )
    head_to_head = Tiebreaker.HEAD_TO_HEAD in state.regulations.tiebreakers
    lines: list[Standing] = []
    for _, group in groupby(by_points, key=lambda player: found[player].twelfths):
        for player, decided in _ordered(list(group), found, keys, head_to_head=head_to_head):
            score = found[player]
            lines.append(
                Standing(
                    rank=len(lines) + 1,
                    player=player,
                    points=Fraction(score.twelfths, UNIT),
                    rounds=score.rounds,
                    wins=score.wins,
                    byes=score.byes,
                    sos=Fraction(keys[player][0], strength.sos_unit),
                    xsos=Fraction(keys[player][1], strength.xsos_unit),
                    lot=keys[player][2],
                    opponents=tuple(score.opponents),
                    decided_by=decided,
                )
            )
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class _Strengths:
    """SoS and xSoS of each player as whole numbers of a unit, the same for all."""

    keys: dict[str, tuple[int, int]]
    sos_unit: int
    xsos_unit: int


def _strengths(found: dict[str, PlayerScore]) -> _Strengths:
    """Return SoS and xSoS: whole numbers are many times as fast as fractions, and as exact."""
    rounds = lcm(*{score.rounds or 1 for score in found.values()})
    meetings = lcm(*{len(score.opponents) or 1 for score in found.values()})
    averages = {
        player: score.twelfths * (rounds // (score.rounds or 1)) for player, score in found.items()
    }
    sos = {
        player: sum([averages[each] for each in score.opponents])
        * (meetings // (len(score.opponents) or 1))
        for player, score in found.items()
    }
    xsos = {
        player: sum([sos[each] for each in score.opponents])
        * (meetings // (len(score.opponents) or 1))
        for player, score in found.items()
    }
    unit = UNIT * rounds * meetings
    return _Strengths({each: (sos[each], xsos[each]) for each in found}, unit, unit * meetings)


def _ordered(
    group: list[str],
    found: dict[str, PlayerScore],
    keys: dict[str, tuple[int, int, int]],
    *,
    head_to_head: bool,
) -> list[tuple[str, Tiebreaker]]:
    """Return a group of equal points, sorted by SoS, xSoS and lot, with what decided each place."""
    if len(group) == 1:
        return [(group[0], Tiebreaker.POINTS)]
    first = _who_beat_all(group, found) if head_to_head else None
    if first is None:
        return [(player, _decided(player, group, keys)) for player in group]
    rest = [player for player in group if player != first]
    alone = Tiebreaker.HEAD_TO_HEAD if len(rest) == 1 else None
    return [
        (first, Tiebreaker.HEAD_TO_HEAD),
        *((player, alone or _decided(player, rest, keys)) for player in rest),
    ]


def _who_beat_all(group: list[str], found: dict[str, PlayerScore]) -> str | None:
    """Return who has played and defeated all others; a lost second game against one counts too."""
    for player in group:
        score = found[player]
        if len(score.defeated) >= len(group) - 1 and all(
            other in score.defeated and other not in score.lost_to
            for other in group
            if other != player
        ):
            return player
    return None


def _decided(
    player: str, group: Sequence[str], keys: dict[str, tuple[int, int, int]]
) -> Tiebreaker:
    """Return the first tiebreaker that no neighbor in the sorted group shares."""
    at = group.index(player)
    near = [keys[each] for each in (*group[max(0, at - 1) : at], *group[at + 1 : at + 2])]
    mine = keys[player]
    if all(key[0] != mine[0] for key in near):
        return Tiebreaker.SOS
    if all(key[:2] != mine[:2] for key in near):
        return Tiebreaker.XSOS
    return Tiebreaker.LOT

"""What every player has after some rounds: points, rounds, opponents, wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from events.event_state import EventState
from events.event_terms import GameResult
from events.event_values import SwissRound, TableGame
from events.regulations import BYE_POINTS

# Points are counted in twelfths, so that a shared place at a melee table (the mean of two, three
# or four places) is a whole number as well.
UNIT = 12
WINS = (GameResult.WIN, GameResult.MODIFIED_WIN)


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


def pairs_met(rounds: Iterable[SwissRound]) -> Iterator[tuple[int, str, str]]:
    """Yield every two players who sat at one table, with the number of the round."""
    for played in rounds:
        for game in played.games:
            for first, second in combinations(game.players, 2):
                yield played.number, first, second

"""A season: players over several events, with points by place and a rating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import log, sqrt
from typing import TYPE_CHECKING

from carddb.spelling import fold
from events.bracket import final_ranking
from events.event_state import EventState
from events.event_terms import GameResult
from events.shown_round import name_order
from events.standings import WINS

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

# For the places from the first on; later places have no points.
USUAL_POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
# The rating of a player without games. A player with 400 more wins ten games for each that he
# loses, as in Elo's scale.
RATING_START, _TEN_TO_ONE = 1500, 400
# Nobody shows his skill in a result that is agreed on, or in one that both lose.
_WITHOUT_SKILL = {GameResult.INTENTIONAL_DRAW, GameResult.DOUBLE_LOSS}


def name_key(name: str) -> str:
    """Return what names are compared by: without accents and case."""
    return fold(name) or name.casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    """Points for the places from the first on, and how many events count (None: all)."""

    points: tuple[int, ...] = USUAL_POINTS
    best: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPeople:
    """The organizer's answers to who is who; names are as `name_key` returns them.

    A name of `same` is one player in all events, a name of `apart` another player in each.
    `spellings` are other names of a player, with the name that they stand for.
    """

    same: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()
    spellings: Mapping[str, str] = field(default_factory=dict)

    def key(self, name: str) -> str:
        """Return the key of the player whom a name stands for."""
        key = name_key(name)
        return self.spellings.get(key, key)

    def is_one(self, key: str) -> bool:
        return key in self.same or key in self.spellings.values()

    def has_answer(self, name: str) -> bool:
        key = self.key(name)
        return key in self.apart or self.is_one(key)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonResult:
    """What a player did in an event (its position in the season), and whether it counts."""

    event: int
    place: int
    points: int
    counts: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """A player of the season; equal results share a rank. `games` are those with an opponent."""

    rank: int
    name: str
    points: int
    results: tuple[SeasonResult, ...]
    games: int
    wins: int
    rating: int


@dataclass(frozen=True, slots=True)
class Season:
    """The standings of a season.

    `repeated` are the names in several events, `unanswered` those that are kept apart until the
    organizer says whether they are one player.
    """

    events: tuple[EventState, ...]
    rules: SeasonRules
    lines: tuple[SeasonLine, ...]
    repeated: tuple[str, ...]
    unanswered: tuple[str, ...]


_RULES, _NOBODY = SeasonRules(), SeasonPeople()
# The players of a game by their keys, and their ranks; 1 is the best.
_Game = tuple[tuple[str, ...], tuple[int, ...]]


@dataclass(slots=True)
class _Entrant:
    """A player while the season is added up."""

    name: str
    results: list[SeasonResult] = field(default_factory=list)
    games: int = 0
    wins: int = 0

    @property
    def points(self) -> list[int]:
        """The points that count, the most first."""
        return sorted((each.points for each in self.results if each.counts), reverse=True)


def season_of(
    events: Iterable[EventState], rules: SeasonRules = _RULES, people: SeasonPeople = _NOBODY
) -> Season:
    """Return the season of some events, sorted by day.

    Players of one name are one player only where `people` says so. Players rank by the points
    of the events that count, then by the best of these results. A disqualified player has no
    points in that event.
    """
    states = tuple(sorted(events, key=lambda each: each.settings.day))
    repeated = _repeated_names(states, people)
    entrants: dict[str, _Entrant] = {}
    games: list[_Game] = []
    for number, state in enumerate(states):
        keys = _keys(number, state, people)
        _add_results(number, state, keys, rules, entrants)
        for player in state.took_part:
            is_apart = keys[player.id] != people.key(player.name)
            event = (
                f" ({state.settings.name})"
                if is_apart and people.key(player.name) in repeated
                else ""
            )
            entrants[keys[player.id]].name = f"{player.name}{event}"
        games += _games(state, keys)
    for game, ranks in games:
        for key, rank in zip(game, ranks, strict=True):
            entrants[key].games += 1
            entrants[key].wins += rank == 1 and ranks.count(1) == 1
    for entrant in entrants.values():
        entrant.results = _counted(entrant.results, rules.best)
    names = tuple(sorted(repeated.values(), key=name_order))
    asked = tuple(each for each in names if not people.has_answer(each))
    return Season(states, rules, _lines(entrants, _ratings(games)), names, asked)


def _repeated_names(states: Iterable[EventState], people: SeasonPeople) -> dict[str, str]:
    """Return the names of several events by their keys, as the last event writes them."""
    names = [
        {people.key(player.name): player.name for player in state.took_part} for state in states
    ]
    count = Counter(key for each in names for key in each)
    return {key: name for each in names for key, name in each.items() if count[key] > 1}


def _keys(number: int, state: EventState, people: SeasonPeople) -> dict[str, str]:
    """Return the key of each player of an event, by his id.

    Two players of one event are never the same player, whatever they are called.
    """
    keys = {each.id: people.key(each.name) for each in state.took_part}
    count = Counter(keys.values())
    return {
        player: key if people.is_one(key) and count[key] == 1 else f"{number}:{player}"
        for player, key in keys.items()
    }


def _add_results(
    number: int,
    state: EventState,
    keys: Mapping[str, str],
    rules: SeasonRules,
    entrants: dict[str, _Entrant],
) -> None:
    removed = {each.id for each in state.players if each.disqualified}
    for place, player in enumerate(final_ranking(state), start=1):
        has_points = place <= len(rules.points) and player not in removed
        points = rules.points[place - 1] if has_points else 0
        entrant = entrants.setdefault(keys[player], _Entrant(""))
        entrant.results.append(SeasonResult(event=number, place=place, points=points))


def _counted(results: list[SeasonResult], best: int | None) -> list[SeasonResult]:
    """Return the results of a player; all but the best ones do not count."""
    by_points = sorted(results, key=lambda each: (-each.points, each.place))
    left_out = by_points[len(results) if best is None else best :]
    return [replace(each, counts=each not in left_out) for each in results]


def _lines(entrants: Mapping[str, _Entrant], rated: Mapping[str, int]) -> tuple[SeasonLine, ...]:
    def strength(key: str) -> list[int]:
        points = entrants[key].points
        return [-sum(points), *(-each for each in points)]

    order = sorted(entrants, key=lambda key: (strength(key), name_order(entrants[key].name)))
    lines: list[SeasonLine] = []
    for _, group in groupby(order, key=strength):
        rank = len(lines) + 1
        for key in group:
            each = entrants[key]
            lines.append(
                SeasonLine(
                    rank=rank,
                    name=each.name,
                    points=sum(each.points),
                    results=tuple(each.results),
                    games=each.games,
                    wins=each.wins,
                    rating=rated.get(key, RATING_START),
                )
            )
    return tuple(lines)


def _games(state: EventState, keys: Mapping[str, str]) -> Iterator[_Game]:
    """Yield the games that were played, in the order of the rounds."""
    for played in state.rounds:
        for game in played.games:
            if game.places:
                yield tuple(keys[each] for each in game.players), game.places
            elif game.result is not None and game.result not in _WITHOUT_SKILL:
                yield tuple(keys[each] for each in game.players), _ranks(game.result)
    for elimination in state.elimination:
        for each in elimination.games:
            if each.played:
                ranks = each.places or tuple(
                    1 if player == each.winner else 2 for player in each.players
                )
                yield tuple(keys[player] for player in each.players), ranks


def _ranks(result: GameResult) -> tuple[int, int]:
    if result is GameResult.DRAW:
        return 1, 1
    return (1, 2) if result in WINS else (2, 1)


def _ratings(games: Iterable[_Game]) -> dict[str, int]:
    """Return the rating of each player on Elo's scale.

    The model is that of Plackett and Luce, with the updates of Weng and Lin (2011).
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 - a tenth of a second, for a season

    model = PlackettLuce()
    skills: dict[str, PlackettLuceRating] = {}
    for players, ranks in games:
        teams = [[skills.get(each) or model.rating()] for each in players]
        for player, team in zip(players, model.rate(teams, ranks=list(ranks)), strict=True):
            skills[player] = team[0]
    # A unit of skill, between two players whose skills are well known.
    unit = _TEN_TO_ONE / log(10) / (sqrt(2) * model.beta)
    return {
        player: RATING_START + round(unit * (each.mu - model.mu)) for player, each in skills.items()
    }

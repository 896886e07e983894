"""A season: players over several events, by points for places, with a rating of their games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from math import log, sqrt

from carddb.spelling import fold
from core.errors import AppError
from events.bracket import final_ranking
from events.event_state import EventState
from events.event_terms import EventStage, GameResult
from events.standings import DRAWS, WINS, record

# For the places from the first on; the last number is for all places after it.
USUAL_POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
# The rating begins here, and 400 more are ten wins for each loss, as with Elo.
_MIDDLE = 1500
_TEN_TO_ONE = 400
# A player of an event: the number of the event, and the id within it.
_Seat = tuple[int, str]


@dataclass(frozen=True, slots=True)
class SeasonForm:
    """How a season is counted: points for places, and how many of the best results (0: all)."""

    points: tuple[int, ...] = USUAL_POINTS
    best: int = 0

    def __post_init__(self) -> None:
        if not self.points or min(self.points) < 0:
            raise AppError("Points for places are whole numbers from 0.", "For example 10,7,5,3,1.")
        if list(self.points) != sorted(self.points, reverse=True):
            raise AppError("A better place has no fewer points.", "For example 10,7,5,3,1.")

    def points_of(self, place: int) -> int:
        return self.points[min(place, len(self.points)) - 1]


@dataclass(frozen=True, slots=True)
class NameAnswers:
    """Which names are one person: `same` groups folded names, `different` are never merged."""

    same: tuple[frozenset[str], ...] = ()
    different: frozenset[str] = frozenset()

    def with_same(self, names: Iterable[str]) -> NameAnswers:
        """Return the answers in which these names are one person, in every event."""
        group = frozenset(map(fold, names))
        joined = [each for each in self.same if each & group]
        others = tuple(each for each in self.same if not each & group)
        return NameAnswers((*others, group.union(*joined)), self.different - group)

    def with_different(self, name: str) -> NameAnswers:
        """Return the answers in which a name is another person in each event."""
        folded = fold(name)
        same = tuple(each for each in self.same if folded not in each)
        return NameAnswers(same, self.different | {folded})

    def group_of(self, folded: str) -> frozenset[str] | None:
        return next((each for each in self.same if folded in each), None)


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """A player's place in an event; `counts` unless others are better and the best count."""

    event: str
    day: date
    place: int
    points: int
    counts: bool = True


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player of the season; players who are equal in points and places share a rank."""

    rank: int
    name: str
    results: tuple[SeasonResult, ...]
    games: tuple[int, int, int]
    rating: int
    deviation: int

    @property
    def points(self) -> int:
        return sum(each.points for each in self.results if each.counts)


@dataclass(frozen=True, slots=True)
class Season:
    """The lines, names that nobody has answered for, and what should be known of the events."""

    lines: tuple[SeasonLine, ...]
    events: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Person:
    name: str
    seats: list[_Seat] = field(default_factory=list)


def season(
    states: Sequence[EventState], form: SeasonForm, answers: NameAnswers = NameAnswers()
) -> Season:
    """Return the season of these events, in the order of their days."""
    states = sorted(states, key=lambda each: (each.settings.day, each.settings.name))
    played = [each for each in states if each.rounds or each.elimination]
    if not played:
        raise AppError("None of these events has a round.", "A season counts events with results.")
    people = _people(played, answers)
    ratings = _ratings(played, people)
    found = [_line(played, each, form, ratings[at]) for at, each in enumerate(people)]
    return Season(
        lines=tuple(_ranked(found)),
        events=tuple(each.settings.name for each in played),
        unanswered=_unanswered(played, answers),
        notes=tuple(_notes(states)),
    )


def _notes(states: Iterable[EventState]) -> Iterator[str]:
    for each in states:
        name = each.settings.name
        if not each.rounds and not each.elimination:
            yield f"{name} has no round and is left out."
        elif each.stage is not EventStage.FINISHED and each.winner is None:
            yield f"{name} is not finished: its places are those of now."


def _unanswered(states: Sequence[EventState], answers: NameAnswers) -> tuple[str, ...]:
    """Return the names that several events have, and of which nobody said whether they are one."""
    return tuple(
        written
        for folded, (written, *_) in sorted(_names_of_several(states).items())
        if folded not in answers.different and not answers.group_of(folded)
    )


def _names_of_several(states: Sequence[EventState]) -> dict[str, list[str]]:
    """Return the names that more than one player has, by their folded form."""
    names: dict[str, list[str]] = {}
    for state in states:
        for player in state.took_part:
            names.setdefault(fold(player.name), []).append(player.name)
    return {folded: written for folded, written in names.items() if len(written) > 1}


def _people(states: Sequence[EventState], answers: NameAnswers) -> list[_Person]:
    """Return the persons; one name in two events is two persons until somebody says otherwise."""
    several = _names_of_several(states)
    people: dict[object, _Person] = {}
    for number, state in enumerate(states):
        for player in state.took_part:
            folded = fold(player.name)
            group = answers.group_of(folded)
            is_shared = group is None and folded in several
            key: object = group or ((number, player.id) if is_shared else folded)
            name = f"{player.name} ({state.settings.name})" if is_shared else player.name
            person = people.setdefault(key, _Person(name))
            if any(event == number for event, _ in person.seats):
                raise AppError(
                    f"“{person.name}” and “{player.name}” both play in {state.settings.name}, "
                    "so they are two persons.",
                    "Take back that they are the same.",
                )
            person.seats.append((number, player.id))
    return list(people.values())


def _line(
    states: Sequence[EventState], person: _Person, form: SeasonForm, rating: tuple[int, int]
) -> SeasonLine:
    results = []
    games = (0, 0, 0)
    for number, player in person.seats:
        state = states[number]
        place = final_ranking(state).index(player) + 1
        settings = state.settings
        results.append(SeasonResult(settings.name, settings.day, place, form.points_of(place)))
        won, lost, drawn = _record(state, player)
        games = (games[0] + won, games[1] + lost, games[2] + drawn)
    if form.best:
        order = sorted(range(len(results)), key=lambda at: (-results[at].points, results[at].place))
        for at in order[form.best :]:
            each = results[at]
            results[at] = SeasonResult(each.event, each.day, each.place, each.points, counts=False)
    return SeasonLine(0, person.name, tuple(results), games, *rating)


def _record(state: EventState, player: str) -> tuple[int, int, int]:
    """Return games of two that were won, lost and drawn, with those of the elimination."""
    won, lost, drawn = record(state, player)
    for played in state.elimination:
        for game in played.games:
            if player in game.players and game.played and len(game.players) == 2:
                won += game.winner == player
                lost += game.winner != player
    return won, lost, drawn


def _ranked(lines: Iterable[SeasonLine]) -> Iterator[SeasonLine]:
    def order(line: SeasonLine) -> tuple[int, list[int]]:
        return -line.points, sorted(each.place for each in line.results if each.counts)

    rank = 1
    for _, group in groupby(sorted(lines, key=lambda each: (order(each), each.name)), order):
        equal = list(group)
        for each in equal:
            yield SeasonLine(rank, each.name, each.results, each.games, each.rating, each.deviation)
        rank += len(equal)


def _ratings(states: Sequence[EventState], people: Sequence[_Person]) -> list[tuple[int, int]]:
    """Return rating and deviation of each person from all games, in the order they were played.

    The model is that of Plackett and Luce after Weng and Lin (2011), which rates games of two and
    tables of four alike; openskill computes it.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only a season needs it

    model = PlackettLuce()
    of_seat = {seat: at for at, each in enumerate(people) for seat in each.seats}
    ratings = [model.rating() for _ in people]
    for number, state in enumerate(states):
        for players, ranks in _games(state):
            seats = [of_seat[number, each] for each in players]
            rated = model.rate([[ratings[each]] for each in seats], ranks=list(ranks))
            for seat, (new,) in zip(seats, rated, strict=True):
                ratings[seat] = new
    # What 1 of openskill's scale is on Elo's, between two players who are well known.
    scale = _TEN_TO_ONE / log(10) / (sqrt(2) * model.beta)
    return [
        (round(_MIDDLE + scale * (each.mu - model.mu)), round(scale * each.sigma))
        for each in ratings
    ]


def _games(state: EventState) -> Iterator[tuple[tuple[str, ...], tuple[float, ...]]]:
    """Yield the players of each game that was played, with their ranks."""
    for played in state.rounds:
        for game in played.games:
            if game.places:
                yield game.players, game.places
            elif game.result is not None and game.result is not GameResult.DOUBLE_LOSS:
                yield game.players, _ranks(game.result)
    for bracket in state.elimination:
        for each in bracket.games:
            if each.played and len(each.players) > 1:
                places = each.places if len(each.places) == len(each.players) else ()
                yield (
                    each.players,
                    places or tuple(1 if player == each.winner else 2 for player in each.players),
                )


def _ranks(result: GameResult) -> tuple[int, int]:
    if result in DRAWS:
        return 1, 1
    return (1, 2) if result in WINS else (2, 1)


def answers_object(answers: NameAnswers) -> dict[str, object]:
    """Return the answers as a file holds them."""
    return {
        "same": sorted(sorted(each) for each in answers.same),
        "different": sorted(answers.different),
    }


def read_answers(plain: object) -> NameAnswers:
    """Return the answers of a file; what is none of them is left out."""
    if not isinstance(plain, Mapping):
        return NameAnswers()
    found = NameAnswers()
    for name in _texts(plain.get("different")):
        found = found.with_different(name)
    same = plain.get("same")
    for group in same if isinstance(same, list) else ():
        found = found.with_same(names) if (names := _texts(group)) else found
    return found


def _texts(plain: object) -> list[str]:
    return [each for each in plain if isinstance(each, str)] if isinstance(plain, list) else []

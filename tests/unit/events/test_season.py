"""Seasons: who is who over several events, points, best results, and ratings."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from core.errors import AppError
from events import operations as ops
from events.event_state import EventState
from events.event_terms import GameResult
from events.season import (
    NameAnswers,
    SeasonForm,
    answers_object,
    read_answers,
    season,
)
from tests.event_samples import melee_event
from tests.unit.events.organizer import Organizer, custom


def ended(name: str, day: int, *order: str) -> EventState:
    """Return an event of one round: the first of each two beat the second."""
    organizer = Organizer(custom(1, name=name, day=date(2026, 11, day)))
    organizer.register(order)
    organizer.start()
    organizer.pair(1)
    for game in organizer.state.rounds[0].games:
        names = [organizer.state.player(each).name for each in game.players]
        first = order.index(names[0]) < order.index(names[1])
        organizer.result(game.table, GameResult.WIN if first else GameResult.LOSS)
    organizer.do(ops.Finished)
    return organizer.state


AUTUMN = ended("Autumn", 1, "Ann", "Ben")
WINTER = ended("Winter", 8, "Ann", "Cat")
SPRING = ended("Spring", 15, "Cat", "Ann")
FORM = SeasonForm((10, 6))
NOBODY = NameAnswers()
ONE = NameAnswers().with_same(["Ann"]).with_same(["Cat"])


def names(*states: EventState, answers: NameAnswers = NOBODY) -> list[str]:
    return sorted(each.name for each in season(states, FORM, answers).lines)


def test_the_same_name_is_never_merged_by_itself() -> None:
    found = season([WINTER, AUTUMN], FORM)
    assert found.events == ("Autumn", "Winter")
    assert found.unanswered == ("Ann",)
    assert [each.name for each in found.lines] == ["Ann (Autumn)", "Ann (Winter)", "Ben", "Cat"]


def test_an_answer_merges_or_parts_for_good() -> None:
    assert names(AUTUMN, WINTER, answers=ONE) == ["Ann", "Ben", "Cat"]
    apart = NameAnswers().with_different("ann")
    assert season([AUTUMN, WINTER], FORM, apart).unanswered == ()
    assert len(names(AUTUMN, WINTER, answers=apart)) == 4
    spelled = NameAnswers().with_same(["Ben", "Cat"])
    assert names(AUTUMN, WINTER, answers=spelled) == ["Ann (Autumn)", "Ann (Winter)", "Ben"]
    stored = read_answers(answers_object(spelled.with_different("Ann")))
    assert stored == spelled.with_different("Ann")
    assert stored.with_same(["ANN"]).different == frozenset()
    assert read_answers({"same": [["a", 1], "b"], "different": 3}) == NameAnswers().with_same("a")


def test_two_of_one_event_are_two_persons() -> None:
    with pytest.raises(AppError, match="both play in Autumn"):
        season([AUTUMN], FORM, NameAnswers().with_same(["Ann", "Ben"]))
    accents = ended("Summer", 20, "Łukasz", "Lukasz")
    assert names(accents) == ["Lukasz (Summer)", "Łukasz (Summer)"]


def test_points_are_for_places_and_the_best_results_count() -> None:
    events = [AUTUMN, WINTER, SPRING]
    ann = next(each for each in season(events, FORM, ONE).lines if each.name == "Ann")
    assert [(each.place, each.points) for each in ann.results] == [(1, 10), (1, 10), (2, 6)]
    assert (ann.rank, ann.points, ann.games) == (1, 26, (2, 1, 0))
    best = season(events, replace(FORM, best=2), ONE)
    ann, cat, ben = best.lines
    assert [each.counts for each in ann.results] == [True, True, False]
    assert (ann.points, cat.points, ben.points) == (20, 16, 6)
    assert SeasonForm((10, 6)).points_of(9) == 6


def test_equal_players_share_a_rank() -> None:
    pairs = [ended("A", 1, "Ann", "Ben"), ended("B", 2, "Cat", "Dan")]
    assert [(each.rank, each.name) for each in season(pairs, FORM).lines] == [
        *((1, "Ann"), (1, "Cat"), (3, "Ben"), (3, "Dan"))
    ]


def test_the_rating_follows_the_games_in_their_order() -> None:
    lines = {each.name: each for each in season([AUTUMN, WINTER, SPRING], FORM, ONE).lines}
    assert lines["Ann"].rating > lines["Ben"].rating
    assert lines["Ann"].deviation < lines["Ben"].deviation
    once = {each.name: each.rating for each in season([AUTUMN], FORM).lines}
    assert once["Ann"] - 1500 == 1500 - once["Ben"] > 0
    assert len(season([melee_event(7).state], FORM).lines) == 7


def test_what_is_not_finished_is_named() -> None:
    empty = Organizer(custom(2, name="Empty")).state
    playing = melee_event(7).state
    notes = season([AUTUMN, empty, playing], FORM).notes
    assert set(notes) == {
        f"{playing.settings.name} is not finished: its places are those of now.",
        "Empty has no round and is left out.",
    }
    with pytest.raises(AppError, match="None of these events has a round"):
        season([empty], FORM)


@pytest.mark.parametrize("points", [(), (3, 5), (1, -1)])
def test_points_fall_with_the_places(points: tuple[int, ...]) -> None:
    with pytest.raises(AppError, match=r"place"):
        SeasonForm(points)

"""Results as they are typed: a number and two keys."""

from __future__ import annotations

from dataclasses import replace

import pytest

from events.event_terms import GameResult
from events.result_text import RESULT_KEYS, typed_bracket_result, typed_result
from tests.event_samples import elimination_event, melee_event
from tests.unit.events.organizer import SETTINGS, Organizer


@pytest.fixture
def four() -> Organizer:
    organizer = Organizer()
    organizer.register("ABCD")
    organizer.start()
    organizer.pair()
    return organizer


@pytest.mark.parametrize("keys", RESULT_KEYS)
def test_two_keys_are_a_result(four: Organizer, keys: str) -> None:
    for text in (f"2{keys}", f" 2 {keys.upper()} "):
        typed = typed_result(text, four.state, 1)
        assert (typed.number, typed.done) == (2, True)
        assert (typed.result, typed.conceded) == RESULT_KEYS[keys]


def test_while_it_is_typed_it_says_what_comes_next(four: Organizer) -> None:
    first, second = (four.state.player(each).name for each in four.state.rounds[0].games[0].players)
    assert "Number of a table" in typed_result("", four.state, 1).hint
    assert f"a {first} · b {second}" in typed_result("1", four.state, 1).hint
    assert typed_result("1b", four.state, 1).hint.startswith(f"{second} wins")
    assert not typed_result("1b", four.state, 1).done


@pytest.mark.parametrize("text", ["7", "aw", "1q", "1aq", "1awx", "1oo", "-1"])
def test_what_is_no_result_is_said(four: Organizer, text: str) -> None:
    typed = typed_result(text, four.state, 1)
    assert (typed.wrong, typed.done) == (True, False)
    assert typed.hint


def test_a_result_can_be_taken_away(four: Organizer) -> None:
    four.result(1, GameResult.DRAW)
    typed = typed_result("1oo", four.state, 1)
    assert (typed.done, typed.opened, typed.result) == (True, True, None)


def test_later_regulations_offer_no_draw() -> None:
    organizer = Organizer(replace(SETTINGS, regulations="2.2"))
    organizer.register("ABCD")
    organizer.start()
    organizer.pair()
    assert "d draw" not in typed_result("1", organizer.state, 1).hint


@pytest.mark.parametrize(
    ("keys", "places"),
    [
        ("abcd", (1, 2, 3, 4)),
        ("dcba", (4, 3, 2, 1)),
        ("b=acd", (1, 1, 3, 4)),
        ("ab=c=d", (1, 2, 2, 2)),
    ],
)
def test_the_places_of_a_melee_table(keys: str, places: tuple[int, ...]) -> None:
    state = melee_event(8).state
    typed = typed_result(f"1{keys}", state, 1)
    assert (typed.done, typed.places) == (True, places)


@pytest.mark.parametrize("keys", ["aa", "=a", "ab==c", "e"])
def test_no_order_of_a_melee_table(keys: str) -> None:
    assert typed_result(f"1{keys}", melee_event(8).state, 1).wrong


def test_a_game_of_the_elimination() -> None:
    state = elimination_event(4)
    game = next(each for each in state.elimination[0].games if not each.over)
    typed = typed_bracket_result(f"{game.number}bm", state, 1)
    assert (typed.winner, typed.how, typed.done) == (game.players[1], "win at time", True)
    assert typed_bracket_result(f"{game.number}cw", state, 1).wrong
    assert typed_bracket_result("9aw", state, 1).wrong

"""Rounds as they are run: byes, results, time, changes by hand, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.errors import AppError
from events import operations as ops
from events.chance import chance
from events.event_state import BY_STANDINGS
from events.event_terms import EventKind, GameResult, PenaltyLevel
from events.event_values import MeleeForm
from events.regulations import regulations
from events.result_text import RESULT_KEYS, typed_bracket_result, typed_result
from events.round_draw import next_round, redrawn_round
from events.round_players import players_of_round
from events.time_called import AtTime, TimeStep, at_time
from tests.event_samples import elimination_event, melee_event
from tests.long_run import times
from tests.unit.events.organizer import SETTINGS, Organizer, custom, started
from tests.unit.events.pairing_cases import best_pairings


def test_the_first_bye_is_drawn_at_random() -> None:
    organizer = started("ABCDE", custom(4))
    byes = {next_round(organizer.state, seed).byes for seed in range(60)}
    assert byes == {(each,) for each in "ABCDE"}


def test_later_the_lowest_without_a_bye_has_it() -> None:
    organizer = started("ABCDE", custom(4))
    organizer.played("A-B 5:0, C-D 4:1", byes="E")
    drawn = organizer.pair()
    assert drawn.byes == ("B",)
    assert "Ranked lowest of those without a bye" in drawn.reasons[0].reason
    organizer.all_win()
    assert not set(organizer.pair().byes) & {"B", "E"}


def test_the_bye_goes_up_the_ranking_where_a_rematch_could_not_be_avoided() -> None:
    """Of three, C had the bye and A has met B: now B or A has it, and C plays the other."""
    organizer = started("ABCDE", custom(5))
    organizer.played("A-B 5:0, C-D 5:0", byes="E")
    organizer.do(ops.Dropped, player="D")
    organizer.do(ops.Dropped, player="E")
    drawn = organizer.pair()
    assert (drawn.byes, drawn.rematches) == (("B",), ())
    organizer.all_win()
    organizer.do(ops.PairForbidden, first="B", second="C")
    drawn = organizer.pair()
    assert drawn.byes == ("C",)
    assert drawn.rematches == (("A", "B"),)
    assert "meet again" in organizer.state.departures[-1].text


def test_who_is_paired_down_and_why() -> None:
    organizer = started("ABCDEF", custom(3))
    organizer.played("A-B 5:0, C-D 4:1, E-F 2:2")
    said = {each.players[0]: each.reason for each in organizer.pair(3).reasons}
    assert "odd number" in said["A"]
    assert "rematch with F (round 1) is avoided" in said["E"]
    assert "rematch with E (round 1) is avoided" in said["F"]


def test_a_forbidden_pair_does_not_meet() -> None:
    organizer = started("ABCD", custom(2))
    organizer.do(ops.PairForbidden, first="A", second="B")
    for seed in range(20):
        pairs = {frozenset(game.players) for game in next_round(organizer.state, seed).games}
        assert frozenset("AB") not in pairs
    organizer.do(ops.PairAllowed, first="B", second="A")
    drawn = [next_round(organizer.state, seed) for seed in range(20)]
    assert any(set(game.players) == {"A", "B"} for each in drawn for game in each.games)


def test_the_same_seed_draws_the_same_round() -> None:
    organizer = started("ABCDEFGH", custom(4))
    assert next_round(organizer.state, 5) == next_round(organizer.state, 5)
    assert len({next_round(organizer.state, seed).games for seed in range(9)}) > 1


def test_paired_again_keeps_the_old_seed_and_pinned_tables() -> None:
    organizer = started("ABCDEFGH", custom(4))
    kept = organizer.pair(1).games[2]
    organizer.do(ops.TablePinned, round=1, table=kept.table)
    drawn = redrawn_round(organizer.state, 2)
    organizer.do(ops.RoundRepaired, round=drawn)
    assert (drawn.seed, drawn.earlier_seeds) == (2, (1,))
    assert any(game.players == kept.players and game.table == 3 for game in drawn.games)
    assert "the seed before was 1" in organizer.state.departures[-1].text
    organizer.result(1)
    with pytest.raises(AppError, match="has results already"):
        redrawn_round(organizer.state, 3)


def test_a_pinned_rematch_is_named_again() -> None:
    organizer = started("ABCD", custom(4))
    organizer.played("A-B 5:0, C-D 5:0")
    organizer.played("A-C 5:0, B-D 5:0")
    organizer.played("A-D 5:0, B-C 5:0")
    kept = organizer.pair().games[0]
    organizer.do(ops.TablePinned, round=4, table=kept.table)
    drawn = redrawn_round(organizer.state, 2)
    assert {frozenset(pair) for pair in drawn.rematches} == {
        frozenset(game.players) for game in drawn.games
    }
    assert any("pinned" in each.reason for each in drawn.reasons if each.players == kept.players)


def test_players_change_places_by_hand() -> None:
    organizer = started("ABCD", custom(4))
    organizer.played("A-B 5:0, C-D 5:0")
    organizer.pair()
    organizer.do(ops.PlayersSwapped, round=2, first="B", second="C")
    games = {frozenset(game.players) for game in organizer.state.rounds[1].games}
    assert games == {frozenset("AB"), frozenset("CD")}
    said = [each.text for each in organizer.state.departures]
    assert sum("meet again" in each for each in said) == 2
    assert "by hand" in said[0]


def test_a_given_bye_goes_to_the_player_who_takes_its_place_by_hand() -> None:
    melee = MeleeForm(three=(5, 3, 1), four=(6, 4, 2, 1))
    organizer = started("ABCDE", custom(2, kind=EventKind.MELEE, melee=melee))
    organizer.do(ops.ByeGiven, player="E")
    organizer.pair()
    organizer.do(ops.ResultEntered, round=1, table=1, places=(1, 2, 3, 4))
    organizer.do(ops.ByeGiven, player="A")
    organizer.pair()
    organizer.do(ops.PlayersSwapped, round=2, first="A", second="B")
    # Five players cannot sit at tables: without the bye, the round could not be drawn again.
    assert redrawn_round(organizer.state, 2).byes == ("B",)
    organizer.do(ops.ResultCorrected, round=1, table=1, places=(4, 3, 2, 1))
    assert organizer.state.round(2).given == ("B",)


def test_a_player_with_a_fixed_table_sits_there() -> None:
    organizer = started("ABCDEFGH", custom(4))
    organizer.do(ops.TableFixed, player="E", table=4)
    for seed in range(8):
        drawn = next_round(organizer.state, seed)
        assert "E" in drawn.games[3].players
        assert [game.table for game in drawn.games] == [1, 2, 3, 4]


def test_a_bye_as_a_prize() -> None:
    organizer = started("ABCDE", custom(4))
    organizer.do(ops.ByeGiven, player="C", prize=True)
    drawn = organizer.pair()
    assert drawn.byes == drawn.given == ("C",)
    assert len(drawn.games) == 2
    assert organizer.line("C").points == 5
    organizer.all_win()
    with pytest.raises(AppError, match="first round alone"):
        organizer.do(ops.ByeGiven, player="A", prize=True)


def test_who_left_before_the_start_is_not_in_the_standings() -> None:
    organizer = Organizer(custom(1))
    organizer.register("ABC")
    organizer.do(ops.Dropped, player="C")
    organizer.do(ops.Registered, player="D", name="C")
    with pytest.raises(AppError, match="already"):
        organizer.do(ops.Rejoined, player="C")
    with pytest.raises(AppError, match="already"):
        organizer.do(ops.Registered, player="E", name="c")
    organizer.start()
    assert sorted(organizer.order()) == ["A", "B", "D"]


def test_late_entry_loses_the_rounds_missed() -> None:
    organizer = started("ABCD", custom(4))
    organizer.play()
    organizer.do(ops.EnteredLate, player="E", name="E")
    organizer.do(ops.EnteredLate, player="F", name="F", byes=True)
    assert [organizer.line(each).points for each in "EF"] == [0, 5]
    assert [organizer.line(each).rounds for each in "EF"] == [1, 1]
    drawn = organizer.pair()
    assert {each for game in drawn.games for each in game.players} == set("ABCDEF")


def test_drop_and_rejoin() -> None:
    organizer = started("ABCDE", custom(4))
    organizer.play()
    organizer.do(ops.Dropped, player="A")
    drawn = organizer.pair()
    assert not drawn.byes
    assert "A" not in {each for game in drawn.games for each in game.players}
    organizer.all_win()
    before = organizer.line("A")
    organizer.do(ops.Rejoined, player="A")
    assert organizer.line("A").rounds == before.rounds + 1
    assert "came back" in organizer.state.departures[-1].text
    assert len(organizer.pair().byes) == 1


def test_the_disqualified_never_come_back() -> None:
    organizer = started("ABCD", custom(4))
    organizer.do(ops.PenaltyNoted, player="A", level=PenaltyLevel.WARNING, text="Slow play")
    organizer.do(ops.Disqualified, player="A", reason="Cheating")
    assert organizer.state.player("A").penalties[0].text == "Slow play"
    with pytest.raises(AppError, match="cannot come back"):
        organizer.do(ops.Rejoined, player="A")


def test_a_cancelled_round_is_paired_again_from_what_was_before() -> None:
    organizer = started("ABCD", custom(4))
    organizer.play()
    before = organizer.state
    organizer.pair()
    organizer.result(1)
    organizer.do(ops.Dropped, player="A")
    organizer.do(ops.RoundCancelled, round=2, reason="Fire alarm")
    assert organizer.state.rounds == before.rounds
    assert organizer.state.player("A").dropped == 1
    assert "Fire alarm" in organizer.state.departures[-1].text


def test_results_by_the_regulations() -> None:
    organizer = started("ABCD", custom(4))
    organizer.pair()
    organizer.result(1, GameResult.INTENTIONAL_DRAW)
    organizer.result(2, GameResult.DOUBLE_LOSS)
    assert sorted(organizer.line(each).points for each in "ABCD") == [0, 0, 2, 2]
    assert "organizer's decision" in organizer.state.departures[-1].text


def test_a_last_result_can_be_emptied_and_an_older_one_not() -> None:
    organizer = started("ABCD", custom(4))
    organizer.play()
    organizer.do(ops.ResultCorrected, round=1, table=2)
    assert organizer.state.rounds[0].playing[0].table == 2
    organizer.result(2)
    organizer.pair()
    with pytest.raises(AppError, match="needs a result"):
        organizer.do(ops.ResultCorrected, round=1, table=2)


def test_what_is_refused_is_a_sentence_and_changes_nothing() -> None:
    organizer = started("ABCD", replace(custom(1), regulations="2.2"))
    organizer.pair()
    before = organizer.state
    refused: tuple[tuple[type[ops.Operation], dict[str, Any]], ...] = (
        (ops.Registered, {"player": "X", "name": "X"}),
        (ops.EnteredLate, {"player": "X", "name": "a"}),
        (ops.EnteredLate, {"player": "A", "name": "X"}),
        (ops.Renamed, {"player": "A", "name": "b"}),
        (ops.Dropped, {"player": "X"}),
        (ops.Rejoined, {"player": "A"}),
        (ops.TableFixed, {"player": "A", "table": 0}),
        (ops.RoundPaired, {"round": before.rounds[0]}),
        (ops.RoundRepaired, {"round": replace(before.rounds[0], games=())}),
        (ops.RoundCancelled, {"round": 2}),
        (ops.ResultEntered, {"round": 1, "table": 9, "result": GameResult.WIN}),
        (ops.ResultEntered, {"round": 1, "table": 1, "result": GameResult.DRAW}),
        (ops.ResultEntered, {"round": 1, "table": 1, "places": (1, 2)}),
        (ops.ResultEntered, {"round": 2, "table": 1, "result": GameResult.WIN}),
        (ops.ResultCorrected, {"round": 1, "table": 1, "result": GameResult.WIN}),
        (ops.PlayersSwapped, {"round": 1, "first": "A", "second": "A"}),
        (ops.PairForbidden, {"first": "A", "second": "A"}),
        (ops.PairAllowed, {"first": "A", "second": "B"}),
        (ops.CutMade, {"seeds": ("A", "B")}),
        (ops.EliminationDrawn, {"seed": 1, "games": (("A", "B"),)}),
        (ops.BracketResultEntered, {"round": 1, "game": 1, "winner": "A"}),
        (ops.Finished, {}),
        (ops.Created, {"settings": before.settings}),
        (ops.SettingsChanged, {"settings": before.settings}),
    )
    for kind, fields in refused:
        with pytest.raises(AppError) as caught:
            organizer.do(kind, **fields)
        assert caught.value.sentence.endswith((".", "?")), kind
    assert organizer.state == before


def test_the_next_round_is_refused_while_one_is_played_and_after_the_last() -> None:
    organizer = started("ABCD", custom(1))
    organizer.pair()
    with pytest.raises(AppError, match="at tables 1, 2"):
        next_round(organizer.state, 2)
    organizer.all_win()
    with pytest.raises(AppError, match="All 1 Swiss rounds"):
        next_round(organizer.state, 2)


def test_nobody_gets_a_second_bye_while_somebody_has_had_none() -> None:
    """Round 4 of five: whether D or E has the bye, two meet again; D is the lower of the two."""
    organizer = started("ABCDE", custom(4))
    organizer.played("D-A 4:1, C-E 0:5", byes="B")
    organizer.played("E-A 4:1, B-D 5:0", byes="C")
    organizer.played("B-E 5:0, C-D 5:0", byes="A")
    drawn = organizer.pair()
    assert drawn.byes == ("D",)
    assert len(drawn.rematches) == 1
    assert "nobody gets another bye before them" in drawn.reasons[0].reason
    assert any("A rematch of round" in each.reason for each in drawn.reasons)
    assert "meet again" in organizer.state.departures[-1].text


def test_a_corrected_result_says_that_the_next_round_is_paired_otherwise() -> None:
    organizer = started("ABCD", custom(4))
    organizer.played("A-B 5:0, C-D 5:0")
    organizer.played("A-C 5:0, B-D 5:0")
    organizer.result_of(1, 1, GameResult.LOSS)
    said = organizer.state.departures[-1]
    assert (said.where, said.text) == (
        "Round 2",
        "By the standings now round 2 is paired otherwise.",
    )
    organizer.do(ops.RoundCancelled, round=2)
    assert not any(each.text.startswith(BY_STANDINGS) for each in organizer.state.departures)
    pairs = {frozenset(game.players) for game in organizer.pair().games}
    assert pairs == {frozenset("BC"), frozenset("AD")}


def test_a_correction_that_changes_no_pairing_says_nothing() -> None:
    organizer = started("ABCD", custom(4))
    organizer.played("A-B 5:0, C-D 5:0")
    organizer.played("A-C 5:0, B-D 5:0")
    organizer.result_of(1, 1, GameResult.MODIFIED_WIN)
    organizer.result_of(2, 1, GameResult.LOSS)
    assert organizer.state.departures == ()


def test_a_corrected_result_says_who_has_the_bye_now() -> None:
    organizer = started("ABCDE", custom(4))
    organizer.played("A-B 5:0, C-D 5:0", byes="E")
    bye = organizer.pair().byes[0]
    table = "AB".find(bye) >= 0
    organizer.result_of(1, 1 if table else 2, GameResult.LOSS)
    text = organizer.state.departures[-1].text
    assert text.startswith("By the standings now round 2 is paired otherwise: ")
    assert text.endswith(" has the bye.")
    assert f": {bye} has" not in text


def test_drawing_the_round_again_follows_the_corrected_standings() -> None:
    organizer = started("ABCD", custom(4))
    organizer.played("A-B 5:0, C-D 5:0")
    organizer.pair()
    organizer.result_of(1, 1, GameResult.LOSS)
    assert any(each.text.startswith(BY_STANDINGS) for each in organizer.state.departures)
    organizer.do(ops.RoundRepaired, round=redrawn_round(organizer.state, 5))
    assert not any(each.text.startswith(BY_STANDINGS) for each in organizer.state.departures)


@pytest.mark.parametrize("seed", range(times(30, 300)))
def test_a_round_is_outdated_where_no_pairing_of_the_rules_is_it(seed: int) -> None:
    """Compare what a correction says of the next round with every pairing of the players."""
    organizer = started("ABCDEF", custom(4))
    random = chance(seed, "test")
    results = (GameResult.WIN, GameResult.LOSS, GameResult.DRAW, GameResult.MODIFIED_WIN)
    for number in (1, 2):
        for game in organizer.pair(seed + number).games:
            organizer.result(game.table, random.choice(results))
    drawn = organizer.pair(seed)
    organizer.result_of(1 + seed % 2, 1 + seed % 3, random.choice(results))
    before = replace(organizer.state, rounds=organizer.state.rounds[:2])
    best = best_pairings(players_of_round(before, without=()))
    said = any(each.text.startswith(BY_STANDINGS) for each in organizer.state.departures)
    assert said == ({frozenset(game.players) for game in drawn.games} not in best)


WON, LOST = GameResult.MODIFIED_WIN, GameResult.MODIFIED_LOSS
FIRST, LATER = regulations("1.0.1"), regulations("2.2")


@pytest.mark.parametrize(
    ("power", "totals", "result"),
    [
        ((11, 13), (15, 15), LOST),
        ((12, 9), (20, 15), LOST),
        ((9, 9), (12, 15), WON),
        ((7, 7), (15, 15), GameResult.DRAW),
    ],
)
def test_who_is_nearer_to_the_own_total(
    power: tuple[int, int], totals: tuple[int, int], result: GameResult
) -> None:
    ruling = at_time(FIRST, AtTime(power=power, totals=totals))
    assert (ruling.result, ruling.step) == (result, TimeStep.POWER)


LEVEL: dict[str, Any] = {"draw_decks": (20, 20)}
NO_DOMINANCE = LEVEL | {"dominance": -1}
NO_DEAD_PILE = NO_DOMINANCE | {"dead_piles": (3, 3)}


@pytest.mark.parametrize(
    ("known", "result", "step"),
    [
        ({}, None, TimeStep.DRAW_DECK),
        ({"draw_decks": (20, 18)}, WON, TimeStep.DRAW_DECK),
        (LEVEL, None, TimeStep.DOMINANCE),
        (LEVEL | {"dominance": 1}, LOST, TimeStep.DOMINANCE),
        (NO_DOMINANCE, None, TimeStep.DEAD_PILE),
        (NO_DOMINANCE | {"dead_piles": (4, 2)}, LOST, TimeStep.DEAD_PILE),
        (NO_DEAD_PILE, None, TimeStep.CHOICE),
        (NO_DEAD_PILE | {"choice": 0}, WON, TimeStep.CHOICE),
    ],
)
def test_the_five_steps_in_their_order(
    known: dict[str, Any], result: GameResult | None, step: TimeStep
) -> None:
    ruling = at_time(LATER, AtTime(power=(12, 12), **known))
    assert (ruling.result, ruling.step) == (result, step)
    assert bool(ruling.question) is (result is None)


def test_a_level_game_of_the_elimination_is_won_by_the_higher_seed() -> None:
    level = AtTime(power=(5, 5), elimination=True)
    assert at_time(FIRST, level).step is TimeStep.HIGHER_SEED
    ruling = at_time(FIRST, AtTime(power=(5, 5), elimination=True, higher_seed=1))
    assert ruling.result is LOST


@pytest.mark.parametrize("power", [(15, 3), (-1, 3)])
def test_power_that_cannot_be(power: tuple[int, int]) -> None:
    with pytest.raises(AppError):
        at_time(FIRST, AtTime(power=power))


@pytest.fixture
def four() -> Organizer:
    organizer = started("ABCD")
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
    organizer = started("ABCD", replace(SETTINGS, regulations="2.2"))
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

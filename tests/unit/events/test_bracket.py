"""Cut, bracket and final ranking; melee tables, seats, places and points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from core.errors import AppError
from events import operations as ops
from events.bracket import cut_seeds, drawn_elimination, final_ranking, power_of, seeded_games
from events.chance import chance
from events.document_reader import read_document
from events.event_state import BY_STANDINGS
from events.event_terms import EventKind, EventStage, GameResult
from events.event_values import MeleeForm
from events.export_formats import event_object, written_document
from events.melee_tables import (
    Cost,
    TableCosts,
    checked_places,
    drawn_tables,
    places_by_power,
    table_sizes,
)
from events.operations import operation_words
from events.replay import replay
from events.result_text import typed_bracket_result
from events.round_draw import redrawn_round
from events.round_players import players_of_round
from events.shown_round import shown_round
from tests.long_run import times
from tests.unit.events.organizer import NOON, Organizer, custom, started


def after_swiss(players: int, cut: int, regulations: str = "1.0.1") -> Organizer:
    """Return an event of one round, its cut to be made; the seeds are numbers by rank."""
    organizer = started(
        (str(each) for each in range(1, players + 1)), custom(1, cut, regulations=regulations)
    )
    organizer.play()
    return organizer


def cut_made(players: int, cut: int, regulations: str = "1.0.1") -> Organizer:
    organizer = after_swiss(players, cut, regulations)
    organizer.cut()
    return organizer


def win(organizer: Organizer, game: int, seed: int) -> None:
    state = organizer.state
    number = next(each.number for each in state.elimination if not each.over)
    winner = state.seeds[seed - 1]
    organizer.do(ops.BracketResultEntered, round=number, game=game, winner=winner)


def seeds(organizer: Organizer) -> list[tuple[int, ...]]:
    state = organizer.state
    return [
        tuple(state.seeds.index(each) + 1 for each in game.players)
        for game in state.elimination[-1].games
    ]


@pytest.mark.parametrize(
    ("size", "games"),
    [
        (4, "1-4 2-3"),
        (8, "1-8 2-7 3-6 4-5"),
        (16, "1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9"),
        (5, "1 2 3 4-5"),
    ],
)
def test_the_first_games(size: int, games: str) -> None:
    made = seeded_games([str(each + 1) for each in range(size)], 2)
    assert " ".join("-".join(each) for each in made) == games


def test_melee_tables_of_a_cut() -> None:
    made = seeded_games([str(each + 1) for each in range(16)], 4)
    assert made[0] == ("1", "8", "9", "16")
    assert made[3] == ("4", "5", "12", "13")


@pytest.mark.parametrize("size", range(2, 65))
def test_the_higher_seed_always_wins(size: int) -> None:
    organizer = cut_made(64, size)
    byes = power_of(2, size) - size
    first = organizer.state.elimination[0]
    assert [game.how for game in first.games].count("bye") == byes
    while organizer.state.winner is None:
        state = organizer.state
        played = next(each for each in state.elimination if not each.over)
        for game in played.games:
            if not game.over:
                best = min(game.players, key=state.seeds.index)
                organizer.do(
                    ops.BracketResultEntered, round=played.number, game=game.number, winner=best
                )
    state = organizer.state
    assert state.winner == state.seeds[0]
    assert final_ranking(state)[:2] == state.seeds[:2]
    assert sorted(final_ranking(state)[:size]) == sorted(state.seeds)
    organizer.do(ops.Finished)


def test_upsets_keep_their_place() -> None:
    """Whoever wins game 1 meets who wins game 4, in all 16 ways that the quarters may end."""
    for winners in product(*[(1, 8), (2, 7), (3, 6), (4, 5)]):
        organizer = cut_made(16, 8)
        for game, seed in enumerate(winners, start=1):
            win(organizer, game, seed)
        assert seeds(organizer) == [(winners[0], winners[3]), (winners[1], winners[2])]


def test_a_drop_before_the_first_game_moves_the_seeds_up_in_later_regulations() -> None:
    organizer = cut_made(12, 8, "2.2")
    before = organizer.state.seeds
    organizer.do(ops.Dropped, player=before[5])
    after = organizer.state.seeds
    assert after[:7] == (*before[:5], before[6], before[7])
    assert after[7] not in before
    assert len(organizer.state.elimination[0].games) == 4


def test_a_drop_is_a_bye_for_the_opponent_otherwise() -> None:
    organizer = cut_made(12, 8)
    gone = organizer.state.seeds[5]
    organizer.do(ops.Dropped, player=gone)
    game = organizer.state.elimination[0].games[2]
    assert (game.winner, game.how) == (organizer.state.seeds[2], "drop")
    assert "say nothing" in organizer.state.departures[-1].text


def test_a_drop_between_rounds_is_a_bye_for_the_next_opponent() -> None:
    organizer = cut_made(8, 4, "2.2")
    win(organizer, 1, 4)
    organizer.do(ops.Dropped, player=organizer.state.seeds[3])
    win(organizer, 2, 2)
    assert organizer.state.winner == organizer.state.seeds[1]


def test_a_result_of_the_bracket_is_corrected_until_the_next_is_entered() -> None:
    organizer = cut_made(8, 4)
    win(organizer, 1, 1)
    win(organizer, 2, 2)
    fourth, second = organizer.state.seeds[3], organizer.state.seeds[1]
    organizer.do(ops.BracketResultCorrected, round=1, game=1, winner=fourth)
    assert organizer.state.elimination[1].games[0].players == (fourth, second)
    win(organizer, 1, 4)
    with pytest.raises(AppError, match="has results already"):
        organizer.do(ops.BracketResultCorrected, round=1, game=1, winner=fourth)


def test_who_has_left_is_not_in_the_cut() -> None:
    organizer = after_swiss(8, 4)
    first = cut_seeds(organizer.state)[0]
    organizer.do(ops.Dropped, player=first)
    assert first not in cut_seeds(organizer.state)
    assert len(cut_seeds(organizer.state)) == 4


def test_a_cut_by_wins() -> None:
    organizer = started("ABCDEF", custom(1, cut_wins=1))
    organizer.play()
    organizer.cut()
    games = organizer.state.elimination[0].games
    assert [len(game.players) for game in games] == [1, 2]
    assert games[0].winner == organizer.state.seeds[0]


def test_a_cut_by_wins_passes_over_who_has_more_points_of_fewer_wins() -> None:
    organizer = started("EGAXYZ", custom(3, cut_wins=2))
    organizer.played("E-X 5:0, G-Y 5:0, A-Z 4:1")
    organizer.played("E-Y 5:0, G-Z 2:2, A-X 4:1")
    organizer.played("E-G 2:2, Z-A 5:0, X-Y 2:2")
    assert cut_seeds(organizer.state) == ("E", "A")
    before = organizer.state.departures
    organizer.do(ops.CutMade, seeds=("E", "A"))
    assert organizer.state.departures == before


def test_another_cut_than_the_standings_is_a_departure() -> None:
    organizer = after_swiss(8, 4)
    organizer.do(ops.CutMade, seeds=tuple(reversed(cut_seeds(organizer.state))))
    assert "does not follow the standings" in organizer.state.departures[-1].text


@pytest.mark.parametrize(("players", "byes", "games"), [(5, 3, 1), (11, 5, 3), (12, 4, 4)])
def test_elimination_from_the_start(players: int, byes: int, games: int) -> None:
    organizer = started((str(each) for each in range(players)), custom(0))
    assert organizer.state.stage is EventStage.ELIMINATION
    drawn = drawn_elimination(organizer.state, 3)
    assert sorted(map(len, drawn)) == [1] * byes + [2] * games
    assert len({drawn_elimination(organizer.state, seed) for seed in range(5)}) > 1
    organizer.do(ops.EliminationDrawn, seed=3, games=drawn)
    assert sum(game.how == "bye" for game in organizer.state.elimination[0].games) == byes


def test_who_leaves_an_elimination_without_swiss_rounds_is_ranked() -> None:
    organizer = started("ABCD", custom(0))
    organizer.do(ops.EliminationDrawn, seed=1, games=(("A", "B"), ("C", "D")))
    organizer.do(ops.Dropped, player="A")
    organizer.wins(2, "D", 1)
    organizer.do(ops.Dropped, player="B")
    assert organizer.state.winner == "D"
    assert "".join(final_ranking(organizer.state)[:2]) == "DB"
    assert sorted(final_ranking(organizer.state)) == list("ABCD")


def test_an_event_that_ends_early_says_so() -> None:
    organizer = after_swiss(8, 4)
    organizer.do(ops.Finished)
    assert organizer.state.departures[-1].where == "The end"
    with pytest.raises(AppError, match="finished"):
        organizer.do(ops.Dropped, player="1")


def corrected(organizer: Organizer, player: str, number: int = 1) -> None:
    """Correct the game that a player has won: the other one has won it."""
    for game in organizer.state.round(number).games:
        if player in game.players:
            result = GameResult.LOSS if player == game.players[0] else GameResult.WIN
            organizer.do(ops.ResultCorrected, round=number, table=game.table, result=result)


def other_of(organizer: Organizer, player: str) -> str:
    for game in organizer.state.round(1).games:
        if player in game.players:
            return next(each for each in game.players if each != player)
    raise AssertionError


def departures(organizer: Organizer) -> list[str]:
    return [each.text for each in organizer.state.departures]


def outdated(organizer: Organizer) -> list[str]:
    return [each for each in departures(organizer) if each.startswith(BY_STANDINGS)]


def test_a_corrected_result_says_who_goes_on_by_the_standings_now() -> None:
    organizer = cut_made(8, 4)
    first = organizer.state.seeds[0]
    other = other_of(organizer, first)
    corrected(organizer, first)
    said = f"By the standings now {other} goes on instead of {first}."
    assert outdated(organizer) == [said]
    assert organizer.state.departures[-1].where == "The cut"
    # Another correction changes who goes on, and the one taken back makes the cut right again.
    corrected(organizer, other)
    assert outdated(organizer) == []


def test_a_corrected_result_may_change_the_order_of_the_seeds() -> None:
    organizer = cut_made(4, 4)
    ranked = organizer.state.seeds
    corrected(organizer, ranked[0])
    assert outdated(organizer)[0].startswith("By the standings now the seeds are in this order: ")


def test_more_or_fewer_may_have_the_wins_for_the_cut() -> None:
    organizer = started("ABCDEF", custom(1, cut_wins=1))
    organizer.play()
    organizer.cut()
    games = organizer.state.rounds[0].games
    organizer.do(ops.ResultCorrected, round=1, table=1, result=GameResult.DOUBLE_LOSS)
    assert outdated(organizer) == [f"By the standings now {games[0].players[0]} does not go on."]


def test_the_cut_is_taken_back_and_made_again() -> None:
    organizer = cut_made(8, 4)
    before = organizer.state.seeds
    corrected(organizer, before[0])
    organizer.do(ops.CutTakenBack)
    state = organizer.state
    assert (state.stage, state.seeds, state.elimination) == (EventStage.SWISS, (), ())
    assert departures(organizer) == []
    organizer.do(ops.CutMade, seeds=cut_seeds(state))
    assert before[0] not in organizer.state.seeds
    assert departures(organizer) == []
    win(organizer, 1, 1)
    organizer.do(ops.CutTakenBack, reason="A wrong slip.")
    text = "The cut was taken back; results of the elimination that are void: 1. A wrong slip."
    assert departures(organizer) == [text]


def test_an_elimination_from_the_start_has_no_cut_to_take_back() -> None:
    organizer = started("ABCD", custom(0))
    with pytest.raises(AppError, match="there is no cut"):
        organizer.do(ops.CutTakenBack)


def test_a_cut_that_the_organizer_made_otherwise_is_not_said_again() -> None:
    organizer = after_swiss(8, 2)
    ranked = cut_seeds(organizer.state)
    organizer.do(ops.CutMade, seeds=(ranked[0], other_of(organizer, ranked[0])))
    loser = next(
        game for game in organizer.state.rounds[0].games if not set(ranked) & set(game.players)
    )
    result = GameResult.DOUBLE_LOSS
    organizer.do(ops.ResultCorrected, round=1, table=loser.table, result=result)
    assert outdated(organizer) == []


FORM = MeleeForm(three=(4, 2, 1), four=(5, 3, 2, 1))


def melee(players: int, rounds: int = 2, cut: int = 0) -> Organizer:
    settings = replace(custom(rounds, cut), kind=EventKind.MELEE, melee=FORM)
    return started((f"P{each}" for each in range(players)), settings)


def places(organizer: Organizer) -> None:
    played = organizer.state.rounds[-1]
    for game in played.games:
        order = tuple(range(1, len(game.players) + 1))
        organizer.do(ops.ResultEntered, round=played.number, table=game.table, places=order)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, (3,)), (4, (4,)), (6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (3, 3, 3)),
        (10, (4, 3, 3)), (11, (4, 4, 3)), (12, (4, 4, 4)),
    ],
)  # fmt: skip
def test_the_sizes_of_the_tables(players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players) == sizes


def test_five_are_refused_with_what_can_be_done() -> None:
    with pytest.raises(AppError, match="5 players") as caught:
        table_sizes(5)
    assert "bye" in caught.value.hint
    organizer = melee(5)
    with pytest.raises(AppError, match="5 players"):
        organizer.pair()
    organizer.do(ops.ByeGiven, player="P4")
    assert organizer.pair().byes == ("P4",)


@pytest.mark.parametrize("seed", range(5))
def test_fourteen_play_a_second_round_without_meeting_again(seed: int) -> None:
    """Tables of 4, 4, 3 and 3: nobody has to meet again, though some sit at a short table again."""
    organizer = melee(14)
    organizer.pair(seed)
    places(organizer)
    assert organizer.pair(seed + 50).rematches == ()


@pytest.mark.parametrize("players", range(6, 12))
def test_seats_are_as_good_as_the_best_of_all(players: int) -> None:
    """Compare the search with every way to seat them: rematches first, then short tables."""
    for seed in range(times(1, 20)):
        organizer = melee(players, rounds=4)
        organizer.do(ops.PairForbidden, first="P0", second="P1")
        for _ in range(3):
            organizer.pair(seed)
            places(organizer)
            round_players = players_of_round(organizer.state, without=())
            costs = TableCosts(round_players)
            cost_of = cache(lambda table, costs=costs: costs.of([table]))
            ways = seatings(round_players.ids, table_sizes(players))
            least = min(_sum(map(cost_of, tables)) for tables in ways)
            drawn = drawn_tables(round_players, chance(seed, "test"))
            assert costs.of(drawn)[:3] == least[:3]


def _sum(costs: Iterable[Cost]) -> tuple[float, ...]:
    return tuple(map(sum, zip(*costs, strict=True)))


def seatings(players: Sequence[str], sizes: Sequence[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield every way to seat players at tables of these sizes."""
    if not players:
        yield ()
        return
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(players[1:], size - 1):
            table = (players[0], *others)
            for rest in seatings([each for each in players if each not in table], left):
                yield (table, *rest)


def test_points_for_places_shared_places_and_strength() -> None:
    organizer = melee(7)
    organizer.pair()
    four, three = organizer.state.rounds[0].games
    organizer.do(ops.ResultEntered, round=1, table=four.table, places=(1, 2, 3, 3))
    organizer.do(ops.ResultEntered, round=1, table=three.table, places=(1, 1, 1))
    points = [organizer.line(each).points for each in four.players]
    assert points == [5, 3, Fraction(3, 2), Fraction(3, 2)]
    assert organizer.line(three.players[0]).points == Fraction(7, 3)
    assert organizer.line(four.players[0]).sos == Fraction(6, 3)


def test_places_are_by_the_power_that_is_needed() -> None:
    places = places_by_power((15, 9, 12, 9), (15, 15, 20, 17))
    assert places == (1, 2, 3, 3)
    assert checked_places(places, 4) == places


@pytest.mark.parametrize("wrong", [(), (1, 2, 3), (1, 2, 2, 3), (2, 3, 4, 4), (0, 1, 2, 3)])
def test_places_that_cannot_be(wrong: tuple[int, ...]) -> None:
    with pytest.raises(AppError):
        checked_places(wrong, 4)


def test_a_melee_event_needs_its_form() -> None:
    organizer = Organizer(replace(custom(2), kind=EventKind.MELEE))
    organizer.register("ABCD")
    with pytest.raises(AppError, match="not filled in"):
        organizer.start()
    with pytest.raises(AppError, match="falling"):
        Organizer(replace(custom(2), melee=MeleeForm(three=(1, 2, 3))))
    with pytest.raises(AppError, match="4, 16 or 64"):
        Organizer(replace(custom(2, 8), kind=EventKind.MELEE))


def test_a_melee_event_with_its_cut_as_a_document() -> None:
    organizer = melee(17, 1, 16)
    organizer.pair()
    places(organizer)
    organizer.cut()
    for game in organizer.state.elimination[0].games:
        organizer.do(ops.BracketResultEntered, round=1, game=game.number, winner=game.players[0])
    assert organizer.state.elimination[1].games[0].players == organizer.state.seeds[:4]
    state = organizer.state
    again = replay(read_document(written_document(state), NOON))
    assert event_object(again) == event_object(state)


def melee_final() -> Organizer:
    organizer = melee(8, 1, 4)
    organizer.pair()
    places(organizer)
    organizer.cut()
    return organizer


def test_the_final_keeps_all_places() -> None:
    organizer = melee_final()
    seeds = organizer.state.seeds
    final = {"round": 1, "game": 1, "winner": seeds[2], "places": (4, 2, 1, 2)}
    organizer.do(ops.BracketResultEntered, **final)
    state = organizer.state
    assert final_ranking(state)[:4] == (seeds[2], seeds[1], seeds[3], seeds[0])
    assert operation_words(organizer.log[-1], state) == (
        f"Elimination, round 1, game 1: 1. {seeds[2]}, 2. {seeds[1]}, 2. {seeds[3]}, 4. {seeds[0]}."
    )
    assert [seat.score for seat in shown_round(state).games[0].seats] == ["4", "2", "1", "2"]
    again = replay(read_document(written_document(state), NOON))
    assert event_object(again) == event_object(state)
    assert final_ranking(again) == final_ranking(state)
    organizer.do(ops.BracketResultCorrected, round=1, game=1, winner=seeds[0])
    assert final_ranking(organizer.state)[:4] == seeds


@pytest.mark.parametrize("wrong", [(1, 2, 3), (2, 1, 3, 4), (1, 1, 3, 4)])
def test_a_final_has_one_winner_at_the_first_place(wrong: tuple[int, ...]) -> None:
    organizer = melee_final()
    winner = organizer.state.seeds[0]
    with pytest.raises(AppError):
        organizer.do(ops.BracketResultEntered, round=1, game=1, winner=winner, places=wrong)
    joust = started("AB", custom(1, 2))
    joust.play()
    joust.cut()
    with pytest.raises(AppError, match="Only a melee table"):
        joust.do(ops.BracketResultEntered, round=1, game=1, winner="A", places=(1, 2))


def test_the_places_of_a_final_are_typed() -> None:
    state = melee_final().state
    players = state.elimination[0].games[0].players
    typed = typed_bracket_result("1cabd", state, 1)
    assert (typed.done, typed.winner, typed.places) == (True, players[2], (2, 3, 1, 4))
    assert typed_bracket_result("1c=abd", state, 1).wrong
    assert not typed_bracket_result("1ca", state, 1).done
    only = typed_bracket_result("1bw", state, 1)
    assert (only.done, only.winner, only.places) == (True, players[1], ())


def test_a_round_says_who_meets_again_and_who_sits_at_a_short_table_again() -> None:
    organizer = melee(6)
    drawn = organizer.pair()
    assert {each.reason for each in drawn.reasons} == {
        "A table of three: 6 players sit at 2 tables of three."
    }
    assert drawn.rematches == ()
    places(organizer)
    again = organizer.pair(2)
    met = [each for each in again.reasons if each.reason.startswith("They meet again: ")]
    assert len(met) == len(again.rematches) == 2
    assert {each.players for each in met} == set(again.rematches)
    assert all("(round 1). No better seats were found." in each.reason for each in met)
    short = [each.reason for each in again.reasons if "sat at one before" in each.reason]
    assert len(short) == 2
    # No regulation says who meets whom at melee.
    assert organizer.state.departures == ()


def test_pinned_and_forbidden_seats_are_named() -> None:
    organizer = melee(7)
    organizer.do(ops.PairForbidden, first="P0", second="P1")
    organizer.pair()
    organizer.do(ops.TablePinned, round=1, table=2)
    drawn = redrawn_round(organizer.state, 5)
    said = [each.reason for each in drawn.reasons]
    assert said[0] == "The organizer pinned this table."
    assert not any("kept apart" in each for each in said)
    few = melee(3)
    few.do(ops.PairForbidden, first="P0", second="P1")
    assert any("kept apart by the organizer, but" in each.reason for each in few.pair().reasons)

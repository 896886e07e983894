"""Cut, bracket and final ranking."""

from __future__ import annotations

from itertools import product

import pytest

from core.errors import AppError
from events import operations as ops
from events.bracket import cut_seeds, drawn_elimination, final_ranking, power_of, seeded_games
from events.event_state import BY_STANDINGS
from events.event_terms import EventStage, GameResult
from tests.unit.events.organizer import Organizer, custom, started


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

"""Operations on Swiss rounds: pairings, results, and what the organizer does by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from core.errors import AppError
from events import operations as ops
from events.bracket import outdated_cut
from events.event_state import THE_CUT, EventState
from events.event_terms import EventStage, GameResult, StructureKind
from events.event_values import SwissRound, TableGame
from events.melee_tables import checked_places
from events.readiness import without_list
from events.result_text import names_of
from events.round_draw import expect_round_to_pair, outdated_round, untouched_round
from events.standings import pairs_met


def pair(done: ops.RoundPaired, state: EventState) -> EventState:
    expect_round_to_pair(state)
    _check_round(done.round, state, len(state.rounds) + 1)
    state = replace(state, rounds=(*state.rounds, done.round), given_byes=())
    for late in without_list(state):
        if late.joined == done.round.number > 1:
            text = f"{late.name} plays without having handed in a deck list."
            state = state.departing(f"Round {done.round.number}", text)
    return _name_departures(done.round, state)


def pair_again(done: ops.RoundRepaired, state: EventState) -> EventState:
    current = untouched_round(state, done.round.number, "be paired again")
    _check_round(done.round, state, current.number)
    where = f"Round {current.number}"
    state = state.with_round(done.round).following_standings(where)
    text = f"The round was paired again; the seed before was {current.seed}."
    return _name_departures(done.round, state).departing(where, text)


def _check_round(drawn: SwissRound, state: EventState, number: int) -> None:
    if drawn.number != number:
        raise AppError(f"The next round is {number}, not {drawn.number}.")
    placed = Counter(player for game in drawn.games for player in game.players)
    placed.update(drawn.byes)
    placed.update(drawn.losses)
    active = {each.id for each in state.active}
    for player, times in placed.items():
        name = state.player(player).name
        if player not in active:
            raise AppError(f"Round {number}: {name} has left and cannot be paired.")
        if times > 1:
            raise AppError(f"Round {number}: {name} stands there twice.")
    for each in state.active:
        if each.id not in placed:
            raise AppError(f"Round {number}: {each.name} is not paired.")
    tables = Counter(game.table for game in drawn.games)
    if tables and (max(tables.values()) > 1 or min(tables) < 1):
        raise AppError(f"Round {number}: each table needs a number of its own, from 1.")
    seats = {3, 4} if state.kind.at_tables else {2}
    if any(len(game.players) not in seats or game.over for game in drawn.games):
        needed = "three or four" if state.kind.at_tables else "two"
        raise AppError(f"Round {number}: a new game has {needed} players and no result.")


def _name_departures(drawn: SwissRound, state: EventState) -> EventState:
    where = f"Round {drawn.number}"
    by_prize = drawn.number == 1 and state.settings.structure is StructureKind.CUSTOM
    for player in () if by_prize else drawn.given:
        name = state.player(player).name
        state = state.departing(where, f"{name} has a bye by the organizer's choice.")
    # No regulation says who meets whom at melee tables.
    for pair in () if state.kind.at_tables else drawn.rematches:
        state = state.departing(where, f"{names_of(state, pair)} meet again.")
    return state


def cancel(done: ops.RoundCancelled, state: EventState) -> EventState:
    state.expect(EventStage.SWISS)
    if not state.rounds or done.round != len(state.rounds):
        raise AppError(f"Only the last round can be cancelled, and round {done.round} is not.")
    where = f"Round {done.round}"
    text = f"The round was cancelled; its results are void. {done.reason}".strip()
    players = tuple(
        replace(
            each,
            joined=min(each.joined, done.round),
            dropped=None if each.dropped is None else min(each.dropped, done.round - 1),
        )
        for each in state.players
    )
    given = dict.fromkeys((*state.rounds[-1].given, *state.given_byes))
    return (
        replace(
            state,
            rounds=state.rounds[:-1],
            players=players,
            given_byes=tuple(each for each in given if state.player(each).active),
        )
        .following_standings(where)
        .departing(where, text)
    )


def enter_result(done: ops.TableResult, state: EventState) -> EventState:
    state.expect(EventStage.SWISS, EventStage.ELIMINATION)
    played = state.round(done.round)
    game = game_of_table(played, done.table)
    corrected = isinstance(done, ops.ResultCorrected)
    if game.over and not corrected:
        raise AppError(
            f"Round {done.round}, table {done.table} has a result already.",
            "Correct it if it is wrong.",
        )
    if corrected and not game.over:
        raise AppError(f"Round {done.round}, table {done.table} has no result to correct.")
    emptied = corrected and not (done.result or done.places)
    if emptied and (done.round < len(state.rounds) or state.stage is not EventStage.SWISS):
        raise AppError("This game needs a result: what followed was made by it.")
    if not emptied:
        _check_result(done, game, state)
    ended = replace(game, result=done.result, places=done.places, conceded=done.conceded)
    entered = _with_game(state, played, ended)
    followed = state.seeds or done.round < len(state.rounds)
    state = _compared(state, entered) if corrected and followed else entered
    if done.result is GameResult.DOUBLE_LOSS:
        names = names_of(state, game.players)
        text = f"Both {names} lose by the organizer's decision; the regulations know none."
        state = state.departing(f"Round {done.round}", text)
    return state


def _compared(before: EventState, state: EventState) -> EventState:
    """Return the state with a note where the correction outdates the cut or the last pairing."""
    where = THE_CUT if state.seeds else f"Round {len(state.rounds)}"
    outdated = outdated_cut if state.seeds else outdated_round
    old, new = outdated(before), outdated(state)
    if old == new:
        return state
    state = state.following_standings(where)
    return state.departing(where, new) if new else state


def _check_result(done: ops.TableResult, game: TableGame, state: EventState) -> None:
    if state.kind.at_tables:
        if done.result is not None:
            raise AppError("A melee table has places, not a result.")
        checked_places(done.places, len(game.players))
    elif done.result is None or done.places:
        raise AppError(f"Round {done.round}, table {done.table} needs a result.")
    else:
        state.regulations.points_of(done.result)


def game_of_table(played: SwissRound, table: int) -> TableGame:
    """Return the game of a table; AppError if the round has no such table."""
    if (game := played.game_at(table)) is not None:
        return game
    tables = ", ".join(str(each.table) for each in played.games)
    raise AppError(f"Round {played.number} has no table {table}.", f"Its tables: {tables}.")


def _with_game(state: EventState, played: SwissRound, game: TableGame) -> EventState:
    games = tuple(game if each.table == game.table else each for each in played.games)
    return state.with_round(replace(played, games=games))


def swap(done: ops.PlayersSwapped, state: EventState) -> EventState:
    played = untouched_round(state, done.round, "be changed by hand")
    first, second = state.player(done.first), state.player(done.second)
    other = {first.id: second.id, second.id: first.id}
    placed = {
        *played.byes,
        *played.losses,
        *(each for game in played.games for each in game.players),
    }
    if len(other) < 2 or not placed.issuperset(other):
        raise AppError(f"Choose two different players of round {done.round}.")

    def swapped(players: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(other.get(each, each) for each in players)

    games = tuple(replace(game, players=swapped(game.players)) for game in played.games)
    byes = swapped(played.byes)
    changed = replace(
        played,
        games=games,
        byes=byes,
        losses=swapped(played.losses),
        given=tuple(each for each in swapped(played.given) if each in byes),
        reasons=tuple(each for each in played.reasons if other.keys().isdisjoint(each.players)),
    )
    before = {frozenset(pair[1:]) for pair in pairs_met(state.rounds[:-1])}
    again = tuple(
        (one, two) for _, one, two in pairs_met([changed]) if frozenset((one, two)) in before
    )
    state = state.with_round(replace(changed, rematches=again))
    text = f"{first.name} and {second.name} changed places by hand, not by chance."
    state = state.departing(f"Round {done.round}", text)
    new = [] if state.kind.at_tables else [each for each in again if each not in played.rematches]
    for each in new:
        state = state.departing(f"Round {done.round}", f"{names_of(state, each)} meet again.")
    return state


def pin(done: ops.TablePinned, state: EventState) -> EventState:
    played = untouched_round(state, done.round, "be pinned")
    game = game_of_table(played, done.table)
    return _with_game(state, played, replace(game, pinned=done.pinned))

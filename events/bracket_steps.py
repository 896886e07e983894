"""Operations on the elimination, and the end of the event."""

from __future__ import annotations

from dataclasses import replace

from carddb.errors import AppError
from events.bracket import (
    bracket_round,
    power_of,
    ranked_for_cut,
    seats_of,
    seeded_games,
    settled,
    with_next_rounds,
)
from events.event_state import THE_CUT, EventState
from events.event_terms import EventStage
from events.event_values import BracketGame, BracketRound
from events.melee_tables import checked_places
from events.operations import (
    BracketResult,
    BracketResultCorrected,
    CutMade,
    CutTakenBack,
    Disqualified,
    Dropped,
    EliminationDrawn,
    Finished,
)
from events.plan_steps import moment
from events.registration_steps import mark_as_left
from events.regulations import LEVEL_AT_TIME, LEVEL_RULING
from events.standings import standings


def cut(done: CutMade, state: EventState) -> EventState:
    """Begin the elimination after the Swiss rounds."""
    state.expect(EventStage.SWISS)
    if state.current is None or not state.current.over:
        raise AppError("The Swiss rounds are not over.", "Enter the results first.")
    seeds = done.seeds
    if len(seeds) < 2 or len(set(seeds)) < len(seeds):
        raise AppError("The cut needs two players or more, each once.")
    for seed in seeds:
        if not state.player(seed).active:
            raise AppError(f"{state.player(seed).name} has left and cannot be in the cut.")
    if ranked_for_cut(state)[: len(seeds)] != seeds:
        state = state.departing(THE_CUT, "It does not follow the standings.")
    state = _plan_departures(state, len(seeds))
    return with_next_rounds(_begun(replace(state, stage=EventStage.ELIMINATION), seeds))


def _plan_departures(state: EventState, size: int) -> EventState:
    plan = state.plan
    if plan is None:
        return state
    if len(state.rounds) < plan.swiss_rounds:
        text = f"Made after {len(state.rounds)} of {plan.swiss_rounds} rounds announced."
        state = state.departing(THE_CUT, text)
    if plan.cut_wins is None and size != plan.cut:
        text = f"{size} players go on; announced was {plan.cut or 'no cut'}."
        state = state.departing(THE_CUT, text)
    return state


def _begun(state: EventState, seeds: tuple[str, ...]) -> EventState:
    games = seeded_games(seeds, seats_of(state))
    first = bracket_round(1, games, state)
    return replace(state, seeds=seeds, elimination=(first,))


def take_cut_back(done: CutTakenBack, state: EventState) -> EventState:
    """Return to the end of the Swiss rounds; whoever left meanwhile stays away."""
    state.expect(EventStage.ELIMINATION)
    if not state.seeds:
        raise AppError("The event began with its elimination: there is no cut to take back.")
    void = sum(game.played for each in state.elimination for game in each.games)
    kept = tuple(each for each in state.departures if each.where != THE_CUT)
    state = replace(state, stage=EventStage.SWISS, seeds=(), elimination=(), departures=kept)
    if not void:
        return state
    text = f"The cut was taken back; results of the elimination that are void: {void}."
    return state.departing(moment(state), f"{text} {done.reason}".strip())


def draw_elimination(done: EliminationDrawn, state: EventState) -> EventState:
    """Begin an elimination without Swiss rounds."""
    state.expect(EventStage.ELIMINATION)
    players = sorted(each for game in done.games for each in game)
    if state.elimination or players != sorted(each.id for each in state.active):
        raise AppError("The elimination is drawn once, with each player who has not left once.")
    count = len(done.games)
    if count != power_of(2, len(players)) // 2 or any(
        len(game) not in {1, 2} for game in done.games
    ):
        raise AppError(f"{count} games are not the first round of {len(players)} players.")
    first = bracket_round(1, done.games, state)
    return with_next_rounds(replace(state, elimination=(first,)))


def enter_bracket_result(done: BracketResult, state: EventState) -> EventState:
    """Enter or correct the winner of a game."""
    state.expect(EventStage.ELIMINATION)
    played, game = _game(state, done.round, done.game)
    if done.winner not in game.players:
        raise AppError(f"“{done.winner}” does not play game {done.game} of round {done.round}.")
    if isinstance(done, BracketResultCorrected):
        state = _without_following(state, played, game)
    elif game.over:
        raise AppError(
            f"Game {done.game} of round {done.round} is decided already.",
            "Correct it if it is wrong.",
        )
    elif not state.player(done.winner).active:
        raise AppError(f"{state.player(done.winner).name} has left and cannot win.")
    if done.places:
        _check_places(done, game, state)
    how = "win" if done.how in {"", "bye", "drop"} else done.how
    ended = replace(game, winner=done.winner, how=how, places=done.places)
    state = _with_game(state, played, game, ended)
    if how != LEVEL_AT_TIME:
        return state
    text = (
        f"Round {done.round}, game {done.game} was level at time, and "
        f"{state.player(done.winner).name} goes on. Regulations {state.regulations.version} say "
        f"nothing of this. {LEVEL_RULING}"
    )
    return state.departing("The elimination", text)


def _check_places(done: BracketResult, game: BracketGame, state: EventState) -> None:
    if not state.kind.at_tables:
        raise AppError("Only a melee table has places.", "Enter the winner alone.")
    places = checked_places(done.places, len(game.players))
    if places.count(1) > 1 or game.players[places.index(1)] != done.winner:
        raise AppError(
            f"Game {done.game} of round {done.round} needs one winner: he alone has place 1.",
            "The regulations do not say who goes on from a shared first place: decide it.",
        )


def _game(state: EventState, number: int, game_number: int) -> tuple[BracketRound, BracketGame]:
    for played in state.elimination:
        for game in played.games:
            if (played.number, game.number) == (number, game_number):
                return played, game
    raise AppError(f"There is no game {game_number} in round {number} of the elimination.")


def _without_following(state: EventState, played: BracketRound, game: BracketGame) -> EventState:
    """Return the state without the round after a game that is corrected.

    It is made again from the winners; so it must not have been played.
    """
    if not game.played:
        raise AppError(f"Game {game.number} of round {played.number} has no result to correct.")
    following = state.elimination[played.number :]
    if any(each.played for rnd in following for each in rnd.games):
        raise AppError(
            f"Round {played.number + 1} has results already, by which round {played.number} "
            "was decided.",
            "Take them back first.",
        )
    return replace(state, elimination=state.elimination[: played.number])


def _with_game(
    state: EventState, played: BracketRound, old: BracketGame, new: BracketGame
) -> EventState:
    games = tuple(new if each is old else each for each in played.games)
    at = played.number - 1
    rounds = (
        *state.elimination[:at],
        replace(played, games=games),
        *state.elimination[at + 1 :],
    )
    return with_next_rounds(replace(state, elimination=rounds))


def leave_event(done: Dropped | Disqualified, state: EventState) -> EventState:
    """Let a player leave, in whatever stage the event is."""
    state.expect(EventStage.REGISTRATION, EventStage.SWISS, EventStage.ELIMINATION)
    before_first_game = not any(game.played for rnd in state.elimination for game in rnd.games)
    in_cut = done.player in state.seeds
    state = mark_as_left(done, state)
    if not state.elimination:
        return state
    if in_cut and before_first_game and state.regulations.seeds_move_up:
        return _filled_up(state, done.player)
    rounds = tuple(settled(each, state) for each in state.elimination)
    still_in = any(
        done.player in game.players and game.winner in {None, done.player}
        for game in state.elimination[-1].games
    )
    if still_in and not state.regulations.seeds_move_up:
        text = (
            f"{state.player(done.player).name} left; his opponent has a bye. "
            f"Regulations {state.regulations.version} say nothing of this."
        )
        state = state.departing("The elimination", text)
    return with_next_rounds(replace(state, elimination=rounds))


def _filled_up(state: EventState, gone: str) -> EventState:
    """Return the bracket with the seeds below moved up and the next rank as the lowest seed."""
    left = [each for each in state.seeds if each != gone]
    ranked = [line.player for line in standings(state).lines]
    following = [each for each in ranked if each not in state.seeds and state.player(each).active]
    fixed_size = state.plan is not None and state.plan.cut_wins is None
    return with_next_rounds(_begun(state, (*left, *(following[:1] if fixed_size else ()))))


def end_event(_: Finished, state: EventState) -> EventState:
    """End the event."""
    state.expect(EventStage.SWISS, EventStage.ELIMINATION)
    if state.stage is EventStage.ELIMINATION:
        last = state.elimination[-1] if state.elimination else None
        if last is None or not last.over or len(last.games) > 1:
            raise AppError("The elimination is not over.", "Enter its results first.")
    elif state.current and not state.current.over:
        raise AppError(f"Round {state.current.number} is still being played.")
    elif state.plan and (len(state.rounds) < state.plan.swiss_rounds or state.plan.has_elimination):
        state = state.departing("The end", "The event ended before all that was announced.")
    return replace(state, stage=EventStage.FINISHED)

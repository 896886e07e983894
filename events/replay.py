"""The log of operations -> the state of the event: a pure function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from core.errors import AppError
from events import operations as ops
from events import plan_steps, round_steps
from events.bracket import (
    bracket_round,
    power_of,
    ranked_for_cut,
    seats_of,
    seeded_games,
    settled,
    with_next_rounds,
)
from events.event_state import THE_CUT, EventState, Pair
from events.event_terms import EventStage
from events.event_values import BracketGame, BracketRound, EventPlayer, Penalty
from events.melee_tables import checked_places
from events.plan_steps import moment
from events.readiness import another_list, illegal_list, lists_locked
from events.regulations import LEVEL_AT_TIME, LEVEL_RULING
from events.result_text import names_of
from events.standings import standings


def forbid(done: ops.PairForbidden, state: EventState) -> EventState:
    pair_of = _pair(done, state)
    if pair_of in state.forbidden:
        raise AppError("These two are kept apart already.")
    return replace(state, forbidden=(*state.forbidden, pair_of)).departing(
        "Pairings", f"{names_of(state, pair_of)} are kept apart by the organizer."
    )


def allow(done: ops.PairAllowed, state: EventState) -> EventState:
    pair_of = _pair(done, state)
    if pair_of not in state.forbidden:
        raise AppError("These two are not kept apart.")
    rest = tuple(each for each in state.forbidden if each != pair_of)
    return replace(state, forbidden=rest)


def _pair(done: ops.PairForbidden | ops.PairAllowed, state: EventState) -> Pair:
    first, second = state.player(done.first).id, state.player(done.second).id
    if first == second:
        raise AppError("Choose two different players.")
    return (first, second) if first < second else (second, first)


def give_bye(done: ops.ByeGiven, state: EventState) -> EventState:
    state.expect(EventStage.REGISTRATION, EventStage.SWISS)
    player = state.player(done.player)
    if not player.active or player.id in state.given_byes:
        raise AppError(f"{player.name} has left, or has that bye already.")
    if done.prize and state.rounds:
        raise AppError("A bye as a prize is for the first round alone.")
    return replace(state, given_byes=(*state.given_byes, player.id))


def fix_table(done: ops.TableFixed, state: EventState) -> EventState:
    if done.table is not None and done.table < 1:
        raise AppError("Tables are numbered from 1.")
    return state.with_player(replace(state.player(done.player), fixed_table=done.table))


def register(done: ops.Registered, state: EventState) -> EventState:
    state.expect(EventStage.REGISTRATION)
    player = EventPlayer(
        id=done.player,
        name=_new_name(state, done.name),
        leader=done.leader,
        faction=done.faction,
        agendas=done.agendas,
    )
    return _added(state, player)


def enter_late(done: ops.EnteredLate, state: EventState) -> EventState:
    state.expect(EventStage.SWISS)
    joined = len(state.rounds) + 1
    player = EventPlayer(
        id=done.player,
        name=_new_name(state, done.name),
        joined=joined,
        faction=done.faction,
        agendas=done.agendas,
    )
    state = _added(state, player)
    for played in state.rounds:
        missed = (
            replace(played, byes=(*played.byes, player.id))
            if done.byes
            else replace(played, losses=(*played.losses, player.id))
        )
        state = state.with_round(missed)
    counted = "bye" if done.byes else "loss"
    return state.departing(
        f"Before round {joined}",
        f"{player.name} entered late; each round missed counts as a {counted}. "
        "The regulations say nothing of late players.",
    )


def _added(state: EventState, player: EventPlayer) -> EventState:
    if any(each.id == player.id for each in state.players):
        raise AppError(f"There is a player “{player.id}” already.")
    return replace(state, players=(*state.players, player))


def _new_name(state: EventState, name: str, but: str = "") -> str:
    if not name:
        raise AppError("A player needs a name.")
    same = state.named(name)
    if same is not None and same.id != but:
        raise AppError(
            f"A player named “{same.name}” is in the event already.",
            "Add something that tells the two apart.",
        )
    return name


def rename(done: ops.Renamed, state: EventState) -> EventState:
    player = state.player(done.player)
    return state.with_player(replace(player, name=_new_name(state, done.name, player.id)))


def hand_in(done: ops.DeckHandedIn, state: EventState) -> EventState:
    state.expect(EventStage.REGISTRATION, EventStage.SWISS, EventStage.ELIMINATION)
    player = state.player(done.player)
    deck = done.deck
    late = "a deck list" if player.deck is None and state.lists_required else ""
    said = another_list(player, deck) or late
    if said and (since := lists_locked(state, done.at)):
        text = f"{player.name} handed in {said} after {since}."
        state = state.departing(moment(state), text)
    with_deck = replace(player, deck=deck, faction=deck.faction, agendas=deck.agendas)
    wrong = illegal_list(with_deck)
    if wrong and state.stage is not EventStage.REGISTRATION:
        state = state.departing(moment(state), wrong)
    return state.with_player(with_deck)


def mark_as_left(done: ops.Dropped | ops.Disqualified, state: EventState) -> EventState:
    """Let a player leave; a game that he is still playing keeps its place for a result."""
    player = state.player(done.player)
    removed = isinstance(done, ops.Disqualified)
    if not player.active:
        if not removed or player.disqualified:
            raise AppError(f"{player.name} has left already.")
        return state.with_player(replace(player, disqualified=True))
    left = 0 if state.stage is EventStage.REGISTRATION else len(state.rounds)
    state = replace(state, given_byes=tuple(each for each in state.given_byes if each != player.id))
    return state.with_player(replace(player, dropped=left, disqualified=removed))


def rejoin(done: ops.Rejoined, state: EventState) -> EventState:
    """Let a player come back, with an unpaired loss for each round missed."""
    state.expect(EventStage.REGISTRATION, EventStage.SWISS)
    player = state.player(done.player)
    if player.active:
        raise AppError(f"{player.name} has not left.")
    if player.disqualified:
        raise AppError(f"{player.name} was disqualified and cannot come back.")
    _new_name(state, player.name, player.id)
    for played in state.rounds[player.dropped or 0 :]:
        state = state.with_round(replace(played, losses=(*played.losses, player.id)))
    state = state.with_player(replace(player, dropped=None))
    if state.stage is EventStage.SWISS and not state.regulations.rejoining:
        state = state.departing(
            moment(state),
            f"{player.name} came back. Regulations {state.regulations.version} say nothing of "
            "this; each round missed counts as a loss, as in later ones.",
        )
    return state


def note_penalty(done: ops.PenaltyNoted, state: EventState) -> EventState:
    player = state.player(done.player)
    noted = Penalty(level=done.level, text=done.text, round=len(state.rounds))
    return state.with_player(replace(player, penalties=(*player.penalties, noted)))


def cut(done: ops.CutMade, state: EventState) -> EventState:
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


def take_cut_back(done: ops.CutTakenBack, state: EventState) -> EventState:
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


def draw_elimination(done: ops.EliminationDrawn, state: EventState) -> EventState:
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


def enter_bracket_result(done: ops.BracketResult, state: EventState) -> EventState:
    state.expect(EventStage.ELIMINATION)
    played, game = _game(state, done.round, done.game)
    if done.winner not in game.players:
        raise AppError(f"“{done.winner}” does not play game {done.game} of round {done.round}.")
    if isinstance(done, ops.BracketResultCorrected):
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


def _check_places(done: ops.BracketResult, game: BracketGame, state: EventState) -> None:
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
    """Return the state without the round after a corrected game, which must not have results."""
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
    rounds = (*state.elimination[:at], replace(played, games=games), *state.elimination[at + 1 :])
    return with_next_rounds(replace(state, elimination=rounds))


def leave_event(done: ops.Dropped | ops.Disqualified, state: EventState) -> EventState:
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
    ranked = [line.player for line in standings(state)]
    following = [each for each in ranked if each not in state.seeds and state.player(each).active]
    fixed_size = state.plan is not None and state.plan.cut_wins is None
    return with_next_rounds(_begun(state, (*left, *(following[:1] if fixed_size else ()))))


def end_event(_: ops.Finished, state: EventState) -> EventState:
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


Step = Callable[[Any, EventState], EventState]

# The table: what each kind of operation does.
STEPS: dict[type[ops.Operation], Step] = {
    ops.SettingsChanged: plan_steps.change_settings,
    ops.Registered: register,
    ops.EnteredLate: enter_late,
    ops.Renamed: rename,
    ops.DeckHandedIn: hand_in,
    ops.Started: plan_steps.start_event,
    ops.PlanChanged: plan_steps.change_plan,
    ops.RoundPaired: round_steps.pair,
    ops.RoundRepaired: round_steps.pair_again,
    ops.RoundCancelled: round_steps.cancel,
    ops.ResultEntered: round_steps.enter_result,
    ops.ResultCorrected: round_steps.enter_result,
    ops.Dropped: leave_event,
    ops.Rejoined: rejoin,
    ops.Disqualified: leave_event,
    ops.PenaltyNoted: note_penalty,
    ops.PlayersSwapped: round_steps.swap,
    ops.TablePinned: round_steps.pin,
    ops.PairForbidden: forbid,
    ops.PairAllowed: allow,
    ops.TableFixed: fix_table,
    ops.ByeGiven: give_bye,
    ops.CutMade: cut,
    ops.CutTakenBack: take_cut_back,
    ops.EliminationDrawn: draw_elimination,
    ops.BracketResultEntered: enter_bracket_result,
    ops.BracketResultCorrected: enter_bracket_result,
    ops.Finished: end_event,
}


def applied(operation: ops.Operation, state: EventState | None) -> EventState:
    """Return the state after one more operation; AppError says why it cannot be done now."""
    if isinstance(operation, ops.Created):
        if state is not None:
            raise AppError("The event was created already.")
        return plan_steps.create(operation.settings)
    if state is None:
        raise AppError("The log of an event begins with its creation.")
    return STEPS[type(operation)](operation, state)


def replay(log: Sequence[ops.Operation]) -> EventState:
    """Return the state after all operations, the oldest first; AppError if one cannot be."""
    state: EventState | None = None
    for number, operation in enumerate(log, start=1):
        try:
            state = applied(operation, state)
        except AppError as error:
            if len(log) == 1:
                # A new event: its organizer has not seen a log.
                raise
            raise AppError(
                f"Operation {number} of the log: {error.sentence}", error.hint
            ) from error
    if state is None:
        raise AppError("The log of the event is empty.")
    return state


def untouched(operation: ops.Operation, before: EventState, now: EventState) -> bool:
    """Return whether the part that an operation changes is the same in two states."""
    try:
        same = subject(operation, before) == subject(operation, now)
    except AppError:
        return False  # it is gone
    return same and before.settings == now.settings


def subject(operation: ops.Operation, state: EventState) -> object:
    """Return the part of a state that an operation changes: a game, a player, or all of it."""
    match operation:
        case ops.Registered() | ops.EnteredLate():
            return None  # a name that is taken is refused anyway
        case ops.TableResult():
            games = state.round(operation.round).games
            return [each for each in games if each.table == operation.table]
        case ops.BracketResult():
            games_of = {each.number: each.games for each in state.elimination}
            played = games_of.get(operation.round, ())
            return [each for each in played if each.number == operation.game]
        case (
            ops.Renamed()
            | ops.DeckHandedIn()
            | ops.Dropped()
            | ops.Rejoined()
            | ops.PenaltyNoted()
            | ops.TableFixed()
            | ops.ByeGiven()
        ):
            return state.player(operation.player)
    return state


def undone(log: Sequence[ops.Operation]) -> tuple[ops.Operation, ...]:
    """Return the log without its last operation; AppError for the creation."""
    if len(log) < 2:
        raise AppError("There is nothing to take back.")
    return tuple(log[:-1])

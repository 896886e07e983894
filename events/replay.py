"""The log of operations -> the state of the event: a pure function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from carddb.errors import AppError
from events import (
    bracket_steps,
    by_hand_steps,
    operations,
    plan_steps,
    registration_steps,
    round_steps,
)
from events.event_state import EventState
from events.operations import Created, Operation

Step = Callable[[Any, EventState], EventState]

# The table: what each kind of operation does.
STEPS: dict[type[Operation], Step] = {
    operations.SettingsChanged: plan_steps.change_settings,
    operations.Registered: registration_steps.register,
    operations.EnteredLate: registration_steps.enter_late,
    operations.Renamed: registration_steps.rename,
    operations.DeckHandedIn: registration_steps.hand_in,
    operations.Started: plan_steps.start_event,
    operations.PlanChanged: plan_steps.change_plan,
    operations.RoundPaired: round_steps.pair,
    operations.RoundRepaired: round_steps.pair_again,
    operations.RoundCancelled: round_steps.cancel,
    operations.ResultEntered: round_steps.enter_result,
    operations.ResultCorrected: round_steps.enter_result,
    operations.Dropped: bracket_steps.leave_event,
    operations.Rejoined: registration_steps.rejoin,
    operations.Disqualified: bracket_steps.leave_event,
    operations.PenaltyNoted: registration_steps.note_penalty,
    operations.PlayersSwapped: round_steps.swap,
    operations.TablePinned: round_steps.pin,
    operations.PairForbidden: by_hand_steps.forbid,
    operations.PairAllowed: by_hand_steps.allow,
    operations.TableFixed: by_hand_steps.fix_table,
    operations.ByeGiven: by_hand_steps.give_bye,
    operations.CutMade: bracket_steps.cut,
    operations.CutTakenBack: bracket_steps.take_cut_back,
    operations.EliminationDrawn: bracket_steps.draw_elimination,
    operations.BracketResultEntered: bracket_steps.enter_bracket_result,
    operations.BracketResultCorrected: bracket_steps.enter_bracket_result,
    operations.Finished: bracket_steps.end_event,
}


def applied(operation: Operation, state: EventState | None) -> EventState:
    """Return the state after one more operation; AppError says why it cannot be done now."""
    if isinstance(operation, Created):
        if state is not None:
            raise AppError("The event was created already.")
        return plan_steps.create(operation.settings)
    if state is None:
        raise AppError("The log of an event begins with its creation.")
    return STEPS[type(operation)](operation, state)


def replay(log: Sequence[Operation]) -> EventState:
    """Return the state after all operations, the oldest first; AppError where one cannot be."""
    state: EventState | None = None
    for number, operation in enumerate(log, start=1):
        try:
            state = applied(operation, state)
        except AppError as error:
            if len(log) == 1:
                # An event that is made now: whoever makes it knows of no log.
                raise
            raise AppError(
                f"Operation {number} of the log: {error.sentence}", error.hint
            ) from error
    if state is None:
        raise AppError("The log of the event is empty.")
    return state


def untouched(operation: Operation, before: EventState, now: EventState) -> bool:
    """Return whether what an operation is about is the same in two states of an event."""
    try:
        same = _subject(operation, before) == _subject(operation, now)
    except AppError:
        return False  # it is gone
    return same and before.settings == now.settings


def _subject(operation: Operation, state: EventState) -> object:
    """Return what of a state an operation is about: a game, a player, or everything."""
    match operation:
        case operations.Registered() | operations.EnteredLate():
            return None  # a name that is taken is refused anyway
        case operations.TableResult():
            games = state.round(operation.round).games
            return [each for each in games if each.table == operation.table]
        case operations.BracketResult():
            games_of = {each.number: each.games for each in state.elimination}
            played = games_of.get(operation.round, ())
            return [each for each in played if each.number == operation.game]
        case (
            operations.Renamed()
            | operations.DeckHandedIn()
            | operations.Dropped()
            | operations.Rejoined()
            | operations.PenaltyNoted()
            | operations.TableFixed()
            | operations.ByeGiven()
        ):
            return state.player(operation.player)
    return state


def undone(log: Sequence[Operation]) -> tuple[Operation, ...]:
    """Return the log without its last operation; AppError for the creation."""
    if len(log) < 2:
        raise AppError("There is nothing to take back.")
    return tuple(log[:-1])

"""Operations by which the organizer overrules chance before a round is paired."""

from __future__ import annotations

from dataclasses import replace

from carddb.errors import AppError
from events.event_state import EventState, Pair
from events.event_terms import EventStage
from events.operations import ByeGiven, PairAllowed, PairForbidden, TableFixed


def forbid(done: PairForbidden, state: EventState) -> EventState:
    """Keep two players apart."""
    pair_of = _pair(done, state)
    if pair_of in state.forbidden:
        raise AppError("These two are kept apart already.")
    names = " and ".join(state.player(each).name for each in pair_of)
    return replace(state, forbidden=(*state.forbidden, pair_of)).departing(
        "Pairings", f"{names} are kept apart by the organizer."
    )


def allow(done: PairAllowed, state: EventState) -> EventState:
    """Let two players meet again."""
    pair_of = _pair(done, state)
    if pair_of not in state.forbidden:
        raise AppError("These two are not kept apart.")
    rest = tuple(each for each in state.forbidden if each != pair_of)
    return replace(state, forbidden=rest)


def _pair(done: PairForbidden | PairAllowed, state: EventState) -> Pair:
    first, second = state.player(done.first).id, state.player(done.second).id
    if first == second:
        raise AppError("Choose two different players.")
    return (first, second) if first < second else (second, first)


def give_bye(done: ByeGiven, state: EventState) -> EventState:
    """Give a bye in the next round."""
    state.expect(EventStage.REGISTRATION, EventStage.SWISS)
    player = state.player(done.player)
    if not player.active or player.id in state.given_byes:
        raise AppError(f"{player.name} has left, or has that bye already.")
    if done.prize and state.rounds:
        raise AppError("A bye as a prize is for the first round alone.")
    return replace(state, given_byes=(*state.given_byes, player.id))


def fix_table(done: TableFixed, state: EventState) -> EventState:
    """Give a player a table of his own from the next round on."""
    if done.table is not None and done.table < 1:
        raise AppError("Tables are numbered from 1.")
    return state.with_player(replace(state.player(done.player), fixed_table=done.table))

"""Operations on players."""

from __future__ import annotations

from dataclasses import replace

from carddb.errors import AppError
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import EventPlayer, Penalty
from events.operations import (
    DeckHandedIn,
    Disqualified,
    Dropped,
    EnteredLate,
    PenaltyNoted,
    Registered,
    Rejoined,
    Renamed,
)
from events.plan_steps import moment
from events.readiness import another_list, illegal_list


def register(done: Registered, state: EventState) -> EventState:
    """Sign a player up."""
    state.expect(EventStage.REGISTRATION)
    player = EventPlayer(
        id=done.player,
        name=_new_name(state, done.name),
        leader=done.leader,
        faction=done.faction,
        agendas=done.agendas,
    )
    return _added(state, player)


def enter_late(done: EnteredLate, state: EventState) -> EventState:
    """Sign a player up after the start."""
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


def rename(done: Renamed, state: EventState) -> EventState:
    """Write a player's name otherwise."""
    player = state.player(done.player)
    return state.with_player(replace(player, name=_new_name(state, done.name, player.id)))


def hand_in(done: DeckHandedIn, state: EventState) -> EventState:
    """Keep a player's deck list."""
    state.expect(EventStage.REGISTRATION, EventStage.SWISS, EventStage.ELIMINATION)
    player = state.player(done.player)
    deck = done.deck
    late = "a deck list" if player.deck is None and state.lists_required else ""
    said = another_list(player, deck) or late
    if said and state.stage is not EventStage.REGISTRATION:
        text = f"{player.name} handed in {said} after the start."
        state = state.departing(moment(state), text)
    with_deck = replace(player, deck=deck, faction=deck.faction, agendas=deck.agendas)
    wrong = illegal_list(with_deck)
    if wrong and state.stage is not EventStage.REGISTRATION:
        state = state.departing(moment(state), wrong)
    return state.with_player(with_deck)


def mark_as_left(done: Dropped | Disqualified, state: EventState) -> EventState:
    """Let a player leave; a game that he is still playing keeps its place for a result."""
    player = state.player(done.player)
    removed = isinstance(done, Disqualified)
    if not player.active:
        if not removed or player.disqualified:
            raise AppError(f"{player.name} has left already.")
        return state.with_player(replace(player, disqualified=True))
    left = 0 if state.stage is EventStage.REGISTRATION else len(state.rounds)
    state = replace(state, given_byes=tuple(each for each in state.given_byes if each != player.id))
    return state.with_player(replace(player, dropped=left, disqualified=removed))


def rejoin(done: Rejoined, state: EventState) -> EventState:
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


def note_penalty(done: PenaltyNoted, state: EventState) -> EventState:
    """Keep what a leader noted."""
    player = state.player(done.player)
    noted = Penalty(level=done.level, text=done.text, round=len(state.rounds))
    return state.with_player(replace(player, penalties=(*player.penalties, noted)))

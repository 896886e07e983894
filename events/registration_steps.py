"""Operations on players and on the announcement of the event."""

from __future__ import annotations

from dataclasses import replace

from carddb.errors import AppError
from events.event_state import EventState
from events.event_terms import EventKind, Stage, StructureKind
from events.event_values import EventPlayer, EventSettings, Penalty
from events.operations import (
    DeckHandedIn,
    Disqualified,
    Dropped,
    EnteredLate,
    PenaltyNoted,
    PlanChanged,
    Registered,
    Rejoined,
    Renamed,
    SettingsChanged,
    Started,
    TableFixed,
)
from events.regulations import regulations
from events.structure import EventPlan, plan_for
from events.tiers import KINDS, TIERS
from validators.formats import find_format


def checked(settings: EventSettings) -> EventSettings:
    """Return settings that an event can be run by; AppError says what is wrong."""
    if not settings.name.strip():
        raise AppError("An event needs a name.")
    regulations(settings.regulations)
    find_format(settings.edition, settings.kind.value)
    _checked_plan(settings, settings.plan)
    form = settings.melee
    for points, players in ((form.three, 3), (form.four, 4)):
        if points and (len(points) != players or list(points) != sorted(points, reverse=True)):
            raise AppError(
                f"A table of {players} needs points for {players} places, falling from the first."
            )
    return settings


def _checked_plan(settings: EventSettings, plan: EventPlan | None) -> None:
    if plan is None:
        return
    if plan.swiss_rounds < 0 or plan.cut < 0 or plan.cut == 1 or (plan.cut_wins or 0) < 0:
        raise AppError("Rounds, cut and wins are whole numbers; a cut is of two players or more.")
    if KINDS[settings.kind].at_tables and (
        plan.elimination_from_start or plan.cut_wins is not None or plan.cut not in {0, 4, 16, 64}
    ):
        raise AppError("A melee event has Swiss rounds and a cut of 4, 16 or 64 players, or none.")


def plan_of(state: EventState) -> EventPlan:
    """Return the rounds and the cut that a start now would freeze; AppError below the table."""
    settings = state.settings
    if settings.structure is StructureKind.CUSTOM and settings.plan is not None:
        return settings.plan
    return plan_for(settings.structure, len(state.active))


def create(settings: EventSettings) -> EventState:
    """Begin an event."""
    state = EventState(settings=checked(settings))
    if settings.kind is EventKind.CIVIL_WAR:
        state = state.departing("The event", state.kind.note)
    return state


def change_settings(done: SettingsChanged, state: EventState) -> EventState:
    """Announce something else."""
    state.expect(Stage.REGISTRATION)
    return replace(create(done.settings), players=state.players, forbidden=state.forbidden)


def register(done: Registered, state: EventState) -> EventState:
    """Sign a player up."""
    state.expect(Stage.REGISTRATION)
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
    state.expect(Stage.SWISS)
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
    written = " ".join(name.split())
    if not written:
        raise AppError("A player needs a name.")
    same = state.named(written)
    if same is not None and same.id != but and same.dropped != 0:
        raise AppError(
            f"A player named “{same.name}” is in the event already.",
            "Add something that tells the two apart.",
        )
    return written


def rename(done: Renamed, state: EventState) -> EventState:
    """Write a player's name otherwise."""
    player = state.player(done.player)
    return state.with_player(replace(player, name=_new_name(state, done.name, player.id)))


def hand_in(done: DeckHandedIn, state: EventState) -> EventState:
    """Keep a player's deck list."""
    state.expect(Stage.REGISTRATION, Stage.SWISS, Stage.ELIMINATION)
    player = state.player(done.player)
    deck = done.deck
    if state.stage is not Stage.REGISTRATION and state.regulations.lists_always:
        again = player.deck is not None and player.deck.digest != deck.digest
        state = state.departing(
            _moment(state),
            f"{player.name} handed in {'another' if again else 'a'} deck list after the start.",
        )
    with_deck = replace(player, deck=deck, faction=deck.faction, agendas=deck.agendas)
    return state.with_player(with_deck)


def start(done: Started, state: EventState) -> EventState:
    """Freeze rounds and cut."""
    state.expect(Stage.REGISTRATION)
    players = len(state.active)
    if players < 2:
        raise AppError(f"An event needs two players or more; there are {players}.")
    _checked_plan(state.settings, done.plan)
    if state.kind.at_tables and not (state.settings.melee.three and state.settings.melee.four):
        raise AppError(
            "The points for the places at a melee table are not filled in.",
            "No regulation gives them: enter those of your event.",
        )
    if state.settings.structure is not StructureKind.CUSTOM:
        usual = plan_for(state.settings.structure, players) if done.plan.swiss_rounds else None
        if usual != done.plan:
            state = state.departing(
                "The start",
                f"{_plan_text(done.plan)} is not what the table gives {players} players.",
            )
    if not TIERS[state.settings.tier].leaders_may_play:
        for player in state.active:
            if player.leader:
                text = f"{player.name} leads and plays; at this tier no leader plays."
                state = state.departing("The start", text)
    stage = Stage.ELIMINATION if done.plan.elimination_from_start else Stage.SWISS
    return replace(state, stage=stage, plan=done.plan)


def change_plan(done: PlanChanged, state: EventState) -> EventState:
    """Change rounds or cut after the start."""
    state.expect(Stage.SWISS)
    _checked_plan(state.settings, done.plan)
    if done.plan.swiss_rounds < max(1, len(state.rounds)):
        raise AppError(
            f"{len(state.rounds)} rounds are paired already.", "Cancel the last one first."
        )
    text = f"After the start it was changed to {_plan_text(done.plan)}. {done.reason}".strip()
    return replace(state, plan=done.plan).departing(_moment(state), text)


def _plan_text(plan: EventPlan) -> str:
    cut = f"a cut of {plan.cut}" if plan.cut else "no cut"
    if plan.cut_wins is not None:
        cut = f"a cut at {plan.cut_wins} wins"
    return f"{plan.swiss_rounds} Swiss rounds and {cut}"


def _moment(state: EventState) -> str:
    if state.stage is Stage.ELIMINATION:
        return "The elimination"
    return f"Round {len(state.rounds)}" if state.rounds else "Before round 1"


def leave_swiss(done: Dropped | Disqualified, state: EventState) -> EventState:
    """Let a player leave; a game that he is still playing keeps its place for a result."""
    player = state.player(done.player)
    removed = isinstance(done, Disqualified)
    if not player.active:
        if not removed or player.disqualified:
            raise AppError(f"{player.name} has left already.")
        return state.with_player(replace(player, disqualified=True))
    left = 0 if state.stage is Stage.REGISTRATION else len(state.rounds)
    state = replace(state, given_byes=tuple(each for each in state.given_byes if each != player.id))
    return state.with_player(replace(player, dropped=left, disqualified=removed))


def rejoin(done: Rejoined, state: EventState) -> EventState:
    """Let a player come back, with an unpaired loss for each round missed."""
    state.expect(Stage.REGISTRATION, Stage.SWISS)
    player = state.player(done.player)
    if player.active:
        raise AppError(f"{player.name} has not left.")
    if player.disqualified:
        raise AppError(f"{player.name} was disqualified and cannot come back.")
    for played in state.rounds[player.dropped or 0 :]:
        state = state.with_round(replace(played, losses=(*played.losses, player.id)))
    state = state.with_player(replace(player, dropped=None))
    if state.stage is Stage.SWISS and not state.regulations.rejoining:
        state = state.departing(
            _moment(state),
            f"{player.name} came back. Regulations {state.regulations.version} say nothing of "
            "this; each round missed counts as a loss, as in later ones.",
        )
    return state


def note_penalty(done: PenaltyNoted, state: EventState) -> EventState:
    """Keep what a leader noted."""
    player = state.player(done.player)
    noted = Penalty(level=done.level, text=done.text, round=len(state.rounds))
    return state.with_player(replace(player, penalties=(*player.penalties, noted)))


def fix_table(done: TableFixed, state: EventState) -> EventState:
    """Give a player a table of his own from the next round on."""
    if done.table is not None and done.table < 1:
        raise AppError("Tables are numbered from 1.")
    return state.with_player(replace(state.player(done.player), fixed_table=done.table))

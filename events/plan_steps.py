"""Operations on what the organizer announces: settings, rounds and cut."""

from __future__ import annotations

from dataclasses import replace

from carddb.own_lists import carried_list
from core.errors import AppError
from events.event_state import EventState
from events.event_terms import EventKind, EventStage, StructureKind
from events.event_values import EventSettings
from events.operations import PlanChanged, SettingsChanged, Started, plan_words
from events.readiness import illegal_lists, leader_problems, without_list
from events.regulations import regulations
from events.structure import MELEE_CUTS, EventPlan, melee_plan, plan_for
from events.tiers import KINDS
from validators.conditions import find_format


def checked(settings: EventSettings) -> EventSettings:
    """Return the settings if an event can be run with them; AppError says what is wrong."""
    if not settings.name.strip():
        raise AppError("An event needs a name.")
    if settings.seed < 0:
        raise AppError(f"A seed is a whole number from 0 on, not {settings.seed}.")
    regulations(settings.regulations)
    find_format(settings.edition, settings.kind.value)
    _checked_plan(settings, settings.plan)
    if settings.own_list:
        carried = carried_list(settings.own_list)
        if (carried.code, carried.edition) != (settings.list_code, settings.edition):
            raise AppError(
                f"The event carries the list {carried.code} of the {carried.edition.value} edition,"
                f" but it is announced with another: {settings.list_code or 'that of the day'}.",
                "Choose the restricted list again.",
            )
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
        plan.elimination_from_start or plan.cut_wins is not None or plan.cut not in MELEE_CUTS
    ):
        raise AppError(
            "A melee event has Swiss rounds and a cut of 4, 16 or 64 players, or none.",
            "Choose one of these cuts, or 0 for none.",
        )


def plan_of(state: EventState) -> EventPlan:
    """Return the rounds and the cut that a start now would freeze; AppError below the table."""
    settings = state.settings
    if settings.structure is StructureKind.CUSTOM and settings.plan is not None:
        return settings.plan
    return _from_table(state)


def create(settings: EventSettings) -> EventState:
    return EventState(settings=checked(settings))


def change_settings(done: SettingsChanged, state: EventState) -> EventState:
    state.expect(EventStage.REGISTRATION)
    return replace(state, settings=checked(done.settings))


def start_event(done: Started, state: EventState) -> EventState:
    state.expect(EventStage.REGISTRATION)
    players = len(state.active)
    if players < 2:
        raise AppError(f"An event needs two players or more; there are {players}.")
    _checked_plan(state.settings, done.plan)
    if state.kind.at_tables and not (state.settings.melee.three and state.settings.melee.four):
        raise AppError(
            "The points for the places at a melee table are not filled in.",
            "No regulation gives them: enter those of your event.",
        )
    if state.settings.kind is EventKind.CIVIL_WAR:
        state = state.departing("The event", state.kind.note)
    if state.settings.structure is not StructureKind.CUSTOM and done.plan != _usual(state):
        text = f"The table for {players} players differs from the plan: {plan_words(done.plan)}."
        state = state.departing("The start", text)
    without = [each.name for each in without_list(state)]
    if without:
        text = f"Deck lists that are not handed in: {len(without)} ({', '.join(without)})."
        state = state.departing("The start", text)
    for text in (*illegal_lists(state), *leader_problems(state)):
        state = state.departing("The start", text)
    stage = EventStage.ELIMINATION if done.plan.elimination_from_start else EventStage.SWISS
    return replace(state, stage=stage, plan=done.plan)


def change_plan(done: PlanChanged, state: EventState) -> EventState:
    state.expect(EventStage.SWISS)
    _checked_plan(state.settings, done.plan)
    if done.plan.swiss_rounds < max(1, len(state.rounds)):
        raise AppError(
            f"{len(state.rounds)} rounds are paired already.", "Cancel the last one first."
        )
    text = f"After the start it was changed to {plan_words(done.plan)}. {done.reason}".strip()
    return replace(state, plan=done.plan).departing(moment(state), text)


def _from_table(state: EventState) -> EventPlan:
    plan = plan_for(state.settings.structure, len(state.active))
    return melee_plan(plan) if state.kind.at_tables else plan


def _usual(state: EventState) -> EventPlan | None:
    try:
        return _from_table(state)
    except AppError:
        return None


def moment(state: EventState) -> str:
    """Say at what point of the event a departure happens."""
    if state.stage is EventStage.ELIMINATION:
        return "The elimination"
    return f"Round {len(state.rounds)}" if state.rounds else "Before round 1"

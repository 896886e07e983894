"""An event in words: its settings and its state."""

from __future__ import annotations

from core.text_format import count_of
from events.bracket import elimination_title, seats_of
from events.event_state import EventState
from events.event_terms import EventKind, EventStage, StructureKind, Tier
from events.operations import plan_words

KIND_WORDS = {
    EventKind.JOUST: "Joust",
    EventKind.MELEE: "Melee",
    EventKind.DRAFT: "Draft",
    EventKind.CIVIL_WAR: "Civil War (not sanctioned)",
}
TIER_WORDS = {Tier.RELAXED: "Relaxed", Tier.FORMAL: "Formal", Tier.PREMIER: "Premier"}
STRUCTURE_WORDS = {
    StructureKind.BASIC: "Basic",
    StructureKind.ADVANCED: "Advanced",
    StructureKind.CUSTOM: "Custom",
}

_STAGES = {
    EventStage.REGISTRATION: "Registration",
    EventStage.SWISS: "Started",
    EventStage.ELIMINATION: "Elimination",
    EventStage.FINISHED: "Finished",
}


def facts_of(state: EventState) -> str:
    """Return who plays what, and by which rules, in one line."""
    settings = state.settings
    parts = [
        count_of(len(state.active), "player"),
        settings.day.isoformat(),
        KIND_WORDS[settings.kind],
        settings.edition.label,
        TIER_WORDS[settings.tier],
        f"Regulations {settings.regulations}",
        f"{STRUCTURE_WORDS[settings.structure]} structure",
    ]
    if state.plan is not None:
        parts.append(plan_words(state.plan))
    return " · ".join(parts)


def stage_of(state: EventState) -> str:
    """Return how far an event has come, in a few words."""
    if state.elimination:
        return elimination_title(len(state.elimination[-1].games), seats_of(state))
    if state.stage is EventStage.SWISS and state.current is not None:
        rounds = state.plan.swiss_rounds if state.plan else 0
        return f"Round {state.current.number} of {rounds}"
    return _STAGES[state.stage]


def results_in(state: EventState) -> tuple[int, int]:
    """Return how many games of the round that is played have a result, and of how many."""
    if state.elimination:
        games = state.elimination[-1].games
        return sum(each.over for each in games), len(games)
    current = state.current
    return (len(current.games) - len(current.playing), len(current.games)) if current else (0, 0)

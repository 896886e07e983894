"""What the Events page says of an event: kinds, tiers, stages and what is next, in words."""

from __future__ import annotations

from datetime import date

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


def day_words(day: date) -> str:
    """Return a day as it is written in tables."""
    return day.isoformat()


def facts_of(state: EventState) -> str:
    """Return what was announced, in one line."""
    settings = state.settings
    parts = [
        day_words(settings.day),
        KIND_WORDS[settings.kind],
        settings.edition.label,
        TIER_WORDS[settings.tier],
        f"Regulations {settings.regulations}",
        f"{STRUCTURE_WORDS[settings.structure]} structure",
    ]
    if state.plan is not None:
        parts.append(plan_words(state.plan))
    return " · ".join(parts)


def _elimination_words(state: EventState) -> str:
    """Return the round of the elimination and how many games are played; empty before it."""
    if not state.elimination:
        return ""
    games = state.elimination[-1].games
    playing = sum(not each.over for each in games)
    still = f"{playing} game{'s' * (playing != 1)} playing" if playing else "all results are in"
    return f"{elimination_title(len(games), seats_of(state))} · {still}"


def stage_of(state: EventState) -> str:
    """Return how far an event has come, in a few words."""
    players = len(state.active)
    counted = f"{players} player{'s' * (players != 1)}"
    if state.stage is EventStage.REGISTRATION:
        return f"Registration · {counted}"
    if state.stage is EventStage.FINISHED:
        return "Finished"
    if state.stage is EventStage.ELIMINATION:
        return _elimination_words(state) or f"Elimination · {counted}"
    rounds = state.plan.swiss_rounds if state.plan else 0
    current = state.current
    if current is None:
        return f"Started · {counted}"
    playing = len(current.playing)
    still = f"{playing} table{'s' * (playing != 1)} playing" if playing else "all results are in"
    return f"Round {current.number} of {rounds} · {still} · {counted}"

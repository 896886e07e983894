"""An event in words: its settings and its state."""

from __future__ import annotations

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


def facts_of(state: EventState) -> str:
    """Return the settings in one line."""
    settings = state.settings
    parts = [
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


def _elimination_words(state: EventState) -> str:
    """Return the round of the elimination and how many games are played; empty before it."""
    if not state.elimination:
        return ""
    games = state.elimination[-1].games
    playing = sum(not each.over for each in games)
    title = elimination_title(len(games), seats_of(state))
    return f"{title} · {_still_playing(playing, 'game')}"


def _still_playing(number: int, what: str) -> str:
    return f"{counted(number, what)} playing" if number else "all results are in"


def stage_of(state: EventState) -> str:
    """Return how far an event has come, in a few words."""
    players = counted(len(state.active), "player")
    if state.stage is EventStage.REGISTRATION:
        return f"Registration · {players}"
    if state.stage is EventStage.FINISHED:
        return "Finished"
    if state.stage is EventStage.ELIMINATION:
        return _elimination_words(state) or f"Elimination · {players}"
    rounds = state.plan.swiss_rounds if state.plan else 0
    current = state.current
    if current is None:
        return f"Started · {players}"
    still = _still_playing(len(current.playing), "table")
    return f"Round {current.number} of {rounds} · {still} · {players}"


def results_in(state: EventState) -> tuple[int, int]:
    """Return how many games of the round that is played have a result, and of how many."""
    if state.elimination:
        games = state.elimination[-1].games
        return sum(each.over for each in games), len(games)
    current = state.current
    return (len(current.games) - len(current.playing), len(current.games)) if current else (0, 0)


def counted(number: int, what: str) -> str:
    """Return "1 game" or "2 games"."""
    return f"{number} {what}{'s' * (number != 1)}"

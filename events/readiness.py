"""What the tier and the regulations of an event require, and what is missing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from carddb.terms import Faction
from decks.sheet import written_day
from events.event_state import EventState
from events.event_terms import EventStage, StructureKind
from events.event_values import EventPlayer, EventSettings, HandedInDeck
from events.tiers import KINDS, TIERS

_MELEE_TABLES = (
    "Rounds and cut come from the tables of joust, and at melee 4, 16 or 64 go on: a cut of 8 "
    "becomes one of 4, and 32 becomes 16. Set rounds and cut yourself for another."
)
_FACTIONS = {each.value: each.card_name for each in Faction}


def settings_notes(settings: EventSettings) -> tuple[str, ...]:
    """Return warnings about announced settings; none of them is refused."""
    tier = TIERS[settings.tier]
    name = f"{'an' if settings.tier.value[0] in 'aeiou' else 'a'} {settings.tier.value} event"
    found = []
    if settings.structure is not tier.usual_structure:
        usual, is_now = tier.usual_structure.value, settings.structure.value
        found.append(f"The structure is {is_now}; {name} usually has the {usual} one.")
    if not tier.leaders_may_play:
        found.append(f"At {name} organizer, marshals and judges do not play.")
    if tier.opaque_sleeves:
        found.append("See to it that sleeves are identical and opaque within each deck.")
    if tier.release_days:
        last = written_day(settings.day - timedelta(days=tier.release_days))
        found.append(f"Products released after {last} are not legal at {name}.")
    if KINDS[settings.kind].at_tables and settings.structure is not StructureKind.CUSTOM:
        found.append(_MELEE_TABLES)
    return tuple(found)


def before_start(state: EventState) -> tuple[str, ...]:
    """Return what is missing before the start: lists, legal decks, leaders who do not play."""
    return (
        *(f"{each.name} has not handed in a deck list." for each in without_list(state)),
        *illegal_lists(state),
        *leader_problems(state),
    )


def without_list(state: EventState) -> tuple[EventPlayer, ...]:
    """Return who has not handed in a list although it is required."""
    return tuple(each for each in state.active if each.deck is None and state.lists_required)


def illegal_lists(state: EventState) -> tuple[str, ...]:
    """Return a sentence for each list that is not legal."""
    return tuple(filter(None, map(illegal_list, state.active)))


def illegal_list(player: EventPlayer) -> str:
    """Return why the list of a player is not legal; empty if it is legal or missing."""
    if player.deck is None or player.deck.legal is not False:
        return ""
    return f"The deck of {player.name} is not legal: {' '.join(player.deck.reasons[:1])}".strip()


def lists_locked(state: EventState, now: datetime) -> str:
    """Return since when lists are locked, in words; empty while they can be handed in."""
    if state.stage is not EventStage.REGISTRATION:
        return "the start"
    until = state.settings.lists_until
    # Logs of others may have times without a zone; these cannot be compared with the rest.
    over = until is not None and now.astimezone(UTC) > until.astimezone(UTC)
    return "the deadline" if over else ""


def another_list(player: EventPlayer, deck: HandedInDeck) -> str:
    """Describe how a list differs from what the player handed in or announced; empty if it agrees.

    Once lists are locked, only the organizer may replace one.
    """
    changed = player.deck is not None and player.deck.digest != deck.digest
    if player.faction and deck.faction and player.faction != deck.faction:
        new, old = (_FACTIONS.get(each, each) for each in (deck.faction, player.faction))
        return f"{'another' if changed else 'a'} deck list of {new} instead of {old}"
    return "another deck list" if changed else ""


def leader_problems(state: EventState) -> tuple[str, ...]:
    """Return a sentence for each leader who plays and must not."""
    leaders = [each for each in state.active if each.leader]
    if not TIERS[state.settings.tier].leaders_may_play:
        return tuple(
            f"{each.name} leads and plays; at this tier no leader plays." for each in leaders
        )
    second = state.settings.second_leader.strip().casefold()
    return tuple(
        f"{each.name} leads and plays; that needs a second leader, named at the start, who rules "
        "in his games."
        for each in leaders
        if not second or (second == each.name.casefold() and len(leaders) == 1)
    )

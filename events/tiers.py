"""What each tier and each kind of event asks for."""

from __future__ import annotations

from dataclasses import dataclass

from events.event_terms import EventKind, StructureKind, Tier
from validators.releases import PREMIER_DAYS


@dataclass(frozen=True, slots=True, kw_only=True)
class TierRules:
    """What a tier demands; `asks` are sentences, `usual_structure` is that of its events."""

    leaders_may_play: bool
    opaque_sleeves: bool
    release_days: int
    usual_structure: StructureKind
    asks: tuple[str, ...]


_NO_LEADER_PLAYS = "Organizer, marshals and judges do not play."
_OPAQUE = "Sleeves are identical and opaque within each deck."
TIERS = {
    Tier.RELAXED: TierRules(
        leaders_may_play=True,
        opaque_sleeves=False,
        release_days=0,
        usual_structure=StructureKind.BASIC,
        asks=(
            "A leader may play if a second leader, who rules in his games, is named at the start.",
            "The backs of a deck look the same.",
            "Products may be played from the day of their release.",
        ),
    ),
    Tier.FORMAL: TierRules(
        leaders_may_play=False,
        opaque_sleeves=True,
        release_days=0,
        usual_structure=StructureKind.ADVANCED,
        asks=(_NO_LEADER_PLAYS, _OPAQUE, "Products may be played from the day of their release."),
    ),
    Tier.PREMIER: TierRules(
        leaders_may_play=False,
        opaque_sleeves=True,
        release_days=PREMIER_DAYS.days,
        usual_structure=StructureKind.CUSTOM,
        asks=(
            _NO_LEADER_PLAYS,
            _OPAQUE,
            f"Products may be played from the {PREMIER_DAYS.days}th day after their release.",
        ),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class KindRules:
    """Whether a kind of event is played at tables of three and four, and a note about it."""

    at_tables: bool
    note: str = ""


KINDS = {
    EventKind.JOUST: KindRules(at_tables=False),
    EventKind.MELEE: KindRules(
        at_tables=True,
        note="No regulation that could be read gives points for the places at a melee table: "
        "those of this event are a house rule.",
    ),
    EventKind.DRAFT: KindRules(
        at_tables=False, note="Rounds and standings are those of a joust event."
    ),
    EventKind.CIVIL_WAR: KindRules(at_tables=False, note="Civil War is not sanctioned."),
}

"""The settings of an event: the fields of the dialog and of `sevenplots event new` and settings."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from app.event_commands import CUT, CUT_WINS, ROUNDS, merged_plan
from app.event_words import KIND_WORDS, STRUCTURE_WORDS, TIER_WORDS
from app.fields import Field, Kind, Values
from carddb.own_lists import add_own_list, carried_list, list_text, own_list_file
from carddb.pool import CardPool, Pools
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from core.errors import AppError
from events.event_terms import EventKind, StructureKind, Tier
from events.event_values import EventSettings, MeleeForm
from events.regulations import REGULATIONS, regulations
from events.structure import EventPlan
from events.tiers import KINDS, TIERS

_PLAN = ("rounds", "cut", "cut_wins")
_MELEE = ("three", "four", "bye")


def is_custom(values: Values) -> bool:
    return values["structure"] is StructureKind.CUSTOM


def at_tables(values: Values) -> bool:
    return KINDS[values["kind"]].at_tables


def leaders_play(values: Values) -> bool:
    return TIERS[values["tier"]].leaders_may_play


# fmt: off
# The rows of the dialog. A value that is a field's default leaves the setting as it is.
DIALOG = (
    (
        Field("name", Kind.TEXT, "&Name", placeholder="Store championship"),
        Field("day", Kind.DAY, "&Day", "Its day.", "YYYY-MM-DD", "--date", ""),
    ),
    (
        Field("kind", Kind.CHOICE, "&Kind", "What is played.", None, "--format",
              named=EventKind, choices=lambda _: KIND_WORDS.items()),
        Field("edition", Kind.CHOICE, "&Edition", "Which edition is played.", None, "--edition",
              named=Edition,
              choices=lambda _: [(each, each.label) for each in (Edition.SECOND, Edition.FIRST)]),
    ),
    (
        Field("tier", Kind.CHOICE, "&Tier", "How strict it is.", None, "--tier",
              named=Tier, choices=lambda _: TIER_WORDS.items()),
        Field("regulations", Kind.CHOICE, "&Regulations", "Their version.", None,
              "--regulations", "", characters=30,
              choices=lambda _: [(each.version, each.source) for each in REGULATIONS]),
    ),
    (
        Field("structure", Kind.CHOICE, "&Structure", "Rounds and cut.", None, "--structure",
              named=StructureKind, choices=lambda _: STRUCTURE_WORDS.items()),
        Field("list_code", Kind.CHOICE, "Restricted l&ist",
              "The restricted list: a code, latest or none.", None, "--list"),
    ),
    (
        Field("round_minutes", Kind.NUMBER, "&Minutes of a round", "How long a round is.", None,
              "--minutes", least=1, bounds=(1, 600)),
        Field("lists_required", Kind.YES_NO, "Deck &lists are handed in",
              "Whether deck lists are required.", None, "--lists/--no-lists"),
    ),
    (
        Field("lists_until", Kind.TEXT, "Deadline &for lists",
              "When lists are locked: 19:30, 2026-11-20 19:30, or start (the default).", "TIME",
              "--lists-until", "", placeholder="the start, or for example 09:30"),
        Field("second_leader", Kind.TEXT, "Second le&ader", "Who rules where a leader plays.",
              "NAME", "--second-leader", shown=leaders_play,
              placeholder="rules in the games of a leader who plays"),
    ),
    (
        replace(ROUNDS, label="S&wiss rounds (0: none)", spoken="Swiss rounds", bounds=(0, 30),
                shown=is_custom),
        replace(CUT, label="&Cut: players (0: none)", spoken="Cut: players", shown=is_custom),
    ),
    (
        Field("four", Kind.TEXT, "Points in fo&urs", placeholder="for example 6 4 2 1",
              shown=at_tables),
        replace(CUT_WINS, label="&Or all with wins (0: no)", spoken="Cut: wins",
                shown=is_custom),
    ),
    (
        Field("three", Kind.TEXT, "Points in t&hrees", placeholder="for example 5 3 1",
              shown=at_tables),
        Field("bye", Kind.NUMBER, "Points of a b&ye", "The points of a bye at melee.", None,
              "--melee-bye", bounds=(0, 100), shown=at_tables),
    ),
)
# fmt: on
OPTIONS = tuple(field for row in DIALOG for field in row if field.option)


def deadline_of(text: str, day: date) -> datetime | None:
    """Return the time of a text, on the day of the event if it has no day; None: the start."""
    words = text.split()
    if not words or words == ["start"]:
        return None
    stated = " ".join(words if len(words) > 1 else [day.isoformat(), *words])
    try:
        return datetime.strptime(stated, "%Y-%m-%d %H:%M").astimezone(UTC)
    except (ValueError, OverflowError):
        raise AppError(
            f"“{text}” is not a time.", "For example: 19:30, 2026-11-20 19:30, or start."
        ) from None


def deadline_text(settings: EventSettings) -> str:
    """Return until when lists are handed in, in the zone of this computer; empty: the start."""
    if settings.lists_until is None:
        return ""
    local = settings.lists_until.astimezone()
    return f"{local:%H:%M}" if local.date() == settings.day else f"{local:%Y-%m-%d %H:%M}"


def changed_settings(before: EventSettings, given: Values) -> EventSettings:
    """Return the settings with these values; AppError if they make no sense."""
    melee = replace(before.melee, **{name: given[name] for name in _MELEE if name in given})
    special = {*_PLAN, *_MELEE, "structure"}
    plain = {name: value for name, value in given.items() if name not in special}
    if isinstance(listed := plain.get("list_code"), RestrictedList):
        plain |= {"list_code": listed.code, "own_list": list_text(listed)}
    elif listed is not None:
        plain["own_list"] = ""
    if "lists_until" in plain:
        plain["lists_until"] = deadline_of(plain["lists_until"], plain.get("day", before.day))
    changed = replace(before, **plain, melee=melee)
    stated = {name: given.get(name) for name in _PLAN}
    is_stated = any(each is not None for each in stated.values())
    structure = given.get("structure", StructureKind.CUSTOM if is_stated else before.structure)
    if structure is not StructureKind.CUSTOM:
        if is_stated:
            raise AppError(
                f"Rounds and cut come from the table of the {structure.value} structure.",
                "Leave --rounds, --cut and --cut-wins out, or choose --structure custom.",
            )
        return replace(changed, structure=structure, plan=None)
    if before.plan is None and stated["rounds"] is None:
        raise AppError(
            "A custom structure needs --rounds, the number of Swiss rounds.",
            "For example: --rounds 4 --cut 8. --rounds 0 is an elimination from the start.",
        )
    plan = merged_plan(before.plan or EventPlan(swiss_rounds=0), **stated)
    return replace(changed, structure=structure, plan=plan)


def chosen_list(code: str, before: EventSettings, pool: CardPool) -> RestrictedList | str:
    """Return the list of the player's own that a code names, or the code of another."""
    known = pool.lists.get(code)
    if known is not None:
        return known if known.own else code
    return carried_list(before.own_list) if before.own_list and before.list_code == code else code


def list_choices(settings: EventSettings, pool: CardPool) -> dict[RestrictedList | str, str]:
    """Return the lists that an event may be played by, the newest first: own ones as a whole."""
    newest = sorted(pool.lists.values(), key=lambda each: each.date, reverse=True)
    found: dict[RestrictedList | str, str] = {
        each if each.own else each.code: each.name for each in newest
    }
    carried = carried_list(settings.own_list) if settings.own_list else None
    if carried is None or carried.edition is not pool.edition or carried in found:
        return found
    return {carried: f"{carried.name}, as this event has it"} | found


def take_list(home: Path, settings: EventSettings, pools: Pools) -> list[str]:
    """Add the list that an imported event carries to the player's own; return what to tell them.

    A list with the same code stays as it is.
    """
    if not settings.own_list:
        return []
    carried = carried_list(settings.own_list)
    known = pools[carried.edition].lists.get(carried.code)
    if known == carried:
        return []
    if known is None and not own_list_file(home, carried.code).exists():
        add_own_list(home, carried)
        return [
            f"Its restricted list “{carried.name}” was added to your own lists, as {carried.code}."
        ]
    which = "A published list" if known and not known.own else "Your own list"
    stays = f"{which} with the code {carried.code} has other content and stays as it is."
    return [f"{stays} The event uses the list “{carried.name}” that came with it."]


# The fields that are not settings themselves.
_SPECIAL = {*_PLAN, *_MELEE}
_SETTINGS = [field.name for row in DIALOG for field in row if field.name not in _SPECIAL]


def dialog_values(settings: EventSettings) -> Values:
    """Return settings as the fields of the dialog show them."""
    plan, melee = settings.plan or EventPlan(swiss_rounds=4, cut=0), settings.melee
    return {
        **{name: getattr(settings, name) for name in _SETTINGS},
        "lists_until": deadline_text(settings),
        "rounds": plan.swiss_rounds,
        "cut": plan.cut,
        "cut_wins": plan.cut_wins or 0,
        "three": " ".join(map(str, melee.three)),
        "four": " ".join(map(str, melee.four)),
        "bye": melee.bye,
    } | ({"list_code": carried_list(settings.own_list)} if settings.own_list else {})


def chosen_settings(before: EventSettings, values: Values) -> EventSettings:
    """Return the settings that the fields of the dialog say; AppError if they make no sense."""
    given = {name: values[name] for name in _SETTINGS}
    if not leaders_play(values):
        given["second_leader"] = ""
    if is_custom(values):
        given |= {"rounds": values["rounds"], "cut": values["cut"]}
        given["cut_wins"] = values["cut_wins"] or None
    melee = MeleeForm()
    if at_tables(values):
        points = {name: _points(values[name]) for name in ("three", "four")}
        melee = MeleeForm(**points, bye=values["bye"])
    return replace(changed_settings(before, given), melee=melee)


def _points(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(each.isascii() and each.isdecimal() and len(each) < 5 for each in words):
        raise AppError("Points are whole numbers with a space between them, for example 5 3 1.")
    return tuple(map(int, words))


def asked_words(values: Values) -> str:
    """Return what a tier and the regulations ask for."""
    always = regulations(values["regulations"]).lists_always
    asks = [*TIERS[values["tier"]].asks]
    if always:
        asks.append("These regulations always ask for deck lists.")
    return f"{TIER_WORDS[values['tier']]}: {' '.join(asks)}"

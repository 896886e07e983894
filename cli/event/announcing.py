"""`sevenplots event` new and settings: what the organizer announces before the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer
from pydantic import TypeAdapter

from app.event_commands import PLAN_FIELDS, Field, Kind
from carddb.terms import Edition
from cli.event.event_source import (
    DoneBy,
    DrawSeed,
    EventId,
    new_seed,
    now,
    numbers_of,
    organizer_name,
    print_json,
    stored_event,
    with_fields,
)
from cli.open_library import open_library
from cli.options import AsJson
from cli.session import Session
from cli.terminal import out, print_message, unwrapped_text
from core.errors import AppError
from decks.sheet import written_day
from events import operations as ops
from events.deck_lists import event_conditions, lists_judged_again
from events.event_terms import EventKind, EventStage, StructureKind, Tier
from events.event_values import EventSettings, MeleeForm
from events.operations import DeckHandedIn, SettingsChanged, plan_words
from events.readiness import settings_notes
from events.replay import applied
from events.structure import EventPlan
from events.tiers import KINDS
from validators.conditions import read_day

# What is announced; None or an empty text leaves it as it is.
# fmt: off
_ANNOUNCED = (
    Field("day", Kind.TEXT, "", "Its day.", "YYYY-MM-DD", "--date", ""),
    Field("edition", Kind.CHOICE, "", "Which edition is played.", None, "--edition", named=Edition),
    Field("kind", Kind.CHOICE, "", "What is played.", None, "--format", named=EventKind),
    Field("tier", Kind.CHOICE, "", "How strict it is.", None, "--tier", named=Tier),
    Field("regulations", Kind.TEXT, "", "Their version.", None, "--regulations", ""),
    Field("structure", Kind.CHOICE, "", "Rounds and cut.", None, "--structure",
          named=StructureKind),
    *PLAN_FIELDS,
    Field("lists", Kind.YES_NO, "", "Whether deck lists are required.", None,
          "--lists/--no-lists"),
    Field("list_code", Kind.TEXT, "", "The restricted list: a code, latest or none.", None,
          "--list"),
    Field("minutes", Kind.NUMBER, "", "How long a round is.", None, "--minutes", least=1),
    Field("points", Kind.TEXT, "", "For example 5,3,1/6,4,2,1.", "THREE/FOUR", "--melee-points",
          ""),
    Field("melee_bye", Kind.NUMBER, "", "The points of a bye at melee.", None, "--melee-bye"),
    Field("second_leader", Kind.TEXT, "", "Who rules where a leader plays.", "NAME",
          "--second-leader"),
)
# fmt: on


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What was written of the settings; None or an empty text: as before."""

    day: str
    edition: Edition | None
    kind: EventKind | None
    tier: Tier | None
    regulations: str
    structure: StructureKind | None
    rounds: int | None
    cut: int | None
    cut_wins: int | None
    lists: bool | None
    list_code: str | None
    minutes: int | None
    points: str
    melee_bye: int | None
    second_leader: str | None

    def settings(self, before: EventSettings) -> EventSettings:
        """Return the settings changed by what was written; AppError where it makes no sense."""
        changed = replace(
            before,
            day=read_day(self.day) if self.day else before.day,
            edition=self.edition or before.edition,
            kind=self.kind or before.kind,
            tier=self.tier or before.tier,
            regulations=self.regulations or before.regulations,
            lists_required=before.lists_required if self.lists is None else self.lists,
            list_code=before.list_code if self.list_code is None else self.list_code,
            round_minutes=self.minutes or before.round_minutes,
            melee=self._melee(before.melee),
            second_leader=(
                before.second_leader
                if self.second_leader is None
                else " ".join(self.second_leader.split())
            ),
        )
        return self._structured(changed)

    def _structured(self, before: EventSettings) -> EventSettings:
        stated = any(each is not None for each in (self.rounds, self.cut, self.cut_wins))
        structure = self.structure or (StructureKind.CUSTOM if stated else before.structure)
        if structure is not StructureKind.CUSTOM:
            if stated:
                raise AppError(
                    f"Rounds and cut come from the table of the {structure.value} structure.",
                    "Leave --rounds, --cut and --cut-wins out, or choose --structure custom.",
                )
            return replace(before, structure=structure, plan=None)
        old = before.plan
        if old is None and self.rounds is None:
            raise AppError(
                "A custom structure needs --rounds, the number of Swiss rounds.",
                "For example: --rounds 4 --cut 8. --rounds 0 is an elimination from the start.",
            )
        old = old or EventPlan(swiss_rounds=0)
        plan = EventPlan(
            swiss_rounds=old.swiss_rounds if self.rounds is None else self.rounds,
            cut=(0 if self.cut_wins is not None else old.cut) if self.cut is None else self.cut,
            cut_wins=old.cut_wins if self.cut is None and self.cut_wins is None else self.cut_wins,
        )
        return replace(before, structure=structure, plan=plan)

    def _melee(self, before: MeleeForm) -> MeleeForm:
        bye = before.bye if self.melee_bye is None else self.melee_bye
        if not self.points:
            return replace(before, bye=bye)
        three, mark, four = self.points.partition("/")
        if not mark:
            raise AppError(
                "“--melee-points” takes the points at tables of three, a slash, and of four.",
                "For example: --melee-points 5,3,1/6,4,2,1.",
            )
        option = "--melee-points"
        return MeleeForm(three=numbers_of(three, option), four=numbers_of(four, option), bye=bye)


@with_fields(*_ANNOUNCED)
def new_command(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the event is called.")],
    *,
    seed: DrawSeed = None,
    by: DoneBy = "",
    as_json: AsJson = False,
    **values: Any,
) -> None:
    """Begin an event in the library; it prints the id by which the other commands know it.

    Left out: today, second edition, joust, relaxed, regulations 1.0.1, basic structure.
    """
    session: Session = context.obj
    written = Announcement(**values)
    drawn_from = new_seed() if seed is None else seed
    settings = written.settings(EventSettings(name=name, day=session.today, seed=drawn_from))
    created = ops.Created(at=now(), settings=settings)
    applied(created, None)
    _check_list(session, settings)
    with open_library(session) as library:
        event_id = library.events.create([created], organizer_name(by))
    notes = settings_notes(settings)
    if as_json:
        print_json(
            {"id": event_id, "name": name, "date": settings.day.isoformat(), "notes": list(notes)}
        )
        return
    out().print(unwrapped_text(f"“{name}” is in the library. Its id: {event_id[:8]}"))
    _print_notes(notes)


@with_fields(*_ANNOUNCED)
def settings_command(
    context: typer.Context,
    event_id: EventId,
    name: Annotated[str, typer.Option("--name", help="What the event is called.")] = "",
    *,
    by: DoneBy = "",
    as_json: AsJson = False,
    **values: Any,
) -> None:
    """Show what is announced, or change it before the start; lists are judged again by that."""
    written = Announcement(**values)
    with stored_event(context, event_id, by) as event:
        before = event.state.settings
        settings = replace(written.settings(before), name=name or before.name)
        judged: Sequence[DeckHandedIn] = ()
        if settings != before:
            if event.state.stage is not EventStage.REGISTRATION:
                raise AppError(
                    "The event has started; what was announced stays.",
                    "sevenplots event plan changes rounds and cut.",
                )
            _check_list(context.obj, settings)
            session: Session = context.obj
            judge = session.judge(settings.edition)
            judged = [
                DeckHandedIn(at=now(), player=player, deck=deck)
                for player, deck in lists_judged_again(event.state, settings, session.pools, judge)
            ]
            event.do(SettingsChanged(at=now(), settings=settings), *judged)
        state = event.state
    notes = settings_notes(settings)
    if as_json:
        plain = TypeAdapter(EventSettings).dump_python(settings, mode="json")
        print_json(
            {"id": event.id, "changed": settings != before, "settings": plain}
            | {"judged_again": [each.player for each in judged], "notes": list(notes)}
        )
        return
    _print_settings(settings)
    for each in judged:
        legal = "legal" if each.deck.legal else f"not legal: {each.deck.reasons[0]}"
        out().print(unwrapped_text(f"The list of {state.player(each.player).name} is now {legal}"))
    _print_notes(notes)


def _check_list(session: Session, settings: EventSettings) -> None:
    """Refuse an unknown list now, not when the first deck is handed in."""
    if settings.list_code:
        event_conditions(settings, session.judge(settings.edition))


def _print_settings(settings: EventSettings) -> None:
    plan = f" ({plan_words(settings.plan)})" if settings.plan else ""
    lines = [
        ("event", settings.name),
        ("day", written_day(settings.day)),
        ("edition", settings.edition.value),
        ("format", settings.kind.value.replace("-", " ")),
        ("tier", settings.tier.value),
        ("regulations", settings.regulations),
        ("structure", f"{settings.structure.value}{plan}"),
        ("deck lists", "required" if settings.lists_required else "not required"),
        ("restricted list", settings.list_code or "that of the day"),
        ("minutes of a round", str(settings.round_minutes)),
    ]
    if settings.second_leader:
        lines.append(("second leader", settings.second_leader))
    if KINDS[settings.kind].at_tables:
        form = settings.melee
        for label, points in (("tables of three", form.three), ("tables of four", form.four)):
            lines.append((f"points at {label}", ", ".join(map(str, points)) or "none yet"))
        lines.append(("points of a bye", str(form.bye)))
    for label, value in lines:
        out().print(unwrapped_text(f"{label}: {value}"))


def _print_notes(notes: Sequence[str]) -> None:
    for each in notes:
        print_message(each)

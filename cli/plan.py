"""The commands `sevenplots plan`: planned changes of the library's decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from cli.command_table import plain_app
from cli.open_library import deck_named, find_named, open_library
from cli.options import AsJson
from cli.terminal import out, print_object, print_result, table_of, unwrapped_text
from core.errors import AppError
from core.json_values import json_object
from decks.diff import difference
from decks.three_way_merge import DeckPart, MergeConflict, Side

if TYPE_CHECKING:
    from library.deck_values import Plan
    from library.library import Library
    from library.plans import PlanMerge

_NO = 1
plan_app = plain_app(
    name="plan",
    help="Plan a change of a deck: begin, list, compare, merge or drop it.",
    no_args_is_help=True,
)
OnePlan = Annotated[str, typer.Argument(metavar="PLAN", help="The name or id of a plan.")]
Prefer = Annotated[
    Side | None, typer.Option(help="Which side to keep where both changed the same thing.")
]
Chosen = Annotated[
    list[str] | None,
    typer.Option(metavar="CODE", help="Keep this side for the card; may be repeated."),
]


@plan_app.command("new")
def new_command(
    context: typer.Context,
    deck: Annotated[str, typer.Argument(metavar="DECK", help="A deck of the library.")],
    name: Annotated[str, typer.Argument(help="What is planned: “if I go Targaryen”.")],
    version: Annotated[
        int | None, typer.Option(min=1, help="Begin from this version; default: the current one.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Begin a plan: a copy of the deck with its own name, which the list of decks does not show."""
    with open_library(context.obj) as library:
        plan = library.plans.begin(deck_named(library, deck).id, name, version)
    sentence = f"“{plan.name}” of “{plan.of.name}” is begun from version {plan.version}."
    print_result(_plan_json(plan), sentence, as_json=as_json)


@plan_app.command("list")
def list_command(
    context: typer.Context,
    deck: Annotated[
        str | None, typer.Argument(metavar="DECK", help="A deck; without it, all plans.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List plans, the most recently changed first."""
    with open_library(context.obj) as library:
        plans = library.plans.all()
        if deck is not None:
            of = deck_named(library, deck)
            plans = tuple(plan for plan in plans if plan.of.id == of.id)
    if as_json:
        print_object({"plans": [_plan_json(plan) for plan in plans]})
        return
    if not plans:
        out().print("There are no plans.")
        return
    rows = [(plan.name, plan.of.name, plan.version, plan.id) for plan in plans]
    out().print(table_of(("plan", "of", "from version", "id"), rows))


@plan_app.command("compare")
def compare_command(context: typer.Context, plan: OnePlan, as_json: AsJson = False) -> int:
    """Show what a plan would change in the current deck, and the conflicts.

    The exit status is 1 if there are conflicts.
    """
    with open_library(context.obj) as library:
        look = library.plans.look(plan_named(library, plan).id)
    if as_json:
        print_object(_look_json(look))
    else:
        changes = difference(look.deck, look.merged.outline).words or ("nothing",)
        out().print(unwrapped_text(f"“{look.plan.name}” would change: {', '.join(changes)}."))
        _print_conflicts(look)
    return _NO if look.merged.conflicts else 0


@plan_app.command("merge")
def merge_command(
    context: typer.Context,
    plan: OnePlan,
    prefer: Prefer = None,
    from_deck: Chosen = None,
    from_plan: Chosen = None,
    as_json: AsJson = False,
) -> int:
    """Save the changes of a plan as the next version of its deck; the plan goes into the bin.

    If deck and plan changed the same thing, the conflicts are listed, nothing is changed, and the
    exit status is 1. Resolve them with --prefer, or with --from-deck and --from-plan.
    """
    with open_library(context.obj) as library:
        found = plan_named(library, plan)
        conflicts = library.plans.look(found.id).merged.conflicts
        decisions = _decisions(conflicts, prefer, from_deck or [], from_plan or [])
        look = library.plans.look(found.id, decisions)
        number = None if look.merged.conflicts else library.plans.merge(found.id, decisions)
    if as_json:
        print_object(_look_json(look) | {"version": number})
    elif number is None:
        _print_conflicts(look)
        out().print("Nothing was changed.")
    else:
        out().print(Text(f"“{found.name}” is version {number} of “{found.of.name}”."))
    return _NO if number is None else 0


@plan_app.command("drop")
def drop_command(context: typer.Context, plan: OnePlan, as_json: AsJson = False) -> None:
    """Put a plan into the bin."""
    with open_library(context.obj) as library:
        found = plan_named(library, plan)
        library.decks.throw_away([found.id])
    sentence = f"“{found.name}” of “{found.of.name}” is in the bin."
    print_result(_plan_json(found), sentence, as_json=as_json)


@plan_app.command("restore")
def restore_command(context: typer.Context, plan: OnePlan, as_json: AsJson = False) -> None:
    """Take a plan out of the bin, even if it was merged."""
    with open_library(context.obj) as library:
        binned = [deck.id for deck in library.decks.binned() if deck.plan_of is not None]
        found = _named([library.plans.get(each) for each in binned], plan, "in the bin")
        library.decks.take_back([found.id])
    sentence = f"“{found.name}” of “{found.of.name}” is a plan again."
    print_result(_plan_json(found), sentence, as_json=as_json)


def plan_named(library: Library, words: str) -> Plan:
    return _named(library.plans.all(), words, "in the library")


def _named(plans: Sequence[Plan], words: str, where: str) -> Plan:
    found = find_named(
        plans, words, f"plans {where}", lambda plan: f"{plan.name} of {plan.of.name}"
    )
    if found is not None:
        return found
    names = ", ".join(f"“{plan.name}”" for plan in plans[:8])
    raise AppError(
        f"There is no plan “{words}” {where}.",
        f"Plans: {names}." if names else "There are none.",
    )


def _decisions(
    conflicts: tuple[MergeConflict, ...], prefer: Side | None, deck: list[str], plan: list[str]
) -> dict[DeckPart, Side]:
    parts = {each.part.key: each.part for each in conflicts}
    decided: dict[DeckPart, Side] = {}
    if prefer is not None:
        decided = dict.fromkeys(parts.values(), prefer)
    for side, keys in ((Side.DECK, deck), (Side.PLAN, plan)):
        for key in keys:
            if key not in parts:
                named = ", ".join(parts) or "nothing"
                raise AppError(f"There is no conflict “{key}”.", f"Conflicts: {named}.")
            decided[parts[key]] = side
    return decided


def _print_conflicts(look: PlanMerge) -> None:
    if not look.merged.conflicts:
        return
    rows = [
        (each.label, each.before or "?", each.deck, each.plan, each.part.key)
        for each in look.merged.conflicts
    ]
    out().print(table_of(("conflict", "before", "deck", "plan", "code"), rows))


def _plan_json(plan: Plan) -> dict[str, Any]:
    return {
        "id": plan.id,
        "name": plan.name,
        "deck": json_object(plan.of, "id name"),
        "version": plan.version,
    }


def _look_json(look: PlanMerge) -> dict[str, Any]:
    return {
        "plan": _plan_json(look.plan),
        "changes": list(difference(look.deck, look.merged.outline).words),
        "conflicts": [
            json_object(each, "code=part.key label before deck plan")
            | {"before": each.before or None}
            for each in look.merged.conflicts
        ],
    }

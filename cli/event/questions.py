"""`sevenplots event` structure, standings, pair, bracket and log: of a file or the library."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from app.event_steps import STEPS, StepKind
from app.event_tables import LOG, log_lines
from app.open_event import opened_event
from cli.event import tables
from cli.event.event_source import (
    DoneBy,
    DrawSeed,
    EventPath,
    LibraryEvent,
    OpenedEvent,
    asked_event,
    now,
)
from cli.options import AsJson
from cli.terminal import out, print_object, unwrapped_text
from core.json_values import json_object
from events import operations as ops
from events.bracket import final_ranking, seed_of
from events.chance import new_seed
from events.event_log import operation_object
from events.event_state import EventState
from events.event_terms import EventStage, StructureKind
from events.event_values import BracketRound, SwissRound
from events.operations import plan_words
from events.replay import applied
from events.round_draw import next_round, redrawn_round
from events.standings import standings
from events.structure import plan_for


def structure_command(
    players: Annotated[int, typer.Option(min=0, help="How many players are registered.")],
    structure: Annotated[StructureKind, typer.Option(help="Which table.")] = StructureKind.BASIC,
    as_json: AsJson = False,
) -> None:
    """Show rounds and cut for a number of players."""
    plan = plan_for(structure, players)
    if as_json:
        print_object(
            {"players": players, "structure": structure.value}
            | {"swiss_rounds": plan.swiss_rounds, "cut": plan.cut}
        )
    else:
        out().print(f"{players} players, {structure.value}: {plan_words(plan)}.")


_STANDING = "rank id=player name=player points sos xsos decided_by opponents rounds wins byes"


def standings_command(
    context: typer.Context,
    path: EventPath = None,
    library_id: LibraryEvent = None,
    as_json: AsJson = False,
) -> None:
    """Show the standings, each place with what decided it."""
    with asked_event(context, path, library_id) as (event, _):
        state = event.state
    if not as_json:
        tables.print_standings(state)
        return
    lines = [
        json_object(line, _STANDING)
        | {"name": state.player(line.player).name, "points": _points(line.points)}
        | {"sos": _fraction(line.sos), "xsos": _fraction(line.xsos)}
        for line in standings(state)
    ]
    printed: dict[str, object] = {"standings": lines}
    if state.elimination:
        printed["ranking"] = list(final_ranking(state))
    print_object(printed)


def _points(points: Fraction) -> int | str:
    return points.numerator if points.denominator == 1 else _fraction(points)


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def pair_command(
    context: typer.Context,
    path: EventPath = None,
    library_id: LibraryEvent = None,
    seed: DrawSeed = None,
    again: Annotated[
        bool, typer.Option("--again", help="Draw the last round anew; pinned tables stay.")
    ] = False,
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Draw the next Swiss round; an event of the library keeps it."""
    with asked_event(context, path, library_id, by) as (event, text):
        state = event.state if event.library else event.started(text)
        if seed is None:
            seed = new_seed() if event.library else state.settings.seed
        drawn = redrawn_round(state, seed) if again else next_round(state, seed)
        if event.library:
            kind = ops.RoundRepaired if again else ops.RoundPaired
            event.do(kind(at=now(), round=drawn))
    if as_json:
        print_object(_round_json(drawn))
    else:
        tables.print_round(state, drawn)


def _round_json(drawn: SwissRound) -> dict[str, object]:
    drawn_byes = [each for each in drawn.byes if each not in drawn.given]
    return {
        "round": drawn.number,
        "seed": drawn.seed,
        "pairings": [list(game.players) for game in drawn.games],
        "tables": [game.table for game in drawn.games],
        "bye": next(iter((*drawn_byes, *drawn.byes)), None),
        "byes": list(drawn.byes),
        "rematches": [list(pair) for pair in drawn.rematches],
        "reasons": [json_object(each, "players reason") for each in drawn.reasons],
    }


def bracket_command(
    context: typer.Context,
    path: EventPath = None,
    library_id: LibraryEvent = None,
    seed: DrawSeed = None,
    by: DoneBy = "",
    as_json: AsJson = False,
) -> None:
    """Show the next round of the elimination; an event of the library makes the cut now."""
    with asked_event(context, path, library_id, by) as (event, text):
        event.state = event.state if event.library else event.started(text)
        begun = _begun(event, seed)
        if begun is not None and event.library:
            event.do(begun)
        elif begun is not None:
            event.state = applied(begun, event.state)
        state = event.state
    played = state.elimination[-1]
    if as_json:
        print_object(_bracket_json(state, played))
        return
    if isinstance(begun, ops.CutMade):
        out().print(unwrapped_text(f"The cut is made: {len(begun.seeds)} players go on."))
    tables.print_bracket(state, played)


def _begun(event: OpenedEvent, seed: int | None) -> ops.Operation | None:
    """Return the operation that begins the elimination, None if it has begun."""
    state = event.state
    if state.elimination:
        return None
    is_drawn = state.stage is EventStage.ELIMINATION
    if seed is None:
        seed = new_seed() if event.library else state.settings.seed
    kind, fields = STEPS[StepKind.DRAW if is_drawn else StepKind.CUT].wanted(state, seed)
    return kind(at=now(), **fields)


def _bracket_json(state: EventState, played: BracketRound) -> dict[str, object]:
    decided = state.winner is not None
    return {
        "round": played.number,
        "games": [
            {
                "game": game.number,
                "players": list(game.players),
                "seeds": [seed_of(state, each) for each in game.players],
                "winner": game.winner,
            }
            | ({"places": list(game.places)} if game.places else {})
            for game in played.games
            if not decided
        ],
        "winner": state.winner,
        "ranking": list(final_ranking(state)),
    }


def log_command(
    context: typer.Context,
    path: EventPath = None,
    library_id: LibraryEvent = None,
    as_json: AsJson = False,
) -> None:
    """Show what was done in an event: when, by whom, and what was taken back since."""
    with asked_event(context, path, library_id) as (event, _):
        taken = event.library.events.taken_back(event.id) if event.library else ()
        opened = opened_event(event.id, event.log, taken)
    if as_json:
        done = [
            {"number": number + 1, "did": opened.words(number), **operation_object(each)}
            for number, each in enumerate(event.log)
        ]
        back = [
            {"number": each.number, "taken_back": each.at.isoformat(), "taken_back_by": each.by}
            | operation_object(each.operation)
            for each in taken
        ]
        print_object({"operations": done, "taken_back": back})
        return
    tables.print_table(LOG, log_lines(opened)[::-1])

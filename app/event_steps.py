"""The next step of an event: its button, its question, and its operation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from app.event_commands import Wanted
from core.errors import AppError
from core.text_format import count_of
from events import operations as ops
from events.bracket import cut_seeds, drawn_elimination
from events.event_state import EventState
from events.event_terms import EventStage
from events.operations import plan_words
from events.plan_steps import plan_of
from events.readiness import before_start
from events.round_draw import next_round


class StepKind(Enum):
    """What the button does."""

    START = auto()
    PAIR = auto()
    CUT = auto()
    DRAW = auto()
    FINISH = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is next, what the button says, and why it cannot be done yet (empty: it can)."""

    kind: StepKind
    text: str
    why_not: str = ""


def next_step(state: EventState) -> NextStep:
    match state.stage:
        case EventStage.REGISTRATION:
            return NextStep(StepKind.START, "Start the event…", _start_refusal(state))
        case EventStage.SWISS:
            return _in_swiss(state)
        case EventStage.ELIMINATION:
            if not state.elimination:
                return NextStep(StepKind.DRAW, "Draw the elimination")
            open_ = sum(not game.over for game in state.elimination[-1].games)
            why = f"{count_of(open_, 'game')} of the elimination to come." if open_ else ""
            return NextStep(StepKind.FINISH, "Finish the event", why)
    return NextStep(StepKind.NOTHING, "")


def _in_swiss(state: EventState) -> NextStep:
    current, plan = state.current, state.plan
    playing = len(current.playing) if current else 0
    why = f"{count_of(playing, 'table')} still playing." if playing else ""
    if plan is not None and len(state.rounds) < plan.swiss_rounds:
        return NextStep(StepKind.PAIR, f"Pair round {len(state.rounds) + 1}", why)
    if plan is not None and plan.has_elimination:
        return NextStep(StepKind.CUT, "Make the cut…", why)
    return NextStep(StepKind.FINISH, "Finish the event", why)


def _start_refusal(state: EventState) -> str:
    try:
        plan_of(state)
    except AppError as error:
        return error.text
    return "" if len(state.active) > 1 else "An event needs two players or more."


def start_words(state: EventState) -> str:
    """Return what the start freezes, and what is still missing."""
    lacking = before_start(state)
    players = len(state.active)
    said = f"{count_of(players, 'player')}: {plan_words(plan_of(state))}. Both are frozen now."
    if not lacking:
        return said
    listed = [f"• {each}" for each in lacking[:10]]
    more = [f"• and {len(lacking) - 10} more"] if len(lacking) > 10 else []
    return "\n".join((said, "", "Before the start:", *listed, *more))


def cut_words(state: EventState) -> str:
    """Return the players of the cut, the highest seed first; AppError if it cannot be made yet."""
    names = [state.player(each).name for each in cut_seeds(state)]
    return "\n".join(f"{seed}. {name}" for seed, name in enumerate(names, start=1))


@dataclass(frozen=True, slots=True)
class Step:
    """How a step is done: `wanted` makes its operation, with a seed where the step `is_drawn`.

    A step with a question is confirmed in a dialog of this title and button.
    """

    wanted: Callable[[EventState, int], Wanted]
    is_drawn: bool = False
    title: str = ""
    button: str = ""
    question: Callable[[EventState], str] | None = None


STEPS = {
    StepKind.START: Step(
        lambda state, _: (ops.Started, {"plan": plan_of(state)}),
        title="Start the event",
        button="Start",
        question=start_words,
    ),
    StepKind.PAIR: Step(
        lambda state, seed: (ops.RoundPaired, {"round": next_round(state, seed)}), is_drawn=True
    ),
    StepKind.CUT: Step(
        lambda state, _: (ops.CutMade, {"seeds": cut_seeds(state)}),
        title="Make the cut",
        button="Make the cut",
        question=cut_words,
    ),
    StepKind.DRAW: Step(
        lambda state, seed: (
            ops.EliminationDrawn,
            {"seed": seed, "games": drawn_elimination(state, seed)},
        ),
        is_drawn=True,
    ),
    StepKind.FINISH: Step(lambda *_: (ops.Finished, {})),
}

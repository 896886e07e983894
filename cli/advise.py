"""The command `sevenplots advise`: which card to change for which."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from carddb.card import Card
from carddb.errors import AppError
from carddb.progress import Progress
from cli.hand_options import (
    PreparedDeck,
    check_used,
    choices_of,
    prepare_deck,
    query_of,
    with_progress_bar,
)
from cli.hands_report import estimate_json
from cli.options import (
    Aside,
    AsJson,
    DeckEdition,
    DeckPath,
    InPlay,
    ListCode,
    Named,
    Policy,
    Prefer,
    SampledHands,
    Seed,
)
from cli.session import Session
from cli.terminal import faint_line, out, stoppable
from goldfish.setup_plan import read_order
from goldfish.swaps.change_text import change_text, gain_text
from goldfish.swaps.goal import Goal, read_goal
from goldfish.swaps.rated_change import RatedChange
from validators.conditions import Requested, conditions_for
from validators.legal_changes import ChangeLimits, LegalChanges
from validators.search_facts import EditionConditions

if TYPE_CHECKING:
    from goldfish.mulligan import KeepPolicy
    from goldfish.swaps.rated_change import SwapAdvice

TOP = 10


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked of the changes."""

    goal: Goal
    policy: str
    swaps: int
    top: int
    hands: int | None
    seed: int
    prefer: str


def advise_command(
    context: typer.Context,
    path: DeckPath,
    goal: Annotated[
        str,
        typer.Option(
            metavar="GOAL", help="cards, gold, characters, poor, great, or see: with a query."
        ),
    ] = "cards",
    by_round: Annotated[
        int, typer.Option("--by-round", min=0, help="For see: by this round; 0: opening hand.")
    ] = 0,
    into: Annotated[
        str, typer.Option("--in", metavar="QUERY", help="Only these cards come in.")
    ] = "",
    outgoing: Annotated[
        str, typer.Option("--out", metavar="QUERY", help="Only these cards go.")
    ] = "",
    most_cost: Annotated[
        int | None, typer.Option("--most-cost", min=0, help="No card in costs more than this.")
    ] = None,
    same_faction: Annotated[
        bool, typer.Option("--same-faction", help="A card goes only for one of its faction.")
    ] = False,
    swaps: Annotated[int, typer.Option(min=1, max=2, help="Change one card, or two.")] = 1,
    top: Annotated[int, typer.Option(min=1, help="How many changes are shown.")] = TOP,
    hands: SampledHands = None,
    seed: Seed = 1,
    policy: Policy = "keep",
    prefer: Prefer = "",
    list_code: ListCode = "",
    edition: DeckEdition = None,
    in_play: InPlay = None,
    aside: Aside = None,
    named: Named = None,
    as_json: AsJson = False,
) -> None:
    """Rank every change of one card by what it does to the opening hands."""
    session: Session = context.obj
    choices = choices_of(in_play, aside, named)
    with stoppable():
        deck = prepare_deck(session, path, edition, choices)
        check_used([deck], choices)
        query = query_of(session, deck.deck.edition)
        limits = ChangeLimits(
            out=query(outgoing) if outgoing else None,
            into=query(into) if into else None,
            most_cost=most_cost,
            same_faction=same_faction,
        )
        asked = _Asked(read_goal(goal, query, by_round), policy, swaps, top, hands, seed, prefer)
        legal = LegalChanges(_side(session, deck, list_code), deck.deck)
        with with_progress_bar("Trying changes") as progress:
            advice = _advice(session, deck, asked, (legal, limits), progress)
    if as_json:
        print(json.dumps(_json(advice) | deck.unread_json, ensure_ascii=False, indent=2))
    else:
        _show(advice)


def _side(session: Session, deck: PreparedDeck, list_code: str) -> EditionConditions:
    judge = session.judge(deck.deck.edition)
    wishes = Requested(list_code=list_code)
    return EditionConditions(judge, conditions_for(deck.deck, judge.pool, wishes, session.today))


def _advice(
    session: Session,
    deck: PreparedDeck,
    asked: _Asked,
    changes: tuple[LegalChanges, ChangeLimits],
    progress: Progress,
) -> SwapAdvice:
    """Return the whole advice; numpy is loaded here and not before."""
    from goldfish.dealer import Sampling  # noqa: PLC0415 - as above
    from goldfish.mulligan import read_policy  # noqa: PLC0415
    from goldfish.swaps.advice import AdviceOptions, advise, advise_two  # noqa: PLC0415
    from goldfish.swaps.hand_levels import Question  # noqa: PLC0415

    legal, limits = changes
    policy: KeepPolicy = read_policy(asked.policy, query_of(session, deck.deck.edition))
    question = Question(asked.goal, policy)
    options = AdviceOptions(
        order=read_order(asked.prefer),
        sampling=Sampling(asked.hands, asked.seed) if asked.hands else None,
        top=asked.top,
    )

    def last(advices: Iterator[SwapAdvice]) -> SwapAdvice:
        found = None
        for found in advices:
            progress(found.done, found.total)
        if found is None:
            raise AppError(
                "No card of the deck may be changed for another.",
                "Ask for less with --in and --out.",
            )
        return found

    single = last(advise(deck.opening, legal.of_one_card(limits), question, options))
    if asked.swaps == 1:
        return single
    return last(advise_two(deck.opening, single, legal.allows, question, options))


def _json(advice: SwapAdvice) -> dict[str, Any]:
    return {
        "goal": advice.goal.words,
        "base": estimate_json(advice.base),
        "considered": advice.considered,
        "classes": advice.classes,
        "swaps": [_change_json(each) for each in advice.changes],
        "seconds": advice.seconds,
        "remarks": list(advice.remarks),
    }


def _change_json(change: RatedChange) -> dict[str, Any]:
    return {
        "out": [card.code for card in change.out],
        "in": [card.code for card in change.into],
        "gain": estimate_json(change.gain),
        "exact": change.exact,
        "also": [card.code for card in change.also_in],
        "also_out": [card.code for card in change.also_out],
    }


def _show(advice: SwapAdvice) -> None:
    table = Table("Out", "In", "Gain", box=None, pad_edge=False)
    for change in advice.changes:
        table.add_row(
            Text(_names(change.out, change.also_out)),
            Text(_names(change.into, change.also_in)),
            Text(gain_text(advice.goal, change.gain.mean)),
        )
    out().print(table)
    if advice.changes:
        out().print(Text(f"The first: {change_text(advice.goal, advice.changes[0])}."))
    words = f"{advice.considered} changes, of which {advice.classes} differ in their effect."
    out().print(faint_line(f"{words} Card texts are not looked at, costs and types are."))


def _names(cards: tuple[Card, ...], also: tuple[Card, ...]) -> str:
    names = "\n".join(f"{card.name} ({card.code})" for card in cards)
    return f"{names}, or {len(also)} like it" if also else names

"""The command `sevenplots advise`: which card to swap for which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from carddb.card import Card
from cli import hand_options, options
from cli.open_library import owned_copies
from cli.session import Session
from cli.terminal import faint_line, out, print_object, stoppable
from core.errors import AppError
from core.text_format import count_of
from goldfish.mulligan import read_policy
from goldfish.setup import read_order
from goldfish.swaps.rated_change import (
    ROUNDS,
    Goal,
    SwapAdvice,
    advice_json,
    change_text,
    gain_text,
    read_goal,
)
from study.deck_advice import ROUNDS_PLAYED, AdviceQuestion, whole_advice
from validators.conditions import Requested, conditions_for
from validators.legal_changes import ChangeLimits
from validators.search_facts import EditionConditions

TOP = 10


Wanted = Annotated[
    str,
    typer.Option(
        metavar="GOAL",
        help="cards, gold, characters, poor, great, see: with a query; or, by games of the first "
        "rounds, strength or unspent.",
    ),
]
ByRound = Annotated[
    int, typer.Option("--by-round", min=0, help="For see: by this round; 0: opening hand.")
]
Rounds = Annotated[
    int | None, typer.Option("--rounds", help="For strength and unspent: how many rounds; 3.")
]
Into = Annotated[str, typer.Option("--in", metavar="QUERY", help="Only these cards come in.")]
Outgoing = Annotated[str, typer.Option("--out", metavar="QUERY", help="Only these cards go.")]
Keep = Annotated[str, typer.Option("--keep", metavar="CODE,…", help="These cards stay.")]
MostCost = Annotated[
    int | None, typer.Option("--most-cost", min=0, help="No card in costs more than this.")
]
SameFaction = Annotated[
    bool, typer.Option("--same-faction", help="A card goes only for one of its faction.")
]
OnlyOwned = Annotated[
    bool, typer.Option("--owned", help="Only cards of the collection in the library come in.")
]
Swaps = Annotated[int, typer.Option(min=1, max=2, help="Change one card, or two.")]
Top = Annotated[int, typer.Option(min=1, help="How many changes are shown.")]
Workers = Annotated[int, typer.Option(min=1, max=64, help="How many processes to use.")]


def advise_command(
    context: typer.Context,
    path: options.DeckPath,
    goal: Wanted = "cards",
    by_round: ByRound = 0,
    rounds: Rounds = None,
    into: Into = "",
    outgoing: Outgoing = "",
    keep: Keep = "",
    most_cost: MostCost = None,
    same_faction: SameFaction = False,
    only_owned: OnlyOwned = False,
    swaps: Swaps = 1,
    top: Top = TOP,
    hands: options.SampledHands = None,
    seed: options.Seed = 1,
    policy: options.Policy = "keep",
    prefer: options.Prefer = "",
    workers: Workers = 1,
    list_code: options.ListCode = "",
    edition: options.DeckEdition = None,
    in_play: options.InPlay = None,
    aside: options.Aside = None,
    named: options.Named = None,
    as_json: options.AsJson = False,
) -> None:
    """Rank every swap of one card by its effect on opening hands or on the first rounds."""
    session: Session = context.obj
    with stoppable():
        (deck,), choices = hand_options.prepare_decks(
            session, [path], edition, in_play, aside, named
        )
        query = hand_options.query_of(session, deck.deck.edition)
        judge = session.judge(deck.deck.edition)
        wishes = Requested(list_code=list_code)
        conditions = conditions_for(deck.deck, judge.pool, wishes, session.today)
        limits = ChangeLimits(
            out=query(outgoing) if outgoing else None,
            into=query(into) if into else None,
            most_cost=most_cost,
            keep=_kept(deck, keep),
            same_faction=same_faction,
            owned=_owned(session, deck) if only_owned else None,
        )
        asked = AdviceQuestion(
            deck=deck.deck,
            side=EditionConditions(judge, conditions),
            goal=_checked_goal(read_goal(goal, query, by_round), rounds, swaps, prefer),
            limits=limits,
            policy=read_policy(policy, query),
            choices=choices,
            rounds=ROUNDS_PLAYED if rounds is None else rounds,
            swaps=swaps,
            top=top,
            hands=hands,
            seed=seed,
            order=read_order(prefer),
            workers=workers,
        )
        with hand_options.with_progress_bar("Trying changes") as progress:
            advice = whole_advice(asked, progress)
    if as_json:
        print_object(advice_json(advice) | deck.unread_json)
    else:
        _show(advice)


def _checked_goal(goal: Goal, rounds: int | None, swaps: int, prefer: str) -> Goal:
    by_games = goal.kind in ROUNDS
    if rounds is not None and not by_games:
        raise AppError(
            "--rounds is for the goals strength and unspent.", "Leave it out, or ask for one."
        )
    if goal.by_round and goal.test is None:
        raise AppError("--by-round is for the goal see:.", "Leave it out, or ask for see:.")
    if by_games and (swaps > 1 or prefer):
        raise AppError(
            f"For {goal.words} one card is changed, and setups are the best ones.",
            "Leave out --swaps and --prefer.",
        )
    return goal


def _kept(deck: hand_options.PreparedDeck, keep: str) -> frozenset[str]:
    codes = frozenset(code.strip() for code in keep.split(",") if code.strip())
    held = {card.code for card, _ in deck.deck.slots}
    for code in sorted(codes - held):
        raise AppError(
            f"The deck does not hold {code}, which --keep names.",
            "Name codes of cards that the deck holds.",
        )
    return codes


def _owned(session: Session, deck: hand_options.PreparedDeck) -> Mapping[str, int]:
    owned = owned_copies(session, deck.deck.edition)
    if not owned:
        raise AppError(
            "The collection of the library is empty.",
            "Enter what you own in the window, or leave --owned out.",
        )
    return owned


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
    changes = count_of(advice.considered, "change")
    words = f"{changes}, of which {advice.classes:,} differ in their effect."
    out().print(faint_line(f"{words} Costs and types of cards count, their texts do not."))


def _names(cards: tuple[Card, ...], also: tuple[Card, ...]) -> str:
    names = "\n".join(f"{card.name} ({card.code})" for card in cards)
    return f"{names}, or {len(also)} like it" if also else names

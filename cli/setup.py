"""The command `sevenplots setup`: the best setup of a hand."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Annotated, Any

import typer
from rich.text import Text

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from cli.options import AsJson, Prefer
from cli.session import Session
from cli.terminal import faint_line, filling, out, print_object
from core.decoding import decoded
from core.errors import AppError, UnknownCardError
from core.json_values import json_object
from core.text_format import count_of
from decks.report import DeckFormatError
from goldfish.setup import Order, SetupPlan, Way, best_setup, read_order
from goldfish.setup_rules import AGENDAS, SetupRules, rules_for

MOST_CARDS = 12


@dataclass(frozen=True, slots=True)
class SetupOptions:
    """The options besides the hand."""

    edition: Edition | None
    faction: Faction | None
    agendas: tuple[str, ...]
    named: Faction | None
    in_play: tuple[str, ...]
    order: Order


def setup_command(
    context: typer.Context,
    hand: Annotated[
        str, typer.Option(metavar="CODE,CODE,…|-", help="The hand; - for one hand a line.")
    ],
    agenda: Annotated[
        list[str] | None, typer.Option(metavar="CODE", help="An agenda; may be given again.")
    ] = None,
    faction: Annotated[
        Faction | None, typer.Option(help="The House, for the gold penalty of the first edition.")
    ] = None,
    edition: Annotated[Edition | None, typer.Option(help="What the codes must belong to.")] = None,
    in_play: Annotated[
        list[str] | None,
        typer.Option("--in-play", metavar="CODE", help="A location that an agenda found."),
    ] = None,
    named: Annotated[
        Faction | None, typer.Option(help="The House that Alliance or Conquest named.")
    ] = None,
    prefer: Prefer = "",
    as_json: AsJson = False,
) -> None:
    """Show the best setup of a hand: most cards, then most gold, characters, STR, lowest codes."""
    session: Session = context.obj
    agendas, found = tuple(agenda or ()), tuple(in_play or ())
    options = SetupOptions(edition, faction, agendas, named, found, read_order(prefer))
    if hand == "-":
        plans = list(_every(session, decoded(sys.stdin.buffer.read()).splitlines(), options))
    else:
        plans = [_solve(session, hand, options)]
    if as_json:
        results = [_json(plan) for plan, _ in plans]
        printed = {"results": results} if hand == "-" else results[0]
        print_object(printed)
        return
    for plan, pool in plans:
        _show(plan, pool)


def _every(
    session: Session, lines: list[str], options: SetupOptions
) -> Iterator[tuple[SetupPlan, CardPool]]:
    started = monotonic()
    session.pools  # noqa: B018 - filled before the bar of the hands starts
    with filling("Setting up hands") as progress:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield _solve(session, line, options)
            except AppError as error:
                raise DeckFormatError(
                    f"Line {number}: {error.sentence}", error.hint, number
                ) from None
            if number % 100 == 0 and monotonic() - started > 0.5:
                progress(number, len(lines))


def _solve(session: Session, text: str, options: SetupOptions) -> tuple[SetupPlan, CardPool]:
    codes = [word for word in re.split(r"[,\s]+", text) if word]
    if not codes:
        raise AppError("The hand has no cards.", "Give their codes: --hand 01144,01152")
    if len(codes) > MOST_CARDS:
        raise AppError(
            f"{len(codes)} cards are more than a hand.", f"A hand has up to {MOST_CARDS} cards."
        )
    pool = session.card(codes[0])[1]
    if options.edition:
        pool = session.pools[options.edition]
    cards = [pool.card(code) for code in codes]
    for card in cards:
        if not card.in_draw_deck:
            raise AppError(
                f"{card.code} {card.name} belongs to no draw deck.",
                "A hand holds characters, locations, attachments and events.",
            )
    rules = _rules(pool, options)
    return best_setup(cards, rules, options.order), pool


def _rules(pool: CardPool, options: SetupOptions) -> SetupRules:
    agendas = list(_of(pool, options.agendas, CardType.AGENDA, "an agenda"))
    in_play = list(_of(pool, options.in_play, CardType.LOCATION, "a location"))
    naming = any(AGENDAS[each.code].waives_named for each in agendas if each.code in AGENDAS)
    if options.named and not naming:
        raise AppError(
            "--named is for an agenda that names a House, and there is none.",
            "Give it with --agenda: qod_47 (Alliance) or cad_1 (Conquest).",
        )
    return rules_for(pool.edition, options.faction, agendas, named=options.named, in_play=in_play)


def _of(pool: CardPool, codes: Iterable[str], kind: CardType, word: str) -> Iterator[Card]:
    for code in codes:
        card = pool.card(code)
        if card.type is not kind:
            raise UnknownCardError(f"{code} {card.name} is not {word}.", f"It is: {card.type}.")
        yield card


def _json(plan: SetupPlan) -> dict[str, Any]:
    return {
        "placed": [
            json_object(each, "code=card.code as=way cost host name=card.name")
            | {"host": each.host.code if each.host else None}
            for each in plan.placed
        ],
        "left": [each.card.code for each in plan.left],
        **json_object(
            plan, "cards gold budget characters=tally.characters strength=tally.strength"
        ),
        "reasons": [json_object(each, "code=card.code reason rule") for each in plan.left],
    }


def _show(plan: SetupPlan, pool: CardPool) -> None:
    people = count_of(plan.tally.characters, "character")
    heading = f"{count_of(plan.cards, 'card')}, {plan.gold} of {plan.budget} gold"
    out().print(Text(heading, style="bold"), Text(f"· {people}, STR {plan.tally.strength}"))
    for each in plan.placed:
        how = {Way.CARD: "", Way.DUPLICATE: ", duplicate", Way.SHADOW: ", into shadows"}[each.way]
        host = f", on {each.host.name}" if each.host else ""
        sign = Text("  ✓ ", style="green")
        out().print(sign + Text(f"{pool.label(each.card)} · {each.cost} gold{how}{host}"))
    for left in plan.left:
        out().print(Text("  · ", style="yellow") + Text(pool.label(left.card)))
        out().print(faint_line(left.reason))
    out().print()

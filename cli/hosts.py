"""The command `sevenplots hosts`: which cards an attachment may be attached to."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from carddb.card import Card
from carddb.card_match import eligible_hosts, host_allows
from carddb.pool import CardPool
from carddb.terms import CardType
from cli.options import AsJson
from cli.session import Session
from cli.terminal import faint_line, out, print_object
from core.errors import AppError

MOST_NAMES = 60
HOST_TYPES = frozenset({CardType.CHARACTER, CardType.LOCATION})


def hosts_command(
    context: typer.Context,
    codes: Annotated[list[str], typer.Argument(metavar="CODE...", help="Codes of attachments.")],
    as_json: AsJson = False,
) -> None:
    """Show what attachments may be attached to: own characters and locations, as printed."""
    session: Session = context.obj
    attachments = [_attachment(session, code) for code in codes]
    found = [(card, pool, *_hosts(card, pool)) for card, pool in attachments]
    if as_json:
        listed = [_json(card, allowed, eligible) for card, _, allowed, eligible in found]
        print_object({"hosts": listed})
        return
    for card, pool, allowed, eligible in found:
        _show(card, pool, allowed, eligible)


def _attachment(session: Session, code: str) -> tuple[Card, CardPool]:
    card, pool = session.card(code)
    if card.host is None:
        kind = card.type.value
        article = "an" if kind[0] in "aeiou" else "a"
        raise AppError(
            f"{code} {card.name} is {article} {kind}, not an attachment.",
            "hosts takes the codes of attachments, for example 01035.",
        )
    return card, pool


def _hosts(attachment: Card, pool: CardPool) -> tuple[list[Card], tuple[Card, ...]]:
    host = attachment.host
    cards = [card for card in pool if card.type in HOST_TYPES]
    allowed = [card for card in cards if host is not None and host_allows(host, card)]
    return allowed, eligible_hosts(attachment, cards)


def _json(card: Card, allowed: list[Card], eligible: tuple[Card, ...]) -> dict[str, Any]:
    return {
        "code": card.code,
        "name": card.name,
        "host": card.host.words or "character" if card.host else None,
        "restricted_to": [each.code for each in allowed],
        "eligible": [each.code for each in eligible],
    }


def _show(card: Card, pool: CardPool, allowed: list[Card], eligible: tuple[Card, ...]) -> None:
    words = card.host.words or "character" if card.host else ""
    out().print(Text(f"{pool.label(card)} ({card.code})", style="bold"))
    out().print(Text(f"Attach to: {words}."))
    refusing = len(allowed) - len(eligible)
    fit = "1 card fits" if len(allowed) == 1 else f"{len(allowed):,} cards fit"
    take = "takes" if refusing == 1 else "take"
    out().print(Text(f"{fit}; {refusing} of them {take} no such attachment."))
    names = sorted({each.name for each in eligible})
    if names:
        rest = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
        out().print(faint_line(", ".join(names[:MOST_NAMES]) + rest))
    out().print()

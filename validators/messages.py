"""How messages name cards and agendas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from carddb.card import Card
from carddb.pool import CardPool


def card_names(cards: Iterable[Card], pool: CardPool) -> str:
    """Return the names of cards as a message lists them: six at most, then how many more."""
    labels = list(dict.fromkeys([pool.label(card) for card in cards]))
    shown, rest = labels[:6], len(labels) - 6
    text = ", ".join(shown)
    return f"{text} and {rest} more" if rest > 0 else text


def agenda_source(codes: Sequence[str], pool: CardPool) -> str:
    """Return how a problem names an agenda's rule as its source, by the codes of its versions."""
    names = [pool.by_code[code].name for code in codes if code in pool.by_code]
    name = f"{names[0]} " if names else ""
    return f"Card text of agenda {name}({' / '.join(codes)})"

"""The keys between attachments and their hosts: attachments of a host, hosts of an attachment."""

from __future__ import annotations

from collections.abc import Iterator

from carddb.card import Card
from carddb.card_match import accepts, eligible_hosts, host_allows
from carddb.card_test import ATTACHMENT
from carddb.names import FoundCard, name_index
from carddb.pool import CardPool
from carddb.search.value_context import Test, ValueContext
from carddb.spelling import fold
from carddb.terms import CardType


def card_test(context: ValueContext) -> Test:
    """Return the test of `on` and `bears`, each within the edition of the card that is named.

    A title stands for all of its printings. QueryError where no card has the name or code.
    """
    context.require_equality()
    finding = _attachments if context.key.name == "on" else _hosts
    named = list(_named(context))
    if not named:
        context.refuse(_unknown(context))
    codes = frozenset(card.code for pool, card in named for card in finding(pool, card))
    return lambda card: card.code in codes


def _named(context: ValueContext) -> Iterator[tuple[CardPool, Card]]:
    for pool in context.facts.index.pools:
        cards = context.facts.index.by_name.get(fold(context.text), ())
        own = [card for card in cards if card.edition is pool.edition]
        for card in own or filter(None, [pool.by_code.get(context.text)]):
            if context.key.name == "on" or card.type is CardType.ATTACHMENT:
                yield pool, card


def _attachments(pool: CardPool, host: Card) -> Iterator[Card]:
    for card in pool.among(pool.bits(ATTACHMENT)):
        if card.host is not None and host_allows(card.host, host) and accepts(host, card):
            yield card


def _hosts(pool: CardPool, attachment: Card) -> tuple[Card, ...]:
    return eligible_hosts(attachment, pool)


def _unknown(context: ValueContext) -> str:
    what = "card" if context.key.name == "on" else "attachment"
    similar: list[str] = []
    for pool in context.facts.index.pools:
        match = name_index(pool).find(context.text)
        if isinstance(match, FoundCard):
            similar.append(match.card.name)
        else:
            similar += [card.name for card in match.candidates]
    hint = f" Similar names: {', '.join(list(dict.fromkeys(similar))[:4])}." if similar else ""
    return f"No {what} is called “{context.text[:40]}” or has it as its code.{hint}"

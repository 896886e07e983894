"""The keys between attachments and their hosts: what goes on a card, what bears an attachment."""

from __future__ import annotations

from collections.abc import Iterator

from carddb.card import Card
from carddb.card_match import accepts, eligible_hosts, host_allows
from carddb.card_test import ATTACHMENT
from carddb.names import Found, name_index
from carddb.pool import CardPool
from carddb.search.value_context import Test, ValueContext
from carddb.spelling import fold
from carddb.terms import CardType


def card_test(asked: ValueContext) -> Test:
    """Return the test of `on` and `bears`, each within the edition of the card that is named.

    A title stands for all of its printings. QueryError where no card has the name or code.
    """
    asked.insist_on_equality()
    finding = _attachments if asked.key.name == "on" else _hosts
    named = list(_named(asked))
    if not named:
        asked.refuse(_unknown(asked))
    codes = frozenset(card.code for pool, card in named for card in finding(pool, card))
    return lambda card: card.code in codes


def _named(asked: ValueContext) -> Iterator[tuple[CardPool, Card]]:
    for pool in asked.facts.index.pools:
        cards = asked.facts.index.by_name.get(fold(asked.text), ())
        own = [card for card in cards if card.edition is pool.edition]
        for card in own or filter(None, [pool.by_code.get(asked.text)]):
            if asked.key.name == "on" or card.type is CardType.ATTACHMENT:
                yield pool, card


def _attachments(pool: CardPool, host: Card) -> Iterator[Card]:
    for card in pool.among(pool.bits(ATTACHMENT)):
        if card.host is not None and host_allows(card.host, host) and accepts(host, card):
            yield card


def _hosts(pool: CardPool, attachment: Card) -> tuple[Card, ...]:
    return eligible_hosts(attachment, pool)


def _unknown(asked: ValueContext) -> str:
    what = "card" if asked.key.name == "on" else "attachment"
    similar: list[str] = []
    for pool in asked.facts.index.pools:
        match = name_index(pool).find(asked.text)
        if isinstance(match, Found):
            similar.append(match.card.name)
        else:
            similar += [card.name for card in match.candidates]
    hint = f" Similar names: {', '.join(list(dict.fromkeys(similar))[:4])}." if similar else ""
    return f"No {what} is called “{asked.text[:40]}” or has it as its code.{hint}"

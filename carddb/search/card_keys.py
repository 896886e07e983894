"""The keys that name a card: attachments of a host, hosts of an attachment, cards like it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from carddb.card import Card
from carddb.card_match import accepts, eligible_hosts, host_allows
from carddb.card_test import ATTACHMENT
from carddb.likeness import Likeness
from carddb.names import FoundCard, name_index
from carddb.pool import CardPool
from carddb.search.key import FieldFacts
from carddb.search.key_tests import Test, ValueContext
from carddb.spelling import fold
from carddb.terms import CardType

_MOST_SIMILAR = 4


def card_test(context: ValueContext) -> Test:
    """Return the test of `on`, `bears` and `like`, within the edition of the card that is named.

    A title stands for all of its printings. QueryError where no card has the name or code.
    """
    context.require_equality()
    facts, key = context.facts, context.key.name
    named = [
        (pool, card)
        for pool, card in _named(facts, context.text)
        if key != "bears" or card.type is CardType.ATTACHMENT
    ]
    if not named:
        context.refuse(_unknown(context))
    if key == "like":
        alike = alike_to(facts, context.text)
        return lambda card: card.code in alike
    finding = _attachments if key == "on" else _hosts
    codes = frozenset(card.code for pool, card in named for card in finding(pool, card))
    return lambda card: card.code in codes


def alike_to(facts: FieldFacts, text: str) -> Mapping[str, Likeness]:
    return facts.index.alike(tuple(card for _, card in _named(facts, text)))


def _named(facts: FieldFacts, text: str) -> Iterator[tuple[CardPool, Card]]:
    for pool in facts.index.pools:
        cards = facts.index.by_name.get(fold(text), ())
        own = [card for card in cards if card.edition is pool.edition]
        for card in own or filter(None, [pool.by_code.get(text)]):
            yield pool, card


def _attachments(pool: CardPool, host: Card) -> Iterator[Card]:
    for card in pool.among(pool.bits(ATTACHMENT)):
        if card.host is not None and host_allows(card.host, host) and accepts(host, card):
            yield card


def _hosts(pool: CardPool, attachment: Card) -> tuple[Card, ...]:
    return eligible_hosts(attachment, pool)


def _unknown(context: ValueContext) -> str:
    what = "attachment" if context.key.name == "bears" else "card"
    similar = similar_names(context.facts.index.pools, context.text)
    hint = f" Similar names: {', '.join(similar)}." if similar else ""
    return f"No {what} is called “{context.text[:40]}” or has it as its code.{hint}"


def similar_names(pools: Iterable[CardPool], written: str) -> tuple[str, ...]:
    """Return names of cards that may be meant, the likest first."""
    similar: list[str] = []
    for pool in pools:
        match = name_index(pool).find(written)
        if isinstance(match, FoundCard):
            similar.append(match.card.name)
        else:
            similar += [card.name for card in match.candidates]
    return tuple(dict.fromkeys(similar))[:_MOST_SIMILAR]

"""How much of the published rules text is understood as facts, and what is not, card by card."""

from __future__ import annotations

from collections.abc import Callable

from carddb.card import Card
from carddb.gold import GoldKind
from carddb.pool import Pools
from carddb.terms import CardType, Edition


def test_what_was_understood_and_what_was_not(
    pools: Pools, golden: Callable[[str, str], None]
) -> None:
    cards = tuple(pools[Edition.SECOND])
    attachments = [card for card in cards if card.type is CardType.ATTACHMENT]
    restricted = [card for card in attachments if card.host and card.host.words]
    effects = [effect for card in cards for effect in card.gold_effects]
    left = [effect for effect in effects if effect.kind is GoldKind.IRREGULAR]
    without = [card for card in attachments if card.host is None]
    modifiers = [card for card in cards if card.income or card.initiative or card.reserve]
    keywords = [keyword for card in cards for keyword in card.keywords]
    hosts = f"{len(restricted)} of {len(attachments)} attachments are restricted"
    lines = [
        "Second edition: sentences of the rules text that became facts",
        f"keywords: {len(keywords)} on {sum(bool(card.keywords) for card in cards)} cards",
        f"hosts: {hosts}, {len(without)} not understood",
        f"income, initiative and reserve: {len(modifiers)} cards",
        f"gold: {len(effects) - len(left)} sentences understood, {len(left)} irregular",
        "",
        "Cards with sentences about gold that are not understood:",
        *(_irregular(card) for card in cards if _left(card)),
    ]
    assert (len(attachments), len(restricted), len(without)) == (220, 149, 0)
    golden("text-facts.txt", "\n".join(lines) + "\n")


def _left(card: Card) -> int:
    return sum(effect.kind is GoldKind.IRREGULAR for effect in card.gold_effects)


def _irregular(card: Card) -> str:
    return f"{card.code} {card.name} ({card.pack}): {_left(card)} of {len(card.gold_effects)}"

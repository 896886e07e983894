"""Why cards were left in hand, in words, and the rule behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from carddb.card import Card
from carddb.host import Side
from carddb.terms import CardType, Edition
from goldfish.attachments import is_host, may_bear
from goldfish.setup_plan import Left, Placed, Way
from goldfish.setup_rules import NEVER_PLACED, SetupRules

# A sentence, and the id of the entry of the rules that it rests on.
Reason: TypeAlias = tuple[str, str]
# What the first edition has another entry for.
_FIRST = {
    "ruling.setup.events": "ruling.setup.gold.first",
    "ruling.setup.duplicates": "ruling.setup.gold.first",
    "ruling.setup.attachments": "ruling.setup.setup-keyword.first",
    "answer.setup-attachments-own": "ruling.setup.setup-keyword.first",
    "answer.setup-attachments-at-once": "ruling.setup.setup-keyword.first",
}


def left_with_reasons(
    left: Iterable[Card], placed: Sequence[Placed], rules: SetupRules
) -> tuple[Left, ...]:
    """Return each card left with why it was not placed in the best setup, as a sentence."""
    found = []
    for card in left:
        reason, rule = _reason(card, placed, rules)
        if rules.edition is Edition.FIRST:
            rule = first_edition_rule(rule)
        found.append(Left(card, reason, rule))
    return tuple(found)


def first_edition_rule(rule: str) -> str:
    """Return the entry of the first edition that says what one of the second does."""
    return rule if rule.endswith(".first") else _FIRST.get(rule, f"{rule}.first")


def _reason(card: Card, placed: Sequence[Placed], rules: SetupRules) -> Reason:
    return (
        _forbidden(card, rules)
        or _beside(card, placed, rules)
        or _hostless(card, placed, rules)
        or _gold(card, placed, rules)
    )


def _forbidden(card: Card, rules: SetupRules) -> Reason | None:
    """Return why the card may never be placed, or nothing."""
    if not rules.placing:
        return "The agenda allows no cards to be placed.", "ruling.setup.knights-of-the-hollow-hill"
    if card.code in NEVER_PLACED:
        return "By its text it cannot be placed during setup.", "ruling.setup.war-elephants"
    if rules.price(card) is not None or rules.into_shadows(card) is not None:
        return None
    if card.type is CardType.ATTACHMENT and rules.edition is Edition.FIRST:
        return (
            "An attachment is placed only with the keyword Setup.",
            "ruling.setup.setup-keyword.first",
        )
    if card.type is CardType.EVENT:
        return (
            "Events are not placed, except into shadows if they have shadow.",
            "ruling.setup.events",
        )
    return "It has no cost for which it could be placed.", "ruling.setup.events"


def _beside(card: Card, placed: Sequence[Placed], rules: SetupRules) -> Reason | None:
    """Return which card in play shuts this one out, or nothing; shadows stay open to it."""
    if rules.into_shadows(card) is not None:
        return None
    face_up = [each.card for each in placed if each.way is not Way.SHADOW]
    limited = [each for each in face_up if each.keyword("limited")]
    if card.keyword("limited") and len(limited) >= rules.limited:
        if any(each.name == card.name and each.unique for each in limited):
            return "A duplicate of a Limited card may not be placed.", "ruling.setup.limited"
        return (
            f"Only one Limited card may be placed, and {limited[0].name} is.",
            "ruling.setup.limited",
        )
    titles = {each.name for each in (*face_up, *rules.in_play) if each.unique}
    if card.unique and card.name in titles and not rules.duplicates_free:
        return (
            "Its title is in play, and duplicates are not placed during setup.",
            "ruling.setup.duplicates",
        )
    return None


def _hostless(card: Card, placed: Sequence[Placed], rules: SetupRules) -> Reason | None:
    """Return why an attachment that only lacks a host has none, or nothing."""
    if card.type is not CardType.ATTACHMENT or rules.price(card) is None or card.host is None:
        return None
    if rules.into_shadows(card) is not None and _left_over(placed, rules) < rules.shadow_price:
        return None
    if all(option.side is Side.OPPONENTS for option in card.host.options):
        return (
            "It goes on an opponent's card only, and in setup it needs a host of your own.",
            "answer.setup-attachments-own",
        )
    in_play = [*(each.card for each in placed if each.way is Way.CARD), *rules.in_play]
    hosts = [each for each in in_play if is_host(each)]
    if not any(may_bear(each, card) for each in hosts):
        return "None of the placed cards may bear it.", "ruling.setup.attachments"
    price = rules.price(card)
    if price is not None and price <= _left_over(placed, rules):
        return (
            "No placed card is left that may bear it beside the other attachments.",
            "answer.setup-attachments-at-once",
        )
    return None


def _gold(card: Card, placed: Sequence[Placed], rules: SetupRules) -> Reason:
    prices = [price for price in (rules.price(card), rules.into_shadows(card)) if price is not None]
    least, left = min(prices), _left_over(placed, rules)
    cost = f"It costs {least}" + (" into shadows" if rules.price(card) != least else "")
    penalty, rule = rules.penalty(card), "ruling.setup.gold"
    if penalty and rules.price(card) == least:
        cost += f", of which {penalty} for being out of House"
        rule = "deck-building.penalty.first"
    if least > rules.gold:
        return f"{cost}; there are only {rules.gold} gold in setup.", rule
    if left >= least:
        return f"{cost}; without another card it would be out of place.", rule
    return f"{cost}; the best setup leaves {left} of {rules.gold} gold.", rule


def _left_over(placed: Sequence[Placed], rules: SetupRules) -> int:
    return rules.gold - sum(each.cost for each in placed)

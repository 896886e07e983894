"""Why cards were left in hand, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from carddb.card import Card
from carddb.host import Side
from carddb.terms import CardType, Edition
from goldfish.attachments import is_host, may_bear
from goldfish.setup_plan import Placed, Way
from goldfish.setup_rules import NEVER_PLACED, SetupRules


def reasons(left: Iterable[Card], placed: Sequence[Placed], rules: SetupRules) -> list[str]:
    """Return for each card left why it was not placed in the best setup, as a sentence."""
    return [_reason(card, placed, rules) for card in left]


def _reason(card: Card, placed: Sequence[Placed], rules: SetupRules) -> str:
    return (
        _forbidden(card, rules)
        or _beside(card, placed, rules)
        or _hostless(card, placed, rules)
        or _gold(card, placed, rules)
    )


def _forbidden(card: Card, rules: SetupRules) -> str:
    """Return why the card may never be placed, or nothing."""
    if not rules.placing:
        return "The agenda allows no cards to be placed."
    if card.code in NEVER_PLACED:
        return "By its text it cannot be placed during setup."
    if rules.price(card) is not None or rules.into_shadows(card) is not None:
        return ""
    if card.type is CardType.ATTACHMENT and rules.edition is Edition.FIRST:
        return "An attachment is placed only with the keyword Setup."
    if card.type is CardType.EVENT:
        return "Events are not placed, except into shadows if they have shadow."
    return "It has no cost for which it could be placed."


def _beside(card: Card, placed: Sequence[Placed], rules: SetupRules) -> str:
    """Return which card in play shuts this one out, or nothing; shadows stay open to it."""
    if rules.into_shadows(card) is not None:
        return ""
    face_up = [each.card for each in placed if each.way is not Way.SHADOW]
    limited = [each for each in face_up if each.keyword("limited")]
    if card.keyword("limited") and len(limited) >= rules.limited:
        if any(each.name == card.name and each.unique for each in limited):
            return "A duplicate of a Limited card may not be placed."
        return f"Only one Limited card may be placed, and {limited[0].name} is."
    titles = {each.name for each in (*face_up, *rules.in_play) if each.unique}
    if card.unique and card.name in titles and not rules.duplicates_free:
        return "Its title is in play, and duplicates are not placed during setup."
    return ""


def _hostless(card: Card, placed: Sequence[Placed], rules: SetupRules) -> str:
    """Return why an attachment that only lacks a host has none, or nothing."""
    if card.type is not CardType.ATTACHMENT or rules.price(card) is None or card.host is None:
        return ""
    if rules.into_shadows(card) is not None and _left_over(placed, rules) < rules.shadow_price:
        return ""
    if all(option.side is Side.OPPONENTS for option in card.host.options):
        return "It goes on an opponent's card only, and in setup it needs a host of your own."
    in_play = [*(each.card for each in placed if each.way is Way.CARD), *rules.in_play]
    hosts = [each for each in in_play if is_host(each)]
    if not any(may_bear(each, card) for each in hosts):
        return "None of the placed cards may bear it."
    price = rules.price(card)
    if price is not None and price <= _left_over(placed, rules):
        return "No placed card is left that may bear it beside the other attachments."
    return ""


def _gold(card: Card, placed: Sequence[Placed], rules: SetupRules) -> str:
    prices = [price for price in (rules.price(card), rules.into_shadows(card)) if price is not None]
    least, left = min(prices), _left_over(placed, rules)
    cost = f"It costs {least}" + (" into shadows" if rules.price(card) != least else "")
    penalty = rules.penalty(card)
    if penalty and rules.price(card) == least:
        cost += f", of which {penalty} for being out of House"
    if least > rules.gold:
        return f"{cost}; there are only {rules.gold} gold in setup."
    if left >= least:
        return f"{cost}; without another card it would be out of place."
    return f"{cost}; the best setup leaves {left} of {rules.gold} gold."


def _left_over(placed: Sequence[Placed], rules: SetupRules) -> int:
    return rules.gold - sum(each.cost for each in placed)

"""Which cards a pattern matches, and which hosts an attachment may be attached to."""

from __future__ import annotations

from collections.abc import Iterable

from carddb.card import Card
from carddb.pattern import CardPattern, Host, Side
from carddb.terms import Faction, Number


def pattern_matches(pattern: CardPattern, card: Card) -> bool:
    return (
        _matches_identity(pattern, card)
        and _shares(pattern.traits, card.traits)
        and not set(pattern.without_traits) & set(card.traits)
        and _shares(pattern.keywords, tuple(keyword.name for keyword in card.keywords))
        and not any(card.keyword(name) for name in pattern.without_keywords)
        and _shares(pattern.crests, tuple(card.crests))
        and _shares(pattern.icons, tuple(card.icons))
        and _within(card.cost, pattern.cost_at_least, pattern.cost_at_most)
        and _within(card.strength, pattern.strength_at_least, pattern.strength_at_most)
        and _within(card.income, pattern.income_at_least, None)
    )


def host_allows(host: Host, card: Card) -> bool:
    """Return whether the restriction allows this card of the player as a host (RR, Attachment)."""
    return any(
        option.side is not Side.OPPONENTS and pattern_matches(option.pattern, card)
        for option in host.options
    )


def accepts(host: Card, attachment: Card) -> bool:
    """Return whether the host's own printed "no attachments" keywords allow an attachment.

    Each of several such keywords must allow it; "except" requires one of the traits, and
    "no-attachments-with" forbids each of its (RR, No Attachments).
    """
    for keyword in host.keywords:
        shares = not set(keyword.exceptions).isdisjoint(attachment.traits)
        if keyword.name == "no-attachments" and not shares:
            return False
        if keyword.name == "no-attachments-with" and shares:
            return False
    return True


def eligible_hosts(attachment: Card, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the player's cards that an attachment may be attached to, in their order.

    Both the attachment's restriction and the hosts' own keywords count, as printed (RR, Setup);
    empty for what is not an attachment.
    """
    host = attachment.host
    if host is None:
        return ()
    return tuple(card for card in cards if host_allows(host, card) and accepts(card, attachment))


def _matches_identity(pattern: CardPattern, card: Card) -> bool:
    factions = card.factions or (Faction.NEUTRAL,)
    return (
        (not pattern.types or card.type in pattern.types)
        and card.type not in pattern.without_types
        and (not pattern.names or card.english_name in pattern.names)
        and (pattern.unique is None or card.unique == pattern.unique)
        and (pattern.loyal is None or card.loyal == pattern.loyal)
        and _shares(pattern.factions, factions)
        and not set(pattern.without_factions) & set(factions)
    )


def _shares(wanted: tuple[str, ...], has: tuple[str, ...]) -> bool:
    return not wanted or not set(wanted).isdisjoint(has)


def _within(value: Number | None, lowest: int | None, highest: int | None) -> bool:
    if lowest is None and highest is None:
        return True
    return (
        isinstance(value, int)
        and (lowest is None or value >= lowest)
        and (highest is None or value <= highest)
    )

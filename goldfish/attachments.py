"""Which card each attachment of a setup goes on, all attached at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from carddb.card import Card
from carddb.card_match import accepts, host_allows
from carddb.terms import CardType, Keyword

# Attachments whose host gains "No attachments except ..." (Blessed by the Maiden).
GRANTED = {"08064": Keyword("no-attachments", None, ("Blessing",))}

# Attachments that blank the printed text of a host, its keywords with it (Milk of the Poppy, and
# three that go on locations).
BLANKING = frozenset({"01035", "03021", "08078", "13030"})


@cache
def may_bear(host: Card, attachment: Card) -> bool:
    """Return whether a card may bear an attachment of its own player, by their printed facts."""
    allowed = attachment.host is not None and host_allows(attachment.host, host)
    return allowed and accepts(host, attachment)


@cache
def exclude_each_other(one: Card, other: Card) -> bool:
    """Return whether two attachments cannot share a host.

    One of them is limited to one per host, grants "no attachments", or blanks the keyword that the
    other needs. Such effects make attachments illegal, never legal (FAQ 4.1, Attachments in Setup).
    """
    limited = any(each.host is not None and each.host.once for each in (one, other))
    if limited and one.name == other.name:
        return True
    return _spoils(one, other) or _spoils(other, one)


def _spoils(one: Card, other: Card) -> bool:
    granted = GRANTED.get(one.code)
    if granted and set(granted.exceptions).isdisjoint(other.traits):
        return True
    options = other.host.options if other.host else ()
    needs_keyword = bool(options) and all(option.pattern.keywords for option in options)
    return one.code in BLANKING and needs_keyword


def bears_one(host: Card) -> bool:
    """Return whether a host takes one attachment ("No attachments except a single Weapon")."""
    return any(keyword.name == "no-attachments" and keyword.value == 1 for keyword in host.keywords)


def attach(attachments: Sequence[Card], hosts: Sequence[Card]) -> tuple[Card, ...] | None:
    """Return the host of each attachment, or None if they cannot all be attached.

    Each attachment goes on the first possible host (RR, Setup, step 9).
    """
    places: list[int] = []

    def go_on() -> bool:
        if len(places) == len(attachments):
            return True
        new = attachments[len(places)]
        for index, host in enumerate(hosts):
            if may_bear(host, new) and not _crowded(index, host, new):
                places.append(index)
                if go_on():
                    return True
                places.pop()
        return False

    def _crowded(index: int, host: Card, new: Card) -> bool:
        borne = [attachments[i] for i, each in enumerate(places) if each == index]
        return bool(borne) and (
            bears_one(host) or any(exclude_each_other(each, new) for each in borne)
        )

    return tuple(hosts[index] for index in places) if go_on() else None


def is_host(card: Card) -> bool:
    return card.type in {CardType.CHARACTER, CardType.LOCATION}

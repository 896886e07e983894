"""What an attachment may be attached to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from carddb.pattern import CardPattern
from carddb.terms import CardType

if TYPE_CHECKING:
    from carddb.card import Card


class Side(StrEnum):
    """Whose card the host must be."""

    ANY = "any"
    YOURS = "yours"
    OWNED = "owned"
    OPPONENTS = "opponents"


@dataclass(frozen=True, slots=True)
class HostOption:
    """One of the alternatives of a restriction: which cards, and whose."""

    pattern: CardPattern
    side: Side = Side.ANY


@dataclass(frozen=True, slots=True)
class Host:
    """An attachment's hosts: any of the options; `once` is "Limit 1 copy per character".

    `words` is the restriction in the program's own short words, empty where any character will do.
    """

    options: tuple[HostOption, ...]
    words: str = ""
    once: bool = False

    def allows(self, card: Card) -> bool:
        """Tell whether the restriction allows this card of one's own as a host (RR, Attachment)."""
        return any(
            option.side is not Side.OPPONENTS and option.pattern.matches(card)
            for option in self.options
        )


ANY_CHARACTER = Host((HostOption(CardPattern(types=(CardType.CHARACTER,))),))


def accepts(host: Card, attachment: Card) -> bool:
    """Tell whether the host's own printed "no attachments" keywords let an attachment be.

    Each of several such keywords must let it; "except" asks for one of the traits, and
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
    """Return the cards of one's own that an attachment may be attached to, in their order.

    Both the attachment's restriction and the hosts' own keywords count, as printed (RR, Setup);
    empty for what is no attachment.
    """
    if attachment.host is None:
        return ()
    allows = attachment.host.allows
    return tuple(card for card in cards if allows(card) and accepts(card, attachment))

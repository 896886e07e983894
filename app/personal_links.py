"""The personal links of players, as papers and lists show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from events.event_state import EventState
from events.papers import LinkCard
from events.shown_round import name_order

if TYPE_CHECKING:
    from library.phone_values import PersonalLink
    from library.phones import PhoneRepository


def link_cards(
    state: EventState, address: str, links: Mapping[str, PersonalLink]
) -> dict[str, LinkCard]:
    """Return links by the ids of their players, in the order of names; `address` ends in "/"."""
    return {
        each.id: LinkCard(
            name=each.name,
            address=f"{address}me/{links[each.id].token}",
            code=f"{links[each.id].code[:4]} {links[each.id].code[4:]}",
            sign_in=f"{address}sign-in",
        )
        for each in sorted(map(state.player, links), key=lambda each: name_order(each.name))
    }


def new_cards(
    phones: PhoneRepository, event_id: str, state: EventState, address: str
) -> dict[str, LinkCard]:
    """Return a new link for each player who has not left; earlier ones stay valid."""
    links = phones.new_links(event_id, [each.id for each in state.active])
    return link_cards(state, address, links)

"""The deck sheets of an event: every list as it was handed in, with the verdict of that moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck_reader import read_decks
from decks.sheet import DeckSheet, SheetEvent, SheetRuling, deck_sheet, written_day
from events.event_state import EventState
from events.event_values import EventPlayer, HandedInDeck
from events.shown_round import name_order
from validators.formats import find_format
from validators.list_in_force import find_list


def event_sheets(state: EventState, pools: Mapping[Edition, CardPool]) -> tuple[DeckSheet, ...]:
    """Return the sheet of each player who handed in a list, in the order of names."""
    players = sorted(state.active, key=lambda each: name_order(each.name))
    return tuple(_sheet(state, each, each.deck, pools) for each in players if each.deck is not None)


def _sheet(
    state: EventState,
    player: EventPlayer,
    handed_in: HandedInDeck,
    pools: Mapping[Edition, CardPool],
) -> DeckSheet:
    settings = state.settings
    reading = read_decks(handed_in.text, pools)[0]
    day = written_day(settings.day)
    head = SheetEvent(event=settings.name, day=day, player=player.name)
    ruling = None
    if handed_in.legal is not None:
        applied = find_list(pools[settings.edition], settings.list_code, settings.day)
        ruling = SheetRuling(
            legal=handed_in.legal,
            format=find_format(settings.edition, settings.kind.value).label,
            list_name=applied.name if applied else "",
            day=day,
            reasons=handed_in.reasons,
            warnings=(*handed_in.warnings, *_unknown(len(tuple(reading.unread)))),
        )
    sheet = deck_sheet(reading.deck, pools[reading.deck.edition], head, ruling)
    return replace(sheet, digest=handed_in.digest)


def _unknown(lines: int) -> tuple[str, ...]:
    """Return the warning for cards of the list that the card data does not have any more."""
    if not lines:
        return ()
    cards = "A card of the list is" if lines == 1 else f"{lines} cards of the list are"
    return (f"{cards} not in today's card data and not on this sheet.",)

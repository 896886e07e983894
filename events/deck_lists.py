"""Deck lists that players hand in: judged for the event, frozen, and compared at a deck check."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from carddb.own_lists import carried_list
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_reader import read_decks
from decks.formats.deck_json import deck_object
from decks.report import Reading
from decks.sheet import DeckSheet, SheetEvent, SheetRuling, deck_sheet, written_day
from events.event_state import EventState
from events.event_values import EventPlayer, EventSettings, HandedInDeck
from events.shown_round import name_order
from events.tiers import TIERS
from validators.conditions import Conditions, find_format
from validators.judge import Judge
from validators.judged_sheet import NOT_READ, ruling_of
from validators.list_in_force import find_list

# Lists with the same cards are equal; names, notes and dates do not matter.
_CARDS = ("edition", "faction_code", "agendas", "slots", "rookery", "drafted", "plot_decks")


def deck_digest(deck: Deck) -> str:
    """Return twelve letters that tell one list from another by its cards alone."""
    plain = deck_object(deck)
    cards = {name: plain[name] for name in _CARDS if name in plain}
    text = json.dumps(cards, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def event_list(settings: EventSettings, pool: CardPool) -> RestrictedList | None:
    """Return the list that an event is judged by: the one that it carries, or that of its code."""
    if settings.own_list:
        return carried_list(settings.own_list)
    return find_list(pool, settings.list_code, settings.day)


def event_conditions(settings: EventSettings, judge: Judge) -> Conditions:
    """Return the conditions of an event's decks: format, list, day and tier."""
    return Conditions(
        find_format(settings.edition, settings.kind.value),
        event_list(settings, judge.pool),
        settings.day,
        premier=TIERS[settings.tier].release_days > 0,
    )


def handed_in(reading: Reading, settings: EventSettings, judge: Judge) -> HandedInDeck:
    """Return a deck as read, judged for the event; a line that was not read makes it illegal."""
    # Considered cards and notes are private.
    deck = replace(reading.deck, considered=(), categories=(), card_notes=())
    reasons: tuple[str, ...] = (f"The deck is of the {deck.edition.value} edition.",)
    warnings: tuple[str, ...] = ()
    if deck.edition is settings.edition:
        conditions = event_conditions(settings, judge)
        ruling = ruling_of(judge.verdict(deck, conditions), conditions, reading.unread)
        reasons, warnings = ruling.reasons, ruling.warnings
    return HandedInDeck(
        text=json.dumps(deck_object(deck), ensure_ascii=False),
        digest=deck_digest(deck),
        name=deck.name,
        faction=deck.faction.value if deck.faction else "",
        agendas=tuple(card.code for card in deck.agendas),
        legal=not reasons,
        reasons=reasons,
        warnings=warnings,
    )


def judged_again(
    deck: HandedInDeck, settings: EventSettings, pools: Mapping[Edition, CardPool], judge: Judge
) -> HandedInDeck:
    """Return a list judged for other settings; lines that were not read stay among the reasons."""
    ruling = handed_in(read_decks(deck.text, pools)[0], settings, judge)
    unread = tuple(each for each in deck.reasons if NOT_READ in each)
    reasons = (*ruling.reasons, *unread)
    return replace(deck, legal=not reasons, reasons=reasons, warnings=ruling.warnings)


def lists_judged_again(
    state: EventState, settings: EventSettings, pools: Mapping[Edition, CardPool], judge: Judge
) -> Iterator[tuple[str, HandedInDeck]]:
    """Yield player and list for each list whose verdict changes under other settings."""
    for player in state.active:
        if player.deck is not None:
            deck = judged_again(player.deck, settings, pools, judge)
            if deck != player.deck:
                yield player.id, deck


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
        applied = event_list(settings, pools[settings.edition])
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

"""Read lists without packs as lists of printings that may be played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import cache

from carddb.names import Allowed
from carddb.terms import Edition
from core.errors import AppError
from decks.deck import Deck
from decks.report import LineStatus, Reading
from validators.conditions import Requested, conditions_for, read_day
from validators.judge import Judge


def read_playable(
    read: Callable[[Allowed], list[Reading]],
    judges: Mapping[Edition, Judge],
    wishes: Requested,
    today: date,
) -> list[Reading]:
    """Return what `read` returns if an ambiguous name means a printing that may be played.

    The wishes decide what may be played; what they leave open follows from the format, list and day
    that the deck states. `read` is called again for such a deck.
    """
    known = {wishes: read(playable(judges, wishes, today))}
    readings = []
    for place, reading in enumerate(known[wishes]):
        as_stated = _as_stated(wishes, reading)
        if as_stated not in known:
            known[as_stated] = read(playable(judges, as_stated, today))
        readings.append(known[as_stated][place])
    return readings


def _as_stated(wishes: Requested, reading: Reading) -> Requested:
    """Return the wishes filled up with what a deck states, where that could choose a printing."""
    deck = reading.deck
    if not any(line.status is LineStatus.AMBIGUOUS for line in reading.lines):
        return wishes
    try:
        stated = read_day(deck.date) if deck.date else None
    except AppError:
        return wishes
    return replace(
        wishes,
        format_name=wishes.format_name or ("" if deck.format == "joust" else deck.format),
        list_code=wishes.list_code or deck.list_code,
        date=wishes.date or stated,
    )


def playable(judges: Mapping[Edition, Judge], wishes: Requested, today: date) -> Allowed:
    """Return the test whether a printing may be played, by its release and the bans."""

    @cache
    def bits(edition: Edition) -> int:
        judge = judges[edition]
        try:
            conditions = conditions_for(Deck(name="", edition=edition), judge.pool, wishes, today)
        except AppError:
            return judge.pool.all_bits
        return judge.playable(conditions)

    return lambda card: bool(bits(card.edition) & judges[card.edition].pool.bit[card.code])

"""Under what a deck is judged: format, list, day and kind of event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from carddb.errors import AppError
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from decks.deck import Deck
from validators.formats import Format, find_format
from validators.list_in_force import find_list


@dataclass(frozen=True, slots=True)
class Conditions:
    """The format, the restricted list (None: no list) and the day of the event.

    A pack released after `date` may not be played on it; at a `premier` event a pack needs
    11 days (TR 2.2, Legal Products). `date` None: releases are not looked at.
    """

    format: Format
    restricted_list: RestrictedList | None
    date: date | None
    premier: bool = False

    @property
    def applied_list(self) -> RestrictedList | None:
        """The list that the deck is judged by: none in a format that no list speaks of."""
        return self.restricted_list if self.format.list_format else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Requested:
    """A user's choices; an empty one is taken from the deck, then from custom.

    `list_code` may be "latest" or "none".
    """

    format_name: str = ""
    list_code: str = ""
    date: date | None = None
    premier: bool = False


def conditions_for(deck: Deck, pool: CardPool, wishes: Requested, today: date) -> Conditions:
    """Return the conditions of a deck: as requested, else as the deck states, else the custom.

    Custom is joust, today, and the newest Standard list in force on the day. AppError where a
    chosen format, list or date does not exist.
    """
    game_format = find_format(deck.edition, wishes.format_name or deck.format or "joust")
    day = wishes.date or (read_day(deck.date) if deck.date else today)
    restricted = find_list(pool, wishes.list_code or deck.list_code, day)
    return Conditions(game_format, restricted, day, wishes.premier)


def read_day(written: str) -> date:
    """Return the day of an ISO date; AppError where it is none."""
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise AppError(
            f"“{written}” is not a date.", "Write it as year-month-day, for example 2026-07-01."
        ) from None

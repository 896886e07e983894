"""Under what a deck is judged: format, list, day and kind of event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from carddb.restrictions import RestrictedList
from validators.formats import Format


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

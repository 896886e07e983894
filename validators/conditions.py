"""Under what a deck is judged: format, list, day and kind of event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from core.errors import AppError
from decks.deck import Deck
from validators.list_in_force import find_list


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of one edition: sizes before agendas change them.

    `list_format` is the part of a restricted list that concerns it, empty where none does.
    `only_in` are the marks of cards that may be played in this format alone. `source` is where
    the sizes are written.
    """

    edition: Edition
    name: str
    label: str
    source: str
    draw_minimum: int = 60
    plots: int = 7
    doubled_plots: int = 1
    list_format: str = ""
    only_in: tuple[str, ...] = ()


RR = "Rules Reference, Deckbuilding"
CORE = "Core rules, Building a deck"

FORMATS = (
    Format(edition=Edition.SECOND, name="joust", label="joust", source=RR, list_format="joust"),
    Format(
        edition=Edition.SECOND,
        name="melee",
        label="melee",
        source=RR,
        list_format="melee",
        only_in=("melee",),
    ),
    Format(
        edition=Edition.SECOND,
        name="draft",
        label="draft",
        source="Draft rules: 40 cards and 5 plots",
        draw_minimum=40,
        plots=5,
        only_in=("draft",),
    ),
    Format(edition=Edition.SECOND, name="rookery", label="rookery", source=RR, list_format="joust"),
    Format(
        edition=Edition.SECOND,
        name="hand-of-the-king",
        label="Hand of the King",
        source=RR,
        only_in=("hand-of-the-king",),
    ),
    Format(
        edition=Edition.SECOND,
        name="civil-war",
        label="Civil War",
        source="Civil War",
        only_in=("melee",),
    ),
    Format(
        edition=Edition.FIRST,
        name="joust",
        label="joust",
        source=CORE,
        doubled_plots=0,
        list_format="joust",
    ),
    Format(
        edition=Edition.FIRST,
        name="melee",
        label="melee",
        source=CORE,
        doubled_plots=0,
        list_format="melee",
    ),
    Format(
        edition=Edition.FIRST,
        name="civil-war",
        label="Civil War",
        source="Civil War",
        doubled_plots=0,
    ),
)


def formats_of(edition: Edition) -> tuple[Format, ...]:
    """Return the formats of an edition."""
    return tuple(each for each in FORMATS if each.edition is edition)


def find_format(edition: Edition, name: str) -> Format:
    """Return a format by its name; AppError with the names there are where there is none."""
    for each in formats_of(edition):
        if each.name == name:
            return each
    names = ", ".join(each.name for each in formats_of(edition))
    raise AppError(
        f"“{name}” is not a format of the {edition.value} edition.", f"Choose one of: {names}."
    )


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

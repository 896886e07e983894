"""The conditions under which a deck is judged: format, list, day and kind of event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from core.errors import AppError
from decks.deck import Deck
from validators.list_in_force import find_list


@dataclass(frozen=True, slots=True)
class Format:
    """A format of one edition, with its sizes before agendas change them.

    `source` is the rule that states the sizes. `list_format` is the part of a restricted list that
    applies, empty for none. `only_in` are the marks of cards that only this format allows.
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

_FIRST, _SECOND = Edition.FIRST, Edition.SECOND
FORMATS = (
    Format(_SECOND, "joust", "joust", RR, list_format="joust"),
    Format(_SECOND, "melee", "melee", RR, list_format="melee", only_in=("melee",)),
    Format(
        _SECOND,
        "draft",
        "draft",
        "Draft rules: 40 cards and 5 plots",
        draw_minimum=40,
        plots=5,
        only_in=("draft",),
    ),
    Format(_SECOND, "rookery", "rookery", RR, list_format="joust"),
    Format(_SECOND, "hand-of-the-king", "Hand of the King", RR, only_in=("hand-of-the-king",)),
    Format(_SECOND, "civil-war", "Civil War", "Civil War", only_in=("melee",)),
    Format(_FIRST, "joust", "joust", CORE, doubled_plots=0, list_format="joust"),
    Format(_FIRST, "melee", "melee", CORE, doubled_plots=0, list_format="melee"),
    Format(_FIRST, "civil-war", "Civil War", "Civil War", doubled_plots=0),
)


def formats_of(edition: Edition) -> tuple[Format, ...]:
    return tuple(each for each in FORMATS if each.edition is edition)


def find_format(edition: Edition, name: str) -> Format:
    """Return a format by its name; AppError lists the names for an unknown one."""
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
    11 days (TR 2.2, Legal Products). If `date` is None, release dates are ignored.
    """

    format: Format
    restricted_list: RestrictedList | None
    date: date | None
    premier: bool = False

    @property
    def applied_list(self) -> RestrictedList | None:
        """The list that the deck is judged by; none in formats without lists."""
        return self.restricted_list if self.format.list_format else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Requested:
    """A user's choices, empty for the deck's own; `list_code` may be "latest" or "none".

    `restricted_list` is a list that need not be among the pool's, as that of an event.
    """

    format_name: str = ""
    list_code: str = ""
    date: date | None = None
    premier: bool = False
    restricted_list: RestrictedList | None = None


def conditions_for(deck: Deck, pool: CardPool, wishes: Requested, today: date) -> Conditions:
    """Return the conditions of a deck: as requested, else as the deck states, else the default.

    The default is joust, today, and the newest Standard list of the day. AppError for a format,
    list or date that does not exist.
    """
    game_format = find_format(deck.edition, wishes.format_name or deck.format or "joust")
    day = wishes.date or (read_day(deck.date) if deck.date else today)
    restricted = wishes.restricted_list or find_list(pool, wishes.list_code or deck.list_code, day)
    return Conditions(game_format, restricted, day, wishes.premier)


def read_day(written: str) -> date:
    """Return the day of an ISO date; AppError if the text is not one."""
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise AppError(
            f"“{written}” is not a date.", "Write it as year-month-day, for example 2026-07-01."
        ) from None

"""Which restricted list is in force on a day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from enum import StrEnum

from carddb.errors import AppError
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList


class ListLine(StrEnum):
    """A line of lists, in which the newest replaces the others."""

    STANDARD = "standard"
    VALYRIAN = "valyrian"
    FFG = "ffg"
    FIRST = "first"


def line_of(restricted: RestrictedList) -> ListLine:
    """Return the line that a list continues.

    Standard takes up the redesigned card sets; the FFG line of original cards went on under The
    Conclave until the Standard line began, and Valyrian took up the original cards in 2021.
    """
    if restricted.card_set == "first":
        return ListLine.FIRST
    if restricted.card_set.startswith("redesign"):
        return ListLine.STANDARD
    return ListLine.VALYRIAN if "valyrian" in restricted.code else ListLine.FFG


def newest(
    lists: Iterable[RestrictedList], line: ListLine, day: date | None = None
) -> RestrictedList | None:
    """Return the newest list of a line that is dated on or before the day, or None."""
    dated = [each for each in lists if line_of(each) is line and (day is None or each.date <= day)]
    return max(dated, key=lambda each: each.date, default=None)


def list_on_day(pool: CardPool, day: date | None) -> RestrictedList | None:
    """Return the list of a day: the Standard line's, before it began the FFG line's.

    None before the first list. `day` None: the newest. The first edition has one line.
    """
    lists = pool.lists.values()
    for line in (ListLine.STANDARD, ListLine.FFG, ListLine.FIRST):
        found = newest(lists, line, day)
        if found is not None:
            return found
    return None


def in_force_beside(
    pool: CardPool, chosen: RestrictedList | None, day: date | None
) -> RestrictedList | None:
    """Return the list in force on a day where another was chosen; None where it is that list.

    A Valyrian list is replaced by the newest of its own line: such events continue next to the
    Standard ones. None where no list is chosen.
    """
    if chosen is None:
        return None
    own = newest(pool.lists.values(), ListLine.VALYRIAN, day) if _valyrian(chosen) else None
    found = own or list_on_day(pool, day)
    return None if found == chosen else found


def stated_code(pool: CardPool, restricted: RestrictedList, day: date | None) -> str:
    """Return how a deck states a list: nothing where it is the list in force on the day."""
    return "" if list_on_day(pool, day) == restricted else restricted.code


def _valyrian(restricted: RestrictedList) -> bool:
    return line_of(restricted) is ListLine.VALYRIAN


def find_list(pool: CardPool, code: str, day: date | None) -> RestrictedList | None:
    """Return the list that a user chose: "none", "latest", "" (of the day), or a code."""
    if code == "none":
        return None
    if code in {"", "latest"}:
        return list_on_day(pool, day if not code else None)
    try:
        return pool.lists[code]
    except KeyError:
        known = ", ".join(sorted(pool.lists, key=lambda each: pool.lists[each].date))
        raise AppError(
            f"There is no restricted list “{code}” for the {pool.edition.value} edition.",
            f"Known lists: {known}; or “latest”, or “none”.",
        ) from None

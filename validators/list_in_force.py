"""Which restricted list is in force on a day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import chain, groupby, pairwise, product

from carddb.card import Card
from carddb.pool import CardPool, cached_by_pool
from carddb.restrictions import RestrictedList
from core.errors import AppError
from validators.restricted_list_rules import Banned, Restricted, rules_of


class ListLine(StrEnum):
    """A line of lists, in which the newest replaces the others."""

    STANDARD = "standard"
    VALYRIAN = "valyrian"
    FFG = "ffg"
    FIRST = "first"
    OWN = "own"


def line_of(restricted: RestrictedList) -> ListLine:
    """Return the line that a list continues.

    Standard takes up the redesigned card sets; the FFG line of original cards went on under The
    Conclave until the Standard line began, and Valyrian took up the original cards in 2021.
    """
    if restricted.own:
        return ListLine.OWN
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


@cached_by_pool
def _lines_in_force(pool: CardPool) -> tuple[tuple[RestrictedList, ...], ...]:
    """Return the lists of each line that may be in force by itself, the newest of a line first."""
    by_day = sorted(pool.lists.values(), key=lambda each: each.date, reverse=True)
    lines = (ListLine.STANDARD, ListLine.FFG, ListLine.FIRST)
    return tuple(tuple(each for each in by_day if line_of(each) is line) for line in lines)


def list_on_day(pool: CardPool, day: date | None) -> RestrictedList | None:
    """Return the Standard list of a day, or FFG or first-edition list, or None; newest if None."""
    lists = chain.from_iterable(_lines_in_force(pool))
    return next((each for each in lists if day is None or each.date <= day), None)


def list_replacing(
    pool: CardPool, chosen: RestrictedList | None, day: date | None
) -> RestrictedList | None:
    """Return the list in force where another was chosen, None if it is that list or none."""
    if chosen is None or chosen.own:
        return None
    is_valyrian = line_of(chosen) is ListLine.VALYRIAN
    own = newest(pool.lists.values(), ListLine.VALYRIAN, day) if is_valyrian else None
    found = own or list_on_day(pool, day)
    return None if found == chosen else found


def stated_code(pool: CardPool, restricted: RestrictedList, day: date | None) -> str:
    """Return how a deck states a list: nothing if it is the list in force on the day."""
    return "" if list_on_day(pool, day) == restricted else restricted.code


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


FORMATS = ("joust", "melee")
_CUSTOM = (ListLine.FFG, ListLine.STANDARD, ListLine.FIRST)


@dataclass(frozen=True, slots=True)
class ListEntry:
    """A list that a card is on: its name and day, whether it is in force, and what it says.

    `lines` are such as "Joust and melee: restricted" or "Joust: in a pod with Nymeria; a deck may
    hold one of them".
    """

    name: str
    day: date
    in_force: bool
    lines: tuple[str, ...]


def listings(card: Card, pool: CardPool, current: RestrictedList | None) -> tuple[ListEntry, ...]:
    """Return the lists that a card is on: `current`, then the newest one of each issuer."""
    by_day = sorted(pool.lists.values(), key=lambda each: each.date)
    newest = {(each.issuer, line_of(each)): each for each in by_day}.values()
    chosen = [current] if current is not None and current.code in pool.lists else []
    others = sorted(newest, key=lambda each: each.date, reverse=True)
    chosen += [each for each in others if each not in chosen]
    found = ((each, tuple(_lines(card, pool, each))) for each in chosen)
    return tuple(
        ListEntry(each.name, each.date, each is current, lines) for each, lines in found if lines
    )


def history(card: Card, pool: CardPool) -> tuple[str, ...]:
    """Return how lists treated a card: "Joust: restricted 2019-09 to 2020-10, banned since …"."""
    custom = [each for each in pool.lists.values() if line_of(each) in _CUSTOM]
    if len(custom) < 2:
        return ()
    custom.sort(key=lambda each: each.date)
    periods = {name: _periods(card, pool, custom, name) for name in FORMATS}
    if periods["joust"] == periods["melee"]:
        periods = {"joust and melee": periods["joust"]}
    return tuple(f"{name.capitalize()}: {text}" for name, text in periods.items() if text)


def _status(card: Card, pool: CardPool, restricted: RestrictedList, format_name: str) -> str:
    banned, limited = _bits(pool)[restricted.code, format_name]
    bit = pool.bit.get(card.code, 0)
    if bit & banned:
        return "banned"
    return "restricted" if bit & limited else ""


def _lines(card: Card, pool: CardPool, restricted: RestrictedList) -> Iterator[str]:
    """Yield what a list does to a card; both formats in one line if they agree."""
    joust, melee = ([*_of_format(card, pool, restricted, name)] for name in FORMATS)
    both = [text for text in joust if text in melee]
    yield from (f"Joust and melee: {text}" for text in both)
    yield from (f"Joust: {text}" for text in joust if text not in both)
    yield from (f"Melee: {text}" for text in melee if text not in both)


def _of_format(
    card: Card, pool: CardPool, restricted: RestrictedList, format_name: str
) -> Iterator[str]:
    if status := _status(card, pool, restricted, format_name):
        yield status
    part = restricted.of(format_name)
    for pod in part.pods if part else ():
        others = [code for code in pod.cards if code != card.code]
        if card.code == pod.trigger:
            yield f"with it in a deck, none of {_names(others, pool)}"
        elif card.code in pod.cards and pod.trigger is not None:
            yield f"not beside {_names([pod.trigger], pool)}"
        elif card.code in pod.cards:
            yield f"in a pod, of which a deck may hold one card, with {_names(others, pool)}"


def _names(codes: Iterable[str], pool: CardPool) -> str:
    labels = dict.fromkeys(pool.label(pool.by_code[code]) for code in codes if code in pool)
    *most, last = labels or [""]
    return f"{', '.join(most)} and {last}" if most else last


def _periods(card: Card, pool: CardPool, lists: Iterable[RestrictedList], format_name: str) -> str:
    """Return the times during which a status lasted, from the list that began it."""
    runs = groupby(lists, key=lambda each: _status(card, pool, each, format_name))
    starts = [(status, f"{next(group).date:%Y-%m}") for status, group in runs]
    pairs = pairwise(starts)
    periods = [f"{status} {start} to {end}" for (status, start), (_, end) in pairs if status]
    status, start = starts[-1]
    return ", ".join([*periods, f"{status} since {start}"] if status else periods)


@cached_by_pool
def _bits(pool: CardPool) -> Mapping[tuple[str, str], tuple[int, int]]:
    """Return the cards that each list bans and restricts in each format, as the judge does."""
    found = {}
    for restricted, name in product(pool.lists.values(), FORMATS):
        rules = rules_of(restricted, name, pool)
        banned = sum(rule.bits for rule in rules if isinstance(rule, Banned))
        limited = sum(rule.bits for rule in rules if isinstance(rule, Restricted))
        found[restricted.code, name] = banned, limited
    return found

"""Keys of days, and keys that are yes or no."""

from __future__ import annotations

import re
from datetime import date

from carddb.card import Card
from carddb.search.keys import FLAGS, named_key
from carddb.search.value_context import NO, YES, Test, ValueContext, any_of

_DAY = r"[0-9]{4}(?:-[0-9]{2}){0,2}"
_RANGE = re.compile(rf"(?P<low>{_DAY})?\.\.(?P<high>{_DAY})?")


def day_test(asked: ValueContext) -> Test:
    """Return the test of a day; a year or a month stands for all of its days.

    So `<2018` is before 2018, `>2018` after its end. A pack without a day passes the dash alone.
    """
    read, text, sign = asked.read, asked.text, asked.operator
    if asked.for_dash and sign in {":", "="}:
        return lambda card: not read(card)
    written = _RANGE.fullmatch(text)
    if written is not None and text != ".." and sign in {":", "="}:
        low, high = written["low"] or "", written["high"] or ""
        for bound in filter(None, (low, high)):
            _insist_on_a_day(asked, bound)
        return _between(asked, low, high or "9999")
    if not re.fullmatch(_DAY, text):
        asked.refuse(
            f"{asked.key.name} takes a year, a month or a day: 2018, 2018-06 or 2018-06-07."
        )
    _insist_on_a_day(asked, text)
    if sign == "<":
        return lambda card: "" < read(card) < text
    if sign == ">":
        return lambda card: read(card)[: len(text)] > text
    return _between(asked, "" if sign == "<=" else text, "9999" if sign == ">=" else text)


def _insist_on_a_day(asked: ValueContext, written: str) -> None:
    """Refuse what no calendar has: a thirteenth month, 30 February."""
    year, month, day = (*map(int, written.split("-")), 1, 1)[:3]
    try:
        date(year, month, day)
    except ValueError:
        asked.refuse(f"No calendar has {written}.")


def _between(asked: ValueContext, low: str, high: str) -> Test:
    read = asked.read

    def passes(card: Card) -> bool:
        day = read(card)
        return bool(day) and low <= day[: len(low)] and day[: len(high)] <= high

    return passes


def flag_test(asked: ValueContext) -> Test:
    """Return the test of yes or no, which may be written 1 and 0 as on ThronesDB."""
    asked.insist_on_equality()
    read, text = asked.read, asked.text.lower()
    if text not in YES | NO:
        asked.refuse(f"{asked.key.name} is yes or no (1 or 0), not “{asked.text[:40]}”.")
    return read if text in YES else lambda card: not read(card)


def flags_test(asked: ValueContext) -> Test:
    """Return the test of the key for yes or no that the value names."""
    asked.insist_on_equality()
    key = named_key(asked.key, asked.text)
    if key is None:
        known = ", ".join(each.name for each in FLAGS)
        asked.refuse(f"“is” takes one of: {known}; not “{asked.text[:40]}”.")
    return any_of([key.read(asked.facts)])

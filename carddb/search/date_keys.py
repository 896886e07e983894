"""Keys of days, and keys that are yes or no."""

from __future__ import annotations

import re
from datetime import date

from carddb.card import Card
from carddb.search.keys import FLAGS, named_key
from carddb.search.value_context import NO, YES, Test, ValueContext, any_of

_DAY = r"[0-9]{4}(?:-[0-9]{2}){0,2}"
_RANGE = re.compile(rf"(?P<low>{_DAY})?\.\.(?P<high>{_DAY})?")


def day_test(context: ValueContext) -> Test:
    """Return the test of a day; a year or a month includes all of its days.

    So `<2018` is before 2018, `>2018` after its end. A pack without a day passes the dash alone.
    """
    read, text, sign = context.read, context.text, context.operator
    if context.for_dash and sign in {":", "="}:
        return lambda card: not read(card)
    written = _RANGE.fullmatch(text)
    if written is not None and text != ".." and sign in {":", "="}:
        low, high = written["low"] or "", written["high"] or ""
        for bound in filter(None, (low, high)):
            _require_day(context, bound)
        return _between(context, low, high or "9999")
    if not re.fullmatch(_DAY, text):
        context.refuse(
            f"{context.key.name} takes a year, a month or a day: 2018, 2018-06 or 2018-06-07."
        )
    _require_day(context, text)
    if sign == "<":
        return lambda card: "" < read(card) < text
    if sign == ">":
        return lambda card: read(card)[: len(text)] > text
    return _between(context, "" if sign == "<=" else text, "9999" if sign == ">=" else text)


def _require_day(context: ValueContext, written: str) -> None:
    """Refuse what no calendar has: a thirteenth month, 30 February."""
    year, month, day = (*map(int, written.split("-")), 1, 1)[:3]
    try:
        date(year, month, day)
    except ValueError:
        context.refuse(f"No calendar has {written}.")


def _between(context: ValueContext, low: str, high: str) -> Test:
    read = context.read

    def passes(card: Card) -> bool:
        day = read(card)
        return bool(day) and low <= day[: len(low)] and day[: len(high)] <= high

    return passes


def flag_test(context: ValueContext) -> Test:
    """Return the test of yes or no, which may be written 1 and 0 as on ThronesDB."""
    context.require_equality()
    read, text = context.read, context.text.lower()
    if text not in YES | NO:
        context.refuse(f"{context.key.name} is yes or no (1 or 0), not “{context.text[:40]}”.")
    return read if text in YES else lambda card: not read(card)


def flags_test(context: ValueContext) -> Test:
    """Return the test of the key for yes or no that the value names."""
    context.require_equality()
    key = named_key(context.key, context.text)
    if key is None:
        known = ", ".join(each.name for each in FLAGS)
        context.refuse(f"“is” takes one of: {known}; not “{context.text[:40]}”.")
    return any_of([key.read(context.facts)])

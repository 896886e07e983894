"""Keys of numbers: equal, less, more, ranges, X, dashes, and one key beside another."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from carddb.card import Card
from carddb.search.field_readers import Read
from carddb.search.key import Kind
from carddb.search.keys import named_key
from carddb.search.value_context import NO, YES, Test, ValueContext
from carddb.terms import Printed

_NUMBER = re.compile(r"-?[0-9]{1,4}")
_RANGE = re.compile(r"(?P<low>-?[0-9]{1,4})?\.\.(?P<high>-?[0-9]{1,4})?")
_ORDERS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    ":": operator.eq,
    "=": operator.eq,
}


def number_test(asked: ValueContext) -> Test:
    """Return the test of a number; X and dashes are neither less nor more than anything."""
    text = asked.text.strip()
    if _NUMBER.fullmatch(text):
        return _compared(asked, int(text))
    other = named_key(asked.key, text)
    if other is not None:
        return _beside(asked, other.read(asked.facts))
    if asked.operator not in {":", "="}:
        asked.refuse(f"{asked.key.name}{asked.operator} takes a number or a key of numbers.")
    return _special(asked, text)


def _compared(asked: ValueContext, number: int) -> Test:
    read = asked.read
    if asked.operator in {":", "="}:
        return lambda card: read(card) == number
    compare = _ORDERS[asked.operator]
    return lambda card: isinstance(value := read(card), int) and compare(value, number)


def _beside(asked: ValueContext, other: Read) -> Test:
    read, compare = asked.read, _ORDERS[asked.operator]

    def passes(card: Card) -> bool:
        one, two = read(card), other(card)
        return isinstance(one, int) and isinstance(two, int) and compare(one, two)

    return passes


def _special(asked: ValueContext, text: str) -> Test:
    read, applies = asked.read, asked.key.applies
    small = text.lower()
    if small == "x":
        return lambda card: read(card) is Printed.X
    if asked.for_dash:
        return lambda card: read(card) is None and applies(card)
    if small == "*":
        return lambda card: read(card) is not None
    if asked.key.kind is Kind.COUNT and small in YES | NO:
        wanted = small in YES
        return lambda card: bool(read(card)) is wanted
    written = _RANGE.fullmatch(text)
    if written is None or text == "..":
        also = ", yes, no" if asked.key.kind is Kind.COUNT else ""
        asked.refuse(
            f"{asked.key.name} is a number: 3, 2..4, X, -, *{also} or another number such as cost; "
            f"not “{text[:40]}”."
        )
    return _between(read, written["low"], written["high"])


def _between(read: Read, low: str | None, high: str | None) -> Test:
    lowest = -10_000 if low is None else int(low)
    highest = 10_000 if high is None else int(high)
    return lambda card: isinstance(value := read(card), int) and lowest <= value <= highest

"""Keys of numbers: equal, less, more, ranges, X, dashes, and one key beside another."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from carddb.card import Card
from carddb.search.field_readers import FieldGetter
from carddb.search.key import KeyKind
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


def number_test(context: ValueContext) -> Test:
    """Return the test of a number; X and dashes are neither less nor more than anything."""
    text = context.text.strip()
    if _NUMBER.fullmatch(text):
        return _compared(context, int(text))
    other = named_key(context.key, text)
    if other is not None:
        return _beside(context, other.read(context.facts))
    if context.operator not in {":", "="}:
        context.refuse(f"{context.key.name}{context.operator} takes a number or a key of numbers.")
    return _special(context, text)


def _compared(context: ValueContext, number: int) -> Test:
    read = context.read
    if context.operator in {":", "="}:
        return lambda card: read(card) == number
    compare = _ORDERS[context.operator]
    return lambda card: isinstance(value := read(card), int) and compare(value, number)


def _beside(context: ValueContext, other: FieldGetter) -> Test:
    read, compare = context.read, _ORDERS[context.operator]

    def passes(card: Card) -> bool:
        one, two = read(card), other(card)
        return isinstance(one, int) and isinstance(two, int) and compare(one, two)

    return passes


def _special(context: ValueContext, text: str) -> Test:
    read, applies = context.read, context.key.applies
    small = text.lower()
    if small == "x":
        return lambda card: read(card) is Printed.X
    if context.for_dash:
        return lambda card: read(card) is None and applies(card)
    if small == "*":
        return lambda card: read(card) is not None
    if context.key.kind is KeyKind.COUNT and small in YES | NO:
        wanted = small in YES
        return lambda card: bool(read(card)) is wanted
    written = _RANGE.fullmatch(text)
    if written is None or text == "..":
        also = ", yes, no" if context.key.kind is KeyKind.COUNT else ""
        context.refuse(
            f"{context.key.name} is a number: 3, 2..4, X, -, *{also} or another number such as"
            f" cost; not “{text[:40]}”."
        )
    return _between(read, written["low"], written["high"])


def _between(read: FieldGetter, low: str | None, high: str | None) -> Test:
    lowest = -10_000 if low is None else int(low)
    highest = 10_000 if high is None else int(high)
    return lambda card: isinstance(value := read(card), int) and lowest <= value <= highest

"""Keys of words: a card holds one of those that the value names, or none of any."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from carddb.search.value_context import Test, ValueContext
from carddb.search.vocabulary import Vocabulary, Word
from carddb.spelling import fold

MEANT = "Did you mean"
_NUMBER = re.compile(r"[0-9]{1,4}")
_RANGE = re.compile(r"(?P<low>[0-9]{1,4})?\.\.(?P<high>[0-9]{1,4})?")
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_UNRANKED = {
    "pack": "has no day of release",
    "cycle": "has no place among the cycles",
}


def word_test(context: ValueContext) -> Test:
    """Return the test of words: whole ones, whatever their case, accents and quotation marks."""
    if context.key.words is None:
        raise AssertionError(context.key.name)
    vocabulary = context.key.words(context.facts.index)
    read, applies = context.read, context.key.applies
    if context.for_dash and context.operator in {":", "="} and not _neutral(context):
        return lambda card: not read(card) and applies(card)
    wanted = frozenset(word.value for word in _wanted(context, vocabulary))
    return lambda card: not wanted.isdisjoint(read(card))


def _neutral(context: ValueContext) -> bool:
    """Return whether the dash is a word itself: the faction of cards without one."""
    return context.key.name == "faction"


def _wanted(context: ValueContext, vocabulary: Vocabulary) -> list[Word]:
    if context.operator in _ORDERS:
        return _in_order(context, vocabulary)
    span = _RANGE.fullmatch(context.text) if context.key.name == "cycle" else None
    if span is not None and context.text != "..":
        low, high = int(span["low"] or 1), int(span["high"] or 10_000)
        return [word for word in vocabulary.words if low <= (word.rank or 0) <= high]
    regular = context.regular
    if regular is not None:
        return vocabulary.matching(regular)
    written = "neutral" if context.for_dash and _neutral(context) else context.text
    meant = vocabulary.meant(written)
    if not meant and vocabulary.closed:
        context.refuse(_unknown(context, written, vocabulary))
    if not meant:
        context.remark(_missing(context, vocabulary))
    return meant


def _unknown(context: ValueContext, written: str, vocabulary: Vocabulary) -> str:
    name, known = context.key.name, ", ".join(word.written for word in vocabulary.words)
    if context.key.verb:
        return f"“{name}” takes one of: {known}; not “{written[:40]}”."
    return f"There is no {name} “{written[:40]}”; there are: {known}."


def _missing(context: ValueContext, vocabulary: Vocabulary) -> str:
    names = [name for word in vocabulary.words for name in word.names]
    similar = get_close_matches(fold(context.text), names, n=1)
    hint = f" {MEANT} “{similar[0]}”?" if similar else ""
    verb = context.key.name if context.key.verb else f"has the {context.key.name}"
    return f"No card here {verb} “{context.text[:40]}”.{hint}"


def _in_order(context: ValueContext, vocabulary: Vocabulary) -> list[Word]:
    """Return the words before or behind the one that the value names, edition by edition."""
    ranked = [word for word in vocabulary.words if word.rank is not None]
    if not ranked:
        context.require_equality()
    compare = _ORDERS[context.operator]
    if context.key.name == "cycle" and _NUMBER.fullmatch(context.text):
        return [word for word in ranked if compare(word.rank, int(context.text))]
    if context.key.name == "cycle" and _RANGE.fullmatch(context.text):
        context.refuse(f"A range needs no sign; write {context.key.name}:{context.text}.")
    named = vocabulary.meant(context.text)
    if not named:
        context.refuse(
            f"There is no {context.key.name} “{context.text[:40]}” to be before or behind."
        )
    marks = [word for word in named if word.rank is not None]
    if not marks:
        why = _UNRANKED[context.key.name]
        context.refuse(f"{named[0].written} {why}, so nothing is before or behind it.")
    return [
        word
        for word in ranked
        if any(word.edition == each.edition and compare(word.rank, each.rank) for each in marks)
    ]

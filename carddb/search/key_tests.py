"""One value of a term with its key and operator, and how tests of cards combine.

A test takes the codes of cards and returns those that pass. Each value of a key is tested once,
however many cards have it, and tests combine like sets.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from typing import Any, NoReturn, TypeAlias

from carddb.card import Card
from carddb.card_match import accepts, host_allows
from carddb.card_test import ANY, ATTACHMENT
from carddb.likeness import Likeness
from carddb.local_names import name_key
from carddb.names import FoundCard, name_index
from carddb.pool import CardPool
from carddb.search.folded_text import (
    Accepts,
    being,
    comparable_text,
    containing,
    regular,
    wildcard_parts,
)
from carddb.search.key import Codes, Column, FieldFacts, Key, KeyKind
from carddb.search.keys import FLAGS, named_key
from carddb.search.tree import Form, QueryValue
from carddb.search.vocabulary import Vocabulary, Word
from carddb.spelling import fold
from carddb.terms import CardType, Printed
from core.errors import QueryError

Test: TypeAlias = Callable[[Codes], Codes]

DASHES = frozenset({"-", "\u2013", "\u2014"})
YES = frozenset({"yes", "y", "true", "1"})
NO = frozenset({"no", "n", "false", "0"})


@dataclass(frozen=True, slots=True)
class ValueContext:
    """A value of a term with its key and operator, from which "!" is taken off.

    `column` has the cards of each value of the key, `remark` takes a remark for the answer.
    """

    key: Key
    operator: str
    value: QueryValue
    facts: FieldFacts
    column: Column
    remark: Callable[[str], None]

    @property
    def text(self) -> str:
        return self.value.text

    @property
    def for_dash(self) -> bool:
        """Whether the value is a bare dash: what has none."""
        return self.value.form is Form.BARE and self.text in DASHES

    @property
    def regular(self) -> Accepts | None:
        """What the value accepts if it is a regular expression; QueryError if it is none."""
        if self.value.form is not Form.REGULAR:
            return None
        if not self.text:
            self.refuse("There is nothing between the slashes.")
        return regular(self.text, self.value.span.start + 1)

    def refuse(self, reason: str, suggestion: str = "") -> NoReturn:
        raise QueryError(self.value.span.start, self.value.span.end, reason, suggestion)

    def require_equality(self) -> None:
        """Refuse an operator that puts values in an order."""
        if self.operator not in {":", "="}:
            self.refuse(f"{self.key.name} has no order; write {self.key.name}:{self.text}.")


def any_of(tests: Sequence[Test]) -> Test:
    """Return the cards that pass one of the tests."""
    if len(tests) == 1:
        return tests[0]

    def passing(codes: Codes) -> Codes:
        found: Codes = frozenset()
        for test in tests:
            found |= test(codes - found)
        return found

    return passing


def all_of(tests: Sequence[Test]) -> Test:
    """Return the cards that pass all of the tests: of none, every card."""
    if len(tests) == 1:
        return tests[0]

    def passing(codes: Codes) -> Codes:
        for test in tests:
            codes = test(codes)
        return codes

    return passing


def none_of(test: Test) -> Test:
    return lambda codes: codes - test(codes)


def among(found: Codes) -> Test:
    return lambda codes: codes & found


def where(column: Column, accepts: Callable[[Any], object]) -> Test:
    """Return the test of cards whose value is accepted; values of other cards are not tested."""

    def passing(codes: Codes) -> Codes:
        held = (of for value, of in column.items() if not codes.isdisjoint(of) and accepts(value))
        return codes & frozenset().union(*held)

    return passing


def _without(context: ValueContext) -> Test:
    """Return the test of cards that could have a value and have none."""
    test = where(context.column, operator.not_)
    if context.key.applies is ANY:
        return test
    return all_of([test, among(context.facts.index.applying(context.key.applies))])


_DAY = r"[0-9]{4}(?:-[0-9]{2}){0,2}"
_DATE_RANGE = re.compile(rf"(?P<low>{_DAY})?\.\.(?P<high>{_DAY})?")


def day_test(context: ValueContext) -> Test:
    """Return the test of a day; a year or a month includes all of its days.

    So `<2018` is before 2018, `>2018` after its end. A pack without a day passes the dash alone.
    """
    text, sign = context.text, context.operator
    if context.for_dash and sign in {":", "="}:
        return _without(context)
    written = _DATE_RANGE.fullmatch(text)
    if written is not None and text != ".." and sign in {":", "="}:
        low, high = written["low"] or "", written["high"] or ""
        for bound in filter(None, (low, high)):
            _require_day(context, bound)
        return _between_days(context, low, high or "9999")
    if not re.fullmatch(_DAY, text):
        context.refuse(
            f"{context.key.name} takes a year, a month or a day: 2018, 2018-06 or 2018-06-07."
        )
    _require_day(context, text)
    if sign == "<":
        return where(context.column, lambda day: "" < day < text)
    if sign == ">":
        return where(context.column, lambda day: day[: len(text)] > text)
    return _between_days(context, "" if sign == "<=" else text, "9999" if sign == ">=" else text)


def _require_day(context: ValueContext, written: str) -> None:
    """Refuse what no calendar has: a thirteenth month, 30 February."""
    year, month, day = (*map(int, written.split("-")), 1, 1)[:3]
    try:
        date(year, month, day)
    except ValueError:
        context.refuse(f"No calendar has {written}.")


def _between_days(context: ValueContext, low: str, high: str) -> Test:
    return where(
        context.column,
        lambda day: day and low <= day[: len(low)] and day[: len(high)] <= high,
    )


def flag_test(context: ValueContext) -> Test:
    """Return the test of yes or no, which may be written 1 and 0 as on ThronesDB."""
    context.require_equality()
    text = context.text.lower()
    if text not in YES | NO:
        context.refuse(f"{context.key.name} is yes or no (1 or 0), not “{context.text[:40]}”.")
    return where(context.column, bool if text in YES else operator.not_)


def flags_test(context: ValueContext) -> Test:
    """Return the test of the key for yes or no that the value names."""
    context.require_equality()
    key = named_key(context.key, context.text)
    if key is None:
        known = ", ".join(each.name for each in FLAGS)
        context.refuse(f"“is” takes one of: {known}; not “{context.text[:40]}”.")
    return where(context.facts.column(key), bool)


_NUMBER = re.compile(r"-?[0-9]{1,4}")
_RANGE = re.compile(r"(?P<low>-?[0-9]{1,4})?\.\.(?P<high>-?[0-9]{1,4})?")
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
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
        return _beside(context, context.facts.column(other))
    if context.operator not in {":", "="}:
        context.refuse(f"{context.key.name}{context.operator} takes a number or a key of numbers.")
    return _special(context, text)


def _compared(context: ValueContext, number: int) -> Test:
    compare = _ORDERS[context.operator]
    return where(context.column, lambda value: isinstance(value, int) and compare(value, number))


def _beside(context: ValueContext, others: Column) -> Test:
    compare = _ORDERS[context.operator]
    found = (
        cards & others[other]
        for value, cards in context.column.items()
        for other in others
        if isinstance(value, int) and isinstance(other, int) and compare(value, other)
    )
    return among(frozenset().union(*found))


def _special(context: ValueContext, text: str) -> Test:
    small = text.lower()
    if small == "x":
        return where(context.column, lambda value: value is Printed.X)
    if context.for_dash:
        none = where(context.column, lambda value: value is None)
        return all_of([none, among(context.facts.index.applying(context.key.applies))])
    if small == "*":
        return where(context.column, lambda value: value is not None)
    if context.key.kind is KeyKind.COUNT and small in YES | NO:
        return where(context.column, bool if small in YES else operator.not_)
    written = _RANGE.fullmatch(text)
    if written is None or text == "..":
        also = ", yes, no" if context.key.kind is KeyKind.COUNT else ""
        context.refuse(
            f"{context.key.name} is a number: 3, 2..4, X, -, *{also} or another number such as"
            f" cost; not “{text[:40]}”."
        )
    low, high = int(written["low"] or -10_000), int(written["high"] or 10_000)
    return where(context.column, lambda value: isinstance(value, int) and low <= value <= high)


_SHARE = re.compile(r"[01]|[01]?\.[0-9]{1,4}|[0-9]{1,3}%")


def share_test(context: ValueContext) -> Test:
    """Return the test of a share from 0 to 1, which may be written as a percentage."""
    if context.for_dash:
        return where(context.column, lambda value: value is None)
    low, dots, high = context.text.strip().partition("..")
    bounds = [each for each in (low, high) if each]
    is_range = bool(dots) and context.operator in {":", "="}
    if not bounds or not all(map(_SHARE.fullmatch, bounds)) or bool(dots) is not is_range:
        context.refuse(
            f"{context.key.name} takes a share: 0.2, 20%, 0.2..0.5 or -; not “{context.text[:40]}”."
        )
    least, most = _share(low, 0), _share(high, 1)
    if is_range:
        return where(context.column, lambda value: value is not None and least <= value <= most)
    compare = _ORDERS[context.operator]
    return where(context.column, lambda value: value is not None and compare(value, least))


def _share(written: str, missing: float) -> float:
    if written.endswith("%"):
        return int(written[:-1]) / 100
    return float(written or missing)


_ACRONYM = re.compile(r"[A-Z]{2,12}")


def text_test(context: ValueContext) -> Test:
    """Return the test of a text: it holds the value, or with "=" is it from end to end.

    A * in the value matches anything; case, accents and quotation marks do not count.
    """
    context.require_equality()
    if context.for_dash:
        return _without(context)
    return where(context.column, bool if context.text == "*" else _accepted(context))


def texts_test(context: ValueContext) -> Test:
    """Return the test of a card's texts: one of them is as `text_test` says."""
    context.require_equality()
    if context.for_dash:
        return _without(context)
    accepts: Accepts = bool if context.text == "*" else _accepted(context)
    return where(context.column, lambda texts: any(map(accepts, texts)))


def name_test(context: ValueContext) -> Test:
    """Return the test of a name, or of a word without a key, which may be a code or initials."""
    context.require_equality()
    index = context.facts.index
    regular = context.regular
    if regular is not None:
        return where(index.plain_names, regular)
    parts = wildcard_parts(context.text, fold)
    if not any(parts):
        context.refuse("There is no letter or number here to look for.")
    accepts = being(parts) if context.operator == "=" else containing(parts)
    if context.key.label or context.value.form is not Form.BARE:
        return _named(context, accepts)
    return among(_bare(context, accepts))


def _named(context: ValueContext, accepts: Accepts) -> Test:
    """Return the test of cards whose name, or English name, is accepted."""
    shown, english = where(context.column, accepts), context.facts.index.english

    def passing(codes: Codes) -> Codes:
        return shown(codes) | {c for c in codes & english.keys() if accepts(english[c])}

    return passing


def wording_test(context: ValueContext) -> Test:
    """Return the test of a word without a key that is in no name: in traits or the text.

    It is found where a word begins, so that "king" does not find "attacking".
    """
    parts = wildcard_parts(context.text, fold)
    accepts = containing((f" {parts[0]}", *parts[1:]) if parts[0] else parts)
    return _written(context.facts.index.wordings, accepts)


def _written(texts: Mapping[str, str], accepts: Accepts) -> Test:
    return lambda codes: frozenset([code for code in codes if accepts(texts[code])])


def _bare(context: ValueContext, accepts: Accepts) -> Codes:
    """Return the cards that a bare word names: by a part of the name, a code, or initials.

    Capitals that are the initials of a card are part of a name only as a word of their own, so
    that AS finds Arya Stark and not every card with "as" in its name. What is in no name of the
    language shown, nor in an English one, is looked for in those of other languages.
    """
    index, code = context.facts.index, context.text.lower()
    initials = meant = frozenset[str]()
    if _ACRONYM.fullmatch(context.text):
        initials = index.acronyms.exact(code)
        meant = initials or index.acronyms.loose(code)

    accepts = (lambda name: code in name and code in name.split()) if initials else accepts
    column, english = context.column, index.english
    named = {name for name in column if accepts(name)} | (meant & column.keys())
    found = frozenset().union(*map(column.__getitem__, named))
    found |= {card for card, name in english.items() if name in meant or accepts(name)}
    return found | ({code} & index.codes) or _in_languages(context)


def _in_languages(context: ValueContext) -> Codes:
    parts = wildcard_parts(context.text, lambda text: name_key(fold(text)))
    return context.facts.index.named_locally(parts, containing(parts))


def _accepted(context: ValueContext) -> Accepts:
    regular = context.regular
    if regular is not None:
        return regular
    parts = wildcard_parts(context.text, comparable_text)
    if not any(parts):
        context.refuse("There is nothing here to look for.")
    return being(parts) if context.operator == "=" else containing(parts)


MEANT = "Did you mean"
_LEVEL = re.compile(r"[0-9]{1,4}")
_LEVEL_RANGE = re.compile(r"(?P<low>[0-9]{1,4})?\.\.(?P<high>[0-9]{1,4})?")
_UNRANKED = {
    "pack": "has no day of release",
    "cycle": "has no place among the cycles",
}


def word_test(context: ValueContext) -> Test:
    """Return the test of words: whole ones, whatever their case, accents and quotation marks."""
    if context.key.words is None:
        raise AssertionError(context.key.name)
    vocabulary = context.key.words(context.facts.index)
    if context.for_dash and context.operator in {":", "="} and not _neutral(context):
        return _without(context)
    wanted = frozenset(word.value for word in _wanted(context, vocabulary))
    return where(context.column, lambda words: not wanted.isdisjoint(words))


def _neutral(context: ValueContext) -> bool:
    """Return whether the dash is a word itself: the faction of cards without one."""
    return context.key.name == "faction"


def _wanted(context: ValueContext, vocabulary: Vocabulary) -> list[Word]:
    if context.operator not in {":", "="}:
        return _in_order(context, vocabulary)
    span = _LEVEL_RANGE.fullmatch(context.text) if context.key.name == "cycle" else None
    if span is not None and context.text != "..":
        low, high = int(span["low"] or 1), int(span["high"] or 10_000)
        return [word for word in vocabulary.words if low <= (word.rank or 0) <= high]
    regular = context.regular
    if regular is not None:
        return vocabulary.matching(regular)
    written = "neutral" if context.for_dash and _neutral(context) else context.text
    meant = vocabulary.meant(written)
    if not meant and vocabulary.closed:
        similar = _similar(context, vocabulary)
        suggestion = f'"{similar}"' if " " in similar else similar
        context.refuse(_unknown(context, written, vocabulary), suggestion)
    if not meant:
        context.remark(_missing(context, vocabulary))
    return meant


def _unknown(context: ValueContext, written: str, vocabulary: Vocabulary) -> str:
    name, known = context.key.name, ", ".join(word.written for word in vocabulary.words)
    if context.key.verb:
        return f"“{name}” takes one of: {known}; not “{written[:40]}”."
    return f"There is no {name} “{written[:40]}”; there are: {known}."


def _missing(context: ValueContext, vocabulary: Vocabulary) -> str:
    similar = _similar(context, vocabulary)
    hint = f" {MEANT} “{similar}”?" if similar else ""
    verb = context.key.name if context.key.verb else f"has the {context.key.name}"
    return f"No card here {verb} “{context.text[:40]}”.{hint}"


def _similar(context: ValueContext, vocabulary: Vocabulary) -> str:
    """Return the word that may be meant, empty if none is similar."""
    names = [name for word in vocabulary.words for name in word.names]
    return next(iter(get_close_matches(fold(context.text), names, n=1)), "")


def _in_order(context: ValueContext, vocabulary: Vocabulary) -> list[Word]:
    """Return the words before or behind the one that the value names, edition by edition."""
    ranked = [word for word in vocabulary.words if word.rank is not None]
    if not ranked:
        context.require_equality()
    compare = _ORDERS[context.operator]
    if context.key.name == "cycle" and _LEVEL.fullmatch(context.text):
        return [word for word in ranked if compare(word.rank, int(context.text))]
    if context.key.name == "cycle" and _LEVEL_RANGE.fullmatch(context.text):
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


_MOST_SIMILAR = 4


def card_test(context: ValueContext) -> Test:
    """Return the test of `on`, `bears` and `like`, within the edition of the card that is named.

    A title stands for all of its printings. QueryError if no card has the name or code.
    """
    context.require_equality()
    facts, key = context.facts, context.key.name
    named = [
        (pool, card)
        for pool, card in _cards_named(facts, context.text)
        if key != "bears" or card.type is CardType.ATTACHMENT
    ]
    if not named:
        context.refuse(_unknown_card(context))
    if key == "like":
        return among(frozenset(alike_to(facts, context.text)))
    if key == "bears":
        return among(frozenset().union(*(facts.index.bearers(card) for _, card in named)))
    found = (each.code for pool, card in named for each in _attachments(pool, card))
    return among(frozenset(found))


def alike_to(facts: FieldFacts, text: str) -> Mapping[str, Likeness]:
    return facts.index.alike(tuple(card for _, card in _cards_named(facts, text)))


def _cards_named(facts: FieldFacts, text: str) -> Iterator[tuple[CardPool, Card]]:
    for pool in facts.index.pools:
        cards = facts.index.by_name.get(fold(text), ())
        own = [card for card in cards if card.edition is pool.edition]
        for card in own or filter(None, [pool.by_code.get(text)]):
            yield pool, card


def _attachments(pool: CardPool, host: Card) -> Iterator[Card]:
    for card in pool.among(pool.bits(ATTACHMENT)):
        if card.host is not None and host_allows(card.host, host) and accepts(host, card):
            yield card


def _unknown_card(context: ValueContext) -> str:
    what = "attachment" if context.key.name == "bears" else "card"
    similar = similar_names(context.facts.index.pools, context.text)
    hint = f" Similar names: {', '.join(similar)}." if similar else ""
    return f"No {what} is called “{context.text[:40]}” or has it as its code.{hint}"


def similar_names(pools: Iterable[CardPool], written: str) -> tuple[str, ...]:
    """Return names of cards that may be meant, the most similar first."""
    similar: list[str] = []
    for pool in pools:
        match = name_index(pool).find(written)
        if isinstance(match, FoundCard):
            similar.append(match.card.name)
        else:
            similar += [card.name for card in match.candidates]
    return tuple(dict.fromkeys(similar))[:_MOST_SIMILAR]

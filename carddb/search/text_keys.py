"""Keys of texts, and words without a key: part of the name, a code, or initials."""

from __future__ import annotations

import re

from carddb.search.folded_text import Accepts, being, comparable_text, containing, wildcard_parts
from carddb.search.tree import Form
from carddb.search.value_context import Test, ValueContext, any_of
from carddb.spelling import fold

_ACRONYM = re.compile(r"[A-Z]{2,12}")


def text_test(context: ValueContext) -> Test:
    """Return the test of a text: it holds the value, or with "=" is it from end to end.

    A * in the value matches anything; case, accents and quotation marks do not count.
    """
    context.require_equality()
    read, applies = context.read, context.key.applies
    if context.for_dash:
        return lambda card: not read(card) and applies(card)
    if context.text == "*":
        return lambda card: bool(read(card))
    accepts = _accepted(context)
    return lambda card: accepts(read(card))


def texts_test(context: ValueContext) -> Test:
    """Return the test of a card's texts: one of them is as `text_test` says."""
    context.require_equality()
    read, applies = context.read, context.key.applies
    if context.for_dash:
        return lambda card: not read(card) and applies(card)
    accepts: Accepts = bool if context.text == "*" else _accepted(context)
    return lambda card: any(map(accepts, read(card)))


def name_test(context: ValueContext) -> Test:
    """Return the test of a name, or of a word without a key, which may be a code or initials."""
    context.require_equality()
    index = context.facts.index
    regular = context.regular
    if regular is not None:
        plain_names = index.plain_names
        return lambda card: regular(plain_names[card.code])
    names = index.names
    parts = wildcard_parts(context.text, fold)
    if not any(parts):
        context.refuse("There is no letter or number here to look for.")
    accepts = being(parts) if context.operator == "=" else containing(parts)
    if context.key.label or context.value.form is not Form.BARE:
        return lambda card: accepts(names[card.code])
    return any_of(_bare(context, accepts))


def wording_test(context: ValueContext) -> Test:
    """Return the test of a word without a key that is in no name: in traits or the text.

    It is found where a word begins, so that "king" does not find "attacking".
    """
    parts = wildcard_parts(context.text, fold)
    accepts = containing((f" {parts[0]}", *parts[1:]) if parts[0] else parts)
    wordings = context.facts.index.wordings
    return lambda card: accepts(wordings[card.code])


def _bare(context: ValueContext, accepts: Accepts) -> list[Test]:
    """Return the readings of a bare word: part of a name, a code, or initials in capitals.

    Capitals that are the initials of a card are part of a name only as a word of their own, so
    that AS finds Arya Stark and not every card with "as" in its name.
    """
    names, code = context.facts.index.names, context.text.lower()
    tests: list[Test] = []
    if any(code in pool for pool in context.facts.index.pools):
        tests.append(lambda card: card.code == code)
    initials: frozenset[str] = frozenset()
    if _ACRONYM.fullmatch(context.text):
        initials = context.facts.index.acronyms.exact(code)
        meant = initials or context.facts.index.acronyms.loose(code)
        tests.append(lambda card: names[card.code] in meant)
    if initials:
        tests.append(lambda card: code in names[card.code].split())
    else:
        tests.append(lambda card: accepts(names[card.code]))
    return tests


def _accepted(context: ValueContext) -> Accepts:
    regular = context.regular
    if regular is not None:
        return regular
    parts = wildcard_parts(context.text, comparable_text)
    if not any(parts):
        context.refuse("There is nothing here to look for.")
    return being(parts) if context.operator == "=" else containing(parts)

"""Keys of texts, and words without a key: part of the name, a code, or initials."""

from __future__ import annotations

import re

from carddb.search.folded_text import Accepts, being, containing, parts_of, plain
from carddb.search.tree import Form
from carddb.search.value_context import Test, ValueContext, any_of
from carddb.spelling import fold

_ACRONYM = re.compile(r"[A-Z]{2,12}")


def text_test(asked: ValueContext) -> Test:
    """Return the test of a text: it holds the value, or with "=" is it from end to end.

    A * in the value stands for anything; case, accents and quotation marks do not count.
    """
    asked.insist_on_equality()
    read, applies = asked.read, asked.key.applies
    if asked.for_dash:
        return lambda card: not read(card) and applies(card)
    if asked.text == "*":
        return lambda card: bool(read(card))
    accepts = _accepted(asked)
    return lambda card: accepts(read(card))


def name_test(asked: ValueContext) -> Test:
    """Return the test of a name, or of a word without a key, which may be a code or initials."""
    asked.insist_on_equality()
    index = asked.facts.index
    regular = asked.regular
    if regular is not None:
        plain_names = index.plain_names
        return lambda card: regular(plain_names[card.code])
    names = index.names
    parts = parts_of(asked.text, fold)
    if not any(parts):
        asked.refuse("There is no letter or number here to look for.")
    accepts = being(parts) if asked.operator == "=" else containing(parts)
    if asked.key.label or asked.value.form is not Form.BARE:
        return lambda card: accepts(names[card.code])
    return any_of(_bare(asked, accepts))


def _bare(asked: ValueContext, accepts: Accepts) -> list[Test]:
    """Return the readings of a bare word: part of a name, a code, or initials in capitals.

    Capitals that are the initials of a card are part of a name only as a word of their own, so
    that AS finds Arya Stark and not every card with "as" in its name.
    """
    names, code = asked.facts.index.names, asked.text.lower()
    tests: list[Test] = []
    if any(code in pool for pool in asked.facts.index.pools):
        tests.append(lambda card: card.code == code)
    initials: frozenset[str] = frozenset()
    if _ACRONYM.fullmatch(asked.text):
        initials = asked.facts.index.acronyms.exact(code)
        meant = initials or asked.facts.index.acronyms.loose(code)
        tests.append(lambda card: names[card.code] in meant)
    if initials:
        tests.append(lambda card: code in names[card.code].split())
    else:
        tests.append(lambda card: accepts(names[card.code]))
    return tests


def _accepted(asked: ValueContext) -> Accepts:
    regular = asked.regular
    if regular is not None:
        return regular
    parts = parts_of(asked.text, plain)
    if not any(parts):
        asked.refuse("There is nothing here to look for.")
    return being(parts) if asked.operator == "=" else containing(parts)

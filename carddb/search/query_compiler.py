"""Compiles a tree to a test of cards, made of the tests of its terms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from carddb.search.key import Column, FieldFacts, Key, KeyKind
from carddb.search.key_tests import (
    MEANT,
    Test,
    ValueContext,
    all_of,
    any_of,
    card_test,
    day_test,
    flag_test,
    flags_test,
    name_test,
    none_of,
    number_test,
    share_test,
    text_test,
    texts_test,
    word_test,
    wording_test,
)
from carddb.search.keys import MISREAD, find_key, key_of, similar_names
from carddb.search.tree import All, Form, Node, QueryTerm, Without
from carddb.terms import Edition
from core.errors import FactsMissingError, QueryError

_TESTS: dict[KeyKind, Callable[[ValueContext], Test]] = {
    KeyKind.TEXT: text_test,
    KeyKind.TEXTS: texts_test,
    KeyKind.WORD: word_test,
    KeyKind.NUMBER: number_test,
    KeyKind.COUNT: number_test,
    KeyKind.SHARE: share_test,
    KeyKind.FLAG: flag_test,
    KeyKind.DAY: day_test,
    KeyKind.CARD: card_test,
    KeyKind.FLAGS: flags_test,
}
# For who types commands; a window has buttons.
SYNC_HINT = " (sevenplots sync fetches them)"
_NO_TEXTS = {
    Edition.SECOND: f"Cards of the second edition have no texts here yet{SYNC_HINT}",
    Edition.FIRST: "Cards of the first edition have no texts here",
}
_NO_WORD = re.compile(r"[a-z]|[0-9.]+|yes|no|true|false", re.IGNORECASE)
_TAKES_REGULAR = frozenset({KeyKind.TEXT, KeyKind.TEXTS, KeyKind.WORD})


@dataclass(frozen=True, slots=True)
class QueryCompiler:
    """Compiles trees to tests over some facts, and collects remarks for the answer.

    `edition` is the one that is searched (None: both), `without_texts` collects those whose texts
    would have been looked into. `in_texts`: words without a key are looked for in texts too.
    """

    facts: FieldFacts
    edition: Edition | None = None
    in_texts: bool = False
    remarks: list[str] = field(default_factory=list)
    without_texts: list[Edition] = field(default_factory=list)

    def of(self, node: Node) -> Test:
        """Return the test of a tree; QueryError if a term cannot be answered."""
        if isinstance(node, QueryTerm):
            return self._of_term(node)
        if isinstance(node, Without):
            return none_of(self.of(node.part))
        tests = [self.of(part) for part in node.parts]
        if not isinstance(node, All):
            return any_of(tests)
        words = [part.values[0].text if _is_word(part) else "" for part in node.parts]
        if self.in_texts or sum(map(bool, words)) < 2:
            return all_of(tests)
        named = all_of([test for test, word in zip(tests, words, strict=True) if word])
        others = [test for test, word in zip(tests, words, strict=True) if not word]
        return all_of([self._in_a_name(named, [*filter(None, words)]), *others])

    def _in_a_name(self, named: Test, words: Sequence[str]) -> Test:
        """Return the test of several words; what they do not find may be a name elsewhere.

        Short words of a name in another language are in many English names, too.
        """

        def passing(codes: frozenset[str]) -> frozenset[str]:
            return named(codes) or codes & self.facts.index.named_elsewhere(words)

        return passing

    def _of_term(self, term: QueryTerm) -> Test:
        key = _key_of(term)
        column = self._column(key, term)
        sign = term.operator.replace("!", "") or ":"
        remark = self.remarks.append
        made = wording_test if self.in_texts and not term.key else _test
        try:
            test = any_of(
                [made(ValueContext(key, sign, v, self.facts, column, remark)) for v in term.values]
            )
        except QueryError as error:
            if misread := MISREAD.get(term.key.lower()):
                why = f"{error.sentence} {misread}"
                raise QueryError(error.start, error.end, why, error.suggestion) from None
            raise
        if self._looks_misread(key, term, test):
            remark(MISREAD[term.key.lower()])
        return none_of(test) if term.negated else test

    def _looks_misread(self, key: Key, term: QueryTerm, test: Test) -> bool:
        """Return whether the user may have meant another key.

        A number, yes or no is not a word, and a value that no card has may belong to another key. A
        misspelt word of this key does not.
        """
        if term.key.lower() not in MISREAD:
            return False
        values = [value for value in term.values if value.form is not Form.REGULAR]
        if key.kind in _TAKES_REGULAR and any(_NO_WORD.fullmatch(each.text) for each in values):
            return True
        if len(values) < len(term.values) or any(MEANT in remark for remark in self.remarks):
            return False
        return not test(self.facts.index.codes)

    def _column(self, key: Key, term: QueryTerm) -> Column:
        if key.remark:
            self.remarks.append(key.remark)
        if key.kind is KeyKind.SHARE and (played := self.facts.context.played):
            self.remarks.append(f"Shares of {played.words}.")
        if _reads_texts(key, term, self.facts):
            self.remark_on_texts(key.without_texts)
        try:
            return self.facts.column(key)
        except FactsMissingError as error:
            span = term.key_span
            raise QueryError(span.start, span.end, error.sentence) from None

    def remark_on_texts(self, searched_in: Iterable[tuple[Edition, str]]) -> None:
        for edition, where in searched_in:
            if edition in self.facts.index.textless and self.edition in {None, edition}:
                self.without_texts.append(edition)
                words = _NO_TEXTS[edition]
                if self.facts.index.text_counts[edition]:
                    words = f"Most {words[:1].lower()}{words[1:]}"
                self.remarks.append(f"{words}; {where}.")


def _reads_texts(key: Key, term: QueryTerm, facts: FieldFacts) -> bool:
    if not key.reads_texts_for or key.words is None:
        return True
    vocabulary = key.words(facts.index)
    meant = (word.value for value in term.values for word in vocabulary.meant(value.text))
    return key.reads_texts_for in meant


def _is_word(node: Node) -> TypeGuard[QueryTerm]:
    """Return whether a part of a query is one plain word that is asked for."""
    if not isinstance(node, QueryTerm) or node.key or node.negated or len(node.values) != 1:
        return False
    return node.values[0].form is Form.BARE


def _test(context: ValueContext) -> Test:
    if context.key.name == "name":
        return name_test(context)
    if context.value.form is Form.REGULAR and context.key.kind not in _TAKES_REGULAR:
        context.refuse(f"{context.key.name} takes no regular expression.")
    try:
        return _TESTS[context.key.kind](context)
    except FactsMissingError as error:  # of another key, which the value names
        context.refuse(error.sentence)


def _key_of(term: QueryTerm) -> Key:
    if not term.key:
        return _NAME_WORD
    key = find_key(term.key)
    if key is not None:
        return key
    near, span = similar_names(term.key), term.key_span
    similar = " or ".join(f"“{name}”" for name in near)
    hint = f"did you mean {similar}?" if similar else "quotation marks make it plain text."
    why = f"There is no key “{term.key[:40]}”; {hint}"
    raise QueryError(span.start, span.end, why, near[0] if near else "")


_NAME_WORD = replace(key_of("name"), label="")

"""One value of a term with its key and operator, and how tests of cards combine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

from carddb.card import Card
from carddb.errors import QueryError
from carddb.search.field_readers import FieldFacts, FieldGetter
from carddb.search.folded_text import Accepts
from carddb.search.key import Key
from carddb.search.regular_expression import regular
from carddb.search.tree import Form, QueryValue

Test: TypeAlias = Callable[[Card], bool]

DASHES = frozenset({"-", "\u2013", "\u2014"})
YES = frozenset({"yes", "y", "true", "1"})
NO = frozenset({"no", "n", "false", "0"})


@dataclass(frozen=True, slots=True)
class ValueContext:
    """A value of a term with its key and operator, from which "!" is taken off.

    `read` finds the key's value on a card, `remark` takes a remark for the answer.
    """

    key: Key
    operator: str
    value: QueryValue
    facts: FieldFacts
    read: FieldGetter
    remark: Callable[[str], None]

    @property
    def text(self) -> str:
        """The value as it is written."""
        return self.value.text

    @property
    def for_dash(self) -> bool:
        """Whether the value is a bare dash: what has none."""
        return self.value.form is Form.BARE and self.text in DASHES

    @property
    def regular(self) -> Accepts | None:
        """What the value accepts if it is a regular expression; QueryError where it is none."""
        if self.value.form is not Form.REGULAR:
            return None
        if not self.text:
            self.refuse("There is nothing between the slashes.")
        return regular(self.text, self.value.span.start + 1)

    def refuse(self, reason: str) -> NoReturn:
        """Raise the error that this value cannot be understood."""
        raise QueryError(self.value.span.start, self.value.span.end, reason)

    def require_equality(self) -> None:
        """Refuse an operator that puts values in an order."""
        if self.operator not in {":", "="}:
            self.refuse(f"{self.key.name} has no order; write {self.key.name}:{self.text}.")


def any_of(tests: Sequence[Test]) -> Test:
    """Return whether a card passes one of the tests."""
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda card: first(card) or second(card)

    def passes(card: Card) -> bool:
        for test in tests:  # noqa: SIM110 - a generator takes twice as long
            if test(card):
                return True
        return False

    return passes


def all_of(tests: Sequence[Test]) -> Test:
    """Return whether a card passes all of the tests; every card passes none."""
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda card: first(card) and second(card)

    def passes(card: Card) -> bool:
        for test in tests:  # noqa: SIM110 - a generator takes twice as long
            if not test(card):
                return False
        return True

    return passes

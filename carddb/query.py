"""The search language: a text -> a test of cards, and the cards that pass it (docs/search.md)."""

from __future__ import annotations

from dataclasses import dataclass

from carddb.card import Card
from carddb.card_test import CardTest
from carddb.errors import FactsMissingError, QueryError
from carddb.pool import CardPool
from carddb.search.field_readers import FieldFacts
from carddb.search.grammar import parse
from carddb.search.index import CardIndex
from carddb.search.key import Key, KeyKind
from carddb.search.keys import KEYS, find_key, keys_in
from carddb.search.order import in_order, sortable
from carddb.search.query_compiler import QueryCompiler
from carddb.search.query_context import NOTHING_KNOWN, QueryContext
from carddb.search.tree import Form, terms

__all__ = [
    "KEYS",
    "NOTHING_KNOWN",
    "Key",
    "KeyKind",
    "Query",
    "QueryContext",
    "QueryError",
    "Searcher",
    "find_key",
    "keys_of",
    "sortable",
]


@dataclass(frozen=True, slots=True)
class Query:
    """What a text asks for: the test, and remarks on the answer.

    A test that `uses_regular_expression` may take long, and raise QueryError where it takes too
    long; any other passes through all cards in milliseconds.
    """

    text: str
    test: CardTest
    remarks: tuple[str, ...] = ()
    uses_regular_expression: bool = False


def keys_of(text: str) -> frozenset[str]:
    """Return the names of the keys that a query uses; none where it cannot be parsed."""
    try:
        parsed = parse(text)
    except QueryError:
        return frozenset()
    return frozenset(key.name for term in terms(parsed) for key in keys_in(term))


class Searcher:
    """Searches the cards of some pools; create it once and reuse it."""

    def __init__(self, *pools: CardPool) -> None:
        self._index = CardIndex(pools)

    def query(self, text: str, context: QueryContext = NOTHING_KNOWN) -> Query:
        """Return the query of a text; an empty one finds every card.

        QueryError where it cannot be understood, or needs a fact that the context lacks. The
        test is for cards of the searcher's pools.
        """
        meaning, tree = QueryCompiler(FieldFacts(self._index, context)), parse(text)
        test = CardTest(text.strip() or "any", meaning.of(tree))
        values = (value for term in terms(tree) for value in term.values)
        regular = any(value.form is Form.REGULAR for value in values)
        return Query(text, test, tuple(dict.fromkeys(meaning.remarks)), regular)

    def cards(
        self, query: Query, context: QueryContext = NOTHING_KNOWN, sort: str = ""
    ) -> tuple[Card, ...]:
        """Return the cards that a query finds, by name unless `sort` is given.

        `sort` holds keys, parted by commas, a minus before those that go down ("faction,-cost").
        AppError where it holds another word.
        """
        passes = query.test.passes
        found = [card for card in self._index.cards if passes(card)]
        if not sort:
            return tuple(found)
        try:
            return in_order(found, sort, FieldFacts(self._index, context))
        except FactsMissingError as error:
            raise FactsMissingError(
                f"{error.sentence[:-1]}, so cards cannot be sorted by it."
            ) from None

    def find(
        self, text: str, context: QueryContext = NOTHING_KNOWN, sort: str = ""
    ) -> tuple[Card, ...]:
        """Return the cards that a text finds; QueryError and AppError as above."""
        return self.cards(self.query(text, context), context, sort)

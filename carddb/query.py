"""The search language: parse a query and find its cards (docs/search.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from operator import itemgetter
from typing import Any

from carddb.card import Card
from carddb.card_test import CardTest
from carddb.likeness import Likeness
from carddb.pool import CardPool
from carddb.search.grammar import parse
from carddb.search.index import CardIndex, TitleGroup, by_title
from carddb.search.key import FieldFacts, Key, KeyKind
from carddb.search.key_tests import Test, alike_to, all_of
from carddb.search.keys import KEYS, find_key, keys_in
from carddb.search.query_compiler import QueryCompiler
from carddb.search.query_context import DRAFT, EVERYTHING, NOTHING_KNOWN, QueryContext, SearchScope
from carddb.search.tree import Form, Node, QueryTerm, asking, split_words, terms
from carddb.terms import CardType, Edition, Faction, Keyword, Printed
from core.errors import AppError, FactsMissingError, QueryError

_UNSORTED = frozenset({KeyKind.CARD, KeyKind.FLAGS})
_RANKS: dict[Any, int] = {
    each: rank for order in (Faction, CardType) for rank, each in enumerate(order)
}


def sorted_cards(cards: Iterable[Card], written: str, facts: FieldFacts) -> tuple[Card, ...]:
    """Return the cards sorted by keys: "cost", "faction,-cost" (a minus turns the order round).

    What has no value comes last either way; equals stay in the order in which they come. AppError
    where there is no such key.
    """
    ordered = list(cards)
    for name in reversed([each.strip() for each in written.split(",") if each.strip()]):
        _sort(ordered, name.lstrip("-"), facts, down=name.startswith("-"))
    return tuple(ordered)


def sortable() -> tuple[str, ...]:
    return tuple(key.name for key in KEYS if key.kind not in _UNSORTED)


def _sort(cards: list[Card], name: str, facts: FieldFacts, *, down: bool) -> None:
    key = find_key(name)
    if key is None or key.kind in _UNSORTED:
        known = ", ".join(sortable())
        raise AppError(f"Cards cannot be sorted by “{name[:40]}”.", f"Choose one of: {known}.")
    place = _place_of(key, facts)
    placed = [(place(card), card) for card in cards]
    valued = [each for each in placed if each[0][0] != _LAST]
    valued.sort(key=itemgetter(0), reverse=down)
    last = [card for (rank, _), card in placed if rank == _LAST]
    cards[:] = [*(card for _, card in valued), *last]


_LAST = 2


def _place_of(key: Key, facts: FieldFacts) -> Callable[[Card], tuple[int, Any]]:
    """Return the sort key of a card: 0 and its value, 1 for X, 2 for no value."""
    if key.name in {"pack", "cycle"}:
        order = facts.index.set_order
        return lambda card: (0, order[card.code])
    read = key.read(facts)

    def place(card: Card) -> tuple[int, Any]:
        value = read(card)
        if value is Printed.X:
            return 1, 0
        if value is None or value in ("", ()):
            return _LAST, 0
        if isinstance(value, bool):
            return 0, not value
        return 0, tuple(map(_rank, value)) if isinstance(value, tuple) else value

    return place


def _rank(value: Any) -> Any:
    """Return the sort key of a word: factions and types by their order, others by name."""
    if isinstance(value, Keyword):
        return value.words
    return _RANKS.get(value, value) if isinstance(value, Enum) else value


_NAMING = frozenset({"pack", "cycle", "code"})


def widened(scope: SearchScope, tree: Node, facts: FieldFacts) -> SearchScope:
    """Return the scope with what the query asks for.

    The keys `edition`, `draft`, `only-in` and `pool` say themselves what is looked at. A pack, a
    cycle or a code that is named asks for its cards where none of them is in the scope.
    """
    if scope == EVERYTHING:
        return scope
    keys = {key.name for term in terms(tree) for key in keys_in(term)}
    if "pool" in keys:
        return EVERYTHING
    edition = None if "edition" in keys else scope.edition
    scope = SearchScope(edition, scope.draft or not keys.isdisjoint({"draft", "only-in"}))
    for term in asking(tree):
        for cards in _named(term, facts):
            if cards and not any(map(scope.holds, cards)):
                scope = _with(scope, cards)
    return scope


def _with(scope: SearchScope, cards: list[Card]) -> SearchScope:
    edition = scope.edition if any(card.edition is scope.edition for card in cards) else None
    left = [card for card in cards if edition in {None, card.edition}]
    return SearchScope(edition, scope.draft or all(card.only_in == DRAFT for card in left))


def _named(term: QueryTerm, facts: FieldFacts) -> Iterator[list[Card]]:
    """Yield the cards of each pack, cycle or code that a term names; none where it has none."""
    values = [value for value in term.values if value.form is not Form.REGULAR]
    if not term.key:
        codes = (value.text.lower() for value in values)
        yield from ([pool.by_code[c]] for c in codes for pool in facts.index.pools if c in pool)
        return
    key = find_key(term.key)
    if key is None or key.name not in _NAMING or term.operator not in {":", "="}:
        return
    for value in values:
        test = QueryCompiler(facts).of(replace(term, values=(value,)))
        yield [card for card in facts.index.cards if test(card)]


__all__ = [
    "EVERYTHING",
    "KEYS",
    "NOTHING_KNOWN",
    "Key",
    "KeyKind",
    "Query",
    "QueryContext",
    "QueryError",
    "SearchScope",
    "SearchedIn",
    "Searcher",
    "TitleGroup",
    "by_title",
    "find_key",
    "keys_of",
    "sortable",
]


_NAMED_ELSEWHERE = "No card is named so; these have it in their traits or texts."
_NOWHERE = "No card is named so; none that fits has it in its traits or text."
_WORDS_LOOKED_INTO = tuple(
    (edition, "their traits, keywords and hosts were looked into")
    for edition in (Edition.SECOND, Edition.FIRST)
)


class SearchedIn(Enum):
    """Where words without a key are searched."""

    NAMES = "names"
    TEXTS = "texts"


@dataclass(frozen=True, slots=True)
class Query:
    """What a text asks for: the test, and remarks on the answer.

    A test that `uses_regular_expression` may take long, and raise QueryError where it takes too
    long; any other passes through all cards in milliseconds. `scope` is what is searched, wider
    than what was wished where the text asks for more; `outside` finds what it leaves out, and
    `inside` what it does not, of cards that are known to be in it.
    `searched_in` is TEXTS where no card is named so. `without_texts` are the editions whose texts
    the query would have looked into, and which have none here. The remarks say all this.
    `likeness` is how cards are like the one that the query names with `like`, by code.
    """

    text: str
    test: CardTest
    remarks: tuple[str, ...] = ()
    uses_regular_expression: bool = False
    scope: SearchScope = EVERYTHING
    outside: CardTest | None = None
    searched_in: SearchedIn = SearchedIn.NAMES
    without_texts: tuple[Edition, ...] = ()
    inside: CardTest | None = None
    likeness: Mapping[str, Likeness] = field(default_factory=dict)


def keys_of(text: str) -> frozenset[str]:
    """Return the names of the keys that a query uses; none where it cannot be parsed."""
    try:
        parsed = parse(text)
    except QueryError:
        return frozenset()
    return frozenset(key.name for term in terms(parsed) for key in keys_in(term))


def _likeness(tree: Node, facts: FieldFacts) -> Mapping[str, Likeness]:
    """Return how cards are like those that a query asks for with `like`; of several the last."""
    named = [term for term in asking(tree) if (key := find_key(term.key)) and key.name == "like"]
    return {
        code: alike
        for term in named
        for value in term.values
        for code, alike in alike_to(facts, value.text).items()
    }


def _within(scope: SearchScope, test: Test) -> Test:
    if scope == EVERYTHING:
        return test
    holds = scope.holds
    return lambda card: holds(card) and test(card)


def _beyond(scope: SearchScope, label: str, test: Test) -> CardTest | None:
    if scope == EVERYTHING:
        return None
    return CardTest(label, lambda card: not scope.holds(card) and test(card))


class Searcher:
    """Searches the cards of some pools; create it once and reuse it."""

    def __init__(self, *pools: CardPool) -> None:
        self._index = CardIndex(pools)
        self._scopes: dict[SearchScope, tuple[Card, ...]] = {EVERYTHING: self._index.cards}

    def query(
        self,
        text: str,
        context: QueryContext = NOTHING_KNOWN,
        scope: SearchScope = EVERYTHING,
        *,
        texts: bool = False,
    ) -> Query:
        """Return the query of a text; an empty one finds every card of the scope.

        What the text asks for by naming it widens the scope (an edition, draft, a pack, a code).
        With `texts`, words without a key that are in no name are looked for in traits and texts.
        QueryError where it cannot be understood, or needs a fact that the context lacks. The
        test is for cards of the searcher's pools.
        """
        tree, facts = parse(text), FieldFacts(self._index, context)
        scope = widened(scope, tree, facts)
        meaning, label = QueryCompiler(facts, scope.edition), text.strip() or "any"
        test, searched_in = meaning.of(tree), SearchedIn.NAMES
        values = (value for term in terms(tree) for value in term.values)
        regular = any(value.form is Form.REGULAR for value in values)
        outside = _beyond(scope, label, test)
        if texts and not regular and not self._are_names(tree, meaning, scope, test):
            test, searched_in = self._in_texts(tree, meaning), SearchedIn.TEXTS
            found = any(map(test, self._in(scope)))
            meaning.remarks.insert(0, _NAMED_ELSEWHERE if found else _NOWHERE)
        return Query(
            text,
            CardTest(label, _within(scope, test)),
            tuple(dict.fromkeys(meaning.remarks)),
            regular,
            scope,
            outside,
            searched_in,
            tuple(dict.fromkeys(meaning.without_texts)),
            CardTest(label, test),
            _likeness(tree, facts),
        )

    def _are_names(
        self, tree: Node, meaning: QueryCompiler, scope: SearchScope, test: Test
    ) -> bool:
        """Return whether a card is named as the words without a key say, or there are none.

        A card that passes the whole query is.
        """
        words, others = split_words(tree)
        if not words.parts or any(map(test, self._in(scope))):
            return True
        if not others.parts:
            return False
        named = replace(meaning, remarks=[], without_texts=[]).of(words)
        return any(map(named, self._in(scope)))

    def _in(self, scope: SearchScope) -> tuple[Card, ...]:
        if scope not in self._scopes:
            self._scopes[scope] = tuple(filter(scope.holds, self._index.cards))
        return self._scopes[scope]

    @staticmethod
    def _in_texts(tree: Node, meaning: QueryCompiler) -> Test:
        words, others = split_words(tree)
        meaning.remark_on_texts(_WORDS_LOOKED_INTO)
        in_texts = replace(meaning, in_texts=True)
        return all_of([in_texts.of(words), meaning.of(others)])

    def outside(self, query: Query) -> tuple[Card, ...]:
        """Return the cards that a query would find if it looked beyond its scope, by name."""
        if query.outside is None:
            return ()
        return tuple(filter(query.outside.passes, self._index.cards))

    def cards(
        self, query: Query, context: QueryContext = NOTHING_KNOWN, sort: str = ""
    ) -> tuple[Card, ...]:
        """Return the cards that a query finds, by likeness or name unless `sort` is given.

        `sort` holds keys, parted by commas, a minus before those that go down ("faction,-cost").
        AppError where it holds another word.
        """
        passes = query.test.passes
        found = [card for card in self._index.cards if passes(card)]
        if not sort:
            degrees = {code: alike.degree for code, alike in query.likeness.items()}
            return tuple(sorted(found, key=lambda card: -degrees.get(card.code, 0)))
        try:
            return sorted_cards(found, sort, FieldFacts(self._index, context))
        except FactsMissingError as error:
            raise FactsMissingError(
                f"{error.sentence[:-1]}, so cards cannot be sorted by it."
            ) from None

    def find(
        self, text: str, context: QueryContext = NOTHING_KNOWN, sort: str = ""
    ) -> tuple[Card, ...]:
        return self.cards(self.query(text, context), context, sort)

"""The search language: parse a query and find its cards (docs/search.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from typing import Any

from carddb.card import Card
from carddb.card_test import CardTest
from carddb.likeness import Likeness
from carddb.pool import CardPool
from carddb.search.grammar import parse
from carddb.search.index import CardIndex
from carddb.search.key import Codes, FieldFacts, KeyKind
from carddb.search.key_tests import Test, alike_to, all_of
from carddb.search.keys import KEYS, find_key, keys_in
from carddb.search.query_compiler import QueryCompiler
from carddb.search.query_context import DRAFT, EVERYTHING, NOTHING_KNOWN, QueryContext, SearchScope
from carddb.search.tree import Form, Node, QueryTerm, asking, split_words, terms
from carddb.spelling import fold
from carddb.terms import CardType, Edition, Faction, Keyword, Printed
from core.errors import AppError, FactsMissingError, QueryError

_UNSORTED = frozenset({KeyKind.CARD, KeyKind.FLAGS})
_RANKS: dict[Any, int] = {
    each: rank for order in (Faction, CardType) for rank, each in enumerate(order)
}


def sorted_cards(cards: Iterable[Card], written: str, facts: FieldFacts) -> tuple[Card, ...]:
    """Return the cards sorted by keys: "cost", "faction,-cost" (a minus turns the order round).

    Cards without a value come last either way; equal ones keep their order. AppError if there is no
    such key.
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
    if key.name in {"pack", "cycle"}:
        order = facts.index.set_order
        cards.sort(key=lambda card: order[card.code], reverse=down)
        return
    sign = -1 if down else 1
    places = {value: _place(value) for value in facts.column(key)}
    ranks = {place: rank for rank, place in enumerate(sorted(set(filter(None, places.values()))))}
    rank_of = {
        code: len(ranks) if (place := places[value]) is None else sign * ranks[place]
        for value, codes in facts.column(key).items()
        for code in codes
    }
    cards.sort(key=lambda card: rank_of[card.code])


def _place(value: Any) -> tuple[int, Any] | None:
    """Return where a value stands: 0 and the value, 1 for X; None if there is no value."""
    if value is Printed.X:
        return 1, 0
    if value is None or value in ("", ()):
        return None
    if isinstance(value, bool):
        return 0, not value
    return 0, tuple(map(_rank, value)) if isinstance(value, tuple) else value


def _rank(value: Any) -> Any:
    """Return the sort key of a word: factions and types by their order, others by name."""
    if isinstance(value, Keyword):
        return value.words
    return _RANKS.get(value, value) if isinstance(value, Enum) else value


_NAMING = frozenset({"pack", "cycle", "code"})


def widened(scope: SearchScope, tree: Node, facts: FieldFacts) -> SearchScope:
    """Return the scope with what the query asks for.

    The keys `edition`, `draft`, `only-in` and `pool` choose the scope. A pack, a cycle or a code
    widens it if none of its cards is in the scope.
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
    """Yield the cards of each pack, cycle or code that a term names."""
    values = [value for value in term.values if value.form is not Form.REGULAR]
    if not term.key:
        codes = (value.text.lower() for value in values)
        yield from ([pool.by_code[c]] for c in codes for pool in facts.index.pools if c in pool)
        return
    key = find_key(term.key)
    if key is None or key.name not in _NAMING or term.operator not in {":", "="}:
        return
    for value in values:
        held = QueryCompiler(facts).of(replace(term, values=(value,)))(facts.index.codes)
        yield [card for card in facts.index.cards if card.code in held]


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

    `found` returns the codes of the cards in the `scope`, which the text may have widened, and
    `outside` those of the other cards. Both search at the first call. That takes milliseconds; a
    query that `uses_regular_expression` may take longer, and raises QueryError if it takes too
    long. `searched_in` is TEXTS if no card has such a name. `without_texts` are the editions that
    have no texts here for the query to search. The remarks say all this. `likeness` is how cards
    are like the one that the query names with `like`, by code.
    """

    text: str
    found: Callable[[], Codes]
    outside: Callable[[], Codes]
    remarks: tuple[str, ...] = ()
    uses_regular_expression: bool = False
    scope: SearchScope = EVERYTHING
    searched_in: SearchedIn = SearchedIn.NAMES
    without_texts: tuple[Edition, ...] = ()
    likeness: Mapping[str, Likeness] = field(default_factory=dict)

    @property
    def test(self) -> CardTest:
        found = self.found
        return CardTest(self.text.strip() or "any", lambda card: card.code in found())


def words_of(text: str) -> tuple[str, ...]:
    """Return the folded words without a key that a query asks for; none if it is invalid."""
    try:
        found = asking(parse(text))
    except QueryError:
        return ()
    return tuple(fold(each.text) for term in found if not term.key for each in term.values)


def keys_of(text: str) -> frozenset[str]:
    """Return the names of the keys that a query uses; none if it cannot be parsed."""
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


def _are_names(tree: Node, meaning: QueryCompiler, codes: Codes, test: Test) -> bool:
    """Return whether a card has the words without a key in its name; True without such words.

    A card that passes the whole query has.
    """
    words, others = split_words(tree)
    if not words.parts or test(codes):
        return True
    if not others.parts:
        return False
    return bool(replace(meaning, remarks=[], without_texts=[]).of(words)(codes))


def _in_texts(tree: Node, meaning: QueryCompiler) -> Test:
    words, others = split_words(tree)
    meaning.remark_on_texts(_WORDS_LOOKED_INTO)
    return all_of([replace(meaning, in_texts=True).of(words), meaning.of(others)])


class Searcher:
    """Searches the cards of some pools; create it once and reuse it."""

    def __init__(self, *pools: CardPool) -> None:
        self._index = CardIndex(pools)
        self._scopes: dict[SearchScope, Codes] = {EVERYTHING: self._index.codes}
        self._facts = FieldFacts(self._index, NOTHING_KNOWN)

    def query(
        self,
        text: str,
        context: QueryContext = NOTHING_KNOWN,
        scope: SearchScope = EVERYTHING,
        *,
        texts: bool = False,
    ) -> Query:
        """Return the query of a text; an empty one finds every card of the scope.

        An edition, draft, a pack or a code in the text widens the scope. With `texts`, words
        without a key that no name has are searched in traits and texts. QueryError if it cannot be
        understood, or needs a fact that the context lacks. The test is for cards of the searcher's
        pools.
        """
        tree, facts = parse(text), self._known(context)
        scope = widened(scope, tree, facts)
        meaning, codes = QueryCompiler(facts, scope.edition), self._in(scope)
        test, searched_in = meaning.of(tree), SearchedIn.NAMES
        values = (value for term in terms(tree) for value in term.values)
        regular = any(value.form is Form.REGULAR for value in values)
        named = test
        if texts and not regular and not _are_names(tree, meaning, codes, test):
            test, searched_in = _in_texts(tree, meaning), SearchedIn.TEXTS
            meaning.remarks.insert(0, _NAMED_ELSEWHERE if test(codes) else _NOWHERE)
        return Query(
            text,
            cache(lambda: test(codes)),
            cache(lambda: named(self._index.codes - codes)),
            tuple(dict.fromkeys(meaning.remarks)),
            regular,
            scope,
            searched_in,
            tuple(dict.fromkeys(meaning.without_texts)),
            _likeness(tree, facts),
        )

    def _known(self, context: QueryContext) -> FieldFacts:
        """Return the facts with a context: those of the last query, where it had the same."""
        facts = self._facts
        if context is not facts.context:
            # Another thread may search under another context meanwhile.
            facts = self._facts = FieldFacts(self._index, context)
        return facts

    def _in(self, scope: SearchScope) -> Codes:
        if scope not in self._scopes:
            held = filter(scope.holds, self._index.cards)
            self._scopes[scope] = frozenset(card.code for card in held)
        return self._scopes[scope]

    def outside(self, query: Query) -> tuple[Card, ...]:
        """Return the cards that a query would find if it looked beyond its scope, by name."""
        codes = query.outside()
        return tuple(card for card in self._index.cards if card.code in codes)

    def cards(
        self, query: Query, context: QueryContext = NOTHING_KNOWN, sort: str = ""
    ) -> tuple[Card, ...]:
        """Return the cards that a query finds, by likeness or name unless `sort` is given.

        `sort` lists keys, separated by commas; a minus reverses the order of its key, as in
        "faction,-cost". AppError if it holds another word.
        """
        codes = query.found()
        found = [card for card in self._index.cards if card.code in codes]
        if not sort and not query.likeness:
            return tuple(found)
        if not sort:
            degrees = {code: alike.degree for code, alike in query.likeness.items()}
            return tuple(sorted(found, key=lambda card: -degrees.get(card.code, 0)))
        try:
            return sorted_cards(found, sort, self._known(context))
        except FactsMissingError as error:
            raise FactsMissingError(
                f"{error.sentence[:-1]}, so cards cannot be sorted by it."
            ) from None

    def find(
        self, text: str, context: QueryContext = NOTHING_KNOWN, sort: str = ""
    ) -> tuple[Card, ...]:
        return self.cards(self.query(text, context), context, sort)

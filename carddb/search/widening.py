"""Whether a query asks for cards that its search leaves out, by naming them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from carddb.card import Card
from carddb.search.field_readers import FieldFacts
from carddb.search.keys import find_key, keys_in
from carddb.search.query_compiler import QueryCompiler
from carddb.search.scope import DRAFT, EVERYTHING, SearchScope
from carddb.search.tree import Form, Node, QueryTerm, asking, terms

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
    """Return the scope that holds some of these cards too, and little else."""
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

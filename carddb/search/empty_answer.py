"""Results without each part and filter, for searches that find nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from carddb.query import Searcher
from carddb.search.filters import FilterTerm, filters_query
from carddb.search.grammar import parse
from carddb.search.query_context import QueryContext, SearchScope
from carddb.search.tree import All, Node, QueryTerm, Span, split_words, terms
from core.errors import QueryError


@dataclass(frozen=True, slots=True)
class QueryPart:
    """A part as it is written, the query without it, and whether it is words without a key."""

    text: str
    rest: str
    is_words: bool


def parts_of_query(text: str) -> tuple[QueryPart, ...]:
    """Return the parts of a query from left to right; none if it cannot be parsed."""
    if not text.strip():
        return ()
    try:
        tree = parse(text)
    except QueryError:
        return ()
    nodes = tree.parts if isinstance(tree, All) else (tree,)
    words = set(split_words(tree)[0].parts)
    spans = list(_spans(text, nodes))
    found = (
        QueryPart(
            _bare(text[span.start : span.end]),
            _bare(f"{text[: span.start].rstrip()} {text[span.end :].lstrip()}"),
            node in words,
        )
        for node, span in zip(nodes, spans, strict=True)
    )
    return tuple(part for part in found if _is_query(part.text) and _is_query(part.rest))


def in_texts(text: str) -> str:
    """Return a query that searches its words without a key in texts; "" without such words."""
    parts = parts_of_query(text)
    found = " ".join(map(_in_texts, parts))
    return "" if found == " ".join(part.text for part in parts) else found


def _in_texts(part: QueryPart) -> str:
    plain = part.is_words and isinstance(parse(part.text), QueryTerm)
    return f"x:{part.text}" if plain else part.text


def _spans(text: str, nodes: tuple[Node, ...]) -> Iterator[Span]:
    """Yield the place of each part, with its brackets and its minus."""
    start = 0
    for node, following in zip(nodes, (*nodes[1:], None), strict=True):
        end = len(text)
        if following is not None:
            last = max(_end(term) for term in terms(node))
            first = min(term.key_span.start for term in terms(following))
            # A closing bracket belongs to the part before it, everything else to the next part.
            end = (
                last + text.rfind(")", last, first) - last + 1 if ")" in text[last:first] else last
            )
        yield Span(start, end)
        start = end


def _end(term: QueryTerm) -> int:
    return max(value.span.end for value in term.values)


def _bare(text: str) -> str:
    """Return a part of a query without spaces at its ends and the "and" before it."""
    text = text.strip()
    return text[3:].lstrip() if text[:4].lower() in {"and ", "and("} else text


def _is_query(text: str) -> bool:
    try:
        return not text or parse(text) is not None
    except QueryError:
        return False


@dataclass(frozen=True, slots=True)
class WiderSearch:
    """A search without one part or filter, or with words searched in texts, and its results.

    `words` are dropped, or searched `in_texts`. If `far`, several parts or filters are dropped.
    """

    words: str
    text: str
    filters: tuple[FilterTerm, ...]
    count: int
    in_texts: bool = False
    far: bool = False


@dataclass(frozen=True, slots=True)
class EmptySearch:
    """A text and filters that together find nothing, and where they were searched."""

    searcher: Searcher
    text: str
    filters: tuple[FilterTerm, ...]
    context: QueryContext
    scope: SearchScope


def wider_searches(
    search: EmptySearch, progress: Callable[[int, int], None] = lambda done, total: None
) -> tuple[WiderSearch, ...]:
    """Return the search without each of its parts and filters, and in texts where it has words.

    A search that cannot be answered, such as one that takes too long, is left out. `progress` may
    raise between two of them.
    """
    found = []
    for words, text, filters, looks_in_texts in _candidates(search.text, search.filters):
        progress(0, 0)
        count = _count(search, text, filters)
        if count or (count == 0 and not looks_in_texts):
            found.append(WiderSearch(words, text, filters, count, looks_in_texts))
    if not any(each.count for each in found):
        found.extend(_far_wider(search, len(parts_of_query(search.text))))
    return tuple(found)


def _far_wider(search: EmptySearch, parts: int) -> Iterator[WiderSearch]:
    filters, text = search.filters, search.text
    if len(filters) > 1 and (count := _count(search, text, ())):
        yield WiderSearch("any filter", text, (), count, far=True)
    if parts > 1 and (count := _count(search, "", filters)):
        yield WiderSearch("any words", "", filters, count, far=True)


def _count(search: EmptySearch, text: str, filters: tuple[FilterTerm, ...]) -> int | None:
    searcher, context = search.searcher, search.context
    try:
        passes = searcher.query(filters_query(filters), context).test.passes
        cards = searcher.cards(searcher.query(text, context, search.scope, texts=True))
    except QueryError:
        return None
    return sum(map(passes, cards))


def _candidates(
    text: str, filters: tuple[FilterTerm, ...]
) -> Iterator[tuple[str, str, tuple[FilterTerm, ...], bool]]:
    parts = parts_of_query(text)
    for part in parts:
        yield part.text, part.rest, filters, False
    for each in filters:
        yield each.label, text, tuple(other for other in filters if other != each), False
    if (searched := in_texts(text)) and searched != text:
        words = " ".join(part.text for part in parts if part.is_words)
        yield words, searched, filters, True

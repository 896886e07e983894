"""Why a search finds nothing: what each of its parts and filters leaves out on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from carddb.errors import QueryError
from carddb.query import QueryContext, Searcher, SearchScope
from carddb.search.filters import FilterTerm, filters_query
from carddb.search.query_parts import in_texts, parts_of_query


@dataclass(frozen=True, slots=True)
class WiderSearch:
    """A search with one thing less, or with words looked for in texts, and what it finds.

    `words` are what is dropped, or what is looked for `in_texts`.
    """

    words: str
    text: str
    filters: tuple[FilterTerm, ...]
    count: int
    in_texts: bool = False


@dataclass(frozen=True, slots=True)
class EmptySearch:
    """A text and filters that find nothing together, and where they were asked."""

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
    """Yield the search without any filter, and without any words, where that finds cards."""
    filters, text = search.filters, search.text
    if len(filters) > 1 and (count := _count(search, text, ())):
        yield WiderSearch("any filter", text, (), count)
    if parts > 1 and (count := _count(search, "", filters)):
        yield WiderSearch("any words", "", filters, count)


def _count(search: EmptySearch, text: str, filters: tuple[FilterTerm, ...]) -> int | None:
    """Return how many cards there are; None where that cannot be answered."""
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

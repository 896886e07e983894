"""The parts of a query that must all hold, and what is left of its text without each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from carddb.errors import QueryError
from carddb.search.grammar import parse
from carddb.search.tree import All, Node, QueryTerm, Span, split_words, terms


@dataclass(frozen=True, slots=True)
class QueryPart:
    """A part as it is written, the query without it, and whether it is words without a key."""

    text: str
    rest: str
    is_words: bool


def parts_of_query(text: str) -> tuple[QueryPart, ...]:
    """Return the parts of a query from left to right; none where it cannot be parsed."""
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
    """Return a query with its words without a key looked for in texts; "" where there are none."""
    parts = parts_of_query(text)
    found = " ".join(map(_in_texts, parts))
    return "" if found == " ".join(part.text for part in parts) else found


def _in_texts(part: QueryPart) -> str:
    plain = part.is_words and isinstance(parse(part.text), QueryTerm)
    return f"x:{part.text}" if plain else part.text


def _spans(text: str, nodes: tuple[Node, ...]) -> Iterator[Span]:
    """Yield where each part stands, with its brackets and its minus."""
    start = 0
    for node, following in zip(nodes, (*nodes[1:], None), strict=True):
        end = len(text)
        if following is not None:
            last = max(_end(term) for term in terms(node))
            first = min(term.key_span.start for term in terms(following))
            # A closing bracket belongs to the part before it, all else between to the next.
            end = (
                last + text.rfind(")", last, first) - last + 1 if ")" in text[last:first] else last
            )
        yield Span(start, end)
        start = end


def _end(term: QueryTerm) -> int:
    return max(value.span.end for value in term.values)


def _bare(text: str) -> str:
    """Return a part of a query without blanks at its ends and the "and" before it."""
    text = text.strip()
    return text[3:].lstrip() if text[:4].lower() in {"and ", "and("} else text


def _is_query(text: str) -> bool:
    try:
        return not text or parse(text) is not None
    except QueryError:
        return False

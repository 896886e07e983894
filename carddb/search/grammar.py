"""The grammar of queries: a text -> a tree, or a QueryError with position and reason."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from carddb.search.tree import All, Either, Form, Node, QueryTerm, QueryValue, Span, Without
from core.errors import QueryError

LONGEST = 1000
# Levels of the grammar's tree; a pair of brackets is three or four.
DEEPEST = 160

# The key that may stand alone does so before another key, or, and, a bracket and the end.
# After a key the lexer takes VALUE and not NAME, so that e:OR and x:Reaction: are what they seem.
# An exclamation mark at the end of a word belongs to it (Dracarys!), as do hyphens within one.
GRAMMAR = r"""
    start: either?
    either: both (_OR both)*
    both: part (_AND? part)*
    part: (_MINUS | _NOT) part -> without
        | "(" either ")"
        | ALONE -> alone
        | KEY value (_BAR value)* -> term
        | name (_BAR name)* -> words
    value: VALUE | QUOTED | REGULAR
    name: NAME | QUOTED | REGULAR

    ALONE.5: /reduces:(?:\s*(?=\)|$)|\s+(?=\(|(?:or|and)[\s(]|[A-Za-z_-]+(?:[:<>=]|!\S)))/i
    KEY.4: /[A-Za-z][A-Za-z_-]*(?:\s*(?:<=|>=|!=|[<>=])\s*|:\s*|!(?![\s|()]|$))/
    _OR.3: /or(?=[\s()]|$)|(?<=\s)\||\|(?=\s|$)/i
    _AND.3: /and(?=[\s()]|$)/i
    _NOT.3: /NOT(?=[\s()]|$)/
    _MINUS.3: /-(?=\S)/
    _BAR.2: "|"
    QUOTED.2: /["“”„][^"“”„]*["“”„]/
    REGULAR.2: /\/(?:\\.|[^\/\\])*\//s
    VALUE: /[^\s|()"“”„\/][^\s|()"“”„]*/
    NAME: /[^\s|()"“”„\/:<>=-][^\s|()"“”„:<>=]*/
    %ignore /\s+/
"""

_KEY = re.compile(r"(?P<name>[A-Za-z_-]+)\s*(?P<operator><=|>=|!=|[:<>=!])\s*")
_ASIDE = re.compile(r'["“”„][^"“”„]*["“”„]|/(?:\\.|[^/\\])*/', re.DOTALL)
_HANGING = re.compile(r"(?:^|[\s(])(?P<word>(?i:or|and)|NOT|\||-)\s*$")
_KEYLESS = "There must be a key before this, as in cost<3; quotation marks make it plain text."
_COMPLAINTS = {
    **dict.fromkeys(":<>=", _KEYLESS),
    "|": "There must be a value on each side of |.",
    "-": "A minus must stand right before what it excludes.",
}


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr")


@lru_cache(maxsize=8)  # with each letter several ask for the tree of the same query
def parse(text: str) -> Node:
    """Return the tree of a query; QueryError if it is none, or too long."""
    if len(text) > LONGEST:
        raise QueryError(
            LONGEST, len(text), f"A query may have {LONGEST} characters; this has {len(text)}."
        )
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise _fault(text, error) from None
    return _node(tree)


def _node(tree: Tree[Token], depth: int = 0) -> Node:
    kind, children = str(tree.data), tree.children
    if kind == "term":
        return _term(children)
    if kind == "alone":
        return _alone(children[0])
    if kind == "words":
        values = tuple(map(_value, children))
        return QueryTerm("", ":", values, Span(values[0].span.start, values[-1].span.end))
    if depth > DEEPEST:
        span = _first_span(tree)
        raise QueryError(span.start, span.end, "This is nested too deeply; use fewer brackets.")
    parts = tuple(_node(child, depth + 1) for child in children if isinstance(child, Tree))
    if kind == "without":
        return Without(parts[0])
    if len(parts) == 1:
        return parts[0]
    return Either(parts) if kind == "either" else All(parts)


def _term(children: list[Any]) -> QueryTerm:
    token, *values = children
    written = _KEY.fullmatch(token)
    if written is None:
        raise AssertionError(token)
    start = _span(token).start
    span = Span(start, start + len(written["name"]))
    return QueryTerm(written["name"], written["operator"], tuple(map(_value, values)), span)


def _alone(token: Any) -> QueryTerm:
    name, span = token.partition(":")[0], _span(token)
    return QueryTerm(name, ":", (QueryValue("*", span),), Span(span.start, span.start + len(name)))


def _value(tree: Any) -> QueryValue:
    token: Token = tree.children[0]
    if token.type == "QUOTED":
        return QueryValue(token[1:-1], _span(token), Form.QUOTED)
    if token.type == "REGULAR":
        return QueryValue(token[1:-1], _span(token), Form.REGULAR)
    return QueryValue(str(token), _span(token))


def _span(token: Token) -> Span:
    start, end = token.start_pos, token.end_pos
    return Span(start or 0, end or 0)


def _first_span(tree: Tree[Token]) -> Span:
    node: Tree[Token] | Token = tree
    while isinstance(node, Tree):
        node = node.children[0]
    return _span(node)


def _without_quotes(text: str) -> str:
    return _ASIDE.sub(lambda aside: "q" * len(aside[0]), text)


def _fault(text: str, error: UnexpectedInput) -> QueryError:
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return _unfinished(text)
    at = min(error.pos_in_stream or 0, len(text) - 1)
    if isinstance(error, UnexpectedCharacters) and text[at] in '"“”„':
        return QueryError(at, len(text), "This quotation mark is not closed.")
    if isinstance(error, UnexpectedCharacters) and text[at] == "/":
        return QueryError(at, len(text), "This regular expression is not closed by a slash.")
    return QueryError(at, at + 1, _complaint(text, at))


def _complaint(text: str, at: int) -> str:
    before = _without_quotes(text[:at])
    if _KEY.search(before) and re.search(r"[:<>=!]\s*$", before):
        return "A value must follow the key; put it in quotation marks if it has signs in it."
    if text[at] == ")":
        if before.count("(") <= before.count(")"):
            return "This bracket was never opened."
        empty = before.rstrip().endswith("(")
        return f"Something must stand {'in these brackets' if empty else 'before this bracket'}."
    return _COMPLAINTS.get(text[at], "This cannot stand here; quotation marks make it plain text.")


def _unfinished(text: str) -> QueryError:
    bare = _without_quotes(text)
    key = re.search(rf"{_KEY.pattern}$", bare)
    if key:
        return QueryError(*key.span(), f"“{key[0].strip()}” needs a value after it.")
    hanging = _HANGING.search(bare)
    if hanging:
        word = hanging["word"]
        return QueryError(*hanging.span("word"), f"Something must follow “{word}”.")
    if text.rstrip().endswith("|"):
        at = len(text.rstrip()) - 1
        return QueryError(at, at + 1, _COMPLAINTS["|"])
    opened: list[int] = []
    for place in re.finditer(r"[()]", bare):
        if place[0] == "(":
            opened.append(place.start())
        elif opened:
            opened.pop()
    at = opened[-1] if opened else max(len(text) - 1, 0)
    return QueryError(at, min(at + 1, len(text)), "This bracket is not closed.")

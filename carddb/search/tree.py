"""The syntax tree of a query."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the query: from `start` to before `end`."""

    start: int
    end: int


class Form(Enum):
    """How a value is written: bare, in quotation marks, or as a regular expression."""

    BARE = "bare"
    QUOTED = "quoted"
    REGULAR = "regular"


@dataclass(frozen=True, slots=True)
class QueryValue:
    """One value without its quotation marks or slashes; the span includes them."""

    text: str
    span: Span
    form: Form = Form.BARE


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A key, an operator and values, any of which may hold; the key "" is a word of the name."""

    key: str
    operator: str
    values: tuple[QueryValue, ...]
    key_span: Span

    @property
    def negated(self) -> bool:
        return self.operator.startswith("!")


@dataclass(frozen=True, slots=True)
class Without:
    """What the part does not hold for."""

    part: Node


@dataclass(frozen=True, slots=True)
class All:
    """What every part holds for; without parts, every card."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """What one of the parts holds for."""

    parts: tuple[Node, ...]


Node: TypeAlias = QueryTerm | Without | All | Either


def split_words(node: Node) -> tuple[All, All]:
    """Return the parts that are words without a key, and the others; a card must pass both."""
    parts = node.parts if isinstance(node, All) else (node,)
    words = tuple(part for part in parts if not any(term.key for term in terms(part)))
    return All(words), All(tuple(part for part in parts if part not in words))


def asking(node: Node) -> Iterator[QueryTerm]:
    """Yield the terms that ask for cards: not those that exclude some."""
    if isinstance(node, QueryTerm):
        if not node.negated:
            yield node
    elif not isinstance(node, Without):
        for part in node.parts:
            yield from asking(part)


def terms(node: Node) -> Iterator[QueryTerm]:
    if isinstance(node, QueryTerm):
        yield node
    elif isinstance(node, Without):
        yield from terms(node.part)
    else:
        for part in node.parts:
            yield from terms(part)

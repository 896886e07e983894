"""The cards, packs and cycles of the program's own catalogue, made of their lines of JSON.

`carddb.catalogue_json` checks every value by pydantic, whose import alone takes 6 MB and as long as
all of this; that both come to the same is tested. Equal parts of cards are one object.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from carddb.card import Card
from carddb.errors import AppError
from carddb.pack import Cycle, Pack

_T = TypeVar("_T", Card, Pack, Cycle)
_Maker: TypeAlias = Callable[[Any], Any]


def catalogue_values(kind: type[_T], lines: Iterable[str]) -> tuple[_T, ...]:
    """Return the values of lines of JSON, in their order; AppError where one is not of the kind."""
    make = _maker_of_fields(kind)
    try:
        return tuple([make(json.loads(line)) for line in lines])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        what = kind.__name__.lower()
        raise AppError(f"The {what}s of the program could not be read: {error}.") from None


def _maker_of_fields(kind: type) -> _Maker:
    """Return what makes a value of a dataclass out of an object of JSON."""
    hints = get_type_hints(kind)
    makers = {each.name: _maker(hints[each.name]) for each in fields(kind)}
    return lambda raw: kind(**{name: makers[name](value) for name, value in raw.items()})


def _maker(kind: Any) -> _Maker:
    """Return what makes a value of a type of fields out of JSON."""
    if get_origin(kind) in {Union, UnionType}:
        return _maker_of_one(set(get_args(kind)))
    if get_origin(kind) is tuple:
        of_each = _maker(get_args(kind)[0])
        return _shared(lambda raw: tuple([of_each(each) for each in raw]))
    plain: type = kind
    if is_dataclass(plain):
        return _shared(_maker_of_fields(plain))
    if issubclass(plain, Enum):
        return plain
    return sys.intern if plain is str else _unchanged


def _maker_of_one(kinds: set[Any]) -> _Maker:
    """Return what makes a value of one of several types: nothing and numbers are JSON's own."""
    (kind,) = kinds - {NoneType, int} or {int}
    make = _maker(kind)
    return lambda raw: raw if raw is None or isinstance(raw, int) else make(raw)


def _shared(make: _Maker) -> _Maker:
    """Return what gives, of equal values, the first."""
    one: dict[Any, Any] = {}

    def shared(raw: Any) -> Any:
        value = make(raw)
        return one.setdefault(value, value)

    return shared


def _unchanged(raw: Any) -> Any:
    return raw

"""Cards, packs and cycles as the catalogue has them: a line of JSON for each, checked when read.

Fields with their default value are left out. The program reads its own catalogue with
`carddb.catalogue`. This module reads files from elsewhere and from older versions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from carddb.card import Card
from carddb.pack import Cycle, Pack
from core.errors import AppError

_T = TypeVar("_T", Card, Pack, Cycle)
_KINDS = {"Card": Card, "Pack": Pack, "Cycle": Cycle}


def encode_line(value: Card | Pack | Cycle) -> str:
    """Return a value as one line of JSON; equal values give equal lines."""
    plain = _adapter(type(value).__name__).dump_python(value, exclude_defaults=True)
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), default=_letter)


def decode_card(line: str) -> Card:
    """Return the card of one line of JSON; AppError where it is not one."""
    cards = decode_lines(Card, [line])
    if len(cards) != 1:
        raise AppError(f"The cards could not be read: a line holds {len(cards)} of them.")
    return cards[0]


def decode_lines(kind: type[_T], lines: Iterable[str]) -> tuple[_T, ...]:
    """Return the values of lines of JSON, in their order; AppError where one is not of the kind."""
    try:
        values: tuple[_T, ...] = _tuple_adapter(kind.__name__).validate_json(f"[{','.join(lines)}]")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the start"
        what = f"The {kind.__name__.lower()}s could not be read"
        raise AppError(f"{what}: at {place}: {first['msg']}.") from None
    return values


@cache
def _adapter(name: str) -> TypeAdapter[Any]:
    return TypeAdapter(_KINDS[name])


@cache
def _tuple_adapter(name: str) -> TypeAdapter[Any]:
    kind: Any = _KINDS[name]
    return TypeAdapter(tuple[kind, ...])


def _letter(value: object) -> object:
    """Return a printed letter as JSON has it; the other enumerations are texts already."""
    if isinstance(value, Enum):
        return value.value
    raise TypeError(type(value).__name__)

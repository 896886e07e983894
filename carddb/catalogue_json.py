"""Cards, packs and cycles in lines of JSON, checked when read: what older versions stored.

The program reads its own catalogue with `carddb.catalogue`, which takes a fraction of the time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from carddb.card import Card
from carddb.pack import Cycle, Pack
from core.errors import AppError

_T = TypeVar("_T", Card, Pack, Cycle)
_KINDS = {"Card": Card, "Pack": Pack, "Cycle": Cycle}


def decode_lines(kind: type[_T], lines: Iterable[str]) -> tuple[_T, ...]:
    """Return the values of lines of JSON, in their order; AppError if one is not of the kind."""
    try:
        values: tuple[_T, ...] = _adapter(kind.__name__).validate_json(f"[{','.join(lines)}]")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the start"
        what = f"The {kind.__name__.lower()}s could not be read"
        raise AppError(f"{what}: at {place}: {first['msg']}.") from None
    return values


@cache
def _adapter(name: str) -> TypeAdapter[Any]:
    kind: Any = _KINDS[name]
    return TypeAdapter(tuple[kind, ...])

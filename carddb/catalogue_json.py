"""Cards, packs, cycles and lists as the catalogue has them: a line of JSON for each.

Cards, packs and cycles are without what a field leaves at its default, lists with their codes in
order.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from carddb.card import Card
from carddb.errors import AppError
from carddb.pack import Cycle, Pack
from carddb.raw_fields import RawFields
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.terms import Edition

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


def encode_list(restricted: RestrictedList) -> str:
    """Return a list as one line of JSON; equal lists give equal lines."""
    plain = {
        "code": restricted.code,
        "name": restricted.name,
        "issuer": restricted.issuer,
        "version": restricted.version,
        "date": restricted.date.isoformat(),
        "card_set": restricted.card_set,
        "edition": restricted.edition.value,
        "banned": sorted(restricted.banned),
        "formats": [
            {
                "name": name,
                "restricted": sorted(of_format.restricted),
                "banned": sorted(of_format.banned),
                "pods": [_plain_pod(pod) for pod in of_format.pods],
            }
            for name, of_format in restricted.formats
        ],
    }
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def decode_lists(lines: Iterable[str]) -> tuple[RestrictedList, ...]:
    """Return the lists of lines of JSON, in their order; AppError where one is not a list."""
    return tuple(_decoded_list(line) for line in lines)


def _plain_pod(pod: Pod) -> dict[str, object]:
    cards: dict[str, object] = {"cards": list(pod.cards)}
    return cards if pod.trigger is None else cards | {"trigger": pod.trigger}


def _decoded_list(line: str) -> RestrictedList:
    try:
        raw = json.loads(line)
    except ValueError:
        raise AppError("A restricted list could not be read: it is not JSON.") from None
    fields = RawFields.of(raw, "code", "List")
    return RestrictedList(
        code=fields.code,
        name=fields.text("name"),
        issuer=fields.text("issuer"),
        version=fields.text("version"),
        date=fields.day("date"),
        card_set=fields.text("card_set"),
        edition=fields.term("edition", Edition),
        banned=frozenset(fields.texts("banned")),
        formats=tuple((each.text("name"), _format(each)) for each in fields.entries("formats")),
    )


def _format(fields: RawFields) -> FormatList:
    return FormatList(
        restricted=frozenset(fields.texts("restricted")),
        banned=frozenset(fields.texts("banned")),
        pods=tuple(
            Pod(pod.texts("cards"), pod.text("trigger", "") or None)
            for pod in fields.entries("pods")
        ),
    )

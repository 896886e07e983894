"""Cards, packs, cycles and lists as the lines of JSON that the catalogue has."""

from __future__ import annotations

import json
from enum import Enum
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from carddb.card import Card
from carddb.pack import Cycle, Pack
from carddb.restrictions import Pod, RestrictedList

_KINDS = {"Card": Card, "Pack": Pack, "Cycle": Cycle}


def encode_line(value: Card | Pack | Cycle) -> str:
    """Return a value as one line of JSON without its defaults; equal values give equal lines."""
    plain = _adapter(type(value).__name__).dump_python(value, exclude_defaults=True)
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), default=_letter)


@cache
def _adapter(name: str) -> TypeAdapter[Any]:
    return TypeAdapter(_KINDS[name])


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


def _plain_pod(pod: Pod) -> dict[str, object]:
    cards: dict[str, object] = {"cards": list(pod.cards)}
    return cards if pod.trigger is None else cards | {"trigger": pod.trigger}

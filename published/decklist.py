"""A published decklist as ThronesDB delivers it, checked and without its description."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from core.decoding import whole
from core.download import THRONESDB
from core.text_format import one_line

MOST_COPIES = 999
_LONGEST_NAME = 200
_MOST_SLOTS = 500
_CODE = re.compile(r"[0-9A-Za-z_]{1,20}")
_LAST_NUMBER = 1 << 40


@dataclass(frozen=True, slots=True)
class Decklist:
    """One published decklist; `created` is a UTC time in ISO format.

    `agendas` are codes; `slots` are pairs (code, copies), sorted by code. Codes may be unknown
    until a later sync adds their cards.
    """

    number: int
    name: str
    created: str
    faction: str
    agendas: tuple[str, ...]
    slots: tuple[tuple[str, int], ...]


def address_of(number: int) -> str:
    """Return the page of a published decklist."""
    return f"{THRONESDB}/decklist/view/{number}"


def read_decklist(data: object) -> Decklist | None:
    """Return the decklist of a JSON object, or None if it is not a valid one."""
    if not isinstance(data, Mapping):
        return None
    number, faction = data.get("id"), data.get("faction_code")
    created = _moment(data.get("date_creation"))
    slots = _slots(data.get("slots"))
    if type(number) is not int or not 0 < number < _LAST_NUMBER or not created or slots is None:
        return None
    agendas = data.get("agendas")
    codes = agendas if isinstance(agendas, list) else []
    if not all(isinstance(code, str) and _CODE.fullmatch(code) for code in codes):
        return None
    return Decklist(
        number=number,
        name=one_line(whole(str(data.get("name") or "")))[:_LONGEST_NAME],
        created=created,
        faction=faction if isinstance(faction, str) and _CODE.fullmatch(faction) else "",
        agendas=tuple(sorted(codes)),
        slots=slots,
    )


def _moment(written: object) -> str:
    if not isinstance(written, str):
        return ""
    try:
        moment = datetime.fromisoformat(written)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        return ""


def _slots(written: object) -> tuple[tuple[str, int], ...] | None:
    # PHP writes an empty object as an empty list.
    if written == []:
        return ()
    if not isinstance(written, Mapping) or len(written) > _MOST_SLOTS:
        return None
    for code, copies in written.items():
        if not _CODE.fullmatch(code) or type(copies) is not int or not 0 < copies <= MOST_COPIES:
            return None
    return tuple(sorted(written.items()))

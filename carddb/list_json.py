"""Restricted lists as the catalogue has them: a line of JSON for each, with the codes in order."""

from __future__ import annotations

import json
from collections.abc import Iterable

from carddb.errors import AppError
from carddb.raw_fields import RawFields
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.terms import Edition


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

"""Packs, cycles, lists and decks of the second edition's published data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from carddb.pack import Cycle, Pack
from carddb.raw_fields import RawFields
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.terms import Edition, Faction

_RELEASED = re.compile(r"\d{4}-\d{2}-\d{2}|")


def cycles_of(raw: Sequence[object]) -> tuple[tuple[Cycle, tuple[str, ...]], ...]:
    """Return the cycles of the published list with their packs' codes, in the list's order.

    Raises AppError for a malformed field; so do the other functions here.
    """
    read = []
    for position, each in enumerate(raw):
        fields = RawFields.of(each, "id", "Cycle")
        cycle = Cycle(fields.code, fields.text("name"), Edition.SECOND, position)
        read.append((cycle, fields.texts("packs")))
    return tuple(read)


def pack_of(raw: object, cycles: Sequence[tuple[Cycle, tuple[str, ...]]]) -> Pack:
    """Return the pack of a published file; `released` is empty where the file has null."""
    fields = RawFields.of(raw, "code", "Pack")
    released = fields.text("releaseDate", "")
    if not _RELEASED.fullmatch(released):
        fields.refuse("releaseDate", "is not a day (YYYY-MM-DD)")
    holding = [(cycle, codes) for cycle, codes in cycles if fields.code in codes]
    if not holding:
        fields.refuse("code", "is in no cycle")
    cycle, codes = holding[0]
    return Pack(
        code=fields.code,
        name=fields.text("name"),
        edition=Edition.SECOND,
        cycle=cycle.code,
        position=codes.index(fields.code) + 1,
        released=released,
        in_progress=fields.flag("workInProgress"),
    )


def restricted_list_of(raw: object) -> RestrictedList:
    """Return one restricted list; codes that no card has stay in it, as published."""
    fields = RawFields.of(raw, "code", "List")
    return RestrictedList(
        code=fields.code,
        name=fields.text("name"),
        issuer=fields.text("issuer"),
        version=fields.text("version"),
        date=fields.day("date"),
        card_set=fields.text("cardSet"),
        edition=Edition.SECOND,
        banned=frozenset(fields.texts("bannedCards")),
        formats=tuple(
            (each.text("name"), _format_list(each)) for each in fields.entries("formats")
        ),
    )


def _format_list(fields: RawFields) -> FormatList:
    return FormatList(
        restricted=frozenset(fields.texts("restricted")),
        banned=frozenset(fields.texts("banned")),
        pods=tuple(
            Pod(cards=pod.texts("cards"), trigger=pod.text("restricted", "") or None)
            for pod in fields.entries("pods")
        ),
    )


def deck_of(raw: object) -> Mapping[str, object]:
    """Return a published deck in the JSON form of deck files, its slots in order of codes."""
    fields = RawFields.of(raw, "id", "Deck")
    slots: dict[str, int] = {}
    for card in fields.entries("cards"):
        code = card.text("code")
        slots[code] = slots.get(code, 0) + card.whole("count", lowest=1)
    return {
        "id": fields.code,
        "name": fields.text("name"),
        "edition": Edition.SECOND.value,
        "format": "joust",
        "released": fields.day("releaseDate").isoformat(),
        "faction_code": fields.term("faction", Faction).value,
        "agendas": [fields.text("agenda")] if fields.has("agenda") else [],
        "slots": dict(sorted(slots.items())),
    }

"""Packs and cycles of the API as values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from carddb.pack import Cycle, Pack
from carddb.raw_fields import RawFields
from carddb.terms import Edition

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def cycles_of_api(raw: Iterable[object]) -> tuple[tuple[Cycle, tuple[str, ...]], ...]:
    """Return the cycles of /api/public/cycles/ with their packs' codes, in order.

    Raises AppError for a malformed field; so does the other function here.
    """
    read = []
    for each in raw:
        fields = RawFields.of(each, "code", "Cycle")
        cycle = Cycle(fields.code, fields.text("name"), Edition.SECOND, fields.whole("position"))
        read.append((cycle, fields.texts("packs") if fields.has("packs") else ()))
    return tuple(sorted(read, key=lambda pair: pair[0].position))


def numbered(cycles: Iterable[Cycle], known: Mapping[str, Cycle]) -> tuple[Cycle, ...]:
    """Return the cycles with the positions of the known ones; a new one follows that before it.

    The server may begin to count elsewhere, and a search for cycle 5 must find the same packs.
    """
    last = -1
    placed = []
    for cycle in cycles:
        last = known[cycle.code].position if cycle.code in known else last + 1
        placed.append(replace(cycle, position=last))
    return tuple(placed)


def packs_of_api(
    raw: Iterable[object],
    cycles: Sequence[tuple[Cycle, tuple[str, ...]]],
    known: Mapping[str, Pack],
) -> tuple[Pack, ...]:
    """Return the packs of /api/public/packs/, cycle by cycle.

    A pack's cycle is the one that names it, else the one of its `cycle_position`, else the known
    pack's. The day of release is the known one where the API leaves it empty.
    """
    order = {cycle.code: number for number, (cycle, _) in enumerate(cycles)}
    packs = [_pack(RawFields.of(each, "code", "Pack"), cycles, known) for each in raw]
    return tuple(sorted(packs, key=lambda pack: (order[pack.cycle], pack.position)))


def _pack(
    fields: RawFields,
    cycles: Sequence[tuple[Cycle, tuple[str, ...]]],
    known: Mapping[str, Pack],
) -> Pack:
    before = known.get(fields.code)
    released = fields.text("available", "") or (before.released if before else "")
    pack = Pack(
        code=fields.code,
        name=fields.text("name"),
        edition=Edition.SECOND,
        cycle=_cycle(fields, cycles, before),
        position=fields.whole("position", default=0),
        released=released,
        in_progress=before.in_progress if before else False,
    )
    try:
        known_day = pack.release_day
    except ValueError:
        known_day = None
    if released and (known_day is None or not _DAY.fullmatch(released)):
        fields.refuse("available", "is not a day (YYYY-MM-DD)")
    return pack


def _cycle(
    fields: RawFields, cycles: Sequence[tuple[Cycle, tuple[str, ...]]], before: Pack | None
) -> str:
    place = fields.whole("cycle_position", default=0)
    naming = [cycle.code for cycle, codes in cycles if fields.code in codes]
    placed = [cycle.code for cycle, _ in cycles if cycle.position == place]
    known = [cycle.code for cycle, _ in cycles if before and cycle.code == before.cycle]
    if not (codes := [*naming, *placed, *known]):
        fields.refuse("cycle_position", "is that of no cycle")
    return codes[0]

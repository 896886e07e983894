"""Sets, cycles and the list of the first edition's facts files as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from carddb.first_edition_data import doubt_about
from carddb.pack import Cycle, Pack
from carddb.raw_fields import RawFields
from carddb.restrictions import FormatList, RestrictedList
from carddb.terms import Edition

_CORE = "core"
_OUTSIDE_CYCLES = {_CORE: "Core Set", "deluxe": "Deluxe expansions"}
_FORMATS = ("joust", "melee")
_OPEN = "open"


def packs_and_cycles(raw: Sequence[object]) -> tuple[tuple[Pack, ...], tuple[Cycle, ...]]:
    """Return the sets as packs, and their cycles; sets outside a cycle are core or deluxe.

    A pack's position is its place within its cycle. Raises AppError for a malformed field; so do
    the other functions here.
    """
    sets = sorted(
        (RawFields.of(each, "code", "Set") for each in raw), key=lambda each: each.whole("order")
    )
    names = dict(_OUTSIDE_CYCLES)
    sizes: dict[str, int] = {}
    packs = []
    for each in sets:
        cycle = each.text("cycle_code", "") or (_CORE if each.code == _CORE else "deluxe")
        if each.has("cycle"):
            names.setdefault(cycle, each.text("cycle"))
        sizes[cycle] = sizes.get(cycle, 0) + 1
        released = each.text("released", "")
        name = each.text("name")
        packs.append(Pack(each.code, name, Edition.FIRST, cycle, sizes[cycle], released))
    cycles = (Cycle(c, n, Edition.FIRST, i) for i, (c, n) in enumerate(names.items(), 1))
    return tuple(packs), tuple(cycle for cycle in cycles if cycle.code in sizes)


def final_list(raw: Sequence[object]) -> RestrictedList:
    """Return the lists of FAQ 6.0, the last of the edition, for joust and melee."""
    cards = [RawFields.of(each, "id", "List entry") for each in raw]

    def codes(format_name: str, status: str) -> frozenset[str]:
        return frozenset(each.code for each in cards if each.text(format_name) == status)

    return RestrictedList(
        code="faq6.0",
        name="FAQ 6.0",
        issuer="Fantasy Flight Games",
        version="6.0",
        date=date(2015, 9, 30),
        card_set=Edition.FIRST.value,
        edition=Edition.FIRST,
        banned=frozenset(),
        formats=tuple(
            (each, FormatList(codes(each, "restricted"), codes(each, "banned")))
            for each in _FORMATS
        ),
    )


def doubts_of(raw: Sequence[object]) -> Mapping[str, tuple[str, ...]]:
    """Return what is doubtful about which card, from the open entries of the conflicts."""
    doubts: dict[str, tuple[str, ...]] = {}
    for each in raw:
        fields = RawFields.of(each, "id", "Conflict")
        if fields.text("status") != _OPEN:
            continue
        remarks = fields.entry("fields")
        named = (doubt_about(field, remarks.text(field)) for field in remarks.fields)
        doubts[fields.code] = tuple(dict.fromkeys((*doubts.get(fields.code, ()), *named)))
    return doubts

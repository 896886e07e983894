"""Restricted lists of the API as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date

from carddb.raw_fields import RawFields
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.terms import Edition

_FORMATS = ("joust", "melee")
_DAY_LENGTH = len("2026-07-01")


def lists_of_api(
    raw: Iterable[object], known: Mapping[str, RestrictedList]
) -> tuple[RestrictedList, ...]:
    """Return the lists of /api/public/restrictions/, oldest first.

    The API merges what is banned everywhere into each format. A list that says what the known
    one of its code says is the known one; in another, cards banned in every format are banned
    everywhere. A list that is not active counts only if it is known: it is a draft otherwise.
    Raises AppError for a malformed field.
    """
    fields = [RawFields.of(each, "code", "List") for each in raw]
    read = [
        _known_or_new(_list(each), known.get(each.code))
        for each in fields
        if not each.has("active") or each.flag("active") or each.code in known
    ]
    places = {code: place for place, code in enumerate(known)}
    return tuple(sorted(read, key=lambda each: (each.date, places.get(each.code, len(places)))))


def unknown_codes(
    lists: Iterable[RestrictedList],
    cards: Iterable[str],
    known: Mapping[str, RestrictedList],
) -> tuple[str, ...]:
    """Return a warning for each list with codes that no card has.

    Codes that the known list of that code has too are no news: one of 2025 names a hundred.
    """
    there = frozenset(cards)
    warnings = []
    for each in lists:
        codes = _codes(each) - there
        if each.code in known:
            codes -= _codes(known[each.code])
        if codes:
            some = ", ".join(sorted(codes)[:5])
            more = f" and {len(codes) - 5:,} more" if len(codes) > 5 else ""
            warnings.append(f"The list {each.name} names cards that are not known: {some}{more}.")
    return tuple(warnings)


def _list(fields: RawFields) -> RestrictedList:
    """Return the list as the API gives it: nothing is banned but in a format."""
    contents = fields.entry("contents")
    # An empty object comes as an empty array from a server written in PHP.
    names = [name for name in _FORMATS if contents.fields.get(name)]
    return RestrictedList(
        code=fields.code,
        name=fields.text("title"),
        issuer=fields.text("issuer", ""),
        version=fields.text("version", ""),
        date=_day(fields),
        card_set=fields.text("cardSet"),
        edition=Edition.SECOND,
        banned=frozenset(),
        formats=tuple((name, _format_list(contents.entry(name))) for name in names),
    )


def _day(fields: RawFields) -> date:
    """Return the day of "2026-07-01T00:00:00+00:00" as it is written there."""
    written = fields.text("effectiveOn")[:_DAY_LENGTH]
    return RawFields(fields.code, {"effectiveOn": written}, fields.what).day("effectiveOn")


def _format_list(fields: RawFields) -> FormatList:
    return FormatList(
        restricted=frozenset(fields.texts("restricted")),
        banned=frozenset(fields.texts("banned")),
        pods=tuple(
            Pod(cards=pod.texts("cards"), trigger=pod.text("restricted", "") or None)
            for pod in fields.entries("restricted_pods")
        ),
    )


def _known_or_new(read: RestrictedList, known: RestrictedList | None) -> RestrictedList:
    if known is not None and _merged(known) == read:
        return known
    banned = [of_format.banned for _, of_format in read.formats]
    if len(banned) < len(_FORMATS):
        return read
    everywhere = frozenset.intersection(*banned)
    formats = tuple(
        (name, replace(of_format, banned=of_format.banned - everywhere))
        for name, of_format in read.formats
    )
    return replace(read, banned=everywhere, formats=formats)


def _merged(known: RestrictedList) -> RestrictedList:
    """Return a list as the API gives it."""
    formats = tuple(
        (name, replace(of_format, banned=of_format.banned | known.banned))
        for name, of_format in known.formats
    )
    return replace(known, banned=frozenset(), formats=formats)


def _codes(restricted: RestrictedList) -> frozenset[str]:
    codes = set(restricted.banned)
    for _, of_format in restricted.formats:
        codes |= of_format.restricted | of_format.banned
        for pod in of_format.pods:
            codes |= {*pod.cards, *([pod.trigger] if pod.trigger else [])}
    return frozenset(codes)

"""One raw card of the second edition's published data as a Card."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from carddb.card import Card, Erratum
from carddb.pack import Cycle, Pack
from carddb.raw_fields import RawFields
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.terms import DRAW_TYPES, CardType, Edition, Faction, Icon, Number, PlotStats
from carddb.text_facts import read_text

_CODE = re.compile(r"\d{5}")
_POSITION_DIGITS = 3
_PRINTED_TEXT = "original"


def card_of_pack_file(raw: object, pack: str) -> Card:
    """Return the card of an object in the published file of the pack with this code.

    The text is stored, and its facts are read. Raises CardDataError for a malformed field.
    """
    fields = _fields(raw)
    card_type = fields.term("type", CardType)
    name, text = fields.text("name"), fields.text("text", "")
    facts = read_text(text, name, card_type, pack)
    is_character = card_type is CardType.CHARACTER
    return Card(
        code=fields.code,
        name=name,
        edition=Edition.SECOND,
        type=card_type,
        pack=pack,
        position=int(fields.code[-_POSITION_DIGITS:]),
        factions=_factions(fields),
        quantity=fields.whole("quantity"),
        deck_limit=fields.whole("deckLimit", lowest=1),
        traits=fields.texts("traits"),
        keywords=facts.keywords,
        unique=fields.flag("unique"),
        loyal=fields.flag("loyal"),
        cost=_cost(fields) if card_type in DRAW_TYPES else None,
        strength=fields.number("strength") if is_character else None,
        icons=_icons(fields) if is_character else (),
        plot=_plot(fields) if card_type is CardType.PLOT else None,
        income=facts.modifiers.income,
        initiative=facts.modifiers.initiative,
        reserve=facts.modifiers.reserve,
        host=facts.host,
        gold_effects=facts.gold_effects,
        only_in=facts.only_in,
        deckbuilding=facts.deckbuilding,
        blank=not text.strip(),
        errata=_errata(fields),
        text=text or None,
        image_url=fields.text("imageUrl", "") or None,
        octgn_id=_octgn_id(fields),
        illustrator=fields.text("illustrator", "") or None,
    )


def _fields(raw: object) -> RawFields:
    fields = RawFields.of(raw, "code")
    if not _CODE.fullmatch(fields.code):
        fields.refuse("code", "is not five digits")
    return fields


def _factions(fields: RawFields) -> tuple[Faction, ...]:
    faction = fields.term("faction", Faction)
    return () if faction is Faction.NEUTRAL else (faction,)


def _cost(fields: RawFields) -> Number | None:
    return None if fields.fields.get("cost") == "-" else fields.number("cost")


def _icons(fields: RawFields) -> tuple[Icon, ...]:
    icons = fields.entry("icons")
    return tuple(icon for icon in Icon if icons.flag(icon.value))


def _plot(fields: RawFields) -> PlotStats:
    stats = fields.entry("plotStats")
    return PlotStats(
        income=stats.number("income"),
        initiative=stats.number("initiative"),
        claim=stats.number("claim"),
        reserve=stats.number("reserve"),
    )


def _errata(fields: RawFields) -> tuple[Erratum, ...]:
    """Return who changed the text; the data lists the printed text itself as a version too."""
    versions = (
        Erratum(issuer=each.text("issuer"), version=each.text("version"))
        for each in fields.entries("errata")
    )
    return tuple(erratum for erratum in versions if erratum.version != _PRINTED_TEXT)


def _octgn_id(fields: RawFields) -> str | None:
    """Return the OCTGN id; the data writes a missing one in three ways."""
    octgn_id = fields.text("octgnId", "")
    return None if octgn_id in {"", "null"} else octgn_id


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

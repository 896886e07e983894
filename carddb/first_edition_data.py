"""One first-edition card of the facts file as a Card."""

from __future__ import annotations

from collections.abc import Sequence

from carddb.card import Card, Erratum
from carddb.first_edition_text import read_first_edition_keyword, read_host
from carddb.host import Host
from carddb.raw_fields import RawFields
from carddb.terms import (
    DRAW_TYPES,
    CardType,
    Crest,
    Edition,
    Faction,
    Icon,
    Keyword,
    Number,
    PlotStats,
    Printed,
)

_INTO_SHADOWS = 2
_NEUTRAL_FACTION = "Neutral Faction"
_ERRATUM = Erratum("Fantasy Flight Games", "FAQ")
_DOUBTFUL = {
    "legal_houses": "which Houses may include it",
    "house only": "which Houses may include it",
    "house": "its House",
    "unique": "whether it is unique",
    "icons": "its icons",
    "strength": "its STR",
}


def card_of_facts(raw: object, doubts: Sequence[str] = ()) -> Card:
    """Return the card of an object in the facts file; `doubts` are those of `doubt_about`.

    A shadow card's cost is its printed cost, two more than the number behind the "s" (RR,
    Shadows). Raises CardDataError for every field that is missing or not understood.
    """
    fields = RawFields.of(raw, "id")
    card_type = fields.term("type", CardType)
    shadow = fields.flag("shadow")
    in_draw_deck, is_plot = card_type in DRAW_TYPES, card_type is CardType.PLOT
    return Card(
        code=fields.code,
        name=fields.text("name"),
        edition=Edition.FIRST,
        type=card_type,
        pack=fields.text("set_code"),
        position=fields.whole("number", lowest=1),
        factions=_houses(fields),
        quantity=fields.whole("pack_quantity"),
        deck_limit=fields.whole("deck_limit", lowest=1),
        traits=fields.texts("traits"),
        keywords=_keywords(fields, shadow=shadow),
        unique=fields.flag("unique"),
        cost=_cost(fields, shadow=shadow) if in_draw_deck else None,
        strength=fields.number("strength") if card_type is CardType.CHARACTER else None,
        icons=_icons(fields, "icons"),
        plot=_plot(fields) if is_plot else None,
        income=fields.number("income", lowest=-9, default=0),
        initiative=0 if is_plot else fields.number("initiative", lowest=-9, default=0),
        influence=fields.whole("influence", default=0),
        crests=tuple(fields.term_of("crests", crest, Crest) for crest in fields.texts("crests")),
        naval=_icons(fields, "naval"),
        endless=fields.flag("endless"),
        house_only=_house_only(fields),
        host=_host(fields) if card_type is CardType.ATTACHMENT else None,
        reprint_of=fields.text("reprint_of", "") or None,
        errata=(_ERRATUM,) if fields.flag("errata") else (),
        doubts=tuple(doubts),
    )


def doubt_about(field: str, remark: str) -> str:
    """Return what the sources do not agree about, for a field of the conflicts and its remark."""
    subject = _DOUBTFUL.get(field, f"its {field.partition(' ')[0]}")
    missing = remark.startswith("missing")
    return f"sources do not tell {subject}" if missing else f"sources disagree about {subject}"


def _houses(fields: RawFields) -> tuple[Faction, ...]:
    houses = tuple(fields.term_of("houses", house, Faction) for house in fields.texts("houses"))
    if not houses:
        fields.refuse("houses", "is empty")
    return tuple(house for house in houses if house is not Faction.NEUTRAL)


def _house_only(fields: RawFields) -> tuple[Faction, ...]:
    return tuple(
        Faction.NEUTRAL
        if house == _NEUTRAL_FACTION
        else fields.term_of("legal_houses", house, Faction)
        for house in fields.texts("legal_houses")
    )


def _shadow_cost(fields: RawFields) -> Number:
    """Return the number behind the "s" of a shadow card, X where no source gives it ("s?")."""
    if fields.fields.get("cost") is None and fields.fields.get("cost_text") == "s?":
        return Printed.X
    return fields.whole("cost")


def _cost(fields: RawFields, *, shadow: bool) -> Number | None:
    if not shadow:
        return fields.number("cost") if fields.has("cost") else None
    behind_s = _shadow_cost(fields)
    return behind_s + _INTO_SHADOWS if isinstance(behind_s, int) else behind_s


def _keywords(fields: RawFields, *, shadow: bool) -> tuple[Keyword, ...]:
    keywords = [Keyword("shadow", _shadow_cost(fields))] if shadow else []
    for phrase in fields.texts("keywords"):
        keyword = read_first_edition_keyword(phrase)
        if keyword is None:
            fields.refuse("keywords", f"has the unknown keyword “{phrase[:40]}”")
        keywords.append(keyword)
    return tuple(keywords)


def _icons(fields: RawFields, field: str) -> tuple[Icon, ...]:
    icons = {fields.term_of(field, icon, Icon) for icon in fields.texts(field)}
    return tuple(icon for icon in Icon if icon in icons)


def _plot(fields: RawFields) -> PlotStats:
    return PlotStats(
        income=fields.number("gold"),
        initiative=fields.number("initiative"),
        claim=fields.number("claim"),
        reserve=None,
    )


def _host(fields: RawFields) -> Host:
    host = read_host(fields.texts("attach"))
    if host is None:
        fields.refuse("attach", "is not understood")
    return host

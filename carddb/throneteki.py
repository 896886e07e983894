"""One raw card of the second edition's published data, in throneteki's schema, as a Card."""

from __future__ import annotations

import re

from carddb.card import Card, Erratum
from carddb.raw_fields import RawFields
from carddb.terms import DRAW_TYPES, CardType, Edition, Faction, Icon, Number, PlotStats
from carddb.thronesdb.cards import octgn_id, with_text

_CODE = re.compile(r"\d{5}")
_POSITION_DIGITS = 3
_PRINTED_TEXT = "original"


def card_of_pack_file(raw: object, pack: str) -> Card:
    """Return the card of an object in the published file of the pack with this code.

    The text is stored, and its facts are read. Raises CardDataError for a malformed field.
    """
    fields = RawFields.of(raw, "code")
    if not _CODE.fullmatch(fields.code):
        fields.refuse("code", "is not five digits")
    return card_of_fields(fields, pack, int(fields.code[-_POSITION_DIGITS:]))


def card_of_fields(fields: RawFields, pack: str, position: int) -> Card:
    """Return the card of the fields of a pack's file, with a code of any kind."""
    card_type = fields.term("type", CardType)
    is_character = card_type is CardType.CHARACTER
    card = Card(
        code=fields.code,
        name=fields.text("name"),
        edition=Edition.SECOND,
        type=card_type,
        pack=pack,
        position=position,
        factions=_factions(fields),
        quantity=fields.whole("quantity"),
        deck_limit=fields.whole("deckLimit", lowest=1),
        traits=fields.texts("traits"),
        unique=fields.flag("unique"),
        loyal=fields.flag("loyal"),
        cost=_cost(fields) if card_type in DRAW_TYPES else None,
        strength=fields.number("strength") if is_character else None,
        icons=_icons(fields) if is_character else (),
        plot=_plot(fields) if card_type is CardType.PLOT else None,
        errata=_errata(fields),
        image_url=fields.text("imageUrl", "") or None,
        octgn_id=octgn_id(fields, "octgnId"),
        illustrator=fields.text("illustrator", "") or None,
    )
    return with_text(card, fields.text("text", ""), None)


def _factions(fields: RawFields) -> tuple[Faction, ...]:
    faction = fields.term("faction", Faction)
    return () if faction is Faction.NEUTRAL else (faction,)


def _cost(fields: RawFields) -> Number | None:
    return None if fields.fields.get("cost") == "-" else fields.number("cost")


def _icons(fields: RawFields) -> tuple[Icon, ...]:
    icons = fields.entry("icons")
    return tuple(icon for icon in Icon if icons.flag(icon.value))


def _plot(fields: RawFields) -> PlotStats:
    read = fields.entry("plotStats").number
    return PlotStats(read("income"), read("initiative"), read("claim"), read("reserve"))


def _errata(fields: RawFields) -> tuple[Erratum, ...]:
    """Return who changed the text; the data lists the printed text itself as a version too."""
    versions = (
        Erratum(issuer=each.text("issuer"), version=each.text("version"))
        for each in fields.entries("errata")
    )
    return tuple(erratum for erratum in versions if erratum.version != _PRINTED_TEXT)

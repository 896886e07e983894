"""Read a card of the API; fields that the API leaves out keep their known values."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import Enum

from carddb.card import Card
from carddb.raw_fields import RawFields
from carddb.terms import DRAW_TYPES, CardType, Edition, Faction, Icon, Number, PlotStats, Printed
from carddb.text_facts import TextFacts, read_text

_X = re.compile(r"(?<!\()\bX\b(?!\))")
_X_IS = re.compile(r"\bX is\b")
_DIGITS = re.compile(r"[0-9]{1,4}")
_STATS = ("income", "initiative", "claim", "reserve")


class NotStated(Enum):
    """What a field has instead of a value."""

    DASH = "-"
    NULL = "null"


def printed_number(fields: RawFields, field: str) -> Number | NotStated:
    """Return a number, X, a dash or null; CardDataError for anything else."""
    value = fields.fields.get(field)
    if value is None:
        return NotStated.NULL
    if value == NotStated.DASH.value:
        return NotStated.DASH
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        return RawFields(fields.code, {field: int(value)}).whole(field)
    return fields.number(field)


def printed_cost(
    fields: RawFields, text: str, known: Number | None, *, is_known: bool, shadow: bool
) -> tuple[Number | None, str]:
    """Return a cost (None for a dash), and a warning if there is one."""
    stated = printed_number(fields, "cost")
    if not isinstance(stated, NotStated):
        return stated, ""
    if stated is NotStated.DASH:
        return None, ""
    if is_known:
        return known, _still(fields.code, "cost", known)
    if shadow:
        return None, ""
    if fields.text("type_code") in {"event", "attachment"} and _X.search(text):
        return Printed.X, ""
    return None, _unknown(fields.code, "cost")


def printed_strength(
    fields: RawFields, text: str, known: Number | None
) -> tuple[Number | None, str]:
    """Return a character's strength (None if unknown), and a warning if there is one."""
    stated = printed_number(fields, "strength")
    if not isinstance(stated, NotStated):
        return stated, ""
    if known is not None:
        return known, _still(fields.code, "strength", known)
    if _X_IS.search(text):
        return Printed.X, ""
    return None, _unknown(fields.code, "strength")


def plot(
    fields: RawFields, text: str, known: PlotStats | None
) -> tuple[PlotStats, tuple[str, ...]]:
    """Return a plot's values with the warnings; no plot has a dash, so an unknown one is an X."""
    values: dict[str, Number] = {}
    warnings = []
    for field in _STATS:
        stated = printed_number(fields, field)
        before: Number | None = getattr(known, field, None)
        if not isinstance(stated, NotStated):
            values[field] = stated
        elif before is not None:
            values[field] = before
            warnings.append(_still(fields.code, field, before))
        else:
            values[field] = Printed.X
            if not _X_IS.search(text):
                warnings.append(f"Card {fields.code}: its {field} is missing; it is read as X.")
    return PlotStats(**values), tuple(filter(None, warnings))


def _still(code: str, field: str, known: Number | None) -> str:
    """Return the warning where a number gave way to null; X and the dash are always null."""
    if not isinstance(known, int):
        return ""
    return f"Card {code}: the server no longer states its {field}; {known} stays."


def _unknown(code: str, field: str) -> str:
    return f"Card {code}: its {field} is unknown and stays empty."


_CODE = re.compile(r"[0-9]{5}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_OWN_ICONS = {icon: f"is_{icon.value}" for icon in Icon}


def card_of_api(raw: object, known: Card | None = None) -> tuple[Card, tuple[str, ...]]:
    """Return the card of an object of /api/public/cards/ with warnings about it.

    `known` is the catalogue's card of that code: its errata stay, and whatever the API leaves
    out or gives as null. The text's facts are read as the catalogue's were. Raises CardDataError
    for a malformed field.
    """
    fields = RawFields.of(raw, "code")
    if not _CODE.fullmatch(fields.code):
        fields.refuse("code", "is not five digits")
    card_type = fields.term("type_code", CardType)
    if known is not None and known.type is not card_type:
        known = None
    plain = _plain(fields, card_type, known)
    read = with_text(plain, _text(fields), known)
    return _with_numbers(read, fields, known)


_FROM_TEXT = (
    *("keywords", "income", "initiative", "reserve", "host", "gold_effects"),
    *("only_in", "deckbuilding", "blank", "text"),
)


def with_text(card: Card, text: str | None, known: Card | None) -> Card:
    """Return the card with this text and the facts that are read from it.

    Without a text (None) the known card's facts stay.
    """
    if text is None and known is not None:
        from_text = {name: getattr(known, name) for name in _FROM_TEXT}
        return replace(card, **from_text)
    facts = TextFacts() if text is None else read_text(text, card.name, card.type, card.pack)
    return replace(
        card,
        keywords=facts.keywords,
        income=facts.modifiers.income,
        initiative=facts.modifiers.initiative,
        reserve=facts.modifiers.reserve,
        host=facts.host,
        gold_effects=facts.gold_effects,
        only_in=facts.only_in or (known.only_in if known else None),
        deckbuilding=facts.deckbuilding,
        blank=text is not None and not text.strip(),
        text=text or None,
    )


def _plain(fields: RawFields, card_type: CardType, known: Card | None) -> Card:
    name = fields.text("name")
    if _CONTROL.search(name):
        fields.refuse("name", "holds letters that cannot be printed")
    faction = fields.term("faction_code", Faction)
    is_character = card_type is CardType.CHARACTER
    return Card(
        code=fields.code,
        name=name,
        edition=Edition.SECOND,
        type=card_type,
        pack=fields.text("pack_code"),
        position=fields.whole("position", default=known.position if known else None),
        factions=() if faction is Faction.NEUTRAL else (faction,),
        quantity=fields.whole("quantity", default=known.quantity if known else None),
        deck_limit=fields.whole(
            "deck_limit", lowest=1, default=known.deck_limit if known else None
        ),
        traits=_traits(fields),
        unique=_flag(fields, "is_unique", known=known is not None and known.unique),
        loyal=_flag(fields, "is_loyal", known=known is not None and known.loyal),
        icons=_icons(fields, known) if is_character else (),
        reprint_of=known.reprint_of if known else None,
        errata=known.errata if known else (),
        doubts=known.doubts if known else (),
        image_url=fields.text("image_url", "") or (known.image_url if known else None),
        octgn_id=octgn_id(fields, "octgn_id") or (known.octgn_id if known else None),
        illustrator=fields.text("illustrator", "") or (known.illustrator if known else None),
    )


def _with_numbers(
    card: Card, fields: RawFields, known: Card | None
) -> tuple[Card, tuple[str, ...]]:
    text = card.text or ""
    if card.type is CardType.PLOT:
        stats, warnings = plot(fields, text, known.plot if known else None)
        return replace(card, plot=stats), warnings
    if card.type not in DRAW_TYPES:
        return card, ()
    cost, doubt = printed_cost(
        fields,
        text,
        known.cost if known else None,
        is_known=known is not None,
        shadow=card.keyword("shadow") is not None,
    )
    if card.type is not CardType.CHARACTER:
        return replace(card, cost=cost), (doubt,) if doubt else ()
    strength, other = printed_strength(fields, text, known.strength if known else None)
    warnings = tuple(each for each in (doubt, other) if each)
    return replace(card, cost=cost, strength=strength), warnings


def _text(fields: RawFields) -> str | None:
    if not fields.has("text"):
        return None
    return fields.text("text", "").replace("\r\n", "\n").replace("\r", "\n")


def _traits(fields: RawFields) -> tuple[str, ...]:
    return tuple(t for each in fields.text("traits", "").split(".") if (t := each.strip()))


def _icons(fields: RawFields, known: Card | None) -> tuple[Icon, ...]:
    return tuple(
        icon
        for icon, field in _OWN_ICONS.items()
        if _flag(fields, field, known=known is not None and icon in known.icons)
    )


def _flag(fields: RawFields, field: str, *, known: bool) -> bool:
    return fields.flag(field) if fields.has(field) else known


def octgn_id(fields: RawFields, field: str) -> str | None:
    """Return an OCTGN id; the data writes a missing one in three ways."""
    written = fields.text(field, "")
    return None if written in {"", "null"} else written

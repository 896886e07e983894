"""Sets, cycles and the list of the first edition's facts files as values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from carddb.card import Card, Erratum
from carddb.pack import Cycle, Pack
from carddb.pattern import CardPattern, Host, HostOption, Side
from carddb.raw_fields import RawFields
from carddb.restrictions import FormatList, RestrictedList
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
from carddb.text.patterns import host_of, read_alternatives

HOUSES = frozenset(
    {
        Faction.BARATHEON,
        Faction.GREYJOY,
        Faction.LANNISTER,
        Faction.MARTELL,
        Faction.STARK,
        Faction.TARGARYEN,
    }
)
_HOUSE_CARD = CardPattern(types=(CardType.HOUSE,))
_WHOLE_PHRASES = {
    "Attach to your House card": HostOption(_HOUSE_CARD, Side.YOURS),
    "Attach to a player's House card": HostOption(_HOUSE_CARD),
    "Attach to an opponent's House card": HostOption(_HOUSE_CARD, Side.OPPONENTS),
    "Attach to the Neutral Faction House card": HostOption(
        CardPattern(types=(CardType.HOUSE,), factions=(Faction.NEUTRAL,))
    ),
    "Attach to a card controlled by an opponent": HostOption(CardPattern(), Side.OPPONENTS),
    "Attach to an opponent's income providing card": HostOption(
        CardPattern(income_at_least=1), Side.OPPONENTS
    ),
}
_PHRASE = re.compile(
    r"Attach to (?:a |an )(?P<opponents>opponent's )?(?P<to>.+?)(?P<yours> you control)?"
    r"|(?P<kind>.+) only"
)
_TRAIT_SPELLINGS = {"Sandsnake": "Sand Snake"}
_LOWER = frozenset({"Unique", "Non-unique", "Non-limited", "Or"})
_CREST_OR_TRAIT = {crest.value.capitalize() for crest in Crest}
_TITLE_WORDS = re.compile(r"[A-Z][\w']*(?: [A-Z][\w']*)*")

_NO_ATTACHMENTS = re.compile(r"No attachments except (?P<single>a single )?(?P<traits>.+)")
_NO_TRAIT = re.compile(r"No (?P<trait>[A-Z]\w*) attachments")
_PRIZED = re.compile(r"Prized (?P<value>\d+)")
_IMMUNE = re.compile(r"Immune to (?P<what>.+)")
_PLAIN = re.compile(r"[A-Z][a-z]+(?: [\w]+)*")


def read_host(phrases: tuple[str, ...]) -> Host | None:
    """Read the lines about what an attachment is attached to; none of them: any character.

    "House Stark" is the House, "Noble" and "War" are crests, other capitalised words are traits.
    None: a phrase is not understood.
    """
    options: list[HostOption] = []
    for phrase in phrases:
        read = _read_phrase(phrase)
        if read is None:
            return None
        options.extend(read)
    return host_of(tuple(options), once=False)


def read_first_edition_keyword(phrase: str) -> Keyword | None:
    """Read a keyword of the first edition, or return None.

    "No attachments except a single Weapon" has the number as its value, "No Condition
    attachments" is "no-attachments-with", and "Immune to ..." has its objects as exceptions.
    """
    if match := _PRIZED.fullmatch(phrase):
        return Keyword("prized", int(match["value"]))
    if match := _IMMUNE.fullmatch(phrase):
        return Keyword("immune", None, tuple(match["what"].split(" and ")))
    if match := _NO_ATTACHMENTS.fullmatch(phrase):
        traits = tuple(match["traits"].split(" or "))
        return Keyword("no-attachments", 1 if match["single"] else None, traits)
    if match := _NO_TRAIT.fullmatch(phrase):
        return Keyword("no-attachments-with", None, (match["trait"],))
    if _PLAIN.fullmatch(phrase):
        return Keyword(phrase.lower().replace(" ", "-"))
    return None


def _read_phrase(phrase: str) -> tuple[HostOption, ...] | None:
    if phrase in _WHOLE_PHRASES:
        return (_WHOLE_PHRASES[phrase],)
    match = _PHRASE.fullmatch(phrase)
    if match is None:
        return None
    side = Side.OPPONENTS if match["opponents"] else Side.YOURS if match["yours"] else Side.ANY
    patterns = read_alternatives(_marked(match["to"] or match["kind"]))
    return tuple(HostOption(pattern, side) for pattern in patterns) if patterns else None


def _marked(words: str) -> str:
    """Mark Houses, crests and traits in the way of the second edition's texts."""
    words = words.removeprefix("Printed ")
    return _TITLE_WORDS.sub(lambda match: _mark(match[0]), words)


def _mark(title: str) -> str:
    marked = []
    for word in re.findall(r"(?:House )?[A-Z][\w']*", title):
        house = word.removeprefix("House ").lower()
        if word in _LOWER:
            marked.append(word.lower())
        elif house in HOUSES:
            marked.append(f"[{house}]")
        elif word in _CREST_OR_TRAIT:
            marked.append(f"{{{word.lower()}}}")
        else:
            marked.append(f"<i>{_TRAIT_SPELLINGS.get(word, word)}</i>")
    return " ".join(marked)


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


def card_of_facts(raw: object) -> Card:
    """Return the card of an object in the facts file.

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

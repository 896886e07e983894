"""Cards, packs and lists made from the rows of cards.db.

The columns are those of `carddb.schema`, in its order.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from datetime import date
from itertools import repeat
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from carddb.card import Card, Erratum
from carddb.gold import Allegiance, CountedZone, GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.host import Host, HostOption, Side
from carddb.pack import Cycle, Pack
from carddb.pattern import CardPattern
from carddb.pool import CardPool
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.terms import (
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

_K = TypeVar("_K")
_V = TypeVar("_V")
_ValuesRow: TypeAlias = tuple[Any, ...]
# The rows that each query of `QUERIES` finds.
Tables: TypeAlias = Mapping[str, list[_ValuesRow]]

# In place of a format: what is banned in every format of a list.
EVERY_FORMAT = "*"
# What cards have several of: its table, the column, the field of the card, what the words are.
PARTS: Mapping[str, tuple[str, str, Callable[[str], object]]] = {
    "card_faction": ("faction", "factions", Faction),
    "card_house_only": ("faction", "house_only", Faction),
    "card_trait": ("trait", "traits", str),
    "card_icon": ("icon", "icons", Icon),
    "card_naval_icon": ("icon", "naval", Icon),
    "card_crest": ("crest", "crests", Crest),
    "card_doubt": ("doubt", "doubts", str),
}
STATS = tuple(each.name for each in fields(PlotStats))
# The fields of a pattern with several words, and what these are; the others have a column each.
TERMS: Mapping[str, Callable[[str], object]] = {
    "types": CardType,
    "factions": Faction,
    "without_factions": Faction,
    "traits": str,
    "without_traits": str,
    "keywords": str,
    "without_keywords": str,
    "crests": Crest,
    "icons": Icon,
    "names": str,
    "without_types": CardType,
}
BOUNDS = tuple(each.name for each in fields(CardPattern) if each.name not in TERMS)
GOLD = tuple(each.name for each in fields(GoldEffect) if each.name != "prices")
GOLD_PATTERNS = frozenset(
    ("per", "instead_for", "applies", "while_controls", "trigger_by", "kneels", "discards")
)
# What the columns of gold effects hold that are no number, text or pattern; to find a member of an
# enumeration in a dict is quicker than to call the enumeration.
_MEMBERS: Mapping[str, Mapping[str, object]] = {
    name: {each.value: each for each in kind}
    for name, kind in {
        "kind": GoldKind,
        "moment": Moment,
        "per_zone": CountedZone,
        "allegiance": Allegiance,
        "reach": Reach,
        "trigger": Trigger,
    }.items()
}
GOLD_VALUES: Mapping[str, Callable[[Any], object]] = {
    **{name: members.__getitem__ for name, members in _MEMBERS.items()},
    **dict.fromkeys(("while_standing", "while_used", "kneel", "sacrifice"), bool),
    **dict.fromkeys(("kneel_faction", "kneel_host"), bool),
}


# Between codes that SQLite joins, because that is quicker than a row for each.
_SEPARATOR = "\x1f"
# The columns of the query "card" as fields, and the defaults of all fields.
_OF_ALL = (
    "code", "edition", "name", "type", "pack", "position", "quantity", "deck_limit", "unique",
    "loyal", "cost", "strength", "text", "image_url", "octgn_id", "illustrator",
)  # fmt: skip
_DEFAULTS = {each.name: each.default for each in fields(Card)}
_PLOT = ", ".join(f"{name}, {name}_is_x" for name in STATS)
# All that is read, by table and, where it takes several, by what of it. What few cards have is
# apart from what all have; a value that no query finds is the default of its field.
QUERIES: Mapping[str, str] = {
    "cycle": "SELECT * FROM cycle ORDER BY edition, code",
    "pack": "SELECT * FROM pack ORDER BY edition, code",
    "restricted_list": "SELECT * FROM restricted_list ORDER BY edition, code",
    "list_format": "SELECT * FROM list_format ORDER BY edition, list, ordinal",
    "list_entry": "SELECT edition, list, format, kind, group_concat(code, char(31)) AS code"
    " FROM list_entry GROUP BY edition, list, format, kind ORDER BY edition, list, format, kind",
    "pod": "SELECT * FROM pod ORDER BY edition, list, format, pod",
    "pod_card": "SELECT * FROM pod_card ORDER BY edition, list, format, pod, ordinal",
    "card": "SELECT code, edition, name, type, pack, position, quantity, deck_limit, is_unique,"
    " is_loyal, cost, strength, text, image_url, octgn_id, illustrator FROM card ORDER BY id",
    "card of x": "SELECT code, cost_is_x, strength_is_x FROM card"
    " WHERE cost_is_x <> 0 OR strength_is_x <> 0 ORDER BY id",
    "card of plots": f"SELECT code, {_PLOT} FROM card WHERE "  # noqa: S608 - our own names
    + " OR ".join(f"{name} IS NOT NULL OR {name}_is_x <> 0" for name in STATS)
    + " ORDER BY id",
    "card of few": "SELECT code, income_bonus, income_bonus_is_x, initiative_bonus,"
    " initiative_bonus_is_x, reserve_bonus, influence, is_endless, only_in, has_deck_rules,"
    " is_blank, reprint_of, host, host_once FROM card"
    " WHERE income_bonus IS NOT 0 OR income_bonus_is_x <> 0 OR initiative_bonus IS NOT 0"
    " OR initiative_bonus_is_x <> 0 OR reserve_bonus <> 0 OR influence <> 0 OR is_endless <> 0"
    " OR only_in IS NOT NULL OR has_deck_rules <> 0 OR is_blank <> 0 OR reprint_of IS NOT NULL"
    " OR host IS NOT NULL OR host_once <> 0 ORDER BY id",
    **{
        table: f"SELECT code, {word} FROM {table} ORDER BY code, ordinal"  # noqa: S608 - our own
        for table, (word, _, _) in PARTS.items()
    },
    "card_keyword": "SELECT * FROM card_keyword ORDER BY code, ordinal",
    "card_keyword_exception": "SELECT * FROM card_keyword_exception ORDER BY code, ordinal, place",
    "card_erratum": "SELECT * FROM card_erratum ORDER BY code, ordinal",
    "pattern": "SELECT * FROM pattern ORDER BY code, ordinal",
    "pattern_term": "SELECT * FROM pattern_term ORDER BY code, ordinal, place",
    "host_option": "SELECT * FROM host_option ORDER BY code, ordinal",
    "gold_effect": "SELECT * FROM gold_effect ORDER BY code, ordinal",
    "gold_effect_price": "SELECT * FROM gold_effect_price ORDER BY code, ordinal, place",
}


def pools_of(tables: Tables) -> dict[Edition, CardPool]:
    """Return the cards, packs, cycles and lists of both editions."""
    cards = _cards(tables)
    lists = _lists(tables)
    return {
        edition: CardPool(
            edition,
            [card for card in cards if card.edition is edition],
            [
                Pack(code, name, edition, cycle, position, released, bool(in_progress))
                for code, name, cycle, position, released, in_progress in _of(
                    edition, tables["pack"]
                )
            ],
            [
                Cycle(code, name, edition, position)
                for code, name, position in _of(edition, tables["cycle"])
            ],
            [lists[edition.value, row[0]] for row in _of(edition, tables["restricted_list"])],
        )
        for edition in Edition
    }


def _of(edition: Edition, rows: list[_ValuesRow]) -> Iterator[list[Any]]:
    """Yield the facts about an edition's cycles, packs or lists in their order."""
    in_order = sorted((row for row in rows if row[0] == edition.value), key=itemgetter(2))
    for _, code, _, *facts in in_order:
        yield [code, *facts]


def _lists(tables: Tables) -> Mapping[tuple[str, str], RestrictedList]:
    """Return the lists by edition and code."""
    entries = {row[:-1]: row[-1].split(_SEPARATOR) for row in tables["list_entry"]}
    pod_cards = _grouped((row[:4], row[5]) for row in tables["pod_card"])
    pods = _grouped(
        (tuple(place), Pod(pod_cards.get((*place, number), ()), trigger))
        for *place, number, trigger in tables["pod"]
    )

    def codes(*place: str) -> frozenset[str]:
        return frozenset(entries.get(place, ()))

    formats = _grouped(
        (
            (edition, code),
            (
                name,
                FormatList(
                    codes(edition, code, name, "restricted"),
                    codes(edition, code, name, "banned"),
                    pods.get((edition, code, name), ()),
                ),
            ),
        )
        for edition, code, _, name in tables["list_format"]
    )
    return {
        (edition, code): RestrictedList(
            code=code,
            name=name,
            issuer=issuer,
            version=version,
            date=date.fromisoformat(day),
            card_set=card_set,
            edition=Edition(edition),
            banned=codes(edition, code, EVERY_FORMAT, "banned"),
            formats=formats.get((edition, code), ()),
        )
        for edition, code, _, name, issuer, version, day, card_set in tables["restricted_list"]
    }


def _cards(tables: Tables) -> list[Card]:
    """Return all cards, made field by field: to call `Card` for each takes three times as long."""
    rows = tables["card"]
    values: dict[str, list[Any]] = dict(
        zip(_OF_ALL, map(list, zip(*rows, strict=True)), strict=bool(rows))
    )
    if not {*zip(values["edition"], values["pack"], strict=True)} <= {
        row[:2] for row in tables["pack"]
    }:
        raise ValueError("A card is in no pack.")
    for name, kind in (("edition", Edition), ("type", CardType)):
        values[name] = list(map({each.value: each for each in kind}.__getitem__, values[name]))
    for name in ("unique", "loyal"):
        values[name] = list(map(bool, values[name]))
    for name in ("name", "pack", "illustrator"):
        values[name] = _shared(values[name])
    places = {code: place for place, code in enumerate(values["code"])}
    for name, of_cards in _facts_of_few(tables).items():
        column = values.setdefault(name, [_DEFAULTS[name]] * len(rows))
        for code, value in of_cards.items():
            column[places[code]] = value
    cards = [Card.__new__(Card) for _ in rows]
    for name, default in _DEFAULTS.items():
        # What the `__init__` of a frozen dataclass with slots does.
        put = getattr(Card, name).__set__
        deque(map(put, cards, values.get(name) or repeat(default)), maxlen=0)
    return cards


def _facts_of_few(tables: Tables) -> Mapping[str, Mapping[str, object]]:
    """Return by field, and then by code, the facts that are not the default of the field."""
    facts: dict[str, Any] = defaultdict(dict)
    for code, *are_x in tables["card of x"]:
        for name, is_x in zip(("cost", "strength"), are_x, strict=True):
            if is_x:
                facts[name][code] = Printed.X
    for code, *pairs, reserve, reserve_is_x in tables["card of plots"]:
        income, initiative, claim = map(_number, pairs[::2], pairs[1::2])
        last = Printed.X if reserve_is_x else reserve
        facts["plot"][code] = PlotStats(income, initiative, claim, last)
    patterns = _patterns(tables)
    options = _grouped(
        (code, HostOption(patterns[code, pattern], Side(side)))
        for code, _, pattern, side in tables["host_option"]
    )
    for (
        code, income, income_is_x, initiative, initiative_is_x, reserve, influence,
        endless, only_in, deckbuilding, blank, reprint_of, host, once,
    ) in tables["card of few"]:  # fmt: skip
        facts["income"][code] = _number(income, income_is_x)
        facts["initiative"][code] = _number(initiative, initiative_is_x)
        facts["reserve"][code] = reserve
        facts["influence"][code] = influence
        facts["endless"][code] = endless == 1
        facts["only_in"][code] = only_in
        facts["deckbuilding"][code] = deckbuilding == 1
        facts["blank"][code] = blank == 1
        facts["reprint_of"][code] = reprint_of
        if host is not None:
            facts["host"][code] = Host(options.get(code, ()), host, once == 1)
    for table, (_, name, _) in PARTS.items():
        facts[name] = _parts(tables, table)
    facts["keywords"] = _keywords(tables)
    facts["gold_effects"] = _gold_effects(tables, patterns)
    facts["errata"] = _grouped((row[0], Erratum(*row[2:])) for row in tables["card_erratum"])
    return facts


def _shared(values: Iterable[_V]) -> list[_V]:
    """Return values of which equal ones are one object."""
    one: dict[_V, _V] = {}
    return [one.setdefault(value, value) for value in values]


def _number(value: int | None, is_x: int) -> Number:
    if is_x:
        return Printed.X
    if value is None:
        raise ValueError("A number is missing.")
    return value


def _grouped(pairs: Iterable[tuple[_K, _V]]) -> dict[_K, tuple[_V, ...]]:
    """Return the values of each key, in their order."""
    found: dict[_K, list[_V]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return {key: tuple(values) for key, values in found.items()}


def _parts(tables: Tables, table: str) -> dict[str, tuple[object, ...]]:
    """Return what cards have several of, by the cards' codes; equal values are one object."""
    value_of = PARTS[table][2]
    words: dict[str, tuple[str, ...]] = _grouped(tables[table])
    made = {each: tuple(map(value_of, each)) for each in set(words.values())}
    return {code: made[each] for code, each in words.items()}


def _keywords(tables: Tables) -> dict[str, tuple[Keyword, ...]]:
    exceptions = _grouped((row[:2], row[3]) for row in tables["card_keyword_exception"])
    made: dict[_ValuesRow, Keyword] = {}
    keywords = []
    for code, ordinal, name, value, is_x in tables["card_keyword"]:
        facts = (name, Printed.X if is_x else value, exceptions.get((code, ordinal), ()))
        keywords.append((code, made.get(facts) or made.setdefault(facts, Keyword(*facts))))
    return _grouped(keywords)


def _patterns(tables: Tables) -> dict[tuple[str, int], CardPattern]:
    """Return the patterns by card and place; equal ones are one object."""
    terms = _grouped((row[:2], row[3:]) for row in tables["pattern_term"])
    made: dict[_ValuesRow, CardPattern] = {}
    patterns = {}
    for code, ordinal, *bounds in tables["pattern"]:
        key = (tuple(bounds), terms.get((code, ordinal), ()))
        patterns[code, ordinal] = made.get(key) or made.setdefault(key, _pattern(*key))
    return patterns


def _pattern(bounds: _ValuesRow, terms: tuple[_ValuesRow, ...]) -> CardPattern:
    facts: dict[str, Any] = dict(zip(BOUNDS, bounds, strict=True))
    for name in ("unique", "loyal"):
        facts[name] = None if facts[name] is None else bool(facts[name])
    for kind, value in terms:
        name = f"{kind}s"
        facts[name] = (*facts.get(name, ()), TERMS[name](value))
    return CardPattern(**facts)


def _gold_effects(
    tables: Tables, patterns: Mapping[tuple[str, int], CardPattern]
) -> dict[str, tuple[GoldEffect, ...]]:
    prices = _grouped((row[:2], Price(row[3])) for row in tables["gold_effect_price"])
    effects = []
    for code, ordinal, *row in tables["gold_effect"]:
        facts: dict[str, Any] = dict(zip(GOLD, row, strict=True))
        for name, value_of in GOLD_VALUES.items():
            if facts[name] is not None:
                facts[name] = value_of(facts[name])
        for name in GOLD_PATTERNS:
            if facts[name] is not None:
                facts[name] = patterns[code, facts[name]]
        effects.append((code, GoldEffect(**facts, prices=prices.get((code, ordinal), ()))))
    return _grouped(effects)

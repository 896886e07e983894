"""Cards, packs and lists as rows of cards.db, and made from these rows."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import repeat
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from carddb import schema
from carddb.card import Card, Erratum
from carddb.gold import GoldEffect
from carddb.pack import Cycle, Pack
from carddb.pattern import CardPattern, HostOption
from carddb.pool import CardPool
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.schema import PATTERN_TERMS, Stored, Table
from carddb.terms import Edition, Keyword, Printed

_K = TypeVar("_K")
_V = TypeVar("_V")
Row: TypeAlias = tuple[Any, ...]
# The rows that each query of `QUERIES` returns.
Tables: TypeAlias = Mapping[str, list[Row]]

# In place of a format: banned in every format of a list.
_EVERY_FORMAT = "*"
# Between codes that SQLite joins, because that is quicker than a row for each.
_SEPARATOR = "\x1f"
_DEFAULTS = {each.name: each.default for each in fields(Card)}
# Numbers that all cards have: a query of its own finds those that are an X.
_NUMBERS = tuple(each for each in schema.CARD_PARTS["card"] if len(each.columns) > 1)


class _Part(NamedTuple):
    """A field of a card that is a tuple of values, with their table and class.

    `words` is the table of the value's field that is a tuple of words, `patterns` are its fields
    that are patterns.
    """

    field: str
    table: Table
    kind: type
    words: Table | None = None
    patterns: tuple[str, ...] = ()

    def values(self, card: Card) -> Sequence[Any]:
        """Return a card's values of this part."""
        if self.kind is HostOption:
            return card.host.options if card.host else ()
        values: Sequence[Any] = getattr(card, self.field)
        return values


_PARTS = (
    _Part("keywords", schema.KEYWORD, Keyword, schema.EXCEPTION),
    _Part("errata", schema.ERRATUM, Erratum),
    _Part("host_options", schema.HOST_OPTION, HostOption, patterns=("pattern",)),
    _Part("gold_effects", schema.GOLD_EFFECT, GoldEffect, schema.PRICE, schema.GOLD_PATTERNS),
)


def _columns(stored: Stored, value: object) -> Row:
    if len(stored.columns) > 1:
        columns: Row = stored.store(value) if stored.store else ()
        return columns
    return (value if stored.store is None or value is None else stored.store(value),)


def _card_queries() -> Iterator[tuple[str, str]]:
    """Yield the queries for the parts of cards; where all is as usual, a card is left out."""
    columns = ", ".join(each.names[0] for each in schema.CARD_PARTS["card"])
    yield "card", f"SELECT {columns} FROM card ORDER BY id"  # noqa: S608 - our own names
    usual: dict[str, Sequence[object]] = {each.names[1]: (0,) for each in _NUMBERS}
    yield "card of x", _unusual_cards(usual)
    for part in ("card of plots", "card of few"):
        stored = schema.CARD_PARTS[part]
        names = [name for each in stored for name in each.names]
        values = [value for each in stored for value in _columns(each, _DEFAULTS[each.field])]
        yield (
            part,
            _unusual_cards({name: (value,) for name, value in zip(names, values, strict=True)}),
        )


def _unusual_cards(usual: Mapping[str, Sequence[object]]) -> str:
    tests = (
        f"{name} IS NOT {'NULL' if value is None else value}" for name, (value,) in usual.items()
    )
    return f"SELECT code, {', '.join(usual)} FROM card WHERE {' OR '.join(tests)} ORDER BY id"  # noqa: S608


def _query(table: Table) -> str:
    order = ", ".join(table.key)
    return f"SELECT * FROM {table.name} ORDER BY {order}"  # noqa: S608 - our own names


# All that is read. What few cards have is apart from what all have.
QUERIES: Mapping[str, str] = {
    **{table.name: _query(table) for table in schema.TABLES if table.name not in {"meta", "card"}},
    "list_entry": "SELECT edition, list, format, kind, group_concat(code, char(31)) AS code"
    " FROM list_entry GROUP BY edition, list, format, kind ORDER BY edition, list, format, kind",
    **dict(_card_queries()),
    **{
        table.name: f"SELECT code, {table.columns[-1]} FROM {table.name} ORDER BY code, ordinal"  # noqa: S608
        for table in schema.WORDS
    },
}


def _stored(table: Table, value: object) -> list[Any]:
    return [
        column for each in table.stored for column in _columns(each, getattr(value, each.field))
    ]


def _loaded(stored: Iterable[Stored], row: Sequence[Any]) -> dict[str, Any]:
    found, at = {}, 0
    for each in stored:
        width = len(each.columns)
        value = row[at]
        if width > 1 and each.load:
            value = each.load(*row[at : at + width])
        elif value is not None and each.load:
            value = each.load(value)
        found[each.field] = value
        at += width
    return found


def pools_of(tables: Tables) -> dict[Edition, CardPool]:
    """Return the cards, packs, cycles and lists of both editions."""
    cards = _cards(tables)
    return {
        edition: CardPool(
            edition,
            [card for card in cards if card.edition is edition],
            list(_named(schema.PACK, Pack, edition, tables)),
            list(_named(schema.CYCLE, Cycle, edition, tables)),
            _lists(edition, tables),
        )
        for edition in Edition
    }


def _named(
    table: Table, kind: Callable[..., _V], edition: Edition, tables: Tables, **more: object
) -> Iterator[_V]:
    rows = (row for row in tables[table.name] if row[0] == edition.value)
    for _, code, _, *columns in sorted(rows, key=itemgetter(2)):
        yield kind(code=code, edition=edition, **_loaded(table.stored, columns), **more)


def _lists(edition: Edition, tables: Tables) -> list[RestrictedList]:
    entries = {row[:-1]: row[-1].split(_SEPARATOR) for row in tables["list_entry"]}
    pod_cards = _grouped((row[:4], row[5]) for row in tables["pod_card"])
    pods = _grouped(
        (tuple(place), Pod(pod_cards.get((*place, number), ()), trigger))
        for *place, number, trigger in tables["pod"]
    )

    def codes(*place: str) -> frozenset[str]:
        return frozenset(entries.get((edition.value, *place), ()))

    formats = _grouped(
        (
            code,
            (
                name,
                FormatList(
                    codes(code, name, "restricted"),
                    codes(code, name, "banned"),
                    pods.get((edition.value, code, name), ()),
                ),
            ),
        )
        for its_edition, code, _, name in tables["list_format"]
        if its_edition == edition.value
    )
    bare = _named(
        schema.RESTRICTED_LIST, RestrictedList, edition, tables, banned=frozenset(), formats=()
    )
    return [
        replace(
            each,
            banned=codes(each.code, _EVERY_FORMAT, "banned"),
            formats=formats.get(each.code, ()),
        )
        for each in bare
    ]


def _cards(tables: Tables) -> list[Card]:
    """Return all cards, made field by field: calling `Card` for each takes three times as long."""
    rows = tables["card"]
    stored = schema.CARD_PARTS["card"]
    found = zip(*rows, strict=True) if rows else repeat(())
    columns = {each.field: list(column) for each, column in zip(stored, found, strict=False)}
    if not {*zip(columns["edition"], columns["pack"], strict=True)} <= {
        row[:2] for row in tables["pack"]
    }:
        raise ValueError("A card is in no pack.")
    for each in stored:
        if each.load and len(each.columns) == 1:
            columns[each.field] = list(map(each.load, columns[each.field]))
    for name in ("name", "pack", "illustrator"):
        columns[name] = _shared(columns[name])
    places = {code: place for place, code in enumerate(columns["code"])}
    for name, of_cards in _facts_of_few(tables).items():
        column = columns.setdefault(name, [_DEFAULTS[name]] * len(rows))
        for code, value in of_cards.items():
            column[places[code]] = value
    cards = [Card.__new__(Card) for _ in rows]
    for name, default in _DEFAULTS.items():
        # What the `__init__` of a frozen dataclass with slots does.
        put = getattr(Card, name).__set__
        deque(map(put, cards, columns.get(name) or repeat(default)), maxlen=0)
    return cards


def _facts_of_few(tables: Tables) -> Mapping[str, Mapping[str, Any]]:
    """Return by field, and then by code, the facts that only some cards have."""
    facts: dict[str, Any] = defaultdict(dict)
    for code, *are_x in tables["card of x"]:
        for number, is_x in zip(_NUMBERS, are_x, strict=True):
            if is_x:
                facts[number.field][code] = Printed.X
    for name in ("card of plots", "card of few"):
        for code, *row in tables[name]:
            for field, value in _loaded(schema.CARD_PARTS[name], row).items():
                facts[field][code] = value
    patterns = _patterns(tables)
    facts |= {part.field: _parts(part, tables, patterns) for part in _PARTS}
    options = facts.pop("host_options")
    facts["host"] = {
        code: host and replace(host, options=options.get(code, ()))
        for code, host in facts["host"].items()
    }
    return facts | {table.stored[0].field: _words(table, tables) for table in schema.WORDS}


def _shared(values: Iterable[_V]) -> list[_V]:
    """Return the values with equal ones as one object."""
    one: dict[_V, _V] = {}
    return [one.setdefault(value, value) for value in values]


def _grouped(pairs: Iterable[tuple[_K, _V]]) -> dict[_K, tuple[_V, ...]]:
    found: dict[_K, list[_V]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return {key: tuple(values) for key, values in found.items()}


def _words(table: Table, tables: Tables) -> dict[str, tuple[object, ...]]:
    load = table.stored[0].load or str
    words: dict[str, tuple[str, ...]] = _grouped(tables[table.name])
    made = {each: tuple(map(load, each)) for each in set(words.values())}
    return {code: made[each] for code, each in words.items()}


def _patterns(tables: Tables) -> dict[tuple[str, int], CardPattern]:
    terms = _grouped((row[:2], row[3:]) for row in tables["pattern_term"])
    made: dict[Row, CardPattern] = {}
    patterns = {}
    for code, ordinal, *row in tables["pattern"]:
        key = (tuple(row), terms.get((code, ordinal), ()))
        if key not in made:
            words = _grouped(
                (f"{kind}s", PATTERN_TERMS[f"{kind}s"](value)) for kind, value in key[1]
            )
            made[key] = CardPattern(**_loaded(schema.PATTERN.stored, row), **dict[str, Any](words))
        patterns[code, ordinal] = made[key]
    return patterns


def _parts(
    part: _Part, tables: Tables, patterns: Mapping[tuple[str, int], CardPattern]
) -> dict[str, tuple[Any, ...]]:
    words: dict[Row, tuple[Any, ...]] = {}
    if part.words:
        (column,) = part.words.stored
        load = column.load or str
        words = _grouped((row[:2], load(row[3])) for row in tables[part.words.name])
    made: dict[Row, Any] = {}
    found = []
    for code, ordinal, *row in tables[part.table.name]:
        # Ordinals of patterns mean others for another card.
        key = (*row, words.get((code, ordinal), ()), code if part.patterns else "")
        if key not in made:
            facts = _loaded(part.table.stored, row)
            for name in part.patterns:
                if facts[name] is not None:
                    facts[name] = patterns[code, facts[name]]
            if part.words:
                facts[part.words.stored[0].field] = key[-2]
            made[key] = part.kind(**facts)
        found.append((code, made[key]))
    return _grouped(found)


def rows_of(*pools: CardPool) -> dict[str, list[Row]]:
    """Return the rows of every table; those of `card` begin with None for its number."""
    rows: dict[str, list[Row]] = {table.name: [] for table in schema.TABLES}
    for pool in pools:
        of_edition: tuple[tuple[Table, Iterable[Any]], ...] = (
            (schema.CYCLE, pool.cycles.values()),
            (schema.PACK, pool.packs.values()),
            (schema.RESTRICTED_LIST, pool.lists.values()),
        )
        for table, values in of_edition:
            rows[table.name] += (
                (pool.edition.value, each.code, ordinal, *_stored(table, each))
                for ordinal, each in enumerate(values)
            )
        for restricted in pool.lists.values():
            _add_list(rows, restricted)
        rows["card"] += _card_rows(pool.cards)
        for card in pool.cards:
            _add_parts(rows, card)
    return rows


def _add_list(rows: dict[str, list[Row]], restricted: RestrictedList) -> None:
    place = (restricted.edition.value, restricted.code)
    entries = rows["list_entry"]
    entries += ((*place, _EVERY_FORMAT, "banned", code) for code in sorted(restricted.banned))
    for number, (name, of_format) in enumerate(restricted.formats):
        rows["list_format"].append((*place, number, name))
        entries += ((*place, name, "banned", code) for code in sorted(of_format.banned))
        entries += ((*place, name, "restricted", code) for code in sorted(of_format.restricted))
        for number_of_pod, pod in enumerate(of_format.pods):
            rows["pod"].append((*place, name, number_of_pod, pod.trigger))
            rows["pod_card"] += (
                (*place, name, number_of_pod, at, code) for at, code in enumerate(pod.cards)
            )


def _card_rows(cards: Sequence[Card]) -> Iterator[Row]:
    """Return the rows of `card`, made column by column, which is quicker than card by card."""
    columns: list[Iterable[object]] = []
    for each in schema.CARD.stored:
        values: Iterable[Any] = map(attrgetter(each.field), cards)
        if each.store is None:
            columns.append(values)
        else:
            columns += zip(*(_columns(each, value) for value in values), strict=True)
    return zip(repeat(None), *columns, strict=False)


def _add_parts(rows: dict[str, list[Row]], card: Card) -> None:
    code = card.code
    for table in schema.WORDS:
        if words := getattr(card, table.stored[0].field):
            rows[table.name] += [(code, ordinal, str(word)) for ordinal, word in enumerate(words)]
    for part in _PARTS:
        for ordinal, value in enumerate(part.values(card)):
            row = [
                _add_pattern(rows, code, each) if isinstance(each, CardPattern) else each
                for each in _stored(part.table, value)
            ]
            rows[part.table.name].append((code, ordinal, *row))
            if part.words:
                rows[part.words.name] += [
                    (code, ordinal, place, str(word))
                    for place, word in enumerate(getattr(value, part.words.stored[0].field))
                ]


def _add_pattern(rows: dict[str, list[Row]], code: str, pattern: CardPattern) -> int:
    patterns = rows["pattern"]
    last = patterns[-1] if patterns else None
    ordinal: int = last[1] + 1 if last and last[0] == code else 0
    patterns.append((code, ordinal, *_stored(schema.PATTERN, pattern)))
    terms = [
        (name.removesuffix("s"), str(word))
        for name in PATTERN_TERMS
        for word in getattr(pattern, name)
    ]
    rows["pattern_term"] += ((code, ordinal, at, *term) for at, term in enumerate(terms))
    return ordinal

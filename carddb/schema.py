"""The tables of cards.db, made from the fields of cards, packs and lists; see docs/carddb.md.

A field is declared once, in its dataclass. `stored` makes columns of fields by their types. The SQL
of the tables and all reading and writing (`carddb.card_rows`) follow from that. If you change a
table, raise `reader.SCHEMA_VERSION` and let the reader import the synced data of older files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from carddb.card import Card, Erratum
from carddb.gold import GoldEffect, Price
from carddb.pack import Cycle, Pack
from carddb.pattern import CardPattern, Host, HostOption
from carddb.restrictions import RestrictedList
from carddb.terms import CardType, Crest, Faction, Icon, Keyword, Number, PlotStats, Printed

# Words of SQL itself.
_QUOTED = frozenset(("key", "instead"))
# The columns of a row's place that are not texts.
_PLACES = dict.fromkeys(("id", "ordinal", "place", "pod"), "INTEGER")


@dataclass(frozen=True, slots=True)
class Stored:
    """A field of a value, and its columns as written in CREATE TABLE.

    Without `store` and `load` the value is stored as it is. For several columns `store` returns a
    tuple and `load` takes as many values; for one column neither is called with None.
    """

    field: str
    columns: tuple[str, ...]
    store: Callable[[Any], Any] | None = None
    load: Callable[..., Any] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.split()[0].strip('"') for column in self.columns)


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the columns that identify a row (`place`), and the fields that it stores.

    Each of `references` is (other table, its columns, columns here), each of `indexes` (name,
    columns). `primary` is the primary key if it is not the whole place.
    """

    name: str
    place: str
    stored: tuple[Stored, ...] = ()
    references: tuple[tuple[str, str, str], ...] = ()
    indexes: tuple[tuple[str, str], ...] = ()
    primary: str = ""

    @property
    def key(self) -> list[str]:
        return (self.primary or self.place).split()

    @property
    def columns(self) -> list[str]:
        return [*self.place.split(), *(name for each in self.stored for name in each.names)]

    def statements(self) -> Iterator[str]:
        """Yield the SQL that creates the table and its indexes."""
        # The rows of a full-text index are numbered, and VACUUM must not change the numbers.
        is_numbered = self.place == "id"
        place = self.place.split()
        lines = [
            *(f"{_listed(name)} {_PLACES.get(name, 'TEXT')} NOT NULL" for name in place),
            *(column for each in self.stored for column in each.columns),
            f"PRIMARY KEY ({_listed(' '.join(self.key))})",
            *(
                f"FOREIGN KEY({_listed(here)}) REFERENCES {table} ({_listed(there)})"
                for table, there, here in self.references
            ),
            *(["UNIQUE (code)"] if is_numbered else []),
        ]
        body = ",\n    ".join(lines)
        options = " STRICT" if is_numbered else " WITHOUT ROWID,\n STRICT"
        yield f"CREATE TABLE {self.name} (\n    {body}\n)\n{options}"
        for name, columns in self.indexes:
            yield f"CREATE INDEX {name} ON {self.name} ({_listed(columns)})"


def _listed(names: str) -> str:
    return ", ".join(f'"{name}"' if name in _QUOTED else name for name in names.split())


def stored(kind: type, names: str = "", **columns: str) -> tuple[Stored, ...]:
    """Return how fields of a dataclass are stored; tuples have tables of their own.

    `names` lists the fields in the order of the columns (default: all, as declared); `columns`
    maps fields to columns with another name.
    """
    hints = get_type_hints(kind)
    chosen = names.split() or [each for each in hints if get_origin(hints[each]) is not tuple]
    return tuple(_stored(name, hints[name], columns.get(name, name)) for name in chosen)


def _stored(name: str, hint: Any, column: str) -> Stored:
    """Return how a field of a type is stored; a pattern is stored as the ordinal of its row."""
    kinds = set(get_args(hint)) or {hint}
    may_be_none = NoneType in kinds
    if Printed in kinds:
        pair = (f"{column} INTEGER", f"{column}_is_x INTEGER NOT NULL")
        return Stored(name, pair, _number_columns, _any_number if may_be_none else _number)
    (plain,) = kinds - {NoneType}
    if plain in _SEVERAL_COLUMNS:
        return Stored(name, *_SEVERAL_COLUMNS[plain])
    sql = "INTEGER" if plain in {int, bool, CardPattern} else "TEXT"
    columns = (f"{_listed(column)} {sql}{'' if may_be_none else ' NOT NULL'}",)
    if plain is bool:
        return Stored(name, columns, int, bool)
    if plain is date:
        return Stored(name, columns, date.isoformat, date.fromisoformat)
    return Stored(name, columns, *(_as_word(plain) if issubclass(plain, StrEnum) else ()))


def _as_word(kind: type[StrEnum]) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    # Finding a member in a dict is quicker than calling the enumeration.
    return str, {each.value: each for each in kind}.__getitem__


def _number_columns(value: Number | None) -> tuple[int | None, int]:
    return (None, 1) if value is Printed.X else (value, 0)


def _any_number(value: int | None, is_x: int) -> Number | None:
    return Printed.X if is_x else value


def _number(value: int | None, is_x: int) -> Number:
    number = _any_number(value, is_x)
    if number is None:
        raise ValueError("A number is missing.")
    return number


def _plot_columns(plot: PlotStats | None) -> tuple[int | None, ...]:
    values = [getattr(plot, name) if plot else None for name in _STATS]
    return tuple(column for value in values for column in _number_columns(value))


def _plot(*columns: int) -> PlotStats:
    *pairs, last = zip(columns[::2], columns[1::2], strict=True)
    income, initiative, claim = (_number(*pair) for pair in pairs)
    return PlotStats(income, initiative, claim, _any_number(*last))


def _host_columns(host: Host | None) -> tuple[str | None, int]:
    return (host.words, int(host.once)) if host else (None, 0)


def _host(words: str | None, once: int) -> Host | None:
    """Return a host whose options come from another table."""
    return None if words is None else Host((), words, once == 1)


_STATS = [each.name for each in fields(PlotStats)]
_SEVERAL_COLUMNS: Mapping[type, tuple[Any, ...]] = {
    PlotStats: (
        tuple(
            sql for name in _STATS for sql in (f"{name} INTEGER", f"{name}_is_x INTEGER NOT NULL")
        ),
        _plot_columns,
        _plot,
    ),
    Host: (("host TEXT", "host_once INTEGER NOT NULL"), _host_columns, _host),
}

# The fields of a card that are columns of `card`. One query reads each part, because most cards
# lack most of these values: fields of every card, fields of plots, and fields that few cards have.
_OF_ALL = stored(
    Card,
    "code edition name type pack position quantity deck_limit unique loyal cost strength",
    unique="is_unique",
    loyal="is_loyal",
)
_OF_PLOTS = stored(Card, "plot")
_OF_FEW = stored(
    Card,
    "income initiative reserve influence endless only_in deckbuilding blank reprint_of host",
    income="income_bonus",
    initiative="initiative_bonus",
    reserve="reserve_bonus",
    endless="is_endless",
    deckbuilding="has_deck_rules",
    blank="is_blank",
)
_TEXTS = stored(Card, "text image_url octgn_id illustrator")
CARD_PARTS: Mapping[str, tuple[Stored, ...]] = {
    "card": (*_OF_ALL, *_TEXTS),
    "card of plots": _OF_PLOTS,
    "card of few": _OF_FEW,
}
CARD = Table(
    "card",
    "id",
    (*_OF_ALL, *_OF_PLOTS, *_OF_FEW, *_TEXTS),
    (("pack", "edition code", "edition pack"),),
    (("card_by_name", "name"), ("card_by_pack", "edition pack")),
)


def _named(name: str, columns: tuple[Stored, ...]) -> Table:
    return Table(name, "edition code ordinal", columns, primary="edition code")


CYCLE = _named("cycle", stored(Cycle, "name position"))
PACK = _named("pack", stored(Pack, "name cycle position released in_progress"))
RESTRICTED_LIST = _named(
    "restricted_list", stored(RestrictedList, "name issuer version date card_set")
)


def _part(name: str, columns: tuple[Stored, ...], *patterns: str, index: str = "") -> Table:
    references = (("pattern", "code ordinal", f"code {each}") for each in patterns)
    indexes = ((f"ix_{name}_{index}", index),) if index else ()
    return Table(name, "code ordinal", columns, (*references, ("card", "code", "code")), indexes)


def _words(field: str, column: str, kind: type[StrEnum] | None = None) -> tuple[Stored, ...]:
    return (Stored(field, (f"{column} TEXT NOT NULL",), *(_as_word(kind) if kind else ())),)


def _subpart(parent: str, name: str, columns: tuple[Stored, ...]) -> Table:
    reference = (parent, "code ordinal", "code ordinal")
    return Table(name, "code ordinal place", columns, (reference,))


# Fields of a card with several values, each one word.
WORDS = (
    _part("card_crest", _words("crests", "crest", Crest)),
    _part("card_doubt", _words("doubts", "doubt")),
    _part("card_faction", _words("factions", "faction", Faction)),
    _part("card_house_only", _words("house_only", "faction", Faction)),
    _part("card_icon", _words("icons", "icon", Icon)),
    _part("card_naval_icon", _words("naval", "icon", Icon)),
    _part("card_trait", _words("traits", "trait"), index="trait"),
)
ERRATUM = _part("card_erratum", stored(Erratum))
KEYWORD = _part("card_keyword", stored(Keyword, name="keyword"), index="keyword")
EXCEPTION = _subpart("card_keyword", "card_keyword_exception", _words("exceptions", "exception"))
PATTERN = _part("pattern", stored(CardPattern, unique="is_unique", loyal="is_loyal"))
# The other fields of a pattern, and the types of their values; `kind` is the field without its "s".
PATTERN_TERMS: Mapping[str, Callable[[str], object]] = {
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
PATTERN_TERM = Table(
    "pattern_term",
    "code ordinal place",
    (*_words("kind", "kind"), *_words("value", "value")),
    (("pattern", "code ordinal", "code ordinal"),),
)
HOST_OPTION = _part("host_option", stored(HostOption), "pattern")
GOLD_PATTERNS = (
    "per",
    "instead_for",
    "applies",
    "while_controls",
    "trigger_by",
    "kneels",
    "discards",
)
GOLD_EFFECT = _part(
    "gold_effect",
    stored(GoldEffect, trigger="follows", limit="uses", limit_lasts="uses_lasts"),
    *GOLD_PATTERNS,
)
PRICE = _subpart("gold_effect", "gold_effect_price", _words("prices", "price", Price))


def _of_list(name: str, place: str, columns: tuple[Stored, ...] = (), *, index: str = "") -> Table:
    reference = ("restricted_list", "edition code", "edition list")
    return Table(name, place, columns, (reference,), ((index, "code"),) if index else ())


LIST_FORMAT = _of_list("list_format", "edition list ordinal", _words("format", "format"))
LIST_ENTRY = _of_list("list_entry", "edition list format kind code", index="list_entry_by_code")
POD = _of_list("pod", "edition list format pod", (Stored("trigger", ("trigger_code TEXT",)),))
POD_CARD = Table(
    "pod_card",
    "edition list format pod ordinal",
    _words("cards", "code"),
    (("pod", "edition list format pod", "edition list format pod"),),
    (("pod_card_by_code", "code"),),
)
META = Table("meta", "key", _words("value", "value"))

# Every table after those that it refers to.
TABLES = (
    *(META, CYCLE, PACK, RESTRICTED_LIST, CARD, LIST_ENTRY, LIST_FORMAT, POD, POD_CARD),
    *(*WORDS, ERRATUM, KEYWORD, EXCEPTION, PATTERN, PATTERN_TERM, HOST_OPTION),
    *(GOLD_EFFECT, PRICE),
)

"""The catalogue that comes with the program: cards, packs, cycles, lists and sample decks."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from carddb.card import Card
from carddb.pack import Cycle, Pack
from carddb.pool import CardPool
from carddb.raw_fields import RawFields
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.terms import Edition
from core.errors import AppError
from core.paths import resource_folder

_T = TypeVar("_T", Card, Pack, Cycle)
_Maker: TypeAlias = Callable[[Any], Any]


def catalogue_values(kind: type[_T], lines: Iterable[str]) -> tuple[_T, ...]:
    """Return the values of lines of JSON, in their order; AppError if one is not of the kind."""
    make = _maker_of_fields(kind)
    try:
        return tuple([make(json.loads(line)) for line in lines])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        what = kind.__name__.lower()
        raise AppError(f"The {what}s of the program could not be read: {error}.") from None


def _maker_of_fields(kind: type) -> _Maker:
    hints = get_type_hints(kind)
    makers = {each.name: _maker(hints[each.name]) for each in fields(kind)}
    return lambda raw: kind(**{name: makers[name](value) for name, value in raw.items()})


def _maker(kind: Any) -> _Maker:
    if get_origin(kind) in {Union, UnionType}:
        return _maker_of_one(set(get_args(kind)))
    if get_origin(kind) is tuple:
        of_each = _maker(get_args(kind)[0])
        return _shared(lambda raw: tuple([of_each(each) for each in raw]))
    plain: type = kind
    if is_dataclass(plain):
        return _shared(_maker_of_fields(plain))
    if issubclass(plain, Enum):
        return plain
    return sys.intern if plain is str else _unchanged


def _maker_of_one(kinds: set[Any]) -> _Maker:
    """Return what makes a value of one of several types: nothing and numbers are JSON's own."""
    (kind,) = kinds - {NoneType, int} or {int}
    make = _maker(kind)
    return lambda raw: raw if raw is None or isinstance(raw, int) else make(raw)


def _shared(make: _Maker) -> _Maker:
    one: dict[Any, Any] = {}

    def shared(raw: Any) -> Any:
        value = make(raw)
        return one.setdefault(value, value)

    return shared


def _unchanged(raw: Any) -> Any:
    return raw


def decode_lists(lines: Iterable[str]) -> tuple[RestrictedList, ...]:
    return tuple(_decoded_list(line) for line in lines)


def _decoded_list(line: str) -> RestrictedList:
    try:
        raw = json.loads(line)
    except ValueError:
        raise AppError("A restricted list could not be read: it is not JSON.") from None
    fields = RawFields.of(raw, "code", "List")
    return RestrictedList(
        code=fields.code,
        name=fields.text("name"),
        issuer=fields.text("issuer"),
        version=fields.text("version"),
        date=fields.day("date"),
        card_set=fields.text("card_set"),
        edition=fields.term("edition", Edition),
        banned=frozenset(fields.texts("banned")),
        formats=tuple((each.text("name"), format_list(each)) for each in fields.entries("formats")),
    )


def format_list(fields: RawFields, pods: str = "pods", trigger: str = "trigger") -> FormatList:
    """Return a format of a list; the fields of pods and their triggers have these names."""
    return FormatList(
        restricted=frozenset(fields.texts("restricted")),
        banned=frozenset(fields.texts("banned")),
        pods=tuple(
            Pod(pod.texts("cards"), pod.text(trigger, "") or None) for pod in fields.entries(pods)
        ),
    )


class SampleDeck(NamedTuple):
    """A published deck in the JSON format of deck files; `id` is the publisher's."""

    id: str
    name: str
    text: str


def pools() -> Mapping[Edition, CardPool]:
    return {edition: load_pool(edition) for edition in Edition}


@cache
def fingerprint() -> str:
    """Return a hash of the catalogue's files and the SQL of cards.db."""
    digest = sha256()
    folders = [resource_folder("catalogue") / edition.value for edition in Edition]
    for folder in (*folders, resource_folder("cards_db")):
        for file in sorted(folder.iterdir(), key=lambda each: each.name):
            digest.update(file.name.encode() + b"\n" + file.read_bytes())
    return digest.hexdigest()


def load_pool(edition: Edition) -> CardPool:
    return CardPool(
        edition, cards(edition), packs(edition), cycles(edition), restricted_lists(edition)
    )


def cards(edition: Edition) -> tuple[Card, ...]:
    return catalogue_values(Card, _lines(edition, "cards"))


def packs(edition: Edition) -> tuple[Pack, ...]:
    return catalogue_values(Pack, _lines(edition, "packs"))


def cycles(edition: Edition) -> tuple[Cycle, ...]:
    return catalogue_values(Cycle, _lines(edition, "cycles"))


def restricted_lists(edition: Edition) -> tuple[RestrictedList, ...]:
    return decode_lists(_lines(edition, "lists"))


def newest_list(edition: Edition) -> RestrictedList:
    return max(restricted_lists(edition), key=lambda each: each.date)


def as_of() -> date:
    return date.fromisoformat(
        (resource_folder("catalogue") / "as-of.txt").read_text("utf-8").strip()
    )


def catalogue_effects() -> Iterator[tuple[str, dict[str, list[str]]]]:
    for line in _lines(Edition.SECOND, "effects"):
        stated = json.loads(line)
        yield stated.pop("code"), stated


def sample_decks(edition: Edition = Edition.SECOND) -> Iterator[SampleDeck]:
    """Yield the published decks of an edition, in order of publication."""
    folder = resource_folder("decks") / edition.value
    if not folder.is_dir():
        return
    read = []
    for file in folder.iterdir():
        if file.name.endswith(".json"):
            text = file.read_text("utf-8")
            raw = json.loads(text)
            read.append((str(raw["released"]), SampleDeck(raw["id"], raw["name"], text)))
    yield from (deck for _, deck in sorted(read, key=lambda each: (each[0], each[1].id)))


def _lines(edition: Edition, what: str) -> list[str]:
    file = resource_folder("catalogue") / edition.value / f"{what}.jsonl"
    return [line for line in file.read_text("utf-8").split("\n") if line]

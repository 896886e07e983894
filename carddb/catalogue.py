"""The catalogue that comes with the program: cards, packs, cycles, lists and sample decks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from typing import NamedTuple, TypeVar

from carddb.card import Card
from carddb.pack import Cycle, Pack
from carddb.paths import resource_folder
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.terms import Edition

_T = TypeVar("_T", Card, Pack, Cycle)


class SampleDeck(NamedTuple):
    """A published deck in the JSON format of deck files; `id` is the publisher's."""

    id: str
    name: str
    text: str


def pools() -> Mapping[Edition, CardPool]:
    """Return the pools of both editions."""
    return {edition: load_pool(edition) for edition in Edition}


@cache
def fingerprint() -> str:
    """Return a text that differs whenever any file of it does, or of the SQL of cards.db."""
    digest = sha256()
    folders = [resource_folder("catalogue") / edition.value for edition in Edition]
    for folder in (*folders, resource_folder("cards_db")):
        for file in sorted(folder.iterdir(), key=lambda each: each.name):
            digest.update(file.name.encode() + b"\n" + file.read_bytes())
    return digest.hexdigest()


def load_pool(edition: Edition) -> CardPool:
    """Return every card, pack, cycle and list of an edition."""
    return CardPool(
        edition, cards(edition), packs(edition), cycles(edition), restricted_lists(edition)
    )


def cards(edition: Edition) -> tuple[Card, ...]:
    """Return the cards of an edition in order of their codes, without texts and images."""
    return _decoded(Card, edition, "cards")


def packs(edition: Edition) -> tuple[Pack, ...]:
    """Return the packs of an edition, cycle by cycle."""
    return _decoded(Pack, edition, "packs")


def cycles(edition: Edition) -> tuple[Cycle, ...]:
    """Return the cycles of an edition in order of publication."""
    return _decoded(Cycle, edition, "cycles")


def restricted_lists(edition: Edition) -> tuple[RestrictedList, ...]:
    """Return the restricted lists of an edition, oldest first."""
    from carddb.list_json import decode_lists  # noqa: PLC0415 - to read a catalogue alone

    return decode_lists(_lines(edition, "lists"))


def newest_list(edition: Edition) -> RestrictedList:
    """Return the newest restricted list of an edition."""
    return max(restricted_lists(edition), key=lambda each: each.date)


def as_of() -> date:
    """Return the day of the published data that the catalogue was made from."""
    return date.fromisoformat(
        (resource_folder("catalogue") / "as-of.txt").read_text("utf-8").strip()
    )


def catalogue_effects() -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Yield what the texts of second-edition cards give and reduce, by code; others do neither."""
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


def _decoded(kind: type[_T], edition: Edition, what: str) -> tuple[_T, ...]:
    # Most starts read cards.db instead.
    from carddb.catalogue_values import catalogue_values  # noqa: PLC0415

    return catalogue_values(kind, _lines(edition, what))


def _lines(edition: Edition, what: str) -> list[str]:
    file = resource_folder("catalogue") / edition.value / f"{what}.jsonl"
    return [line for line in file.read_text("utf-8").split("\n") if line]

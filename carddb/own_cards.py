"""Cards of the player's own, such as fan-made packs: a file for each pack in `own_cards`.

A file holds one pack of the second edition in throneteki's schema (docs/own-lists.md). Players can
search its cards and build with them. Their codes never replace published ones, and the judge warns
that it does not know their rules. The names of their packs end in “(own)”.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from carddb.card import Card
from carddb.own_files import (
    FileReader,
    OwnFileError,
    is_line,
    load_files,
    read_json,
    remove_file,
    store_file,
)
from carddb.own_lists import OWN
from carddb.own_texts.storage import LONGEST, is_text
from carddb.pack import Cycle, Pack
from carddb.pool import CardPool, Pools
from carddb.raw_fields import RawFields
from carddb.terms import DRAW_TYPES, CardType, Edition
from core.errors import AppError, CardDataError
from core.paths import own_cards_folder

MOST_CARDS = 1_000
_MOST_BYTES = 5_000_000
_MOST_LETTERS = 60
_MOST_TRAITS = 20
_CYCLE = Cycle("own", "Own cards", Edition.SECOND, 10_000)
_PACK_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,15}")
_CARD_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{1,19}")
_LAST_DIGITS = re.compile(r"\d{1,3}$")
_TYPES = DRAW_TYPES | {CardType.PLOT, CardType.AGENDA}
_STATS = ("income", "initiative", "claim", "reserve")
# What a field with a fault is read as, so that other faults of the card are found too.
_HARMLESS: Mapping[str, object] = {
    "code": "x0",
    "name": "?",
    "type": "event",
    "faction": "neutral",
    "quantity": 1,
    "deckLimit": 1,
    "cost": 0,
    "strength": 0,
    "icons": {},
    "plotStats": dict.fromkeys(_STATS, 0),
}
_FIELDS = (
    *_HARMLESS,
    *("text", "traits", "unique", "loyal", "errata", "imageUrl", "octgnId", "illustrator"),
    *("flavor", "label", "keywords", "designer", "version", "number", "releaseDate"),
)
_PACK_FIELDS = ("code", "name", "releaseDate", "cards", "workInProgress", "cgdbId", "octgnId")


class OwnCardsError(OwnFileError):
    """A file is not a pack of cards."""

    what = "pack of cards"


@dataclass(frozen=True, slots=True)
class OwnPack:
    """A pack with its cards, and the object that its file holds."""

    pack: Pack
    cards: tuple[Card, ...]
    raw: Mapping[str, Any]


def read_own_pack(data: bytes, pools: Pools, *, strict: bool = True) -> OwnPack:
    """Return the pack of a JSON file; OwnCardsError names every fault.

    Unless `strict`, unknown fields and the codes of published cards are allowed: the card may have
    been published after the file was stored.
    """
    reader = _Reader(read_json(data, _MOST_BYTES, OwnCardsError), strict, pools=pools)
    found = reader.read()
    if reader.faults:
        raise OwnCardsError(reader.faults)
    return found


@dataclass(slots=True)
class _Reader(FileReader):
    """Reads a pack."""

    pools: Pools = field(kw_only=True)

    def read(self) -> OwnPack:
        self.no_others(self.raw, _PACK_FIELDS)
        pack = Pack(
            code=self._pack_code(),
            name=self._pack_name(),
            edition=Edition.SECOND,
            cycle=_CYCLE.code,
            position=1,
            released=self._released(),
            own=True,
        )
        return OwnPack(pack, tuple(self._cards(pack.code)), self.raw)

    def _pack_code(self) -> str:
        code = self.raw.get("code")
        if not isinstance(code, str) or not _PACK_CODE.fullmatch(code):
            self.fault("code", "must be 1 to 16 letters a to z, digits, hyphens or underscores")
            return ""
        folded = code.casefold()
        for each in (pack for pool in self.pools.values() for pack in pool.packs.values()):
            if each.code.casefold() == folded and not each.own and self.strict:
                self.fault("code", f"is the code of the published pack {each.name}")
        return code

    def _pack_name(self) -> str:
        name = self.raw.get("name")
        if not isinstance(name, str) or not is_line(name, _MOST_LETTERS):
            self.fault("name", f"must be one line of at most {_MOST_LETTERS} characters")
            return ""
        return name.strip().removesuffix(OWN)

    def _released(self) -> str:
        day = self.raw.get("releaseDate")
        if day in (None, ""):
            return ""
        try:
            return date.fromisoformat(day).isoformat()
        except (TypeError, ValueError):
            self.fault("releaseDate", "must be a day such as 2026-07-01, or null")
            return ""

    def _cards(self, pack: str) -> Iterator[Card]:
        raw = self.raw.get("cards")
        if not isinstance(raw, list) or not raw:
            self.fault("cards", "must be a list of cards")
            return
        if len(raw) > MOST_CARDS:
            self.fault("cards", f"has {len(raw):,} cards; a pack has at most {MOST_CARDS:,}")
            return
        places: dict[str, str] = {}
        for number, each in enumerate(raw):
            place = f"cards[{number}]"
            card = self._card(each, place, pack, number)
            if card is None:
                continue
            if self.strict:
                self._need_free(card, place, places)
            yield card

    def _need_free(self, card: Card, place: str, places: dict[str, str]) -> None:
        """Note a fault if another card has the code, also in the same pack."""
        for pool in self.pools.values():
            known = pool.by_code.get(card.code)
            if known is None:
                continue
            is_own = card.code in pool.own_cards
            if not is_own or known.pack.casefold() != card.pack.casefold():
                whose = "your own card" if is_own else "the published card"
                self.fault(f"{place}.code", f"is {card.code}, the code of {whose} {known.name}")
        if card.code in places:
            self.fault(f"{place}.code", f"is {card.code}, as in {places[card.code]}")
        places[card.code] = place

    def _card(self, raw: object, place: str, pack: str, number: int) -> Card | None:
        """Return a card; a field with a fault is read as a harmless value, to find other faults."""
        if not isinstance(raw, dict):
            self.fault(place, "is not an object")
            return None
        self.no_others(raw, _FIELDS, f"{place}.")
        fields: dict[str, Any] = {"quantity": 3, "deckLimit": 3, "icons": {}, **raw}
        before = len(self.faults)
        wrong: set[str] = set()
        while True:
            try:
                card = _card_of(fields, pack, number)
            except CardDataError as error:
                self.fault(f"{place}.{error.field}", error.reason)
                if error.field in wrong:
                    return None
                wrong.add(error.field)
                _make_harmless(fields, error.field)
            else:
                return card if len(self.faults) == before else None


def _make_harmless(fields: dict[str, Any], name: str) -> None:
    fields.pop(name, None)
    if name in _HARMLESS:
        fields[name] = _HARMLESS[name]
    elif name in _STATS:
        fields["plotStats"] = {**fields["plotStats"], name: 0}
    elif name in {"military", "intrigue", "power"}:
        fields["icons"] = {**fields["icons"], name: False}
    elif name in {"issuer", "version"}:
        fields["errata"] = []


def _card_of(raw: Mapping[str, Any], pack: str, number: int) -> Card:
    """Return a card of a file; CardDataError for its first fault."""
    fields = RawFields.of({**raw, "imageUrl": None}, "code")
    if not _CARD_CODE.fullmatch(fields.code):
        fields.refuse("code", "must be 2 to 20 letters a to z, digits, hyphens or underscores")
    if fields.term("type", CardType) not in _TYPES:
        fields.refuse("type", "is not a type of card in second edition decks")
    if not is_line(fields.text("name"), _MOST_LETTERS):
        fields.refuse("name", f"must be one line of at most {_MOST_LETTERS} characters")
    text = fields.text("text", "").replace("\r\n", "\n")
    if len(text) > LONGEST or not is_text(text):
        fields.refuse("text", f"must be at most {LONGEST:,} printable characters")
    traits = fields.texts("traits")
    if len(traits) > _MOST_TRAITS or not all(is_line(each, _MOST_LETTERS) for each in traits):
        fields.refuse("traits", "must be short lines")
    if not is_line(fields.text("illustrator", "") or "-", _MOST_LETTERS):
        fields.refuse("illustrator", f"must be one line of at most {_MOST_LETTERS} characters")
    from carddb.throneteki import card_of_fields  # noqa: PLC0415 - most players have no own cards

    digits = _LAST_DIGITS.search(fields.code)
    card = card_of_fields(fields, pack, int(digits[0]) if digits else number + 1)
    return replace(card, octgn_id=None, errata=())


def pack_bytes(pack: OwnPack) -> bytes:
    return f"{json.dumps(pack.raw, ensure_ascii=True, indent=1)}\n".encode("ascii")


def with_own_cards(pools: Pools, packs: Iterable[OwnPack]) -> Pools:
    """Return pools without own cards with the cards of these packs."""
    packs = tuple(packs)
    pool = pools[Edition.SECOND]
    if not packs:
        return pools
    taken = {code for each in pools.values() for code in each.by_code}
    added = {card.code: card for pack in packs for card in pack.cards if card.code not in taken}
    new_packs = [
        replace(each.pack, position=number)
        for number, each in enumerate(packs, 1)
        if each.pack.code not in pool.packs
    ]
    changed = pool.changed(
        cards=[*pool.cards, *added.values()],
        packs=[*pool.packs.values(), *new_packs],
        cycles=[*pool.cycles.values(), _CYCLE],
    )
    changed.own_cards = frozenset(added)
    return {**pools, Edition.SECOND: changed}


def load_own_packs(home: Path, pools: Pools) -> tuple[list[OwnPack], list[str]]:
    """Return the packs of the home folder, and which files or cards of them are not used."""
    read = partial(read_own_pack, pools=pools, strict=False)
    packs, notes = load_files(own_cards_folder(home), _MOST_BYTES, read)
    seen: dict[str, str] = {}
    for each in packs:
        for card in each.cards:
            other = next((p.by_code[card.code].name for p in pools.values() if card.code in p), "")
            if other := other or seen.get(card.code, ""):
                notes.append(
                    f"Your card {card.name} is not used: {other} has the same code, {card.code}."
                )
            seen[card.code] = card.name
    return packs, notes


def own_pack_file(home: Path, code: str) -> Path:
    # Codes that differ by case alone would be one file on some systems.
    return own_cards_folder(home) / f"{code.casefold()}.json"


def add_own_pack(home: Path, pack: OwnPack) -> Path:
    """Store a pack and return its file, replacing a pack of its code; AppError on failure."""
    return store_file(own_pack_file(home, pack.pack.code), pack_bytes(pack))


def remove_own_pack(home: Path, code: str) -> None:
    """Remove one of the player's own packs; AppError if none has this code."""
    if not _PACK_CODE.fullmatch(code) or not remove_file(own_pack_file(home, code)):
        raise AppError(
            f"You have no pack with the code “{code}”.", "“sevenplots cards show” shows your packs."
        )


def own_packs(pool: CardPool) -> list[Pack]:
    """Return the packs of a pool that are the player's own."""
    return [pack for pack in pool.packs.values() if pack.own]

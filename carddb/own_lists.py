"""Restricted lists of the player's own, a club's or a league's: files in the folder `lists`.

They are in the schema of the published lists (docs/own-lists.md), may be chosen wherever a list is
and are judged by the same rules; none is ever in force by itself. Their names end in “(own)”.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from carddb.pool import CardPool, Pools
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.spelling import fold
from carddb.terms import Edition
from core.decoding import decoded
from core.errors import AppError
from core.files import path_text, reason_of, unreadable, unwritable, write_file
from core.paths import own_lists_folder

OWN = " (own)"
_CODE = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
_FORMATS = ("joust", "melee")
_MOST_BYTES = 1_000_000
_MOST_LETTERS = 60
_MOST_FAULTS = 30


class OwnListError(AppError):
    """A file is no list: `faults` are sentences that name the place of each fault."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(
            f"This is no restricted list: {' '.join(self.faults[:_MOST_FAULTS])}",
            "docs/own-lists.md shows one.",
        )


def read_own_list(data: bytes, pools: Pools, *, strict: bool = True) -> RestrictedList:
    """Return the list of a JSON file; OwnListError with every fault of it.

    Unless `strict`, cards that are not known are left in it: they may come with a later sync.
    """
    if len(data) > _MOST_BYTES:
        raise OwnListError(["The file is larger than a list can be."])
    try:
        raw = json.loads(decoded(data))
    except (ValueError, RecursionError) as error:
        raise OwnListError([f"It is not JSON: {error}."]) from None
    if isinstance(raw, list) and len(raw) == 1:
        raw = raw[0]
    if not isinstance(raw, dict):
        raise OwnListError(["A file holds one list, as an object."])
    reader = _Reader(raw, pools, strict=strict)
    found = reader.read()
    if reader.faults:
        raise OwnListError(reader.faults)
    return found


@dataclass(slots=True)
class _Reader:
    """Reads a list and goes on after a fault."""

    raw: Mapping[str, Any]
    pools: Pools
    strict: bool
    faults: list[str] = field(default_factory=list)

    def read(self) -> RestrictedList:
        edition = self._edition()
        name = self._text("name").removesuffix(OWN)
        code = self._code(name, self.pools[edition])
        formats = self._formats(self.pools[edition])
        banned = self._codes(self.raw.get("bannedCards", []), "bannedCards", self.pools[edition])
        return RestrictedList(
            code=code,
            name=f"{name}{OWN}",
            issuer=self._text("issuer"),
            version=self._text("version", needed=False),
            date=self._day(),
            card_set=self._text("cardSet", needed=False) or "own",
            edition=edition,
            banned=frozenset(banned),
            formats=tuple(formats),
            own=True,
        )

    def _fault(self, place: str, reason: str) -> None:
        self.faults.append(f"{place} {reason}.")

    def _text(self, name: str, *, needed: bool = True) -> str:
        value = self.raw.get(name)
        if not needed and value in (None, ""):
            return ""
        if not isinstance(value, str) or not value.strip():
            self._fault(name, "is missing" if value is None else "is no text")
            return ""
        if len(value) > _MOST_LETTERS or not value.isprintable():
            self._fault(name, f"is to be one line of at most {_MOST_LETTERS} letters")
        return value.strip()

    def _edition(self) -> Edition:
        try:
            return Edition(self.raw.get("edition", Edition.SECOND))
        except ValueError:
            self._fault("edition", "is “first” or “second”")
            return Edition.SECOND

    def _code(self, name: str, pool: CardPool) -> str:
        code = self.raw.get("code") or "-".join(fold(name).split())[:40].strip("-")
        if not isinstance(code, str) or not _CODE.fullmatch(code):
            self._fault("code", "is to have small letters a to z, digits, points and hyphens")
            return ""
        published = pool.lists.get(code)
        if published is not None and not published.own:
            self._fault("code", f"is that of a published list, {published.name}: choose another")
        return code

    def _day(self) -> date:
        try:
            return date.fromisoformat(self.raw.get("date", ""))
        except (ValueError, TypeError):
            self._fault("date", "is to be a day such as 2026-07-01")
            return date.min

    def _formats(self, pool: CardPool) -> Iterator[tuple[str, FormatList]]:
        raw = self.raw.get("formats", [])
        if not isinstance(raw, list):
            self._fault("formats", "is no list")
            return
        seen = set()
        for number, each in enumerate(raw):
            place = f"formats[{number}]"
            if not isinstance(each, dict) or each.get("name") not in _FORMATS:
                self._fault(f"{place}.name", "is “joust” or “melee”")
            elif each["name"] in seen:
                self._fault(place, f"is {each['name']} once more")
            else:
                seen.add(each["name"])
                yield each["name"], self._format(each, place, pool)

    def _format(self, raw: Mapping[str, Any], place: str, pool: CardPool) -> FormatList:
        pods = raw.get("pods", [])
        if not isinstance(pods, list) or not all(isinstance(pod, dict) for pod in pods):
            self._fault(f"{place}.pods", "is to be a list of objects with “cards”")
            pods = []
        return FormatList(
            restricted=frozenset(
                self._codes(raw.get("restricted", []), f"{place}.restricted", pool)
            ),
            banned=frozenset(self._codes(raw.get("banned", []), f"{place}.banned", pool)),
            pods=tuple(
                self._pod(pod, f"{place}.pods[{number}]", pool) for number, pod in enumerate(pods)
            ),
        )

    def _pod(self, raw: Mapping[str, Any], place: str, pool: CardPool) -> Pod:
        trigger = raw.get("restricted")
        cards = self._codes(raw.get("cards", []), f"{place}.cards", pool)
        if trigger is not None:
            self._codes([trigger], f"{place}.restricted", pool)
        if len(cards) + (trigger is not None) < 2:
            self._fault(place, "is to name two cards or more")
        return Pod(tuple(cards), trigger if isinstance(trigger, str) else None)

    def _codes(self, raw: Any, place: str, pool: CardPool) -> list[str]:
        if not isinstance(raw, list):
            self._fault(place, "is no list of card codes")
            return []
        for number, code in enumerate(raw):
            if not isinstance(code, str) or (self.strict and code not in pool):
                self._fault(f"{place}[{number}]", f"is {code!r:.40}, which no card has as its code")
        return [code for code in raw if isinstance(code, str)]


def list_json(restricted: RestrictedList) -> dict[str, Any]:
    """Return a list in the schema of the published ones, to store and to share."""
    return {
        "code": restricted.code,
        "name": restricted.name.removesuffix(OWN),
        "issuer": restricted.issuer,
        "version": restricted.version,
        "date": restricted.date.isoformat(),
        "cardSet": restricted.card_set,
        "edition": restricted.edition.value,
        "bannedCards": sorted(restricted.banned),
        "formats": [
            {
                "name": name,
                "restricted": sorted(listed.restricted),
                "banned": sorted(listed.banned),
                "pods": [
                    {"cards": list(pod.cards)}
                    | ({"restricted": pod.trigger} if pod.trigger else {})
                    for pod in listed.pods
                ],
            }
            for name, listed in restricted.formats
        ],
    }


def list_bytes(restricted: RestrictedList) -> bytes:
    return f"{json.dumps(list_json(restricted), ensure_ascii=False, indent=1)}\n".encode()


def with_own_lists(pools: Pools, lists: Iterable[RestrictedList]) -> Pools:
    """Return the pools, with English names, and these lists in place of their own ones."""
    lists = tuple(lists)
    return {edition: _with(pool.english, lists) for edition, pool in pools.items()}


def _with(pool: CardPool, own: tuple[RestrictedList, ...]) -> CardPool:
    published = [each for each in pool.lists.values() if not each.own]
    # A list that was published under its code later counts before it.
    codes = {each.code for each in published}
    added = [each for each in own if each.edition is pool.edition and each.code not in codes]
    if not added and len(published) == len(pool.lists):
        return pool
    packs, cycles = pool.packs.values(), pool.cycles.values()
    changed = CardPool(pool.edition, pool.cards, packs, cycles, [*published, *added])
    changed.own_texts = pool.own_texts
    return changed


@dataclass(frozen=True, slots=True)
class OwnLists:
    """The lists of the folder; `note` says which file could not be read, and is empty otherwise."""

    lists: tuple[RestrictedList, ...] = ()
    note: str = ""


def load_own_lists(home: Path, pools: Pools) -> OwnLists:
    """Return the lists of the home folder, the oldest first."""
    lists, notes = [], []
    for path in sorted(own_lists_folder(home).glob("*.json")):
        try:
            lists.append(read_own_list(path.read_bytes(), pools, strict=False))
        except (OSError, OwnListError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else error.sentence
            notes.append(f"{path_text(path)} is not used: {reason.rstrip('.')}.")
    lists.sort(key=lambda each: (each.date, each.code))
    return OwnLists(tuple(lists), " ".join(notes))


def add_own_list(home: Path, restricted: RestrictedList) -> Path:
    """Store a list, in place of the one of its code; return its file. AppError where it cannot."""
    path = own_lists_folder(home) / f"{restricted.code}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from None
    write_file(path, list_bytes(restricted))
    return path


def remove_own_list(home: Path, code: str) -> None:
    """Remove a list of one's own; AppError where there is none of the code."""
    path = own_lists_folder(home) / f"{code}.json"
    if not _CODE.fullmatch(code) or not path.is_file():
        raise AppError(
            f"There is no list “{code}” of your own.", "“sevenplots lists show” names them."
        )
    try:
        path.unlink()
    except OSError as error:
        raise unreadable(path, error) from None

"""Restricted lists of the player's own, a club's or a league's: files in the folder `lists`.

They have the schema of the published lists (docs/own-lists.md). They can be chosen wherever a list
can, and the judge applies them like published ones, but none is ever in force by itself. Their
names end in “(own)”.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from carddb.own_files import (
    FileReader,
    OwnFileError,
    is_line,
    load_files,
    read_json,
    remove_file,
    store_file,
)
from carddb.pool import CardPool, Pools
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.spelling import fold
from carddb.terms import Edition
from core.errors import AppError
from core.paths import own_lists_folder

OWN = " (own)"
CODE = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
_CODE_LETTERS = "1 to 40 small letters a to z, digits, points, hyphens or underscores"
# Codes that mean something else where a list is chosen.
_RESERVED = ("none", "latest")
_FORMATS = ("joust", "melee")
_MOST_BYTES = 1_000_000
_MOST_LETTERS = 60
_FIELDS = (
    *("name", "issuer", "date", "code", "version", "cardSet", "edition", "bannedCards", "formats"),
    "url",
)
_FORMAT_FIELDS = ("name", "restricted", "banned", "pods", "url")
_POD_FIELDS = ("cards", "restricted")


class OwnListError(OwnFileError):
    """A file is not a restricted list."""

    what = "restricted list"


def read_own_list(data: bytes, pools: Pools | None, *, strict: bool = True) -> RestrictedList:
    """Return the list of a JSON file; OwnListError names every fault.

    Unless `strict`, unknown cards and fields are allowed: a later sync or a newer program may know
    them. Without pools, the code may be that of a published list.
    """
    reader = _Reader(read_json(data, _MOST_BYTES, OwnListError), strict, pools=pools)
    found = reader.read()
    if reader.faults:
        raise OwnListError(reader.faults)
    return found


@lru_cache(maxsize=64)
def carried_list(text: str) -> RestrictedList:
    """Return the list that an event carries; OwnListError if the text is not one."""
    return read_own_list(text.encode("utf-8", "replace"), None, strict=False)


def list_code(name: str) -> str:
    """Return the code that a name gives a list; empty without letters a to z or digits."""
    code = "-".join(fold(name).split())[:40].strip("-")
    return code if CODE.fullmatch(code) else ""


@dataclass(slots=True)
class _Reader(FileReader):
    """Reads a list."""

    pools: Pools | None = None

    def read(self) -> RestrictedList:
        self.no_others(self.raw, _FIELDS)
        edition = self._edition()
        pool = self.pools[edition] if self.pools else CardPool(edition, ())
        name = self._text("name").removesuffix(OWN)
        code = self._code(name, pool)
        formats = self._formats(pool)
        banned = self._codes(self.raw.get("bannedCards", []), "bannedCards", pool)
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

    def _text(self, name: str, *, needed: bool = True) -> str:
        value = self.raw.get(name)
        if not needed and value in (None, ""):
            return ""
        if not isinstance(value, str) or not value.strip():
            self.fault(name, "is missing" if value is None else "is not a text")
            return ""
        if not is_line(value, _MOST_LETTERS):
            self.fault(name, f"must be one line of at most {_MOST_LETTERS} characters")
        return value.strip()

    def _edition(self) -> Edition:
        try:
            return Edition(self.raw.get("edition", Edition.SECOND))
        except ValueError:
            self.fault("edition", "must be “first” or “second”")
            return Edition.SECOND

    def _code(self, name: str, pool: CardPool) -> str:
        code = self.raw.get("code") or list_code(name)
        if not code and name:
            self.fault("code", "is missing, and the name has no letters a to z to make one from")
        elif not isinstance(code, str) or not CODE.fullmatch(code):
            self.fault("code", f"must be {_CODE_LETTERS}")
        elif code in _RESERVED:
            self.fault("code", f"cannot be “{code}”, which has another meaning")
        elif (published := pool.lists.get(code)) is not None and not published.own:
            self.fault("code", f"is the code of the published list {published.name}")
        return code if isinstance(code, str) else ""

    def _day(self) -> date:
        try:
            return date.fromisoformat(self.raw.get("date", ""))
        except (ValueError, TypeError):
            self.fault("date", "must be a day such as 2026-07-01")
            return date.min

    def _formats(self, pool: CardPool) -> Iterator[tuple[str, FormatList]]:
        raw = self.raw.get("formats", [])
        if not isinstance(raw, list):
            self.fault("formats", "is not a list")
            return
        seen = set()
        for number, each in enumerate(raw):
            place = f"formats[{number}]"
            if not isinstance(each, dict) or each.get("name") not in _FORMATS:
                self.fault(f"{place}.name", "must be “joust” or “melee”")
            elif each["name"] in seen:
                self.fault(place, f"is a second object for {each['name']}")
            else:
                self.no_others(each, _FORMAT_FIELDS, f"{place}.")
                seen.add(each["name"])
                yield each["name"], self._format(each, place, pool)

    def _format(self, raw: Mapping[str, Any], place: str, pool: CardPool) -> FormatList:
        pods = raw.get("pods", [])
        if not isinstance(pods, list):
            self.fault(f"{place}.pods", "is not a list of objects with “cards”")
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

    def _pod(self, raw: object, place: str, pool: CardPool) -> Pod:
        if not isinstance(raw, dict):
            self.fault(place, "is not an object with “cards”")
            return Pod(())
        self.no_others(raw, _POD_FIELDS, f"{place}.")
        trigger = raw.get("restricted")
        cards = self._codes(raw.get("cards", []), f"{place}.cards", pool)
        if trigger is not None:
            self._codes([trigger], f"{place}.restricted", pool)
        if isinstance(raw.get("cards", []), list) and len(cards) + (trigger is not None) < 2:
            self.fault(place, "must name at least two cards")
        return Pod(tuple(cards), trigger if isinstance(trigger, str) else None)

    def _codes(self, raw: Any, place: str, pool: CardPool) -> list[str]:
        if not isinstance(raw, list):
            self.fault(place, "is not a list of card codes")
            return []
        for number, code in enumerate(raw):
            if not _is_code(code) or (self.strict and self.pools and code not in pool):
                shown = json.dumps(code, ensure_ascii=False)
                self.fault(f"{place}[{number}]", f"is {shown:.40}, which is not the code of a card")
        return [code for code in raw if isinstance(code, str)]


def _is_code(code: object) -> bool:
    return isinstance(code, str) and 0 < len(code) <= _MOST_LETTERS and code.isprintable()


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


def list_text(restricted: RestrictedList) -> str:
    """Return the text of a list in an event; equal lists have equal texts."""
    return json.dumps(list_json(restricted), ensure_ascii=False)


def with_own_lists(pools: Pools, lists: Iterable[RestrictedList]) -> Pools:
    """Return the pools in English with these lists instead of their own lists."""
    lists = tuple(lists)
    return {edition: _with(pool.english, lists) for edition, pool in pools.items()}


def _with(pool: CardPool, own: tuple[RestrictedList, ...]) -> CardPool:
    published = [each for each in pool.lists.values() if not each.own]
    # A list that was published later under the same code replaces it.
    codes = {each.code for each in published}
    added = [each for each in own if each.edition is pool.edition and each.code not in codes]
    if not added and len(published) == len(pool.lists):
        return pool
    return pool.changed(lists=[*published, *added])


def load_own_lists(home: Path, pools: Pools) -> tuple[list[RestrictedList], list[str]]:
    """Return the lists of the home folder, the oldest first, and which files are damaged."""
    read = partial(read_own_list, pools=pools, strict=False)
    lists, notes = load_files(own_lists_folder(home), _MOST_BYTES, read)
    return sorted(lists, key=lambda each: (each.date, each.code)), notes


def own_list_file(home: Path, code: str) -> Path:
    return own_lists_folder(home) / f"{code}.json"


def add_own_list(home: Path, restricted: RestrictedList) -> Path:
    """Store a list and return its file, replacing a list of its code; AppError on failure."""
    return store_file(own_list_file(home, restricted.code), list_bytes(restricted))


def remove_own_list(home: Path, code: str) -> None:
    """Remove one of the player's own lists; AppError if none has this code."""
    if not CODE.fullmatch(code) or not remove_file(own_list_file(home, code)):
        raise AppError(
            f"You have no list with the code “{code}”.", "“sevenplots lists show” shows your lists."
        )

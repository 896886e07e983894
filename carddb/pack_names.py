"""The ways in which players name a pack: code, name, initials, cycle, each with a number or not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from carddb.card import Card
from carddb.pack import Cycle, Pack
from carddb.spelling import fold, without_article

_NUMBERED = re.compile(r"(?P<pack>.*?\S)\s*(?:#\s*|\s)[Ff]?(?P<number>\d{1,4})")
_LEVELS = 8
_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class PackHint:
    """What a name in brackets may mean: groups of pack codes, the likeliest first, and a number."""

    groups: tuple[frozenset[str], ...]
    number: int | None = None


class PackNames:
    """Every name of an edition's packs and cycles."""

    def __init__(self, packs: Mapping[str, Pack], cycles: Mapping[str, Cycle]) -> None:
        self._packs = packs
        self._levels: tuple[dict[str, set[str]], ...] = tuple({} for _ in range(_LEVELS))
        self._names: set[str] = set()
        for pack in packs.values():
            self._add(0, pack.code, pack.code)
            for level, name in enumerate(_pack_names(pack), 1):
                self._add(level, name, pack.code)
            cycle = cycles.get(pack.cycle)
            for name in _cycle_names(cycle) if cycle else ():
                self._add(_LEVELS - 1, name, pack.code)
        self._hint = lru_cache(_REMEMBERED)(self._understand)

    def hint(self, written: str) -> PackHint | None:
        """Return what a name in brackets may mean, or None where it names no pack."""
        return self._hint(written)

    def _add(self, level: int, name: str, code: str) -> None:
        self._levels[level].setdefault(name, set()).add(code)
        self._names.add(name)

    def _understand(self, written: str) -> PackHint | None:
        groups = self._groups(written)
        if groups:
            return PackHint(groups)
        numbered = _NUMBERED.fullmatch(written.strip())
        groups = self._groups(numbered["pack"]) if numbered else ()
        return PackHint(groups, int(numbered["number"])) if numbered and groups else None

    def _groups(self, written: str) -> tuple[frozenset[str], ...]:
        code, folded = written.strip(), fold(written)
        if code not in self._levels[0] and folded not in self._names:
            return ()
        names = (code, *[folded] * (_LEVELS - 1))
        found = (
            frozenset(level.get(name, ())) for level, name in zip(self._levels, names, strict=True)
        )
        return tuple(dict.fromkeys(group for group in found if group))

    def narrow(
        self, cards: Iterable[Card], written: str, *, by_number: bool = True
    ) -> tuple[Card, ...]:
        """Return the cards that the name in brackets can mean; none where it names other packs.

        A number is a card's own in its pack or cycle, else a pack's in its cycle; without
        `by_number` it is not looked at.
        """
        hint = self.hint(written)
        for group in hint.groups if hint else ():
            in_group = tuple(card for card in cards if card.pack in group)
            if by_number and hint and hint.number is not None:
                in_group = self._of_number(in_group, hint.number)
            if in_group:
                return in_group
        return ()

    def _of_number(self, cards: tuple[Card, ...], number: int) -> tuple[Card, ...]:
        exact = tuple(card for card in cards if card.position == number)
        if exact:
            return exact
        packs = self._packs
        return tuple(card for card in cards if packs[card.pack].position == number)


def _pack_names(pack: Pack) -> tuple[str, ...]:
    name = fold(pack.name)
    short = without_article(name)
    return fold(pack.code), name, short, f"{name} set", _initials(name), _initials(short)


def _cycle_names(cycle: Cycle) -> set[str]:
    name = fold(cycle.name)
    return {fold(cycle.code), name, without_article(name), _initials(name)}


def _initials(folded: str) -> str:
    return "".join(word[0] for word in folded.split())

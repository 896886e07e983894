"""Restricted lists of both editions, as values."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from carddb.terms import Edition


@dataclass(frozen=True, slots=True)
class Pod:
    """Cards of which a deck may hold one; with a `trigger`, none beside the trigger."""

    cards: tuple[str, ...]
    trigger: str | None = None


@dataclass(frozen=True, slots=True)
class FormatList:
    """What one format of a list restricts, bans and pods, by card code."""

    restricted: frozenset[str] = frozenset()
    banned: frozenset[str] = frozenset()
    pods: tuple[Pod, ...] = ()


@dataclass(frozen=True, slots=True)
class RestrictedList:
    """A version of a restricted list; `banned` holds in every format of it.

    `card_set` is the line the list belongs to ("original", "redesign", "redesign2", or "first" for
    the first edition); the list in force is the newest of a line. A list of the player's `own` is
    never in force by itself.
    """

    code: str
    name: str
    issuer: str
    version: str
    date: dt.date
    card_set: str
    edition: Edition
    banned: frozenset[str]
    formats: tuple[tuple[str, FormatList], ...]
    own: bool = False

    @property
    def key(self) -> object:
        """The key of the list in caches: own lists, such as those of events, may share a code."""
        return self if self.own else self.code

    @property
    def codes(self) -> frozenset[str]:
        """The codes of all cards that are on the list."""
        codes = set(self.banned)
        for _, listed in self.formats:
            codes |= listed.banned | listed.restricted
            codes |= {code for pod in listed.pods for code in (*pod.cards, pod.trigger) if code}
        return frozenset(codes)

    def of(self, format_name: str) -> FormatList | None:
        return dict(self.formats).get(format_name)

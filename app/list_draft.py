"""A restricted list while it is edited: its entries are added, changed and removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from carddb.own_lists import OWN, OwnListError, list_bytes, list_code, read_own_list
from carddb.pool import Pools
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.terms import Edition


class EntryKind(StrEnum):
    """What an entry does with its cards."""

    BANNED = "Banned"
    RESTRICTED = "Restricted"
    POD = "Pod"


class Scope(StrEnum):
    """The formats in which an entry holds."""

    BOTH = "Joust and melee"
    JOUST = "Joust"
    MELEE = "Melee"


_FORMATS = {Scope.JOUST: "joust", Scope.MELEE: "melee"}
_NOTHING = FormatList()


@dataclass(frozen=True, slots=True)
class ListEntry:
    """A banned or restricted card, or the cards of a pod, by code.

    With `excludes`, the first card of a pod excludes the others, which may be together.
    """

    kind: EntryKind
    scope: Scope
    cards: tuple[str, ...]
    excludes: bool = False

    @property
    def pod(self) -> Pod:
        return Pod(self.cards[1:], self.cards[0]) if self.excludes else Pod(self.cards)


def entries_of(restricted: RestrictedList) -> list[ListEntry]:
    """Return the entries of a list; the same rule in both formats is one entry."""
    joust, melee = (restricted.of(each) or _NOTHING for each in _FORMATS.values())
    bans = (restricted.banned | joust.banned, restricted.banned | melee.banned)
    found = [*_of_both(EntryKind.BANNED, *bans)]
    found += _of_both(EntryKind.RESTRICTED, joust.restricted, melee.restricted)
    for pod in dict.fromkeys((*joust.pods, *melee.pods)):
        cards = pod.cards if pod.trigger is None else (pod.trigger, *pod.cards)
        scope = _scope(in_joust=pod in joust.pods, in_melee=pod in melee.pods)
        found.append(ListEntry(EntryKind.POD, scope, cards, pod.trigger is not None))
    return found


def _of_both(kind: EntryKind, joust: frozenset[str], melee: frozenset[str]) -> Iterator[ListEntry]:
    for code in sorted(joust | melee):
        yield ListEntry(kind, _scope(in_joust=code in joust, in_melee=code in melee), (code,))


def _scope(*, in_joust: bool, in_melee: bool) -> Scope:
    if in_joust and in_melee:
        return Scope.BOTH
    return Scope.JOUST if in_joust else Scope.MELEE


def with_cards(
    entries: Iterable[ListEntry], kind: EntryKind, scope: Scope, codes: Iterable[str]
) -> list[ListEntry]:
    """Return entries with cards banned or restricted, instead of what held for them before."""
    added = [ListEntry(kind, scope, (code,)) for code in codes]
    new = {each.cards for each in added}
    kept = [
        each
        for each in entries
        if each.kind is EntryKind.POD or each.cards not in new or not _meet(each.scope, scope)
    ]
    return [*kept, *added]


def _meet(one: Scope, other: Scope) -> bool:
    return one is other or Scope.BOTH in {one, other}


def with_pod(
    entries: Sequence[ListEntry], pod: ListEntry | None, scope: Scope, codes: Iterable[str]
) -> tuple[list[ListEntry], ListEntry]:
    """Return entries with cards added to a pod, or in a new one (None), and that pod."""
    before = pod.cards if pod else ()
    cards = tuple(dict.fromkeys((*before, *codes)))
    new = replace(pod, cards=cards) if pod else ListEntry(EntryKind.POD, scope, cards)
    if pod is None:
        return [*entries, new], new
    return [new if each == pod else each for each in entries], new


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDraft:
    """A list in its dialog; `code` is empty for a new list, which gets one from its name."""

    name: str
    issuer: str
    day: date
    edition: Edition
    entries: tuple[ListEntry, ...]
    code: str = ""

    @property
    def restricted_list(self) -> RestrictedList:
        """The list with these entries."""
        return RestrictedList(
            code=self.code or list_code(self.name) or f"list-{self.day.isoformat()}",
            name=f"{self.name}{OWN}",
            issuer=self.issuer,
            version="",
            date=self.day,
            card_set="own",
            edition=self.edition,
            banned=self._codes(EntryKind.BANNED, Scope.BOTH),
            formats=tuple((name, self._format(scope)) for scope, name in _FORMATS.items()),
            own=True,
        )

    def _codes(self, kind: EntryKind, *scopes: Scope) -> frozenset[str]:
        found = (each for each in self.entries if each.kind is kind and each.scope in scopes)
        return frozenset(code for each in found for code in each.cards)

    def _format(self, scope: Scope) -> FormatList:
        pods = (each for each in self.entries if each.kind is EntryKind.POD)
        return FormatList(
            restricted=self._codes(EntryKind.RESTRICTED, scope, Scope.BOTH),
            banned=self._codes(EntryKind.BANNED, scope),
            pods=tuple(each.pod for each in pods if _meet(each.scope, scope)),
        )

    def faults(self, pools: Pools) -> dict[str, str]:
        """Return the first fault of each place: "name", "issuer" or "cards".

        They are the faults that a file with this list would have. A new list needs a new code.
        """
        found: dict[str, str] = {}
        made = self.restricted_list
        try:
            read_own_list(list_bytes(made), pools)
        except OwnListError as error:
            for fault in error.faults:
                place = fault.split(maxsplit=1)[0]
                place = "name" if place == "code" else place
                found.setdefault(place if place in {"name", "issuer"} else "cards", fault)
        known = pools[self.edition].lists.get(made.code)
        if not self.code and known is not None:
            whose = "your list" if known.own else "the published list"
            found["name"] = f"Its code {made.code} is the code of {whose} {known.name}."
        for place, text in (("name", self.name), ("issuer", self.issuer)):
            if not text:
                found[place] = "Required."
        if any(each.kind is EntryKind.POD and len(each.cards) < 2 for each in self.entries):
            found["cards"] = "A pod needs at least two cards. Add some, or remove the pod."
        return found

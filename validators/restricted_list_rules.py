"""Rules made from a restricted list: banned cards, one restricted card, pods."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from carddb.pool import CardPool
from carddb.restrictions import FormatList, RestrictedList
from validators.messages import card_names
from validators.problem import Problem, Rule
from validators.tally import DeckTally, codes

EMPTY = FormatList()
REDESIGN_PACKS = ("R", "R2")


@dataclass(frozen=True, slots=True)
class Banned:
    """Cards that the list bans, for the format or as part of a card set."""

    bits: int
    list_name: str
    source: str
    code: str = "list.banned"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        cards = tally.present(self.bits)
        if not cards:
            return ()
        message = f"Banned by {self.list_name}: {card_names(cards, tally.pool)}."
        return (Problem(self.code, message, self.source, codes(cards), found=len(cards), wanted=0),)


@dataclass(frozen=True, slots=True)
class Restricted:
    """A deck may hold one restricted title, in any number of copies."""

    bits: int
    list_name: str
    source: str
    code: str = "list.restricted"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        cards = tally.present(self.bits)
        found = len({card.name for card in cards})
        if found <= 1:
            return ()
        message = (
            f"{found} restricted cards of {self.list_name}: {card_names(cards, tally.pool)}; "
            "1 is allowed, in any number of copies."
        )
        return (Problem(self.code, message, self.source, codes(cards), found=found, wanted=1),)


@dataclass(frozen=True, slots=True)
class Pods:
    """A deck may hold one title of each pod."""

    pods: tuple[int, ...]
    all_bits: int
    list_name: str
    source: str
    code: str = "list.pod"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        bits = (tally.bits | tally.outside_bits) & self.all_bits
        if bits.bit_count() < 2:
            return ()
        problems = []
        for present in dict.fromkeys(bits & pod for pod in self.pods):
            if present.bit_count() < 2:
                continue
            cards = list(tally.pool.among(present))
            found = len({card.name for card in cards})
            if found > 1:
                held = card_names(cards, tally.pool)
                message = f"One pod of {self.list_name} holds {held}; a deck may include 1 of them."
                problems.append(
                    Problem(self.code, message, self.source, codes(cards), found=found, wanted=1)
                )
        return problems


@dataclass(frozen=True, slots=True)
class TriggeredPods:
    """A deck with the trigger of a pod may hold none of the pod's cards."""

    pods: tuple[tuple[int, int], ...]
    list_name: str
    source: str
    code: str = "list.pod-trigger"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        problems = []
        for trigger, pod in self.pods:
            owner, cards = tally.present(trigger), tally.present(pod & ~trigger)
            if owner and cards:
                message = (
                    f"{self.list_name}: with {card_names(owner, tally.pool)} in the deck, "
                    f"{card_names(cards, tally.pool)} may not be."
                )
                named = codes([*owner, *cards])
                problems.append(
                    Problem(self.code, message, self.source, named, found=len(cards), wanted=0)
                )
        return problems


def rules_of(restricted: RestrictedList, format_name: str, pool: CardPool) -> tuple[Rule, ...]:
    """Return the rules that a list makes for a format; bans without a format hold in all."""
    part = restricted.of(format_name) or EMPTY
    name = f"{restricted.name} ({format_name})"
    source = f"{restricted.issuer}, {restricted.name}, {restricted.date.isoformat()}"
    plain = tuple(pool.bits_of(pod.cards) for pod in part.pods if pod.trigger is None)
    triggered = tuple(
        (pool.bits_of((pod.trigger,)), pool.bits_of(pod.cards))
        for pod in part.pods
        if pod.trigger is not None
    )
    rules: list[Rule] = [
        Banned(_banned(restricted, part, pool), name, source),
        Restricted(pool.bits_of(part.restricted), name, source),
    ]
    if plain:
        rules.append(Pods(plain, reduce(or_, plain), name, source))
    if triggered:
        rules.append(TriggeredPods(triggered, name, source))
    return tuple(rules)


def _banned(restricted: RestrictedList, part: FormatList, pool: CardPool) -> int:
    """Return the banned cards; a ban of all redesigns includes the later set (R2), too."""
    bits = pool.bits_of({*restricted.banned, *part.banned})
    redesigns = [pool.bits_of(c.code for c in pool if c.pack == pack) for pack in REDESIGN_PACKS]
    if any(each and each & bits == each for each in redesigns):
        bits |= reduce(or_, redesigns)
    return bits

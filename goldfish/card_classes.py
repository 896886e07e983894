"""A deck as setup sees it: groups of cards whose placements depend on each other.

Cards that no hand can place are "dead". Attachments with the same possible hosts need the same kind
of host. Groups affect each other only through gold and hosts; exceptions are untabled pairs, which
the reference solver handles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import Slots
from goldfish.attachments import bears_one, exclude_each_other, is_host, may_bear
from goldfish.draw_deck import DrawDeck
from goldfish.setup import Way, ways
from goldfish.setup_rules import SetupRules

MOST_CONFIGURATIONS = 32  # more configurations of hosts make the tables too large
MOST_PAIRS = 60  # the most untabled pairs with their own bits
MOST_GROUP_STATES = 3000  # more states of one group take too long


@dataclass(frozen=True, slots=True)
class HostKind:
    """Hosts that some attachments need: one card of these classes.

    With `once` each host takes one copy of that title, so more copies need more hosts. At most
    `cap` hosts are needed beyond the `there` hosts that start in play.
    """

    hosts: frozenset[int]
    once: str
    there: int
    cap: int = 0

    @property
    def is_missing(self) -> bool:
        """Whether the deck has no such host."""
        return not self.hosts and not self.there


@dataclass(frozen=True, slots=True)
class UntabledPair:
    """Two sets of classes; the tables are wrong for hands that hold cards of both."""

    some: frozenset[int]
    others: frozenset[int]


@dataclass(frozen=True, slots=True)
class DeckClasses:
    """The cards of a deck that can be placed, their copies, and how they depend on each other.

    `kind_of` maps attachments to the kind of host that they need; `hostless` ones have no host at
    all. `hosts` and `attachments` are groups of classes. Groups with both kinds of cards are the
    last of `attachments`; none of them gives hosts to a later one.
    """

    opening: DrawDeck
    cards: tuple[Card, ...]
    copies: tuple[int, ...]
    dead: Slots
    kinds: tuple[HostKind, ...]
    kind_of: dict[int, int]
    hostless: frozenset[int]
    hosts: tuple[tuple[int, ...], ...]
    attachments: tuple[tuple[int, ...], ...]
    untabled_pairs: tuple[UntabledPair, ...]

    @property
    def dead_count(self) -> int:
        return sum(copies for _, copies in self.dead)


def classes_of(opening: DrawDeck) -> DeckClasses:
    deck = [card for card, _ in opening.slots]
    live = [slot for slot in opening.slots if _is_live(slot[0], deck, opening)]
    cards = tuple(card for card, _ in live)
    copies = tuple(count for _, count in live)
    needing = _needing(cards, opening)
    kinds, kind_of, untabled = _kinds(needing, copies)
    borne = {i for i, card in enumerate(cards) if card.type is CardType.ATTACHMENT}
    groups, alone = _bounded(list(_groups(cards, opening)), copies, opening.rules.hand_size)
    untabled += alone
    both, apart = _whole(
        [each for each in groups if 0 < len(borne & set(each)) < len(each)], kinds, kind_of
    )
    parts = [each for each in groups if each not in both]
    return DeckClasses(
        opening=opening,
        cards=cards,
        copies=copies,
        dead=tuple(slot for slot in opening.slots if slot not in live),
        kinds=kinds,
        kind_of=kind_of,
        hostless=frozenset(i for need in needing if need.is_missing for i in needing[need]),
        hosts=tuple(filter(None, (tuple(i for i in each if i not in borne) for each in parts))),
        attachments=(
            *filter(None, (tuple(i for i in each if i in borne) for each in parts)),
            *both,
        ),
        untabled_pairs=_merged([*_untabled_pairs(cards, apart, borne, kind_of), *untabled]),
    )


def _is_live(card: Card, deck: Sequence[Card], opening: DrawDeck) -> bool:
    rules = opening.rules
    possible = {way for way, _ in ways(card, rules)}
    titles = {each.name for each in rules.in_play if each.unique}
    if Way.SHADOW in possible or (Way.DUPLICATE in possible and card.name in titles):
        return True
    if Way.CARD not in possible and Way.DUPLICATE not in possible:
        return False
    payers = [each for each in deck if each is card or (card.unique and each.name == card.name)]
    return any(_may_lie_face_up(each, deck, opening) for each in payers)


def _may_lie_face_up(card: Card, deck: Sequence[Card], opening: DrawDeck) -> bool:
    if Way.CARD not in {way for way, _ in ways(card, opening.rules)}:
        return False
    return card.type is not CardType.ATTACHMENT or any(
        may_bear(host, card) for host in (*deck, *opening.rules.in_play) if is_host(host)
    )


def _needing(cards: Sequence[Card], opening: DrawDeck) -> dict[HostKind, list[int]]:
    """Return the attachments that can be placed face up, by the hosts that they need."""
    rules = opening.rules
    hosts = [i for i, card in enumerate(cards) if is_host(card) and rules.price(card) is not None]
    needing: dict[HostKind, list[int]] = {}
    for index, card in enumerate(cards):
        if card.type is CardType.ATTACHMENT and rules.price(card) is not None:
            need = HostKind(
                frozenset(i for i in hosts if may_bear(cards[i], card)),
                card.name if _is_once(card) else "",
                sum(may_bear(each, card) for each in rules.in_play),
            )
            needing.setdefault(need, []).append(index)
    return needing


def _kinds(
    needing: Mapping[HostKind, Sequence[int]], copies: Sequence[int]
) -> tuple[tuple[HostKind, ...], dict[int, int], list[UntabledPair]]:
    """Return the kinds of hosts, the kind that each class needs, and untabled pairs."""
    kinds: list[HostKind] = []
    kind_of: dict[int, int] = {}
    untabled: list[UntabledPair] = []
    configurations = 1
    for need, classes in sorted(needing.items(), key=lambda each: -sum(copies[i] for i in each[1])):
        cap = (sum(copies[i] for i in classes) if need.once else 1) - need.there
        if cap <= 0 or need.is_missing:
            continue
        if configurations * (cap + 1) > MOST_CONFIGURATIONS:
            untabled.append(UntabledPair(frozenset(classes), frozenset(classes)))
            continue
        configurations *= cap + 1
        kind_of |= dict.fromkeys(classes, len(kinds))
        kinds.append(replace(need, cap=cap))
    return tuple(kinds), kind_of, untabled


def _groups(cards: Sequence[Card], opening: DrawDeck) -> Iterator[tuple[int, ...]]:
    """Yield classes that depend on each other: a unique title, Limited cards, one per host."""
    left = list(range(len(cards)))
    while left:
        group = [left.pop(0)]
        for member in group:
            ties = [i for i in left if _tied(cards[member], cards[i], opening)]
            group += ties
            left = [i for i in left if i not in ties]
        yield tuple(sorted(group))


def _bounded(
    groups: Sequence[tuple[int, ...]], copies: Sequence[int], hand: int
) -> tuple[list[tuple[int, ...]], list[UntabledPair]]:
    """Return groups of limited size, and pairs for the classes that were left out."""
    bounded: list[tuple[int, ...]] = []
    untabled: list[UntabledPair] = []
    for group in groups:
        small = sorted(group, key=lambda index: -copies[index])
        while sum(hands_by_size((copies[index] for index in small), hand)) > MOST_GROUP_STATES:
            last = small.pop()
            bounded.append((last,))
            untabled.append(UntabledPair(frozenset({last}), frozenset({last})))
        bounded.append(tuple(sorted(small)))
    return bounded, untabled


def _whole(
    groups: Sequence[tuple[int, ...]], kinds: Sequence[HostKind], kind_of: Mapping[int, int]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Split groups of hosts and attachments: those that fit a table, and the others."""
    whole: list[tuple[int, ...]] = []
    apart: list[tuple[int, ...]] = []
    for group in groups:
        needed = [kinds[kind_of[i]].hosts for i in group if i in kind_of]
        given = {i for each in whole for i in each}
        (apart if any(hosts & given for hosts in needed) else whole).append(group)
    return whole, apart


def hands_by_size(copies: Iterable[int], most: int) -> list[int]:
    """Return in how many ways 0, 1, ... `most` of these copies can be held."""
    ways_of = [1] + [0] * most
    for count in copies:
        ways_of = [
            sum(ways_of[size - k] for k in range(min(count, size) + 1)) for size in range(most + 1)
        ]
    return ways_of


def _tied(one: Card, other: Card, opening: DrawDeck) -> bool:
    if one.name == other.name and (
        (one.unique and other.unique) or _is_once(one) or _is_once(other)
    ):
        return True
    return _may_use_limit(one, opening.rules) and _may_use_limit(other, opening.rules)


def _may_use_limit(card: Card, rules: SetupRules) -> bool:
    return card.keyword("limited") is not None and rules.price(card) is not None


def _untabled_pairs(
    cards: Sequence[Card],
    groups: Iterable[Sequence[int]],
    borne: set[int],
    kind_of: Mapping[int, int],
) -> Iterator[UntabledPair]:
    """Yield pairs that exclude each other in ways that the tables ignore."""
    for group in groups:
        attachments, others = borne & set(group), set(group) - borne
        if attachments and others:
            yield UntabledPair(frozenset(attachments), frozenset(others))
    for index in sorted(borne):
        against = {
            other
            for other in borne
            if other != index
            and (cards[other].name != cards[index].name or kind_of.get(other) != kind_of.get(index))
            and exclude_each_other(cards[index], cards[other])
        }
        if against:
            yield UntabledPair(frozenset({index}), frozenset(against))
        if exclude_each_other(cards[index], cards[index]) and not _is_once(cards[index]):
            yield UntabledPair(frozenset({index}), frozenset({index}))
    for index, card in enumerate(cards):
        if is_host(card) and bears_one(card):
            bearable = {other for other in borne if may_bear(card, cards[other])}
            yield UntabledPair(frozenset({index}), frozenset(bearable))


def _merged(pairs: Sequence[UntabledPair]) -> tuple[UntabledPair, ...]:
    """Return at most 63 pairs, one for each bit; further pairs are joined."""
    alone = [each for each in pairs if each.some == each.others]
    apart = [each for each in pairs if each.some != each.others]
    small, rest = apart[:MOST_PAIRS], apart[MOST_PAIRS:]
    return (*small, *(_union(each) for each in (alone, rest) if each))


def _union(pairs: Sequence[UntabledPair]) -> UntabledPair:
    return UntabledPair(
        frozenset[int]().union(*(each.some for each in pairs)),
        frozenset[int]().union(*(each.others for each in pairs)),
    )


def _is_once(card: Card) -> bool:
    return card.host is not None and card.host.once


def most_placed(card: Card, rules: SetupRules) -> int:
    """Return how many copies of a card can matter: Limited cards are limited."""
    if card.keyword("limited") and rules.into_shadows(card) is None:
        return min(rules.limited, rules.hand_size)
    return rules.hand_size

"""The best setup of a hand: the readable reference for the fast kernel.

It tries every legal setup that can beat the best one so far, by the rules of `SetupRules`.
docs/goldfish.md explains what is modeled.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from operator import itemgetter
from typing import TypeAlias

from carddb.card import Card
from carddb.pattern import Side
from carddb.terms import CardType, Edition
from core.errors import AppError
from goldfish.attachments import attach, is_host, may_bear
from goldfish.setup_rules import NEVER_PLACED, SetupRules


class Way(StrEnum):
    """How a card leaves the hand; a shadow card lies facedown and has no characteristics."""

    CARD = "card"
    DUPLICATE = "duplicate"
    SHADOW = "shadow"


class Criterion(StrEnum):
    """A number that the best setup maximizes."""

    CARDS = "cards"
    GOLD = "gold"
    CHARACTERS = "characters"
    STRENGTH = "strength"


Order = tuple[Criterion, ...]

DEFAULT_ORDER: Order = tuple(Criterion)


def order_of(first: Iterable[Criterion]) -> Order:
    """Return all criteria, the given ones first."""
    return tuple(dict.fromkeys((*first, *DEFAULT_ORDER)))


def read_order(text: str) -> Order:
    """Return the order of a text such as "gold,characters"; AppError for unknown words."""
    words = [word.strip().casefold() for word in text.split(",") if word.strip()]
    known = {each.value for each in Criterion}
    for word in words:
        if word not in known:
            raise AppError(
                f"“{word}” is not a criterion of setups.",
                f"They are compared by {', '.join(Criterion)}, in the order that you give.",
            )
    return order_of(Criterion(word) for word in words)


@dataclass(frozen=True, slots=True)
class Placed:
    """A card that left the hand, the gold paid for it, and an attachment's host."""

    card: Card
    way: Way
    cost: int
    host: Card | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """A card that stays in hand, why, as a sentence, and the id of the rule behind it."""

    card: Card
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Tally:
    """The values by which setups are compared: cards, gold spent, characters, printed STR.

    Duplicates and cards in shadows are not characters. A STR of X counts 0.
    """

    cards: int = 0
    gold: int = 0
    characters: int = 0
    strength: int = 0


@dataclass(frozen=True, slots=True)
class SetupPlan:
    """The best setup of a hand: every card is either placed or left, in order of their codes."""

    placed: tuple[Placed, ...]
    left: tuple[Left, ...]
    tally: Tally
    budget: int

    @property
    def cards(self) -> int:
        return self.tally.cards

    @property
    def gold(self) -> int:
        return self.tally.gold

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the placed cards, lowest first."""
        return tuple(each.card.code for each in self.placed)


def tally_of(placed: Iterable[tuple[Card, Way, int]]) -> Tally:
    cards = gold = characters = strength = 0
    for card, way, cost in placed:
        cards += 1
        gold += cost
        if way is Way.CARD and card.type is CardType.CHARACTER:
            characters += 1
            strength += strength_of(card)
    return Tally(cards, gold, characters, strength)


def strength_of(card: Card) -> int:
    """Return the printed STR, 0 for X or none."""
    return card.strength if isinstance(card.strength, int) else 0


# A sentence and the id of the rule for it.
Reason: TypeAlias = tuple[str, str]
# Rules with a different entry in the first edition.
_FIRST = {
    "ruling.setup.events": "ruling.setup.gold.first",
    "ruling.setup.duplicates": "ruling.setup.gold.first",
    "ruling.setup.attachments": "ruling.setup.setup-keyword.first",
    "answer.setup-attachments-own": "ruling.setup.setup-keyword.first",
    "answer.setup-attachments-at-once": "ruling.setup.setup-keyword.first",
}


def left_with_reasons(
    left: Iterable[Card], placed: Sequence[Placed], rules: SetupRules
) -> tuple[Left, ...]:
    """Return the cards left in hand with the reasons, as sentences."""
    found = []
    for card in left:
        reason, rule = (
            _forbidden(card, rules)
            or _excluded(card, placed, rules)
            or _without_host(card, placed, rules)
            or _gold(card, placed, rules)
        )
        if rules.edition is Edition.FIRST:
            rule = first_edition_rule(rule)
        found.append(Left(card, reason, rule))
    return tuple(found)


def first_edition_rule(rule: str) -> str:
    """Return the entry of the first edition for one of the second."""
    return rule if rule.endswith(".first") else _FIRST.get(rule, f"{rule}.first")


def _forbidden(card: Card, rules: SetupRules) -> Reason | None:
    if not rules.placing:
        return "The agenda allows no cards to be placed.", "ruling.setup.knights-of-the-hollow-hill"
    if card.code in NEVER_PLACED:
        return "By its text it cannot be placed during setup.", "ruling.setup.war-elephants"
    if rules.price(card) is not None or rules.into_shadows(card) is not None:
        return None
    if card.type is CardType.ATTACHMENT and rules.edition is Edition.FIRST:
        return (
            "An attachment is placed only with the keyword Setup.",
            "ruling.setup.setup-keyword.first",
        )
    if card.type is CardType.EVENT:
        return (
            "Events are not placed, except into shadows if they have shadow.",
            "ruling.setup.events",
        )
    return "It has no cost for which it could be placed.", "ruling.setup.events"


def _excluded(card: Card, placed: Sequence[Placed], rules: SetupRules) -> Reason | None:
    """Return the card in play that excludes this one, if any."""
    if rules.into_shadows(card) is not None:
        return None
    face_up = [each.card for each in placed if each.way is not Way.SHADOW]
    limited = [each for each in face_up if each.keyword("limited")]
    if card.keyword("limited") and len(limited) >= rules.limited:
        if any(each.name == card.name and each.unique for each in limited):
            return "A duplicate of a Limited card may not be placed.", "ruling.setup.limited"
        return (
            f"Only one Limited card may be placed, and {limited[0].name} is.",
            "ruling.setup.limited",
        )
    titles = {each.name for each in (*face_up, *rules.in_play) if each.unique}
    if card.unique and card.name in titles and not rules.duplicates_free:
        return (
            "Its title is in play, and duplicates are not placed during setup.",
            "ruling.setup.duplicates",
        )
    return None


def _without_host(card: Card, placed: Sequence[Placed], rules: SetupRules) -> Reason | None:
    """Return why an attachment has no host, if it needs one."""
    if card.type is not CardType.ATTACHMENT or rules.price(card) is None or card.host is None:
        return None
    if rules.into_shadows(card) is not None and _left_over(placed, rules) < rules.shadow_price:
        return None
    if all(option.side is Side.OPPONENTS for option in card.host.options):
        return (
            "It goes on an opponent's card only, and in setup it needs a host of your own.",
            "answer.setup-attachments-own",
        )
    in_play = [*(each.card for each in placed if each.way is Way.CARD), *rules.in_play]
    hosts = [each for each in in_play if is_host(each)]
    if not any(may_bear(each, card) for each in hosts):
        return "None of the placed cards may bear it.", "ruling.setup.attachments"
    price = rules.price(card)
    if price is not None and price <= _left_over(placed, rules):
        return (
            "No placed card is left that may bear it beside the other attachments.",
            "answer.setup-attachments-at-once",
        )
    return None


def _gold(card: Card, placed: Sequence[Placed], rules: SetupRules) -> Reason:
    prices = [price for price in (rules.price(card), rules.into_shadows(card)) if price is not None]
    least, left = min(prices), _left_over(placed, rules)
    cost = f"It costs {least}" + (" into shadows" if rules.price(card) != least else "")
    penalty, rule = rules.penalty(card), "ruling.setup.gold"
    if penalty and rules.price(card) == least:
        cost += f", of which {penalty} for being out of House"
        rule = "deck-building.penalty.first"
    if least > rules.gold:
        return f"{cost}; there are only {rules.gold} gold in setup.", rule
    if left >= least:
        return f"{cost}; without another card it would be out of place.", rule
    return f"{cost}; the best setup leaves {left} of {rules.gold} gold.", rule


def _left_over(placed: Sequence[Placed], rules: SetupRules) -> int:
    return rules.gold - sum(each.cost for each in placed)


Taken = tuple[Card, Way, int]


def best_setup(hand: Iterable[Card], rules: SetupRules, order: Order = DEFAULT_ORDER) -> SetupPlan:
    """Return the best setup of a hand of any size (RR, Setup; rulings 9 and 10).

    Ties go to the lowest codes. Cards in `rules.in_play` bear attachments and have duplicates, but
    are not part of the plan.
    """
    cards = tuple(sorted(hand, key=lambda card: card.code))
    best, hosts = best_taken(cards, rules, order)
    placed = tuple(
        Placed(card, way, cost, hosts.get(index)) for index, (card, way, cost) in enumerate(best)
    )
    rest = list(cards)
    for each in placed:
        rest.remove(each.card)
    left = left_with_reasons(rest, placed, rules)
    return SetupPlan(placed, left, tally_of(best), rules.gold)


def best_taken(
    cards: Sequence[Card], rules: SetupRules, order: Order
) -> tuple[tuple[Taken, ...], dict[int, Card]]:
    """Return what the best setup places, and the hosts of its attachments by their places in it.

    The cards must be in order of their codes.
    """
    search = _SetupSearch(cards, rules, order)
    search.go_on(0, 0, 0, 0, 0)
    return search.best, search.hosts


def ways(card: Card, rules: SetupRules) -> Iterator[tuple[Way, int]]:
    """Yield the ways in which a card may leave the hand, with their prices.

    Another copy of a unique card face up is a free duplicate (RR, Duplicates).
    """
    price = rules.price(card)
    if price is not None and price <= rules.gold:
        yield Way.CARD, price
    if price is not None and card.unique and rules.duplicates_free:
        yield Way.DUPLICATE, 0
    shadows = rules.into_shadows(card)
    if shadows is not None and shadows <= rules.gold:
        yield Way.SHADOW, shadows


def allows(taken: Sequence[Taken], card: Card, way: Way, rules: SetupRules) -> bool:
    """Return whether a card may join the taken ones, apart from its payer and its host.

    One copy of a unique title and at most `rules.limited` Limited cards lie face up, duplicates
    included.
    """
    if way is Way.SHADOW:
        return True
    if card.keyword("limited"):
        faceup = [each for each, other, _ in taken if other is not Way.SHADOW]
        count = sum(each.keyword("limited") is not None for each in faceup)
        if count >= rules.limited:
            return False
    if way is Way.CARD and card.unique:
        paid = [each for each, other, _ in taken if other is Way.CARD]
        return not any(each.unique and each.name == card.name for each in (*paid, *rules.in_play))
    return True


def payers_are_there(taken: Iterable[Taken], rules: SetupRules) -> bool:
    """Return whether each duplicate's title is face up in play (ruling 10)."""
    taken = tuple(taken)
    paid = {card.name for card, way, _ in taken if way is Way.CARD and card.unique}
    paid |= {card.name for card in rules.in_play if card.unique}
    return all(card.name in paid for card, way, _ in taken if way is Way.DUPLICATE)


def attached(taken: Iterable[Taken], rules: SetupRules) -> dict[int, Card] | None:
    """Return the host of each attachment by its index among the taken cards, or None."""
    taken = tuple(taken)
    face_up = [(i, card) for i, (card, way, _) in enumerate(taken) if way is Way.CARD]
    attachments = [(i, card) for i, card in face_up if card.type is CardType.ATTACHMENT]
    if not attachments:
        return {}
    own = [card for _, card in face_up if is_host(card)]
    hosts = sorted([*own, *rules.in_play], key=lambda card: card.code)
    found = attach([card for _, card in attachments], hosts)
    if found is None:
        return None
    return {i: host for (i, _), host in zip(attachments, found, strict=True)}


class _SetupSearch:
    """A search through all setups of one hand; `best` are the cards taken in the best."""

    def __init__(self, cards: Sequence[Card], rules: SetupRules, order: Order) -> None:
        self._rules = rules
        self._in_order = itemgetter(*(DEFAULT_ORDER.index(each) for each in order))
        candidates = [(card, _useful_ways(card, cards, rules)) for card in cards]
        self._cards = [(card, its_ways) for card, its_ways in candidates if its_ways]
        self._most = self._potential()
        self._taken: list[Taken] = []
        self._taken_ways: list[int] = []
        self._value: tuple[int, ...] = ()
        self._codes: tuple[str, ...] = ()
        self.best: tuple[Taken, ...] = ()
        self.hosts: dict[int, Card] = {}

    def _potential(self) -> list[tuple[list[int], int, int, int]]:
        """Return the most that the cards from each place on can add.

        Each has the least gold for 1, 2 and more cards, and the most gold, characters and STR.
        """
        most: list[tuple[list[int], int, int, int]] = [([], 0, 0, 0)]
        least: list[int] = []
        for card, its_ways in reversed(self._cards):
            _, gold, characters, strength = most[-1]
            least = sorted([*least, min(cost for _, cost in its_ways)])
            person = card.type is CardType.CHARACTER
            most.append(
                (
                    list(accumulate(least)),
                    gold + max(cost for _, cost in its_ways),
                    characters + person,
                    strength + (strength_of(card) if person else 0),
                )
            )
        return most[::-1]

    def go_on(self, place: int, cards: int, gold: int, characters: int, strength: int) -> None:
        """Try every way for the card of this place and the following ones."""
        value = (cards, gold, characters, strength)
        if self._is_hopeless(place, value):
            return
        if place == len(self._cards):
            self._judge(self._in_order(value))
            return
        card, its_ways = self._cards[place]
        again = place > 0 and self._cards[place - 1][0].code == card.code
        for index in range(self._taken_ways[-1] if again else 0, len(its_ways)):
            way, cost = its_ways[index]
            if gold + cost <= self._rules.gold and allows(self._taken, card, way, self._rules):
                person = way is Way.CARD and card.type is CardType.CHARACTER
                stronger = strength_of(card) if person else 0
                self._taken.append((card, way, cost))
                self._taken_ways.append(index)
                self.go_on(
                    place + 1, cards + 1, gold + cost, characters + person, strength + stronger
                )
                self._taken_ways.pop()
                self._taken.pop()
        self._taken_ways.append(len(its_ways))
        self.go_on(place + 1, *value)
        self._taken_ways.pop()

    def _is_hopeless(self, place: int, value: tuple[int, int, int, int]) -> bool:
        least, gold, characters, strength = self._most[place]
        left = self._rules.gold - value[1]
        bound = (
            value[0] + bisect(least, left),
            value[1] + min(gold, left),
            value[2] + characters,
            value[3] + strength,
        )
        return bool(self._in_order(bound) < self._value)

    def _judge(self, value: tuple[int, ...]) -> None:
        codes = tuple(card.code for card, _, _ in self._taken)
        if self._value and (value < self._value or (value == self._value and codes >= self._codes)):
            return
        if not payers_are_there(self._taken, self._rules):
            return
        hosts = attached(self._taken, self._rules)
        if hosts is not None:
            self._value, self._codes = value, codes
            self.best, self.hosts = tuple(self._taken), hosts


def _useful_ways(
    card: Card, cards: Sequence[Card], rules: SetupRules
) -> tuple[tuple[Way, int], ...]:
    """Return the ways of a card in its hand; a duplicate needs another copy."""
    there = (*cards, *rules.in_play)
    alone = card.unique and sum(each.unique and each.name == card.name for each in there) < 2
    return tuple(each for each in ways(card, rules) if not (alone and each[0] is Way.DUPLICATE))

"""Every one-card change of a deck and its effect on opening hands.

Cards that setup cannot tell apart are rated once. One pass through the hands of the deck with a
card added rates it for all cards that may go.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import TypeAlias

import numpy as np
from typing_extensions import override

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import changed_slots, slots_of
from goldfish.attachments import bears_one, exclude_each_other, is_host, may_bear
from goldfish.dealer import Deal, Sampling, draws_for
from goldfish.draw_deck import DrawDeck
from goldfish.exact import is_quick
from goldfish.merged_tables import MergedKernel, TableMemory
from goldfish.outcomes import SetupValues
from goldfish.report import NORMAL, Estimate
from goldfish.setup import DEFAULT_ORDER, Criterion, Order, Way, strength_of, ways
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Floats, Ints
from goldfish.simulate import blocks
from goldfish.swaps.outcomes_without import (
    CountedDeck,
    HandLevels,
    OutcomesWithout,
    Question,
    exact_outcomes,
)
from goldfish.swaps.rated_change import Changes, Goal, GoalKind, RatedChange


class SampledOutcomes(OutcomesWithout):
    """Tables from sampled hands, with the errors of paired differences between them."""

    def __init__(self, kernel: SetupKernel, levels: HandLevels, kinds: Ints, copies: Ints) -> None:
        opening = kernel.opening
        self._kinds = kinds
        # How much likelier a hand is without one copy of the deck.
        scale = opening.size / (opening.size - opening.rules.hand_size)
        self._weights = {
            card.code: scale * (1 - copies[place] / count)
            for place, (card, count) in enumerate(opening.slots)
        }
        tables = {
            code: (np.bincount(kinds, weights, levels.size * 4).reshape(levels.shape) / len(kinds))
            for code, weights in self._weights.items()
        }
        super().__init__(levels, tables)

    @override
    def base_error(self, code: str, opening: DrawDeck) -> float:
        moved = self._moved(code, opening)
        return NORMAL * float(moved.std()) / sqrt(len(moved))

    @override
    def error(self, out: str, into: str, after: DrawDeck, before: DrawDeck) -> float:
        if out == into:
            return 0.0
        mine, theirs = (
            self._moved(code, opening) for code, opening in ((out, after), (into, before))
        )
        return NORMAL * float((mine - theirs).std()) / sqrt(len(mine))

    def _moved(self, code: str, opening: DrawDeck) -> Floats:
        influence = self.levels.influence(self.tables[code], opening).ravel()
        return np.asarray(influence[self._kinds] * self._weights[code])


def sampled_outcomes(
    kernel: SetupKernel, levels: HandLevels, sampling: Sampling
) -> SampledOutcomes:
    """Return the tables of a deck with a card added, from sampled hands.

    Halved decks are sampled like others.
    """
    slots, rules = kernel.opening.slots, kernel.opening.rules
    places = np.repeat(np.arange(len(slots)), [count for _, count in slots]).astype(np.uint16)
    dead = len(kernel.classes.cards)
    classes = np.array([kernel.number.get(card.code, dead) for card, _ in slots], np.uint16)
    marks = np.array([levels.question.mark(card) for card, _ in slots])
    kinds, copies = [], []
    draws = draws_for(len(places), rules.hand_size, halved=False)
    for words, size in blocks(sampling, draws, None):
        hands = Deal(places, words, rules.hand_size, halved=False).first[:, :size]
        values = kernel.solve(classes[hands])[0] >> kernel.keys.value_shift
        kinds.append(levels.of_value[values] * 4 + np.bitwise_or.reduce(marks[hands], axis=0))
        held = np.zeros((len(slots), size), np.int8)
        columns = np.arange(size)
        for row in hands:
            held[row, columns] += 1
        copies.append(held)
    return SampledOutcomes(kernel, levels, np.concatenate(kinds), np.concatenate(copies, axis=1))


# A property of cards besides their setup, such as whether they pass a search.
Mark = Callable[[Card], Hashable]


@dataclass(frozen=True, slots=True)
class NeverPlaced:
    """The likeness of cards that no hand can place."""

    mark: Hashable


@dataclass(frozen=True, slots=True)
class LikeCards:
    """A deck with one card for all equal ones; `standing_for` maps codes of cards to that card."""

    opening: DrawDeck
    standing_for: Mapping[str, Card]


class LikenessInDeck:
    """Finds cards that are equal for setup in a deck, or would be if added to it.

    `criteria` are those of setups that matter.
    """

    def __init__(self, opening: DrawDeck, mark: Mark, criteria: Order = DEFAULT_ORDER) -> None:
        self._opening = opening
        self._mark = mark
        self._strength = Criterion.STRENGTH in criteria
        self._persons = self._strength or Criterion.CHARACTERS in criteria
        rules = opening.rules
        cards = [card for card, _ in opening.slots]
        self._attachments = [card for card in cards if card.type is CardType.ATTACHMENT]
        self._hosts = [card for card in (*cards, *rules.in_play) if is_host(card)]
        self._copies: Counter[str] = Counter()
        for card, count in (*opening.slots, *((each, 1) for each in rules.in_play)):
            if card.unique:
                self._copies[card.name] += count

    def of(self, card: Card) -> Hashable:
        """Return a value that is equal for equal cards of the deck."""
        return self._likeness(card, has_copies=self._copies[card.name] > 1)

    def of_added(self, card: Card) -> Hashable:
        """Return a value that is equal for cards that would be equal if added to the deck."""
        return self._likeness(card, has_copies=self._copies[card.name] > 0)

    def _likeness(self, card: Card, *, has_copies: bool) -> Hashable:
        found = ways(card, self._opening.rules)
        doubles = card.unique and has_copies
        its_ways = tuple(each for each in found if doubles or each[0] is not Way.DUPLICATE)
        borne = card.type is CardType.ATTACHMENT
        hosts = self._codes(host for host in self._hosts if borne and may_bear(host, card))
        # An attachment without a host may still be a duplicate of a character of its title.
        face_up = all(way is Way.CARD for way, _ in its_ways)
        if not its_ways or (borne and not hosts and face_up):
            return NeverPlaced(self._mark(card))
        title = card.name if card.unique and has_copies else ""
        person = card.type is CardType.CHARACTER and self._persons
        return (
            its_ways,
            self._mark(card),
            card.type if borne or person else None,
            strength_of(card) if self._strength and person else 0,
            card.keyword("limited") is not None,
            (title, card.code) if title or self._is_alone(card) else None,
            hosts,
            self._codes(each for each in self._attachments if may_bear(card, each)),
        )

    def _is_alone(self, card: Card) -> bool:
        """Return whether the card affects others in its own way."""
        if card.type is not CardType.ATTACHMENT:
            return is_host(card) and bears_one(card)
        return any(exclude_each_other(card, each) for each in (card, *self._attachments))

    @staticmethod
    def _codes(cards: Iterable[Card]) -> frozenset[str]:
        return frozenset(card.code for card in cards)

    def merged(self) -> LikeCards:
        """Return the deck with equal cards merged."""
        groups: dict[Hashable, list[tuple[Card, int]]] = defaultdict(list)
        for card, count in self._opening.slots:
            groups[self.of(card)].append((card, count))
        slots: list[tuple[Card, int]] = []
        standing_for: dict[str, Card] = {}
        for likeness, group in groups.items():
            first = group[0][0]
            if isinstance(likeness, NeverPlaced):
                # Tables ignore them, but their names matter for searches.
                slots += group
                standing_for |= {card.code: first for card, _ in group}
                continue
            plain = self._plain(first)
            if len(group) == 1 or plain is None:
                slots += group
                standing_for |= {card.code: card for card, _ in group}
                continue
            slots.append((plain, sum(count for _, count in group)))
            standing_for |= {card.code: plain for card, _ in group}
        return LikeCards(replace(self._opening, slots=slots_of(slots)), standing_for)

    def _plain(self, card: Card) -> Card | None:
        """Return the card as not unique, or None if that makes a difference."""
        plain = replace(card, unique=False)
        same = all(may_bear(plain, each) == may_bear(card, each) for each in self._attachments)
        return plain if same else None


# Cards to come in that are equal for setup, and the cards of the deck that each may replace.
IncomingCards: TypeAlias = Mapping[Card, frozenset[Card]]


def incoming(
    opening: DrawDeck, changes: Changes, question: Question, order: Order = DEFAULT_ORDER
) -> list[IncomingCards]:
    """Return the cards that may come in, equal ones together.

    The most promising come first: wanted cards, characters if they matter, cheap cards. Slow ones
    come last.
    """
    outs: dict[Card, list[Card]] = defaultdict(list)
    for out, cards in changes.items():
        for card in cards:
            outs[card].append(out)
    likeness = LikenessInDeck(opening, question.mark, question.criteria(order))
    alike: dict[Hashable, dict[Card, frozenset[Card]]] = defaultdict(dict)
    for card in sorted(outs, key=lambda each: each.code):
        alike[likeness.of_added(card)][card] = frozenset(outs[card])
    return sorted(
        alike.values(), key=lambda cards: _promise(next(iter(cards)), opening, question.goal)
    )


def _promise(card: Card, opening: DrawDeck, goal: Goal) -> tuple[bool, bool, int]:
    price, shadows = opening.rules.price(card), opening.rules.into_shadows(card)
    least = min((each for each in (price, shadows) if each is not None), default=99)
    wanted = goal.test(card) if goal.test else card.type is CardType.CHARACTER
    asked = goal.test is not None or goal.kind is GoalKind.CHARACTERS
    both_roles = card.unique and any(
        each.unique
        and each.name == card.name
        and CardType.ATTACHMENT in (each.type, card.type)
        and each.type is not card.type
        for each, _ in opening.slots
    )
    return both_roles, asked and not wanted, least


@dataclass(frozen=True, slots=True)
class RatedChanges:
    """Some changes of a deck, and the number and chances of the deck itself."""

    before: Estimate
    chances: tuple[float, ...]
    changes: tuple[RatedChange, ...]


class HandChanges:
    """Rates the changes of one deck for one question; with `sampling`, hands are always sampled."""

    def __init__(
        self,
        opening: DrawDeck,
        question: Question,
        order: Order = DEFAULT_ORDER,
        sampling: Sampling | None = None,
    ) -> None:
        self._opening = opening
        self._question = question
        self._criteria = question.criteria(order)
        self._sampling = sampling
        self._memory = TableMemory(question.mark)

    def rate(self, cards: IncomingCards) -> RatedChanges:
        """Return the changes for some cards to come in, with their gains."""
        first = next(iter(cards))
        changed = changed_opening(self._opening, into=(first,))
        like = LikenessInDeck(changed, self._question.mark, self._criteria).merged()
        standing = like.standing_for
        into = standing[first.code].code
        found = self._outcomes(like, into)
        before = found.mean(into, self._opening)
        by_class: dict[str, list[Card]] = defaultdict(list)
        may_go = frozenset[Card]().union(*cards.values())
        for out in [card for card, _ in self._opening.slots if card in may_go]:
            by_class[standing[out.code].code].append(out)
        rated = []
        for code, outs in by_class.items():
            named = _named(cards, outs)
            after = changed_opening(self._opening, out=named.out, into=(first,))
            mean = found.mean(code, after)
            gain = self._question.goal.gain(before, mean)
            error = found.error(code, into, after, self._opening)
            rated.append(
                replace(
                    named,
                    gain=Estimate(gain, gain - error, gain + error),
                    after=mean,
                    exact=not error,
                    chances=_chances(found, code),
                )
            )
        base_error = found.base_error(into, self._opening)
        base = Estimate(before, before - base_error, before + base_error)
        return RatedChanges(base, _chances(found, into), tuple(rated))

    def _outcomes(self, like: LikeCards, into: str) -> OutcomesWithout:
        kernel = None if self._sampling else self._merged(like, into)
        if kernel is None or not is_quick(kernel):
            return self._sampled(like, kernel)
        if self._counted is None or not kernel.holds_added:
            return exact_outcomes(kernel, self._levels(kernel))
        here, there = self._own.standing_for, like.standing_for
        known_as = {there[code].code: card.code for code, card in here.items()}
        return self._counted.outcomes_with(kernel, self._levels(kernel), into, known_as)

    def _sampled(self, like: LikeCards, merged: MergedKernel | None) -> OutcomesWithout:
        kernel: SetupKernel = (
            merged
            if merged and not merged.is_merged
            else SetupKernel(like.opening, self._criteria, names_cards=False)
        )
        return sampled_outcomes(kernel, self._levels(kernel), self._sampling or Sampling())

    def _merged(self, like: LikeCards, into: str) -> MergedKernel:
        """Return the kernel for a deck: only for hands with the card `into`, if it can be placed.

        That requires the same levels as those of the counted deck.
        """
        work = (like.opening, self._criteria, self._memory)
        if self._counted is None:
            return MergedKernel(*work)
        kernel = MergedKernel(*work, into)
        if not kernel.holds_added or self._counted.is_like(self._levels(kernel)):
            return kernel
        return MergedKernel(*work)

    def _levels(self, kernel: SetupKernel) -> HandLevels:
        return HandLevels(self._question, SetupValues(kernel.keys))

    @cached_property
    def _own(self) -> LikeCards:
        return LikenessInDeck(self._opening, self._question.mark, self._criteria).merged()

    @cached_property
    def _counted(self) -> CountedDeck | None:
        merged = MergedKernel(self._own.opening, self._criteria, self._memory)
        if not merged.is_merged or not is_quick(merged):
            return None
        return CountedDeck(merged, self._levels(merged))


def changed_opening(
    opening: DrawDeck, *, out: Iterable[Card] = (), into: Iterable[Card] = ()
) -> DrawDeck:
    """Return the deck with some copies out and some in; choices of agendas stay."""
    return replace(opening, slots=changed_slots(opening.slots, out, into))


def _chances(found: OutcomesWithout, code: str) -> tuple[float, ...]:
    """Return how often the goal's number is 0, 1, 2, ... without a card."""
    by_level = found.final(code).sum(axis=1)
    return tuple(float(each) for each in np.trim_zeros(by_level, "b"))


def _named(cards: IncomingCards, outs: Sequence[Card]) -> RatedChange:
    """Return a change of equal cards, named by the first two that may be swapped."""
    into, out = next((card, out) for card, its in cards.items() for out in outs if out in its)
    return RatedChange(
        out=(out,),
        into=(into,),
        gain=Estimate.exact(0.0),
        after=0.0,
        exact=True,
        also_in=tuple(card for card, its in cards.items() if out in its and card is not into),
        also_out=tuple(each for each in outs if each in cards[into] and each is not out),
    )

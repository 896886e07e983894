"""Every one-card change of a deck and what it does to the opening hands.

Cards to come in that setup cannot tell apart are reckoned once; each takes one pass through the
hands of the deck with that card as its 61st, which answers for all cards that may go for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from carddb.card import Card
from carddb.progress import Progress
from carddb.terms import CardType
from decks.deck import changed_slots
from goldfish.dealer import Sampling
from goldfish.draw_deck import DrawDeck
from goldfish.exact import is_quick
from goldfish.merged_tables import MergedKernel, TableMemory
from goldfish.report import Estimate
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_plan import DEFAULT_ORDER, Order
from goldfish.setup_values import SetupValues
from goldfish.swaps.goal import Goal, GoalKind
from goldfish.swaps.hand_levels import HandLevels, Question
from goldfish.swaps.like_cards import LikeCards, LikenessInDeck
from goldfish.swaps.outcomes_without import CountedDeck, OutcomesWithout, exact_outcomes
from goldfish.swaps.rated_change import Changes, RatedChange
from goldfish.swaps.sampled_outcomes import sampled_outcomes


@dataclass(frozen=True, slots=True)
class IncomingCards:
    """Cards to come in that are alike to setup, and for which cards of the deck each may come."""

    outs: Mapping[Card, frozenset[Card]]

    @property
    def first(self) -> Card:
        """The one that is reckoned."""
        return next(iter(self.outs))


def incoming(
    opening: DrawDeck, changes: Changes, question: Question, order: Order = DEFAULT_ORDER
) -> list[IncomingCards]:
    """Return the cards that may come in, those together that are alike.

    Those that promise most come first: what is asked to be seen, characters for more of them, the
    cheap ones for everything. What takes the solver long comes last.
    """
    outs: dict[Card, list[Card]] = defaultdict(list)
    for out, cards in changes.items():
        for card in cards:
            outs[card].append(out)
    likeness = LikenessInDeck(opening, question.mark, question.criteria(order))
    alike: dict[Hashable, dict[Card, frozenset[Card]]] = defaultdict(dict)
    for card in sorted(outs, key=lambda each: each.code):
        alike[likeness.of_added(card)][card] = frozenset(outs[card])
    kinds = [IncomingCards(each) for each in alike.values()]
    return sorted(kinds, key=lambda each: _promise(each.first, opening, question.goal))


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
    """Some changes of a deck, and its own number and chances before them."""

    before: Estimate
    chances: tuple[float, ...]
    changes: tuple[RatedChange, ...]


class HandChanges:
    """Rates the changes of one deck for one question; `sampling` samples even what is countable."""

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

    def rate(self, cards: IncomingCards, progress: Progress | None = None) -> RatedChanges:
        """Return all changes by which some cards come in, each with its gain."""
        changed = changed_opening(self._opening, into=(cards.first,))
        like = LikenessInDeck(changed, self._question.mark, self._criteria).merged()
        standing = like.standing_for
        into = standing[cards.first.code].code
        found = self._outcomes(like, into, progress)
        before = found.mean(into, self._opening)
        by_class: dict[str, list[Card]] = defaultdict(list)
        for out in self._outs(cards):
            by_class[standing[out.code].code].append(out)
        rated = []
        for code, outs in by_class.items():
            named = _named(cards, outs)
            after = changed_opening(self._opening, out=named.out, into=(cards.first,))
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

    def _outs(self, cards: IncomingCards) -> list[Card]:
        """Return the cards of the deck for which some of the cards may come, in its order."""
        every = frozenset[Card]().union(*cards.outs.values())
        return [card for card, _ in self._opening.slots if card in every]

    def _outcomes(self, like: LikeCards, into: str, progress: Progress | None) -> OutcomesWithout:
        kernel = None if self._sampling else self._merged(like, into)
        if kernel is None or not is_quick(kernel):
            return self._sampled(like, kernel, progress)
        if self._counted is None or not kernel.holds_added:
            return exact_outcomes(kernel, self._levels(kernel), progress)
        here, there = self._own.standing_for, like.standing_for
        known_as = {there[code].code: card.code for code, card in here.items()}
        return self._counted.outcomes_with(kernel, self._levels(kernel), into, known_as, progress)

    def _sampled(
        self, like: LikeCards, merged: MergedKernel | None, progress: Progress | None
    ) -> OutcomesWithout:
        kernel: SetupKernel = (
            merged
            if merged and not merged.is_merged
            else SetupKernel(like.opening, self._criteria, names_cards=False)
        )
        sampling = self._sampling or Sampling()
        return sampled_outcomes(kernel, self._levels(kernel), sampling, progress)

    def _merged(self, like: LikeCards, into: str) -> MergedKernel:
        """Return what counts the hands of a deck: those that hold a card, if it may be placed.

        Those of the deck itself must be counted by the same levels for that.
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
        """The hands of the deck itself, where they can be counted."""
        merged = MergedKernel(self._own.opening, self._criteria, self._memory)
        if not merged.is_merged or not is_quick(merged):
            return None
        return CountedDeck(merged, self._levels(merged))


def changed_opening(
    opening: DrawDeck, *, out: Iterable[Card] = (), into: Iterable[Card] = ()
) -> DrawDeck:
    """Return what hands are drawn from with some copies out and some in.

    What agendas have found or set aside stays as it is.
    """
    return replace(opening, slots=changed_slots(opening.slots, out, into))


def _chances(found: OutcomesWithout, code: str) -> tuple[float, ...]:
    """Return how often the goal's number is 0, 1, 2, ... without a card."""
    by_level = found.final(code).sum(axis=1)
    return tuple(float(each) for each in np.trim_zeros(by_level, "b"))


def _named(cards: IncomingCards, outs: Sequence[Card]) -> RatedChange:
    """Return a change of like cards for like cards, by the first two that may be changed."""
    into, out = next((card, out) for card, its in cards.outs.items() for out in outs if out in its)
    return RatedChange(
        out=(out,),
        into=(into,),
        gain=Estimate.exact(0.0),
        after=0.0,
        exact=True,
        also_in=tuple(card for card, its in cards.outs.items() if out in its and card is not into),
        also_out=tuple(each for each in outs if each in cards.outs[into] and each is not out),
    )

"""The best changes of a deck, more precise with every step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace
from time import perf_counter

from carddb.card import Card
from carddb.card_test import CardTest
from core.errors import AppError
from core.worker_processes import ProcessPool
from goldfish.dealer import Sampling
from goldfish.draw_deck import DrawDeck
from goldfish.report import Estimate
from goldfish.setup import DEFAULT_ORDER, Order
from goldfish.swaps.hand_changes import (
    HandChanges,
    IncomingCards,
    RatedChanges,
    changed_opening,
    incoming,
)
from goldfish.swaps.outcomes_without import Question
from goldfish.swaps.rated_change import Changes, RatedChange, SwapAdvice, rank


@dataclass(frozen=True, slots=True)
class _Among:
    """A test for some cards that can be sent to another process, unlike that of a search."""

    codes: frozenset[str]

    def __call__(self, card: Card) -> bool:
        return card.code in self.codes


_rating: list[HandChanges] = []


def rated_in_processes(
    work: tuple[DrawDeck, Question, Order, Sampling | None],
    cards: Sequence[IncomingCards],
    workers: int,
) -> Iterator[RatedChanges]:
    """Yield the results of HandChanges.rate from worker processes, in order."""
    opening, question, order, sampling = work
    every = [*(card for card, _ in opening.slots), *(card for each in cards for card in each)]
    sent = (opening, _portable(question, every), order, sampling)
    pool = ProcessPool(workers, _begin, *sent)
    try:
        yield from pool.map(_rate, cards)
    except BrokenExecutor:
        raise AppError(
            "The search for changes ended before it was done.",
            "Perhaps there was too little memory: ask for fewer --workers.",
        ) from None
    finally:
        pool.stop()


def _portable(question: Question, cards: Iterable[Card]) -> Question:
    every = tuple(cards)

    def among(test: CardTest | None) -> CardTest | None:
        codes = frozenset(card.code for card in every if test and test(card))
        return test and CardTest(test.label, _Among(codes))

    goal, policy = question.goal, question.policy
    return Question(
        replace(goal, test=among(goal.test)), replace(policy, needs=among(policy.needs))
    )


def _begin(opening: DrawDeck, question: Question, order: Order, sampling: Sampling | None) -> None:
    _rating[:] = [HandChanges(opening, question, order, sampling)]


def _rate(cards: IncomingCards) -> RatedChanges:
    return _rating[0].rate(cards)


# Whether a deck stays legal with some cards out and others in.
LegalChange = Callable[[tuple[Card, ...], tuple[Card, ...]], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceOptions:
    """How setups are compared; with `sampling` hands are always sampled."""

    order: Order = DEFAULT_ORDER
    sampling: Sampling | None = None
    top: int = 50
    workers: int = 1


def advise(
    opening: DrawDeck, changes: Changes, question: Question, options: AdviceOptions
) -> Iterator[SwapAdvice]:
    """Yield the best changes so far, after each card to come in; the last advice is complete."""
    started = perf_counter()
    cards = incoming(opening, changes, question, options.order)
    work = (opening, question, options.order, options.sampling)
    every = (
        map(HandChanges(*work).rate, cards)
        if options.workers == 1
        else rated_in_processes(work, cards, options.workers)
    )
    best: list[RatedChange] = []
    classes = 0
    base = None
    considered = sum(map(len, changes.values()))
    for done, rated in enumerate(every, 1):
        classes += len(rated.changes)
        if base is None or _width(rated) < _width(base):
            base = rated
        best = sorted([*best, *rated.changes], key=rank)[: options.top]
        yield SwapAdvice(
            goal=question.goal,
            base=base.before,
            base_chances=base.chances,
            changes=tuple(best),
            considered=considered,
            classes=classes,
            done=done,
            total=len(cards),
            seconds=perf_counter() - started,
            remarks=opening.remarks,
        )


def _width(rated: RatedChanges) -> float:
    return rated.before.high - rated.before.low


# How many of the best changes, and cards in them, are combined to changes of two cards.
BEAM = 6
INCOMING = 6

SINGLES = 50  # how many of the best changes of one card that needs


def advise_two(
    opening: DrawDeck,
    single: SwapAdvice,
    is_legal: LegalChange,
    question: Question,
    options: AdviceOptions,
) -> Iterator[SwapAdvice]:
    """Yield the best changes of two cards, made of the best changes of one card.

    The best cards are tried again after each of the best changes, so pairs in which neither card is
    good alone are not found.
    """
    started = perf_counter()
    best: dict[tuple[tuple[str, ...], ...], RatedChange] = {}
    firsts = single.changes[:BEAM]
    seconds = tuple(dict.fromkeys(each.into[-1] for each in single.changes))[:INCOMING]
    for done, first in enumerate(firsts, 1):
        changed = changed_opening(opening, out=first.out, into=first.into)
        rating = HandChanges(changed, question, options.order, options.sampling)
        outs = [card for card, _ in changed.slots if card not in first.into]
        for into in [each for each in seconds if each not in first.out]:
            legal = tuple(
                out
                for out in outs
                if out is not into and is_legal((*first.out, out), (*first.into, into))
            )
            if legal:
                for each in rating.rate({into: frozenset(legal)}).changes:
                    pair = _joined(first, each)
                    best.setdefault(_cards(pair), pair)
        yield replace(
            single,
            changes=tuple(sorted(best.values(), key=rank)[: options.top]),
            done=done,
            total=len(firsts),
            seconds=single.seconds + perf_counter() - started,
        )


def _cards(change: RatedChange) -> tuple[tuple[str, ...], ...]:
    out, into = ([card.code for card in cards] for cards in (change.out, change.into))
    return tuple(sorted(out)), tuple(sorted(into))


def _joined(first: RatedChange, second: RatedChange) -> RatedChange:
    """Return two changes as one; gains add up, because the second was rated after the first."""
    one, two = first.gain, second.gain
    return replace(
        second,
        out=(*first.out, *second.out),
        into=(*first.into, *second.into),
        gain=Estimate(one.mean + two.mean, one.low + two.low, one.high + two.high),
        exact=first.exact and second.exact,
    )

"""The best changes of a deck, better known the longer it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter

from carddb.card import Card
from goldfish.dealer import Sampling
from goldfish.draw_deck import DrawDeck
from goldfish.report import Estimate
from goldfish.setup_plan import DEFAULT_ORDER, Order
from goldfish.swaps.hand_changes import (
    HandChanges,
    IncomingCards,
    RatedChanges,
    changed_opening,
    incoming,
)
from goldfish.swaps.hand_levels import Question
from goldfish.swaps.rated_change import Changes, RatedChange, SwapAdvice, rank
from goldfish.swaps.rating_processes import rated_in_processes

# Whether a deck is still as legal with some cards out and others in.
LegalChange = Callable[[tuple[Card, ...], tuple[Card, ...]], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceOptions:
    """How setups are compared, whether hands are sampled even where all can be counted.

    More than one of `workers` are processes of their own.
    """

    order: Order = DEFAULT_ORDER
    sampling: Sampling | None = None
    top: int = 50
    workers: int = 1


def advise(
    opening: DrawDeck, changes: Changes, question: Question, options: AdviceOptions
) -> Iterator[SwapAdvice]:
    """Yield the best changes known so far, each time that one more card to come in is reckoned.

    The last advice is the whole one. Nothing is yielded where there is nothing to change.
    """
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


# How many of the best changes a second one is tried with, and how many cards come in there.
BEAM = 6
INCOMING = 6

# The best changes of one card that those are taken from.
SINGLES = 50


def advise_two(
    opening: DrawDeck,
    single: SwapAdvice,
    is_legal: LegalChange,
    question: Question,
    options: AdviceOptions,
) -> Iterator[SwapAdvice]:
    """Yield the best changes of two cards, made of the best ones of one card.

    After each of the best changes the cards of the best ones are tried again in the deck that it
    made; so a pair of which neither card is good alone is not found.
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
                for each in rating.rate(IncomingCards({into: frozenset(legal)})).changes:
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
    """Return two changes as one: their gains add up, since the second was rated after the first."""
    both = (first.gain, second.gain)
    return replace(
        second,
        out=(*first.out, *second.out),
        into=(*first.into, *second.into),
        gain=Estimate(
            *(sum(part) for part in zip(*((e.mean, e.low, e.high) for e in both), strict=True))
        ),
        exact=first.exact and second.exact,
    )

"""Changes rated by several processes of this machine, each with a share of the cards to come in."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from threading import current_thread, main_thread

from carddb.card import Card
from carddb.card_test import CardTest
from goldfish.dealer import Sampling
from goldfish.draw_deck import DrawDeck
from goldfish.setup_plan import Order
from goldfish.swaps.hand_changes import HandChanges, IncomingCards, RatedChanges
from goldfish.swaps.hand_levels import Question


@dataclass(frozen=True, slots=True)
class _Among:
    """Whether a card is one of some; unlike a search's, this test can go to another process."""

    codes: frozenset[str]

    def __call__(self, card: Card) -> bool:
        return card.code in self.codes


_rating: list[HandChanges] = []


def rated_in_processes(
    work: tuple[DrawDeck, Question, Order, Sampling | None],
    cards: Sequence[IncomingCards],
    workers: int,
) -> Iterator[RatedChanges]:
    """Yield what HandChanges rates, in the same order; the processes end with the iterator."""
    opening, question, order, sampling = work
    every = [*(card for card, _ in opening.slots), *(card for each in cards for card in each.outs)]
    sent = (opening, _portable(question, every), order, sampling)
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin, sent)
    try:
        with _deaf_to_ctrl_c():
            rated = pool.map(_rate, cards)
        yield from rated
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Let processes that are started here not hear Ctrl+C: this one ends them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


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

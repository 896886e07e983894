"""Changes rated by several processes of this machine, each with a share of the cards to come in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.card_test import CardTest
from carddb.errors import AppError
from carddb.worker_processes import ProcessPool
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

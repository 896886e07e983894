"""Answers to questions about hands and rounds. It imports numpy, so only a worker imports it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from core.progress import Progress, share
from goldfish.dealer import Sampling
from goldfish.draw_deck import DrawDeck
from goldfish.exact import exact_hands, is_quick
from goldfish.odds import WantedCards, any_of_cards, odds_by_round
from goldfish.queries import (
    HandsAnswer,
    HandsOptions,
    HandsQuestion,
    Method,
    OrdersQuestion,
    PlayedDeck,
    RoundsAnswer,
    RoundsQuestion,
    SeeAnswer,
    SeeQuestion,
)
from goldfish.report import OrdersReport
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import compared_orders, compared_rounds, sampled_rounds
from goldfish.setup_kernel import SetupKernel
from goldfish.simulate import compared, exact_difference, sampled_hands

ROUNDS = 5

Question: TypeAlias = HandsQuestion | SeeQuestion | RoundsQuestion | OrdersQuestion


class Kernels:
    """The kernels of a question's decks, cached for the next question about the same decks.

    A kernel takes some tenths of a second; its tables may take 100 megabytes.
    """

    def __init__(self, question: Question, kept: dict[object, Any]) -> None:
        """Forget the kernels of other decks."""
        self._kept = kept
        openings = {deck.draw_deck for deck in question.decks}
        for key in [*kept]:
            if (key.opening if isinstance(key, GamePlan) else key) not in openings:
                kept.pop(key, None)

    def setup(self, opening: DrawDeck) -> SetupKernel:
        kernel: SetupKernel = self._kept.get(opening) or SetupKernel(opening)
        self._kept[opening] = kernel
        return kernel

    def rounds(self, side: PlayedDeck, rounds: int) -> RoundsKernel:
        """Return the kernel that plays a deck; one is kept for each opening."""
        plan = GamePlan(side.deck, side.draw_deck, side.plots, rounds)
        kernel = self._kept.get(plan)
        if kernel is None:
            for key in [*self._kept]:
                if isinstance(key, GamePlan) and key.opening == plan.opening:
                    self._kept.pop(key, None)
            kernel = RoundsKernel(plan, setup=self.setup(plan.opening))
            self._kept[plan] = kernel
        return kernel

    def shrink(self) -> None:
        """Release large data that is quickly made again."""
        for kernel in [*self._kept.values()]:
            if isinstance(kernel, SetupKernel):
                kernel.release_lookups()


def answer_to(question: Question, progress: Progress, kept: dict[object, Any]) -> Any:
    """Return the answer to a question of `queries`; AppError if there is none.

    `kept` caches kernels between questions.
    """
    kernels = Kernels(question, kept)
    try:
        return _WORK[type(question)](question, kernels, by_percent(progress))
    finally:
        kernels.shrink()


def by_percent(progress: Progress) -> Progress:
    """Report whole percents only, because thousands of reports would slow down the window."""
    last = -1

    def report(done: int, total: int) -> None:
        nonlocal last
        percent = done * 100 // max(total, 1)
        if percent != last:
            last = percent
            progress(percent, 100)

    report(0, 100)
    return report


def _hands(question: HandsQuestion, kernels: Kernels, progress: Progress) -> HandsAnswer:
    options = question.options
    players = [(kernels.setup(deck.draw_deck), options.policy) for deck in question.decks]
    if _is_exact(options, [kernel for kernel, _ in players]):
        parts = _parts(progress, len(players))
        exact = [exact_hands(*each, part) for each, part in zip(players, parts, strict=True)]
        difference = exact_difference(*exact) if len(exact) > 1 else None
        return HandsAnswer(question, tuple(exact), difference)
    sampling = Sampling(options.hands, options.seed)
    if len(players) == 1:
        return HandsAnswer(question, (sampled_hands(*players[0], sampling, progress),))
    *reports, difference = compared(players[0], players[1], sampling, progress)
    return HandsAnswer(question, tuple(reports), difference)


def _see(question: SeeQuestion, kernels: Kernels, progress: Progress) -> SeeAnswer:
    options = question.options
    found = []
    for deck, part in zip(question.decks, _parts(progress, len(question.decks)), strict=True):
        kernel = kernels.setup(deck.draw_deck)
        chosen = [card for card, _ in deck.draw_deck.slots if card.code in question.codes]
        wanted = WantedCards(test=any_of_cards(chosen), at_least=question.at_least, by_round=ROUNDS)
        exact = _is_exact(options, [kernel])
        sampling = None if exact else Sampling(options.hands, options.seed)
        found.append(odds_by_round(kernel, options.policy, wanted, sampling, part))
    return SeeAnswer(question, tuple(found))


def _rounds(question: RoundsQuestion, kernels: Kernels, progress: Progress) -> RoundsAnswer:
    sampling = Sampling(question.games, question.seed)
    mine = kernels.rounds(question.mine, question.rounds)
    if question.theirs is None:
        return RoundsAnswer(question, (sampled_rounds(mine, sampling, progress),))
    theirs = kernels.rounds(question.theirs, question.rounds)
    one, other, difference = compared_rounds(mine, theirs, sampling, progress)
    return RoundsAnswer(question, (one, other), difference)


def _orders(question: OrdersQuestion, kernels: Kernels, progress: Progress) -> OrdersReport:
    kernel = kernels.rounds(question.deck, question.rounds)
    sampling = Sampling(question.games, question.seed)
    return compared_orders(kernel, sampling, question.by, progress)


_WORK: Mapping[type, Callable[[Any, Kernels, Progress], Any]] = {
    HandsQuestion: _hands,
    SeeQuestion: _see,
    RoundsQuestion: _rounds,
    OrdersQuestion: _orders,
}


def _parts(progress: Progress, parts: int) -> list[Progress]:
    return [share(progress, n * 100 // parts, (n + 1) * 100 // parts) for n in range(parts)]


def _is_exact(options: HandsOptions, kernels: Sequence[SetupKernel]) -> bool:
    if options.method is Method.QUICK:
        return all(is_quick(kernel) for kernel in kernels)
    return options.method is Method.EXACT

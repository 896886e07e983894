"""The work behind the odds, for a worker thread: it imports numpy, and is itself imported there."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Any, TypeVar

from carddb.progress import Progress, share
from desktop.pages.hands.odds.queries import (
    Chances,
    DealtDeck,
    HandsAnswer,
    HandsOptions,
    HandsQuestion,
    Method,
    OrdersAnswer,
    OrdersQuestion,
    PlayedDeck,
    RoundsAnswer,
    RoundsQuestion,
    SeeAnswer,
    SeeQuestion,
)
from goldfish.dealer import Sampling
from goldfish.exact import is_quick
from goldfish.exact_report import exact_hands
from goldfish.odds import Wanted, odds_by_round, wanted_cards
from goldfish.rounds.comparison import compared_rounds
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import compared_orders, sampled_rounds
from goldfish.setup_kernel import SetupKernel
from goldfish.simulate import compared, exact_difference, sampled_hands

ROUNDS = 5

# A deck and the one that it is compared with; their tables may take 100 megabytes each.
MOST_CACHED = 2

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class OddsJobs:
    """Answers questions; the kernels of the latest decks are cached."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kernels: dict[Callable[[Any], Any], dict[Any, Any]] = {}

    def hands(self, question: HandsQuestion, progress: Progress) -> HandsAnswer:
        """Return what opening hands come to; AppError where that cannot be found."""
        progress = by_percent(progress)
        options, decks = question.options, question.decks
        players = [(self._kernel(SetupKernel, deck.draw_deck), options.policy) for deck in decks]
        if _is_exact(options, [kernel for kernel, _ in players]):
            reports = [
                exact_hands(*player, _part(progress, number, len(players)))
                for number, player in enumerate(players)
            ]
            if len(reports) == 1:
                return HandsAnswer(question, reports[0])
            return HandsAnswer(question, reports[0], reports[1], exact_difference(*reports))
        sampling = Sampling(options.hands, options.seed)
        if len(players) == 1:
            return HandsAnswer(question, sampled_hands(*players[0], sampling, progress))
        return HandsAnswer(question, *compared(players[0], players[1], sampling, progress))

    def see(self, question: SeeQuestion, progress: Progress) -> SeeAnswer:
        """Return the chances to see cards; AppError where they cannot be found."""
        progress = by_percent(progress)
        decks = question.decks
        parts = [_part(progress, number, len(decks)) for number in range(len(decks))]
        found = [self._chances(question, *each) for each in zip(decks, parts, strict=True)]
        return SeeAnswer(question, tuple(found))

    def rounds(self, question: RoundsQuestion, progress: Progress) -> RoundsAnswer:
        """Return what so many games come to, for both decks from the same shuffles."""
        progress = by_percent(progress)
        sampling = Sampling(question.games, question.seed)
        mine = self._rounds_kernel(question.mine, question.rounds)
        if question.theirs is None:
            return RoundsAnswer(question, sampled_rounds(mine, sampling, progress))
        theirs = self._rounds_kernel(question.theirs, question.rounds)
        return RoundsAnswer(question, *compared_rounds(mine, theirs, sampling, progress))

    def orders(self, question: OrdersQuestion, progress: Progress) -> OrdersAnswer:
        """Return the orders of plots that come to most."""
        progress = by_percent(progress)
        kernel = self._rounds_kernel(question.deck, question.rounds)
        sampling = Sampling(question.games, question.seed)
        return OrdersAnswer(question, compared_orders(kernel, sampling, question.by, progress))

    def _chances(self, question: SeeQuestion, deck: DealtDeck, progress: Progress) -> Chances:
        kernel, options = self._kernel(SetupKernel, deck.draw_deck), question.options
        chosen = [card for card, _ in deck.draw_deck.slots if card.code in question.codes]
        exact = _is_exact(options, [kernel])
        sampling = None if exact else Sampling(options.hands, options.seed)
        wanted = Wanted(test=wanted_cards(chosen), at_least=question.at_least, by_round=ROUNDS)
        found = odds_by_round(kernel, options.policy, wanted, sampling, progress)
        return Chances(
            tuple(each.probability for each in found),
            tuple(each.seen for each in found),
            found[-1].hands,
            found[-1].seed,
        )

    def _rounds_kernel(self, side: PlayedDeck, rounds: int) -> RoundsKernel:
        plan = GamePlan(side.deck, side.draw_deck, side.plots, rounds)
        return self._kernel(RoundsKernel, plan)

    def _kernel(self, make: Callable[[Key], Made], key: Key) -> Made:
        """Return a kernel, cached or made now: that takes some tenths of a second."""
        with self._lock:
            cache = self._kernels.setdefault(make, {})
            made: Made = cache.pop(key) if key in cache else make(key)
            cache[key] = made
            while len(cache) > MOST_CACHED:
                del cache[next(iter(cache))]
            return made


def by_percent(progress: Progress) -> Progress:
    """Return a progress that passes on whole percents only, and yields the GIL then.

    Thousands of reports would keep the window busier than the work does.
    """
    last = -1

    def report(done: int, total: int) -> None:
        nonlocal last
        percent = done * 100 // max(total, 1)
        if percent != last:
            last = percent
            progress(percent, 100)
            time.sleep(0)

    report(0, 100)
    return report


def _part(progress: Progress, number: int, parts: int) -> Progress:
    return share(progress, number * 100 // parts, (number + 1) * 100 // parts)


def _is_exact(options: HandsOptions, kernels: Sequence[SetupKernel]) -> bool:
    if options.method is Method.QUICK:
        return all(is_quick(kernel) for kernel in kernels)
    return options.method is Method.EXACT

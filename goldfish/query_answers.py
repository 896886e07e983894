"""The work behind the odds, for a worker thread: it imports numpy, and is itself imported there."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from carddb.progress import Progress, share
from goldfish.dealer import Sampling
from goldfish.exact import is_quick
from goldfish.exact_report import exact_hands
from goldfish.odds import Odds, WantedCards, any_of_cards, odds_by_round
from goldfish.queries import (
    DealtDeck,
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
from goldfish.rounds.comparison import compared_rounds
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.report import OrdersReport
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import compared_orders, sampled_rounds
from goldfish.setup_kernel import SetupKernel
from goldfish.simulate import compared, exact_difference, sampled_hands

ROUNDS = 5

# Kernels take some tenths of a second. A deck and the one that it is compared with are cached;
# their tables may take 100 megabytes each.
MOST_CACHED = 2
_hands_kernel = lru_cache(maxsize=MOST_CACHED)(SetupKernel)
_rounds_kernel = lru_cache(maxsize=MOST_CACHED)(RoundsKernel)


def answer_to(question: Any, progress: Progress) -> Any:
    """Return the answer to a question of `queries`; AppError where it cannot be found."""
    return _WORK[type(question)](question, by_percent(progress))


def by_percent(progress: Progress) -> Progress:
    """Return a progress that passes on whole percents only, and yields the GIL then.

    Thousands of reports would occupy the window more than the work does.
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


def _hands(question: HandsQuestion, progress: Progress) -> HandsAnswer:
    options = question.options
    players = [(_hands_kernel(deck.draw_deck), options.policy) for deck in question.decks]
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


def _see(question: SeeQuestion, progress: Progress) -> SeeAnswer:
    parts = _parts(progress, len(question.decks))
    found = [_odds(question, *each) for each in zip(question.decks, parts, strict=True)]
    return SeeAnswer(question, tuple(found))


def _odds(question: SeeQuestion, deck: DealtDeck, progress: Progress) -> tuple[Odds, ...]:
    kernel, options = _hands_kernel(deck.draw_deck), question.options
    chosen = [card for card, _ in deck.draw_deck.slots if card.code in question.codes]
    exact = _is_exact(options, [kernel])
    sampling = None if exact else Sampling(options.hands, options.seed)
    wanted = WantedCards(test=any_of_cards(chosen), at_least=question.at_least, by_round=ROUNDS)
    return tuple(odds_by_round(kernel, options.policy, wanted, sampling, progress))


def _rounds(question: RoundsQuestion, progress: Progress) -> RoundsAnswer:
    sampling = Sampling(question.games, question.seed)
    mine = _player(question.mine, question.rounds)
    if question.theirs is None:
        return RoundsAnswer(question, (sampled_rounds(mine, sampling, progress),))
    theirs = _player(question.theirs, question.rounds)
    one, other, difference = compared_rounds(mine, theirs, sampling, progress)
    return RoundsAnswer(question, (one, other), difference)


def _orders(question: OrdersQuestion, progress: Progress) -> OrdersReport:
    kernel = _player(question.deck, question.rounds)
    sampling = Sampling(question.games, question.seed)
    return compared_orders(kernel, sampling, question.by, progress)


_WORK: Mapping[type, Callable[[Any, Progress], Any]] = {
    HandsQuestion: _hands,
    SeeQuestion: _see,
    RoundsQuestion: _rounds,
    OrdersQuestion: _orders,
}


def _player(side: PlayedDeck, rounds: int) -> RoundsKernel:
    return _rounds_kernel(GamePlan(side.deck, side.draw_deck, side.plots, rounds))


def _parts(progress: Progress, parts: int) -> list[Progress]:
    return [share(progress, n * 100 // parts, (n + 1) * 100 // parts) for n in range(parts)]


def _is_exact(options: HandsOptions, kernels: Sequence[SetupKernel]) -> bool:
    if options.method is Method.QUICK:
        return all(is_quick(kernel) for kernel in kernels)
    return options.method is Method.EXACT

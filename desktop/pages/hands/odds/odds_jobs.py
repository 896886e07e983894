"""The work behind the odds, for a worker thread: it imports numpy, and is itself imported there."""

from __future__ import annotations

import time
from collections.abc import Sequence

from carddb.progress import Progress, share
from desktop.pages.hands.odds.hands_answer import Chances, HandsAnswer, SeeAnswer
from desktop.pages.hands.odds.kernel_cache import KernelCache
from desktop.pages.hands.odds.odds_question import (
    Dealt,
    HandsQuestion,
    Method,
    Policy,
    SeeQuestion,
    Terms,
)
from goldfish.dealer import Sampling
from goldfish.exact import is_quick
from goldfish.exact_report import exact_hands
from goldfish.kernel import Kernel
from goldfish.mulligan import KeepPolicy, PolicyKind, Score
from goldfish.odds import Wanted, odds_by_round, wanted_cards
from goldfish.simulate import compared, exact_difference, sampled_hands

ROUNDS = 5


def answer_hands(kernels: KernelCache, question: HandsQuestion, progress: Progress) -> HandsAnswer:
    """Return the reports that a question asks for; AppError where they cannot be had."""
    told = by_percent(progress)
    terms = question.terms
    policy = policy_of(terms.policy)
    players = [(_kernel(kernels, side, told), policy) for side in question.sides]
    if _is_exact(terms, [kernel for kernel, _ in players]):
        reports = [
            exact_hands(*player, _part(told, number, len(players)))
            for number, player in enumerate(players)
        ]
        if len(reports) == 1:
            return HandsAnswer(question, reports[0])
        return HandsAnswer(question, reports[0], reports[1], exact_difference(*reports))
    sampling = Sampling(terms.hands, terms.seed)
    if len(players) == 1:
        return HandsAnswer(question, sampled_hands(*players[0], sampling, told))
    return HandsAnswer(question, *compared(players[0], players[1], sampling, told))


def answer_see(kernels: KernelCache, question: SeeQuestion, progress: Progress) -> SeeAnswer:
    """Return the chances that a question asks for; AppError where they cannot be had."""
    told = by_percent(progress)
    sides = question.sides
    found = [
        _chances(_kernel(kernels, side, told), side, question, _part(told, number, len(sides)))
        for number, side in enumerate(sides)
    ]
    return SeeAnswer(question, *found)


def _chances(kernel: Kernel, side: Dealt, question: SeeQuestion, progress: Progress) -> Chances:
    terms = question.terms
    wanted = wanted_cards([card for card, _ in side.opening.slots if card.code in question.codes])
    sampling = None if _is_exact(terms, [kernel]) else Sampling(terms.hands, terms.seed)
    policy = policy_of(terms.policy)
    asked = Wanted(test=wanted, at_least=question.at_least, by_round=ROUNDS)
    found = odds_by_round(kernel, policy, asked, sampling, progress)
    return Chances(
        tuple(each.probability for each in found),
        tuple(each.seen for each in found),
        found[-1].copies,
        found[-1].hands,
        found[-1].seed,
    )


def policy_of(policy: Policy) -> KeepPolicy:
    """Return the policy as the solver knows it."""
    return KeepPolicy(PolicyKind(policy.kind.value), policy.test, Score(policy.score))


def by_percent(progress: Progress) -> Progress:
    """Return a progress that passes on whole percents only, and lets the window in then.

    Thousands of reports would keep the window busier than the work does.
    """
    last = -1

    def told(done: int, total: int) -> None:
        nonlocal last
        percent = done * 100 // max(total, 1)
        if percent != last:
            last = percent
            progress(percent, 100)
            time.sleep(0)

    return told


def _part(progress: Progress, number: int, parts: int) -> Progress:
    return share(progress, number * 100 // parts, (number + 1) * 100 // parts)


def _kernel(kernels: KernelCache, side: Dealt, progress: Progress) -> Kernel:
    progress(0, 100)
    return kernels.of(side.opening)


def _is_exact(terms: Terms, kernels: Sequence[Kernel]) -> bool:
    if terms.method is Method.QUICK:
        return all(is_quick(kernel) for kernel in kernels)
    return terms.method is Method.EXACT

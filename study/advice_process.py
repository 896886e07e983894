"""Compute advice in a separate process, so that the window stays responsive."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic

from core.errors import AppError
from core.progress import Progress
from core.worker_processes import Lifeline, hold_lifeline, starting_processes
from goldfish.swaps.rated_change import Goal, SwapAdvice
from study.deck_advice import AdviceRequest, AdviceStep, FieldError, advice_steps
from study.study_cards import CardsSource, cards_of

# The least number of seconds between two steps, and between checks for cancellation.
_EVERY, _LOOK = 0.25, 0.05


def advised_in_process(
    home: Path, request: AdviceRequest, progress: Progress
) -> Iterator[SwapAdvice]:
    """Yield better and better advice, with the cards of a home folder.

    `progress` is called all the time; it may raise CancelledError, which ends the process at once.
    The goal of the advice comes without its test, which cannot leave the process.
    """
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    lifeline = Lifeline()
    sent = (lifeline.end, sender, CardsSource.of(home), request)
    process = context.Process(target=_send_advice, args=sent, daemon=True)
    with starting_processes():
        process.start()
    sender.close()
    done = total = 0
    try:
        while True:
            while not receiver.poll(_LOOK):
                progress(done, total)
            step = _received(receiver)
            if step is None:
                return
            done, total = step.done, step.total
            if step.advice is not None:
                yield step.advice
            progress(done, total)
    finally:
        process.kill()
        process.join()
        process.close()
        receiver.close()
        lifeline.cut()


def _received(receiver: Connection) -> AdviceStep | None:
    """Return the next step, None after the last; AppError if the process cannot go on."""
    try:
        message: AdviceStep | Exception | None = receiver.recv()
    except (EOFError, OSError):
        raise AppError(
            "The search for changes ended before it was done.",
            "Perhaps there was too little memory: close other programs, and search again.",
        ) from None
    if isinstance(message, Exception):
        raise message
    return message


def _send_advice(
    lifeline: Connection, sender: Connection, cards: CardsSource, request: AdviceRequest
) -> None:
    """Send the steps of the advice, then None, or the error that ends it; runs in the process."""
    hold_lifeline(lifeline)
    steps = _StepSender(sender)
    try:
        last = None
        for last in advice_steps(request, cards_of(cards), steps.report):
            steps.send(last)
        if last is not None:
            steps.send(last, now=True)
        sender.send(None)
    except FieldError as error:
        sender.send(error)
    except AppError as error:
        sender.send(AppError(error.sentence, error.hint))
    except OSError:
        return  # the receiver is gone
    except Exception:  # an edge: the window shows it as a report
        sender.send(RuntimeError(traceback.format_exc()))


class _StepSender:
    """Sends steps; leaves out steps that follow too quickly."""

    def __init__(self, sender: Connection) -> None:
        self._sender = sender
        self._due = 0.0

    def report(self, done: int, total: int) -> None:
        self.send(AdviceStep(done, total))

    def send(self, step: AdviceStep, *, now: bool = False) -> None:
        """Send a step if the last one was sent some time ago, or if it is to be sent `now`."""
        if not now and monotonic() < self._due:
            return
        advice = step.advice
        if advice is not None:
            # A test cannot be sent; the asking process has it.
            goal = Goal(advice.goal.kind, None, advice.goal.by_round)
            step = replace(step, advice=replace(advice, goal=goal))
        self._sender.send(step)
        self._due = monotonic() + _EVERY

"""Finds the best changes of a deck in a process of its own; what is known so far shows at once."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from desktop.runtime.tasks import BackgroundQuery, Progress, TaskRunner
from goldfish.swaps.rated_change import SwapAdvice
from study.deck_advice import NO_CHANGE, AdviceRequest

# The requests whose answers are cached: undoing a change shows them again.
REMEMBERED = 8


class _Question(NamedTuple):
    home: Path
    request: AdviceRequest


class _Latest:
    """What a worker knows so far, for the window's thread; set in one step."""

    def __init__(self) -> None:
        self.found: tuple[AdviceRequest, SwapAdvice] | None = None


class ChangesFinder(BackgroundQuery[_Question, SwapAdvice]):
    """Answers the latest request; `advice` is the last answer, and `request` its request."""

    advised = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        self._latest = _Latest()
        super().__init__(
            tasks, partial(_find, self._latest), parent, delay_ms=0, remembered=REMEMBERED
        )
        self.advice: SwapAdvice | None = None
        self.request: AdviceRequest | None = None
        self.answered.connect(self._on_answered)
        self.progressed.connect(self._on_progressed)

    @property
    def asked(self) -> AdviceRequest | None:
        """The latest request, whether it has an answer or not."""
        return self.question.request if self.question else None

    def find(self, home: Path, request: AdviceRequest) -> None:
        """Work on a request instead of the previous one."""
        if request == self.asked:
            self.retry()
        self.ask(_Question(home, request))

    def show_known(self, home: Path, request: AdviceRequest) -> bool:
        """Show the cached answer to a request; return whether there is one."""
        known = self.knows(_Question(home, request))
        if known:
            self.ask(_Question(home, request))
        return known

    @override
    def forget(self) -> None:
        self.advice = self.request = None
        super().forget()
        self.advised.emit()

    def _on_answered(self, advice: SwapAdvice) -> None:
        self._set_advice(self.asked, advice)

    def _on_progressed(self) -> None:
        found = self._latest.found
        if found and found[0] == self.asked and found[1] is not self.advice:
            self._set_advice(*found)

    def _set_advice(self, request: AdviceRequest | None, advice: SwapAdvice) -> None:
        self.request, self.advice = request, advice
        self.advised.emit()


def _find(latest: _Latest, question: _Question, progress: Progress) -> SwapAdvice:
    from study.advice_process import advised_in_process  # noqa: PLC0415 - when asked for

    for advice in advised_in_process(question.home, question.request, progress):
        latest.found = (question.request, advice)
    if latest.found is None or latest.found[0] != question.request:
        raise NO_CHANGE
    return latest.found[1]

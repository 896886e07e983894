"""Repairs of the deck's problems, found in the background once the deck rests a moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from carddb.pool import CardPool
from decks.deck import Deck
from desktop.runtime.tasks import OneTask, Progress, Task, TaskRunner
from desktop.session.deck_session import DeckSession
from validators.conditions import Conditions
from validators.problem import Problem, Severity

if TYPE_CHECKING:
    from validators.repairs import Mended, Mender, Repair

REST_MS = 150


@dataclass(frozen=True, slots=True)
class FoundRepairs:
    """What was found for a deck under conditions: the repairs of each of its errors."""

    deck: Deck
    conditions: Conditions
    of_problem: tuple[tuple[Problem, tuple[Repair, ...]], ...]

    def of(self, problem: Problem) -> tuple[Repair, ...]:
        """Return the repairs of a problem."""
        return next((found for each, found in self.of_problem if each == problem), ())


class RepairFinder(QObject):
    """Finds repairs for the session's deck, one deck at a time; an edit stops what is under way.

    Signals:
        repairs_found: the repairs of the deck on screen are known (Repairs).
        mended: mending everything came to an end (the deck before, Mended).
    """

    repairs_found = Signal(object)
    mended = Signal(object, object)

    def __init__(
        self, session: DeckSession, tasks: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._finding, self._repair_finder = OneTask(tasks, self), OneTask(tasks, self)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.find_repairs)
        session.verdict_changed.connect(self._on_verdict_changed)

    def find_repairs(self) -> None:
        """Find the repairs of the deck on screen now."""
        asked = self._requested()
        verdict = self._session.verdict
        if asked is None or verdict is None:
            return
        deck, conditions, pool = asked
        errors = [each for each in verdict.problems if each.severity is Severity.ERROR]

        def work(report: Progress) -> FoundRepairs:
            mender = _mender(pool, conditions, report)
            found = tuple((each, _of(mender, deck, each)) for each in errors)
            return FoundRepairs(deck, conditions, found)

        task = Task(work)
        task.succeeded.connect(self.repairs_found)
        self._finding.start(task)

    def mend(self) -> None:
        """Mend whatever can be mended; the result is announced, not taken."""
        asked = self._requested()
        if asked is None:
            return
        deck, conditions, pool = asked

        def work(report: Progress) -> tuple[Deck, Mended]:
            return deck, _mender(pool, conditions, report).mend(deck)

        task = Task(work)
        task.succeeded.connect(self._on_mended)
        self._repair_finder.start(task)

    def _requested(self) -> tuple[Deck, Conditions, CardPool] | None:
        session = self._session
        if session.deck is None or session.conditions is None or session.pool is None:
            return None
        deck = replace(session.deck, format=session.conditions.format.name)
        return deck, session.conditions, session.pool

    def _on_verdict_changed(self) -> None:
        for slot in (self._finding, self._repair_finder):
            slot.cancel()
        self._rest.start()

    def _on_mended(self, result: tuple[Deck, Mended]) -> None:
        self.mended.emit(*result)


def _of(mender: Mender, deck: Deck, problem: Problem) -> tuple[Repair, ...]:
    """Return the repairs of a problem; another list comes second, where it is seen at once."""
    found = mender.repairs(deck, problem)
    other = mender.other_list(deck, problem)
    return (*found[:1], other, *found[1:]) if other else found


def _mender(pool: CardPool, conditions: Conditions, report: Progress) -> Mender:
    from desktop.session.cancellable_judge import CancellableJudge  # noqa: PLC0415 - not at start
    from validators.repairs import Mender  # noqa: PLC0415

    return Mender(CancellableJudge(pool, report), conditions)

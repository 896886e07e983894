"""Finds repairs of the deck's problems in the background, a moment after an edit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from carddb.pool import CardPool
from decks.deck import Deck
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, TaskRunner
from desktop.session.deck_session import DeckSession
from validators.conditions import Conditions
from validators.judge import Judge
from validators.problem import Problem, Severity

if TYPE_CHECKING:
    from validators.repairs import Repair, RepairedDeck, Repairer

DELAY_MS = 150
# From this time on (milliseconds) a search for all repairs is seen, and can be stopped.
SEEN_AFTER_MS = 500


@dataclass(frozen=True, slots=True)
class FoundRepairs:
    """The repairs of each error of a deck under conditions."""

    deck: Deck
    conditions: Conditions
    of_problem: tuple[tuple[Problem, tuple[Repair, ...]], ...]

    def of(self, problem: Problem) -> tuple[Repair, ...]:
        return next((found for each, found in self.of_problem if each == problem), ())


class _RepairRequest(NamedTuple):
    """What the repairs depend on."""

    deck: Deck
    conditions: Conditions
    pool: CardPool
    errors: tuple[Problem, ...]


class RepairFinder(QObject):
    """Finds repairs for the session's deck, one deck at a time; an edit cancels it.

    Signals:
        repairs_found: the repairs of the deck on screen are known (FoundRepairs).
        all_repaired: everything that can be is repaired (RepairedDeck).
        search_seen: a search for all repairs takes long, or no longer (whether it does).
    """

    repairs_found = Signal(object)
    all_repaired = Signal(object)
    search_seen = Signal(bool)

    def __init__(
        self, session: DeckSession, tasks: TaskRunner, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._each = BackgroundQuery(tasks, _repairs_of_each, self, delay_ms=DELAY_MS, remembered=0)
        self._each.answered.connect(self.repairs_found)
        self._all = BackgroundQuery(tasks, _repaired, self, delay_ms=0, remembered=0)
        self._all.answered.connect(self.all_repaired)
        self._all.changed.connect(self._on_search_changed)
        self._seen = QTimer(self, singleShot=True, interval=SEEN_AFTER_MS)
        self._seen.timeout.connect(self._announce_search)
        for signal in (session.deck_changed, session.deck_edited):
            signal.connect(self._on_deck_changed)

    @property
    def found(self) -> FoundRepairs | None:
        """The repairs of the deck on screen; None while they are not known."""
        return self._each.answer if self._each.is_fresh else None

    def repair_all(self) -> None:
        """Repair whatever can be repaired; the result is announced, not applied."""
        if self._session.may_edit() and (question := self._question()):
            self._all.withdraw()
            self._all.ask(question)

    def cancel(self) -> None:
        self._all.withdraw()

    def _on_search_changed(self) -> None:
        if self._all.state is QueryState.COMING:
            self._seen.start()
        else:
            self._seen.stop()
            self._announce_search()

    def _announce_search(self) -> None:
        self.search_seen.emit(self._all.state is QueryState.COMING)

    def _question(self) -> _RepairRequest | None:
        shown = self._session.shown
        conditions, pool, verdict = shown.conditions, shown.pool, shown.verdict
        if shown.deck is None or conditions is None or pool is None or verdict is None:
            return None
        deck, game_format = shown.deck, conditions.format.name
        deck = deck if deck.format == game_format else replace(deck, format=game_format)
        errors = tuple(e for e in verdict.problems if e.severity is Severity.ERROR)
        return _RepairRequest(deck, conditions, pool, errors)

    def _on_deck_changed(self) -> None:
        self._each.withdraw()
        self._all.withdraw()
        if question := self._question():
            self._each.ask(question)


def _repairs_of_each(question: _RepairRequest, report: Progress) -> FoundRepairs:
    repairer = _repairer(question, report)
    found = tuple((each, _of(repairer, question.deck, each)) for each in question.errors)
    return FoundRepairs(question.deck, question.conditions, found)


def _repaired(question: _RepairRequest, report: Progress) -> RepairedDeck:
    return _repairer(question, report).repair_all(question.deck)


def _of(repairer: Repairer, deck: Deck, problem: Problem) -> tuple[Repair, ...]:
    """Return the repairs of a problem; another list comes second, where it is seen at once."""
    found = repairer.repairs(deck, problem)
    other = repairer.other_list(deck, problem)
    return (*found[:1], other, *found[1:]) if other else found


def _repairer(question: _RepairRequest, report: Progress) -> Repairer:
    from validators.repairs import Repairer  # noqa: PLC0415 - not at start

    return Repairer(Judge(question.pool), question.conditions, report)

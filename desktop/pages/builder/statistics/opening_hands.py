"""What the opening hands of the deck on screen come to, counted in the background."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from carddb.errors import AppError
from decks.deck import Deck
from desktop.runtime.tasks import OneTask, Progress, Task, TaskRunner

if TYPE_CHECKING:
    from goldfish.report import HandsReport

# After the last edit, milliseconds.
DELAY_MS = 300
# Where not every hand can be gone through.
SAMPLED = 20_000
SEED = 1
# The decks that are remembered: undoing a step shows its figures at once.
REMEMBERED = 16


def hands_of(deck: Deck, progress: Progress) -> HandsReport:
    """Return what a deck's hands come to, each kept: exact where that takes about a second.

    AppError where the deck cannot fill a hand; CancelledError when `progress` raises it.
    """
    # Not before it is asked for: numpy takes a while to load.
    from goldfish.dealer import Sampling  # noqa: PLC0415
    from goldfish.draw_deck import opening  # noqa: PLC0415
    from goldfish.exact import is_quick  # noqa: PLC0415
    from goldfish.exact_report import exact_hands  # noqa: PLC0415
    from goldfish.kernel import Kernel  # noqa: PLC0415
    from goldfish.mulligan import KeepPolicy  # noqa: PLC0415
    from goldfish.simulate import sampled_hands  # noqa: PLC0415

    progress(0, 100)
    kernel = Kernel(opening(deck))
    progress(50, 100)
    if is_quick(kernel):
        return exact_hands(kernel, KeepPolicy(), progress)
    return sampled_hands(kernel, KeepPolicy(), Sampling(SAMPLED, SEED), progress)


class OpeningHands(QObject):
    """Counts the hands of one deck after another, a moment after the last was given.

    Signals:
        counted: the hands of the deck are counted (the HandsReport).
        refused: the deck has no hands, or they could not be counted (an AppError).
    """

    counted = Signal(object)
    refused = Signal(Exception)

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running = OneTask(tasks, self)
        self._deck: Deck | None = None
        self._counting: Deck | None = None
        self._wanted = False
        self._known: list[tuple[tuple[object, ...], HandsReport]] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._on_timeout)

    def count(self, deck: Deck) -> bool:
        """Count the hands of a deck soon; return whether they are told already."""
        self.stop()
        known = [report for drawn, report in self._known if drawn == _drawn(deck)]
        if known:
            self.counted.emit(known[0])
            return True
        self._deck = deck
        self._timer.start()
        return False

    def stop(self) -> None:
        """Count no more."""
        self._timer.stop()
        self._running.cancel()
        self._deck = None
        self._wanted = False

    def _on_timeout(self) -> None:
        # What was cancelled may take a moment to notice it; two at once would slow the window.
        if self._counting is not None or self._deck is None:
            return
        self._counting = self._deck
        self._wanted = True
        task = Task(partial(hands_of, self._deck))
        task.succeeded.connect(self._on_succeeded)
        task.failed.connect(self._on_failed)
        task.finished.connect(self._on_finished)
        self._running.start(task)

    def _on_succeeded(self, report: HandsReport) -> None:
        if self._counting is not None:
            self._known = [(_drawn(self._counting), report), *self._known[: REMEMBERED - 1]]
        if self._wanted:
            self.counted.emit(report)

    def _on_failed(self, error: Exception) -> None:
        if not self._wanted:
            return
        # What is no sentence for the user is shown as a bug by who watches all tasks.
        is_told = isinstance(error, AppError)
        self.refused.emit(error if is_told else AppError("The hands could not be counted."))

    def _on_finished(self) -> None:
        if self._wanted:
            self._deck = None
        self._counting = None
        if self._deck is not None and not self._timer.isActive():
            self._on_timeout()


def _drawn(deck: Deck) -> tuple[object, ...]:
    """Return what the hands of a deck follow from."""
    return deck.edition, deck.faction, deck.agendas, tuple(deck.draw())

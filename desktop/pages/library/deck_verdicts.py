"""What the judge says of every deck of the library today, found out in slices in a worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from carddb.errors import AppError
from carddb.terms import Edition
from desktop.runtime.tasks import Progress
from desktop.session.library_worker import LibraryWorker
from library.deck_values import OpenDeck, StoredDeck
from library.errors import DamagedLibraryError
from validators.conditions import Wishes, conditions_for
from validators.judge import Judge
from validators.messages import count_of
from validators.problem import Severity

if TYPE_CHECKING:
    from carddb.pool import CardPool
    from library.library import Library

SLICE = 40
Judges = Mapping[Edition, Judge]
Pools = Mapping[Edition, "CardPool"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict on a version of a deck in short; `legal` is None where it cannot be judged.

    `warned` is whether there are warnings, which leave a deck legal.
    """

    version: int
    legal: bool | None
    words: str
    details: tuple[str, ...] = ()
    warned: bool = False


Rulings = Mapping[str, Ruling]


def ruling_of(opened: OpenDeck, judges: Judges, today: date) -> Ruling:
    """Return the ruling on a deck under what it states for itself, on a day unless it names one."""
    deck, judge = opened.deck, judges[opened.deck.edition]
    try:
        conditions = conditions_for(deck, judge.pool, Wishes(), today)
    except AppError as error:
        return Ruling(opened.version, None, "Cannot be judged", (error.sentence,))
    verdict = judge.verdict(deck, conditions)
    errors, warnings, notes = (
        [each.message for each in verdict.of(severity)] for severity in Severity
    )
    errors += [f"{entry.title} is not in today's card data." for entry in opened.unknown]
    if errors:
        words = count_of(len(errors), "problem")
        return Ruling(opened.version, legal=False, words=words, details=(*errors, *warnings))
    words = f"Legal · {count_of(len(warnings), 'warning')}" if warnings else "Legal"
    details = (*warnings, *notes)
    return Ruling(opened.version, legal=True, words=words, details=details, warned=bool(warnings))


class DeckVerdicts(QObject):
    """Keeps the rulings on decks by their ids and versions, and gets those that are missing.

    Signals:
        ruled: there are more rulings than before.
    """

    ruled = Signal()

    def __init__(self, library_worker: LibraryWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library_worker = library_worker
        self._judges: Judges | None = None
        self._today = date.min
        self._rulings: dict[str, Ruling] = {}
        self._wanted: list[tuple[str, int]] = []
        self._asking = False
        library_worker.contents_changed.connect(self._on_contents_changed)

    def receive(self, judges: Judges, today: date) -> None:
        """Judge from now on, as of a day; what was found before is forgotten."""
        self._judges, self._today = judges, today
        self._rulings.clear()
        self._on_contents_changed()

    def of(self, deck: StoredDeck) -> Ruling | None:
        """Return the ruling on the current version of a deck, or None while there is none."""
        ruling = self._rulings.get(deck.id)
        return ruling if ruling is not None and ruling.version == deck.version else None

    @property
    def complete(self) -> bool:
        """Whether every deck of the library was judged."""
        return not self._wanted and not self._asking and self._judges is not None

    def _on_contents_changed(self) -> None:
        decks = self._library_worker.contents.decks
        self._wanted = [(deck.id, deck.version) for deck in decks if self.of(deck) is None]
        self._ask()

    def _ask(self) -> None:
        if self._asking or not self._wanted or self._judges is None:
            return
        self._asking = True
        wanted = dict(self._wanted[:SLICE])
        del self._wanted[:SLICE]
        work = partial(_rule, wanted, self._judges, self._today)
        self._library_worker.work_through(work, self._on_ruled, self._on_failed)

    def _on_ruled(self, rulings: Rulings) -> None:
        self._asking = False
        self._rulings.update(rulings)
        self.ruled.emit()
        self._ask()

    def _on_failed(self, error: Exception) -> None:
        """Leave it until the lists are read again."""
        self._asking = False
        self._wanted.clear()
        self._library_worker.failed.emit(error)


def _rule(
    wanted: Mapping[str, int], judges: Judges, today: date, library: Library, progress: Progress
) -> dict[str, Ruling]:
    """Return the rulings on decks by their ids; `wanted` are their ids with their versions.

    A deck that was deleted for good in the meantime, maybe by another window, has none.
    """
    pools = {edition: judge.pool for edition, judge in judges.items()}
    rulings: dict[str, Ruling] = {}
    try:
        found = library.decks.open_all(list(wanted), pools)
    except DamagedLibraryError:
        found, rulings = _legible(wanted, pools, library)
    for number, opened in enumerate(found):
        progress(number, len(found))
        rulings[opened.id] = ruling_of(opened, judges, today)
    return rulings


def _legible(
    wanted: Mapping[str, int], pools: Pools, library: Library
) -> tuple[tuple[OpenDeck, ...], dict[str, Ruling]]:
    """Return the decks that can be read, and a ruling on each that is damaged."""
    found: list[OpenDeck] = []
    damaged = {}
    for deck_id, version in wanted.items():
        try:
            found += library.decks.open_all([deck_id], pools)
        except DamagedLibraryError as error:
            damaged[deck_id] = Ruling(version, None, "Cannot be judged", (error.sentence,))
    return tuple(found), damaged

"""The verdict of today on every deck of the library, worked out in slices in a worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from carddb.terms import Edition
from core.errors import AppError
from desktop.runtime.tasks import Progress
from desktop.session.library_worker import LibraryWorker
from desktop.style import icons
from desktop.widgets.glyphs import Glyph
from library.deck_values import LibraryDeck, StoredDeck
from library.errors import DamagedLibraryError
from validators.conditions import Requested, conditions_for
from validators.judge import Judge
from validators.messages import count_of
from validators.problem import Severity

if TYPE_CHECKING:
    from library.library import Library

# Decks that are judged in one request to the library worker: others come in between.
SLICE = 40
Judges = Mapping[Edition, Judge]


@dataclass(frozen=True, slots=True)
class DeckVerdict:
    """The verdict on a version of a deck in short; `legal` is None where it cannot be judged.

    `warned` is whether there are warnings, which leave a deck legal.
    """

    version: int
    legal: bool | None
    text: str
    details: tuple[str, ...] = ()
    warned: bool = False

    @staticmethod
    def impossible(version: int, error: AppError) -> DeckVerdict:
        return DeckVerdict(version, None, "Cannot be judged", (error.sentence,))

    @property
    def glyph(self) -> Glyph:
        if self.legal is None:
            return Glyph(icons.NOTE, Severity.NOTE, "note")
        if self.warned:
            return Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING, "warning")
        name = icons.LEGAL if self.legal else icons.of_severity(Severity.ERROR)
        return Glyph(name, self.legal)

    @property
    def summary(self) -> str:
        """The verdict with its first reasons, a line each."""
        more = [f"and {len(self.details) - 6} more"] if len(self.details) > 6 else []
        return "\n".join([self.text, *self.details[:6], *more])


def judge_deck(opened: LibraryDeck, judges: Judges, today: date) -> DeckVerdict:
    """Judge a deck under what it states for itself, on a day unless it names one."""
    deck, judge = opened.deck, judges[opened.deck.edition]
    try:
        conditions = conditions_for(deck, judge.pool, Requested(), today)
    except AppError as error:
        return DeckVerdict.impossible(opened.version, error)
    verdict = judge.verdict(deck, conditions)
    errors, warnings, notes = (
        [each.message for each in verdict.of(severity)] for severity in Severity
    )
    errors += [f"{entry.title} is not in today's card data." for entry in opened.unknown]
    if errors:
        text = count_of(len(errors), "problem")
        return DeckVerdict(opened.version, legal=False, text=text, details=(*errors, *warnings))
    text = f"Legal · {count_of(len(warnings), 'warning')}" if warnings else "Legal"
    details, warned = (*warnings, *notes), bool(warnings)
    return DeckVerdict(opened.version, legal=True, text=text, details=details, warned=warned)


class DeckVerdicts(QObject):
    """Stores the verdicts on decks by their ids and versions, and requests missing ones.

    Signals:
        changed: there are more verdicts than before.
    """

    changed = Signal()

    def __init__(self, library_worker: LibraryWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library_worker = library_worker
        self._judges: Judges | None = None
        self._today = date.min
        self._verdicts: dict[str, DeckVerdict] = {}
        self._missing: list[tuple[str, int]] = []
        self._judging = False
        library_worker.contents_changed.connect(self._on_contents_changed)

    def receive(self, judges: Judges, today: date) -> None:
        """Judge from now on, as of a day; earlier verdicts are dropped."""
        self._judges, self._today = judges, today
        self._verdicts.clear()
        self._on_contents_changed()

    def of(self, deck: StoredDeck) -> DeckVerdict | None:
        """Return the verdict on the current version of a deck, or None while there is none."""
        verdict = self._verdicts.get(deck.id)
        return verdict if verdict is not None and verdict.version == deck.version else None

    @property
    def complete(self) -> bool:
        return not self._missing and not self._judging and self._judges is not None

    def _on_contents_changed(self) -> None:
        decks = self._library_worker.contents.decks
        self._missing = [(deck.id, deck.version) for deck in decks if self.of(deck) is None]
        self._judge_next()

    def _judge_next(self) -> None:
        if self._judging or not self._missing or self._judges is None:
            return
        self._judging = True
        slice_ = dict(self._missing[:SLICE])
        del self._missing[:SLICE]
        work = partial(_judge_slice, slice_, self._judges, self._today)
        self._library_worker.ask_long(work, self._on_judged, self._on_failed)

    def _on_judged(self, verdicts: Mapping[str, DeckVerdict]) -> None:
        self._judging = False
        self._verdicts.update(verdicts)
        self.changed.emit()
        self._judge_next()

    def _on_failed(self, error: Exception) -> None:
        """Stop until the contents are read again."""
        self._judging = False
        self._missing.clear()
        self._library_worker.failed.emit(error)


def _judge_slice(
    versions: Mapping[str, int], judges: Judges, today: date, library: Library, progress: Progress
) -> dict[str, DeckVerdict]:
    """Return the verdicts on decks by their ids; `versions` are their ids with their versions.

    A deck that was deleted for good in the meantime, maybe by another window, has none.
    """
    pools = {edition: judge.pool for edition, judge in judges.items()}
    verdicts: dict[str, DeckVerdict] = {}
    try:
        found = [*library.decks.open_all(list(versions), pools)]
    except DamagedLibraryError:
        # One by one: a damaged deck does not prevent the verdict on another.
        found = []
        for deck_id, version in versions.items():
            try:
                found += library.decks.open_all([deck_id], pools)
            except DamagedLibraryError as error:
                verdicts[deck_id] = DeckVerdict.impossible(version, error)
    for number, opened in enumerate(found):
        progress(number, len(found))
        verdicts[opened.id] = judge_deck(opened, judges, today)
    return verdicts

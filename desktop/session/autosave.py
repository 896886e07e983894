"""Saves open decks in the library by itself, a moment after each change, and opens them from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from core.errors import AppError
from decks.report import Reading
from desktop.session.deck_session import DeckSession, DeckSource, OpenDeck, Where
from desktop.session.library_worker import LibraryWorker, Request
from library.deck_values import LibraryDeck, Saved
from library.errors import UnknownDeckError

if TYPE_CHECKING:
    from library.library import Library

Found = TypeVar("Found")
Then = Callable[[], None]
DELAY_MS = 700
MAX_DELAY_MS = 3_000
RETRY_MS = 60_000
BACKUP_INTERVAL_MS = 3_600_000
CHANGED = "Load the changes of another window"


class Autosaver(QObject):
    """Saves the session's decks in the library a moment after each change, and opens them.

    While changes follow each other without a pause, decks are saved every few seconds. A deck
    from a file or a sample is added to the library with its first change. A change also restores a
    deck that another window has put into the bin.

    Signals:
        restored: a change took a deck out of the bin, or added one again (the OpenDeck).
        saved: the library has a deck as it was a moment ago (the OpenDeck).
        overtaken: a version that another window made is in the history now (its number).
        save_failed: a deck could not be saved; it is retried later (an AppError, or a bug).
        failed: a deck could not be opened (an AppError, or a bug).
    """

    restored = Signal(object)
    saved = Signal(object)
    overtaken = Signal(int)
    save_failed = Signal(Exception)
    failed = Signal(Exception)

    def __init__(
        self, session: DeckSession, library_worker: LibraryWorker, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self.library_worker = session, library_worker
        # The version of each deck, by its id, that this window saved last.
        self._own_versions: dict[str, int] = {}
        self._delay = QTimer(self, singleShot=True, interval=DELAY_MS)
        self._max_delay = QTimer(self, singleShot=True, interval=MAX_DELAY_MS)
        self._retry = QTimer(self, singleShot=True, interval=RETRY_MS)
        for timer in (self._delay, self._max_delay, self._retry):
            timer.timeout.connect(self.save_all)
        self._backups = QTimer(self, interval=BACKUP_INTERVAL_MS)
        self._backups.timeout.connect(self._back_up)
        session.deck_edited.connect(self._on_deck_edited)
        library_worker.opened.connect(self.save_all)
        library_worker.opened.connect(self._backups.start)
        library_worker.contents_changed.connect(self._on_contents_changed)

    @property
    def ready(self) -> bool:
        return self.library_worker.library is not None

    def open_deck(self, deck_id: str) -> None:
        self._ask_for_deck(deck_id, lambda deck: self._open([deck]))

    def open_decks(self, deck_ids: Sequence[str]) -> None:
        """Open decks of the library, the first on screen; leave out deleted ones."""
        cards = self._session.cards
        if cards is None or not deck_ids:
            return

        def open_there(library: Library) -> list[LibraryDeck]:
            there = {deck.id for deck in library.decks.all()}
            there |= {plan.id for plan in library.plans.all()}
            return [library.decks.open(each, cards.pools) for each in deck_ids if each in there]

        self.ask(open_there, self._open)

    def ask(self, work: Callable[[Library], Found], done: Callable[[Found], None]) -> None:
        """Ask the library, if it is open; failures are announced."""
        if self.ready:
            self.library_worker.ask(work, done, self.failed.emit)

    def save_all(self, then: Then | None = None, otherwise: Then | None = None) -> None:
        """Save every deck that changed; then call `then`, or `otherwise` where one failed."""
        self._save([each for each in self._session.decks if each.unsaved], then, otherwise)

    def save(self, deck: OpenDeck, then: Then | None = None, otherwise: Then | None = None) -> None:
        """Save a deck, changed or not, so that the library has it as it is, and not in the bin."""
        self._save([deck], then, otherwise, explicit=True)

    def throw_away(self, deck: OpenDeck) -> None:
        """Put an open deck into the bin, with what was changed last."""
        self.save_all()
        if deck.stored is not None:
            ids = [deck.stored.id]
            self.library_worker.change(lambda library: library.decks.throw_away(ids))

    def _save(
        self,
        decks: Sequence[OpenDeck],
        then: Then | None,
        otherwise: Then | None,
        *,
        explicit: bool = False,
    ) -> None:
        self._delay.stop()
        self._max_delay.stop()
        failures: list[Exception] = []

        def end(*, failed: bool) -> None:
            next_step = otherwise if failed else then
            if next_step is not None:
                next_step()

        if not decks or not self.ready:
            end(failed=bool(decks))
            return
        requests = [self._save_one(each, failures, explicit=explicit) for each in decks]
        # Requests are done in turn: when the last has ended, all have.
        requests[-1].finished.connect(lambda: end(failed=bool(failures)))

    def _save_one(self, deck: OpenDeck, failures: list[Exception], *, explicit: bool) -> Request:
        state = deck.state

        def done(answer: tuple[Saved, bool]) -> None:
            saved, was_deleted = answer
            deck.stored = saved.opened
            if saved.stepped and saved.overtaken is None:
                self._own_versions[saved.opened.id] = saved.opened.version
            deck.mark_saved(state)
            if deck.unsaved and not self._delay.isActive():
                # It was undone meanwhile to what the library had before.
                self._on_deck_edited()
            if saved.overtaken is not None:
                self.overtaken.emit(saved.overtaken)
            self.saved.emit(deck)
            if was_deleted:
                if explicit or saved.stepped:
                    deck.where = Where.AMONG_DECKS
                    if not explicit:
                        self.restored.emit(deck)
                self.library_worker.reload()
            self._session.saved_changed.emit()

        def failed(error: Exception) -> None:
            failures.append(error)
            self._retry.start()
            self.save_failed.emit(error)

        def save(library: Library) -> tuple[Saved, bool]:
            # What the library has of the deck is looked up in the worker: by then the request
            # before this one has set it.
            new = deck.to_store(state)
            own, changed = self._own_versions.get(new.id), new != deck.stored
            return _save(library, new, own, changed=changed, explicit=explicit)

        return self.library_worker.ask(save, done, failed)

    def _on_deck_edited(self) -> None:
        """Save after a pause, and every few seconds while there is none."""
        if any(
            each.unsaved and each.where is not Where.AMONG_DECKS for each in self._session.decks
        ):
            self.save_all()
            return
        self._delay.start()
        if not self._max_delay.isActive():
            self._max_delay.start()

    def _open(self, decks: Sequence[LibraryDeck]) -> None:
        self._session.open_from([DeckSource(Reading(each.deck, ()), stored=each) for each in decks])

    def _ask_for_deck(self, deck_id: str, done: Callable[[LibraryDeck], None]) -> None:
        cards = self._session.cards
        if cards is not None:
            self.ask(lambda library: library.decks.open(deck_id, cards.pools), done)

    def _on_contents_changed(self) -> None:
        """Take over changes of open decks made on the Decks page or in another window."""
        if self._session.cards is None:
            return
        before = [each.where for each in self._session.decks]
        for deck in self._session.decks:
            if deck.stored is None:
                continue
            listed = self.library_worker.contents.deck(deck.stored.id)
            out = Where.IN_BIN if listed else Where.NOWHERE
            deck.where = Where.AMONG_DECKS if listed and not listed.deleted else out
            if listed and not deck.unsaved and listed.version > deck.stored.version:
                self._ask_for_deck(listed.id, partial(self._on_changed_elsewhere, deck))
        if before != [each.where for each in self._session.decks]:
            self._session.saved_changed.emit()

    def _on_changed_elsewhere(self, deck: OpenDeck, stored: LibraryDeck) -> None:
        if deck in self._session.decks and not deck.unsaved:
            self._session.push_state(deck, deck.reloaded(stored), CHANGED)

    def _back_up(self) -> None:
        def done(note: str) -> None:
            if note:
                self.failed.emit(AppError(note))

        self.ask(lambda library: library.back_up_daily(), done)


def _save(
    library: Library, deck: LibraryDeck, own: int | None, *, changed: bool, explicit: bool
) -> tuple[Saved, bool]:
    """Add or save a deck; return also whether it was in the bin or deleted.

    A change takes it out of the bin, and so does an explicit save without one. `own` is the version
    that this window saved last; changes of one session make one version.
    """
    if not deck.id:
        added = library.decks.add(deck.outline)
        return Saved(replace(deck, id=added.id, version=added.version), stepped=True), False
    try:
        was_deleted = library.decks.get(deck.id).deleted is not None
    except UnknownDeckError:
        was_deleted = changed = True
    saved = library.decks.save(deck, own) if changed else Saved(deck, stepped=False)
    if was_deleted and explicit:
        library.decks.take_back([deck.id])
    return saved, was_deleted

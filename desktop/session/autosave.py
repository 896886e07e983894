"""Between the decks that are open and the library: everything is kept by itself, always."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from carddb.errors import AppError
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.report import Reading
from desktop.session.deck_session import DeckSession
from desktop.session.library_worker import LibraryWorker
from desktop.session.open_deck import OpenDeck, Source, Where
from library.deck_values import OpenDeck as LibraryDeck
from library.errors import UnknownDeckError

if TYPE_CHECKING:
    from library.library import Library

Found = TypeVar("Found")
Then = Callable[[], None]
PAUSE_MS = 700
LONGEST_MS = 3_000
AGAIN_MS = 60_000
HOUR_MS = 3_600_000
CHANGED = "Take what was changed elsewhere"


@dataclass(slots=True)
class _SaveRound:
    """One round of keeping: how many are under way, what comes after, and what went wrong."""

    left: int
    then: Then | None
    otherwise: Then | None
    failures: list[Exception] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A deck as the library keeps it, and a version that it overtook.

    `was_out` is whether it was in the bin or deleted before, `is_out` whether it still is.
    """

    deck: LibraryDeck
    overtaken: int | None = None
    was_out: bool = False
    is_out: bool = False


class Autosaver(QObject):
    """Keeps the session's decks in the library a moment after each change, and opens them.

    While one change follows another without a rest, they are kept every few seconds. A deck that
    comes from a file or a sample gets its place in the library with the first change. One that is
    in the bin comes out of it with a change, at once.

    Signals:
        restored: a change took a deck out of the bin, or kept one that was deleted (the OpenDeck).
        saved: the library has a deck as it was a moment ago (the OpenDeck).
        overtaken: a version that another window made is in the history now (its number).
        save_failed: a deck could not be kept; it is tried again by itself (an AppError, or a bug).
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
        self._session, self._library_worker = session, library_worker
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.save_all)
        self._longest = QTimer(self, singleShot=True, interval=LONGEST_MS)
        self._longest.timeout.connect(self.save_all)
        self._again = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again.timeout.connect(self.save_all)
        self._backups = QTimer(self, interval=HOUR_MS)
        self._backups.timeout.connect(self._back_up)
        session.deck_edited.connect(self._on_deck_edited)
        library_worker.opened.connect(self.save_all)
        library_worker.opened.connect(self._backups.start)
        library_worker.contents_changed.connect(self._on_contents_changed)

    @property
    def ready(self) -> bool:
        """Whether the library is open."""
        return self._library_worker.library is not None

    def open_deck(self, deck_id: str) -> None:
        """Put a deck of the library on screen."""
        cards = self._session.cards
        if cards is None:
            return
        self.ask(partial(_opened, deck_id=deck_id, pools=cards.pools), self._on_opened)

    def reopen(self, deck_ids: Sequence[str]) -> None:
        """Open the decks of the last sitting, the first on screen; leave out what is gone."""
        cards = self._session.cards
        if cards is not None and deck_ids:
            self.ask(partial(_still_there, deck_ids=deck_ids, pools=cards.pools), self._on_found)

    @property
    def saved_ids(self) -> tuple[str, ...]:
        """The library's ids of the open decks, the one on screen first."""
        decks = [self._session.current, *self._session.decks]
        return tuple(dict.fromkeys(each.stored.id for each in decks if each and each.stored))

    def ask(self, work: Callable[[Library], Found], done: Callable[[Found], None]) -> None:
        """Ask the library, if it is open; where that fails, it is told."""
        if self.ready:
            self._library_worker.ask(work, done, self.failed.emit)

    def save_all(self, then: Then | None = None, otherwise: Then | None = None) -> None:
        """Keep every deck that changed; then go on, or `otherwise` where one could not be kept."""
        self._keep([each for each in self._session.decks if each.unsaved], then, otherwise)

    def save(self, deck: OpenDeck, then: Then | None = None, otherwise: Then | None = None) -> None:
        """Keep a deck, changed or not, so that the library has it as it is, and not in the bin."""
        self._keep([deck], then, otherwise, asked=True)

    def throw_away(self, deck: OpenDeck) -> None:
        """Put an open deck into the bin, with what was changed last."""
        self.save_all()
        if deck.stored is not None:
            ids = [deck.stored.id]
            self._library_worker.change(lambda library: library.decks.throw_away(ids))

    def _keep(
        self,
        decks: Sequence[OpenDeck],
        then: Then | None,
        otherwise: Then | None,
        *,
        asked: bool = False,
    ) -> None:
        self._pause.stop()
        self._longest.stop()
        if not decks:
            if then is not None:
                then()
            return
        if not self.ready:
            if otherwise is not None:
                otherwise()
            return
        round_ = _SaveRound(len(decks), then, otherwise)
        for each in decks:
            self._keep_one(each, round_, asked=asked)

    def _keep_one(self, deck: OpenDeck, round_: _SaveRound, *, asked: bool) -> None:
        state = deck.state

        def done(answer: _Kept) -> None:
            deck.stored = answer.deck
            deck.mark_saved(state)
            if answer.overtaken is not None:
                self.overtaken.emit(answer.overtaken)
            self.saved.emit(deck)
            if answer.was_out:
                self._on_kept_out(deck, answer, asked=asked)
            self._session.saved_changed.emit()
            self._end(round_)

        def failed(error: Exception) -> None:
            round_.failures.append(error)
            self._again.start()
            self.save_failed.emit(error)
            self._end(round_)

        # What is kept so far is asked in the worker: errands are done in turn, so the one before
        # has told it by then.
        self._library_worker.ask(
            lambda library: _kept(library, deck.to_store(state), asked=asked), done, failed
        )

    def _on_kept_out(self, deck: OpenDeck, answer: _Kept, *, asked: bool) -> None:
        """Follow a deck that was in the bin or deleted when it was kept."""
        if not answer.is_out:
            deck.where = Where.AMONG_DECKS
            if not asked:
                self.restored.emit(deck)
        self._library_worker.reload()

    def _end(self, round_: _SaveRound) -> None:
        round_.left -= 1
        if round_.left:
            return
        onward = round_.otherwise if round_.failures else round_.then
        if onward is not None:
            onward()

    def _on_deck_edited(self) -> None:
        """Keep it when the hand rests, and from time to time while it does not."""
        out = (each for each in self._session.decks if each.where is not Where.AMONG_DECKS)
        if any(each.unsaved for each in out):
            self.save_all()
            return
        self._pause.start()
        if not self._longest.isActive():
            self._longest.start()

    def _on_found(self, found: Sequence[LibraryDeck]) -> None:
        self._session.open_from([Source(Reading(each.deck, ()), stored=each) for each in found])

    def _on_opened(self, kept: LibraryDeck) -> None:
        self._session.open_from([Source(Reading(kept.deck, ()), stored=kept)])

    def _on_contents_changed(self) -> None:
        """Follow what was made of open decks elsewhere: on the Decks page, or in another window."""
        cards = self._session.cards
        if cards is None:
            return
        self._follow_bin()
        for deck in self._session.decks:
            stored = self._library_worker.contents.deck(deck.stored.id) if deck.stored else None
            if stored is None or deck.stored is None or deck.unsaved:
                continue
            if stored.version > deck.stored.version:
                read = partial(_opened, deck_id=stored.id, pools=cards.pools)
                self.ask(read, partial(self._on_changed_elsewhere, deck))

    def _follow_bin(self) -> None:
        """Note which open decks are in the bin, or deleted, and which are so no longer."""
        before = [each.where for each in self._session.decks]
        for deck in self._session.decks:
            if deck.stored is not None:
                stored = self._library_worker.contents.deck(deck.stored.id)
                out = Where.IN_BIN if stored else Where.NOWHERE
                deck.where = Where.AMONG_DECKS if stored and not stored.deleted else out
        if before != [each.where for each in self._session.decks]:
            self._session.saved_changed.emit()

    def _on_changed_elsewhere(self, deck: OpenDeck, kept: LibraryDeck) -> None:
        if deck in self._session.decks and not deck.unsaved:
            self._session.apply_to(deck, deck.renewed(kept), CHANGED)

    def _back_up(self) -> None:
        """Make the day's backup in a window that stays open over midnight."""
        self.ask(lambda library: library.back_up_daily(), self._on_backed_up)

    def _on_backed_up(self, note: str) -> None:
        if note:
            self.failed.emit(AppError(note))


def _still_there(
    library: Library, deck_ids: Sequence[str], pools: Mapping[Edition, CardPool]
) -> list[LibraryDeck]:
    there = {each.id for each in library.decks.all()}
    return [library.decks.open(each, pools) for each in deck_ids if each in there]


def _opened(library: Library, deck_id: str, pools: Mapping[Edition, CardPool]) -> LibraryDeck:
    return library.decks.open(deck_id, pools)


def _kept(library: Library, deck: LibraryDeck, *, asked: bool) -> _Kept:
    """Add a deck to the library or save it; where it is `asked` for, take it out of the bin too."""
    if not deck.id:
        stored = library.decks.add(deck.outline)
        return _Kept(replace(deck, id=stored.id, version=stored.version))
    was_out = _is_out(library, deck.id)
    saved = library.decks.save(deck)
    if was_out and asked:
        library.decks.take_back([deck.id])
    is_out = was_out and not (asked or saved.stepped)
    return _Kept(saved.opened, saved.overtaken, was_out, is_out)


def _is_out(library: Library, deck_id: str) -> bool:
    try:
        return library.decks.get(deck_id).deleted is not None
    except UnknownDeckError:
        return True

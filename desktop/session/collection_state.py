"""What the player owns, for every part of the window that shows or changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from carddb.pool import CardPool
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from library.deck_values import StoredDeck
from library.owned import Holding, Owned, Single, copies_owned, design

if TYPE_CHECKING:
    from library.library import Library


Entry = TypeVar("Entry", Holding, Single)


class CollectionState(QObject):
    """The collection of the library, as it was read last or is about to be saved.

    A change shows at once and is saved in the background; where that fails, what is saved shows
    again. `copies` are those of each card by its code, other printings of the same card counted;
    None where nothing was entered, which is not the same as owning none.

    Signals:
        changed: other products or cards are owned now.
        decks_changed: the lists of the library were read again.
    """

    changed = Signal()
    decks_changed = Signal()

    def __init__(self, library_worker: LibraryWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library_worker = library_worker
        self._cards: LoadedCards | None = None
        self._writing = 0
        self._reading = False
        self._stored = self.owned = Owned()
        self.copies: Mapping[str, int] | None = None
        library_worker.contents_changed.connect(self._on_contents_changed)
        library_worker.failed.connect(self._on_failed)
        self._read()

    @property
    def ready(self) -> bool:
        return self._library_worker.library is not None

    @property
    def home(self) -> Path | None:
        """The home folder of the library, once it is being opened."""
        return self._library_worker.home

    @property
    def decks(self) -> tuple[StoredDeck, ...]:
        return self._library_worker.contents.decks

    def build(self, versions: Mapping[str, int | None]) -> None:
        """Say which versions of decks are built, by the decks' ids; None for none."""

        def work(library: Library) -> None:
            for deck_id, version in versions.items():
                if version is None:
                    library.decks.take_apart(deck_id)
                else:
                    library.decks.build(deck_id, version)

        if self.ready:
            self._library_worker.change(work)

    def receive_cards(self, cards: LoadedCards) -> None:
        self._cards = cards
        self._take(self.owned)

    def hold(self, holdings: Sequence[Holding]) -> None:
        """Own so many of these products from now on, all in one change."""
        if holdings and self.ready:
            now = _changed(self.owned.holdings, holdings, attrgetter("edition", "pack"))
            self._take(replace(self.owned, holdings=now))
            self._write(lambda library: library.collection.hold_all(holdings))

    def hold_singles(self, singles: Sequence[Single]) -> None:
        """Set the copies of these cards beside the products; below zero: given away."""
        if singles and self.ready:
            now = _changed(self.owned.singles, singles, attrgetter("code"))
            self._take(replace(self.owned, singles=now))
            self._write(lambda library: library.collection.add_singles(singles))

    def _read(self) -> None:
        if self.ready and not self._reading:
            self._reading = True
            self._library_worker.ask(lambda library: library.collection.owned(), self._on_read)

    def _write(self, work: Callable[[Library], None]) -> None:
        def written(library: Library) -> Owned:
            work(library)
            return library.collection.owned()

        self._writing += 1
        self._library_worker.change(written, self._on_written)

    def _take(self, owned: Owned) -> None:
        copies = owned_by_code(owned, self._cards.pools.values()) if self._cards else None
        if (owned, copies) != (self.owned, self.copies):
            self.owned, self.copies = owned, copies
            self.changed.emit()

    def _on_read(self, owned: Owned) -> None:
        self._reading, self._stored = False, owned
        if not self._writing:
            self._take(owned)

    def _on_written(self, owned: Owned) -> None:
        # What was read while more is to be written is out of date.
        self._writing, self._stored = max(0, self._writing - 1), owned
        if not self._writing:
            self._take(owned)

    def _on_contents_changed(self) -> None:
        self.decks_changed.emit()
        if not self._writing:
            self._read()

    def _on_failed(self) -> None:
        failed, self._writing, self._reading = self._writing, 0, False
        if failed:
            self._take(self._stored)
            self._read()


def _changed(
    entries: Iterable[Entry], changes: Iterable[Entry], key: Callable[[object], Any]
) -> tuple[Entry, ...]:
    by_key = {key(each): each for each in chain(entries, changes)}
    return tuple(each for _, each in sorted(by_key.items()) if each.copies)


def owned_by_code(owned: Owned, pools: Iterable[CardPool]) -> Mapping[str, int] | None:
    """Return `CollectionState.copies` of a collection."""
    if not (owned.holdings or owned.singles):
        return None
    copies: dict[str, int] = {}
    for pool in pools:
        of_design = copies_owned(owned, pool)
        copies |= {card.code: n for card in pool if (n := of_design[design(card)])}
    return copies

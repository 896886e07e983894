"""What the player owns and has starred, for every part of the window that shows or changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from library.owned import Holding, Owned, Single, copies_owned

if TYPE_CHECKING:
    from library.library import Library


Stored = TypeVar("Stored")
Entry = TypeVar("Entry", Holding, Single)


class StoredState(QObject, Generic[Stored]):
    """A value of the library, as it was read last or is about to be saved.

    A change is shown at once and saved in the background. If that fails, the value that is saved
    is shown again.
    """

    changed = Signal()

    def __init__(
        self,
        library_worker: LibraryWorker,
        load: Callable[[Library], Stored],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.library_worker, self._load = library_worker, load
        self._writing, self._reading = 0, False
        self._stored: Stored | None = None
        library_worker.contents_changed.connect(self._read)
        library_worker.failed.connect(self._on_failed)
        self._read()

    @property
    def ready(self) -> bool:
        """Whether the library is open."""
        return self.library_worker.library is not None

    def _show(self, value: Stored) -> None:
        """Announce another value."""
        raise NotImplementedError

    def _write(self, value: Stored, work: Callable[[Library], None]) -> None:
        """Show a value now, and have `work` save it."""

        def written(library: Library) -> Stored:
            work(library)
            return self._load(library)

        self._show(value)
        self._writing += 1
        self.library_worker.change(written, self._on_written)

    def _read(self) -> None:
        if self.ready and not self._reading and not self._writing:
            self._reading = True
            self.library_worker.ask(self._load, self._on_read)

    def _on_read(self, value: Stored) -> None:
        self._reading = False
        self._receive(value)

    def _on_written(self, value: Stored) -> None:
        self._writing = max(0, self._writing - 1)
        self._receive(value)

    def _receive(self, value: Stored) -> None:
        self._stored = value
        # What was read while more is to be written is out of date.
        if not self._writing:
            self._show(value)

    def _on_failed(self) -> None:
        failed, self._writing, self._reading = self._writing, 0, False
        if failed:
            if self._stored is not None:
                self._show(self._stored)
            self._read()


class CollectionState(StoredState[Owned]):
    """The collection of the library.

    `copies` are those of each card by its code, other printings of the same card counted; None
    where nothing was entered, which is not the same as owning none.
    """

    def __init__(self, library_worker: LibraryWorker, parent: QObject | None = None) -> None:
        super().__init__(library_worker, lambda library: library.collection.owned(), parent)
        self._cards: LoadedCards | None = None
        self._stored = self.owned = Owned()
        self.copies: Mapping[str, int] | None = None

    @property
    def home(self) -> Path | None:
        """The home folder of the library, once it is being opened."""
        return self.library_worker.home

    def build(self, versions: Mapping[str, int | None]) -> None:
        """Say which versions of decks are built, by the decks' ids; None for none."""

        def work(library: Library) -> None:
            for deck_id, version in versions.items():
                if version is None:
                    library.decks.take_apart(deck_id)
                else:
                    library.decks.build(deck_id, version)

        if self.ready:
            self.library_worker.change(work)

    def receive_cards(self, cards: LoadedCards) -> None:
        self._cards = cards
        self._show(self.owned)

    def hold(self, holdings: Sequence[Holding]) -> None:
        """Set how many of each product the player owns, in one change."""
        if holdings and self.ready:
            now = _changed(self.owned.holdings, holdings, attrgetter("edition", "pack"))
            owned = replace(self.owned, holdings=now)
            self._write(owned, lambda library: library.collection.hold_all(holdings))

    def hold_singles(self, singles: Sequence[Single]) -> None:
        """Set the copies of single cards, owned in addition to products; negative: given away."""
        if singles and self.ready:
            now = _changed(self.owned.singles, singles, attrgetter("code"))
            owned = replace(self.owned, singles=now)
            self._write(owned, lambda library: library.collection.add_singles(singles))

    @override
    def _show(self, value: Owned) -> None:
        copies = owned_by_code(value, self._cards.pools.values()) if self._cards else None
        if (value, copies) != (self.owned, self.copies):
            self.owned, self.copies = value, copies
            self.changed.emit()


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
        copies |= {card.code: n for card in pool if (n := of_design[card.design])}
    return copies


class StarredState(StoredState[frozenset[str]]):
    """The codes of the starred cards; `codes` is None until they are known."""

    def __init__(self, library_worker: LibraryWorker, parent: QObject | None = None) -> None:
        super().__init__(library_worker, lambda library: library.starred_cards.codes(), parent)
        self.codes: frozenset[str] | None = None

    def are_starred(self, cards: Iterable[Card]) -> bool:
        return all(card.code in (self.codes or ()) for card in cards)

    def toggle(self, cards: Iterable[Card]) -> None:
        """Give cards a star, or take it away where all of them have one."""
        chosen = tuple(cards)
        if self.codes is None or not chosen:
            return
        codes, starred = {card.code for card in chosen}, not self.are_starred(chosen)
        now = self.codes | codes if starred else self.codes - codes
        self._write(now, lambda library: library.starred_cards.star(codes, starred=starred))

    @override
    def _show(self, value: frozenset[str]) -> None:
        if value != self.codes:
            self.codes = value
            self.changed.emit()

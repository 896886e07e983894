"""The library: decks with their history, games, collection and events, in one place."""

from __future__ import annotations

from functools import cached_property, partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from library.addresses import Address
from library.backups import back_up_daily, snapshots_folder
from library.card_categories import CardCategories
from library.collection import Collection
from library.deck_repository import DeckRepository
from library.file_copy import LibraryCopy
from library.folders import Folders
from library.games import GameLog
from library.history import History
from library.library_opening import open_storage
from library.plans import Plans
from library.starred_cards import StarredCards
from library.stored_text import Clock, checked_time
from library.transfer import Restored, back_up, restore

if TYPE_CHECKING:
    from library.event_repository import EventRepository


class Library:
    """A library that is open; every method of its parts is one transaction and thread-safe.

    One instance has one connection, for which its threads wait in turn; other processes may use
    the same library at the same time. `note` is a sentence about what was recovered or could not be
    done on opening, empty where all is well. `clock` gives the time of each change; `home` is the
    folder for copies of a server's library, a file's is the one that it is in.
    """

    def __init__(self, address: Address, *, clock: Clock, home: Path | None = None) -> None:
        """Open a library, making or migrating it first if need be; LibraryError where it fails."""
        self.address = address
        self.home = home or (address.parent if isinstance(address, Path) else Path.cwd())
        self._clock = partial(checked_time, clock)
        is_placed = home is not None or isinstance(address, Path)
        self._snapshots = snapshots_folder(self.home) if is_placed else None
        self._storage, self.note = open_storage(address, clock())
        self.decks = DeckRepository(self._storage, self._clock)
        self.folders = Folders(self._storage)
        self.history = History(self._storage, self._clock)
        self.plans = Plans(self._storage, self._clock)
        self.games = GameLog(self._storage)
        self.collection = Collection(self._storage)
        self.card_categories = CardCategories(self._storage)
        self.starred_cards = StarredCards(self._storage)

    @cached_property
    def events(self) -> EventRepository:
        """The events."""
        # The rules of events take time to import, and most windows never need them.
        from library.event_repository import EventRepository  # noqa: PLC0415

        return EventRepository(self._storage, self._clock, self._snapshots)

    def changes(self) -> int:
        """Return how many changes the library has seen, to find out whether there was another."""
        return self._storage.changes()

    def back_up(self, file: Path) -> LibraryCopy:
        """Write the whole library into a file; LibraryError where that cannot be done.

        An older backup in that place is replaced, a file of another kind is not.
        """
        return back_up(self._storage, file)

    def back_up_daily(self) -> str:
        """Back up what was changed since the last day, as opening does; a sentence if it fails.

        For a window that stays open over midnight.
        """
        return back_up_daily(self._storage, self._clock())

    def restore(self, file: Path) -> Restored:
        """Put a backup in the place of everything; a copy of what was there is made.

        The file is checked before; NotALibraryError, DamagedLibraryError, NewerDatabaseError or
        LibraryError say why it cannot be used, and nothing was changed then.
        """
        return restore(self._storage, file, self._clock(), self.home)

    def close(self) -> None:
        """Close it; nothing is lost without that."""
        self._storage.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

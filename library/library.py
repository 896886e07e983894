"""The library: decks with their history, games, collection and events, in one place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlmodel import col

from carddb.pool import Pools
from carddb.terms import Edition
from core.text_format import LONGEST_NAME, one_line
from decks.diff import DeckDiff, Outline, difference
from library import rows
from library.addresses import Address, snapshots_folder
from library.backups import Restored, back_up, back_up_daily, restore
from library.collection import Collection
from library.content import decode_deck, with_cards
from library.deck_repository import DeckRepository, Folders
from library.deck_values import LibraryDeck, Version
from library.errors import DamagedLibraryError
from library.file_copy import LibraryCopy
from library.games import GameLog
from library.library_opening import open_storage
from library.models import METADATA, CardCategoryRow, StarredCardRow, VersionRow
from library.plans import Plans
from library.rows import VersionWriter, current
from library.storage import Repository
from library.stored_text import Clock, checked_time, storable, storable_name, time_from_text

if TYPE_CHECKING:
    from library.event_repository import EventRepository
    from library.phones import PhoneRepository


# A card's title and a category.
TitleCategory = tuple[str, str]
# Databases limit how many values one statement may name.
_BATCH = 500


class CardCategories(Repository):
    """Categories by the titles of cards."""

    def of(self, edition: Edition) -> frozenset[TitleCategory]:
        query = select(col(CardCategoryRow.title), col(CardCategoryRow.category))
        query = query.where(col(CardCategoryRow.edition) == edition.value)
        with self._storage.reading() as connection:
            return frozenset((row.title, row.category) for row in connection.execute(query))

    def put(self, edition: Edition, titles: Iterable[str], pairs: Iterable[TitleCategory]) -> None:
        """Give cards with these titles exactly these categories."""
        gone = sorted({storable(title) for title in titles})
        new = sorted({(storable(title), storable(name)) for title, name in pairs})
        with self._storage.writing() as connection:
            for start in range(0, len(gone), _BATCH):
                connection.execute(
                    delete(CardCategoryRow).where(
                        col(CardCategoryRow.edition) == edition.value,
                        col(CardCategoryRow.title).in_(gone[start : start + _BATCH]),
                    )
                )
            cells = [{"edition": edition.value, "title": t, "category": c} for t, c in new]
            if cells:
                connection.execute(insert(CardCategoryRow), cells)


class StarredCards(Repository):
    """Stars by the codes of cards; each version has its own."""

    def codes(self) -> frozenset[str]:
        with self._storage.reading() as connection:
            return frozenset(connection.scalars(select(col(StarredCardRow.code))))

    def star(self, codes: Iterable[str], *, starred: bool = True) -> None:
        """Give cards a star or take it away; cards that are right already stay as they are."""
        rows = [{"star": code} for code in sorted({storable(code) for code in codes})]
        if not rows:
            return
        code = col(StarredCardRow.code)
        with self._storage.writing() as connection:
            connection.execute(delete(StarredCardRow).where(code == bindparam("star")), rows)
            if starred:
                connection.execute(insert(StarredCardRow).values(code=bindparam("star")), rows)


_LISTED = [each for each in METADATA.tables["version"].columns if each.name != "content"]


class History(Repository):
    """The versions of the decks."""

    def versions(self, deck_id: str) -> tuple[Version, ...]:
        """Return the versions of a deck that are stored, the newest first; the first is current."""
        query = select(*_LISTED).where(col(VersionRow.deck_id) == deck_id)
        with self._storage.reading() as connection:
            head = current(connection, deck_id)
            query = query.order_by(col(VersionRow.number).desc())
            found = connection.execute(query).mappings().all()
        return tuple(
            Version(
                **dict(row)
                | {
                    "made": time_from_text(row["made"]),
                    "name": row["name"] and one_line(row["name"], LONGEST_NAME),
                    "current": row["number"] == head,
                }
            )
            for row in found
        )

    def changed_cards(self, deck_id: str) -> dict[int, str]:
        """Return by version the code of the card it is about: the first it added, else removed."""
        query = select(
            col(VersionRow.number), col(VersionRow.based_on), col(VersionRow.content)
        ).where(col(VersionRow.deck_id) == deck_id)
        with self._storage.reading() as connection:
            found = connection.execute(query).all()
        decks = {number: _readable(text) for number, _, text in found}
        changes = {
            number: difference(old, new)
            for number, based_on, _ in found
            if (new := decks[number]) and based_on and (old := decks.get(based_on))
        }
        return {number: code for number, each in changes.items() if (code := each.main_card)}

    def open(self, deck_id: str, number: int, pools: Pools) -> LibraryDeck:
        """Return a version; UnknownDeckError if it is not stored (any more)."""
        return LibraryDeck(deck_id, number, *with_cards(self.outline(deck_id, number), pools))

    def outline(self, deck_id: str, number: int | None = None) -> Outline:
        """Return a version, the current one unless named, as names and codes."""
        with self._storage.reading() as connection:
            return _outline(connection, deck_id, number)

    def name(self, deck_id: str, number: int, name: str | None) -> None:
        """Give a version a name, with which it is never deleted; None takes the name away."""
        shown = None if name is None else storable_name(name, "version")[0]
        with self._storage.writing() as connection:
            changed = update(VersionRow).where(
                col(VersionRow.deck_id) == deck_id, col(VersionRow.number) == number
            )
            if connection.execute(changed.values(name=shown)).rowcount != 1:
                rows.version_text(connection, deck_id, number)

    def go_back(self, deck_id: str, number: int) -> int:
        """Restore the deck as it was in a version; return the number of the current version."""
        with self._storage.writing() as connection:
            head = current(connection, deck_id, lock=True)
            old = rows.version_outline(connection, deck_id, head)
            wanted = rows.version_outline(connection, deck_id, number)
            if not difference(old, wanted):
                return head
            words = f"Back to version {number}"
            writer = VersionWriter(connection, deck_id, self._now())
            return writer.step(head, old, wanted, words)

    def difference(
        self,
        before: str,
        after: str,
        before_number: int | None = None,
        after_number: int | None = None,
    ) -> DeckDiff:
        """Return the changes from one deck or version to another; no number: the current one."""
        with self._storage.reading() as connection:
            one = _outline(connection, before, before_number)
            other = _outline(connection, after, after_number)
        return difference(one, other)


def _readable(text: str) -> Outline | None:
    """Return a stored deck, None if it is damaged; opening it reports the damage."""
    try:
        return decode_deck(text, {})
    except DamagedLibraryError:
        return None


def _outline(connection: Connection, deck_id: str, number: int | None) -> Outline:
    wanted = current(connection, deck_id) if number is None else number
    return rows.version_outline(connection, deck_id, wanted)


class Library:
    """A library that is open; every method of its parts is one transaction and thread-safe.

    One instance has one connection, for which its threads wait in turn; other processes may use
    the same library at the same time. `note` is a sentence about what was recovered or could not be
    done on opening, empty if all is well. `clock` gives the time of each change; `home` is the
    folder for copies of a server's library, a file's is the one that it is in.
    """

    def __init__(self, address: Address, *, clock: Clock, home: Path | None = None) -> None:
        """Open a library, making or migrating it first if need be; LibraryError if it fails."""
        self.address = address
        self.home = home or (address.parent if isinstance(address, Path) else Path.cwd())
        self._clock = partial(checked_time, clock)
        is_placed = home is not None or isinstance(address, Path)
        self._snapshots = snapshots_folder(self.home) if is_placed else None
        self._storage, self.note = open_storage(address, clock())
        parts = self._storage, self._clock
        self.decks = DeckRepository(*parts)
        self.folders = Folders(*parts)
        self.history = History(*parts)
        self.plans = Plans(*parts)
        self.games = GameLog(*parts)
        self.collection = Collection(*parts)
        self.card_categories = CardCategories(*parts)
        self.starred_cards = StarredCards(*parts)

    @cached_property
    def events(self) -> EventRepository:
        # The rules of events take time to import, and most windows never need them.
        from library.event_repository import EventRepository  # noqa: PLC0415

        return EventRepository(self._storage, self._clock, self._snapshots)

    @cached_property
    def phones(self) -> PhoneRepository:
        from library.event_repository import EventRepository  # noqa: PLC0415 - as above
        from library.phones import PhoneRepository  # noqa: PLC0415

        events = EventRepository(self._storage, self._clock, self._snapshots)
        return PhoneRepository(self._storage, self._clock, events=events)

    def changes(self) -> int:
        return self._storage.changes()

    def back_up(self, file: Path) -> LibraryCopy:
        """Write the library into a file or over an older backup; LibraryError if it cannot be."""
        return back_up(self._storage, file)

    def back_up_daily(self) -> str:
        """Back up what was changed since the last day; a sentence if that fails."""
        return back_up_daily(self._storage, self._clock())

    def restore(self, file: Path) -> Restored:
        """Put a backup in the place of everything; a copy of what was there is made.

        The file is checked before; NotALibraryError, DamagedLibraryError, NewerDatabaseError or
        LibraryError say why it cannot be used, and nothing was changed then.
        """
        return restore(self._storage, file, self._clock(), self.home)

    def close(self) -> None:
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

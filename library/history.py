"""The history of decks: every version, names for some, the way back, and differences."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from carddb.pool import Pools
from carddb.text_format import LONGEST_NAME, one_line
from decks.diff import DeckDiff, Outline, difference
from library import rows
from library.content import decode_deck, with_cards
from library.deck_values import LibraryDeck, Version
from library.errors import DamagedLibraryError
from library.storage import Storage
from library.stored_text import Clock, storable_name, time_from_text, time_to_text
from library.tables import VersionRow, col
from library.version_writer import VersionWriter, current

_LISTED = (
    col(VersionRow.deck_id),
    col(VersionRow.number),
    col(VersionRow.made),
    col(VersionRow.name),
    col(VersionRow.words),
    col(VersionRow.based_on),
    col(VersionRow.overtaken_by),
)


class History:
    """The versions of the decks; each method is one transaction."""

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self._clock = clock

    def versions(self, deck_id: str) -> tuple[Version, ...]:
        """Return the versions of a deck that are stored, the newest first; the first is current."""
        query = select(*_LISTED).where(col(VersionRow.deck_id) == deck_id)
        with self._storage.reading() as connection:
            head = current(connection, deck_id)
            found = connection.execute(query.order_by(col(VersionRow.number).desc())).all()
        return tuple(
            Version(
                row.deck_id,
                row.number,
                time_from_text(row.made),
                row.name and one_line(row.name, LONGEST_NAME),
                row.words,
                row.based_on,
                row.overtaken_by,
                row.number == head,
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
        """Return a version; UnknownDeckError where it is not stored (any more)."""
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
        """Make the deck what it was in a version, as a new step; return the step's number.

        The number of the current version where the deck is like that already.
        """
        with self._storage.writing() as connection:
            head = current(connection, deck_id, lock=True)
            old = rows.version_outline(connection, deck_id, head)
            wanted = rows.version_outline(connection, deck_id, number)
            if not difference(old, wanted):
                return head
            words = f"Back to version {number}"
            writer = VersionWriter(connection, deck_id, time_to_text(self._clock()))
            return writer.step(head, old, wanted, words)

    def difference(
        self,
        before: str,
        after: str,
        before_number: int | None = None,
        after_number: int | None = None,
    ) -> DeckDiff:
        """Return what makes one deck of another, or one version of another of the same deck.

        Where no number is given, it is the current version.
        """
        with self._storage.reading() as connection:
            one = _outline(connection, before, before_number)
            other = _outline(connection, after, after_number)
        return difference(one, other)


def _readable(text: str) -> Outline | None:
    """Return a stored deck, None where it is damaged: whoever opens it is told."""
    try:
        return decode_deck(text, {})
    except DamagedLibraryError:
        return None


def _outline(connection: Connection, deck_id: str, number: int | None) -> Outline:
    wanted = current(connection, deck_id) if number is None else number
    return rows.version_outline(connection, deck_id, wanted)

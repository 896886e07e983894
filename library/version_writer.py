"""New versions of decks, inside a transaction of the caller."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy import ColumnElement, Connection, delete, insert, literal, select, update

from decks.diff import Outline, difference
from library import rows
from library.content import encode_deck
from library.deck_values import LibraryDeck, Saved
from library.stored_text import time_from_text, time_to_text
from library.tables import DeckRow, GameRow, PlanRow, VersionRow, col

# So many versions of a deck stay; named ones and others that matter stay, too.
NEWEST = 200
# After a pause of this length a change begins another version.
PAUSE = timedelta(minutes=30)
# The number of the version that a deck is added with.
FIRST = 1
_LONGEST_WORDS = 400


def current(connection: Connection, deck_id: str, *, lock: bool = False) -> int:
    """Return the number of a deck's current version; UnknownDeckError where there is no deck.

    `lock` prevents other windows from changing the deck until the transaction ends.
    """
    number = _current_or_none(connection, deck_id, lock=lock)
    if number is None:
        raise rows.unknown_deck()
    return number


def _current_or_none(connection: Connection, deck_id: str, *, lock: bool) -> int | None:
    query = select(col(DeckRow.version)).where(col(DeckRow.id) == deck_id)
    return connection.scalar(query.with_for_update() if lock else query)


def insert_decks(
    connection: Connection,
    decks: Mapping[str, Outline],
    now: str,
    folder_id: str | None = None,
    number: int = FIRST,
) -> None:
    """Insert decks by their ids, each with one version, and the names of their cards."""
    if not decks:
        return
    contents = {deck_id: encode_deck(deck) for deck_id, deck in decks.items()}
    plain = {
        "folder_id": folder_id,
        "created": now,
        "changed": now,
        "deleted": None,
        "version": number,
        "built_version": None,
    }
    connection.execute(
        insert(DeckRow),
        [rows.cells(deck, contents[each]) | plain | {"id": each} for each, deck in decks.items()],
    )
    connection.execute(
        insert(VersionRow),
        [_version(each, number, now, content) for each, content in contents.items()],
    )
    rows.remember(connection, list(decks.values()))


def _version(deck_id: str, number: int, now: str, content: str) -> rows.Cells:
    return {
        "deck_id": deck_id,
        "number": number,
        "made": now,
        "name": None,
        "based_on": None,
        "overtaken_by": None,
        "words": "Added",
        "content": content,
    }


@dataclass(frozen=True, slots=True)
class VersionWriter:
    """The history of one deck, to which versions are added at one time (`now`, as stored)."""

    connection: Connection
    deck_id: str
    now: str

    def insert(self, deck: Outline, folder_id: str | None = None, number: int = FIRST) -> None:
        """Insert the deck with its first version, or the one that a window still had of it."""
        insert_decks(self.connection, {self.deck_id: deck}, self.now, folder_id, number)

    def save(self, opened: LibraryDeck, replaces: int | None = None) -> Saved:
        """Save an edited deck; see DeckRepository.save."""
        new = opened.outline
        head = _current_or_none(self.connection, self.deck_id, lock=True)
        if head is None:
            self.insert(new, number=opened.version + 1)
            return Saved(replace(opened, version=opened.version + 1), stepped=True)
        text = encode_deck(new)
        if text == self._text(head):
            return Saved(replace(opened, version=head), stepped=False)
        if head != opened.version and text == self._text(opened.version):
            return Saved(opened, stepped=False, newer=head)
        overtaken = head if head != opened.version else None
        begun = self._replace(head) if head == opened.version == replaces else None
        if begun is not None:
            number = self.step(*begun, new)
        else:
            old = rows.version_outline(self.connection, self.deck_id, head)
            number = self.step(opened.version, old, new)
        if overtaken is not None:
            self._mark_overtaken(overtaken, number)
        return Saved(replace(opened, version=number), stepped=True, overtaken=overtaken)

    def step(self, based_on: int, old: Outline, new: Outline, words: str = "") -> int:
        """Make the deck's next version the current one; return its number.

        `words` describe the change where the difference from `old` does not do it best.
        """
        content = encode_deck(new)
        number = current(self.connection, self.deck_id) + 1
        text = words or ", ".join(difference(old, new).words) or f"Back to version {based_on}"
        if len(text) > _LONGEST_WORDS:
            text = f"{text[: _LONGEST_WORDS - 1]}…"
        version = _version(self.deck_id, number, self.now, content)
        version |= {"words": text, "based_on": based_on}
        self.connection.execute(insert(VersionRow).values(version))
        row = rows.cells(new, content)
        row |= {"version": number, "changed": self.now, "deleted": None}
        change = update(DeckRow).where(col(DeckRow.id) == self.deck_id)
        self.connection.execute(change.values(row))
        rows.remember(self.connection, [new])
        self._delete_old(number)
        return number

    def _replace(self, number: int) -> tuple[int, Outline] | None:
        """Delete the current version for one that continues it; return what it was based on.

        None, and nothing is deleted, where it is older than the pause or must stay.
        """
        recent = time_to_text(time_from_text(self.now) - PAUSE)
        version = (col(VersionRow.deck_id) == self.deck_id, col(VersionRow.number) == number)
        query = select(col(VersionRow.based_on)).where(
            *version, col(VersionRow.made) >= recent, *self._may_go()
        )
        based_on = self.connection.scalar(query)
        if based_on is None:
            return None
        old = rows.outline_or_none(self.connection, self.deck_id, based_on)
        if old is None:
            return None
        self.connection.execute(delete(VersionRow).where(*version))
        return based_on, old

    def _text(self, number: int) -> str | None:
        return self.connection.scalar(
            select(col(VersionRow.content)).where(
                col(VersionRow.deck_id) == self.deck_id, col(VersionRow.number) == number
            )
        )

    def _mark_overtaken(self, number: int, by: int) -> None:
        mark = update(VersionRow).where(
            col(VersionRow.deck_id) == self.deck_id, col(VersionRow.number) == number
        )
        self.connection.execute(mark.values(overtaken_by=by))

    def _delete_old(self, newest: int) -> None:
        """Delete versions before the newest 200, but none that must stay."""
        if newest <= NEWEST:
            return
        deck, number = col(VersionRow.deck_id) == self.deck_id, col(VersionRow.number)
        newest_kept = select(number).where(deck).order_by(number.desc()).offset(NEWEST - 1).limit(1)
        old = number < newest_kept.scalar_subquery()
        self.connection.execute(delete(VersionRow).where(deck, old, *self._may_go()))

    def _may_go(self) -> tuple[ColumnElement[bool], ...]:
        """Return the conditions of versions without a name to which nothing refers."""
        built = select(col(DeckRow.built_version)).where(
            col(DeckRow.id) == self.deck_id, col(DeckRow.built_version).is_not(None)
        )
        played = select(col(GameRow.version)).where(
            col(GameRow.deck_id) == self.deck_id, col(GameRow.version).is_not(None)
        )
        # What a plan was begun from: a merge compares with that.
        begun = select(literal(FIRST)).where(col(PlanRow.deck_id) == self.deck_id)
        planned = select(col(PlanRow.version)).where(col(PlanRow.of_id) == self.deck_id)
        number = col(VersionRow.number)
        return (
            col(VersionRow.name).is_(None),
            col(VersionRow.overtaken_by).is_(None),
            *(number.not_in(each) for each in (built, played, begun, planned)),
        )

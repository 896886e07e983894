"""The decks of a library: added, listed, opened, saved, sorted into folders, thrown away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from uuid import uuid4

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlmodel import col

from carddb.pool import Pools
from core.text_format import LONGEST_NAME, one_line
from decks.deck import Deck
from decks.diff import Outline, outline
from library import rows
from library.content import codes_in, decode_deck, with_cards
from library.deck_values import Folder, LibraryDeck, Saved, StoredDeck
from library.errors import PlanError, UnknownDeckError, UnusableNameError
from library.models import DeckRow, FolderRow, KnownCardRow, PlanRow, TagRow
from library.rows import VersionWriter, current, insert_decks
from library.search import DeckSearch, Searchable, codes_by_card, wanted_text
from library.storage import Repository
from library.stored_text import storable_name


class Folders(Repository):
    """The folders of a library."""

    def all(self) -> tuple[Folder, ...]:
        count = func.count(col(DeckRow.id))
        joined = col(DeckRow.folder_id) == col(FolderRow.id), col(DeckRow.deleted).is_(None)
        query = (
            select(col(FolderRow.id), col(FolderRow.name), count)
            .outerjoin(DeckRow, joined[0] & joined[1])
            .group_by(col(FolderRow.id), col(FolderRow.name), col(FolderRow.folded))
            .order_by(col(FolderRow.folded))
        )
        with self._storage.reading() as connection:
            found = connection.execute(query).all()
        return tuple(Folder(id_, one_line(name, LONGEST_NAME), decks) for id_, name, decks in found)

    def add(self, name: str) -> Folder:
        """Add a folder; UnusableNameError if the name is taken."""
        shown, folded = storable_name(name, "folder")
        folder = Folder(uuid4().hex, shown, 0)
        with self._storage.writing() as connection:
            _need_free(connection, folded, folder.id, shown)
            row = {"id": folder.id, "name": shown, "folded": folded}
            connection.execute(insert(FolderRow).values(row))
        return folder

    def rename(self, folder_id: str, name: str) -> None:
        """Give a folder another name; UnusableNameError if another folder has it."""
        shown, folded = storable_name(name, "folder")
        with self._storage.writing() as connection:
            need_folder(connection, folder_id)
            _need_free(connection, folded, folder_id, shown)
            changed = update(FolderRow).where(col(FolderRow.id) == folder_id)
            connection.execute(changed.values(name=shown, folded=folded))

    def remove(self, folder_id: str) -> None:
        """Remove a folder; its decks stay, in no folder."""
        with self._storage.writing() as connection:
            need_folder(connection, folder_id)
            connection.execute(delete(FolderRow).where(col(FolderRow.id) == folder_id))


def need_folder(connection: Connection, folder_id: str) -> None:
    """Raise UnknownDeckError if a folder does not exist."""
    query = select(col(FolderRow.id)).where(col(FolderRow.id) == folder_id)
    if connection.scalar(query) is None:
        raise UnknownDeckError(
            "The library has no such folder any more.", "It may have been removed elsewhere."
        )


def _need_free(connection: Connection, folded: str, folder_id: str, name: str) -> None:
    query = select(col(FolderRow.id)).where(col(FolderRow.folded) == folded)
    if connection.scalar(query) not in {None, folder_id}:
        raise UnusableNameError(f"There is a folder “{name}” already.", "Choose another name.")


class DeckRepository(Repository):
    """The decks; what a method returns is on the disk."""

    def all(self) -> tuple[StoredDeck, ...]:
        """Return every deck that is not in the bin and no plan, the one changed last first."""
        with self._storage.reading() as connection:
            return _listed(connection, deleted=False)

    def binned(self) -> tuple[StoredDeck, ...]:
        """Return the decks and plans in the bin, the one changed last first."""
        with self._storage.reading() as connection:
            return _listed(connection, deleted=True)

    def get(self, deck_id: str) -> StoredDeck:
        """Return a deck as the list shows it; UnknownDeckError if there is none."""
        with self._storage.reading() as connection:
            return rows.stored_deck(connection, deck_id)

    def find(self, search: DeckSearch) -> tuple[StoredDeck, ...]:
        """Return the decks, not in the bin, that match a search, the one changed last first."""
        query = select(col(DeckRow.id), col(DeckRow.codes), col(DeckRow.notes))
        with self._storage.reading() as connection:
            decks = _listed(connection, deleted=False)
            names = select(col(KnownCardRow.code), col(KnownCardRow.name))
            titles = {row.code: row.name for row in connection.execute(names)}
            inside = {row.id: (row.codes, row.notes) for row in connection.execute(query)}
        cards, text = codes_by_card(search, titles), wanted_text(search, titles)
        return tuple(
            deck
            for deck in decks
            if search.accepts(Searchable(deck, *inside[deck.id]), cards, text)
        )

    def add(
        self, deck: Deck | Outline, *, folder_id: str | None = None, tags: Iterable[str] = ()
    ) -> StoredDeck:
        """Add a deck; an outline may hold cards that no pool knows."""
        return self.add_all([deck], folder_id=folder_id, tags=tags)[0]

    def add_all(
        self,
        decks: Iterable[Deck | Outline],
        *,
        folder_id: str | None = None,
        tags: Iterable[str] = (),
    ) -> tuple[StoredDeck, ...]:
        """Add decks in one transaction, all or none; return them in their order."""
        new = {uuid4().hex: outline(deck) if isinstance(deck, Deck) else deck for deck in decks}
        names = _tag_names(tags)
        with self._storage.writing() as connection:
            if folder_id is not None:
                need_folder(connection, folder_id)
            insert_decks(connection, new, self._now(), folder_id)
            _insert_tags(connection, new, names)
            return rows.all_listed(connection, list(new))

    def open(self, deck_id: str, pools: Pools) -> LibraryDeck:
        """Return a deck to be edited, in its current version; UnknownDeckError if none is."""
        with self._storage.reading() as connection:
            number = current(connection, deck_id)
            found = rows.version_outline(connection, deck_id, number)
        return LibraryDeck(deck_id, number, *with_cards(found, pools))

    def open_all(self, deck_ids: Sequence[str], pools: Pools) -> tuple[LibraryDeck, ...]:
        """Return decks as `open` does, in this order; one that is gone is left out."""
        with self._storage.reading() as connection:
            texts = rows.current_texts(connection, deck_ids)
            codes = {code for _, text in texts.values() for code in codes_in(text)}
            known = rows.known_cards(connection, codes)
        there = [(each, *texts[each]) for each in deck_ids if each in texts]
        return tuple(
            LibraryDeck(id_, number, *with_cards(decode_deck(text, known), pools))
            for id_, number, text in there
        )

    def outline(self, deck_id: str) -> Outline:
        """Return a deck's current version as names and codes; needs no cards."""
        with self._storage.reading() as connection:
            return rows.version_outline(connection, deck_id, current(connection, deck_id))

    def save(self, opened: LibraryDeck, replaces: int | None = None) -> Saved:
        """Save an edited deck as a new version; nothing if it is as it was.

        The new version takes the place of version `replaces`, which the caller saved before, where
        that is the current one, at most 30 minutes old, without a name and referred to by nothing.

        Where another window has made a version in the meantime, that one stays in the history,
        is marked as overtaken, and is named in the result. A deck that is in the bin comes out of
        it, one that is gone is added again.
        """
        with self._storage.writing() as connection:
            writer = VersionWriter(connection, opened.id, self._now())
            return writer.save(opened, replaces)

    def rename(self, deck_id: str, name: str) -> StoredDeck:
        """Give a deck another name, as a step of its history."""
        with self._storage.writing() as connection:
            number = current(connection, deck_id, lock=True)
            found = rows.version_outline(connection, deck_id, number)
            renamed = replace(found, name=storable_name(name, "deck")[0])
            if renamed.name != found.name:
                now = self._now()
                VersionWriter(connection, deck_id, now).step(number, found, renamed)
            return rows.stored_deck(connection, deck_id)

    def duplicate(self, deck_id: str, name: str) -> StoredDeck:
        """Add a copy of a deck's current version, in the same folder and with the same tags."""
        new = uuid4().hex
        with self._storage.writing() as connection:
            old = rows.stored_deck(connection, deck_id)
            found = rows.version_outline(connection, deck_id, old.version)
            copied = replace(found, name=storable_name(name, "deck")[0])
            now = self._now()
            VersionWriter(connection, new, now).insert(copied, old.folder_id)
            _replace_tags(connection, new, _tag_names(old.tags))
            return rows.stored_deck(connection, new)

    def tag(self, deck_id: str, tags: Iterable[str]) -> StoredDeck:
        """Give a deck exactly these tags; tags that differ in case or accents alone are one."""
        return self.tag_all({deck_id: tags})[0]

    def tag_all(self, tags: Mapping[str, Iterable[str]]) -> tuple[StoredDeck, ...]:
        """Give decks, by their ids, exactly these tags, all or none of them."""
        names = {deck_id: _tag_names(each) for deck_id, each in tags.items()}
        with self._storage.writing() as connection:
            # In one order, so that two writers never wait for each other.
            for deck_id in sorted(names):
                current(connection, deck_id, lock=True)
                _replace_tags(connection, deck_id, names[deck_id])
            return rows.all_listed(connection, list(names))

    def tags(self) -> tuple[str, ...]:
        """Return every tag that a deck has, each once, in order."""
        query = select(col(TagRow.folded), col(TagRow.name)).order_by(col(TagRow.folded))
        with self._storage.reading() as connection:
            names = {row.folded: row.name for row in connection.execute(query)}
        return tuple([one_line(name, LONGEST_NAME) for name in names.values()])

    def move(self, deck_ids: Iterable[str], folder_id: str | None) -> None:
        """Put decks into a folder, or out of every folder."""
        with self._storage.writing() as connection:
            if folder_id is not None:
                need_folder(connection, folder_id)
            for deck_id in deck_ids:
                _change(connection, deck_id, folder_id=folder_id)

    def build(self, deck_id: str, version: int | None = None) -> StoredDeck:
        """Mark a version, the current one unless named, as built from real cards."""
        with self._storage.writing() as connection:
            number = current(connection, deck_id, lock=True) if version is None else version
            rows.version_text(connection, deck_id, number)
            if rows.stored_deck(connection, deck_id).plan_of is not None:
                raise PlanError("A plan is not built.", "Merge it into its deck, and build that.")
            _change(connection, deck_id, built_version=number)
            return rows.stored_deck(connection, deck_id)

    def take_apart(self, deck_id: str) -> StoredDeck:
        with self._storage.writing() as connection:
            _change(connection, deck_id, built_version=None)
            return rows.stored_deck(connection, deck_id)

    def throw_away(self, deck_ids: Iterable[str]) -> None:
        """Put decks into the bin, from which they can be taken back; they hold no cards there."""
        with self._storage.writing() as connection:
            now = self._now()
            for deck_id in deck_ids:
                _change(connection, deck_id, deleted=now, built_version=None)

    def take_back(self, deck_ids: Iterable[str]) -> None:
        with self._storage.writing() as connection:
            for deck_id in deck_ids:
                _change(connection, deck_id, deleted=None)

    def empty_bin(self) -> int:
        """Delete the decks in the bin for good, with their history; return how many there were.

        The plans of a deck go with it. Games that were played with them stay in the log.
        """
        binned = col(DeckRow.deleted).is_not(None)
        with self._storage.writing() as connection:
            plans = select(col(PlanRow.deck_id)).where(
                col(PlanRow.of_id).in_(select(col(DeckRow.id)).where(binned))
            )
            connection.execute(delete(DeckRow).where(~binned, col(DeckRow.id).in_(plans)))
            gone = connection.execute(delete(DeckRow).where(binned))
            return int(gone.rowcount)


def _listed(connection: Connection, *, deleted: bool) -> tuple[StoredDeck, ...]:
    gone = col(DeckRow.deleted)
    query = select(*rows.LISTED).where(gone.is_not(None) if deleted else gone.is_(None))
    if not deleted:
        query = query.where(col(DeckRow.id).not_in(select(col(PlanRow.deck_id))))
    query = query.order_by(col(DeckRow.changed).desc(), col(DeckRow.id))
    names = rows.agenda_names(connection)
    tags = rows.tags_by_deck(connection)
    found = connection.execute(query).all()
    return tuple([rows.stored(row, names, tags.get(row[0], ())) for row in found])


def _change(connection: Connection, deck_id: str, **columns: object) -> None:
    changed = update(DeckRow).where(col(DeckRow.id) == deck_id).values(**columns)
    if connection.execute(changed).rowcount != 1:
        raise rows.unknown_deck()


def _tag_names(tags: Iterable[str]) -> dict[str, str]:
    """Return tags by the form in which they are compared; the first of several spellings stays."""
    names: dict[str, str] = {}
    for tag in tags:
        name, folded = storable_name(tag, "tag")
        names.setdefault(folded, name)
    return names


def _replace_tags(connection: Connection, deck_id: str, names: Mapping[str, str]) -> None:
    connection.execute(delete(TagRow).where(col(TagRow.deck_id) == deck_id))
    _insert_tags(connection, [deck_id], names)


def _insert_tags(connection: Connection, deck_ids: Iterable[str], names: Mapping[str, str]) -> None:
    new = [
        {"deck_id": deck_id, "folded": folded, "name": name}
        for deck_id in deck_ids
        for folded, name in names.items()
    ]
    if new:
        connection.execute(insert(TagRow), new)

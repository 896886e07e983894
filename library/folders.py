"""The folders that decks are sorted into."""

from __future__ import annotations

from uuid import uuid4

from sqlalchemy import Connection, delete, func, insert, select, update

from carddb.text_format import LONGEST_NAME, one_line
from library.deck_values import Folder
from library.errors import UnknownDeckError, UnusableNameError
from library.storage import Storage
from library.stored_text import storable_name
from library.tables import DeckRow, FolderRow, col


class Folders:
    """The folders of a library; each method is one transaction."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def all(self) -> tuple[Folder, ...]:
        """Return every folder, in order of the names."""
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
        """Add a folder; UnusableNameError where there is one of that name."""
        shown, folded = storable_name(name, "folder")
        folder = Folder(uuid4().hex, shown, 0)
        with self._storage.writing() as connection:
            _need_free(connection, folded, folder.id, shown)
            row = {"id": folder.id, "name": shown, "folded": folded}
            connection.execute(insert(FolderRow).values(row))
        return folder

    def rename(self, folder_id: str, name: str) -> None:
        """Give a folder another name; UnusableNameError where another folder has it."""
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
    """See to it that a folder is there; UnknownDeckError where it is not."""
    query = select(col(FolderRow.id)).where(col(FolderRow.id) == folder_id)
    if connection.scalar(query) is None:
        raise UnknownDeckError(
            "The library has no such folder any more.", "It may have been removed elsewhere."
        )


def _need_free(connection: Connection, folded: str, folder_id: str, name: str) -> None:
    query = select(col(FolderRow.id)).where(col(FolderRow.folded) == folded)
    if connection.scalar(query) not in {None, folder_id}:
        raise UnusableNameError(f"There is a folder “{name}” already.", "Choose another name.")

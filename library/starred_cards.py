"""The cards that the player gave a star."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, delete, insert, select

from library.storage import Storage
from library.stored_text import storable
from library.tables import StarredCardRow, col


class StarredCards:
    """Stars by the codes of cards, each version for itself; each method is one transaction."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def codes(self) -> frozenset[str]:
        """Return the codes of all starred cards."""
        with self._storage.reading() as connection:
            return frozenset(connection.scalars(select(col(StarredCardRow.code))))

    def star(self, codes: Iterable[str], *, starred: bool = True) -> None:
        """Give cards a star, or take it away; one that has it, or has it not, stays so."""
        rows = [{"star": code} for code in sorted({storable(code) for code in codes})]
        if not rows:
            return
        code = col(StarredCardRow.code)
        with self._storage.writing() as connection:
            connection.execute(delete(StarredCardRow).where(code == bindparam("star")), rows)
            if starred:
                connection.execute(insert(StarredCardRow).values(code=bindparam("star")), rows)

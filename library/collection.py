"""The player's collection: products, single cards, and the decks that are built from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlmodel import col

from carddb.pool import Pools
from carddb.terms import Edition
from library import rows
from library.errors import UnusableNameError
from library.models import DeckRow, HoldingRow, SingleRow
from library.owned import BuiltDeck, Holding, Owned, Single
from library.rows import current
from library.shopping import ShoppingList, shopping_list
from library.storage import Repository
from library.stored_text import storable

_MOST = 10_000


class Collection(Repository):
    """What the player owns."""

    def owned(self) -> Owned:
        with self._storage.reading() as connection:
            return _owned(connection)

    def hold(self, edition: Edition, pack: str, copies: int) -> None:
        """Set how many copies of a product the player owns; of a Core Set often two or three."""
        self.hold_all([Holding(edition, storable(pack), copies)])

    def hold_all(self, holdings: Iterable[Holding]) -> None:
        """Set how many copies of several products the player owns, in one transaction."""
        new = list(holdings)
        for holding in new:
            _check(holding.copies, least=0)
        with self._storage.writing() as connection:
            for holding in new:
                edition, pack = holding.edition.value, storable(holding.pack)
                connection.execute(
                    delete(HoldingRow).where(
                        col(HoldingRow.edition) == edition, col(HoldingRow.pack) == pack
                    )
                )
                if holding.copies:
                    row = {"edition": edition, "pack": pack, "copies": holding.copies}
                    connection.execute(insert(HoldingRow).values(row))

    def add_singles(self, singles: Iterable[Single]) -> None:
        """Set how many copies the player owns besides the products; below 0 if given away."""
        new = {storable(single.code): single.copies for single in singles}
        for copies in new.values():
            _check(copies, least=-_MOST)
        gone = [{"gone": code} for code in new]
        stored = [{"code": code, "copies": copies} for code, copies in new.items() if copies]
        with self._storage.writing() as connection:
            if gone:
                same = col(SingleRow.code) == bindparam("gone")
                connection.execute(delete(SingleRow).where(same), gone)
            if stored:
                connection.execute(insert(SingleRow), stored)

    def missing(
        self, deck_ids: Sequence[str], pools: Pools, *, together: bool = True
    ) -> ShoppingList:
        """Return what the player lacks to build decks, card by card and product by product.

        Cards in other built decks are not available. `together` is whether the decks must exist
        at the same time, or one after the other.
        """
        ids = list(dict.fromkeys(deck_ids))
        with self._storage.reading() as connection:
            owned = _owned(connection)
            decks = [
                rows.version_outline(connection, deck_id, current(connection, deck_id))
                for deck_id in ids
            ]
        others = tuple(deck for deck in owned.built if deck.deck_id not in ids)
        return shopping_list(decks, replace(owned, built=others), pools, together=together)


def _check(copies: int, least: int) -> None:
    if not least <= copies <= _MOST:
        raise UnusableNameError(f"{copies} is not a number of copies that a player can own.")


def _owned(connection: Connection) -> Owned:
    holdings = connection.execute(
        select(HoldingRow).order_by(col(HoldingRow.edition), col(HoldingRow.pack))
    )
    singles = connection.execute(select(SingleRow).order_by(col(SingleRow.code)))
    built = connection.execute(
        select(col(DeckRow.id), col(DeckRow.built_version))
        .where(col(DeckRow.built_version).is_not(None), col(DeckRow.deleted).is_(None))
        .order_by(col(DeckRow.id))
    ).all()
    return Owned(
        tuple(Holding(Edition(row.edition), row.pack, row.copies) for row in holdings),
        tuple(Single(row.code, row.copies) for row in singles),
        tuple(
            BuiltDeck(row.id, rows.version_outline(connection, row.id, row.built_version))
            for row in built
        ),
    )

"""The player's own categories of cards, which every deck can take over."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, insert, select
from sqlmodel import col

from carddb.terms import Edition
from library.models import CardCategoryRow
from library.storage import Storage
from library.stored_text import storable

# A card's title and a category.
TitleCategory = tuple[str, str]
# Databases limit how many values one statement may name.
_BATCH = 500


class CardCategories:
    """Categories by the titles of cards; each method is one transaction."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def of(self, edition: Edition) -> frozenset[TitleCategory]:
        query = select(col(CardCategoryRow.title), col(CardCategoryRow.category))
        query = query.where(col(CardCategoryRow.edition) == edition.value)
        with self._storage.reading() as connection:
            return frozenset((row.title, row.category) for row in connection.execute(query))

    def put(
        self, edition: Edition, titles: Collection[str], pairs: Collection[TitleCategory]
    ) -> None:
        """Have cards of these titles be in these categories, and in no other."""
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

"""Which cards a search looks at unless the query asks for others by naming them."""

from __future__ import annotations

from dataclasses import dataclass

from carddb.card import Card
from carddb.terms import Edition

DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class SearchScope:
    """The cards of an edition (None: of both), with those for draft alone or without them."""

    edition: Edition | None = None
    draft: bool = True

    def holds(self, card: Card) -> bool:
        """Return whether a search of this scope looks at a card."""
        if self.edition is not None and card.edition is not self.edition:
            return False
        return self.draft or card.only_in != DRAFT


EVERYTHING = SearchScope()

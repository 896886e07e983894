"""Facts for queries that are not printed on the cards: legality, the deck, the collection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from carddb.card import Card
from carddb.terms import Edition


@dataclass(frozen=True, slots=True)
class PlayedShares:
    """The share of some published decks that play each card, by code; `words` name the decks.

    Cards that are neither in draw decks nor in plot decks are missing.
    """

    shares: Mapping[str, float]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryContext:
    """Facts by card code; None: not known, and a query that needs them is refused.

    `legal` are the cards that a deck may include by format, list and day. `restricted`, `banned`
    and `podded` are those of the list. `playable` are the cards that the deck at hand may include
    (faction, agendas, format, list, day). `in_deck` and `considered` are copies of the printing,
    `owned` copies of the card in any printing of its design; a code that is missing there has none.
    `starred` are the player's starred cards, `categories` and `notes` the deck's words for cards.
    `played` are the shares of decks like the one at hand. `ruled` returns the cards that a ruling
    names, which takes a moment; where it is not known no card has one.
    """

    legal: frozenset[str] | None = None
    restricted: frozenset[str] | None = None
    banned: frozenset[str] | None = None
    podded: frozenset[str] | None = None
    playable: frozenset[str] | None = None
    in_deck: Mapping[str, int] | None = None
    considered: Mapping[str, int] | None = None
    owned: Mapping[str, int] | None = None
    starred: frozenset[str] | None = None
    categories: Mapping[str, tuple[str, ...]] | None = None
    notes: Mapping[str, tuple[str, ...]] | None = None
    played: PlayedShares | None = None
    ruled: Callable[[], frozenset[str]] | None = None


NOTHING_KNOWN = QueryContext()


DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class SearchScope:
    """The cards of an edition (None: of both), with those for draft alone or without them."""

    edition: Edition | None = None
    draft: bool = True

    def holds(self, card: Card) -> bool:
        """Return whether a card is in this scope."""
        if self.edition is not None and card.edition is not self.edition:
            return False
        return self.draft or card.only_in != DRAFT


EVERYTHING = SearchScope()

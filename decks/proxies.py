"""Proxies: the cards to print, how they look on paper, and what was printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from carddb.card import Card
from carddb.terms import CardType
from core.errors import AppError
from decks.deck import Deck, Slots
from decks.deck_section import CONSIDERED, DRAFTED, held_cards

# In millimeters: a card, and the most that may be printed beyond its edge.
CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0
MOST_BLEED = 3.0
PER_PAGE = 9
# More cards in one file would take much memory.
MOST_CARDS = 1_000


class Faces(StrEnum):
    """The face of a proxy: its fetched picture, else drawn; drawn; or text that saves ink."""

    PICTURES = "pictures"
    DRAWN = "drawn"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class ProxyOptions:
    """How proxies are printed; `paper` is "a4" or "letter", `bleed` is in millimeters."""

    faces: Faces = Faces.PICTURES
    paper: str = "a4"
    marks: bool = False
    bleed: float = 0.0


@dataclass(frozen=True, slots=True)
class PrintedProxies:
    """The contents of a PDF of proxies; `drawn` of its `cards` have the drawn face.

    `without_picture` are the cards that are drawn because their pictures are missing.
    """

    pages: int
    cards: int
    drawn: int
    without_picture: tuple[Card, ...] = ()

    def note(self) -> str:
        """Return which cards have no picture, in a sentence; empty if all have one."""
        names = list(dict.fromkeys(card.name for card in self.without_picture))
        if not names:
            return ""
        if self.drawn == self.cards:
            return "All cards are drawn, because their pictures were not fetched."
        return f"Drawn, because their pictures were not fetched: {', '.join(names)}."

    @property
    def words(self) -> str:
        """How much there is: "60 cards on 7 pages"."""
        return words_for(self.cards)


def pages_for(cards: int) -> int:
    return -(-cards // PER_PAGE)


def words_for(cards: int) -> str:
    pages = pages_for(cards)
    counted = "1 card" if cards == 1 else f"{cards:,} cards"
    return f"{counted} on {pages} page{'' if pages == 1 else 's'}"


def checked_cards(slots: Iterable[tuple[Card, int]]) -> Slots:
    """Return cards in the order of printing: plots, agendas, then the draw deck by type.

    AppError for no cards, and for more than fit in one file.
    """
    copies: Counter[Card] = Counter()
    for card, count in slots:
        copies[card] += count
    if not copies.total():
        raise AppError("There are no cards to print.", "Choose other cards.")
    if copies.total() > MOST_CARDS:
        raise AppError(
            f"{copies.total():,} cards are too many for one file.",
            f"Print at most {MOST_CARDS:,} at once.",
        )
    types = list(CardType)
    lying_first = {CardType.PLOT: -2, CardType.AGENDA: -1}
    order = sorted(
        copies, key=lambda card: (lying_first.get(card.type, types.index(card.type)), card.code)
    )
    return tuple((card, copies[card]) for card in order)


def whole_deck(deck: Deck) -> Slots:
    """Return everything that is played with: the deck, its agendas and its side decks."""
    aside = {CONSIDERED, DRAFTED}
    return tuple((card, n) for section, card, n in held_cards(deck) if section not in aside)

"""A category of cards in a deck, as a value: its name, its cards, how many are wanted."""

from __future__ import annotations

from dataclasses import dataclass

from carddb.card_test import CardTest
from carddb.text_format import one_line

# So many letters a name has at most, and so many categories a deck.
LONGEST_NAME, MOST_CATEGORIES = 40, 100
_DASH = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Category:
    """A word for cards, with their codes in order, and how many copies a deck is to hold of them.

    `least` and `most` are None where there is no such bound. A card may be in several categories;
    codes that the deck holds no copies of stay, so that a card that comes back is in it again.
    """

    name: str
    cards: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None

    @property
    def target(self) -> str:
        """How many copies are wanted, such as "8 or more"; empty where any number is right."""
        if self.least is None:
            return "" if self.most is None else f"at most {self.most}"
        if self.most is None:
            return f"{self.least} or more"
        return f"{self.least}" if self.least == self.most else f"{self.least}{_DASH}{self.most}"

    def misses(self, copies: int) -> bool:
        """Return whether so many copies are fewer or more than wanted."""
        return copies < (self.least or 0) or (self.most is not None and copies > self.most)

    @property
    def test(self) -> CardTest:
        """The test whether a card is in the category."""
        codes = frozenset(self.cards)
        return CardTest(self.name, lambda card: card.code in codes)


def category_name(written: str) -> str:
    """Return a name as it is stored: one line, not too long; empty where nothing is written."""
    return one_line(written, LONGEST_NAME)

"""A deck counted once, so that every rule asks bitsets instead of walking the deck."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Faction
from decks.deck import Deck, Slots


class Tally:
    """The counts of one deck over one pool; every bitset is over the pool's cards.

    `planes[i]` is the bitset of the cards whose number of copies has bit i set, so that a number
    of copies is a weighted sum of population counts. `repeats_a_title` is whether two slots share a
    title. `bits` holds draw deck and plot deck,
    `beside_bits` the agendas and the
    plot decks of a Civil War. `strangers` are slots whose card the pool does not know.
    """

    __slots__ = ("beside_bits", "bits", "deck", "planes", "pool", "repeats_a_title", "strangers")

    def __init__(self, deck: Deck, pool: CardPool) -> None:
        self.deck = deck
        self.pool = pool
        self.strangers: Slots = ()
        self.planes = self._planes(deck.slots)
        self.bits = 0
        for plane in self.planes:
            self.bits |= plane
        self.repeats_a_title = len({card.name for card, _ in deck.slots}) < len(deck.slots)
        self.beside_bits = self._beside(deck) if deck.agendas or deck.plot_decks else 0

    def _beside(self, deck: Deck) -> int:
        plots = (card for slots in deck.plot_decks for card, _ in slots)
        return self.pool.bits_of(card.code for card in (*deck.agendas, *plots))

    def _planes(self, slots: Slots) -> list[int]:
        bit_of = self.pool.bit
        ones = twos = 0
        many: list[tuple[int, int]] = []
        for card, copies in slots:
            bit = bit_of.get(card.code)
            if bit is None:
                self.strangers = (*self.strangers, (card, copies))
                continue
            if copies & 1:
                ones |= bit
            if copies & 2:
                twos |= bit
            if copies > 3:
                many.append((bit, copies >> 2))
        planes = [ones, twos]
        while many:
            planes.append(sum(bit for bit, rest in many if rest & 1))
            many = [(bit, rest >> 1) for bit, rest in many if rest > 1]
        return planes

    def copies(self, bits: int) -> int:
        """Return how many copies of the cards of a bitset the deck holds."""
        ones, twos, *others = self.planes
        total = (ones & bits).bit_count() + 2 * (twos & bits).bit_count()
        for power, plane in enumerate(others, 2):
            total += (plane & bits).bit_count() << power
        return total

    def cards(self, bits: int) -> Iterator[Card]:
        """Yield the deck's cards that are in a bitset, in order of their codes."""
        return self.pool.among(bits & self.bits)

    def by_title(self, bits: int) -> dict[str, list[Card]]:
        """Return the deck's cards of a bitset, grouped by title."""
        titles: dict[str, list[Card]] = defaultdict(list)
        for card in self.cards(bits):
            titles[card.name].append(card)
        return titles

    def factions(self, bits: int) -> dict[Faction, list[Card]]:
        """Return the deck's cards of a bitset, grouped by each faction they belong to."""
        groups: dict[Faction, list[Card]] = defaultdict(list)
        for card in self.cards(bits):
            for faction in card.factions:
                groups[faction].append(card)
        return groups


def codes(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the codes of cards, for a problem to name."""
    return tuple(card.code for card in cards)


def names(cards: Iterable[Card], pool: CardPool) -> str:
    """Return the names of cards as a message lists them: six at most, then how many more."""
    labels = list(dict.fromkeys(pool.label(card) for card in cards))
    shown, rest = labels[:6], len(labels) - 6
    text = ", ".join(shown)
    return f"{text} and {rest} more" if rest > 0 else text

"""A deck counted once, so that rules use bitsets instead of iterating over the deck."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Faction
from decks.deck import Deck, Slots


class DeckTally:
    """The counts of one deck over one pool; every bitset is over the pool's cards.

    `bits` holds draw deck and plot deck; `beside_bits` the agendas and the plot decks of a Civil
    War. `ones`, `twos` and `more` are the bits of the numbers of copies: a card with three copies
    is in `ones` and `twos`, `more[0]` is for four copies, `more[1]` for eight. `repeated` are
    the titles of more than one slot, `strangers` the cards that the pool does not know.
    """

    __slots__ = (
        "beside_bits",
        "bits",
        "deck",
        "draw_count",
        "more",
        "ones",
        "plot_count",
        "pool",
        "repeated",
        "strangers",
        "twos",
    )

    def __init__(self, deck: Deck, pool: CardPool) -> None:
        self.deck = deck
        self.pool = pool
        self.strangers: tuple[Card, ...] = ()
        self._count(deck.slots, pool.bit)
        self.draw_count = self.copies(pool.draw_bits)
        self.plot_count = self.copies(pool.plot_bits)
        self.repeated = _repeated(deck.slots)
        self.beside_bits = self._beside(deck) if deck.agendas or deck.plot_decks else 0

    def _count(self, slots: Slots, bit_of: Mapping[str, int]) -> None:
        bits = ones = twos = 0
        many: list[tuple[int, int]] = []
        for card, copies in slots:
            try:
                bit = bit_of[card.code]
            except KeyError:
                self.strangers = (*self.strangers, card)
                continue
            bits |= bit
            if copies & 1:
                ones |= bit
            if copies & 2:
                twos |= bit
            if copies > 3:
                many.append((bit, copies >> 2))
        self.bits, self.ones, self.twos = bits, ones, twos
        self.more = _planes(many) if many else ()

    def _beside(self, deck: Deck) -> int:
        plots = (card for slots in deck.plot_decks for card, _ in slots)
        beside = dict.fromkeys((*deck.agendas, *plots))
        self.strangers += tuple(card for card in beside if card.code not in self.pool)
        return self.pool.bits_of(card.code for card in beside)

    def copies(self, bits: int) -> int:
        """Return how many copies of the cards of a bitset the deck holds."""
        total = (self.ones & bits).bit_count() + 2 * (self.twos & bits).bit_count()
        for power, plane in enumerate(self.more, 2):
            total += (plane & bits).bit_count() << power
        return total

    def doubled(self, bits: int) -> int:
        """Return the cards of a bitset of which the deck holds more than one copy."""
        several = self.twos & bits
        for plane in self.more:
            several |= plane & bits
        return several

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


def _planes(many: list[tuple[int, int]]) -> tuple[int, ...]:
    """Return the bitsets of the higher bits of numbers, lowest first."""
    planes = []
    while many:
        planes.append(sum(bit for bit, rest in many if rest & 1))
        many = [(bit, rest >> 1) for bit, rest in many if rest > 1]
    return tuple(planes)


def _repeated(slots: Slots) -> frozenset[str]:
    titles = [card.name for card, _ in slots]
    if len(set(titles)) == len(titles):
        return frozenset()
    return frozenset(title for title, count in Counter(titles).items() if count > 1)


def codes(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the codes of cards, for a problem to name."""
    return tuple(card.code for card in cards)

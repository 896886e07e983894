"""A deck counted once, so that rules use bitsets instead of iterating over the deck."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from operator import or_

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Faction
from decks.deck import Deck, Slots


class DeckTally:
    """The counts of one deck over one pool; every bitset is over the pool's cards.

    `bits` holds draw deck and plot deck; `outside_bits` the agendas and the plot decks of a Civil
    War. `ones`, `twos` and `more` are the bits of the numbers of copies: three copies set `ones`
    and `twos`, four `more[0]`, eight `more[1]`. `over` are the cards above their own limit,
    `repeated` those whose title is in several slots, `unknown_cards` those of no pool.
    """

    __slots__ = (
        "_deck",
        "bits",
        "draw_count",
        "more",
        "ones",
        "outside_bits",
        "over",
        "plot_count",
        "pool",
        "repeated",
        "twos",
        "unknown_cards",
    )

    def __init__(self, deck: Deck, pool: CardPool) -> None:
        self._deck: Deck | Callable[[], Deck] = deck
        self.pool = pool
        self.unknown_cards: tuple[Card, ...] = ()
        self._count(deck.slots, pool.bit)
        self.sum_up()
        if self.more:
            self.over |= self.doubled(pool.all_bits)
        self.repeated = _repeated(deck.slots, pool.bit)
        agendas = deck.agendas
        if len(agendas) == 1 and not deck.plot_decks and agendas[0].code in pool.bit:
            self.outside_bits = pool.bit[agendas[0].code]
        else:
            self.outside_bits = self._outside(deck) if agendas or deck.plot_decks else 0

    @classmethod
    def of_counts(
        cls, pool: CardPool, deck: Callable[[], Deck], ones: int, twos: int, outside_bits: int
    ) -> DeckTally:
        """Return the tally of a deck from finished counts; the pool must have all its cards.

        It has at most 3 copies of a card and no title twice; `deck` is called if a rule needs it.
        """
        tally = cls.__new__(cls)
        tally._deck = deck  # noqa: SLF001 - this class's own
        tally.pool, tally.unknown_cards = pool, ()
        tally.bits, tally.ones, tally.twos, tally.more = ones | twos, ones, twos, []
        tally.repeated, tally.outside_bits = 0, outside_bits
        tally.sum_up()
        return tally

    @property
    def deck(self) -> Deck:
        if not isinstance(self._deck, Deck):
            self._deck = self._deck()
        return self._deck

    def sum_up(self) -> None:
        """Count the two decks and find cards above their limit; needs `ones`, `twos` and `more`."""
        pool, twos = self.pool, self.twos
        self.draw_count = self.copies(pool.draw_bits)
        self.plot_count = self.copies(pool.plot_bits)
        self.over = (twos & pool.limit_one_bits) | (self.ones & twos & pool.limit_two_bits)

    def _count(self, slots: Slots, bit_of: Mapping[str, int]) -> None:
        # Changing one long number for each slot is faster than changing up to three bitsets.
        single = double = triple = rest = 0
        many: list[tuple[int, int]] = []
        for card, copies in slots:
            try:
                bit = bit_of[card.code]
            except KeyError:
                self.unknown_cards = (*self.unknown_cards, card)
                continue
            if copies == 1:
                single |= bit
            elif copies == 3:
                triple |= bit
            elif copies == 2:
                double |= bit
            else:
                rest |= bit
                many.append((bit, copies))
        self.bits = single | double | triple | rest
        ones, twos, *more = _planes(many) if many else (0, 0)
        self.ones, self.twos, self.more = single | triple | ones, double | triple | twos, more

    def _outside(self, deck: Deck) -> int:
        cards = dict.fromkeys(deck.agendas)
        if deck.plot_decks:
            cards |= dict.fromkeys(card for slots in deck.plot_decks for card, _ in slots)
        bits = 0
        for card in cards:
            bit = self.pool.bit.get(card.code)
            if bit is None:
                self.unknown_cards += (card,)
            else:
                bits |= bit
        return bits

    def copies(self, bits: int) -> int:
        """Return how many copies of the cards of a bitset the deck holds."""
        total = (self.ones & bits).bit_count() + 2 * (self.twos & bits).bit_count()
        if self.more:
            for power, plane in enumerate(self.more, 2):
                total += (plane & bits).bit_count() << power
        return total

    def doubled(self, bits: int) -> int:
        """Return the cards of a bitset with more than one copy in the deck."""
        several = self.twos & bits
        for plane in self.more:
            several |= plane & bits
        return several

    def present(self, bits: int) -> list[Card]:
        """Return the cards of a bitset that the deck, its agendas or its plot decks hold."""
        found = (self.bits | self.outside_bits) & bits
        return list(self.pool.among(found)) if found else []

    def cards(self, bits: int) -> Iterator[Card]:
        return self.pool.among(bits & self.bits)

    def by_title(self, bits: int) -> dict[str, list[Card]]:
        titles: dict[str, list[Card]] = defaultdict(list)
        for card in self.cards(bits):
            titles[card.name].append(card)
        return titles

    def factions(self, bits: int) -> dict[Faction, list[Card]]:
        groups: dict[Faction, list[Card]] = defaultdict(list)
        for card in self.cards(bits):
            for faction in card.factions:
                groups[faction].append(card)
        return groups


def _planes(many: list[tuple[int, int]]) -> list[int]:
    """Return a bitset for each binary digit of the numbers, lowest first; at least two."""
    planes: list[int] = []
    while many or len(planes) < 2:
        planes.append(reduce(or_, (bit for bit, number in many if number & 1), 0))
        many = [(bit, number >> 1) for bit, number in many if number > 1]
    return planes


def _repeated(slots: Slots, bit_of: Mapping[str, int]) -> int:
    if len({card.name for card, _ in slots}) == len(slots):
        return 0
    titles = Counter([card.name for card, _ in slots])
    return reduce(or_, [bit_of.get(card.code, 0) for card, _ in slots if titles[card.name] > 1])


def codes(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple([card.code for card in cards])

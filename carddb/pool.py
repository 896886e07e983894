"""Every card of an edition in memory: by code, by title, and as bitsets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, wraps
from typing import TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from carddb.card import Card
from carddb.card_test import DRAW_CARD, PLOT, CardTest
from carddb.pack import Cycle, Pack
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from core.errors import UnknownCardError

_T = TypeVar("_T")


class CardPool:
    """The cards, packs, cycles and lists of one edition; built once, never changed.

    A bitset is an int in which bit i stands for `cards[i]`. `own_texts` are the codes of the cards
    whose text is the player's own, `own_cards` those of the cards that are. `english_pool` is the
    pool with English names, None if it is this one.
    """

    def __init__(
        self,
        edition: Edition,
        cards: Iterable[Card],
        packs: Iterable[Pack] = (),
        cycles: Iterable[Cycle] = (),
        lists: Iterable[RestrictedList] = (),
    ) -> None:
        self.edition = edition
        self.own_texts: frozenset[str] = frozenset()
        self.own_cards: frozenset[str] = frozenset()
        self.english_pool: CardPool | None = None
        self.language = ""  # the code of the names' language, empty for English
        self.cards = tuple(sorted(cards, key=lambda card: card.code))
        self.packs = {pack.code: pack for pack in packs}
        self.cycles = {cycle.code: cycle for cycle in cycles}
        self.lists = {restricted.code: restricted for restricted in lists}
        self.bit = {card.code: 1 << index for index, card in enumerate(self.cards)}
        self.by_code = {card.code: card for card in self.cards}
        self._bits: dict[CardTest, int] = {}
        self._labels: dict[str, str] = {}
        self.by_title: dict[str, tuple[Card, ...]] = {}
        for card in self.cards:
            self.by_title[card.name] = (*self.by_title.get(card.name, ()), card)

    def changed(
        self,
        *,
        cards: Iterable[Card] | None = None,
        packs: Iterable[Pack] | None = None,
        cycles: Iterable[Cycle] | None = None,
        lists: Iterable[RestrictedList] | None = None,
    ) -> CardPool:
        """Return a pool with other cards, packs, cycles or lists; own texts and cards stay so."""
        found = CardPool(
            self.edition,
            self.cards if cards is None else cards,
            self.packs.values() if packs is None else packs,
            self.cycles.values() if cycles is None else cycles,
            self.lists.values() if lists is None else lists,
        )
        found.own_texts, found.own_cards = self.own_texts, self.own_cards
        return found

    @property
    def english(self) -> CardPool:
        return self if self.english_pool is None else self.english_pool

    @property
    def all_bits(self) -> int:
        return (1 << len(self.cards)) - 1

    @cached_property
    def draw_bits(self) -> int:
        return self.bits(DRAW_CARD)

    @cached_property
    def plot_bits(self) -> int:
        return self.bits(PLOT)

    @cached_property
    def other_bits(self) -> int:
        """The cards that go into neither deck: agendas, titles, House cards."""
        return ~(self.draw_bits | self.plot_bits) & self.all_bits

    @cached_property
    def limit_one_bits(self) -> int:
        return self.bits_of(card.code for card in self if card.deck_limit == 1)

    @cached_property
    def limit_two_bits(self) -> int:
        return self.bits_of(card.code for card in self if card.deck_limit == 2)

    @cached_property
    def loyal_bits(self) -> int:
        return self.bits_of(card.code for card in self if card.loyal)

    @cached_property
    def blank_bits(self) -> int:
        return self.bits_of(card.code for card in self if card.blank)

    def __contains__(self, code: str) -> bool:
        return code in self.by_code

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def card(self, code: str) -> Card:
        try:
            return self.by_code[code]
        except KeyError:
            raise UnknownCardError(
                f"There is no card with the code {code} in the {self.edition.value} edition.",
                "Search by name to find its code.",
            ) from None

    def pack_name(self, card: Card) -> str:
        """Return the name of the pack that a card comes in; its code if the pack is unknown."""
        pack = self.packs.get(card.pack)
        return pack.label if pack else card.pack

    def label(self, card: Card) -> str:
        """Return the card's name, with its pack where the title has several printings, or none."""
        label = self._labels.get(card.code)
        if label is None:
            several = len(self.by_title.get(card.name, ())) != 1
            label = f"{card.name} ({card.pack})" if several else card.name
            self._labels[card.code] = label
        return label

    def printings(self, card: Card) -> tuple[Card, ...]:
        return tuple(each for each in self.by_title.get(card.name, ()) if each.type is card.type)

    def bits(self, test: CardTest) -> int:
        """Return the bitset of the cards that pass a test, which the pool caches.

        Use it for constant tests (tables, module constants), and `bits_of` for others.
        """
        bits = self._bits.get(test)
        if bits is None:
            passing = filter(test.passes, self.cards)
            bits = self._bits[test] = self.bits_of(card.code for card in passing)
        return bits

    def bits_of(self, codes: Iterable[str]) -> int:
        """Return the bitset of some codes; codes without a card are left out."""
        bits = 0
        for code in codes:
            bits |= self.bit.get(code, 0)
        return bits

    def among(self, bits: int) -> Iterator[Card]:
        while bits:
            lowest = bits & -bits
            yield self.cards[lowest.bit_length() - 1]
            bits ^= lowest


Pools: TypeAlias = Mapping[Edition, CardPool]


def cached_by_pool(make: Callable[[CardPool], _T]) -> Callable[[CardPool], _T]:
    """Make a function cache its result for each pool as long as the pool lives.

    The result must not refer to the pool, which would live as long as the cache then.
    """
    made: WeakKeyDictionary[CardPool, _T] = WeakKeyDictionary()

    @wraps(make)
    def cached(pool: CardPool) -> _T:
        found = made.get(pool)
        if found is None:
            found = made[pool] = make(pool)
        return found

    return cached

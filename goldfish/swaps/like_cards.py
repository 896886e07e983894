"""Cards that setup cannot tell apart are one class, so that a deck has fewer different hands.

Two cards are alike if they may be placed in the same ways for the same gold, count alike for what
is asked, bear the same attachments of the deck, and have no further copy of their title in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import slots_of
from goldfish.attachments import bears_one, is_host, may_bear, quarrel
from goldfish.draw_deck import DrawDeck
from goldfish.setup import ways
from goldfish.setup_plan import DEFAULT_ORDER, Criterion, Order, Way, strength_of

# What a card is beside its setup, for instance whether it passes a search.
Mark = Callable[[Card], Hashable]


@dataclass(frozen=True, slots=True)
class NeverPlaced:
    """The likeness of cards that no hand can place."""

    mark: Hashable


@dataclass(frozen=True, slots=True)
class LikeCards:
    """What a hand is drawn from with one card for all that are alike.

    `standing_for` tells by code which card of `opening` stands for a card of the deck.
    """

    opening: DrawDeck
    standing_for: Mapping[str, Card]


class LikenessInDeck:
    """Tells which cards are alike in one deck, or would be if they were added to it.

    `criteria` are those of setups that matter to what is asked.
    """

    def __init__(self, opening: DrawDeck, mark: Mark, criteria: Order = DEFAULT_ORDER) -> None:
        self._opening = opening
        self._mark = mark
        self._strength = Criterion.STRENGTH in criteria
        self._persons = self._strength or Criterion.CHARACTERS in criteria
        rules = opening.rules
        cards = [card for card, _ in opening.slots]
        self._attachments = [card for card in cards if card.type is CardType.ATTACHMENT]
        self._hosts = [card for card in (*cards, *rules.in_play) if is_host(card)]
        self._copies: Counter[str] = Counter()
        for card, count in (*opening.slots, *((each, 1) for each in rules.in_play)):
            if card.unique:
                self._copies[card.name] += count

    def of(self, card: Card) -> Hashable:
        """Return a value that is equal for cards of the deck that are alike."""
        return self._likeness(card, has_copies=self._copies[card.name] > 1)

    def of_added(self, card: Card) -> Hashable:
        """Return a value that is equal for cards that would be alike as the deck's next card."""
        return self._likeness(card, has_copies=self._copies[card.name] > 0)

    def _likeness(self, card: Card, *, has_copies: bool) -> Hashable:
        its_ways = self._ways(card, duplicates=card.unique and has_copies)
        hosts = self._codes(host for host in self._hosts if may_bear(host, card))
        borne = card.type is CardType.ATTACHMENT
        # An attachment without a host may still be a duplicate of a character of its title.
        face_up = all(way is Way.CARD for way, _ in its_ways)
        if not its_ways or (borne and not hosts and face_up):
            return NeverPlaced(self._mark(card))
        title = card.name if card.unique and has_copies else ""
        person = card.type is CardType.CHARACTER and self._persons
        return (
            its_ways,
            self._mark(card),
            card.type if borne or person else None,
            strength_of(card) if self._strength and person else 0,
            card.keyword("limited") is not None,
            (title, card.code) if title or self._is_alone(card) else None,
            hosts if borne else frozenset(),
            self._codes(each for each in self._attachments if may_bear(card, each)),
        )

    def _ways(self, card: Card, *, duplicates: bool) -> tuple[tuple[Way, int], ...]:
        found = ways(card, self._opening.rules)
        return tuple(each for each in found if duplicates or each[0] is not Way.DUPLICATE)

    def _is_alone(self, card: Card) -> bool:
        """Return whether the card bears on others in ways of its own."""
        if card.type is not CardType.ATTACHMENT:
            return is_host(card) and bears_one(card)
        return any(quarrel(card, each) for each in (card, *self._attachments))

    @staticmethod
    def _codes(cards: Iterable[Card]) -> frozenset[str]:
        return frozenset(card.code for card in cards)

    def merged(self) -> LikeCards:
        """Return what hands are drawn from with one card for all that are alike."""
        groups: dict[Hashable, list[tuple[Card, int]]] = defaultdict(list)
        for card, count in self._opening.slots:
            groups[self.of(card)].append((card, count))
        slots: list[tuple[Card, int]] = []
        standing_for: dict[str, Card] = {}
        for likeness, group in groups.items():
            first = group[0][0]
            if isinstance(likeness, NeverPlaced):
                # The tables hold none of them; their names tell which passes a search.
                slots += group
                standing_for |= {card.code: first for card, _ in group}
                continue
            plain = self._plain(first)
            if len(group) == 1 or plain is None:
                slots += group
                standing_for |= {card.code: card for card, _ in group}
                continue
            slots.append((plain, sum(count for _, count in group)))
            standing_for |= {card.code: plain for card, _ in group}
        return LikeCards(replace(self._opening, slots=slots_of(slots)), standing_for)

    def _plain(self, card: Card) -> Card | None:
        """Return a card like this one that is not unique, or None where that makes a difference."""
        plain = replace(card, unique=False)
        same = all(may_bear(plain, each) == may_bear(card, each) for each in self._attachments)
        return plain if same else None

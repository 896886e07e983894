"""Which cards could stand in for another: other printings, the deck's own, the nearest ones."""

from __future__ import annotations

from collections.abc import Iterator

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType
from decks.deck import Deck
from decks.deck_section import DeckSection
from validators.restricted_list_rules import REDESIGN_PACKS

FAR = 99
MOST_COPIES = 5


def printings(card: Card, pool: CardPool) -> Iterator[Card]:
    """Yield the other printings of a card, redesigns first, then the newest."""
    if card.name in pool.by_title:
        others = [each for each in pool.printings(card) if each.code != card.code]
        others.sort(key=lambda each: (each.pack in REDESIGN_PACKS, each.code), reverse=True)
        yield from others


def own(card: Card | None, deck: Deck, section: DeckSection) -> list[Card]:
    """Return the deck's cards that may allow another copy, the most alike first.

    `card` None: the cards with the fewest copies missing first. The judge decides.
    """
    slots = section.slots(deck)
    titles: dict[tuple[str, bool], int] = {}
    for each, copies in slots:
        key = (each.name, each.in_draw_deck)
        titles[key] = titles.get(key, 0) + copies
    below_limit = [
        each
        for each, _ in slots
        if titles[each.name, each.in_draw_deck] < max(each.deck_limit, MOST_COPIES)
    ]
    if card is None:
        return sorted(
            below_limit, key=lambda each: (-titles[each.name, each.in_draw_deck], each.code)
        )
    others = [each for each in below_limit if each.code != card.code and _same_deck(each, card)]
    return sorted(others, key=lambda each: (_distance(card, each), each.code))


def nearest(card: Card, deck: Deck, pool: CardPool) -> list[Card]:
    """Return cards of the deck's faction and neutral ones that it does not hold, nearest first.

    Where the drafted cards are given, they are those that were drafted, of any faction.
    """
    if deck.drafted:
        left = [c for c, copies in deck.drafted if deck.copies(c) < copies and c.type is card.type]
        return sorted(left, key=lambda each: (_distance(card, each), each.code))
    titles = {each.name for each, _ in deck.slots}
    fitting = [
        each
        for each in pool
        if each.type is card.type
        and each.name not in titles
        and each.only_in is None
        and (each.neutral or deck.faction in each.factions)
    ]
    return sorted(fitting, key=lambda each: (_distance(card, each), each.code))


def _same_deck(each: Card, card: Card) -> bool:
    return each.in_draw_deck == card.in_draw_deck


def _distance(card: Card, other: Card) -> int:
    """Return how unlike two cards are: type first, then cost or plot values, then traits."""
    far = 0 if card.type is other.type else FAR
    if card.type is CardType.PLOT:
        far += _plot_distance(card, other)
    elif isinstance(card.cost, int) and isinstance(other.cost, int):
        far += 4 * abs(card.cost - other.cost)
    else:
        far += 0 if card.cost == other.cost else 8
    return far + len(set(card.traits) ^ set(other.traits))


def _plot_distance(card: Card, other: Card) -> int:
    if card.plot is None or other.plot is None:
        return FAR
    mine = (card.plot.income, card.plot.initiative, card.plot.claim, card.plot.reserve)
    theirs = (other.plot.income, other.plot.initiative, other.plot.claim, other.plot.reserve)
    return sum(
        abs(a - b) if isinstance(a, int) and isinstance(b, int) else 3
        for a, b in zip(mine, theirs, strict=True)
        if a is not None and b is not None
    )

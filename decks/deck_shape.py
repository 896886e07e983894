"""The common shape of similar decks (staples, usual plots and counts), as a new deck."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median_low

from carddb.card import Card
from carddb.spelling import fold
from carddb.terms import DECK_TYPES, CardType
from decks.deck import MOST_CATEGORIES, Category, Deck, Slots, slots_of

_TYPES = (*DECK_TYPES[1:], CardType.PLOT)


@dataclass(frozen=True, slots=True)
class TypeCount:
    """How many cards of a type the decks hold: the fewest, the median and the most."""

    type: CardType
    least: int
    usual: int
    most: int

    @property
    def words(self) -> str:
        """The counts in words: "30 characters (28 to 33)"."""
        spread = f" ({self.least} to {self.most})" if self.least < self.most else ""
        return f"{self.usual} {self.type}s{spread}"


@dataclass(frozen=True, slots=True)
class DeckShape:
    """The usual shape of some decks.

    `staples` are cards of the draw deck that at least half of the decks hold (where there are two
    decks or more, at least two), with their usual copies; `plots` the same of the plot deck.
    `categories` are the player's words that the decks share, with their targets.
    """

    decks: int
    staples: Slots = ()
    plots: Slots = ()
    counts: tuple[TypeCount, ...] = ()
    categories: tuple[Category, ...] = ()

    @property
    def words(self) -> str:
        decks = "1 deck" if self.decks == 1 else f"{self.decks} decks"
        counts = ", ".join(each.words for each in self.counts)
        return f"Begun from {decks}. Usual: {counts}."

    def begin(self, deck: Deck) -> Deck:
        """Return an empty deck with staples, plots, categories, and the counts as its notes."""
        return replace(
            deck,
            slots=slots_of([*self.staples, *self.plots]),
            categories=self.categories,
            notes=self.words,
        )


def usual_shape(decks: Sequence[Deck]) -> DeckShape:
    """Return the common shape of decks; versions of a card count as the card of that name."""
    if not decks:
        return DeckShape(0)
    printings = _usual_printings(decks)
    held = [_by_title(deck.slots) for deck in decks]
    draws, plots = (
        median_low(numbers)
        for numbers in zip(*((d.draw_count, d.plot_count) for d in decks), strict=True)
    )
    staples = [(printings[title], copies) for title, copies in _staples(held)]
    return DeckShape(
        len(decks),
        _filled(((card, n) for card, n in staples if card.in_draw_deck), draws),
        _filled(((card, n) for card, n in staples if card.type is CardType.PLOT), plots),
        tuple(_counts(decks)),
        _categories(decks, [card for card, _ in staples]),
    )


def _by_title(slots: Slots) -> Counter[str]:
    copies: Counter[str] = Counter()
    for card, count in slots:
        copies[card.name] += count
    return copies


def _usual_printings(decks: Iterable[Deck]) -> dict[str, Card]:
    """Return the card of each name that most decks hold, of several the one with the last code."""
    count: Counter[Card] = Counter(card for deck in decks for card, _ in deck.slots)
    ordered = sorted(count, key=lambda card: (count[card], card.code))
    return {card.name: card for card in ordered}


def _staples(held: Sequence[Counter[str]]) -> list[tuple[str, int]]:
    """Return names with their usual copies; those that most decks hold come first."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for each in held:
        for title, copies in each.items():
            found[title].append(copies)
    wanted = max(min(2, len(held)), (len(held) + 1) // 2)
    usual = sorted(found, key=lambda title: (-len(found[title]), title))
    return [(title, _mode(found[title])) for title in usual if len(found[title]) >= wanted]


def _mode(numbers: Sequence[int]) -> int:
    count = Counter(numbers)
    return min(count, key=lambda each: (-count[each], each))


def _filled(staples: Iterable[tuple[Card, int]], most: int) -> Slots:
    """Return staples in their order, as long as they fit the number of cards."""
    taken, total = [], 0
    for card, copies in staples:
        fitting = min(copies, most - total)
        total += fitting
        taken.append((card, fitting))
    return slots_of(taken)


def _counts(decks: Sequence[Deck]) -> Iterable[TypeCount]:
    for type_ in _TYPES:
        numbers = [sum(n for card, n in deck.slots if card.type is type_) for deck in decks]
        if any(numbers):
            yield TypeCount(type_, min(numbers), median_low(numbers), max(numbers))


def _categories(decks: Sequence[Deck], staples: Sequence[Card]) -> tuple[Category, ...]:
    """Return the categories that at least half of the decks have, with the staples in them."""
    found: defaultdict[str, list[tuple[Deck, Category]]] = defaultdict(list)
    for deck in decks:
        for category in deck.categories:
            found[fold(category.name)].append((deck, category))
    shared = [each for each in found.values() if 2 * len(each) >= len(decks)]
    return tuple(_usual_category(each, staples) for each in shared[:MOST_CATEGORIES])


def _usual_category(found: Sequence[tuple[Deck, Category]], staples: Sequence[Card]) -> Category:
    """Return a category with its most common target; where none is stated, what the decks hold."""
    titles = {
        card.name
        for deck, category in found
        for card, _ in deck.slots
        if card.code in category.cards
    }
    targets = Counter((each.least, each.most) for _, each in found if each.target)
    if targets:
        (least, most), _ = targets.most_common(1)[0]
    else:
        held = [sum(n for c, n in deck.slots if c.code in each.cards) for deck, each in found]
        least, most = min(held), max(held)
    cards = tuple(sorted(card.code for card in staples if card.name in titles))
    return Category(found[0][1].name, cards, least, most)

"""Finds the published decklists most like a deck, and what they play that it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from carddb.card import Card
from decks.deck import Deck
from published.corpus import Corpus, Floats, Ints, Mask, is_deck_card
from published.statistics import most_used_printings

NEIGHBORS = 50


@dataclass(frozen=True, slots=True)
class Neighbors:
    """The decklists most like a deck, the nearest first, with their likeness as weight."""

    indices: Ints
    weights: Floats

    def __len__(self) -> int:
        return len(self.indices)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A title to add or cut: mean copies and share among the neighbors, copies in the deck."""

    code: str
    expected: float
    share: float
    in_deck: int


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What the neighbors of a deck play more of, and less; `neighbors` is how many there are."""

    neighbors: int
    add: tuple[Suggestion, ...]
    cut: tuple[Suggestion, ...]


def likeness(corpus: Corpus, deck: Deck) -> Floats:
    """Return how alike each decklist and a deck are, from 0 to 1.

    Over the titles of draw deck and plot deck: the sum of the smaller numbers of copies, divided by
    the sum of the larger ones.
    """
    wanted = corpus.title_copies(deck)
    slots = corpus.titles
    count = len(corpus)
    smaller = np.bincount(slots.deck, np.minimum(slots.copies, wanted[slots.key]), count)
    total = np.bincount(slots.deck, slots.copies, count) + wanted.sum()
    larger = total - smaller
    result: Floats = np.divide(smaller, larger, out=np.zeros(count), where=larger > 0)
    return result


def neighbors_of(corpus: Corpus, deck: Deck, most: int = NEIGHBORS) -> Neighbors:
    """Return the decklists of the deck's faction most like it, without the deck itself.

    Of decklists that are equally alike the one with the higher number comes first.
    """
    alike = likeness(corpus, deck)
    faction = deck.faction.value if deck.faction else ""
    fits = (alike > 0) & (corpus.factions == faction)
    own_agendas, own_slots = sorted(card.code for card in deck.agendas), set(deck.slots)
    for index in np.flatnonzero(fits & (alike >= 1.0)).tolist():
        same_agendas = sorted(corpus.agendas[index]) == own_agendas
        fits[index] = not (same_agendas and set(corpus.deck(index).slots) == own_slots)
    nearest = np.array(ordered(corpus, fits, alike)[:most], np.int64)
    return Neighbors(nearest, alike[nearest])


def ordered(corpus: Corpus, mask: Mask, alike: Floats | None = None) -> list[int]:
    """Return the selected decklists, the newest first, or the most alike; ties by higher number."""
    # The numbers of decklists rise with their indices.
    chosen = np.flatnonzero(mask)
    rank = np.unique(corpus.days, return_inverse=True)[1] if alike is None else alike
    order: list[int] = chosen[np.lexsort((-chosen, -rank[chosen]))].tolist()
    return order


def share_by_copies(corpus: Corpus, neighbors: Neighbors) -> Floats:
    """Return for each title the weight share of the neighbors with at least k copies.

    The result has a row for each title and a column for each k, from 0 to the most copies.
    """
    weights = np.zeros(len(corpus))
    weights[neighbors.indices] = neighbors.weights
    slots = corpus.titles
    chosen = np.flatnonzero(weights[slots.deck] > 0)
    copies = slots.copies[chosen]
    exactly = np.zeros((len(corpus.title_cards), int(copies.max(initial=0)) + 1))
    np.add.at(exactly, (slots.key[chosen], copies), weights[slots.deck[chosen]])
    at_least = np.cumsum(exactly[:, ::-1], axis=1)[:, ::-1]
    total = weights.sum()
    result: Floats = at_least / total if total else at_least
    return result


def suggest(
    corpus: Corpus,
    deck: Deck,
    may_add: Callable[[Card], bool],
    *,
    neighbors: int = NEIGHBORS,
) -> Suggestions:
    """Return what decklists like a deck play and it does not, and the other way round.

    `may_add` tells whether the deck could still take a copy of a card legally. Titles to add are
    ordered by the expected copies that the deck lacks, titles to cut by those that it has too many.
    """
    found = neighbors_of(corpus, deck, neighbors)
    shares = share_by_copies(corpus, found)
    expected = shares[:, 1:].sum(axis=1)
    held = corpus.title_copies(deck)
    mask = np.zeros(len(corpus), bool)
    mask[found.indices] = True
    codes = most_used_printings(corpus, mask)

    def suggestion(title: int, code: str) -> Suggestion:
        share = float(shares[title, 1]) if shares.shape[1] > 1 else 0.0
        return Suggestion(code, float(expected[title]), share, int(held[title]))

    more = [
        (title, addable)
        for title in np.flatnonzero(expected > held).tolist()
        if (addable := _addable(corpus, title, codes[title], deck, may_add))
    ]
    less = np.flatnonzero(held > expected).tolist() if len(found) else []
    in_deck = {corpus.title_of(card.code): card.code for card, _ in corpus.titled(deck)}
    return Suggestions(
        len(found),
        _ordered((suggestion(*each) for each in more), 1),
        _ordered((suggestion(each, in_deck[each]) for each in less), -1),
    )


def _ordered(found: Iterable[Suggestion], sign: int) -> tuple[Suggestion, ...]:
    return tuple(sorted(found, key=lambda each: (sign * (each.in_deck - each.expected), each.code)))


def _addable(
    corpus: Corpus, title: int, usual: str, deck: Deck, may_add: Callable[[Card], bool]
) -> str:
    """Return the printing of a title to add: one in the deck, else the usual one, else any."""
    first = corpus.title_cards[title]
    printings = [
        each
        for each in corpus.pool.by_title[first.name]
        if each.in_draw_deck == first.in_draw_deck and is_deck_card(each)
    ]
    there = {card.code for card, _ in deck.slots}
    printings.sort(key=lambda card: (card.code not in there, card.code != usual, card.code))
    return next((card.code for card in printings if may_add(card)), "")

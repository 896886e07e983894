"""Repairs one after the other, until a deck is legal: which, what for, and all but some of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from carddb.card import Card
from decks.deck import Deck
from decks.deck_section import AGENDAS, slot_sections
from validators.deck_steps import change_size, changed_card
from validators.problem import Problem

WIDTH = 4


@dataclass(frozen=True, slots=True)
class RepairStep:
    """A change of a deck in words, the decks around it, and the sentences of what it fixes."""

    words: str
    before: Deck
    after: Deck
    reasons: tuple[str, ...] = ()

    @property
    def card(self) -> Card | None:
        return changed_card(self.before, self.after)

    def taken(self, deck: Deck) -> Deck:
        """Return another deck with the same change."""
        old, new = self.before, self.after
        for section in {**dict.fromkeys(slot_sections(old)), **dict.fromkeys(slot_sections(new))}:
            copies = Counter(dict(section.slots(new)))
            copies.subtract(dict(section.slots(old)))
            for card, number in copies.items():
                held = section.copies(deck, card)
                if change := max(number, -held):
                    deck = section.added(deck, card, change)
        agendas = Counter(new.agendas)
        agendas.subtract(old.agendas)
        for card, number in agendas.items():
            deck = AGENDAS.added(deck, card, number)
        return replace(
            deck,
            faction=deck.faction if new.faction is old.faction else new.faction,
            players=deck.players if new.players == old.players else new.players,
            plot_decks=deck.plot_decks[: len(new.plot_decks)]
            if len(new.plot_decks) < len(old.plot_decks)
            else deck.plot_decks,
        )


@dataclass(frozen=True, slots=True)
class RepairedDeck:
    """The end of repairing: the deck, its steps, and why errors are left (empty: none are)."""

    deck: Deck
    steps: tuple[RepairStep, ...]
    why_not: str

    def taking(self, chosen: Collection[int]) -> Deck:
        """Return the deck after some of the steps only, by their numbers from 0."""
        if len(chosen) == len(self.steps):
            return self.deck
        deck = self.steps[0].before
        for number in sorted(chosen):
            deck = self.steps[number].taken(deck)
        return deck


def fewest_changes(
    deck: Deck,
    errors: Callable[[Deck], Sequence[Problem]],
    repaired: Callable[[Deck], Sequence[Deck]],
) -> tuple[Deck, ...]:
    """Return the deck and what it becomes repair by repair, to the least that is left.

    Of the ways that leave equally few errors, that with the smallest change, then with the fewest
    steps. A few ways are followed at a time: those of which least is changed and left.
    """
    best: _Way | None = None
    ends: dict[Deck, tuple[Deck, ...]] = {deck: (deck,)}
    while ends:
        ways = [
            _Way(sum(map(excess, errors(end))), change_size(deck, end), decks)
            for end, decks in ends.items()
        ]
        ways.sort(key=lambda each: (each.left + each.size, each.worth))
        ends = {}
        for way in ways[:WIDTH]:
            if best is not None and best.left == 0 and way.size >= best.size:
                continue
            following = repaired(way.decks[-1])
            if not following and (best is None or way.worth < best.worth):
                best = way
            for each in following:
                ends.setdefault(each, (*way.decks, each))
    return best.decks if best else (deck,)


class _Way(NamedTuple):
    """Decks that repairs lead through: how much is left of errors, and how much has changed."""

    left: int
    size: int
    decks: tuple[Deck, ...]

    @property
    def worth(self) -> tuple[int, int, int]:
        return self.left, self.size, len(self.decks)


def excess(problem: Problem) -> int:
    """Return how far a problem is from what is wanted, at least 1."""
    if problem.found is None or problem.wanted is None:
        return 1
    return max(1, abs(problem.found - problem.wanted))

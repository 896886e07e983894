"""Which cards of a deck may be changed for which others without making it less legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.card_test import CardTest
from core.progress import Progress
from decks.deck import Deck, changed_slots
from validators.problem import Severity
from validators.search_facts import EditionConditions, may_include


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLimits:
    """What a player requires of changes: tests of the outgoing and incoming cards, None for any.

    `keep` are codes of cards that stay. `same_faction` lets a card go only for one of the same
    factions. `owned` are the copies that the player has, by the code of the first printing
    (library.owned.copies_owned); a change needs no more copies than these.
    """

    out: CardTest | None = None
    into: CardTest | None = None
    most_cost: int | None = None
    keep: frozenset[str] = frozenset()
    same_faction: bool = False
    owned: Mapping[str, int] | None = None


NO_LIMITS = ChangeLimits()


class LegalChanges:
    """Judges changes of one deck: a legal deck stays legal, another gets no further error."""

    def __init__(self, side: EditionConditions, deck: Deck) -> None:
        self._side = side
        self._deck = deck
        self._errors = self._count_errors(deck)

    def _count_errors(self, deck: Deck) -> Counter[Hashable]:
        """Return the errors with their sizes: how far a number is off, or the wrong cards."""
        verdict = self._side.judge.verdict(deck, self._side.conditions)
        count: Counter[Hashable] = Counter()
        for error in verdict.of(Severity.ERROR) if verdict.problems else ():
            count[error.code] += 1
            off = (error.found or 0) - (error.wanted or 0)
            count[error.code, "off"] += abs(off)
            if off >= 0:
                # An error about too few cards names the right cards, not wrong ones.
                count.update((error.code, card) for card in error.cards)
        return count

    def allows(
        self, out: Sequence[Card], into: Sequence[Card], limits: ChangeLimits = NO_LIMITS
    ) -> bool:
        """Return whether a change within the limits keeps the deck as legal as it is."""
        wanted = all(_may_go(card, limits) for card in out)
        fitting = all(_fits(*pair, limits) for pair in zip(out, into, strict=True))
        if not wanted or not fitting or not self._are_owned(into, limits):
            return False
        return self._count_errors(changed_deck(self._deck, out, into)) <= self._errors

    def takes(self, card: Card) -> bool:
        """Return whether the deck is as legal with one more copy of a card."""
        return self._count_errors(changed_deck(self._deck, (), (card,))) <= self._errors

    def of_one_card(
        self, limits: ChangeLimits = NO_LIMITS, progress: Progress | None = None
    ) -> dict[Card, tuple[Card, ...]]:
        """Return for each card of the draw deck those that may replace a copy of it."""
        outs = [card for card, _ in self._deck.draw() if _may_go(card, limits)]
        cards = self._incoming(limits)
        found = {}
        for done, out in enumerate(outs, 1):
            fitting = (card for card in cards if _fits(out, card, limits))
            legal = tuple(card for card in fitting if self.allows((out,), (card,)))
            if legal:
                found[out] = legal
            if progress:
                progress(done, len(outs))
        return found

    def _incoming(self, limits: ChangeLimits) -> list[Card]:
        found: dict[str, Card] = {}
        for card in self._side.pool:
            wanted = card.in_draw_deck and (limits.into is None or limits.into(card))
            cheap = limits.most_cost is None or not (
                isinstance(card.cost, int) and card.cost > limits.most_cost
            )
            if (
                wanted
                and cheap
                and card.design not in found
                and self._are_owned([card], limits)
                and may_include(self._side, self._deck, card)
            ):
                found[card.design] = card
        return list(found.values())

    def _are_owned(self, into: Iterable[Card], limits: ChangeLimits) -> bool:
        if limits.owned is None:
            return True
        there = Counter({card.design: 0 for card in into})
        for card, copies in (*self._deck.slots, *((card, 1) for card in into)):
            if card.design in there:
                there[card.design] += copies
        return all(limits.owned.get(code, 0) >= copies for code, copies in there.items())


def changed_deck(deck: Deck, out: Iterable[Card], into: Iterable[Card]) -> Deck:
    """Return a deck without one copy of each card of `out`, and with one of each card of `into`."""
    return replace(deck, slots=changed_slots(deck.slots, out, into))


def _may_go(card: Card, limits: ChangeLimits) -> bool:
    return card.code not in limits.keep and (limits.out is None or limits.out(card))


def _fits(out: Card, into: Card, limits: ChangeLimits) -> bool:
    if out.code in (into.code, into.reprint_of) or out.reprint_of == into.code:
        return False
    return not limits.same_faction or set(out.factions) == set(into.factions)

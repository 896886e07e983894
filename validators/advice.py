"""Advice, not errors: what a player may want to know about a legal deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Faction
from validators.messages import card_names
from validators.problem import Problem, Severity
from validators.restricted_list_rules import REDESIGN_PACKS
from validators.tally import DeckTally, codes

RESTRICTED_FREE = "advice.restricted-free"


@dataclass(frozen=True, slots=True)
class RestrictedFree:
    """No restricted card is in the deck, although one may be."""

    bits: int
    note: Problem
    code: str = RESTRICTED_FREE

    @classmethod
    def bind(cls, bits: int, list_name: str) -> RestrictedFree:
        """Return the rule for the restricted cards of a list; its note is always the same."""
        message = "You may still include one restricted card."
        return cls(
            bits, _note(RESTRICTED_FREE, message, f"{list_name}: one restricted card", wanted=1)
        )

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        if not self.bits or tally.present(self.bits):
            return ()
        return (self.note,)


@dataclass(frozen=True, slots=True)
class Redesigned:
    """A card is in the deck in its original form, although its redesign may be played too."""

    originals: int
    redesigns: Mapping[str, Card]
    code: str = "advice.redesign"

    @classmethod
    def bind(cls, pool: CardPool, playable_bits: int) -> Redesigned:
        """Return the rule for the cards that may be played under list and day."""
        playable = list(pool.among(playable_bits))
        new = {(each.name, each.type): each for each in playable if each.pack in REDESIGN_PACKS}
        redesigns = {
            card.code: new[card.name, card.type]
            for card in playable
            if card.pack not in REDESIGN_PACKS
            and card.only_in is None
            and (card.name, card.type) in new
        }
        return cls(pool.bits_of(redesigns), redesigns)

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        present = tally.bits & self.originals
        if not present:
            return ()
        cards = []
        for card in tally.pool.among(present):
            cards += [card, self.redesigns[card.code]]
        message = f"You may play the redesign instead: {card_names(cards[1::2], tally.pool)}."
        source = "Card sets: redesigned cards and their originals, neither of them banned"
        return (_note(self.code, message, source, cards=codes(cards)),)


@dataclass(frozen=True, slots=True)
class PlotDoubledInVain:
    """A doubled plot has no text, and another plot of the deck matches or beats its four values."""

    plot_bits: int
    code: str = "advice.plot-doubled"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Compare each doubled plot without text with the other plots."""
        if not tally.doubled(self.plot_bits) & tally.pool.blank_bits:
            return ()
        plots = list(tally.cards(self.plot_bits))
        doubled = [card for card in plots if card.blank and tally.deck.copies(card) > 1]
        return [
            _note(
                self.code,
                f"Twice {card.name}: the values of {better.name} are as good or better.",
                "Advice: a plot without text serves by its values only",
                cards=(card.code, better.code),
            )
            for card in doubled
            for better in [_better(card, plots)]
            if better is not None
        ]


def _better(card: Card, plots: list[Card]) -> Card | None:
    return next((other for other in plots if other is not card and _beats(other, card)), None)


def _beats(other: Card, card: Card) -> bool:
    mine, theirs = _values(card), _values(other)
    return (
        mine is not None
        and theirs is not None
        and mine != theirs
        and all(a <= b for a, b in zip(mine, theirs, strict=True))
    )


def _values(card: Card) -> tuple[int, ...] | None:
    """Return income, initiative, claim and reserve, or None if one of them is not a number."""
    if card.plot is None:
        return None
    values = (card.plot.income, card.plot.initiative, card.plot.claim, card.plot.reserve or 0)
    numbers = tuple(value for value in values if isinstance(value, int))
    return numbers if len(numbers) == len(values) else None


@dataclass(frozen=True, slots=True)
class HouseDoubtful:
    """The sources disagree whether decks of this House may include a card."""

    bits: int
    code: str = "data.doubtful"

    @classmethod
    def bind(cls, pool: CardPool, faction: Faction | None) -> HouseDoubtful:
        doubtful = (
            card.code
            for card in pool
            if faction is not None
            and any("Houses" in doubt for doubt in card.doubts)
            and faction not in card.factions
            and not card.house_only
        )
        return cls(pool.bits_of(doubtful))

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        cards = tally.present(self.bits)
        if not cards:
            return ()
        names = card_names(cards, tally.pool)
        message = f"Allowed here, but a printing of another language limits the House: {names}."
        source = "The data is doubtful: the sources disagree about which Houses may include it"
        return (_note(self.code, message, source, cards=codes(cards)),)


def _note(
    code: str, message: str, source: str, *, cards: tuple[str, ...] = (), wanted: int | None = None
) -> Problem:
    found = None if wanted is None else 0
    return Problem(code, message, source, cards, Severity.NOTE, found=found, wanted=wanted)

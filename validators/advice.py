"""Advice that is no fault: what a player may want to know about a deck that is legal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Faction
from validators.problem import Problem, Severity
from validators.tally import Tally, codes, names

REDESIGN_PACKS = frozenset({"R", "R2"})


@dataclass(frozen=True, slots=True)
class RestrictedFree:
    """No restricted card is in the deck, although one may be."""

    bits: int
    list_name: str
    code: str = "advice.restricted-free"

    def check(self, tally: Tally) -> Iterable[Problem]:
        """Look for a restricted card."""
        if not self.bits or (tally.bits | tally.beside_bits) & self.bits:
            return ()
        message = f"No restricted card of {self.list_name} is in the deck; 1 may be."
        return (_note(self.code, message, f"{self.list_name}: one restricted card", wanted=1),)


@dataclass(frozen=True, slots=True)
class Redesigned:
    """A card is in the deck in its original form, although its redesign may be played too."""

    originals: int
    redesigns: tuple[tuple[str, str], ...]
    code: str = "advice.redesign"

    @classmethod
    def bind(cls, pool: CardPool, unplayable_bits: int) -> Redesigned:
        """Return the rule for the cards that list and day leave playable."""
        redesigns = {
            (each.name, each.type): each
            for each in pool
            if each.pack in REDESIGN_PACKS and not pool.bit[each.code] & unplayable_bits
        }
        pairs = [
            (card.code, new.code)
            for card in pool
            if card.pack not in REDESIGN_PACKS
            and card.only_in is None
            and not pool.bit[card.code] & unplayable_bits
            and (new := redesigns.get((card.name, card.type))) is not None
        ]
        return cls(pool.bits_of(old for old, _ in pairs), tuple(pairs))

    def check(self, tally: Tally) -> Iterable[Problem]:
        """Name the originals and their redesigns, in pairs."""
        held = tally.bits & self.originals
        if not held:
            return ()
        redesign = dict(self.redesigns)
        originals = list(tally.cards(held))
        new = [tally.pool.card(redesign[card.code]) for card in originals]
        message = f"A redesign is in force beside the original: {names(new, tally.pool)}."
        source = "Card sets: redesigned cards and their originals, neither of them banned"
        cards = codes(card for pair in zip(originals, new, strict=True) for card in pair)
        return (_note(self.code, message, source, cards=cards),)


@dataclass(frozen=True, slots=True)
class PlotDoubledInVain:
    """A doubled plot without text whose four values another plot of the deck matches or beats."""

    plot_bits: int
    code: str = "advice.plot-doubled"

    def check(self, tally: Tally) -> Iterable[Problem]:
        """Compare each doubled plot that has nothing but its values with the others."""
        if not tally.planes[1] & self.plot_bits:
            return ()
        plots = list(tally.cards(self.plot_bits))
        doubled = [card for card in plots if card.blank and tally.deck.copies(card) > 1]
        return [
            _note(
                self.code,
                f"{card.name} is doubled for its values alone; {better.name} is as good in each.",
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
    """Return income, initiative, claim and reserve, or None where one of them is no number."""
    if card.plot is None:
        return None
    values = (card.plot.income, card.plot.initiative, card.plot.claim, card.plot.reserve or 0)
    numbers = tuple(value for value in values if isinstance(value, int))
    return numbers if len(numbers) == len(values) else None


@dataclass(frozen=True, slots=True)
class HouseDoubtful:
    """The sources disagree about the Houses that may include a card, and the deck is of another."""

    bits: int
    code: str = "data.doubtful"

    @classmethod
    def bind(cls, pool: CardPool, faction: Faction | None) -> HouseDoubtful:
        """Return the rule for a House."""
        doubtful = (
            card.code
            for card in pool
            if any("Houses" in doubt for doubt in card.doubts)
            and faction not in card.factions
            and not card.house_only
        )
        return cls(pool.bits_of(doubtful))

    def check(self, tally: Tally) -> Iterable[Problem]:
        """Name the doubtful cards."""
        held = (tally.bits | tally.beside_bits) & self.bits
        if not held:
            return ()
        cards = list(tally.pool.among(held))
        message = (
            "Allowed here, but a printing of another language limits the House: "
            f"{names(cards, tally.pool)}."
        )
        source = "The data is doubtful: the sources disagree about which Houses may include it"
        return (_note(self.code, message, source, cards=codes(cards)),)


def _note(
    code: str,
    message: str,
    source: str,
    *,
    cards: tuple[str, ...] = (),
    wanted: int | None = None,
) -> Problem:
    found = None if wanted is None else 0
    return Problem(code, message, source, cards, severity=Severity.NOTE, found=found, wanted=wanted)

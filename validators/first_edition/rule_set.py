"""All construction rules that hold for one House, set of agendas and format."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from carddb.card import Card
from carddb.card_test import LIMITED, LOCATION, UNIQUE, of_faction, with_trait
from carddb.pool import CardPool
from carddb.terms import FACTIONS, Edition, Faction
from decks.deck import Deck
from validators.advice import HouseDoubtful
from validators.agenda_row import AgendaRow, RequiredSizes, content_rules
from validators.conditions import Format
from validators.deck_rules import (
    SPEAKS_OF_DECKS,
    AgendaTwice,
    AgendaUnknown,
    CardUnknown,
    CopiesByTitle,
    DrawTooFew,
    NotForDecks,
    PlotDeckSize,
)
from validators.first_edition.agendas import AGENDAS, NO_CONSTRUCTION_RULES
from validators.messages import card_names
from validators.problem import Problem, Rule, Severity
from validators.tally import DeckTally, codes

CORE = "Core rules, Building a deck"
HOUSES = FACTIONS[Edition.FIRST]


@dataclass(frozen=True, slots=True)
class HouseMissing:
    """A deck has exactly one House card; Neutral Faction is one."""

    code: str = "faction.missing"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Look for the House card; The Night's Watch and Tyrell are not Houses here."""
        faction = tally.deck.faction
        if faction in HOUSES:
            return ()
        message = (
            "The deck has no House card."
            if faction is None
            else f"{faction.card_name} is not a House card of the first edition."
        )
        return (Problem(self.code, message, CORE, found=0, wanted=1),)


@dataclass(frozen=True, slots=True)
class HouseOnly:
    """A card that is for some Houses only needs one of their House cards."""

    bits: int
    code: str = "house.only"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        groups: dict[tuple[Faction, ...], list[Card]] = defaultdict(list)
        for card in tally.present(self.bits):
            groups[card.house_only].append(card)
        return [self._problem(tally, houses, cards) for houses, cards in groups.items()]

    def _problem(self, tally: DeckTally, houses: tuple[Faction, ...], cards: list[Card]) -> Problem:
        doubts = [card for card in cards if any("House" in doubt for doubt in card.doubts)]
        source = f"Card text; {CORE}"
        if doubts:
            source += f"; doubtful: the sources disagree about {card_names(doubts, tally.pool)}"
        found = sum(max(1, tally.deck.copies(card)) for card in cards)
        message = f"{only_with(houses)}: {card_names(cards, tally.pool)}."
        return Problem(self.code, message, source, codes(cards), found=found, wanted=0)


def only_with(houses: tuple[Faction, ...]) -> str:
    """Return which House cards a card needs: "Only with House Stark"."""
    missing = [house for house in HOUSES if house not in houses]
    if len(missing) == 1:
        return f"Not with {missing[0].card_name}"
    return f"Only with {' or '.join(house.card_name for house in houses)}"


@dataclass(frozen=True, slots=True)
class FirstEditionAgendaTooMany:
    """One agenda; those of one company (Night's Watch, Wildling) may be run together."""

    rows: tuple[AgendaRow | None, ...]
    code: str = "agenda.too-many"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        agendas = tally.deck.agendas
        if len(agendas) < 2:
            return ()
        companies = {row.company if row else None for row in self.rows}
        if len(companies) == 1 and None not in companies:
            return ()
        message = (
            f"{len(agendas)} agendas ({card_names(agendas, tally.pool)}); 1 is allowed, or several "
            "of the Night's Watch, or several Wildling ones."
        )
        source = "FAQ 6.0, Agendas; card texts of The North agendas"
        return (Problem(self.code, message, source, codes(agendas), found=len(agendas), wanted=1),)


@dataclass(frozen=True, slots=True)
class DreamLocation:
    """House of Dreams starts with a location of one's own House, so the deck should hold one."""

    asks: ClassVar[str] = "A unique location of your own House without Limited in the deck"
    bits: int
    code: str = "agenda.house-of-dreams.no-location"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        if tally.bits & self.bits:
            return ()
        message = (
            "House of Dreams: the deck has no unique location of its own House without Limited "
            "that could start in play."
        )
        source = (
            "Card text of agenda House of Dreams (btns_119)"
            " (to be confirmed: neutral ones for Neutral Faction)"
        )
        return (Problem(self.code, message, source, (), Severity.WARNING, found=0, wanted=1),)


@dataclass(frozen=True, slots=True)
class ChainsSetAside:
    """The Maester's Path sets aside up to 12 Chain attachments of different titles."""

    asks: ClassVar[str] = "Up to 12 different Chains leave the draw deck before the shuffle"
    bits: int
    code: str = "agenda.the-maesters-path.chains"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        titles = min(12, len(tally.by_title(self.bits)))
        rest = tally.draw_count - titles
        message = (
            f"The Maester's Path: {titles} different Chains are set aside before the shuffle, "
            f"which leaves a draw deck of {rest} cards."
        )
        source = "Card text of agenda The Maester's Path (soo_19)"
        cards = codes(tally.cards(self.bits))
        return (Problem(self.code, message, source, cards, Severity.NOTE, titles, wanted=12),)


BY_CODE = {code: row for row in AGENDAS for code in row.codes}
WITHOUT_RULES = frozenset(code for code, _ in NO_CONSTRUCTION_RULES)
BY_TITLE = f"{CORE}: counted by title; card texts (“limit 1 per deck”)"
PLOT_TITLES = f"{CORE}: one plot of each title; The Power of … twice each"
HOUSE_OF_DREAMS = "btns_119"
THE_MAESTERS_PATH = "soo_19"

_DREAMT_OF = UNIQUE & LOCATION & ~LIMITED


def first_edition_rules(deck: Deck, pool: CardPool, game_format: Format) -> tuple[Rule, ...]:
    """Return the rules for a deck's House, agendas and format, in the order of checking."""
    too_many = agenda_limit(deck.agendas)
    known = tuple(dict.fromkeys(row for row in too_many.rows if row is not None))
    sizes = RequiredSizes(known, game_format, pool)
    return (
        HouseMissing(),
        NotForDecks(CORE),
        DrawTooFew(sizes.draw),
        *map(PlotDeckSize, sizes.plots),
        CopiesByTitle(pool.plot_bits, "plots.copies", "plot deck", PLOT_TITLES),
        CopiesByTitle(pool.draw_bits, "copies.too-many", "draw deck", BY_TITLE),
        HouseOnly(_wrong_houses(deck.faction, known, pool)),
        AgendaTwice("FAQ 6.0, Agendas"),
        too_many,
        HouseDoubtful.bind(pool, deck.faction),
        *_warnings(deck, pool),
        *content_rules(deck.agendas, BY_CODE, pool),
        AgendaUnknown.among(deck.agendas, BY_CODE, WITHOUT_RULES),
        CardUnknown(pool.bits(SPEAKS_OF_DECKS)),
    )


def agenda_limit(agendas: Sequence[Card]) -> FirstEditionAgendaTooMany:
    return FirstEditionAgendaTooMany(tuple(BY_CODE.get(card.code) for card in agendas))


def _wrong_houses(faction: Faction | None, rows: tuple[AgendaRow, ...], pool: CardPool) -> int:
    """Return the cards that are for other Houses only; none if the House is unknown."""
    if faction is None:
        return 0
    wrong = pool.bits_of(c.code for c in pool if c.house_only and faction not in c.house_only)
    for row in rows:
        if row.waives_house_for is not None:
            wrong &= ~pool.bits(row.waives_house_for)
    return wrong


def _warnings(deck: Deck, pool: CardPool) -> Iterator[Rule]:
    codes_of_agendas = {agenda.code for agenda in deck.agendas}
    if HOUSE_OF_DREAMS in codes_of_agendas and deck.faction is not None:
        yield DreamLocation(pool.bits(of_faction(deck.faction)) & pool.bits(_DREAMT_OF))
    if THE_MAESTERS_PATH in codes_of_agendas:
        yield ChainsSetAside(pool.bits(with_trait("Chain")))

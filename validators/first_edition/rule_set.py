"""All construction rules that hold for one House, set of agendas and format."""

from __future__ import annotations

from collections.abc import Sequence

from carddb.card import Card
from carddb.card_test import LIMITED, LOCATION, UNIQUE, of_faction, with_trait
from carddb.pool import CardPool
from carddb.terms import Faction
from decks.deck import Deck
from validators.advice import HouseDoubtful
from validators.deck_rules import AgendaTwice, CopiesByTitle, DrawTooFew, NotForDecks, RequiredSize
from validators.first_edition.agendas import AGENDAS, NO_CONSTRUCTION_RULES, FirstEditionAgendaRules
from validators.first_edition.construction_rules import (
    CORE,
    ChainsSetAside,
    DreamLocation,
    FirstEditionAgendaTooMany,
    HouseMissing,
    HouseOnly,
    PlotDeckSize,
)
from validators.formats import Format
from validators.messages import agenda_source
from validators.rule import Rule
from validators.shapes import bind_all
from validators.unknown_rules import SPEAKS_OF_DECKS, AgendaUnknown, CardUnknown

BY_CODE = {row.code: row for row in AGENDAS}
WITHOUT_RULES = frozenset(code for code, _ in NO_CONSTRUCTION_RULES)
BY_TITLE = f"{CORE}: counted by title; card texts (“limit 1 per deck”)"
PLOT_TITLES = f"{CORE}: one plot of each title; The Power of … twice each"
HOUSE_OF_DREAMS = "btns_119"
THE_MAESTERS_PATH = "soo_19"

_DREAMT_OF = UNIQUE & LOCATION & ~LIMITED


def first_edition_rules(deck: Deck, pool: CardPool, game_format: Format) -> tuple[Rule, ...]:
    """Return the rules for a deck's House and agendas, in the order in which players check them.

    The result depends on House, agendas and format alone, so that it can be cached.
    """
    too_many = agenda_limit(deck.agendas)
    known = tuple(dict.fromkeys(row for row in too_many.rows if row is not None))
    return (
        HouseMissing(),
        NotForDecks(CORE),
        DrawTooFew(_draw_size(known, game_format, pool)),
        *(PlotDeckSize(size) for size in _plot_sizes(known, game_format, pool)),
        CopiesByTitle(pool.plot_bits, "plots.copies", "plot deck", PLOT_TITLES),
        CopiesByTitle(pool.draw_bits, "copies.too-many", "draw deck", BY_TITLE),
        HouseOnly(_wrong_houses(deck.faction, known, pool)),
        AgendaTwice("FAQ 6.0, Agendas"),
        too_many,
        HouseDoubtful.bind(pool, deck.faction),
        *_content(deck, pool),
        AgendaUnknown.among(deck.agendas, BY_CODE, WITHOUT_RULES),
        CardUnknown(pool.bits(SPEAKS_OF_DECKS)),
    )


def agenda_limit(agendas: Sequence[Card]) -> FirstEditionAgendaTooMany:
    """Return the rule how many agendas may be run, where these are."""
    return FirstEditionAgendaTooMany(tuple(BY_CODE.get(card.code) for card in agendas))


def _draw_size(
    rows: tuple[FirstEditionAgendaRules, ...], game_format: Format, pool: CardPool
) -> RequiredSize:
    sizes = [
        RequiredSize(r.draw_minimum, agenda_source((r.code,), pool))
        for r in rows
        if r.draw_minimum is not None
    ]
    base = RequiredSize(game_format.draw_minimum, game_format.source)
    return max([base, *sizes], key=lambda size: size.number)


def _plot_sizes(
    rows: tuple[FirstEditionAgendaRules, ...], game_format: Format, pool: CardPool
) -> list[RequiredSize]:
    sizes = [
        RequiredSize(row.plots, agenda_source((row.code,), pool))
        for row in rows
        if row.plots is not None
    ]
    return sizes or [RequiredSize(game_format.plots, game_format.source)]


def _wrong_houses(
    faction: Faction | None, rows: tuple[FirstEditionAgendaRules, ...], pool: CardPool
) -> int:
    """Return the cards that are for other Houses only; none, where the House is not known."""
    if faction is None:
        return 0
    wrong = pool.bits_of(c.code for c in pool if c.house_only and faction not in c.house_only)
    for row in rows:
        if row.waives_house_for is not None:
            wrong &= ~pool.bits(row.waives_house_for)
    return wrong


def _content(deck: Deck, pool: CardPool) -> list[Rule]:
    rules: list[Rule] = []
    for agenda in dict.fromkeys(deck.agendas):
        if agenda.code == HOUSE_OF_DREAMS and deck.faction is not None:
            own = pool.bits(of_faction(deck.faction)) & pool.bits(_DREAMT_OF)
            rules.append(DreamLocation(own))
        if agenda.code == THE_MAESTERS_PATH:
            rules.append(ChainsSetAside(pool.bits(with_trait("Chain"))))
        if agenda.code in BY_CODE:
            row = BY_CODE[agenda.code]
            rules += bind_all(row.content, pool, prefix=f"agenda.{row.slug}", agenda=agenda)
    return rules

"""All construction rules that hold for one faction, set of agendas and format."""

from __future__ import annotations

from collections.abc import Sequence

from carddb.card import Card
from carddb.card_test import NEUTRAL, of_faction
from carddb.pool import CardPool
from carddb.terms import Faction
from decks.deck import Deck
from validators.deck_rules import (
    BY_TITLE,
    DECKBUILDING,
    AgendaTwice,
    CopiesByTitle,
    DrawTooFew,
    NotForDecks,
    PlotsDoubled,
    PlotsTooFew,
    PlotsTooMany,
    RequiredSize,
)
from validators.formats import Format
from validators.messages import agenda_source
from validators.releases import OnlyIn
from validators.rule import Rule
from validators.second_edition.agenda_rules import SecondEditionAgendaRules
from validators.second_edition.agendas import AGENDAS, NO_CONSTRUCTION_RULES
from validators.second_edition.construction_rules import (
    FactionMissing,
    OutOfFaction,
    SecondEditionAgendaTooMany,
)
from validators.shapes import BoundShape, bind_all
from validators.unknown_rules import SPEAKS_OF_DECKS, AgendaUnknown, CardUnknown

BY_CODE = {code: row for row in AGENDAS for code in row.codes}
WITHOUT_RULES = frozenset(code for code, _ in NO_CONSTRUCTION_RULES)


def second_edition_rules(deck: Deck, pool: CardPool, game_format: Format) -> tuple[Rule, ...]:
    """Return the rules for a deck's faction and agendas, in the order in which players check them.

    The result depends on faction, agendas and format alone, so that it can be cached.
    """
    rows = _rows(deck.agendas)
    sizes = _Sizes(rows, game_format, pool)
    nobody = deck.faction is None or deck.faction is Faction.NEUTRAL
    missing: list[Rule] = [FactionMissing()] if nobody else []
    several: list[Rule] = (
        [AgendaTwice(), agenda_limit(deck.agendas)] if len(deck.agendas) > 1 else []
    )
    return (
        *missing,
        NotForDecks(),
        DrawTooFew(sizes.draw),
        *(rule(size) for size in sizes.plots for rule in (PlotsTooFew, PlotsTooMany)),
        PlotsDoubled(sizes.doubled, pool.plot_bits),
        CopiesByTitle(pool.plot_bits, "plots.copies", "plot deck", BY_TITLE),
        CopiesByTitle(pool.draw_bits, "copies.too-many", "draw deck", BY_TITLE),
        OutOfFaction(
            pool.all_bits & ~_allowed_bits(deck.faction, rows, pool) & ~pool.other_bits,
            tuple(row.names for row in rows if row.names is not None),
        ),
        *several,
        OnlyIn.bind(pool, game_format),
        *_content(deck, pool),
        AgendaUnknown.among(deck.agendas, BY_CODE, WITHOUT_RULES),
        CardUnknown(pool.bits(SPEAKS_OF_DECKS)),
    )


def agenda_limit(agendas: Sequence[Card]) -> SecondEditionAgendaTooMany:
    """Return the rule how many agendas may be run, where these are."""
    return SecondEditionAgendaTooMany(_rows(agendas))


def _rows(agendas: Sequence[Card]) -> tuple[SecondEditionAgendaRules, ...]:
    return tuple(dict.fromkeys(BY_CODE[card.code] for card in agendas if card.code in BY_CODE))


def _allowed_bits(
    faction: Faction | None, rows: tuple[SecondEditionAgendaRules, ...], pool: CardPool
) -> int:
    """Return what may be in the deck; everything, where no faction is chosen."""
    if faction is None or faction is Faction.NEUTRAL:
        return pool.all_bits
    allowed = pool.bits(NEUTRAL) | pool.bits(of_faction(faction))
    for row in rows:
        if row.allows is not None:
            allowed |= pool.bits(row.allows)
    return allowed


class _Sizes:
    """The numbers of the format, as the agendas change them, each with its source."""

    def __init__(
        self, rows: tuple[SecondEditionAgendaRules, ...], game_format: Format, pool: CardPool
    ) -> None:
        base = game_format.source
        draws = [
            RequiredSize(r.draw_minimum, agenda_source(r.codes, pool))
            for r in rows
            if r.draw_minimum is not None
        ]
        doubled = [
            RequiredSize(r.doubled_plots, agenda_source(r.codes, pool))
            for r in rows
            if r.doubled_plots is not None
        ]
        plots = [
            RequiredSize(r.plots, agenda_source(r.codes, pool)) for r in rows if r.plots is not None
        ]
        own_draw = RequiredSize(game_format.draw_minimum, base)
        self.draw = max([own_draw, *draws], key=lambda size: size.number)
        own_doubled = RequiredSize(game_format.doubled_plots, f"{DECKBUILDING}; Plot Deck")
        self.doubled = max([own_doubled, *doubled], key=lambda size: size.number)
        self.plots = plots or [RequiredSize(game_format.plots, base)]


def _content(deck: Deck, pool: CardPool) -> list[BoundShape]:
    rules: list[BoundShape] = []
    for agenda in dict.fromkeys(deck.agendas):
        if agenda.code in BY_CODE:
            row = BY_CODE[agenda.code]
            rules += bind_all(row.content, pool, prefix=f"agenda.{row.slug}", agenda=agenda)
    return rules

"""Which construction rules a deck is judged by: those of its edition, or of its variant."""

from __future__ import annotations

from carddb.card_test import NEUTRAL, of_faction
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck import Deck
from validators.civil_war import (
    CommonCopies,
    CommonDeckTooSmall,
    ManyNeutrals,
    NoAgenda,
    Players,
    PlotDecks,
    SecondHouse,
)
from validators.deck_rules import PlotsTooFew
from validators.draft import DraftPlots, NotDrafted
from validators.first_edition import rule_set as first
from validators.formats import Format
from validators.rule import Rule
from validators.second_edition import rule_set as second
from validators.unknown_rules import CardUnknown

PLOT_CODES = frozenset(
    {"plots.too-few", "plots.too-many", "plots.doubled", "plots.copies", "faction.other"}
)


def rule_set_of(deck: Deck, pool: CardPool, game_format: Format) -> tuple[Rule, ...]:
    """Return the construction rules for a deck's faction, agendas and format, and nothing else."""
    usual = (
        first.first_edition_rules if pool.edition is Edition.FIRST else second.second_edition_rules
    )
    rules = usual(deck, pool, game_format)
    if game_format.name == "civil-war":
        return _civil_war(deck, pool, rules)
    if game_format.name == "draft":
        return _draft(pool, rules)
    return rules


def _draft(pool: CardPool, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    sizes = [rule.exactly for rule in rules if isinstance(rule, PlotsTooFew)]
    others = [rule for rule in rules if rule.code not in {"plots.too-few", "plots.too-many"}]
    return (*others, *(DraftPlots.bind(pool, size) for size in sizes), NotDrafted())


def _civil_war(deck: Deck, pool: CardPool, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """Return the variant's rules; those about plots alone hold for each plot deck."""
    own = pool.all_bits
    if deck.faction is not None:
        own = pool.bits(NEUTRAL) | pool.bits(of_faction(deck.faction))
    return (
        *(rule for rule in rules if rule.code in {"faction.missing", "deck.not-a-deck-card"}),
        Players(),
        CommonDeckTooSmall(),
        CommonCopies(),
        SecondHouse(own & pool.draw_bits),
        *(rule for rule in rules if rule.code in {"house.only", "format.only-in"}),
        *(rule for rule in rules if isinstance(rule, CardUnknown)),
        NoAgenda(),
        ManyNeutrals(),
        PlotDecks(tuple(rule for rule in rules if rule.code in PLOT_CODES)),
    )

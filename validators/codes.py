"""Every code that a problem can have; docs/problems.md explains each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from validators import (
    advice,
    civil_war,
    deck_rules,
    draft,
    releases,
    restricted_list_rules,
    rookery,
)
from validators.first_edition import agendas as first_agendas
from validators.first_edition import rule_set as first
from validators.second_edition import agendas as second_agendas
from validators.second_edition import rule_set as second
from validators.shapes import RuleShape

RULES: tuple[type, ...] = (
    second.FactionMissing,
    second.OutOfFaction,
    second.SecondEditionAgendaTooMany,
    deck_rules.DrawTooFew,
    deck_rules.PlotDeckSize,
    deck_rules.PlotsDoubled,
    deck_rules.NotForDecks,
    deck_rules.AgendaTwice,
    deck_rules.AgendaUnknown,
    deck_rules.CardUnknown,
    deck_rules.CardOwn,
    releases.OnlyIn,
    releases.Released,
    first.HouseMissing,
    first.HouseOnly,
    first.FirstEditionAgendaTooMany,
    first.DreamLocation,
    first.ChainsSetAside,
    restricted_list_rules.Banned,
    restricted_list_rules.Restricted,
    restricted_list_rules.Pods,
    restricted_list_rules.TriggeredPods,
    draft.DraftPlots,
    draft.NotDrafted,
    rookery.RookerySize,
    rookery.RookeryCards,
    rookery.RookeryCopies,
    civil_war.Players,
    civil_war.CommonDeckTooSmall,
    civil_war.CommonCopies,
    civil_war.SecondHouse,
    civil_war.NoAgenda,
    civil_war.ManyNeutrals,
    civil_war.MeleeCards,
    civil_war.PlotDecks,
    advice.RestrictedFree,
    advice.Redesigned,
    advice.PlotDoubledInVain,
    advice.HouseDoubtful,
)
BY_TITLE = ("copies.too-many", "plots.copies")
# Sizes of whole decks.
SIZES = (
    "draw.too-few",
    "plots.too-few",
    "plots.too-many",
    "rookery.too-many",
    "rookery.too-many-plots",
)


def problem_codes() -> tuple[str, ...]:
    """Return the codes of all rules of both editions, sorted."""
    own = (code for rule in RULES for code in _codes_of(rule))
    return tuple(sorted({*own, *BY_TITLE, *(code for code, _ in _agenda_codes())}))


def codes_of_counts() -> frozenset[str]:
    """Return the codes of rules that limit only the number of cards; each card is allowed."""
    agenda_codes = (code for code, shape in _agenda_codes() if shape.counts_together)
    return frozenset((*SIZES, *agenda_codes))


def _codes_of(rule: type) -> Iterator[str]:
    """Yield the codes of a rule: its fields `code` and `…_code`."""
    for each in fields(rule):
        if each.name == "code" or each.name.endswith("_code"):
            yield str(each.default)


def _agenda_codes() -> Iterator[tuple[str, RuleShape]]:
    """Yield the codes of the rules about content that agendas have, and these rules."""
    for row in (*second_agendas.AGENDAS, *first_agendas.AGENDAS):
        for shape in row.content:
            yield f"agenda.{row.slug}.{shape.what}", shape

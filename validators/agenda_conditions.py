"""Describe what an agenda requires and allows, from the rows that the judge uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from carddb.card import Card
from carddb.card_test import NEUTRAL, of_faction
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from core.text_format import count_of
from decks.deck import Deck
from validators.agenda_row import AgendaRow, NamedPermission, NamedSubject
from validators.conditions import Conditions
from validators.first_edition import rule_set as first
from validators.first_edition.rule_set import ChainsSetAside, DreamLocation, only_with
from validators.judge import Judge
from validators.problem import Severity
from validators.second_edition import rule_set as second
from validators.second_edition.rule_set import extra_words
from validators.tally import DeckTally

UNKNOWN = "Its rules of deck building are not known here"


def agenda_conditions(
    agenda: Card, pool: CardPool, faction: Faction | None = None
) -> tuple[str, ...]:
    """Return the conditions and permissions of an agenda for a deck of a faction."""
    edition = first if pool.edition is Edition.FIRST else second
    known, without = edition.BY_CODE, edition.WITHOUT_RULES
    if agenda.code not in known and (agenda.code not in without or agenda.deckbuilding):
        return (UNKNOWN,)
    found = [only_with(agenda.house_only)] if agenda.house_only else []
    if agenda.code in known:
        return (*found, *_row_texts(known[agenda.code], pool, faction))
    if agenda.code == first.HOUSE_OF_DREAMS:
        found.append(DreamLocation.asks)
    elif agenda.code == first.THE_MAESTERS_PATH:
        found.append(ChainsSetAside.asks)
    return tuple(found)


def why_not(agenda: Card, deck: Deck, judge: Judge, conditions: Conditions) -> str:
    """Return why a deck may not have this agenda, whatever its cards; empty if it may."""
    bare = replace(deck, slots=(), rookery=(), plot_decks=())
    problems = judge.verdict(bare, conditions).problems
    wrong = (p for p in problems if p.severity is Severity.ERROR and agenda.code in p.cards)
    return next((problem.message for problem in wrong), "")


def another_fits(deck: Deck, pool: CardPool, conditions: Conditions) -> bool:
    """Return whether a deck can have one more agenda in its format."""
    edition = first if pool.edition is Edition.FIRST else second
    allowed = {None, *conditions.format.only_in}
    for card in pool.cards:
        if card.type is CardType.AGENDA and card.only_in in allowed and card not in deck.agendas:
            agendas = (*deck.agendas, card)
            more = replace(deck, agendas=agendas, slots=(), rookery=(), plot_decks=())
            if not edition.agenda_limit(agendas).check(DeckTally(more, pool)):
                return True
    return False


def _row_texts(row: AgendaRow, pool: CardPool, faction: Faction | None) -> Iterator[str]:
    if row.draw_minimum is not None:
        yield f"At least {row.draw_minimum} cards in the draw deck"
    if row.plots is not None:
        yield f"Exactly {row.plots} plots"
    if row.doubled_plots is not None:
        yield f"Up to {row.doubled_plots} plots may be doubled"
    yield from (shape.asks for shape in row.content)
    if row.extra is not None:
        yield f"Makes room for {extra_words(row.extra)} more"
    if row.allows is not None:
        bits, own = pool.bits(row.allows), pool.bits(NEUTRAL)
        own |= pool.bits(of_faction(faction)) if faction else 0
        words = "every card" if bits == pool.all_bits else _plural(row.allows.label)
        yield f"Allows {words}{'' if bits & ~own else ', as your faction card does'}"
    if row.names is not None:
        yield f"Allows cards {_named(row.names)}"
    if row.waives_house_for is not None:
        yield f"Allows {row.waives_house_for.label} cards of other Houses"
    if row.company is not None:
        yield f"May be run with other {row.company} agendas"


def _named(names: NamedPermission) -> str:
    if names.choice is NamedSubject.TRAIT:
        return "with a trait that you name"
    some = "a faction" if names.number == 1 else count_of(names.number, "faction")
    return f"of {some} that you name"


def _plural(label: str) -> str:
    """Return the label of a test in the plural: "shadow cards or locations"."""
    return " and ".join(f"{part}s" for part in label.split(" or "))

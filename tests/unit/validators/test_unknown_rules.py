"""Cards that came after the tables: a deck with one is never called legal without a word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition
from decks.deck import Deck
from tests.builders import card
from tests.filled import Wanted
from tests.verdicts import TODAY
from validators.conditions import Requested, conditions_for
from validators.judge import Judge
from validators.problem import Problem, Severity, Verdict

NEW_AGENDA = card("Wizards of the Realm", CardType.AGENDA, code="99001", deck_limit=1)
NEW_CARD = card("Archwizard", code="99002", deckbuilding=True)
EDITIONS = pytest.mark.parametrize("edition", Edition)


def with_cards(pool: CardPool, *cards: Card) -> CardPool:
    codes = {each.code for each in cards}
    return CardPool(
        pool.edition,
        (*(each for each in pool if each.code not in codes), *cards),
        pool.packs.values(),
        pool.cycles.values(),
        pool.lists.values(),
    )


def judged(deck: Deck, pool: CardPool) -> Verdict:
    conditions = conditions_for(deck, pool, Requested(list_code="none"), TODAY)
    return Judge(pool).verdict(deck, conditions)


def unknown(verdict: Verdict) -> list[Problem]:
    return [each for each in verdict.problems if each.code.endswith(".unknown-rules")]


def legal_deck(pool: CardPool, *agendas: Card) -> Deck:
    return replace(Wanted().deck(pool), agendas=agendas)


@EDITIONS
def test_an_agenda_in_no_table_is_a_warning(edition: Edition, pools: Pools) -> None:
    agenda = replace(NEW_AGENDA, edition=edition, pack="core" if edition is Edition.FIRST else "R2")
    pool = with_cards(pools[edition], agenda)
    verdict = judged(legal_deck(pool, agenda), pool)
    (problem,) = unknown(verdict)
    assert verdict.legal
    assert verdict.of(Severity.WARNING)[0] is problem
    assert (problem.code, problem.severity) == ("agenda.unknown-rules", Severity.WARNING)
    assert problem.cards == ("99001",)
    assert "Wizards of the Realm" in problem.message


def test_an_agenda_that_was_given_rules_since_is_a_warning(pool: CardPool) -> None:
    crossing = pool.card("02060")
    assert unknown(judged(legal_deck(pool, crossing), pool)) == []
    changed = replace(crossing, deckbuilding=True)
    pool = with_cards(pool, changed)
    (problem,) = unknown(judged(legal_deck(pool, changed), pool))
    assert problem.cards == ("02060",)


@EDITIONS
def test_no_agenda_of_today_is_unknown(edition: Edition, pools: Pools) -> None:
    pool = pools[edition]
    for agenda in (each for each in pool if each.type is CardType.AGENDA):
        assert unknown(judged(legal_deck(pool, agenda), pool)) == []


@pytest.mark.parametrize("place", ["slots", "rookery"])
def test_a_card_whose_text_speaks_of_decks_is_a_warning(place: str, pools: Pools) -> None:
    pool = with_cards(pools[Edition.SECOND], NEW_CARD)
    deck = legal_deck(pool)
    if place == "slots":
        deck = deck.with_copies(NEW_CARD, 1)
    else:
        deck = replace(deck, rookery=((NEW_CARD, 1),), format="rookery")
    verdict = judged(deck, pool)
    (problem,) = unknown(verdict)
    assert verdict.legal
    assert (problem.code, problem.severity) == ("card.unknown-rules", Severity.WARNING)
    assert problem.cards == ("99002",)


def test_an_agenda_of_no_known_card_is_left_to_the_rule_about_that(pool: CardPool) -> None:
    verdict = judged(legal_deck(pool, NEW_AGENDA), pool)
    assert unknown(verdict) == []
    assert [each.code for each in verdict.of(Severity.ERROR)] == ["deck.not-a-deck-card"]

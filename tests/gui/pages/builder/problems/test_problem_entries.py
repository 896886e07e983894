"""What stands in an entry of the list of problems."""

from __future__ import annotations

import pytest

from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from desktop.pages.builder.problems.problem_entries import source_without_codes
from desktop.session.loaded_cards import LoadedCards
from tests.verdicts import TODAY, judge_of
from validators.conditions import Requested, conditions_for


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("Card text of agenda Fealty (01027)", "Card text of agenda Fealty"),
        (
            "Card text of agenda The Wars To Come (10045 / 17151)",
            "Card text of agenda The Wars To Come",
        ),
        (
            "Standard v2.1 (joust): one restricted card",
            "Standard v2.1 (joust): one restricted card",
        ),
        ("Card text of agenda New (99999)", "Card text of agenda New (99999)"),
    ],
)
def test_a_source_names_the_agenda_without_its_code(
    cards: LoadedCards, source: str, shown: str
) -> None:
    assert source_without_codes(source, cards) == shown


@pytest.mark.parametrize("edition", Edition)
def test_no_problem_of_a_deck_with_an_agenda_shows_a_code(
    cards: LoadedCards, edition: Edition
) -> None:
    pool = cards.pools[edition]
    judge, shown = judge_of(pool), set()
    agendas = [card for card in pool if card.type is CardType.AGENDA]
    for agenda in agendas:
        deck = Deck(name="", edition=edition, faction=Faction.STARK, agendas=(agenda,))
        conditions = conditions_for(deck, pool, Requested(date=TODAY), TODAY)
        problems = judge.verdict(deck, conditions).problems
        shown |= {source_without_codes(each.source, cards) for each in problems}
    named = [each for each in shown if each.startswith("Card text of agenda ")]
    assert len(named) > 3
    assert not [each for each in named if any(f"({agenda.code}" in each for agenda in agendas)]

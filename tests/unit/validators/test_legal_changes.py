"""Changes of a deck that leave it as legal as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from random import Random

import pytest

from carddb import catalogue
from carddb.card import Card
from carddb.card_test import CardTest
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_reader import read_decks
from tests.long_run import times
from tests.verdicts import judge_of
from validators.conditions import Requested, conditions_for
from validators.legal_changes import ChangeLimits, LegalChanges, changed_deck
from validators.problem import Problem, Severity
from validators.search_facts import EditionConditions

TODAY = date(2026, 11, 20)


@pytest.fixture(scope="module")
def samples(pools: Mapping[Edition, CardPool]) -> tuple[Deck, ...]:
    return tuple(read_decks(each.text, pools)[0].deck for each in catalogue.sample_decks())


def side_of(deck: Deck, pool: CardPool, listed: str = "") -> EditionConditions:
    conditions = conditions_for(deck, pool, Requested(list_code=listed), TODAY)
    return EditionConditions(judge_of(pool), conditions)


def errors(side: EditionConditions, deck: Deck) -> Counter[str]:
    verdict = side.judge.verdict(deck, side.conditions)
    found = verdict.of(Severity.ERROR)
    return Counter(text for each in found for text in (each.code, *_wrong(each)))


def _wrong(problem: Problem) -> list[str]:
    """Return what tells the size of an error: copies too many or too few, and cards too many."""
    off = (problem.found or 0) - (problem.wanted or 0)
    cards = [f"{problem.code} {code}" for code in problem.cards]
    return [*[problem.code] * abs(off), *(cards if off >= 0 else [])]


def test_no_change_brings_a_further_error(
    pools: Mapping[Edition, CardPool], samples: Sequence[Deck]
) -> None:
    """Of legal decks and of those that the newest list has made illegal, with agendas and without.

    What is not offered would break a rule, or is a printing of what is.
    """
    legal = 0
    for number in range(0, len(samples), times(20, 1)):
        deck = samples[number]
        pool = pools[deck.edition]
        for listed in ("none", "latest"):
            side = side_of(deck, pool, listed)
            before = errors(side, deck)
            legal += not before
            random = Random(number)  # noqa: S311 - a seed for each deck
            outs = {card.code for card in random.sample([card for card, _ in deck.draw()], 1)}
            among = CardTest("some", lambda each, outs=outs: each.code in outs)  # type: ignore[misc]
            found = LegalChanges(side, deck).of_one_card(ChangeLimits(out=among))
            assert {card.code for card in found} <= outs
            for out, cards in found.items():
                for into in random.sample(cards, 8):
                    assert errors(side, changed_deck(deck, [out], [into])) <= before
                offered = set(cards)
                shut = [c for c in pool if c.in_draw_deck and not c.reprint_of and c not in offered]
                for into in random.sample(shut, 8):
                    after = errors(side, changed_deck(deck, [out], [into]))
                    assert not after <= before or out.code == into.code, (out, into)
    assert legal


def test_what_a_player_asks_holds_for_one_card_and_for_two(
    pools: Mapping[Edition, CardPool], samples: Sequence[Deck]
) -> None:
    deck = samples[24]
    pool = pools[deck.edition]
    changes = LegalChanges(side_of(deck, pool, "none"), deck)
    (out, _), (kept, _) = [slot for slot in deck.draw() if slot[1] == 3][:2]
    events = CardTest("t:event", lambda card: card.type.value == "event")
    limits = ChangeLimits(
        out=~events, into=events, most_cost=1, keep=frozenset({kept.code}), same_faction=True
    )
    found = changes.of_one_card(limits)
    assert kept not in found
    assert not any(events(card) for card in found)
    for card, into in found.items():
        assert all(events(each) for each in into)
        assert not any(isinstance(each.cost, int) and each.cost > 1 for each in into)
        assert all(set(each.factions) == set(card.factions) for each in into)
    one, two, *_ = next(iter(found.values()))
    assert not changes.allows((kept,), (one,), limits)
    assert not changes.allows((out, kept), (one, two), limits)


def test_a_card_comes_in_as_far_as_copies_are_owned(
    pools: Mapping[Edition, CardPool], samples: Sequence[Deck]
) -> None:
    deck = samples[24]
    pool = pools[deck.edition]
    changes = LegalChanges(side_of(deck, pool, "none"), deck)
    there = next(card for card, copies in deck.draw() if copies == 1 and card.neutral)
    other, lone = (
        card for card in list(pool) if card.code in ("01040", "01035") and card.in_draw_deck
    )

    def owned(**copies: int) -> set[Card]:
        codes = {code[1:]: count for code, count in copies.items()}
        found = changes.of_one_card(ChangeLimits(owned=codes))
        return {card for cards in found.values() for card in cards}

    design = there.reprint_of or there.code
    assert not owned()
    assert there not in owned(**{f"c{design}": 1})
    assert {card.reprint_of or card.code for card in owned(**{f"c{design}": 2})} <= {design}
    held = deck.copies(lone)
    limits = ChangeLimits(owned={lone.code: held + 1})
    outs = tuple(card for card, _ in deck.draw() if card not in (lone, other))[:2]
    assert not changes.allows(outs, (lone, lone), limits)

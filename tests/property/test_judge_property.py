"""Thousands of random decks: the judge never raises, and says each thing once and in order."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from carddb.card import Card
from carddb.pool import Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck, Slots, slots_of
from tests.long_run import times
from tests.verdicts import TODAY, judge_of
from validators.codes import problem_codes
from validators.conditions import Conditions, Requested, conditions_for, formats_of
from validators.judge import Judge
from validators.problem import Problem

DECKS = times(short=800, long=10_000)
DAYS = tuple(date(2008, 1, 1) + timedelta(days=number * 173) for number in range(40))
DOCUMENT = Path(__file__).parents[2] / "docs" / "problems.md"
TOO_FEW = re.compile(r"\.too-few$|\.no-location$|^advice\.|^civil-war\.neutral$")
EDITIONS = pytest.mark.parametrize("edition", Edition)


class Dealer:
    """Deals random decks of an edition, with cards of the other one now and then."""

    def __init__(self, pools: Pools, edition: Edition, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311
        self.pool = pools[edition]
        self._others = [card for each in pools.values() for card in each]
        self._agendas = [card for card in self.pool if card.type is CardType.AGENDA]
        self._plots = [card for card in self.pool if card.type is CardType.PLOT]

    def slots(self, most: int) -> Slots:
        """Return slots of any cards, a few of them plots, with 0 to 6 copies each."""
        deal = self.random
        cards = [deal.choice(self.pool.cards) for _ in range(deal.randint(0, most))]
        cards += [deal.choice(self._plots) for _ in range(deal.randint(0, 8))]
        for card in cards[:2]:
            cards += self.pool.by_title[card.name]
        if deal.random() < 0.05:
            cards.append(deal.choice(self._others))
        return slots_of(
            (card, deal.randint(0, 6)) for card in cards if card.type is not CardType.AGENDA
        )

    def deck(self) -> Deck:
        """Return a deck of anything."""
        deal = self.random
        rare = deal.random() < 0.3
        return Deck(
            name="Dealt",
            edition=self.pool.edition,
            format=deal.choice(formats_of(self.pool.edition)).name,
            faction=deal.choice([None, *Faction]),
            agendas=tuple(deal.choices(self._agendas, k=deal.choice((0, 0, 1, 1, 1, 2, 3, 4)))),
            slots=self.slots(deal.choice((5, 30, 60))),
            rookery=self.slots(6) if rare else (),
            drafted=self.slots(30) if rare else (),
            players=deal.choice((None, None, 1, 2, 3, 6, 7)),
            plot_decks=tuple(self.slots(2) for _ in range(deal.randint(0, 4))) if rare else (),
        )

    def conditions(self, deck: Deck) -> Conditions:
        """Return conditions with any list, day and kind of event."""
        deal = self.random
        wishes = Requested(
            list_code=deal.choice(["", "none", "latest", *self.pool.lists]),
            date=deal.choice(DAYS),
            premier=deal.random() < 0.2,
        )
        return conditions_for(deck, self.pool, wishes, TODAY)


def verdict(judge: Judge, deck: Deck, conditions: Conditions) -> tuple[Problem, ...]:
    return judge.verdict(deck, conditions).problems


@EDITIONS
def test_thousands_of_decks_never_raise_and_every_code_is_documented(
    edition: Edition, pools: Pools
) -> None:
    dealer = Dealer(pools, edition, seed=1144)
    judge = judge_of(dealer.pool)
    codes, documented = set(problem_codes()), _documented()
    seen: set[str] = set()
    for number in range(DECKS // 2):
        deck = dealer.deck()
        found = verdict(judge, deck, dealer.conditions(deck))
        seen |= {each.code for each in found}
        for each in found:
            assert each.severity.value in documented[each.code], each.code
            assert each.message, each.code
            assert each.source, each.code
        assert len(set(found)) == len(found), (number, [each.message for each in found])
    assert seen <= codes
    assert len(seen) >= (22 if edition is Edition.FIRST else 45)


def _documented() -> dict[str, str]:
    rows = [line.split("|") for line in DOCUMENT.read_text(encoding="utf-8").splitlines()]
    return {row[1].strip(" `"): row[2] for row in rows if len(row) > 3}


@EDITIONS
def test_the_verdict_does_not_depend_on_the_order_of_slots(edition: Edition, pools: Pools) -> None:
    dealer = Dealer(pools, edition, seed=2024)
    judge = judge_of(dealer.pool)
    for _ in range(times(short=75, long=1_000)):
        deck = dealer.deck()
        conditions = dealer.conditions(deck)
        mixed = replace(
            deck,
            slots=_mixed(dealer, deck.slots),
            rookery=_mixed(dealer, deck.rookery),
            drafted=_mixed(dealer, deck.drafted),
            plot_decks=tuple(_mixed(dealer, slots) for slots in deck.plot_decks),
        )
        assert _facts(verdict(judge, mixed, conditions)) == _facts(verdict(judge, deck, conditions))


def _mixed(dealer: Dealer, slots: Slots) -> Slots:
    return tuple(dealer.random.sample(slots, len(slots)))


def _facts(found: tuple[Problem, ...]) -> set[tuple[str, str, frozenset[str], object]]:
    return {
        (each.code, each.severity, frozenset(each.cards), (each.found, each.wanted))
        for each in found
    }


@EDITIONS
def test_the_order_of_agendas_changes_no_code(edition: Edition, pools: Pools) -> None:
    dealer = Dealer(pools, edition, seed=7)
    judge = judge_of(dealer.pool)
    for _ in range(times(short=50, long=500)):
        deck = dealer.deck()
        conditions = dealer.conditions(deck)
        turned = replace(deck, agendas=deck.agendas[::-1])
        codes, again = (
            sorted(each.code for each in verdict(judge, one, conditions)) for one in (deck, turned)
        )
        assert codes == again


@EDITIONS
def test_a_legal_card_more_removes_no_problem_but_a_too_few_one(
    edition: Edition, pools: Pools
) -> None:
    dealer = Dealer(pools, edition, seed=1144)
    judge = judge_of(dealer.pool)
    for _ in range(times(short=75, long=1_000)):
        deck = dealer.deck()
        conditions = dealer.conditions(deck)
        card = _harmless(dealer, deck)
        before = verdict(judge, deck, conditions)
        after = verdict(judge, deck.with_copies(card, 1), conditions)
        remaining = {_key(each) for each in after}
        lost = {each.code for each in before if _key(each) not in remaining}
        assert {code for code in lost if not _may_go(code)} == set(), card.name


def _harmless(dealer: Dealer, deck: Deck) -> Card:
    """Return a draw-deck card of a title that the deck does not hold."""
    titles = {card.name for card, _ in (*deck.slots, *deck.rookery)}
    cards = [c for c in dealer.pool if c.in_draw_deck and c.name not in titles and c.neutral]
    return dealer.random.choice(cards)


def _key(problem: Problem) -> tuple[str, int | None]:
    """Return what a further card leaves as it is: code, and what is wanted if not of the size."""
    return problem.code, None if problem.code == "civil-war.neutral" else problem.wanted


def _may_go(code: str) -> bool:
    return bool(TOO_FEW.search(code)) or code in {
        "agenda.the-conclave.maesters",
        "agenda.the-white-book.kingsguard",
        "agenda.the-small-council.small-council",
    }


@EDITIONS
def test_the_matrix_of_random_decks(edition: Edition, pools: Pools) -> None:
    dealer = Dealer(pools, edition, seed=31)
    judge = judge_of(dealer.pool)
    for _ in range(60):
        rows = judge.matrix(dealer.deck())
        assert len(rows) == 2 * len(dealer.pool.lists)
        assert all(len(set(row.codes)) == len(row.codes) for row in rows)

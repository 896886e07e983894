"""Repairs: each error that can be repaired has some, and none makes anything worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random

import pytest

from carddb.card import Card
from carddb.card_test import CardTest
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck, slots_of
from tests.filled import Wanted
from tests.long_run import times
from tests.unit.validators.first_edition import test_agendas as first
from tests.unit.validators.second_edition import test_agendas as second
from tests.unit.validators.test_civil_war import civil_war, plot_deck
from tests.unit.validators.test_lists import unlisted
from tests.unit.validators.test_rookery import beside
from tests.verdicts import TODAY, judge_of
from validators.conditions import Conditions, Requested, conditions_for
from validators.legal_changes import ChangeLimits, LegalChanges, changed_deck
from validators.problem import Problem, Severity
from validators.repairs import MOST_REPAIRS, Repairer
from validators.search_facts import EditionConditions

Make = Callable[[CardPool], Deck]
VERBS = ("Add ", "Remove ", "Replace ", "Swap ", "Choose ", "Set ")


@dataclass(frozen=True)
class Case:
    """A deck with an error, and the label of one of its repairs."""

    code: str
    make: Make
    label: str
    edition: Edition = Edition.SECOND
    list_code: str = "none"
    day: date = TODAY


def of(wanted: Wanted) -> Make:
    return wanted.deck


def over(pool: CardPool) -> Deck:
    """Return a draft deck with a copy more than was drafted."""
    deck = Wanted(draw=41, plots=5, format="draft", cards={"01144": 2}).deck(pool)
    return replace(deck, drafted=slots_of([*deck.slots, (pool.card("01144"), -1)]))


def rookery(pool: CardPool, cards: int, plots: int) -> Deck:
    return beside(Wanted(format="rookery").deck(pool), pool, cards, plots)


def rookery_of(code: str) -> Make:
    return lambda pool: replace(
        Wanted(format="rookery").deck(pool), rookery=((pool.card(code), 1),)
    )


def three_for_two(pool: CardPool) -> Deck:
    return replace(civil_war(pool, 2), plot_decks=civil_war(pool, 3).plot_decks)


def eight_plots(pool: CardPool) -> Deck:
    deck = civil_war(pool, 2)
    return replace(deck, plot_decks=(plot_deck(pool, 8), deck.plot_decks[1]))


def doubled(pool: CardPool) -> Deck:
    return Wanted(cards={"01010": 2, "01021": 2}).deck(pool)


CASES = (
    Case(
        "faction.missing",
        lambda pool: replace(Wanted().deck(pool), faction=None),
        "Choose House Stark",
    ),
    Case("deck.not-a-deck-card", of(Wanted(cards={"01206": 1})), "Remove 1 Master of Whispers"),
    Case("draw.too-few", of(Wanted(draw=59, each=2)), "Add 1 Eddard Stark (Core)"),
    Case("plots.too-few", of(Wanted(plots=6)), "Add 1 A Clash of Kings"),
    Case("plots.too-many", of(Wanted(plots=8)), "Remove 1 A Clash of Kings"),
    Case("plots.doubled", doubled, "Replace 1 Sneak Attack with 1 Vanquish the Unbelievers"),
    Case("plots.copies", of(Wanted(cards={"01012": 2})), ""),
    Case(
        "copies.too-many",
        of(Wanted(cards={"01144": 2, "03003": 2}, draw=61)),
        "Remove 1 Eddard Stark (Core)",
    ),
    Case("agenda.twice", of(Wanted(agendas=("08079", "08079"))), "Remove the agenda Greensight"),
    Case("agenda.too-many", of(Wanted(agendas=("08079", "01027"))), "Remove the agenda Fealty"),
    Case("faction.other", of(Wanted(cards={"01094": 1}, draw=61)), "Remove 1 Lannisport Merchant"),
    Case("faction.loyal", of(Wanted(cards={"02030": 1}, plots=8)), "Remove 1 Wardens of the West"),
    Case(
        "house.only",
        of(Wanted(cards={"acoa_45": 1}, draw=61)),
        "Remove 1 To Be a Lion",
        edition=Edition.FIRST,
    ),
    Case(
        "house.only",
        of(Wanted(agendas=("lotr_48",))),
        "Remove the agenda The Power Behind the Throne",
        edition=Edition.FIRST,
    ),
    Case(
        "format.only-in",
        of(Wanted(cards={"17147": 1})),
        "Swap 1 The Dragon's Tail (R) for 1 The Dragon's Tail (AtSK)",
    ),
    Case(
        "release.later",
        of(
            Wanted(
                faction=Faction.TYRELL, cards={"17174": 3}, accept=lambda card: card.pack == "Core"
            )
        ),
        "Swap 3 Randyll Tarly (R2) for 3 Randyll Tarly (Core)",
        day=date(2020, 1, 1),
    ),
    Case(
        "list.banned",
        lambda pool: replace(unlisted(pool, faction=Faction.TARGARYEN), cards={"02034": 1}).deck(
            pool
        ),
        "Swap 1 Crown of Gold (TRtW) for 1 Crown of Gold (R)",
        list_code="gotstandard2.1",
    ),
    Case(
        "list.restricted",
        lambda pool: replace(
            unlisted(pool), cards={"01001": 1, "01013": 1}, format="melee", plots=8
        ).deck(pool),
        "Remove 1 Heads on Spikes",
        list_code="gotstandard2.1",
    ),
    Case(
        "list.pod",
        lambda pool: replace(
            unlisted(pool, faction=Faction.LANNISTER), cards={"01097": 1, "25026": 1}, draw=62
        ).deck(pool),
        "Remove 1 Boots (ChoS)",
        list_code="gotstandard2.1",
    ),
    Case(
        "list.pod-trigger",
        lambda pool: replace(
            unlisted(pool, "conclave2.0"), cards={"11021": 1, "11081": 1}, draw=62
        ).deck(pool),
        "Remove 1 Bear Island Scout (IDP)",
        list_code="conclave2.0",
    ),
    Case("draft.not-drafted", over, "Remove 1 Eddard Stark (Core)"),
    Case("rookery.too-many", lambda pool: rookery(pool, 11, 0), ""),
    Case("rookery.too-many-plots", lambda pool: rookery(pool, 0, 3), ""),
    Case("rookery.not-a-deck-card", rookery_of("01206"), "Remove 1 Master of Whispers"),
    Case("rookery.card", rookery_of("01094"), "Remove 1 Lannisport Merchant"),
    Case(
        "civil-war.players",
        lambda pool: replace(civil_war(pool, 6), players=7),
        "Set 6 players",
        edition=Edition.FIRST,
    ),
    Case("civil-war.plot-decks", three_for_two, "Remove plot deck 3", edition=Edition.FIRST),
    Case(
        "civil-war.agenda",
        lambda pool: replace(civil_war(pool), agendas=(pool.card("ator_1"),)),
        "Remove the agenda Kings of Summer",
        edition=Edition.FIRST,
    ),
    Case("plots.too-many", eight_plots, "", edition=Edition.FIRST),
)
by_code = pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)


@dataclass(frozen=True)
class Bench:
    """A deck on the bench: its pool and conditions, and one of its problems."""

    deck: Deck
    pool: CardPool
    conditions: Conditions
    problem: Problem

    @property
    def repairer(self) -> Repairer:
        return Repairer(judge_of(self.pool), self.conditions)

    def errors(self, deck: Deck) -> list[Problem]:
        """Return the errors of a deck under the same conditions."""
        found = judge_of(self.pool).verdict(deck, self.conditions).problems
        return [each for each in found if each.severity is Severity.ERROR]


def bench(
    deck: Deck, pool: CardPool, code: str, list_code: str = "none", day: date = TODAY
) -> Bench:
    """Return the bench of a deck's first problem with a code."""
    conditions = conditions_for(deck, pool, Requested(list_code=list_code, date=day), TODAY)
    found = judge_of(pool).verdict(deck, conditions).problems
    return Bench(deck, pool, conditions, next(each for each in found if each.code == code))


def of_case(case: Case, pools: Pools) -> Bench:
    pool = pools[case.edition]
    return bench(case.make(pool), pool, case.code, case.list_code, case.day)


def excess(errors: list[Problem], code: str) -> int:
    """Return how far the problems of a code are from what is wanted."""
    return sum(
        max(1, abs((each.found or 0) - (each.wanted or 0))) for each in errors if each.code == code
    )


def check_repairs(on: Bench) -> list[str]:
    """Return the labels of repairs; all lessen the problem and bring no error of another kind."""
    before = on.errors(on.deck)
    repairs = on.repairer.repairs(on.deck, on.problem)
    assert 1 <= len(repairs) <= MOST_REPAIRS
    assert len({each.label for each in repairs}) == len(repairs)
    for repair in repairs:
        after = on.errors(repair.deck)
        assert {each.code for each in after} <= {each.code for each in before}, repair.label
        code = on.problem.code
        assert excess(after, code) < excess(before, code) or len(after) < len(before), repair.label
        assert repair.label.startswith(VERBS)
        assert not repair.label.endswith(".")
    return [each.label for each in repairs]


@by_code
def test_repairs_lessen_the_problem_bring_no_other_and_read_as_expected(
    case: Case, pools: Pools
) -> None:
    labels = check_repairs(of_case(case, pools))
    assert not case.label or case.label in labels


@by_code
def test_repairing_ends_with_a_legal_deck(case: Case, pools: Pools) -> None:
    on = of_case(case, pools)
    repaired = on.repairer.repair_all(on.deck)
    assert repaired.steps
    assert (repaired.why_not, on.errors(repaired.deck)) == ("", [])


@pytest.mark.parametrize("row", second.ROWS, ids=lambda row: row.slug)
def test_the_broken_deck_of_every_agenda_is_repaired(row: second.Row, pool: CardPool) -> None:
    on = bench(second.broken(row, pool), pool, row.code)
    if row.code not in {"draw.too-few", "plots.too-few"}:
        check_repairs(on)
    repaired = on.repairer.repair_all(on.deck)
    assert bool(repaired.why_not) == bool(on.errors(repaired.deck))


@pytest.mark.parametrize("row", first.ROWS, ids=lambda row: row.slug)
def test_the_broken_deck_of_every_first_edition_agenda_is_repaired(
    row: first.Row, pools: Pools
) -> None:
    pool = pools[Edition.FIRST]
    on = bench(row.broken(pool), pool, row.code)
    repaired = on.repairer.repair_all(on.deck)
    assert bool(repaired.why_not) == bool(on.errors(repaired.deck))


def test_five_schemes_are_found_step_by_step(pool: CardPool) -> None:
    deck = Wanted(
        agendas=("05045",), plots=12, accept=lambda card: "Scheme" not in card.traits
    ).deck(pool)
    on = bench(deck, pool, "agenda.the-rains-of-castamere.schemes")
    repaired = on.repairer.repair_all(deck)
    assert on.errors(repaired.deck) == []
    assert len(repaired.steps) == 5


def test_notes_and_warnings_have_no_repairs(pool: CardPool) -> None:
    on = bench(Wanted(cards={"01025": 2, "16036": 1}).deck(pool), pool, "advice.plot-doubled")
    assert on.repairer.repairs(on.deck, on.problem) == ()


def test_a_legal_deck_is_left_as_it_is(pool: CardPool) -> None:
    deck = Wanted().deck(pool)
    repaired = Repairer(
        judge_of(pool), conditions_for(deck, pool, Requested(list_code="none"), TODAY)
    )
    assert repaired.repair_all(deck).deck is deck
    assert (repaired.repair_all(deck).steps, repaired.repair_all(deck).why_not) == ((), "")


def test_cards_that_are_missing_and_cannot_be_chosen_are_told(pool: CardPool) -> None:
    on = bench(Wanted(draw=57).deck(pool), pool, "draw.too-few")
    repaired = on.repairer.repair_all(on.deck)
    assert repaired.why_not.startswith("Still missing: 3 cards.")


def cards_of(pool: CardPool, copies: Mapping[Faction, int]) -> Deck:
    """Return a deck without a faction card, with characters of each faction."""
    chosen = [
        card
        for faction, number in copies.items()
        for card in [c for c in pool if c.type is CardType.CHARACTER and c.factions == (faction,)][
            :number
        ]
    ]
    return Deck(
        name="No faction", edition=pool.edition, slots=slots_of((card, 1) for card in chosen)
    )


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize(
    ("copies", "offered"),
    [
        ({Faction.STARK: 12}, ["House Stark"]),
        ({Faction.STARK: 12, Faction.LANNISTER: 2}, ["House Stark"]),
        ({Faction.STARK: 9, Faction.LANNISTER: 12}, ["House Lannister", "House Stark"]),
        ({}, []),
    ],
    ids=["one faction", "a few of another", "two, the likelier first", "no card"],
)
def test_the_faction_card_is_that_of_the_cards(
    copies: Mapping[Faction, int], offered: list[str], edition: Edition, pools: Pools
) -> None:
    on = bench(cards_of(pools[edition], copies), pools[edition], "faction.missing")
    found = on.repairer.repairs(on.deck, on.problem)
    assert [each.label for each in found] == [f"Choose {name}" for name in offered]
    for each in found:
        assert "faction.missing" not in {error.code for error in on.errors(each.deck)}


def test_an_empty_deck_says_what_is_missing(pools: Pools) -> None:
    for pool in pools.values():
        deck = Deck(name="Empty", edition=pool.edition, faction=Faction.STARK)
        on = bench(deck, pool, "draw.too-few")
        assert on.repairer.repair_all(deck).why_not.startswith(
            "Still missing: 60 cards and 7 plots."
        )


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


def test_no_change_brings_a_further_error(pools: Pools, samples: Sequence[Deck]) -> None:
    """Of legal decks and of those that the newest list has made illegal, with agendas and without.

    What is not offered would break a rule, is a printing of what is, or is banned and in the deck.
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
                shut = [
                    card
                    for card in pool
                    if card.in_draw_deck
                    and not card.reprint_of
                    and card not in offered
                    and f"list.banned {card.code}" not in before
                ]
                for into in random.sample(shut, 8):
                    after = errors(side, changed_deck(deck, [out], [into]))
                    assert not after <= before or out.code == into.code, (out, into)
    assert legal


def test_what_a_player_asks_holds_for_one_card_and_for_two(
    pools: Pools, samples: Sequence[Deck]
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


def test_a_card_comes_in_as_far_as_copies_are_owned(pools: Pools, samples: Sequence[Deck]) -> None:
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

    design = there.design
    assert not owned()
    assert there not in owned(**{f"c{design}": 1})
    assert {card.design for card in owned(**{f"c{design}": 2})} <= {design}
    held = deck.copies(lone)
    limits = ChangeLimits(owned={lone.code: held + 1})
    outs = tuple(card for card, _ in deck.draw() if card not in (lone, other))[:2]
    assert not changes.allows(outs, (lone, lone), limits)

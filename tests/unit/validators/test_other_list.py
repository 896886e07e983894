"""The list in force as a repair: offered where it lessens what another list forbids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from carddb.catalogue import sample_decks
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_reader import read_decks
from tests.verdicts import TODAY, judge_of
from validators.conditions import Requested, conditions_for
from validators.list_in_force import in_force_beside
from validators.problem import Problem, Severity
from validators.repairs import Repairer


def under(pool: CardPool, name: str, list_code: str, day: date = TODAY) -> tuple[Repairer, Deck]:
    """Return what repairs a published deck under a list, and the deck."""
    deck = next(
        reading.deck
        for sample in sample_decks()
        if name in sample.text or name in sample.name
        for reading in read_decks(sample.text, {pool.edition: pool}, name=sample.name)
        if reading.deck.name == name
    )
    deck = replace(deck, list_code=list_code)
    conditions = conditions_for(deck, pool, Requested(), day)
    return Repairer(judge_of(pool), conditions), deck


def errors(deck: Deck, pool: CardPool, day: date = TODAY) -> list[Problem]:
    conditions = conditions_for(deck, pool, Requested(), day)
    problems = judge_of(pool).verdict(deck, conditions).problems
    return [each for each in problems if each.severity is Severity.ERROR]


def test_the_list_in_force_is_offered_where_it_lessens_what_is_wrong(
    pools: Mapping[Edition, CardPool],
) -> None:
    pool = pools[Edition.SECOND]
    repairer, deck = under(pool, "The Iron Fleet (KotI)", "gotstandard1.7")
    (pod,) = [each for each in errors(deck, pool) if each.code == "list.pod"]
    repair = repairer.other_list(deck, pod)
    assert repair is not None
    assert repair.label == f"Choose Standard v2.1, in force on {TODAY.isoformat()}"
    assert repair.deck == replace(deck, list_code="")
    assert len(errors(repair.deck, pool)) < len(errors(deck, pool))


def test_the_list_in_force_is_not_offered_where_it_mends_nothing(
    pools: Mapping[Edition, CardPool],
) -> None:
    pool = pools[Edition.SECOND]
    for code in ("gotstandard1.7", "gotstandard2.1", "none", ""):
        repairer, deck = under(pool, "The Iron Fleet (KotI)", code)
        short = replace(deck, slots=deck.slots[3:])
        found = errors(short, pool)
        few = [each for each in found if each.code.endswith("too-few")]
        assert few
        assert all(repairer.other_list(short, each) is None for each in few)


def test_which_list_takes_the_place_of_another(pools: Mapping[Edition, CardPool]) -> None:
    pool = pools[Edition.SECOND]

    def beside(code: str, day: date) -> str:
        found = in_force_beside(pool, pool.lists[code], day)
        return found.code if found else ""

    assert beside("ffg2.0", TODAY) == "gotstandard2.1"
    assert beside("gotstandard2.1", TODAY) == ""
    assert beside("gotstandard2.1", date(2018, 7, 1)) == "ffg1.4"
    assert beside("gotvalyrian1.0", TODAY) == ""
    assert beside("gotvalyrian1.0", date(2018, 7, 1)) == "ffg1.4"
    assert beside("ffg1.1", date(2010, 1, 1)) == ""
    assert in_force_beside(pool, None, TODAY) is None

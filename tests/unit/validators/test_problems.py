"""Problems: documented, tied to rules, in plain words; and cards that came after the tables."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import product
from pathlib import Path

import pytest

import validators
from carddb import catalogue
from carddb.card import Card
from carddb.catalogue import sample_decks
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition
from decks.deck import Deck
from decks.deck_reader import read_decks
from decks.sheet import DeckSheet, SheetEvent
from rulebook.rule_book import rule_book
from tests.builders import card, deck, pool
from tests.filled import Wanted
from tests.verdicts import TODAY, judge_of
from validators.codes import BY_TITLE, RULES, problem_codes
from validators.conditions import Conditions, Requested, conditions_for, find_format
from validators.deck_rules import CopiesByTitle
from validators.judge import Judge, rule_set_of
from validators.judged_sheet import judged_sheet
from validators.problem import Problem, Severity, Verdict
from validators.shapes import BoundShape
from validators.tally import DeckTally

DOCUMENT = Path(__file__).parents[3] / "docs" / "problems.md"


def documented() -> list[list[str]]:
    """Return the cells of the document's rows: code, severity, meaning, repairing, source."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| `")]
    return [[row[0].strip("`"), *row[1:]] for row in rows]


def test_the_document_has_a_row_for_every_code_and_no_other() -> None:
    assert sorted(row[0] for row in documented()) == list(problem_codes())


def test_every_row_is_filled() -> None:
    for row in documented():
        assert len(row) == 5, row
        assert all(cell.strip() for cell in row), row


def test_every_rule_of_the_validators_gives_its_codes() -> None:
    assert {*_rule_classes()} - {BoundShape} <= {*RULES}


@pytest.mark.parametrize("edition", Edition)
def test_the_codes_given_when_a_rule_is_made_are_those_of_the_rule_sets(
    edition: Edition, pools: Pools
) -> None:
    deck = Deck(name="Empty", edition=edition)
    rule_set = rule_set_of(deck, pools[edition], find_format(edition, "joust"))
    given = [rule.code for rule in rule_set if isinstance(rule, CopiesByTitle)]
    assert sorted(given) == sorted(BY_TITLE)


def _rule_classes() -> Iterator[type]:
    """Yield every class of the validators that has a code and a check of its own."""
    for module in pkgutil.walk_packages(validators.__path__, "validators."):
        for _, found in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            fields = getattr(found, "__dataclass_fields__", {})
            if found.__module__ == module.name and "code" in fields and hasattr(found, "check"):
                yield found


def problem(code: str) -> Problem:
    return Problem(code, "Something is wrong.", source="A rule")


@pytest.mark.parametrize("edition", list(Edition))
def test_the_source_of_every_problem_opens_an_entry(edition: Edition) -> None:
    for code in problem_codes():
        assert rule_book().for_problem(code), f"no rule entry lists {code} among its codes"
        entry = rule_book().rule_of(code, edition)
        assert code in entry.codes
        assert entry in rule_book().for_problem(code, edition)


@pytest.mark.parametrize("day", [date(2016, 1, 1), date(2018, 1, 1), date(2026, 11, 22)])
def test_of_several_entries_one_that_held_on_the_day_is_opened(day: date) -> None:
    for code in problem_codes():
        every = rule_book().for_problem(code, Edition.SECOND)
        found = rule_book().rule_of(code, Edition.SECOND, day)
        assert found.holds_on(day) or not any(each.holds_on(day) for each in every), code


SAMPLES = {sample.name: sample.text for sample in sample_decks()}


def sheet_of(text: str, pools: Pools, **wishes: str) -> DeckSheet:
    (reading,) = read_decks(text, pools)
    judge = judge_of(pools[reading.deck.edition])
    return judged_sheet(reading, judge, Requested(**wishes), TODAY, SheetEvent())  # type: ignore[arg-type]


def test_a_legal_deck_says_under_what(pools: Pools) -> None:
    ruling = sheet_of(SAMPLES["Wolves of Winter (WotN)"], pools).ruling
    assert ruling is not None
    assert (ruling.legal, ruling.reasons) == (True, ())
    assert (ruling.format, ruling.list_name, ruling.day) == (
        "joust",
        "Standard v2.1",
        "20 November 2026",
    )


def test_an_illegal_deck_says_why_and_leaves_notes_out(pools: Pools) -> None:
    ruling = sheet_of(SAMPLES["The Old Ways (Core)"], pools).ruling
    assert ruling is not None
    assert not ruling.legal
    assert ruling.reasons[0] == "The draw deck has 45 cards; at least 60 are needed."
    assert len(ruling.reasons) == 2


def test_lines_that_were_not_read_make_a_sheet_illegal(pools: Pools) -> None:
    text = SAMPLES["Wolves of Winter (WotN)"].replace('"slots": {', '"slots": {"99999": 1,')
    ruling = sheet_of(text, pools).ruling
    assert ruling is not None
    assert not ruling.legal
    (reason,) = ruling.reasons
    assert reason.startswith("Line ")
    assert "was not read" in reason
    assert "99999" in reason


def test_verdicts_are_what_each_rule_says(pools: Pools) -> None:
    judge = Judge(pools[Edition.SECOND])
    said = 0
    for sample in catalogue.sample_decks():
        deck = read_decks(sample.text, pools)[0].deck
        conditions = conditions_for(deck, judge.pool, Requested(), date(2026, 7, 1))
        rules = judge.rules(deck, conditions)
        one_by_one = tuple(p for r in rules for p in r.check(DeckTally(deck, judge.pool)))
        assert judge.verdict(deck, conditions).problems == one_by_one
        assert judge.verdict(deck, conditions).problems == one_by_one, "remembered"
        said += len(one_by_one)
    assert said > 30


def test_a_judge_remembers_the_rules_of_so_many_decks_and_no_more() -> None:
    agendas = [card(f"Agenda {number}", CardType.AGENDA, code=f"0000{number}") for number in "123"]
    cards = pool(*agendas)
    judge = Judge(cards)
    none = Conditions(find_format(Edition.SECOND, "joust"), None, None)
    for chosen in product(agendas, repeat=7):
        judge.rules(deck(*chosen), none)
    assert max(len(each) for each in vars(judge).values() if isinstance(each, dict)) < 3**7


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

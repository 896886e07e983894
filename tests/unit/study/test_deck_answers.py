"""The questions of a study, answered, summed up and written as a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.pool import Pools
from carddb.terms import Edition
from core.errors import AppError
from goldfish.draw_deck import opening
from goldfish.exact import exact_hands
from goldfish.mulligan import KeepPolicy
from goldfish.report import hands_report_json
from goldfish.setup_kernel import SetupKernel
from study.deck_answers import Ask, StudyQuestion, answer_for, check_question
from study.study_cards import StudyCards, StudyDeck
from study.study_run import StudyReport, StudyResult
from study.study_table import columns_of, study_csv, summary_json, summary_of
from tests.small_deck import small_deck

CHECK = StudyQuestion(ask=Ask.CHECK, today="2026-11-20", list_code="none")


@pytest.fixture
def study_cards(pools: Pools) -> StudyCards:
    return StudyCards(pools)


def test_exact_hands_are_those_of_the_command(study_cards: StudyCards) -> None:
    deck = small_deck(study_cards.pools)
    answer = answer_for(StudyQuestion(ask=Ask.HANDS, exact=True), deck, study_cards)
    report = hands_report_json(exact_hands(SetupKernel(opening(deck)), KeepPolicy()))
    times = {"seconds", "hands_per_second"}
    assert {k: v for k, v in answer.items() if k not in times} == {
        k: v for k, v in report.items() if k not in times
    }


def test_first_rounds_are_those_of_the_command(
    study_cards: StudyCards, samples: list[StudyDeck]
) -> None:
    question = StudyQuestion(ask=Ask.GOLDFISH, games=64, rounds=2)
    answer = answer_for(question, samples[1].deck, study_cards)
    assert (answer["games"], len(answer["rounds"])) == (64, 2)
    strength = {each.name: each.value(answer) for each in columns_of(question)}["strength_2"]
    assert strength == answer["rounds"][1]["strength"]["mean"] > 0


def test_advice_is_that_of_the_command(
    study_cards: StudyCards, small_decks: list[StudyDeck]
) -> None:
    question = StudyQuestion(ask=Ask.ADVISE, today="2026-11-20", top=3)
    answer = answer_for(question, small_decks[0].deck, study_cards)
    assert len(answer["swaps"]) == 3
    values = {each.name: each.value(answer) for each in columns_of(question)}
    assert values["gain"] == answer["swaps"][0]["gain"]["mean"]
    assert values["out"] == "01144"


def test_a_word_that_means_nothing_is_refused_before_the_first_deck(
    study_cards: StudyCards,
) -> None:
    check_question(replace(CHECK, list_code="gotstandard2.1"), set(Edition), study_cards)
    with pytest.raises(AppError):
        check_question(replace(CHECK, list_code="gotstandard2.1"), {Edition.FIRST}, study_cards)
    with pytest.raises(AppError):
        check_question(replace(CHECK, format_name="chess"), set(Edition), study_cards)


def report_on(
    samples: list[StudyDeck], cards: StudyCards, question: StudyQuestion = CHECK
) -> StudyReport:
    results = [StudyResult(each, answer_for(question, each.deck, cards)) for each in samples]
    return StudyReport(question, tuple(results), len(results), 0.1)


def test_the_summary_counts_decks_cards_and_agendas(
    study_cards: StudyCards, samples: list[StudyDeck]
) -> None:
    report = report_on(samples, study_cards)
    summary = summary_of(report)
    legal = [each.answer["legal"] for each in report.results if each.answer]
    assert (summary.decks, summary.legal) == (len(samples), sum(legal))
    first = summary.cards[0]
    codes = {c.code for c in study_cards.pools[Edition.SECOND].printings(first.card)}
    holding = [each for each in samples if any(c.code in codes for c, _ in each.deck.slots)]
    assert first.decks == len(holding)
    copies = [n for each in holding for c, n in each.deck.slots if c.code in codes]
    assert first.copies == sum(copies)
    assert sum(each.decks for each in summary.agendas) == sum(len(d.deck.agendas) for d in samples)
    drawn = sorted(each.deck.draw_count for each in samples)
    spread = summary_json(summary)["quantiles"]["draw"]
    assert (spread["least"], spread["most"]) == (drawn[0], drawn[-1])
    errors = [summary.ranked.value(each.answer or {}) for each in (*summary.best, *summary.worst)]
    assert errors[: len(summary.best)] <= errors[len(summary.best) :]


def test_one_deck_or_none_has_a_summary(study_cards: StudyCards, samples: list[StudyDeck]) -> None:
    assert summary_of(report_on(samples[:1], study_cards)).decks == 1
    assert summary_of(report_on([], study_cards)).legal is None


@pytest.mark.parametrize("ask", list(Ask))
def test_an_answer_of_another_shape_has_no_values(samples: list[StudyDeck], ask: Ask) -> None:
    question = StudyQuestion(ask=ask)
    for answer in ({}, {"cards": 1, "problems": [3], "rounds": [], "swaps": {}, "base": None}):
        results = (StudyResult(samples[0], answer), StudyResult(samples[1], answer))
        assert summary_of(StudyReport(question, results, 0, 0.0)).decks == 2
        assert study_csv(question, results)


def test_no_cell_of_the_table_is_a_formula(
    study_cards: StudyCards, samples: list[StudyDeck]
) -> None:
    evil = replace(samples[0], deck=replace(samples[0].deck, name="=HYPERLINK(1)"))
    results = [*report_on([evil], study_cards).results, StudyResult(samples[1], None, "No luck.")]
    lines = study_csv(CHECK, results).splitlines()
    assert lines[0].startswith("path,name,faction,agendas,digest,legal,errors,")
    assert "'=HYPERLINK(1)" in lines[1]
    assert lines[2].endswith("No luck.")

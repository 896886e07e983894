"""The round as phases and steps."""

from __future__ import annotations

import pytest

from carddb.terms import Edition
from core.errors import AppError
from rulebook.phases import SETUPS, deeper, phases_of, sequence
from rulebook.rule_book import rule_book

BOOK = rule_book()
PHASES = ("Plot", "Draw", "Marshaling", "Challenges", "Dominance", "Standing", "Taxation")


def test_both_editions_have_seven_phases() -> None:
    assert tuple(each.short for each in phases_of(BOOK, Edition.SECOND)) == PHASES
    first = tuple(each.short for each in phases_of(BOOK, Edition.FIRST))
    assert first == (*PHASES[:2], "Marshalling", *PHASES[3:])


@pytest.mark.parametrize("edition", Edition)
def test_every_phase_has_steps_that_are_numbered_from_one(edition: Edition) -> None:
    for phase in (*phases_of(BOOK, edition), sequence(BOOK, SETUPS[edition])):
        assert [each.number for each in phase.steps] == list(range(1, len(phase.steps) + 1))
        assert phase.steps
        for step in phase.steps:
            assert step.words
            assert "\n" not in step.words
            assert all(link in BOOK for link in step.links)


@pytest.mark.parametrize("edition", Edition)
def test_no_word_of_a_phase_is_lost_but_notes_below_its_steps(edition: Edition) -> None:
    for phase in phases_of(BOOK, edition):
        words = " ".join(BOOK.entry(phase.id).words.split("\n\n")[0].split())
        numbered = words.startswith("1. ")
        steps = (f"{each.number}. {each.words}" if numbered else each.words for each in phase.steps)
        assert " ".join(steps) == words


def test_a_step_names_the_entries_in_its_words_and_no_others() -> None:
    plot = sequence(BOOK, "timing.plot")
    assert [each.links for each in plot.steps[:2]] == [(), ()]
    assert plot.steps[2].links == (
        "keyword.prized",
        "term.initiative",
        "term.first-player",
        "term.used-pile",
    )


def test_the_challenges_lead_down_to_a_challenge_and_its_result() -> None:
    challenges = sequence(BOOK, "timing.challenges")
    inner = [deeper(BOOK, each) for each in challenges.steps]
    assert inner == ["", "timing.challenge", ""]
    assert deeper(BOOK, sequence(BOOK, "timing.challenge").steps[-1]) == "timing.duck"


def test_an_unknown_sequence_is_told() -> None:
    with pytest.raises(AppError, match="no rule"):
        sequence(BOOK, "timing.tea")

"""The contract of `sevenplots rule`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.running import Run

FIELDS = ["id", "kind", "title", "words", "edition", "since", "until", "source", "cards", "see"]


def entries(sevenplots: Run, *words: str) -> list[dict[str, Any]]:
    ran = sevenplots("rule", *words, "--json")
    assert ran.status == 0
    found: list[dict[str, Any]] = ran.json["entries"]
    return found


def ids(sevenplots: Run, *words: str) -> list[str]:
    return [entry["id"] for entry in entries(sevenplots, *words)]


def test_an_entry_has_the_fields_of_the_contract(sevenplots: Run) -> None:
    (bestow,) = entries(sevenplots, "--id", "keyword.bestow")
    assert list(bestow)[: len(FIELDS)] == FIELDS
    assert (bestow["kind"], bestow["title"], bestow["edition"]) == ("keyword", "Bestow", "second")
    assert (bestow["since"], bestow["until"], bestow["cards"]) == ("2015-10-08", None, [])
    assert "term.gold-pool" in bestow["see"]
    assert "gold pool" in bestow["words"]


def test_words_find_with_and_without_quotation_marks(sevenplots: Run) -> None:
    assert ids(sevenplots, "two limited")[0] == "keyword.limited"
    assert ids(sevenplots, "can", "I", "put", "two", "limited")[0] == "keyword.limited"


def test_what_concerns_a_card(sevenplots: Run) -> None:
    assert "answer.catelyn-stark" in ids(sevenplots, "--card", "01143")
    assert "keyword.stealth.first" not in ids(sevenplots, "--card", "01141")
    assert ids(sevenplots, "stealth", "--card", "01141") == [
        "keyword.stealth",
        "answer.two-stealth",
    ]


def test_a_card_is_named_by_its_name_of_any_version_or_of_one(sevenplots: Run) -> None:
    of_all = ids(sevenplots, "--card", "catelyn stark", "--edition", "second")
    codes = [
        each["code"]
        for each in sevenplots("search", "Catelyn Stark", "--json").json["cards"]
        if (each["name"], each["edition"]) == ("Catelyn Stark", "second")
    ]
    assert len(codes) > 1
    assert set(of_all) == {each for code in codes for each in ids(sevenplots, "--card", code)}
    assert ids(sevenplots, "--card", "Catelyn Stark (Core)", "--edition", "second") == ids(
        sevenplots, "--card", "01143"
    )


def test_a_name_that_no_card_has_is_said_with_what_is_like_it(sevenplots: Run) -> None:
    ran = sevenplots("rule", "--card", "Banner of the Wolff")
    assert ran.status == 2
    assert "No card has the name or the code Banner of the Wolff." in ran.err
    assert "Did you mean Banner of the Wolf" in ran.err
    assert "No card has the name" in sevenplots("rule", "--card", "x" * 300).err


def test_lines_in_a_pipe_end_where_their_words_do(sevenplots: Run) -> None:
    shown = sevenplots("rule", "can", "I", "put", "two", "limited").out
    assert "Also" in shown
    assert [line for line in shown.splitlines() if line != line.rstrip()] == []


def test_what_a_problem_rests_on_by_edition(sevenplots: Run) -> None:
    both = ids(sevenplots, "--problem", "plots.too-few")
    assert both == ["deck-building.plot-deck.first", "deck-building.plot-deck"]
    first = ids(sevenplots, "--problem", "plots.too-few", "--edition", "first")
    assert first == ["deck-building.plot-deck.first"]


def test_the_day_counts(sevenplots: Run) -> None:
    then = ids(sevenplots, "--card", "02064", "--on", "2018-01-01")
    now = ids(sevenplots, "--card", "02064", "--on", "2019-09-20")
    assert "answer.limited-duplicate" in then
    assert "answer.limited-duplicate" not in now
    assert "ruling.duplicate-of-limited" in now


def test_without_a_question_everything_is_listed(sevenplots: Run) -> None:
    assert len(entries(sevenplots)) > 350
    shown = sevenplots("rule", "--edition", "first").out
    assert "keyword.deadly.first" in shown
    assert "keyword.insight" not in shown


def test_people_read_the_best_and_titles_of_the_rest(sevenplots: Run) -> None:
    shown = sevenplots("rule", "setup").out
    assert "Draw decks are shuffled" in shown
    assert "Source: Rules Reference, Setup" in shown
    assert "Also" in shown
    assert "[[" not in shown


def test_nothing_found_is_said(sevenplots: Run) -> None:
    ran = sevenplots("rule", "qqqqzzzz")
    assert (ran.status, ran.out) == (0, "")
    assert "No rule was found." in ran.err
    assert entries(sevenplots, "qqqqzzzz") == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--id", "keyword.bestows"), "There is no rule “keyword.bestows”."),
        (("--card", "99999"), "99999"),
        (("--problem", "plots.many"), "No problem has the code “plots.many”."),
        (("--on", "2018-13-01"), "2018-13-01"),
    ],
)
def test_what_cannot_be_used_is_a_sentence(
    sevenplots: Run, words: tuple[str, ...], said: str
) -> None:
    ran = sevenplots("rule", *words)
    assert ran.status == 2
    assert said in ran.err
    assert sevenplots("rule", *words, "--json").json["error"]["reason"]


def test_a_card_shows_its_entries(sevenplots: Run) -> None:
    (card,) = sevenplots("card", "14036", "--json").json["cards"]
    assert [each["id"] for each in card["rules"]] == ["erratum.dothraki-steed"]
    assert list(card["rules"][0])[: len(FIELDS)] == FIELDS
    assert "A character can bear one Dothraki Steed." in sevenplots("card", "14036").out

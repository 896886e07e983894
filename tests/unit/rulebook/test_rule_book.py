"""The rules that come with the program: whole, linked, about cards and problems that exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from importlib.resources import files

import pytest

from carddb.pool import CardPool
from carddb.terms import Edition
from core.errors import AppError
from events.regulations import LEVEL_RULING, RULINGS
from rulebook.entry import Entry, EntryKind
from rulebook.rule_book import rule_book
from validators.codes import problem_codes

BOOK = rule_book()
# Where one begins; to every other entry another one leads.
ROOTS = {"term.contents"}
# Their rules could not be read, and the entries say so.
UNKNOWN_KEYWORDS = {"keyword.intimidate.first", "keyword.vengeful.first", "keyword.vigilant.first"}
EVENT_RULINGS = dict(
    zip(
        (*RULINGS, LEVEL_RULING),
        (
            "regulation.modified-win",
            "regulation.head-to-head",
            "regulation.strength-of-schedule",
            "regulation.strength-of-schedule",
            "regulation.bye",
            "regulation.elimination",
            "regulation.elimination-time",
        ),
        strict=True,
    )
)
FAQ_1_2, FAQ_2_3 = date(2018, 1, 1), date(2019, 9, 20)


def test_ids_are_given_once_and_begin_with_the_kind() -> None:
    names = Counter(entry.id for entry in BOOK.entries)
    assert [name for name, times in names.items() if times > 1] == []
    assert {entry.kind for entry in BOOK.entries} == set(EntryKind)


def test_an_id_of_the_first_edition_says_so() -> None:
    for entry in BOOK.entries:
        assert entry.id.endswith(".first") == (entry.edition is Edition.FIRST), entry.id


def test_every_entry_has_words_a_source_and_links_that_lead_somewhere() -> None:
    for entry in BOOK.entries:
        _has_words_a_source_and_links(entry)


def _has_words_a_source_and_links(entry: Entry) -> None:
    assert entry.title, entry.id
    assert entry.source, entry.id
    assert entry.words.rstrip("|").rstrip()[-1] in ".”)|", entry.words[-30:]
    assert not {"[[", "]]"} & {entry.words[at : at + 2] for at in range(len(entry.words))}
    assert [name for name in entry.see if name not in BOOK] == [], entry.id
    assert entry.since is None or entry.until is None or entry.since <= entry.until


def test_to_every_entry_another_one_leads() -> None:
    reached, ahead = set(ROOTS), list(ROOTS)
    while ahead:
        new = set(BOOK.entry(ahead.pop()).see) - reached
        reached |= new
        ahead.extend(new)
    assert {entry.id for entry in BOOK.entries} - reached == set()


def test_every_problem_rests_on_an_entry_and_every_code_is_a_problem() -> None:
    assert [code for code in problem_codes() if not BOOK.for_problem(code)] == []
    assert {code for entry in BOOK.entries for code in entry.codes} - set(problem_codes()) == set()


def test_the_rules_of_an_edition_stand_for_its_problems() -> None:
    def names(code: str, edition: Edition | None) -> list[str]:
        return [entry.id for entry in BOOK.for_problem(code, edition)]

    assert names("plots.too-few", Edition.FIRST) == ["deck-building.plot-deck.first"]
    assert names("plots.too-few", Edition.SECOND) == ["deck-building.plot-deck"]
    assert names("plots.doubled", Edition.FIRST) == names("plots.doubled", None)


def test_what_an_event_decides_by_itself_is_an_entry() -> None:
    for ruling in (*RULINGS, LEVEL_RULING):
        assert "his program" in BOOK.entry(EVENT_RULINGS[ruling]).source, ruling


@pytest.mark.parametrize("edition", list(Edition))
def test_the_cards_of_an_entry_exist(pools: Mapping[Edition, CardPool], edition: Edition) -> None:
    for entry in BOOK.entries:
        if entry.edition is edition:
            assert [code for code in entry.cards if code not in pools[edition]] == [], entry.id
            assert len(set(entry.cards)) == len(entry.cards)
    assert not [entry.id for entry in BOOK.entries if entry.edition is None and entry.cards]


@pytest.mark.parametrize("edition", list(Edition))
def test_every_keyword_of_the_cards_is_explained(
    pools: Mapping[Edition, CardPool], edition: Edition
) -> None:
    names = {keyword.name for card in pools[edition] for keyword in card.keywords}
    assert len(names) == {Edition.SECOND: 13, Edition.FIRST: 21}[edition]
    for name in names:
        entry = BOOK.for_keyword(name, edition)
        assert entry is not None, name
        assert entry.edition is edition
        assert ("No document at hand" in entry.words) == (entry.id in UNKNOWN_KEYWORDS)


def test_every_erratum_of_the_second_edition_is_told(pools: Mapping[Edition, CardPool]) -> None:
    pool = pools[Edition.SECOND]
    changed = [card for card in pool if card.errata]
    assert len(changed) == 10
    for card in changed:
        (entry,) = [each for each in BOOK.for_card(card, pool) if each.kind is EntryKind.ERRATUM]
        assert "rinted" in entry.words or "Only the print" in entry.words


def test_the_errata_of_the_first_edition_are_said_to_be_unknown(
    pools: Mapping[Edition, CardPool],
) -> None:
    flagged = {card.code for card in pools[Edition.FIRST] if card.errata}
    entry = BOOK.entry("erratum.flagged.first")
    assert len(flagged) == 67
    assert set(entry.cards) == flagged
    assert "not known here" in entry.words
    assert "Fantasy Flight Games" in entry.words


def test_the_day_decides_whether_a_limited_duplicate_counts(
    pools: Mapping[Edition, CardPool],
) -> None:
    pool = pools[Edition.SECOND]
    arbor = pool.card("02064")
    now, then = BOOK.on(FAQ_2_3).for_card(arbor, pool), BOOK.on(FAQ_1_2).for_card(arbor, pool)
    assert "ruling.duplicate-of-limited" in {entry.id for entry in now}
    assert not {entry.id for entry in now} & {
        "ruling.duplicate-of-limited.1-2",
        "answer.limited-duplicate",
    }
    assert {"ruling.duplicate-of-limited.1-2", "answer.limited-duplicate"} <= {
        entry.id for entry in then
    }
    last = BOOK.entry("answer.limited-duplicate").until
    assert last is not None
    assert (FAQ_2_3 - last).days == 1


@pytest.mark.parametrize(
    "name", ["ruling.duplicate-of-limited", "ruling.setup.limited", "term.duplicate"]
)
def test_a_day_has_one_of_the_two_rules_for_limited_duplicates(name: str) -> None:
    def held(day: date) -> list[str]:
        return [each for each in (name, f"{name}.1-2") if each in BOOK.on(day)]

    assert held(FAQ_1_2) == [f"{name}.1-2"]
    assert held(FAQ_2_3) == [name]


def test_what_concerns_a_card_concerns_its_other_printings_newest_first(
    pools: Mapping[Edition, CardPool],
) -> None:
    pool = pools[Edition.SECOND]
    crown = BOOK.for_card(pool.card("17134"), pool)
    assert "term.terminal-condition" in {entry.id for entry in crown}
    named = [entry for entry in crown if entry.cards]
    days = [entry.since or date.min for entry in named]
    assert days == sorted(days, reverse=True)
    assert crown[-1].keywords


def test_links_are_part_of_the_words() -> None:
    entry = BOOK.entry("keyword.bestow")
    assert entry.words.startswith("Bestow (X): as the card enters play")
    assert {span.link for span in entry.spans} - {""} <= set(entry.see)
    assert "term.gold-pool" in entry.see


def test_steps_and_paragraphs_are_lines() -> None:
    steps = BOOK.entry("timing.duck").words.split("\n")
    assert [line[:2] for line in steps] == ["1.", "2.", "3.", "4."]


def test_an_unknown_id_is_an_error() -> None:
    with pytest.raises(AppError, match=r"no rule “keyword\.bestows”"):
        BOOK.entry("keyword.bestows")


def test_the_files_are_short() -> None:
    for folder in (files("resources") / "rulebook").iterdir():
        for file in folder.iterdir():
            lines = file.read_text("utf-8").splitlines()
            assert len(lines) <= 400, file.name
            assert max(map(len, lines)) <= 140, file.name

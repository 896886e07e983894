"""The rules that come with the program, and what changed between versions of a document."""

from __future__ import annotations

from collections import Counter
from datetime import date
from importlib.resources import files
from pathlib import Path

import pytest

from carddb.pool import Pools
from carddb.terms import Edition
from core.errors import AppError
from events.regulations import LEVEL_RULING, RULINGS
from events.regulations import REGULATIONS as EVENT_REGULATIONS
from rulebook.entry import Entry, EntryFilter, EntryKind, WordSpan, filter_from_text
from rulebook.entry_search import BEST, SECTION_TITLES, found_sections, in_sections
from rulebook.rule_book import read_entries, rule_book
from rulebook.rule_documents import (
    DOCUMENTS,
    FAQ,
    REGULATIONS,
    RuleChanges,
    RuleDocument,
    changes_between,
    documents_of,
)
from rulebook.rule_papers import pocket_sheet
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


@pytest.mark.parametrize("entry", BOOK.entries, ids=lambda entry: entry.id)
def test_an_entry_has_words_a_source_and_links_that_lead_somewhere(entry: Entry) -> None:
    assert entry.title
    assert entry.source
    assert entry.words.rstrip("|").rstrip()[-1] in ".”)|", entry.words[-30:]
    assert "[[" not in entry.words
    assert "]]" not in entry.words
    assert [name for name in entry.see if name not in BOOK] == []
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
def test_the_cards_of_an_entry_exist(pools: Pools, edition: Edition) -> None:
    for entry in BOOK.entries:
        if entry.edition is edition:
            assert [code for code in entry.cards if code not in pools[edition]] == [], entry.id
            assert len(set(entry.cards)) == len(entry.cards)
    assert not [entry.id for entry in BOOK.entries if entry.edition is None and entry.cards]


@pytest.mark.parametrize("edition", list(Edition))
def test_every_keyword_of_the_cards_is_explained(pools: Pools, edition: Edition) -> None:
    names = {keyword.name for card in pools[edition] for keyword in card.keywords}
    assert len(names) == {Edition.SECOND: 13, Edition.FIRST: 21}[edition]
    for name in names:
        entry = BOOK.for_keyword(name, edition)
        assert entry is not None, name
        assert entry.edition is edition
        assert ("No document at hand" in entry.words) == (entry.id in UNKNOWN_KEYWORDS)


def test_every_erratum_of_the_second_edition_is_told(pools: Pools) -> None:
    pool = pools[Edition.SECOND]
    changed = [card for card in pool if card.errata]
    assert len(changed) == 10
    for card in changed:
        (entry,) = [each for each in BOOK.for_card(card, pool) if each.kind is EntryKind.ERRATUM]
        assert "rinted" in entry.words or "Only the print" in entry.words


def test_the_errata_of_the_first_edition_are_said_to_be_unknown(pools: Pools) -> None:
    flagged = {card.code for card in pools[Edition.FIRST] if card.errata}
    entry = BOOK.entry("erratum.flagged.first")
    assert len(flagged) == 67
    assert set(entry.cards) == flagged
    assert "not known here" in entry.words
    assert "Fantasy Flight Games" in entry.words


def test_the_day_decides_whether_a_limited_duplicate_counts(pools: Pools) -> None:
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


def test_what_concerns_a_card_concerns_its_other_printings_newest_first(pools: Pools) -> None:
    pool = pools[Edition.SECOND]
    crown = BOOK.for_card(pool.card("17134"), pool)
    assert "term.terminal-condition" in {entry.id for entry in crown}
    named = [entry for entry in crown if entry.cards]
    days = [entry.since or date.min for entry in named]
    assert days == sorted(days, reverse=True)
    assert crown[-1].keywords


def test_an_unknown_keyword_has_no_entry() -> None:
    assert BOOK.for_keyword("Nonsense", Edition.SECOND) is None


def test_an_unknown_id_is_an_error() -> None:
    with pytest.raises(AppError, match=r"no rule “keyword\.bestows”"):
        BOOK.entry("keyword.bestows")


def test_the_files_are_short() -> None:
    for folder in (files("resources") / "rulebook").iterdir():
        for file in folder.iterdir():
            lines = file.read_text("utf-8").splitlines()
            assert len(lines) <= 400, file.name
            assert max(map(len, lines)) <= 140, file.name


EXAMPLE = """\
source: Rules Reference
since: 2015-10-08

== term.one | One
also: first, the
  beginning
cards: 01001, 01002

It leads to [[term.two]], and
[[term.two|on]].

1. A step
   that goes on.
2. Another.

== term.two | Two
source: FAQ 1.2
until: 2019-09-19
see: term.one

Nothing more.
"""


def read(folder: Path, text: str) -> tuple[Entry, ...]:
    for name in ("first", "second", "both"):
        (folder / name).mkdir()
    (folder / "second" / "terms.txt").write_text(text, "utf-8")
    return read_entries(folder)


def test_an_entry_as_it_is_written(tmp_path: Path) -> None:
    one, two = read(tmp_path, EXAMPLE)
    assert (one.id, one.title, one.edition) == ("term.one", "One", Edition.SECOND)
    assert (one.source, one.since, one.until) == ("Rules Reference", date(2015, 10, 8), None)
    assert one.also == ("first", "the beginning")
    assert one.cards == ("01001", "01002")
    assert one.words == "It leads to Two, and on.\n\n1. A step that goes on.\n2. Another."
    assert one.spans[1] == WordSpan("Two", "term.two")
    assert (one.see, two.see) == (("term.two",), ("term.one",))
    assert (two.source, two.until) == ("FAQ 1.2", date(2019, 9, 19))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("== term.x | X\n\nWords.", "source"),
        ("== thing.x | X\nsource: S\n\nWords.", "thing"),
        ("== term.x | X\nsource: S\ncolour: red\n\nWords.", "colour: red"),
        ("== term.x | X\nsource: S\nsince: May\n\nWords.", "May"),
        ("== term.x | X\nsource: S\n\nSee [[term.y]].", "term.y"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, wrong: str, said: str) -> None:
    with pytest.raises(AppError, match=said):
        read(tmp_path, wrong)


WHOLE = EntryFilter(Edition.FIRST, EntryKind.TIMING, date(2018, 1, 1))


def kept(chosen: EntryFilter) -> set[str]:
    return {each.id for each in BOOK.entries if chosen.keeps(each)}


def test_an_entry_for_both_editions_is_in_each() -> None:
    first, second = kept(EntryFilter(Edition.FIRST)), kept(EntryFilter(Edition.SECOND))
    assert "regulation.bye" in first & second
    assert "keyword.limited" in second - first
    assert "keyword.limited.first" in first - second


def test_the_parts_add_up() -> None:
    assert len(kept(EntryFilter())) == len(BOOK.entries)
    found = kept(WHOLE)
    assert "timing.round.first" in found
    assert all(each.startswith("timing.") for each in found)


@pytest.mark.parametrize("chosen", [EntryFilter(), WHOLE, EntryFilter(day=date(2020, 1, 1))])
def test_a_filter_is_read_from_its_text(chosen: EntryFilter) -> None:
    assert filter_from_text(chosen.text) == chosen


@pytest.mark.parametrize("text", ["", "- -", "third - -", "- prayer -", "- - 2020-13-01"])
def test_nonsense_is_no_filter(text: str) -> None:
    assert filter_from_text(text) == EntryFilter()


def test_every_entry_is_in_the_section_of_its_kind() -> None:
    sections = in_sections(BOOK.entries)
    assert [each.title for each in sections] == list(SECTION_TITLES.values())
    assert set(SECTION_TITLES) == set(EntryKind)
    assert sum(len(each.entries) for each in sections) == len(BOOK.entries)


def test_timing_begins_with_the_round_and_ends_with_the_first_edition() -> None:
    timing = in_sections(BOOK.entries)[0].entries
    assert timing[0].id == "timing.round"
    editions = [each.edition is Edition.FIRST for each in timing]
    assert editions == sorted(editions)
    assert timing[editions.index(True)].id == "timing.round.first"


def test_other_sections_are_in_order_of_titles() -> None:
    keywords = in_sections(BOOK.entries)[1].entries
    second = [each.title for each in keywords if each.edition is Edition.SECOND]
    assert second == sorted(second)


def test_the_best_stand_first_and_the_rest_keeps_its_order_within_its_section() -> None:
    found = tuple(
        map(
            BOOK.entry,
            (
                "keyword.limited",
                "ruling.setup.limited",
                "answer.two-stealth",
                "ruling.duplicates",
                "keyword.ambush",
                "ruling.tokens",
            ),
        )
    )
    best, rulings, keywords = found_sections(found)
    assert (best.title, best.entries, best.mixed) == (BEST, found[:3], True)
    assert [each.id for each in rulings.entries] == ["ruling.duplicates", "ruling.tokens"]
    assert [each.id for each in keywords.entries] == ["keyword.ambush"]
    assert found_sections(()) == ()


TITLES = ["Timing", "Keywords", "Time called", "Tiebreakers"]


@pytest.mark.parametrize(("edition", "keywords"), [(Edition.SECOND, 13), (Edition.FIRST, 21)])
def test_it_has_four_pages_of_one_edition(edition: Edition, keywords: int) -> None:
    pages = pocket_sheet(BOOK, edition)
    assert [each.title for each in pages] == TITLES
    assert all(each.brief for each in pages)
    assert len(pages[1].entries) == keywords
    assert {entry.edition for page in pages for entry in page.entries} == {edition, None}


def test_time_called_and_tiebreakers_have_every_version_of_the_regulations() -> None:
    names = {entry.id for page in pocket_sheet(BOOK, Edition.SECOND) for entry in page.entries}
    for each in ("time-called", "tiebreakers"):
        assert {f"regulation.{each}", f"regulation.{each}.2-2"} <= names


ENTRIES = rule_book().entries


def document(name: str) -> RuleDocument:
    return next(each for each in DOCUMENTS if each.name == name)


def changes(before: str, after: str) -> RuleChanges:
    return changes_between(ENTRIES, document(before), document(after))


def ids(entries: tuple[Entry, ...]) -> list[str]:
    return [each.id for each in entries]


def pairs(found: RuleChanges) -> list[tuple[str, str]]:
    return [(before.id, after.id) for before, after in found.changed]


def test_the_days_are_those_that_entries_and_events_state() -> None:
    stated = {
        entry.source.removesuffix(", Card Errata"): entry.since
        for entry in ENTRIES
        if entry.kind is EntryKind.ERRATUM and entry.source.endswith(", Card Errata")
    }
    days = {each.name: each.day for each in documents_of(FAQ)}
    named = stated.keys() & days.keys()
    assert named == {"FAQ 1.4", "FAQ 2.0", "FAQ 2.1", "FAQ 2.2"}
    assert {each: stated[each] for each in named} == {each: days[each] for each in named}
    assert set(days.values()) <= {entry.since for entry in ENTRIES}
    versions = [(each.version, each.day.year) for each in documents_of(REGULATIONS)]
    assert versions == [(e.version, int(e.source.split()[-1])) for e in EVENT_REGULATIONS]


def test_a_limited_duplicate_changed_with_faq_2_3() -> None:
    found = changes("FAQ 2.2", "FAQ 2.3")
    changed = ("ruling.setup.limited", "ruling.duplicate-of-limited", "term.duplicate")
    assert pairs(found) == [(f"{each}.1-2", each) for each in changed]
    assert found.came == ()
    assert ids(found.went) == ["answer.limited-duplicate"]
    assert "deck-building.valyrian-steel" in ids(found.others)


def test_what_was_new_in_faq_1_2() -> None:
    found = changes("FAQ 1.1", "FAQ 1.2")
    assert {"ruling.playing-events", "ruling.you", "timing.terminal-burn"} <= set(ids(found.came))
    assert (found.changed, found.went) == ((), ())


def test_what_came_with_a_card_did_not_come_with_the_document() -> None:
    found = changes("FAQ 3.0", "FAQ 4.1")
    assert set(ids(found.came)) == {"erratum.the-silver-steed", "erratum.the-many-faced-god"}
    assert "ruling.setup.conquer" in ids(changes("FAQ 2.3", "FAQ 3.0").others)


def test_a_document_between_two_others_counts_for_both() -> None:
    brought = set(ids(changes("FAQ 2.3", "FAQ 3.0").came))
    assert {"ruling.setup-abilities", "ruling.then", "ruling.spending-gold"} <= brought
    assert brought < set(ids(changes("FAQ 2.3", "FAQ 4.1").came))


def test_draws_went_with_version_1_2_of_the_regulations() -> None:
    found = changes("Tournament Regulations 1.0.1", "Tournament Regulations 2.2")
    assert ("regulation.time-called", "regulation.time-called.2-2") in pairs(found)
    assert {"regulation.draw", "regulation.intentional-draw"} <= set(ids(found.went))
    assert ids(found.came) == ["regulation.rejoining"]
    assert found.others == ()


def test_no_entry_is_told_twice() -> None:
    for before in DOCUMENTS:
        for after in documents_of(before.series):
            if before.day < after.day:
                found = changes(before.name, after.name)
                told = [*found.came, *found.went, *found.others]
                told += [each for pair in found.changed for each in pair]
                assert len(told) == len(set(told))


@pytest.mark.parametrize(
    ("before", "after"),
    [("FAQ 4.1", "FAQ 1.1"), ("FAQ 1.1", "FAQ 1.1"), ("FAQ 1.1", "Tournament Regulations 2.2")],
)
def test_only_versions_of_a_document_in_their_order_are_compared(before: str, after: str) -> None:
    with pytest.raises(AppError, match="does not follow"):
        changes(before, after)

"""What changed between two versions of a document."""

from __future__ import annotations

import pytest

from core.errors import AppError
from events.regulations import REGULATIONS as EVENT_REGULATIONS
from rulebook.entry import Entry, EntryKind
from rulebook.rule_book import rule_book
from rulebook.rule_documents import (
    DOCUMENTS,
    FAQ,
    REGULATIONS,
    RuleChanges,
    RuleDocument,
    changes_between,
    documents_of,
)

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

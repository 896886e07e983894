"""However a count is written beside a title, it comes back."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carddb.catalogue import pools as all_cards
from carddb.terms import CardType, Edition
from decks.deck_reader import read_decks
from decks.report import LineStatus
from tests.long_run import times

WAYS = (
    *("{n}x {t}", "{n} {t}", "x{n} {t}", "{n} x {t}", "{n}X {t}", "{n}\u00d7 {t}", "- {n}x {t}"),
    *("({n}) {t}", "[{n}x] {t}", "{t} {n}x", "{t} {n}", "{t} x{n}", "{t} {n} x", "{t} ({n})"),
    *("{t} (x{n})", "{t} ({n}x)", "{t} [{n}]", "{t} [x{n}]", "{t}: {n}", "{t} - {n}", "{t}, {n}x"),
    *("- {t} {n}", "{t}\t{n}", "{t} {n}\u00d7", "{n}x {t} x{n}"),
)
TAKEN = {LineStatus.READ, LineStatus.CORRECTED, LineStatus.AMBIGUOUS}


@cache
def titles(edition: Edition) -> list[str]:
    return sorted(all_cards()[edition].by_title)


def counts_of(edition: Edition, written: list[str]) -> list[tuple[str, int]]:
    """Return the title that each line of a list was taken for, and its copies."""
    pool = all_cards()[edition]
    text = "Name: Any\nCards\n" + "\n".join(written)
    (reading,) = read_decks(text, all_cards(), edition=edition)
    lines = [line for line in reading.lines if line.status is not LineStatus.IGNORED]
    assert len(lines) == len(written)
    assert {line.status for line in lines} <= TAKEN, [each for each in lines if each.lost]
    return [(pool.card(line.code).name if line.code else "", line.copies) for line in lines]


@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize("way", WAYS)
def test_a_count_beside_any_title_comes_back(edition: Edition, way: str) -> None:
    # Each title in some of the ways, or in every one.
    part = times(short=8, long=1)
    some = titles(edition)[WAYS.index(way) % part :: part]
    stated = [(title, 2 + number % 3) for number, title in enumerate(some)]
    written = [way.format(t=title, n=copies) for title, copies in stated]
    assert counts_of(edition, written) == stated


@given(st.sampled_from(list(Edition)), st.data())
@settings(deadline=None)
def test_a_count_beside_a_title_in_another_dress_comes_back(
    edition: Edition, data: st.DataObject
) -> None:
    title = data.draw(st.sampled_from(titles(edition)))
    # One House is the deck's own.
    house = any(card.type is CardType.HOUSE for card in all_cards()[edition].by_title[title])
    way, copies = data.draw(st.sampled_from(WAYS)), data.draw(st.integers(2 if house else 1, 60))
    dress = data.draw(st.sampled_from([str.upper, str.lower, str.title]))
    pack = data.draw(st.sampled_from(["", f" ({all_cards()[edition].by_title[title][0].pack})"]))
    ((_, found),) = counts_of(edition, [way.format(t=f"{dress(title)}{pack}", n=copies)])
    assert found == copies


@given(st.sampled_from(list(Edition)), st.data())
@settings(deadline=None)
def test_a_line_whose_digits_were_not_used_is_in_doubt(
    edition: Edition, data: st.DataObject
) -> None:
    title = data.draw(st.sampled_from(titles(edition)))
    digits = data.draw(st.from_regex(r"[1-9]\d?", fullmatch=True))
    at = data.draw(st.integers(0, len(title)))
    space = data.draw(st.sampled_from(["", " ", ".", "#", "\u00b7", "(", ") "]))
    line = f"{title[:at]}{space}{digits}{space}{title[at:]}"
    text = f"Name: Any\nHouse Stark\nCards\n{line}"
    (reading,) = read_decks(text, all_cards(), edition=edition)
    sure = {LineStatus.READ, LineStatus.CORRECTED}
    found = [each for each in reading.lines if each.line == 4]
    assert found
    for each in found:
        assert each.status not in sure or each.copies == int(digits), each

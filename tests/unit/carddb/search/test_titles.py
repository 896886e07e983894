"""Cards by their titles."""

from __future__ import annotations

from carddb.query import Searcher, TitleGroup, by_title
from carddb.terms import Edition
from tests.builders import card

OLD, NEW = card("Arya Stark", code="90001"), card("Arya Stark", code="90002")
ICE = card("Ice", code="90003")
FIRST = card("Arya Stark", code="core_1", edition=Edition.FIRST)


def test_versions_of_a_name_stand_where_the_first_of_them_does() -> None:
    assert by_title([NEW, ICE, FIRST, OLD]) == (
        TitleGroup("Arya Stark", Edition.SECOND, (NEW, OLD)),
        TitleGroup("Ice", Edition.SECOND, (ICE,)),
        TitleGroup("Arya Stark", Edition.FIRST, (FIRST,)),
    )
    assert by_title([]) == ()


def test_real_titles(everything: Searcher) -> None:
    groups = by_title(everything.find("", sort="-cost"))
    assert sum(len(group.cards) for group in groups) == 4228
    assert len({(group.title, group.edition) for group in groups}) == len(groups)
    versions = {(each.title, each.edition): len(each.cards) for each in groups}
    assert versions["Littlefinger", Edition.SECOND] == 5
    assert versions["Littlefinger", Edition.FIRST] == 3
    # Quotation marks make another title: one is the song, the other the plot.
    assert {"Dance of the Dragons", '"Dance of the Dragons"'} <= {each.title for each in groups}

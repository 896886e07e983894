"""The errors of bad queries: their position and their words."""

from __future__ import annotations

import pytest

from carddb.query import QueryContext, QueryError, Searcher

BAD = [
    # what it looks like
    ('arya "stark', 5, 11, "quotation mark is not closed"),
    ("x:/abc", 2, 6, "not closed by a slash"),
    ("f:stark (o:2", 8, 9, "bracket is not closed"),
    ("((a) (b)", 0, 1, "bracket is not closed"),
    ("f:stark) o:2", 7, 8, "never opened"),
    ("()", 1, 2, "must stand in these brackets"),
    ("(a or )", 6, 7, "must stand before this bracket"),
    ("arya or", 5, 7, "must follow “or”"),
    ("arya |", 5, 6, "must follow “|”"),
    ("k:lord|", 6, 7, "a value on each side of |"),
    ("|lord", 0, 1, "a value on each side of |"),
    ("arya -", 5, 6, "minus must stand right before"),
    ("t:event o:", 8, 10, "“o:” needs a value"),
    ("o< t:", 3, 5, "takes a number or a key"),
    ("x:(win)", 2, 3, "A value must follow the key"),
    ("a :3", 2, 3, "must be a key before this"),
    # keys
    ("f:stark costt:3", 8, 13, "There is no key “costt”; did you mean “cost”"),
    ("zzzz:3", 0, 4, "There is no key “zzzz”; quotation marks"),
    # values
    ("o:3 o:abc", 6, 9, "cost is a number: 3, 2..4, X, -, * or another number such as cost"),
    ("o:..", 2, 4, "cost is a number"),
    ("o<x", 2, 3, "takes a number or a key of numbers"),
    ("o<2..4", 2, 6, "takes a number"),
    ("o:12345", 2, 7, "cost is a number"),
    ("s>unique", 2, 8, "takes a number"),
    ("f:tully", 2, 7, "There is no faction “tully”; there are: Baratheon"),
    ("t:event|creature", 8, 16, "There is no type “creature”"),
    ("f<stark", 2, 7, "faction has no order; write faction:stark"),
    ("name<arya", 5, 9, "name has no order"),
    ("u:2", 2, 3, "unique is yes or no (1 or 0), not “2”"),
    ("u>1", 2, 3, "unique has no order"),
    ("is:cost", 3, 7, "“is” takes one of: unique, loyal"),
    ("released:soon", 9, 13, "takes a year, a month or a day"),
    ("released:..", 9, 11, "takes a year"),
    ("released:2016-13", 9, 16, "No calendar has 2016-13"),
    ("released>=2016-02-30", 10, 20, "No calendar has 2016-02-30"),
    ("released:2015..2016-00", 9, 22, "No calendar has 2016-00"),
    ("e<nowhere", 2, 9, "There is no pack “nowhere” to be before or behind"),
    ("e>VKm", 2, 5, "Kingsmoot Variant has no day of release, so nothing is before or behind"),
    ("e<=WotN|VHotK", 8, 13, "Hand of the King Variant has no day of release"),
    ("c>variants", 2, 10, "Variants has no place among the cycles"),
    ("c<2..4", 2, 6, "A range needs no sign"),
    ("on:'arya stork'", 3, 8, "No card is called “'arya”"),
    ('on:"arya stork"', 3, 15, "Similar names: Arya Stark"),
    ('bears:"arya stark"', 6, 18, "No attachment is called “arya stark”"),
    ("on:/arya/", 3, 9, "on takes no regular expression"),
    ("o:/3/", 2, 5, "cost takes no regular expression"),
    ("'", 0, 1, "no letter or number here"),
    ('x:"\'"', 2, 5, "nothing here to look for"),
    # regular expressions
    ("x:/a(b/", 5, 6, "missing )"),
    ("x:/a)/", 4, 5, "unbalanced parenthesis"),
    ("x:/*a/", 3, 4, "nothing to repeat"),
    ("x:/a**/", 5, 6, "multiple repeat"),
    ("x:/[ab/", 5, 6, "unterminated character set"),
    ("x:/[z-a]/", 7, 8, "bad character range"),
    ("x:/'[z-a]/", 8, 9, "bad character range"),
    ("x:/(a+)+b(/", 9, 10, "missing )"),
    ("x://", 2, 4, "nothing between the slashes"),
]


@pytest.mark.parametrize(("text", "start", "end", "says"), BAD, ids=[each[0] for each in BAD])
def test_a_bad_query_says_where_and_why(
    everything: Searcher, text: str, start: int, end: int, says: str
) -> None:
    with pytest.raises(QueryError) as caught:
        everything.query(text)
    assert (caught.value.start, caught.value.end) == (start, end)
    assert says in caught.value.reason
    assert str(caught.value) == caught.value.sentence == caught.value.reason


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("f:stark legal:yes", "Choose a format and a restricted list first"),
        ("f:stark banned:1", "Choose a format and a restricted list first"),
        ("f:stark playable:1", "Open a deck first"),
        ("f:stark deck>0", "Open a deck first"),
        ("f:stark owned:0", "Say first which cards you own"),
    ],
)
def test_what_is_not_known_says_what_to_choose_first(
    everything: Searcher, text: str, says: str
) -> None:
    with pytest.raises(QueryError, match=says) as caught:
        everything.query(text)
    assert caught.value.start == 8
    assert text[: caught.value.end].isidentifier() is False
    assert text[8 : caught.value.end].isalpha()


def test_is_and_two_fields_ask_for_the_same_facts(everything: Searcher) -> None:
    with pytest.raises(QueryError, match="Choose a format") as caught:
        everything.query("f:stark is:legal")
    assert (caught.value.start, caught.value.end) == (11, 16)
    with pytest.raises(QueryError, match="Say first") as caught:
        everything.query("deck>owned", QueryContext(in_deck={}))
    assert (caught.value.start, caught.value.end) == (5, 10)


@pytest.mark.parametrize("text", ["(" * 300 + "a" + ")" * 300, "-" * 300 + "a", "-(" * 400])
def test_nesting_without_end_is_refused(everything: Searcher, text: str) -> None:
    with pytest.raises(QueryError) as caught:
        everything.query(text)
    assert 0 <= caught.value.start < caught.value.end <= len(text)


def test_brackets_within_reason_are_fine(everything: Searcher) -> None:
    assert len(everything.find("(" * 30 + "-(-(f:stark))" + ")" * 30)) == 481


def test_a_query_has_an_end(everything: Searcher) -> None:
    everything.query("a " * 500)
    with pytest.raises(QueryError, match="1000 characters") as caught:
        everything.query("a" * 1003)
    assert (caught.value.start, caught.value.end) == (1000, 1003)

"""Queries: what they mean and find, and what is said of those that cannot be read."""

from __future__ import annotations

import re

import pytest

from carddb.pool import Pools
from carddb.query import Searcher, keys_of
from carddb.search.folded_text import LONGEST, regular
from carddb.search.keys import MISREAD, find_key
from carddb.search.query_context import QueryContext
from carddb.terms import CardType, Faction
from core.errors import QueryError
from tests.long_run import times

F, T = Faction, CardType


def codes(searcher: Searcher, query: str) -> set[str]:
    return {card.code for card in searcher.find(query)}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("01141", {"Arya Stark"}),
        ("TKR", {"The Kingsroad"}),
        ("TROC", {'"The Rains of Castamere"'}),
        ("THJ", {"The Hand's Judgment"}),
        ("WTWR", {"We Take Westeros!"}),
        ("Dracarys!", {"Dracarys!"}),
        ("hear me roar", {"Hear Me Roar!"}),
        ("'a thousand eyes, and one'", {'"A Thousand Eyes, and One"'}),
        ('"a thousand eyes and one"', {'"A Thousand Eyes, and One"'}),
        ("we do not sow", {"We Do Not Sow"}),
        ("jaqen h'ghar", {"Jaqen H'ghar"}),
        ("jaqen h\u2019ghar", {"Jaqen H'ghar"}),
        ("\u201cjaqen hghar\u201d", {"Jaqen H'ghar"}),
        ("stark arya name:gift", set()),
        ("arya gift", {"Arya's Gift"}),
        ("ZZZZ", set()),
    ],
)
def test_words_without_a_key(second: Searcher, query: str, names: set[str]) -> None:
    assert {card.name for card in second.find(query)} == names


def test_the_example_of_the_editors_help(second: Searcher) -> None:
    query = second.query('t:event|plot x:"win a challenge" x!"lose a challenge"')
    assert second.cards(query) == ()
    (remark,) = query.remarks
    assert "have no texts here yet" in remark


def test_a_word_that_no_card_has_is_remarked_on(second: Searcher) -> None:
    assert second.query("k:lrod").remarks == (
        "No card here has the trait “lrod”. Did you mean “lord”?",
    )
    assert "No card here reduces “armz”. Did you mean “army”?" in (
        second.query("reduces:armz").remarks
    )
    assert second.query("k:lord e:Core").remarks == ()


def test_an_empty_query_finds_every_card(everything: Searcher, pools: Pools) -> None:
    assert len(everything.find("")) == len(everything.find(" \t")) == sum(map(len, pools.values()))


def test_the_label_of_a_test_is_the_query(second: Searcher) -> None:
    assert second.query(" f:stark ").test.label == "f:stark"
    assert second.query("").test.label == "any"


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
    # facts that are not known yet
    ("f:stark legal:yes", 8, 13, "Choose a format and a restricted list first"),
    ("f:stark banned:1", 8, 14, "Choose a format and a restricted list first"),
    ("f:stark is:legal", 11, 16, "Choose a format and a restricted list first"),
    ("f:stark playable:1", 8, 16, "Open a deck first"),
    ("f:stark deck>0", 8, 12, "Open a deck first"),
    ("f:stark owned:0", 8, 13, "Say first which cards you own"),
    # values
    ("gives:silver", 6, 12, "“gives” takes one of: gold, draw; not “silver”"),
    ("has:wings", 4, 9, "“has” takes one of: text, erratum, ruling; not “wings”"),
    ("pool:mine", 5, 9, "“pool” takes one of: all"),
    ("played>0.1", 0, 6, "Fetch the published decks first (about 30 MB)"),
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


def test_two_fields_ask_for_the_same_facts(everything: Searcher) -> None:
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


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", set()),
        ("arya", set()),
        ('"legal banned"', set()),
        ("name:legal", {"name"}),
        ("k:lord cost<4", {"trait", "cost"}),
        ("-(legal:yes | e:core)", {"legal", "pack"}),
        ("is:playable", {"is", "playable"}),
        ("is!=restricted|banned", {"is", "restricted", "banned"}),
        ("owned<deck", {"owned", "deck"}),
        ('owned:"in-deck"', {"owned", "deck"}),
        ("text:/deck/", {"text"}),
        ("legal:", set()),
        ("unknown:legal", set()),
    ],
)
def test_the_keys_of_a_query_are_those_of_its_terms_and_those_that_values_name(
    text: str, names: set[str]
) -> None:
    assert keys_of(text) == names


ICONS = "i: is the illustrator; icons are m:, g: and p:, income is n:."


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("i:military", ICONS),
        ("i:yes", ICONS),
        ("I:3", ICONS),
        ("i!2", ICONS),
        ("c:5", "cost is o:"),
        ("k:ambush", "keywords are keyword:"),
        ("e:2", "editions are edition:"),
        ("y:2016", "years are released:"),
        ("r:5", "reserve is h:"),
        ("a:fealty", "agendas are t:agenda"),
    ],
)
def test_a_letter_that_may_mean_something_else_is_explained(
    everything: Searcher, query: str, words: str
) -> None:
    assert words in " ".join(everything.query(query).remarks)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("h:stark", "Houses are f:"),
        ("g:3", "gold is n: on plots"),
        ("p:core", "packs are e:"),
        ("t:lord", "traits are k:"),
        ("n:arya", "names need no key"),
        ("b:yes", "banned cards are banned:yes"),
    ],
)
def test_a_value_of_another_key_is_refused_with_that_key(
    everything: Searcher, query: str, words: str
) -> None:
    with pytest.raises(QueryError, match=re.escape(words)):
        everything.query(query)


@pytest.mark.parametrize(
    "query",
    [
        'i:"joshua cairos"',
        "illustrator:3",
        'c:"blood and gold"',
        "k:lord",
        "k:-",
        "s>4",
        "e:core",
        "i:/^j/",
    ],
)
def test_who_knows_the_key_is_told_nothing(everything: Searcher, query: str) -> None:
    assert everything.query(query).remarks == ()


def test_the_explanations_name_keys_that_there_are() -> None:
    for letter, words in MISREAD.items():
        key = find_key(letter)
        assert key is not None
        assert (key.letter, words.startswith(f"{letter}: is ")) == (letter, True)
        named = re.findall(r"\b([a-z-]+):", words)
        assert all(map(find_key, named)), words


TEXTS = (
    "",
    "a",
    "ab",
    "abab",
    "gain 2 gold",
    "win a challenge",
    "a-b",
    "starks",
    "x" * 30,
    "a\tb",
)
PATTERNS = (
    "a", "ab?", "(ab)+$", "^a", "a|x", "[0-9]", "[^a-z ]", r"\bgold\b", r"\Bold", r"\d gold",
    "w.n", "(?:win|lose)s? a", "(a|b){2,3}", "x{30}", "x{31}", ".*gold", "[a\\-]b", r"\W", "g.*?d",
    "^$", "a{2", r"\s", "", r"\t", "(|a)b", r"[\d-]", "[]a]", "[a-]", r"[\W]", r"(a)b\1", "a(?=b)",
    "(?<!g)old",
)  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_what_python_finds_is_found(pattern: str) -> None:
    accepts, python = regular(pattern), re.compile(pattern)
    for text in TEXTS:
        assert accepts(text) is (python.search(text) is not None), text


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+$", "(a|a)*b", "(.*)*x", ".*.*.*.*.*.*=", "(x+x+)+y", "(.*a){9}b", "(a|aa)+$",
     "((a*)*)*b", ".{0,50}.{0,50}.{0,40}z"][:: times(short=4, long=1)],
)  # fmt: skip
def test_what_would_hang_says_that_it_takes_too_long(pattern: str) -> None:
    accepts = regular(pattern, at=3)
    with pytest.raises(QueryError, match="takes too long") as caught:
        any(accepts("a" * length + "-") for length in range(1000, 30_000))
    assert (caught.value.start, caught.value.end) == (3, 3 + len(pattern))


def test_what_took_too_long_is_not_tried_again() -> None:
    accepts = regular("(a|aa)+$")
    for text in ("a" * 5000 + "-", "a" * 4000 + "-"):
        with pytest.raises(QueryError, match="takes too long"):
            accepts(text)


def test_letters_are_compared_as_texts_have_them() -> None:
    assert regular("\u00c9OWYN'S [\u00c9-Z]?")("eowyns x")
    assert regular("[\u00c1]")("a")
    assert regular("\u00c6")("ae")
    assert regular(r"\D\S\W")("ab ")


@pytest.mark.parametrize(
    ("pattern", "start", "end"),
    [("a" * 201, LONGEST, 201), ("(" * 21, 20, 21), ("\\", 0, 1),
     ("''(", 2, 3), ("a**", 2, 3)],
)  # fmt: skip
def test_a_fault_has_a_place(pattern: str, start: int, end: int) -> None:
    with pytest.raises(QueryError) as caught:
        regular(pattern)
    assert (caught.value.start, caught.value.end) == (start, end)


@pytest.mark.parametrize(
    ("text", "uses"),
    [("/arya/", True), ("f:stark (k:lord or -x:/gold/)", True), ("arya", False), ("", False),
     ('name:"/arya/"', False), ("k:lord|/^house/", True)],
)  # fmt: skip
def test_a_query_says_whether_it_uses_a_regular_expression(
    everything: Searcher, text: str, uses: bool
) -> None:
    assert everything.query(text).uses_regular_expression is uses

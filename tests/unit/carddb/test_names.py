"""Names and words of cards: what written names mean, slips, keywords, names on one line."""

from __future__ import annotations

import gc
import sys
import weakref
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice

import pytest

from carddb import names
from carddb.card import Card
from carddb.names import Ambiguous, FoundCard, How, Match, NameIndex, Unknown, name_index
from carddb.pack import Cycle
from carddb.pool import CardPool, Pools
from carddb.spelling import SpellingIndex, edit_distance, fold, slips_allowed, straighten
from carddb.terms import CardType, Edition, Keyword, Printed
from core.text_format import (
    LONGEST_NAME,
    LONGEST_NOTES,
    cell_as_written,
    harmless_cell,
    one_line,
)
from decks.deck import Deck
from decks.deck_reader import read_decks
from tests.builders import card, pack, pool
from validators.list_in_force import history, list_on_day

NEWER = pack("WotN", "Wolves of the North", cycle="wolves", position=2, released="2016-04-07")
PROMISED = pack("V", "Variants", cycle="variants", position=3, released="")


def found(match: Match) -> Card:
    assert isinstance(match, FoundCard)
    return match.card


def codes(match: Match) -> list[str]:
    assert not isinstance(match, FoundCard)
    return [each.code for each in match.candidates]


def proposed(match: Match) -> tuple[str, bool]:
    """Return the code of the printing that is proposed, and whether it is allowed."""
    assert isinstance(match, Ambiguous)
    return match.proposed.code, match.allowed


@pytest.fixture
def eddards() -> NameIndex:
    return NameIndex(
        pool(
            card("Eddard Stark", code="03003", pack="WotN", position=3),
            card("Eddard Stark", code="01144", pack="Core", position=144),
            card("Eddard Stark", code="00999", pack="V", position=1),
            card("Arya Stark", code="01141"),
            packs=(pack(), NEWER, PROMISED),
        )
    )


@pytest.mark.parametrize(
    ("written", "how"),
    [
        ("Arya Stark", How.EXACT),
        ("ARYA STARK", How.FOLDED),
        (" arya\u00a0stark ", How.FOLDED),
        ("Arya-Stark", How.FOLDED),
        ("“Arya Stark”", How.FOLDED),
        ("Aria Stark", How.CORRECTED),
    ],
)
def test_a_title_is_found_in_another_dress_or_with_a_slip(
    eddards: NameIndex, written: str, how: How
) -> None:
    match = eddards.find(written)
    assert isinstance(match, FoundCard)
    assert (match.card.code, match.how, match.missed_pack) == ("01141", how, "")


def test_a_slip_is_not_corrected_where_no_guess_is_wanted(eddards: NameIndex) -> None:
    assert eddards.find("Aria Stark", guess=False) == Unknown()


def test_a_name_too_far_away_is_only_a_suggestion(eddards: NameIndex) -> None:
    match = eddards.find("Eddard")
    assert isinstance(match, Unknown)
    assert match.candidates[0].name == "Eddard Stark"


@pytest.mark.parametrize(
    "written", ["", "   ", "???", "()", "(Core)", "[R]", "龍" * 50, "x" * 10_000]
)
def test_what_is_no_name_is_unknown(eddards: NameIndex, written: str) -> None:
    assert isinstance(eddards.find(written), Unknown)
    assert not eddards.knows(written)


@pytest.mark.parametrize(
    "written",
    [
        "Eddard Stark (WotN)",
        "Eddard Stark (wotn)",
        "Eddard Stark (Wolves of the North)",
        "Eddard Stark (Wolves of the North #3)",
        "Eddard Stark (WotN 3)",
        "Eddard Stark [R] (WotN)",
        "Eddard Stark (WotN) [J][B]",
        "Eddard Stark [J][B] (WotN)",
        "Eddard Stark(WotN)",
        "Eddard Stark [WotN]",
    ],
)
def test_a_pack_decides_between_printings(eddards: NameIndex, written: str) -> None:
    assert found(eddards.find(written)).code == "03003"


def test_a_pack_may_be_given_apart(eddards: NameIndex) -> None:
    assert found(eddards.find("Eddard Stark", pack="Wolves of the North")).code == "03003"


def test_without_a_pack_the_earliest_legal_printing_is_proposed(eddards: NameIndex) -> None:
    match = eddards.find("Eddard Stark")
    assert codes(match) == ["01144", "03003", "00999"]
    assert proposed(match) == ("01144", True)
    legal = eddards.find("Eddard Stark", allowed=lambda each: each.code != "01144")
    assert proposed(legal) == ("03003", True)
    assert proposed(eddards.find("Eddard Stark", allowed=lambda _: False)) == ("01144", False)


def test_a_pack_that_does_not_hold_the_title_is_told(eddards: NameIndex) -> None:
    several = eddards.find("Eddard Stark (TtB)")
    assert isinstance(several, Ambiguous)
    assert several.missed_pack == "TtB"
    one = eddards.find("Arya Stark (WotN)")
    assert isinstance(one, FoundCard)
    assert one.missed_pack == "WotN"


def test_a_card_of_one_format_is_the_last_to_be_proposed() -> None:
    index = NameIndex(pool(card("Ice", code="00001", only_in="draft"), card("Ice", code="01153")))
    assert proposed(index.find("Ice")) == ("01153", True)


@pytest.fixture
def namesakes() -> NameIndex:
    return NameIndex(
        pool(
            card("Nymeria", CardType.ATTACHMENT, code="03019"),
            card("Nymeria", CardType.CHARACTER, code="08061"),
            card("Dance of the Dragons", CardType.PLOT, code="09051"),
            card('"Dance of the Dragons"', CardType.EVENT, code="12036"),
        )
    )


def test_a_type_decides_between_namesakes(namesakes: NameIndex) -> None:
    assert found(namesakes.find("Nymeria", types=(CardType.CHARACTER,))).code == "08061"
    assert isinstance(namesakes.find("Nymeria"), Ambiguous)
    assert isinstance(namesakes.find("Nymeria", types=(CardType.EVENT,)), Ambiguous)
    # A type says more than quotation marks that are missing.
    song = namesakes.find("Dance of the Dragons", types=(CardType.EVENT,))
    assert found(song).code == "12036"


def test_quotation_marks_decide_between_a_song_and_a_plot(namesakes: NameIndex) -> None:
    assert found(namesakes.find("dance of the dragons")).code == "09051"
    assert found(namesakes.find("\u201cDance of the Dragons\u201d")).code == "12036"


def test_a_title_may_hold_brackets_itself() -> None:
    index = NameIndex(pool(card("Sea (of Blood)", code="01001"), card("Sea", code="01002")))
    assert found(index.find("Sea (of Blood)")).code == "01001"
    assert found(index.find("Sea (of Blood) (Core)")).code == "01001"


def test_an_index_is_made_once_and_goes_with_its_pool() -> None:
    ice = card("Ice")
    cards = pool(ice)
    assert name_index(cards) is name_index(cards)
    read_decks("House Stark\n3x Ice", {Edition.SECOND: cards})
    assert (list_on_day(cards, None), history(ice, cards)) == (None, ())
    gone = weakref.ref(cards)
    del cards
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("A Noble Cause (Core)", "01004"),
        ("A Noble Cause (Core Set #4)", "01004"),
        ("Kingdom of Shadows (R)", "17148"),
        ("Kingdom of Shadows [R] (R)", "17148"),
        ("Kingdom of Shadows (BtRK) [R]", "13079"),
        ("“The Rains of Castamere”", "05045"),
        ("The Rains of Castamere", "05045"),
        ('"A Thousand Eyes, and One" (WK)', "25118"),
        ("Xaro Xhoan Daxos", "04093"),
        ("Eddard Stark (Wolves of the North)", "03003"),
    ],
)
def test_lists_in_the_wild(second: CardPool, written: str, code: str) -> None:
    assert found(name_index(second).find(written)).code == code


def test_every_card_is_found_by_title_pack_and_type(pools: Pools) -> None:
    """In the first edition a number of the pack is needed, too."""
    for edition, pool_of_edition in pools.items():
        index = name_index(pool_of_edition)
        for each in chain.from_iterable(index.titles.values()):
            number = f" #{each.position}" if edition is Edition.FIRST else ""
            match = index.find(f"{each.name} ({each.pack}{number})", types=(each.type,))
            assert found(match) == each


@pytest.mark.parametrize(
    "pack_name",
    [
        "The Tourney for the Hand",
        "Tourney for the Hand",
        "TftH",
        "TTFTH",
        "ATOC 2",
        "ATOC",
        "A Tale of Champions",
        "A Tale of Champions #2",
        "TftH F2",
        "the tourney for the hand",
    ],
)
def test_packs_of_the_first_edition(first: CardPool, pack_name: str) -> None:
    match = name_index(first).find(f"Meera Reed ({pack_name})")
    assert isinstance(match, FoundCard)
    assert (match.card.code, match.missed_pack) == ("atoc_2", "")


def test_the_core_set_is_named_either_way_and_a_number_decides_within_it(first: CardPool) -> None:
    index = name_index(first)
    assert found(index.find("Ice (Core)")) == found(index.find("Ice (Core Set)"))
    assert isinstance(index.find("Robert Baratheon (Core)"), Ambiguous)
    assert found(index.find("Robert Baratheon (Core #90)")).code == "core_90"


def test_a_number_may_be_a_packs_in_its_cycle() -> None:
    index = NameIndex(
        pool(
            card("Ice", code="01001", pack="A", position=30),
            card("Ice", code="01002", pack="B", position=31),
            packs=(
                pack("A", "First", cycle="c", position=1),
                pack("B", "Second", cycle="c", position=2),
            ),
            cycles=(Cycle("c", "A Cycle", Edition.SECOND, 1),),
        )
    )
    assert found(index.find("Ice (A Cycle 2)")).code == "01002"
    assert found(index.find("Ice (A Cycle #30)")).code == "01001"


def test_workers_share_what_is_remembered(pools: Pools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "_REMEMBERED", 1)
    monkeypatch.setattr(names, "_REMEMBERED", 1)
    index = NameIndex(pools[Edition.SECOND])
    written = [f"{title}x (Core {n})" for n, title in enumerate(islice(index.titles, 40))]
    alone = [index.find(each) for each in written]
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as workers:
            found = list(workers.map(lambda _: [index.find(each) for each in written], range(8)))
    finally:
        sys.setswitchinterval(usual)
    assert found == [alone] * 8


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("the king\N{RIGHT SINGLE QUOTATION MARK}s peace", "The King's Peace"),
        ("\N{LEFT DOUBLE QUOTATION MARK}The Rains of Castamere\u201d", '"The Rains of Castamere"'),
        ("The\N{NO-BREAK SPACE}Kingsroad ", "The Kingsroad"),
        ("Illyrio\N{ACUTE ACCENT}s  Gift", "Illyrio's Gift"),
        ("Cafe\N{COMBINING ACUTE ACCENT}", "Café"),
        ("\N{LATIN SMALL LIGATURE FI}re and Ice", "Fire and Ice"),
        ("FAMILY DUTY HONOR", "Family, Duty, Honor"),
        ("Dracarys", "Dracarys!"),
        ("Eastwatch by the Sea", "Eastwatch-by-the-Sea"),
        ("Fire & Ice", "Fire and Ice"),
        ("Stra\N{LATIN SMALL LETTER SHARP S}e", "STRASSE"),
    ],
)
def test_the_same_title_folds_alike(written: str, title: str) -> None:
    assert fold(written) == fold(title)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ser Jaime Lannister", "Jaime Lannister"), ("Kings Road", "Kingsroad"), ("The Wall", "Wall")],
)
def test_words_are_kept(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_quotation_marks_are_straightened() -> None:
    assert straighten("\N{LEFT DOUBLE QUOTATION MARK}A\u201d\u00a0 b\u2019s") == '"a" b\'s'


@pytest.mark.parametrize("edition", list(Edition))
def test_only_the_song_and_the_plot_fold_alike(
    pools: dict[Edition, CardPool], edition: Edition
) -> None:
    titles = defaultdict(set)
    for title in pools[edition].by_title:
        titles[fold(title)].add(title)
    alike = [each for each in titles.values() if len(each) > 1]
    expected = [{"Dance of the Dragons", '"Dance of the Dragons"'}]
    assert alike == (expected if edition is Edition.SECOND else [])


@pytest.mark.parametrize(
    ("one", "other", "bound", "distance"),
    [
        ("ice", "ice", 3, 0),
        ("arya", "aria", 3, 1),
        ("arya", "ayra", 3, 1),
        ("abc", "cab", 3, 2),
        ("a", "", 3, 1),
        ("winterfell", "storms end", 2, 3),
        ("a", "abcdef", 2, 3),
    ],
)
def test_slips_are_counted_up_to_a_bound(one: str, other: str, bound: int, distance: int) -> None:
    assert edit_distance(one, other, bound) == distance == edit_distance(other, one, bound)


def test_short_titles_allow_no_slip() -> None:
    assert [slips_allowed(length) for length in (3, 4, 8, 9, 15, 16)] == [0, 1, 1, 2, 2, 3]


def test_a_correction_must_be_the_only_one() -> None:
    index = SpellingIndex(["red apple knight", "bed apple knight", "the kingsroad", "kingswood"])
    assert index.correction("ted apple knight", index.nearest("ted apple knight")) is None
    assert index.correction("kingsroad", []) == "the kingsroad"
    assert index.correction("kings road", index.nearest("kings road")) == "the kingsroad"
    assert index.correction("dragons", index.nearest("dragons")) is None


def test_a_very_long_title_is_like_nothing() -> None:
    assert SpellingIndex(["ice"]).nearest("ice " * 50) == []


@pytest.mark.parametrize(
    ("keyword", "words"),
    [
        (Keyword("stealth"), "Stealth"),
        (Keyword("shadow", 3), "Shadow (3)"),
        (Keyword("shadow", Printed.X), "Shadow (X)"),
        (Keyword("prized", 2), "Prized 2"),
        (Keyword("no-attachments"), "No attachments"),
        (
            Keyword("no-attachments", exceptions=("Weapon", "Title")),
            "No attachments except Weapon or Title",
        ),
        (Keyword("no-attachments", 1, ("Weapon",)), "No attachments except a single Weapon"),
        (Keyword("no-attachments-with", exceptions=("Condition",)), "No Condition attachments"),
        (Keyword("immune", exceptions=("events",)), "Immune to events"),
    ],
)
def test_keywords_are_written_as_on_cards(keyword: Keyword, words: str) -> None:
    assert keyword.words == words


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Arya\tStark\n", "Arya Stark"),
        ("\x1b[31mWolves\x07", "[31mWolves"),
        ("A\u202erya\u2066 \u200fStark\ufeff", "Arya Stark"),
        ("x" * 200, "x" * LONGEST_NAME),
        ("李小龍 👩\u200d🚀 Ñandú", "李小龍 👩\u200d🚀 Ñandú"),
        ("\0\u202e", ""),
    ],
)
def test_a_name_is_one_line_without_signs_that_nobody_sees(written: str, shown: str) -> None:
    assert one_line(written, LONGEST_NAME) == shown


def test_a_deck_has_a_bounded_name_and_notes() -> None:
    deck = Deck(
        name="\x1b]0;x\x07" + "n" * 300,
        edition=Edition.SECOND,
        notes="a\x1b\u202e\n\tb" + "x" * 200_000,
        card_notes=(("01001", "c\x07\nd"),),
    )
    assert deck.name == ("]0;x" + "n" * 300)[:LONGEST_NAME]
    assert deck.notes.startswith("a\n\tbx")
    assert len(deck.notes) <= LONGEST_NOTES
    assert deck.card_notes == (("01001", "c\nd"),)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@a", "'=1", "''+a", "Arya", "O'Neill", ""])
def test_a_cell_is_no_formula_and_is_read_as_it_was(text: str) -> None:
    cell = harmless_cell(text)
    assert not cell.startswith(("=", "+", "-", "@"))
    assert cell_as_written(cell) == text

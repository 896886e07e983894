"""The list in force, decks under other lists, printings, and the status of cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest

from carddb.card import Card
from carddb.catalogue import sample_decks
from carddb.names import Allowed
from carddb.pool import CardPool, Pools
from carddb.restrictions import RestrictedList
from carddb.terms import Edition, Faction
from core.errors import AppError
from decks.deck import Deck
from decks.deck_reader import read_decks
from decks.report import Reading
from tests.filled import Wanted
from tests.verdicts import TODAY, judge_of, problems
from validators.conditions import Requested, conditions_for
from validators.judge import MatrixRow
from validators.list_in_force import (
    ListLine,
    find_list,
    history,
    line_of,
    list_on_day,
    list_replacing,
    listings,
    newest,
)
from validators.printings import read_playable
from validators.problem import Problem, Severity
from validators.repairs import Repairer

DAY = timedelta(days=1)


def code(restricted: RestrictedList | None) -> str | None:
    return restricted.code if restricted else None


def test_every_list_continues_one_line(pool: CardPool) -> None:
    lines = Counter(line_of(each) for each in pool.lists.values())
    assert (lines[ListLine.FFG], lines[ListLine.VALYRIAN]) == (11, 1)
    assert lines[ListLine.STANDARD] == len(pool.lists) - 12 >= 20


@pytest.mark.parametrize("line", [ListLine.FFG, ListLine.VALYRIAN, ListLine.STANDARD])
def test_a_list_holds_from_its_day_until_the_next(line: ListLine, pool: CardPool) -> None:
    lists = sorted(
        (each for each in pool.lists.values() if line_of(each) is line), key=lambda each: each.date
    )
    assert newest(lists, line, lists[0].date - DAY) is None
    assert newest(lists, line, lists[0].date) is lists[0]
    for before, after in pairwise(lists):
        assert newest(pool.lists.values(), line, after.date - DAY) is before
        assert newest(pool.lists.values(), line, after.date) is after
    assert newest(pool.lists.values(), line) is lists[-1]
    assert newest(pool.lists.values(), line, date.max) is lists[-1]


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2015, 10, 8), None),
        (date(2016, 10, 9), None),
        (date(2016, 10, 10), "ffg1.1"),
        (date(2017, 10, 11), "ffg1.1"),
        (date(2017, 10, 12), "ffg1.2"),
        (date(2020, 4, 12), "ffg3.0"),
        (date(2020, 4, 13), "conclave1.0"),
        (date(2020, 10, 2), "conclave2.0"),
        (date(2020, 10, 3), "redesigns2.1"),
        (date(2021, 7, 15), "redesigns2.2"),
        (date(2021, 7, 16), "gotstandard1.0"),
        (date(2026, 6, 30), "gotstandard1.16"),
        (date(2026, 7, 1), "gotstandard2.1"),
        (TODAY, "gotstandard2.1"),
    ],
)
def test_the_list_of_a_day(day: date | None, expected: str | None, pool: CardPool) -> None:
    assert code(list_on_day(pool, day)) == expected


@pytest.mark.parametrize(
    ("day", "expected"), [(date(2015, 9, 29), None), (date(2015, 9, 30), "faq6.0")]
)
def test_the_first_edition_has_one_list(day: date, expected: str | None, pools: Pools) -> None:
    assert code(list_on_day(pools[Edition.FIRST], day)) == expected
    assert code(list_on_day(pools[Edition.FIRST], None)) == "faq6.0"


def test_what_a_user_may_ask_for(pool: CardPool) -> None:
    early = date(2017, 12, 1)
    assert find_list(pool, "none", early) is None
    assert code(find_list(pool, "", early)) == "ffg1.2"
    assert find_list(pool, "latest", early) is list_on_day(pool, None)
    assert list_on_day(pool, None) is list_on_day(pool, date.max)
    assert code(find_list(pool, "ffg3.0", early)) == "ffg3.0"
    assert find_list(pool, "", date(2016, 1, 1)) is None


def test_an_unknown_list_is_told_with_those_there_are(pool: CardPool) -> None:
    with pytest.raises(AppError) as raised:
        find_list(pool, "gotstandard9.9", TODAY)
    assert str(raised.value) == (
        "There is no restricted list “gotstandard9.9” for the second edition."
    )
    hint = raised.value.hint
    assert "ffg1.1, ffg1.2" in hint
    assert "“latest”" in hint
    assert "“none”" in hint


def test_a_list_of_the_other_edition_is_unknown(pools: Pools) -> None:
    with pytest.raises(AppError, match="first edition"):
        find_list(pools[Edition.FIRST], "gotstandard2.1", TODAY)


def under(pool: CardPool, name: str, list_code: str, day: date = TODAY) -> tuple[Repairer, Deck]:
    """Return what repairs a published deck under a list, and the deck."""
    deck = next(
        reading.deck
        for sample in sample_decks()
        if name in sample.text or name in sample.name
        for reading in read_decks(sample.text, {pool.edition: pool}, name=sample.name)
        if reading.deck.name == name
    )
    deck = replace(deck, list_code=list_code)
    conditions = conditions_for(deck, pool, Requested(), day)
    return Repairer(judge_of(pool), conditions), deck


def errors(deck: Deck, pool: CardPool, day: date = TODAY) -> list[Problem]:
    conditions = conditions_for(deck, pool, Requested(), day)
    problems = judge_of(pool).verdict(deck, conditions).problems
    return [each for each in problems if each.severity is Severity.ERROR]


def test_the_list_in_force_is_offered_where_it_lessens_what_is_wrong(pool: CardPool) -> None:
    repairer, deck = under(pool, "The Iron Fleet (KotI)", "gotstandard1.7")
    (pod,) = [each for each in errors(deck, pool) if each.code == "list.pod"]
    repair = repairer.other_list(deck, pod)
    assert repair is not None
    assert repair.label == f"Choose Standard v2.1, in force on {TODAY.isoformat()}"
    assert repair.deck == replace(deck, list_code="")
    assert len(errors(repair.deck, pool)) < len(errors(deck, pool))


def test_the_list_in_force_is_not_offered_where_it_mends_nothing(pool: CardPool) -> None:
    for code in ("gotstandard1.7", "gotstandard2.1", "none", ""):
        repairer, deck = under(pool, "The Iron Fleet (KotI)", code)
        short = replace(deck, slots=deck.slots[3:])
        found = errors(short, pool)
        few = [each for each in found if each.code.endswith("too-few")]
        assert few
        assert all(repairer.other_list(short, each) is None for each in few)


def test_which_list_takes_the_place_of_another(pool: CardPool) -> None:

    def beside(code: str, day: date) -> str:
        found = list_replacing(pool, pool.lists[code], day)
        return found.code if found else ""

    assert beside("ffg2.0", TODAY) == "gotstandard2.1"
    assert beside("gotstandard2.1", TODAY) == ""
    assert beside("gotstandard2.1", date(2018, 7, 1)) == "ffg1.4"
    assert beside("gotvalyrian1.0", TODAY) == ""
    assert beside("gotvalyrian1.0", date(2018, 7, 1)) == "ffg1.4"
    assert beside("ffg1.1", date(2010, 1, 1)) == ""
    assert list_replacing(pool, None, TODAY) is None


def rows(deck: Deck, pool: CardPool) -> dict[tuple[str, str], MatrixRow]:
    """Return the rows by list and format."""
    matrix = judge_of(pool).matrix(deck)
    return {(each.restricted_list.code, each.format.name): each for each in matrix}


def test_one_row_for_each_list_and_format_oldest_first(pool: CardPool) -> None:
    matrix = judge_of(pool).matrix(Wanted().deck(pool))
    assert len(matrix) == 2 * len(pool.lists) >= 64
    days = [row.restricted_list.date for row in matrix]
    assert days == sorted(days)
    assert [row.restricted_list.code for row in matrix[:2]] == ["ffg1.1", "ffg1.1"]
    assert [row.format.name for row in matrix[:2]] == ["joust", "melee"]


def test_a_deck_is_legal_in_some_and_not_in_others(pool: CardPool) -> None:
    wanted = Wanted(
        faction=Faction.GREYJOY,
        accept=lambda card: card.pack == "Core" and card.code not in _ever_listed(pool),
        cards={"01078": 3, "01043": 1},
    )
    found = rows(wanted.deck(pool), pool)
    assert found["ffg1.2", "joust"].legal
    assert found["ffg1.2", "joust"].codes == ()
    assert not found["ffg1.2", "melee"].legal
    assert found["ffg1.2", "melee"].codes == ("list.restricted",)
    assert found["ffg1.1", "melee"].legal


def _ever_listed(pool: CardPool) -> set[str]:
    listed: set[str] = set()
    for each in pool.lists.values():
        listed |= each.banned
        for _, part in each.formats:
            listed |= part.restricted | part.banned
            listed |= {code for pod in part.pods for code in pod.cards}
    return listed


def test_a_row_says_what_the_judge_says_of_list_and_format(pool: CardPool) -> None:
    deck = Wanted(faction=Faction.TYRELL, agendas=("02060",), cards={"02034": 1}).deck(pool)
    for (code, format_name), row in rows(deck, pool).items():
        found = problems(replace(deck, format=format_name), pool, code, date(2026, 11, 20))
        codes = dict.fromkeys(p.code for p in found if p.severity is not Severity.NOTE)
        assert row.codes == tuple(codes), (code, format_name)


def test_the_first_edition_has_two_rows(pools: Pools) -> None:
    first = pools[Edition.FIRST]
    deck = Wanted(faction=Faction.GREYJOY, agendas=("kr_99",)).deck(first)
    found = rows(deck, first)
    assert list(found) == [("faq6.0", "joust"), ("faq6.0", "melee")]
    assert "list.banned" in found["faq6.0", "melee"].codes
    assert "list.banned" not in found["faq6.0", "joust"].codes


ORIGINAL, REDESIGN = "02102", "17126"


def wards(pools: Pools, text: str, **wishes: object) -> list[str]:
    """Return the printing that "Ward" is taken for in each deck of a text."""

    def read(allowed: Allowed) -> list[Reading]:
        return read_decks(text, pools, allowed=allowed)

    judges = {edition: judge_of(pool) for edition, pool in pools.items()}
    chosen = Requested(**wishes)  # type: ignore[arg-type]
    found = read_playable(read, judges, chosen, TODAY)
    return [card.code for each in found for card, _ in each.deck.slots if card.name == "Ward"]


def a_list(*stated: str) -> str:
    return "\n".join(["Name: Wolves", *stated, "Faction: House Stark", "", "1x Ward", ""])


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ((), REDESIGN),
        (("List: gotvalyrian1.0",), ORIGINAL),
        (("Date: 2017-12-01",), ORIGINAL),
        (("Date: 2020-10-02",), ORIGINAL),
        (("Date: 2020-10-03",), REDESIGN),
        (("Format: draft",), ORIGINAL),
    ],
)
def test_what_the_deck_states_chooses(pools: Pools, stated: tuple[str, ...], expected: str) -> None:
    assert wards(pools, a_list(*stated)) == [expected]


def test_what_is_asked_for_overrules_what_the_deck_states(pools: Pools) -> None:
    valyrian = a_list("List: gotvalyrian1.0", "Date: 2021-09-01")
    assert wards(pools, valyrian, list_code="latest") == [REDESIGN]
    assert wards(pools, valyrian, date=date(2026, 11, 1)) == [ORIGINAL]
    assert wards(pools, a_list(), list_code="gotvalyrian1.0") == [ORIGINAL]


def test_each_deck_of_a_file_by_itself(pools: Pools) -> None:
    text = "===\n".join([a_list(), a_list("List: gotvalyrian1.0"), a_list()])
    assert wards(pools, text) == [REDESIGN, ORIGINAL, REDESIGN]


def found(pools: Pools, code: str) -> Card:
    return next(pool.card(code) for pool in pools.values() if code in pool)


def test_the_lists_that_a_card_is_on(pools: Pools) -> None:
    pool = pools[Edition.SECOND]
    current = list_on_day(pool, None)
    drowned = found(pools, "06011")
    first, *others = listings(drowned, pool, current)
    assert (first.name, first.in_force, first.lines) == (
        "Standard v2.1",
        True,
        ("Joust and melee: banned",),
    )
    assert "Joust: not beside Drowned God Fanatic (SoKL)" in [
        words for each in others for words in each.lines
    ]
    assert history(drowned, pool) == (
        "Joust: restricted 2019-09 to 2020-07, banned since 2020-10",
        "Melee: restricted 2019-09 to 2020-10, banned since 2020-10",
    )
    heads = listings(found(pools, "01013"), pool, current)[0]
    assert heads.lines[0].startswith("Joust: in a pod, of which a deck may hold one card, with")
    assert listings(found(pools, "01088"), pool, current) == ()


def test_of_the_one_list_of_the_first_edition_there_is_no_history(pools: Pools) -> None:
    pool = pools[Edition.FIRST]
    path = found(pools, "soo_19")
    assert [each.lines for each in listings(path, pool, list_on_day(pool, None))] == [
        ("Joust and melee: restricted",)
    ]
    assert history(path, pool) == ()

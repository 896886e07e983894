"""The conditions of a deck, the list in force, other lists, printings, and the status of cards."""

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
from tests.builders import pack
from tests.filled import Wanted
from tests.verdicts import TODAY, errors, judge_of, only, problems
from validators.conditions import Requested, conditions_for, find_format
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
from validators.releases import is_out
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


def errors_under(deck: Deck, pool: CardPool, day: date = TODAY) -> list[Problem]:
    conditions = conditions_for(deck, pool, Requested(), day)
    problems = judge_of(pool).verdict(deck, conditions).problems
    return [each for each in problems if each.severity is Severity.ERROR]


def test_the_list_in_force_is_offered_where_it_lessens_what_is_wrong(pool: CardPool) -> None:
    repairer, deck = under(pool, "The Iron Fleet (KotI)", "gotstandard1.7")
    (pod,) = [each for each in errors_under(deck, pool) if each.code == "list.pod"]
    repair = repairer.other_list(deck, pod)
    assert repair is not None
    assert repair.label == f"Choose Standard v2.1, in force on {TODAY.isoformat()}"
    assert repair.deck == replace(deck, list_code="")
    assert len(errors_under(repair.deck, pool)) < len(errors_under(deck, pool))


def test_the_list_in_force_is_not_offered_where_it_mends_nothing(pool: CardPool) -> None:
    for code in ("gotstandard1.7", "gotstandard2.1", "none", ""):
        repairer, deck = under(pool, "The Iron Fleet (KotI)", code)
        short = replace(deck, slots=deck.slots[3:])
        found = errors_under(short, pool)
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


STATED = {"format": "melee", "list_code": "ffg1.2", "date": "2018-01-01"}


def deck(**fields: str) -> Deck:
    return Deck.of("Stated", Edition.SECOND, None, [], **fields)


def judged(pool: CardPool, each: Deck, **wishes: object) -> tuple[str, str | None, date | None]:
    """Return format, list and day of the conditions."""
    found = conditions_for(each, pool, Requested(**wishes), TODAY)  # type: ignore[arg-type]
    restricted = found.restricted_list
    return found.format.name, restricted.code if restricted else None, found.date


def test_the_custom_is_joust_today_under_the_list_in_force(pool: CardPool) -> None:
    assert judged(pool, deck()) == ("joust", "gotstandard2.1", TODAY)
    assert judged(pool, deck(format="")) == ("joust", "gotstandard2.1", TODAY)


def test_what_the_deck_states_holds(pool: CardPool) -> None:
    assert judged(pool, deck(**STATED)) == ("melee", "ffg1.2", date(2018, 1, 1))


def test_the_decks_date_chooses_its_list(pool: CardPool) -> None:
    assert judged(pool, deck(date="2018-03-25")) == ("joust", "ffg1.2", date(2018, 3, 25))
    assert judged(pool, deck(date="2016-10-09")) == ("joust", None, date(2016, 10, 9))


def test_the_user_overrules_the_deck(pool: CardPool) -> None:
    stated = deck(**STATED)
    day = date(2021, 1, 1)
    assert judged(pool, stated, format_name="joust") == ("joust", "ffg1.2", date(2018, 1, 1))
    assert judged(pool, stated, list_code="ffg3.0")[1] == "ffg3.0"
    assert judged(pool, stated, list_code="none")[1] is None
    assert judged(pool, stated, list_code="latest")[1] == list(pool.lists)[-1]
    assert judged(pool, stated, date=day) == ("melee", "ffg1.2", day)
    assert judged(pool, deck(date="2018-01-01"), date=day)[1] == "redesigns2.1"


@pytest.mark.parametrize(
    ("fields", "sentence", "hint"),
    [
        ({"format": "highlander"}, "“highlander” is not a format of the second edition.", "joust"),
        ({"date": "01.07.2026"}, "“01.07.2026” is not a date.", "2026-07-01"),
        ({"list_code": "faq6.0"}, "There is no restricted list “faq6.0”", "gotstandard2.1"),
    ],
)
def test_what_does_not_exist_is_told_in_a_sentence(
    fields: dict[str, str], sentence: str, hint: str, pool: CardPool
) -> None:
    with pytest.raises(AppError) as raised:
        conditions_for(deck(**fields), pool, Requested(), TODAY)
    assert str(raised.value).startswith(sentence)
    assert hint in raised.value.hint


def test_a_format_of_the_other_edition_is_told(pool: CardPool) -> None:
    with pytest.raises(AppError, match="“draft” is not a format of the first edition") as raised:
        find_format(Edition.FIRST, "draft")
    assert raised.value.hint == "Choose one of: joust, melee, civil-war."


HOUSE_OF_THORNS = date(2017, 10, 26)


def core(pool: CardPool, **cards: int) -> Wanted:
    """Return a deck of the Core Set with these cards."""
    return Wanted(
        faction=Faction.TYRELL,
        accept=lambda card: card.pack == "Core",
        cards={code.removeprefix("c"): copies for code, copies in cards.items()},
    )


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (HOUSE_OF_THORNS - DAY, ["release.later"]),
        (HOUSE_OF_THORNS, []),
        (HOUSE_OF_THORNS + DAY, []),
    ],
)
def test_a_pack_is_legal_from_its_day_of_release(
    day: date, expected: list[str], pool: CardPool
) -> None:
    assert pool.packs["HoT"].released == HOUSE_OF_THORNS.isoformat()
    deck = core(pool, c09001=1).deck(pool)
    assert errors(deck, pool, day=day) == expected


@pytest.mark.parametrize(
    ("days", "expected"), [(0, ["release.later"]), (10, ["release.later"]), (11, []), (12, [])]
)
def test_a_premier_event_asks_for_eleven_days(
    days: int, expected: list[str], pool: CardPool
) -> None:
    deck = core(pool, c09001=1).deck(pool)
    day = HOUSE_OF_THORNS + days * DAY
    assert errors(deck, pool, day=day, premier=True) == expected
    assert errors(deck, pool, day=day) == []


def test_the_problem_names_card_pack_and_day(pool: CardPool) -> None:
    deck = core(pool, c09001=3).deck(pool)
    problem = only(deck, pool, "release.later", day=HOUSE_OF_THORNS - DAY)
    assert problem.cards == ("09001",)
    assert "House of Thorns (2017-10-26)" in problem.message
    assert "2017-10-25" in problem.message
    premier = only(deck, pool, "release.later", day=HOUSE_OF_THORNS, premier=True)
    assert "11 days" in premier.message


def test_agendas_and_plots_are_looked_at_too(pool: CardPool) -> None:
    wanted = replace(core(pool), agendas=("09045",), accept=lambda card: card.pack == "Core")
    problem = only(wanted.deck(pool), pool, "release.later", day=HOUSE_OF_THORNS - DAY)
    assert problem.cards == ("09045",)
    plot = next(c for c in pool if c.pack == "HoT" and c.plot and not c.factions)
    with_plot = replace(core(pool), cards={plot.code: 1}).deck(pool)
    assert errors(with_plot, pool, day=HOUSE_OF_THORNS - DAY) == ["release.later"]


def test_a_later_printing_does_not_spoil_the_earlier(pool: CardPool) -> None:
    deck = replace(core(pool), cards={"01183": 3}).deck(pool)
    assert errors(deck, pool, day=date(2016, 1, 1)) == []
    redesign = replace(core(pool), cards={"17174": 3}).deck(pool)
    assert errors(redesign, pool, day=date(2026, 6, 30)) == ["release.later"]
    assert errors(redesign, pool, day=date(2026, 7, 1)) == []


def test_the_variants_without_a_date_are_judged_by_their_format_alone(pool: CardPool) -> None:
    deck = replace(core(pool), agendas=("00030",), format="hand-of-the-king").deck(pool)
    assert errors(deck, pool, day=date(2018, 1, 1)) == []


def test_a_pack_without_a_date_is_never_out() -> None:
    assert not is_out(pack("New", released=""), date.max)


@pytest.mark.parametrize(
    ("released", "first"),
    [("2008", date(2008, 1, 1)), ("2008-12", date(2008, 12, 1)), ("2009-07-24", date(2009, 7, 24))],
)
def test_a_month_or_a_year_counts_from_its_first_day(released: str, first: date) -> None:
    assert is_out(pack("Old", released=released), first)
    assert not is_out(pack("Old", released=released), first - DAY)


def test_the_first_edition_has_its_days_too(pools: Pools) -> None:
    first = pools[Edition.FIRST]
    deck = Wanted(accept=lambda card: card.pack == "core", cards={"pots_59": 1}).deck(first)
    assert errors(deck, first, day=date(2009, 12, 14)) == ["release.later"]
    assert errors(deck, first, day=date(2009, 12, 15)) == []

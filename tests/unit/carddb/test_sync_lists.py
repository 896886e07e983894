"""Packs, cycles and restricted lists of the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from carddb.pack import Cycle
from carddb.pool import CardPool
from carddb.restrictions import FormatList, Pod, RestrictedList
from carddb.terms import Edition
from carddb.thronesdb.edition import (
    cycles_of_api,
    lists_of_api,
    numbered,
    packs_of_api,
    unknown_codes,
)
from core.errors import AppError
from tests.builders import pack
from tests.thronesdb import CYCLES, LISTS, PACKS, api_list, api_of

LIST = RestrictedList(
    code="house1.0",
    name="House list",
    issuer="The House",
    version="1.0",
    date=date(2020, 2, 29),
    card_set="original",
    edition=Edition.SECOND,
    banned=frozenset({"01001"}),
    formats=(
        (
            "joust",
            FormatList(
                frozenset({"01002"}),
                frozenset({"01003"}),
                (Pod(("01004", "01005")), Pod(("01006",), "01002")),
            ),
        ),
        ("melee", FormatList()),
    ),
)
RAW = {
    "code": "n",
    "name": "New Pack",
    "position": 2,
    "cycle_position": 2,
    "available": "2026-11-01",
}
FOUND = (
    (Cycle("core", "Core", Edition.SECOND, 1), ("Core",)),
    (Cycle("war", "War", Edition.SECOND, 2), ("m",)),
)


def of_api(raw: dict[str, Any], known: RestrictedList | None = None) -> RestrictedList:
    (read,) = lists_of_api([raw], {known.code: known} if known else {})
    return read


def test_banned_in_every_format_is_banned_everywhere() -> None:
    assert of_api(api_list(LIST)) == LIST


def test_what_differs_stays_with_its_format() -> None:
    raw = api_list(LIST)
    raw["contents"]["melee"]["banned"] = ["01003", "01009"]
    read = of_api(raw)
    assert read.banned == {"01003"}
    assert [each.banned for _, each in read.formats] == [{"01001"}, {"01009"}]


def test_a_list_that_says_the_same_is_the_known_one() -> None:
    both = FormatList(banned=frozenset({"01003"}))
    known = replace(LIST, formats=(("joust", both), ("melee", both)))
    assert of_api(api_list(known)).banned == {"01001", "01003"}
    assert of_api(api_list(known), known) is known


def test_a_list_of_one_format_bans_nothing_in_another() -> None:
    raw = api_list(LIST)
    absent: tuple[object, ...] = ([], None)
    for nothing in absent:
        raw["contents"]["melee"] = nothing
        read = of_api(raw)
        assert read.banned == frozenset()
        assert read.formats[0][1].banned == {"01001", "01003"}
        assert read.of("melee") is None


def test_every_list_of_the_catalogue_comes_back(pools: Mapping[Edition, CardPool]) -> None:
    known = pools[Edition.SECOND]
    raw = api_of(known)[LISTS]
    assert lists_of_api(reversed(raw), known.lists) == tuple(known.lists.values())
    for new, old in zip(lists_of_api(raw, {}), known.lists.values(), strict=True):
        for name, of_format in old.formats:
            fresh = new.of(name)
            assert fresh is not None
            assert fresh.banned | new.banned == of_format.banned | old.banned
            assert (fresh.restricted, fresh.pods) == (of_format.restricted, of_format.pods)


def test_a_draft_of_a_list_does_not_count_and_a_list_of_the_past_does() -> None:
    draft = api_list(LIST, active=False)
    assert lists_of_api([draft], {}) == ()
    assert lists_of_api([draft], {LIST.code: LIST}) == (LIST,)
    assert lists_of_api([api_list(LIST, active=None)], {}) == (LIST,)


def test_unknown_codes_are_told_once_and_old_ones_not_at_all() -> None:
    cards = ["01001", "01002", "01003", "01004", "01005"]
    (warning,) = unknown_codes([LIST], cards, {})
    assert warning == "The list House list names cards that are not known: 01006."
    assert unknown_codes([LIST], cards, {LIST.code: LIST}) == ()
    many = replace(LIST, banned=frozenset(f"9000{n}" for n in range(9)))
    (warning,) = unknown_codes([many], cards, {LIST.code: LIST})
    assert warning.endswith("90000, 90001, 90002, 90003, 90004 and 4 more.")


def test_packs_and_cycles_of_the_catalogue_come_back(pools: Mapping[Edition, CardPool]) -> None:
    known = pools[Edition.SECOND]
    raw = api_of(known)
    cycles = cycles_of_api(raw[CYCLES])
    assert numbered([cycle for cycle, _ in cycles], known.cycles) == tuple(known.cycles.values())
    assert packs_of_api(raw[PACKS], cycles, known.packs) == tuple(known.packs.values())
    assert packs_of_api(reversed(raw[PACKS]), cycles, {}) == tuple(known.packs.values())


def test_a_pack_that_no_cycle_names_is_found_by_its_place() -> None:
    (read,) = packs_of_api([RAW], FOUND, {})
    assert (read.cycle, read.position, read.released) == ("war", 2, "2026-11-01")


def test_a_new_cycle_follows_the_one_before_it() -> None:
    known = {"core": Cycle("core", "Core", Edition.SECOND, 7)}
    placed = numbered([cycle for cycle, _ in FOUND], known)
    assert [cycle.position for cycle in placed] == [7, 8]


def test_a_known_pack_keeps_its_cycle_and_its_day() -> None:
    before = pack("n", cycle="core", released="2025-01-01", in_progress=True)
    (read,) = packs_of_api([RAW | {"cycle_position": 0, "available": ""}], FOUND, {"n": before})
    assert (read.cycle, read.released, read.in_progress) == ("core", "2025-01-01", True)
    (unknown,) = packs_of_api([RAW | {"available": None}], FOUND, {})
    assert unknown.released == ""


@pytest.mark.parametrize(
    "fields",
    [
        {"code": None},
        {"name": ""},
        {"cycle_position": 9},
        {"available": "2026-02-30"},
        {"available": "2026"},
        {"position": "first"},
    ],
)
def test_a_malformed_pack_is_an_error(fields: dict[str, Any]) -> None:
    with pytest.raises(AppError, match=r"^Pack .*\.$"):
        packs_of_api([RAW | fields], FOUND, {})


@pytest.mark.parametrize("raw", ["x", {}, {"code": "c"}, {"code": "c", "name": "C", "packs": 1}])
def test_a_malformed_cycle_is_an_error(raw: object) -> None:
    with pytest.raises(AppError, match=r"^Cycle .*\.$"):
        cycles_of_api([raw])

"""Files of one's own lists and cards, damaged by chance: read, or refused with their faults."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from carddb.own_cards import OwnCardsError, pack_bytes, read_own_pack, with_own_cards
from carddb.own_lists import OwnListError, carried_list, list_text, read_own_list
from carddb.pool import Pools
from carddb.terms import Edition
from tests.builders import card, pack, pool
from tests.unit.cli.test_cards import FAN
from tests.unit.cli.test_lists import LEAGUE

POOLS: Pools = {
    Edition.SECOND: pool(
        *(card(code, code=code) for code in ("01146", "01027", "01081", "16027", "17101")),
        packs=(pack(),),
    ),
    Edition.FIRST: pool(edition=Edition.FIRST),
}
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=50)
    | st.sampled_from(["01146", "plot", "agenda", "Stark", "X", "-", "joust", "code", "fan001"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
CHOICES = st.lists(st.tuples(st.integers(0, 60), VALUES, st.booleans()), min_size=1, max_size=4)


def damaged(value: Any, number: int, new: Any, *, gone: bool) -> Any:
    """Return a JSON value in which the part of a number, counted in order, is another or gone."""
    left = number

    def walk(each: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0 and left > -2:
            return new
        if isinstance(each, dict):
            kept = {}
            for key, inside in each.items():
                changed = walk(inside)
                if not (gone and changed is new):
                    kept[key] = changed
            return kept
        return list(map(walk, each)) if isinstance(each, list) else each

    return walk(value)


def bytes_of(plain: Any, changes: list[tuple[int, Any, bool]]) -> bytes:
    for number, new, gone in changes:
        plain = damaged(plain, number, new, gone=gone)
    return json.dumps(plain).encode()


def read_by(read: Callable[[], Any]) -> tuple[Any, tuple[str, ...]]:
    """Return what was read, or None and the faults; any other error fails the test."""
    try:
        return read(), ()
    except (OwnCardsError, OwnListError) as error:
        return None, error.faults


@given(CHOICES, st.booleans())
def test_a_damaged_list_is_refused_or_is_one_that_can_be_stored(changes: Any, strict: bool) -> None:
    data = bytes_of(LEAGUE, changes)
    found, faults = read_by(lambda: read_own_list(data, POOLS, strict=strict))
    assert faults or carried_list(list_text(found)) == found
    assert not any("\n" in each for each in faults)


@given(CHOICES, st.booleans())
def test_a_damaged_pack_is_refused_or_is_one_that_can_be_stored(changes: Any, strict: bool) -> None:
    data = bytes_of(FAN, changes)
    found, faults = read_by(lambda: read_own_pack(data, POOLS, strict=strict))
    if not faults:
        assert read_own_pack(pack_bytes(found), POOLS, strict=False) == found
        codes = {each.code for each in found.cards} - POOLS[Edition.SECOND].by_code.keys()
        assert with_own_cards(POOLS, [found])[Edition.SECOND].own_cards == codes


@given(st.sampled_from([FAN, LEAGUE]), st.integers(0, 900), st.binary(max_size=4))
def test_a_file_that_was_cut_or_overwritten_is_refused_or_read(
    plain: Any, place: int, new: bytes
) -> None:
    whole = json.dumps(plain).encode()
    for data in (whole[:place], whole[:place] + new + whole[place + len(new) :]):
        for read in (read_own_pack, read_own_list):
            found, faults = read_by(partial(read, data, POOLS))
            assert found is not None or faults

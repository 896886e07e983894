"""Which columns of the table of all cards there is room for, and who has what is spare."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from desktop.pages.builder.pool.pool_columns import COLUMNS, NAME, Shown
from desktop.pages.builder.pool.pool_table import PoolRoom, pool_column_widths
from tests.gui.pages.builder.pool.shown_cards import column

CARDS = frozenset({Shown.ALWAYS, Shown.WITH_DECK, Shown.WITH_OTHERS_THAN_PLOTS})


def widths_in(
    width: int, choices: Mapping[str, bool] | None = None, needs: Mapping[str, int] | None = None
) -> dict[str, int]:
    needed = {column(name): need for name, need in (needs or {}).items()}
    room = PoolRoom(width, 8, 90, CARDS, choices or {}, lambda number: needed.get(number, 0))
    return {COLUMNS[number].name: each for number, each in pool_column_widths(room).items()}


@pytest.mark.parametrize("width", range(230, 1500, 90))
@pytest.mark.parametrize("choices", [{}, {"Text": True}, {"Text": True, "Strength": True}])
def test_the_columns_are_as_wide_as_the_table(width: int, choices: dict[str, bool]) -> None:
    assert sum(widths_in(width, choices).values()) == width


def test_names_have_what_is_spare_until_they_fit() -> None:
    needs = {"Name": 250, "Traits": 150, "Pack": 50}
    tight, wide = widths_in(640, needs=needs), widths_in(900, needs=needs)
    assert tight["Name"] > COLUMNS[NAME].width * 8
    assert tight["Traits"] == COLUMNS[column("Traits")].width * 8
    assert wide["Traits"] == 150
    assert wide["Name"] > 250


def test_names_give_what_they_do_not_need_where_something_is_elided() -> None:
    found = widths_in(620, needs={"Name": 90, "Traits": 160, "Pack": 40})
    assert found["Traits"] > COLUMNS[column("Traits")].width * 8
    assert found["Name"] >= 90


def test_what_the_user_chose_goes_last() -> None:
    assert "Text" not in widths_in(900)
    assert "Strength" not in widths_in(900, {"Strength": False})
    narrow = widths_in(457, {"Text": True})
    assert "Text" in narrow
    assert "Challenge icons" not in narrow

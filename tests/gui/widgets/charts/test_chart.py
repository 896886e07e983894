"""The values and colours of charts, and what is refused."""

from __future__ import annotations

from math import nan

import pytest
from PySide6.QtWidgets import QApplication

from carddb.terms import Faction
from desktop.style.palette import DARK, LIGHT, Colours, contrast
from desktop.widgets.charts.chart import Chart, ChartStyle, Series
from tests.gui.widgets.charts.samples import SETUP


def test_the_description_has_every_value() -> None:
    assert SETUP.description.startswith("0, Wolves: 1.2% (1.0% to 1.5%), 0, Lions: 10.0%, ")
    assert "2, Lions: 50.0%" in SETUP.description
    assert SETUP.description.endswith("(n = 20,000, seed 7)")


def test_values_are_written_as_a_reader_expects() -> None:
    plain = Chart("", ("a",), (Series("", (1.0,)),))
    assert [plain.format_value(v) for v in (12.0, 1234.0, 0.0, 2.5, -0.25, nan)] == [
        "12",
        "1,234",
        "0",
        "2.50",
        "\N{MINUS SIGN}0.25",
        "\N{EN DASH}",
    ]
    share = Chart("", ("a",), (Series("", (1.0,)),), percent=True)
    assert [share.format_value(v) for v in (0.1234, 0.0, 1.0)] == ["12.3%", "0%", "100.0%"]


def test_a_chart_whose_parts_do_not_agree_is_refused() -> None:
    with pytest.raises(ValueError, match="has 1 values for 2"):
        Chart("", ("a", "b"), (Series("x", (1.0,)),))
    with pytest.raises(ValueError, match="not one interval"):
        Chart("", ("a",), (Series("x", (1.0,), (0.5,)),))
    with pytest.raises(ValueError, match="factions"):
        Chart("", ("a",), (Series("x", (1.0,)),), factions=(None, None))


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_series_have_different_colours_and_text_on_them_is_readable(
    qapp: QApplication, colours: Colours
) -> None:
    style = ChartStyle(colours, qapp.font())
    plain = Chart("", ("a",), tuple(Series(str(n), (1.0,)) for n in range(4)))
    twice = Series("x", (1.0,), faction=Faction.STARK)
    for chart in (plain, Chart("", ("a",), (twice, twice, Series("z", (1.0,))))):
        found = style.series_colours(chart)
        assert len({each.rgb() for each in found}) == len(found)
        for each in found:
            assert contrast(style.ink_on(each), each) >= 3

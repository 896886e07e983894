"""The colours of charts."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from carddb.terms import Faction
from desktop.style.palette import DARK, LIGHT, Colours, contrast
from desktop.widgets.charts.chart import Chart, ChartStyle, Series


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

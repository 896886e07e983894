"""Long names go on over the empty cell beside them."""

from __future__ import annotations

from desktop.app import Application
from desktop.pages.builder.pool.pool_columns import NAME
from desktop.pages.builder.pool.pool_table import NameDelegate
from desktop.widgets.card_delegate import cell_of


def test_a_long_name_has_the_room_of_a_sign_that_is_not_there(app: Application) -> None:
    pool = app.window.build.pool
    pool.search.setText("lannister")
    table, beside = pool.table, NAME + 1
    table.setColumnHidden(beside, False)
    table.setColumnWidth(beside, 30)
    delegate = table.itemDelegate()
    assert isinstance(delegate, NameDelegate)
    table.setColumnWidth(NAME, 400)
    first = pool.model.index(0, NAME)
    assert delegate.place_of_name(first) is None
    table.setColumnWidth(NAME, 40)
    places = set()
    for row in range(pool.model.rowCount()):
        index = pool.model.index(row, NAME)
        place = delegate.place_of_name(index)
        marked = bool(cell_of(index.siblingAtColumn(beside)).glyphs)
        places.add(place.width() if place else 0)
        assert place is None or not marked
        assert delegate.place_of_name(index.siblingAtColumn(beside)) == place
    assert 70 in places
    assert not table.grab().isNull()

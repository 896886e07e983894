"""The share of published decks that play each card: searched for, shown, and sorted by."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.pages.builder.pool.pool_columns import PLAYED
from desktop.pages.builder.pool.pool_panel import PoolPanel
from tests.gui.published_home import decklists_for, store_published
from tests.gui.samples import deck_of, open_sample, present


def shares(pool: PoolPanel) -> list[float | None]:
    return [pool.model.overlay.share_of(row.card) for row in pool.model.rows]


def test_without_a_fetch_the_search_offers_one(own_app: Application, qtbot: QtBot) -> None:
    pool = own_app.window.build.pool
    open_sample(own_app)
    assert not pool.offer.isVisible()
    pool.search.setText("played>=0.2")
    qtbot.waitUntil(lambda: not own_app.window.published.state.working)
    assert pool.offer.isVisible()
    assert not pool.error.isVisible()
    pool.search.setText("steward")
    assert not pool.offer.isVisible()


def test_cards_are_found_by_their_share(own_app: Application, qtbot: QtBot) -> None:
    open_sample(own_app)
    store_published(own_app, decklists_for(own_app))
    pool = own_app.window.build.pool
    pool.search.setText("played>=0.2")
    qtbot.waitUntil(lambda: bool(pool.remarks.words.text()))
    assert pool.remarks.words.text().startswith("Shares of ")
    assert " Stark decks since 2024" in pool.remarks.words.text()
    assert shares(pool)
    assert all((share or 0) >= 0.2 for share in shares(pool))


def test_cards_are_sorted_by_their_share(own_app: Application, qtbot: QtBot) -> None:
    open_sample(own_app)
    store_published(own_app, decklists_for(own_app))
    pool = own_app.window.build.pool
    pool.table.sortByColumn(PLAYED, Qt.SortOrder.AscendingOrder)
    qtbot.waitUntil(lambda: pool.model.overlay.context.played is not None)
    found = [-1.0 if share is None else share for share in shares(pool)]
    assert found == sorted(found, reverse=True)
    assert max(found) > 0
    played = present(pool.model.overlay.context.played)
    text = pool.model.index(0, PLAYED).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text == f"In {100 * found[0]:.0f} % of {played.words}"
    # The order stays while the deck is edited.
    own_app.session.edit(deck_of(own_app).with_copies(pool.model.rows[0].card, 1))
    assert pool.model.overlay.share_of(pool.model.rows[0].card) == found[0]

"""The Hands page: a hand, the best setup of it, a round that is played, and the odds."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.pages.hands.odds.comparison_dialog import ComparisonDialog
from desktop.pages.hands.page import HandsPage
from desktop.shell.main_window import HANDS
from tools.screenshots.album import SIZES, Album, wait_until

SEED = "7"
_CHANGES = 2  # the tab after those of the card and the odds


def scenes(album: Album) -> None:
    """Take every scene of the Hands page."""
    window = album.window
    album.open("legal.json")
    window.show_page(HANDS)
    page = album.shown(HandsPage)
    wait_until(lambda: page.board.game is not None, 60_000)
    header = page.board.view.header
    header.seed.setText(SEED)
    QTest.keyClick(header.seed, Qt.Key.Key_Return)
    _wait_for_odds(album)
    view = page.board.view
    view.steps.best.click()
    view.steps.best.click()
    page.side.setCurrentIndex(0)
    _take(album, "hands")
    page.show_odds()
    _wait_for_odds(album)
    page.odds.choose_comparison()
    album.take_over("compare-with", album.shown(ComparisonDialog))
    _play_on(album)
    page.side.setCurrentIndex(0)
    _take(album, "hands-round")
    page.show_odds()
    page.odds.tabs.setCurrentIndex(3)
    _wait_for_odds(album)
    _take(album, "rounds")
    for number, scene in ((2, "odds-cards"), (1, "odds-setup"), (0, "odds-see")):
        page.odds.tabs.setCurrentIndex(number)
        _wait_for_odds(album)
        _take(album, scene, SIZES[:1])
    _take_changes(album, page)


def _take_changes(album: Album, page: HandsPage) -> None:
    """Find which card to change, and choose the first answer."""
    panel = page.changes.load()
    page.side.setCurrentIndex(_CHANGES)
    panel.find_changes()
    wait_until(lambda: panel.model.rowCount() > 0 and album.app.tasks.idle, 120_000)
    panel.table.selectRow(0)
    _take(album, "changes", SIZES[:1])


def _play_on(album: Album) -> None:
    """Finish the setup, reveal a plot, draw, and marshal what can be paid for, from the left."""
    view = album.shown(HandsPage).board.view
    album.window.activateWindow()
    wait_until(album.window.isActiveWindow)
    view.steps.next.click()
    _enter(album, "Marched to the Wall")
    view.steps.next.click()
    view.steps.next.click()
    for name in ("The Kingsroad", "Arya Stark"):
        _enter(album, name)


def _enter(album: Album, name: str) -> None:
    """Press Enter on a card of the table."""
    album.settle()
    tiles = [tile for area in album.shown(HandsPage).board.view.board.areas for tile in area.tiles]
    for tile in tiles:
        if tile.face.card.name == name:
            tile.setFocus()
            album.settle()
            QTest.keyClick(tile, Qt.Key.Key_Return)
            album.settle()
            return


def _wait_for_odds(album: Album) -> None:
    QTest.qWait(600)  # they are counted a moment after the last change
    wait_until(lambda: album.app.tasks.idle, 60_000)


def _take(album: Album, scene: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    album.take(scene, sizes, ready=lambda: QTest.qWait(300))

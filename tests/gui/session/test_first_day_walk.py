"""A newcomer's way from the first start to texts, pictures and a gallery of both."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from carddb.pool import CardPool
from carddb.terms import Edition
from core.paths import cards_file
from desktop.app import Application
from desktop.pages.builder.pool.pool_gallery import PoolGallery
from desktop.session.card_sync import SyncPhase
from tests.gui.pages.builder.pool.shown_cards import column
from tests.gui.session import few_cards as few
from tests.gui.session.conftest import raw_card, wait_for_end
from tests.gui.widgets.cards.test_card_pictures import RED, png
from tests.thronesdb import Api

few_cards, pools, cards = few.few_cards, few.pools, few.cards

LEFT, CONTROL, KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, Qt.Key
ARYA, SHIREEN = "01141", "01051"


def words_on(shown: QWidget) -> str:
    """Return what a player reads on a part of the window."""
    found = (each for each in shown.findChildren(QLabel) if each.isVisible())
    return "\n".join(each.text() for each in found)


def colour_of(gallery: PoolGallery, row: int) -> QColor:
    """Return the colour in the middle of a card of the gallery, as it is painted."""
    place = gallery.card_place(gallery.visualRect(gallery.model().index(row, 0)))
    return gallery.viewport().grab(place).toImage().pixelColor(place.width() // 2, 70)


def is_red(colour: QColor) -> bool:
    differences = (colour.red() - RED.red(), colour.green() - RED.green())
    return all(abs(each) < 12 for each in differences)


def see_gallery(app: Application, qtbot: QtBot) -> None:
    """See pictures in the gallery of the cards that have one, and the other cards drawn."""
    pool = app.window.build.pool
    pool.search.clear()
    QTest.keyClicks(pool.search, "e:core t:character arya or shireen or hodor")
    QTest.keyClick(app.window, KEY.Key_G, CONTROL)
    gallery = pool.views.gallery
    assert gallery is not None
    assert gallery.isVisible()
    names = [
        str(gallery.model().index(row, column("Name")).data())
        for row in range(gallery.model().rowCount())
    ]
    qtbot.waitUntil(lambda: gallery.thumbnails.idle)
    for name in ("Arya Stark", "Shireen Baratheon"):
        row = names.index(name)
        qtbot.waitUntil(lambda row=row: is_red(colour_of(gallery, row)))  # type: ignore[misc]
    assert not is_red(colour_of(gallery, names.index("Hodor")))


def test_from_the_first_start_to_texts_pictures_and_the_gallery(
    *,
    elsewhere: str,
    empty_app: Application,
    api: Api,
    pools: Mapping[Edition, CardPool],
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    app, page = empty_app, empty_app.window.build
    pool, welcome = page.pool, page.deck.welcome_panel
    raw_card(api, ARYA)["text"] = "Stealth.\nOnly a shibboleth."
    for code in (ARYA, SHIREEN):
        raw_card(api, code)["image_url"] = f"{elsewhere}/pictures/{code}.png"
        picture = api.server.expect_request(f"/pictures/{code}.png")
        picture.respond_with_data(png(), content_type="image/png")

    # First start: no file is there, nobody was asked for anything.
    assert not cards_file(tmp_path / "home").exists()
    with qtbot.waitSignal(app.session.cards_loaded):
        app.load_cards()
    total = len(pools[Edition.SECOND])
    assert pool.count.text() == f"{total} cards"
    assert api.asked == []
    said = words_on(welcome)
    assert "No deck is open" in said
    assert "The texts of the cards are not here yet." in said
    assert "0.4 MB a card" in said
    assert not welcome.pictures.isChecked()
    offer = welcome.text_offer
    assert offer is not None
    QTest.keyClicks(pool.search, "arya stark e:core")
    assert pool.table.model().rowCount() == 1
    QTest.keyClick(pool.search, KEY.Key_Down)
    details = page.card_view.details
    assert details is not None
    assert "Stealth." in details.face.description()
    assert "shibboleth" not in details.face.description()

    # Texts, in one click.
    QTest.mouseClick(offer.get, LEFT)
    assert offer.progress.isVisible()
    assert offer.cancel.isVisible()
    syncing = app.card_sync_controller.card_sync
    assert wait_for_end(syncing, qtbot).phase is SyncPhase.DONE
    assert not offer.isVisible()
    assert "shibboleth" in details.face.description()
    pool.search.clear()
    QTest.keyClicks(pool.search, "shibboleth")
    assert pool.count.text() == f"1 of {total}"
    assert not [path for path in api.paths() if path.startswith("/pictures")]

    # Pictures, once they are wanted: of the cards in view that have one.
    assert details.face.picture is None
    QTest.mouseClick(welcome.pictures, LEFT, pos=QPoint(8, welcome.pictures.height() // 2))
    assert welcome.pictures.isChecked()
    qtbot.waitUntil(lambda: details.face.picture is not None)
    assert is_red(details.face.grab().toImage().pixelColor(details.face.rect().center()))
    see_gallery(app, qtbot)

"""Pictures on the disk in the piles: read in the background, none fetched."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from carddb.card import Card
from carddb.images import ImageCache, images_folder
from desktop.pages.builder.deck.pile_painter import WIDTH, FaceStyle, PilePainter, PilePictures
from desktop.style.palette import LIGHT
from desktop.widgets.cards.paint_card import FIELD_TOP
from tests.gui.widgets.cards.test_card_pictures import ARYA, RED, Stage, png, stage

__all__ = ["stage"]
PLOT = "01001"


def stored(stage: Stage, *codes: str, width: int = 600, height: int = 838) -> list[Card]:
    """Return cards whose pictures are on the disk."""
    for code in codes:
        stage.store(png(width, height), code)
    return [stage.card(code) for code in codes]


@pytest.fixture
def pictures(stage: Stage) -> PilePictures:
    stage.allowed = True
    return PilePictures(stage.tasks, stage.pictures)


def test_pictures_on_the_disk_are_read_and_no_others_fetched(
    stage: Stage, pictures: PilePictures, qtbot: QtBot
) -> None:
    (card,) = stored(stage, ARYA)
    stage.serve(png(), PLOT)
    assert pictures.of(card) is None
    with qtbot.waitSignal(pictures.changed):
        pictures.request([card, stage.card(PLOT)])
    found = pictures.of(card)
    assert found is not None
    assert (found.width(), found.pixelColor(5, 5)) == (WIDTH, RED)
    assert pictures.of(stage.card(PLOT)) is None
    assert stage.server.log == []


def test_who_prefers_drawn_cards_gets_them(
    stage: Stage, pictures: PilePictures, qtbot: QtBot
) -> None:
    (card,) = stored(stage, ARYA)
    with qtbot.waitSignal(pictures.changed):
        pictures.request([card])
    stage.pictures.toggle_preferred()
    assert pictures.of(card) is None
    pictures.request([card])
    stage.pictures.toggle_preferred()
    assert pictures.of(card) is not None


def test_a_picture_that_was_fetched_since_is_found(
    stage: Stage, pictures: PilePictures, qtbot: QtBot
) -> None:
    card = stage.card()
    pictures.request([card])
    qtbot.waitUntil(lambda: stage.tasks.idle)
    assert pictures.of(card) is None
    stage.serve(png())
    with qtbot.waitSignal(pictures.changed, check_params_cb=lambda: True):
        stage.pictures.request(card)
    qtbot.waitUntil(lambda: stage.pictures.picture(card) is not None)
    pictures.request([card])
    qtbot.waitUntil(lambda: pictures.of(card) is not None)


def test_a_damaged_picture_is_none(stage: Stage, pictures: PilePictures, qtbot: QtBot) -> None:
    (card,) = stored(stage, ARYA)
    file = ImageCache(images_folder(stage.home)).cached(card)
    assert file is not None
    file.write_bytes(file.read_bytes()[:40])
    pictures.request([card])
    qtbot.waitUntil(lambda: stage.tasks.idle)
    assert pictures.of(card) is None


@pytest.mark.parametrize(("code", "size"), [(ARYA, (300, 419)), (PLOT, (419, 300))])
def test_the_name_stays_above_a_picture_and_plots_lie_on_their_side(
    stage: Stage, code: str, size: tuple[int, int]
) -> None:
    picture = QImage(*size, QImage.Format.Format_RGB32)
    picture.fill(RED)
    card = stage.card(code)
    painter = PilePainter(lambda card: card.pack, FaceStyle(200.0, 1.0, LIGHT))
    drawn, shown = painter.face(card), painter.face(card, picture)
    height = round(200 * size[1] / size[0])
    assert abs(drawn.height() - height) <= 1
    assert abs(shown.height() - height) <= 1
    head = round(min(200, height) * FIELD_TOP / 100)
    assert drawn.copy(0, 0, 200, head - 1) == shown.copy(0, 0, 200, head - 1)
    red = [y for y in range(shown.height()) if shown.pixelColor(100, y) == RED]
    assert abs(red[0] - head) <= 2
    assert abs(red[-1] - height) <= 4
    assert painter.face(card) is drawn
    assert QColor(drawn.pixelColor(100, 100)) != RED

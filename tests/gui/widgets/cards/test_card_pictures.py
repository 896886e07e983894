"""Pictures of cards in the view: from the disk, fetched where allowed, absent elsewhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QImageWriter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytest_httpserver import HTTPServer
from pytestqt.qtbot import QtBot

from carddb.card import Card
from carddb.images import ImageCache, images_folder
from desktop.runtime.tasks import TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.cards.card_details import CardDetails
from desktop.widgets.cards.card_pictures import LARGEST, CardPictures, PictureState, read_picture
from desktop.widgets.cards.card_view import CardView
from tests.gui.samples import present

RED = QColor("#c01020")
ARYA = "01141"


def png(width: int = 300, height: int = 419) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(RED)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


class Stage:
    """A card view with its pictures, a home folder and a server of pictures."""

    def __init__(
        self, server: HTTPServer, cards: LoadedCards, tasks: TaskRunner, home: Path
    ) -> None:
        self.server, self.cards, self.tasks, self.home = server, cards, tasks, home
        self.pictures = CardPictures(self.tasks)
        self.allowed = False
        self.pictures.use(home, lambda: self.allowed)
        self.view = CardView(None, self.pictures)
        self.view.resize(300, 600)
        self.view.show()

    @property
    def details(self) -> CardDetails:
        return present(self.view.details)

    def card(self, code: str = ARYA, address: str = "") -> Card:
        card = present(self.cards.card(code))
        return replace(card, image_url=address or self.server.url_for(f"/{code}.png"))

    def serve(self, body: bytes, code: str = ARYA) -> None:
        self.server.expect_request(f"/{code}.png").respond_with_data(body)

    def store(self, body: bytes, code: str = ARYA) -> None:
        """Put the picture of a card on the disk, as an earlier session would have."""
        self.serve(body, code)
        ImageCache(images_folder(self.home)).image(self.card(code), allowed=True)
        self.server.clear_log()

    def show(self, code: str = ARYA) -> None:
        self.view.show_card(self.card(code), self.cards)

    def is_red(self) -> bool:
        shown = self.details.face.grab().toImage()
        colour = shown.pixelColor(shown.width() // 2, shown.height() // 2)
        return colour.red() > 150 and colour.green() < 60


@pytest.fixture
def stage(
    httpserver: HTTPServer, cards: LoadedCards, tasks: TaskRunner, tmp_path: Path, qtbot: QtBot
) -> Stage:
    made = Stage(httpserver, cards, tasks, tmp_path / "home")
    qtbot.addWidget(made.view)
    return made


def test_a_stored_picture_is_shown_without_the_network(stage: Stage, qtbot: QtBot) -> None:
    stage.store(png())
    stage.show()
    qtbot.waitUntil(stage.is_red)
    assert stage.server.log == []
    assert stage.details.picture_button.text() == "Drawing"
    assert "Stealth" in stage.details.text.toPlainText()
    assert stage.details.text.isVisible()


def test_a_picture_has_the_corners_of_the_drawn_card(stage: Stage, qtbot: QtBot) -> None:
    stage.store(png())
    stage.show()
    qtbot.waitUntil(stage.is_red)
    face = stage.details.face
    shown, corner = face.grab().toImage(), face.card_rect().topLeft().toPoint()
    inside = corner + QPoint(round(face.card_rect().width() / 2), 2)
    assert shown.pixelColor(corner) != shown.pixelColor(inside)
    assert shown.pixelColor(inside).red() > 150


def test_without_permission_the_card_is_drawn_and_there_is_no_message(
    stage: Stage, qtbot: QtBot
) -> None:
    stage.show()
    qtbot.waitUntil(lambda: stage.tasks.idle)
    pause = present(stage.pictures.findChild(QTimer))
    assert not pause.isActive()
    assert stage.server.log == []
    assert stage.pictures.state is PictureState.NONE
    assert not stage.is_red()
    assert stage.details.picture_state.text() == ""
    assert not stage.details.picture_button.isVisible()


def test_with_permission_it_is_fetched_and_stored(stage: Stage, qtbot: QtBot) -> None:
    stage.serve(png())
    stage.allowed = True
    stage.show()
    assert not stage.is_red()
    qtbot.waitUntil(stage.is_red)
    assert len(stage.server.log) == 1
    assert ImageCache(images_folder(stage.home)).cached(stage.card()) is not None


def test_only_the_last_of_many_cards_is_fetched(stage: Stage, qtbot: QtBot) -> None:
    stage.allowed = True
    for code in (ARYA, "01142", "01143", "01144"):
        stage.serve(png(), code)
        stage.show(code)
    qtbot.waitUntil(stage.is_red)
    assert [request.path for request, _ in stage.server.log] == ["/01144.png"]


def test_permission_given_later_is_used(stage: Stage, qtbot: QtBot) -> None:
    stage.serve(png())
    stage.show()
    stage.allowed = True
    stage.pictures.retry()
    qtbot.waitUntil(stage.is_red)


def test_offline_there_is_a_message_and_the_drawn_card(stage: Stage, qtbot: QtBot) -> None:
    stage.allowed = True
    # Nothing listens on port 1.
    stage.view.show_card(stage.card(address="http://127.0.0.1:1/01141.png"), stage.cards)
    words = stage.details.picture_state
    qtbot.waitUntil(lambda: words.text() == "No picture: offline")
    assert words.toolTip()
    assert not stage.is_red()
    stage.view.show_card(replace(stage.card(), image_url=None), stage.cards)
    assert words.text() == ""


@pytest.mark.parametrize("body", [b"<html>no picture</html>", b"\x89PNG\r\n\x1a\n" + bytes(200)])
def test_a_damaged_picture_leaves_the_card_drawn(stage: Stage, qtbot: QtBot, body: bytes) -> None:
    stage.serve(body)
    stage.allowed = True
    stage.show()
    qtbot.waitUntil(lambda: stage.details.picture_state.text() == "No picture")
    assert not stage.is_red()


def test_the_choice_of_the_drawing_is_remembered_for_the_session(
    stage: Stage, qtbot: QtBot
) -> None:
    stage.store(png())
    stage.store(png(), "01142")
    stage.show()
    qtbot.waitUntil(stage.is_red)
    QTest.keyClick(stage.details.picture_button, Qt.Key.Key_Space)
    assert not stage.is_red()
    assert stage.details.picture_button.text() == "Picture"
    stage.show("01142")
    qtbot.waitUntil(lambda: stage.pictures.state is PictureState.FOUND)
    assert not stage.is_red()
    QTest.mouseClick(stage.details.picture_button, Qt.MouseButton.LeftButton)
    assert stage.is_red()


def test_a_wide_picture_is_shown_in_its_proportions(stage: Stage, qtbot: QtBot) -> None:
    stage.store(png(419, 300))
    stage.show()
    qtbot.waitUntil(stage.is_red)
    rect = stage.details.face.card_rect()
    assert rect.width() / rect.height() == pytest.approx(419 / 300, abs=0.03)
    qtbot.waitUntil(lambda: stage.details.face.height() < rect.height() + 10)


def test_no_other_format_is_read_than_the_ending_says(tmp_path: Path, qapp: QApplication) -> None:
    file = tmp_path / "drawing.png"
    file.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    assert read_picture(file) is None


def test_a_huge_picture_is_read_smaller(tmp_path: Path, qapp: QApplication) -> None:
    file = tmp_path / "huge.png"
    file.write_bytes(png(LARGEST * 2, 50))
    image = present(read_picture(file))
    assert image.width() == LARGEST

"""Cards as images: drawn or pictured, made in workers, and bounded in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytest_httpserver import HTTPServer
from pytestqt.qtbot import QtBot

from carddb.card import Card
from carddb.images import ImageCache, images_folder
from carddb.terms import CardType
from desktop.runtime.tasks import TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import scaled_font
from desktop.style.palette import DARK, LIGHT
from desktop.widgets.cards import card_painter, card_thumbnails
from desktop.widgets.cards.card_face import CardFace
from desktop.widgets.cards.card_painter import card_image, draw_card
from desktop.widgets.cards.card_pictures import (
    CardPictures,
    card_picture_file,
    read_picture,
)
from desktop.widgets.cards.card_thumbnails import (
    AT_ONCE,
    CardThumbnails,
    Look,
    ThumbnailRequest,
    make_thumbnail,
)
from desktop.widgets.cards.paint_card import FIELD_TOP, FaceLook, aspect_of
from tests.builders import card
from tests.gui.samples import card_of, present
from tests.long_run import times
from tests.running import run_python

LOOK = Look(120)
WITH_HEAD = FaceLook(piled=True)
UPRIGHT = QSize(300, 419)
KEPT = 8
RED = QColor("#c01020")


def made_thumbnail(home: Path | None, wanted: ThumbnailRequest, look: Look = LOOK) -> QImage:
    return make_thumbnail(home, wanted, look, lambda *_: None)


@pytest.fixture
def pictures(tasks: TaskRunner, tmp_path: Path) -> CardPictures:
    found = CardPictures(tasks)
    found.use(tmp_path, lambda: False)
    return found


@pytest.fixture
def wanted(cards: LoadedCards) -> list[ThumbnailRequest]:
    upright = [row for row in cards.rows[:60] if row.card.type is not CardType.PLOT]
    return [ThumbnailRequest(row.card, row.pack) for row in upright[:40]]


@pytest.fixture
def thumbnails(tasks: TaskRunner, pictures: CardPictures, qtbot: QtBot) -> Iterator[CardThumbnails]:
    made = CardThumbnails(tasks, pictures, most_bytes=KEPT * LOOK.size.width() * 168 * 4)
    yield made
    qtbot.waitUntil(lambda: made.idle)


def test_the_first_wanted_come_first_and_what_is_no_longer_wanted_is_dropped(
    thumbnails: CardThumbnails, wanted: list[ThumbnailRequest], qtbot: QtBot
) -> None:
    ready: list[str] = []
    thumbnails.ready.connect(ready.append)
    thumbnails.want(wanted[:20], LOOK)
    make(thumbnails, wanted[30:35], LOOK, qtbot)
    codes = [each.card.code for each in wanted]
    # Those that were begun are finished, in any order beside the next.
    assert sorted(ready) == sorted(codes[:AT_ONCE] + codes[30:35])


ALONE = """
from PySide6.QtWidgets import QApplication
from carddb import catalogue
from carddb.terms import Edition
from desktop.runtime.tasks import TaskRunner
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.card_thumbnails import (CardThumbnails, Look, ThumbnailRequest)
import sys

sys.setswitchinterval(1e-5)
app = QApplication([])
tasks = TaskRunner(app)
thumbnails = CardThumbnails(tasks, CardPictures(tasks))
cards = catalogue.cards(Edition.SECOND)[:8]
thumbnails.ready.connect(lambda _: app.quit() if len(thumbnails._images) == len(cards) else None)
thumbnails.want([ThumbnailRequest(card, "Core") for card in cards], Look(120))
app.exec()
"""


def test_the_first_cards_of_a_process_are_drawn_by_two_workers_at_once() -> None:
    """Qt types that two threads create at once, at their first use, end the process."""
    done = run_python("-c", ALONE)
    assert (done.returncode, done.stderr) == (0, "")


def test_memory_is_bounded_and_the_last_seen_stay(
    thumbnails: CardThumbnails, wanted: list[ThumbnailRequest], qtbot: QtBot
) -> None:
    for start in range(0, 2 * KEPT, 4):
        make(thumbnails, wanted[start : start + 4], LOOK, qtbot)
        assert thumbnails.bytes <= KEPT * LOOK.size.width() * LOOK.size.height() * 4
    there = [thumbnails.image(each.card.code) is not None for each in wanted[: 2 * KEPT]]
    assert there == [False] * KEPT + [True] * KEPT


def test_all_that_is_wanted_at_once_is_there_however_much_it_takes(
    thumbnails: CardThumbnails, wanted: list[ThumbnailRequest], qtbot: QtBot
) -> None:
    several = wanted[: KEPT + 4]
    make(thumbnails, several, LOOK, qtbot)
    assert all(thumbnails.image(each.card.code) is not None for each in several)


def test_another_size_stands_in_until_the_right_one_is_there(
    thumbnails: CardThumbnails, wanted: list[ThumbnailRequest], qtbot: QtBot
) -> None:
    code = wanted[0].card.code
    make(thumbnails, wanted[:1], LOOK, qtbot)
    thumbnails.want(wanted[:1], Look(200))
    image = present(thumbnails.image(code))
    assert image.width() == 120
    qtbot.waitUntil(lambda: thumbnails.idle)
    image = present(thumbnails.image(code))
    assert image.width() == 200
    assert thumbnails.bytes == image.sizeInBytes()


Pictured = Callable[..., Card]


@pytest.fixture
def pictured(httpserver: HTTPServer, tmp_path: Path) -> Pictured:
    """Put a picture of a card, all red, on the disk; return the card with its address."""

    def stored(card: Card, size: QSize = UPRIGHT) -> Card:
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(RED)
        file = tmp_path / "red.png"
        assert image.save(str(file))
        httpserver.expect_request("/red.png").respond_with_data(file.read_bytes())
        found = replace(card, image_url=httpserver.url_for("/red.png"))
        ImageCache(images_folder(tmp_path)).image(found, allowed=True)
        return found

    return stored


def make(
    thumbnails: CardThumbnails, wanted: list[ThumbnailRequest], look: Look, qtbot: QtBot
) -> None:
    """Want thumbnails, and wait until they are there."""
    thumbnails.want(wanted, look)
    qtbot.waitUntil(lambda: thumbnails.idle)


def test_a_picture_is_as_wide_as_it_is_wanted(
    tmp_path: Path, wanted: list[ThumbnailRequest], pictured: Pictured
) -> None:
    shown = replace(wanted[0], card=pictured(wanted[0].card))
    for width in (90, 160, 360, 900):
        image = made_thumbnail(tmp_path, shown, Look(width))
        assert image.width() == width
        assert is_red(image)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_card_is_drawn_with_the_pixels_of_the_screen(
    wanted: list[ThumbnailRequest], ratio: float
) -> None:
    look = Look(round(120 * ratio), ratio=ratio)
    image = made_thumbnail(None, wanted[0], look)
    assert image.width() == look.width
    assert image.devicePixelRatio() == ratio


def test_plots_lie_on_their_side_with_a_picture_and_without(
    cards: LoadedCards, pictured: Pictured, tmp_path: Path
) -> None:
    plot = card_of(cards, "01001")
    with_picture = pictured(plot, QSize(419, 300))
    for each in (plot, with_picture):
        image = made_thumbnail(tmp_path, ThumbnailRequest(each, "Core"))
        assert image.width() == LOOK.width
        assert abs(image.height() - LOOK.width * 63 / 88) < 2, each.image_url
    assert is_red(image)


def is_red(image: QImage | None) -> bool:
    assert image is not None
    colour = image.pixelColor(image.rect().center())
    return abs(colour.red() - RED.red()) < 12 and colour.blue() < 60


def test_the_picture_is_shown_where_it_is_and_preferred(
    thumbnails: CardThumbnails, wanted: list[ThumbnailRequest], pictured: Pictured, qtbot: QtBot
) -> None:
    pictures = thumbnails.pictures
    card = pictured(wanted[0].card)
    shown = [ThumbnailRequest(card, wanted[0].pack)]
    make(thumbnails, shown, LOOK, qtbot)
    assert is_red(thumbnails.image(card.code))
    with qtbot.waitSignal(thumbnails.renewed):
        pictures.toggle_preferred()
    make(thumbnails, shown, LOOK, qtbot)
    assert not is_red(thumbnails.image(card.code))


def test_a_picture_that_comes_later_replaces_the_drawing(
    thumbnails: CardThumbnails,
    wanted: list[ThumbnailRequest],
    pictured: Pictured,
    httpserver: HTTPServer,
    qtbot: QtBot,
) -> None:
    pictures = thumbnails.pictures
    card = replace(wanted[0].card, image_url=httpserver.url_for("/red.png"))
    shown = [ThumbnailRequest(card, wanted[0].pack)]
    make(thumbnails, shown, LOOK, qtbot)
    assert not is_red(thumbnails.image(card.code))
    pictured(card)
    pictures.request(card)
    qtbot.waitUntil(lambda: pictures.picture(card) is not None)
    make(thumbnails, shown, LOOK, qtbot)
    assert is_red(thumbnails.image(card.code))


def test_without_drawings_only_pictures_have_an_image(
    thumbnails: CardThumbnails, wanted: list[ThumbnailRequest], pictured: Pictured, qtbot: QtBot
) -> None:
    card = pictured(wanted[0].card)
    shown = [ThumbnailRequest(card, ""), wanted[1]]
    make(thumbnails, shown, replace(LOOK, drawn=False), qtbot)
    assert is_red(thumbnails.picture(card.code))
    assert thumbnails.picture(wanted[1].card.code) is None
    thumbnails.pictures.toggle_preferred()
    assert thumbnails.picture(card.code) is None
    thumbnails.want(shown, replace(LOOK, drawn=False))
    assert thumbnails.idle


def test_a_damaged_picture_is_none(
    thumbnails: CardThumbnails,
    wanted: list[ThumbnailRequest],
    pictured: Pictured,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    card = pictured(wanted[0].card)
    file = present(card_picture_file(tmp_path, card))
    file.write_bytes(file.read_bytes()[:40])
    make(thumbnails, [ThumbnailRequest(card, "")], replace(LOOK, drawn=False), qtbot)
    assert thumbnails.image(card.code) is not None
    assert thumbnails.picture(card.code) is None


def test_a_picture_that_goes_while_it_is_wanted_is_drawn_and_shown_when_it_is_back(
    wanted: list[ThumbnailRequest],
    pictured: Pictured,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    card = pictured(wanted[0].card)
    shown = ThumbnailRequest(card, wanted[0].pack)
    picture = present(card_picture_file(tmp_path, card))
    body = picture.read_bytes()

    def read(file: Path) -> QImage | None:
        picture.unlink(missing_ok=True)
        return read_picture(file)

    # It goes after it was found.
    monkeypatch.setattr(card_thumbnails, "read_picture", read)
    assert not is_red(made_thumbnail(tmp_path, shown))
    monkeypatch.undo()
    picture.write_bytes(body)
    assert is_red(made_thumbnail(tmp_path, shown))


CHARACTER = card(strength=3, cost=3)
PLOT = card("A Feast", type=CardType.PLOT)


def red(width: int, height: int) -> QImage:
    picture = QImage(width, height, QImage.Format.Format_RGB32)
    picture.fill(RED)
    return picture


def size_of(shown: Card, width: int = 200) -> QSize:
    return QSize(width, round(width * aspect_of(shown)))


SIDES = (0, 1, 2, 3, 7, 40, 300)


@pytest.mark.parametrize("card_type", CardType)
def test_a_face_is_drawn_into_any_room(qtbot: QtBot, card_type: CardType) -> None:
    face = CardFace(None)
    qtbot.addWidget(face)
    face.show_card(card(type=card_type, traits=("Knight",), cost=3, strength=3), "Core Set")
    for width, height in product(SIDES, SIDES):
        face.resize(QSize(width, height))
        if width and height:  # nothing else is painted
            face.grab()
        assert face.keyword_places() == []


@pytest.mark.parametrize("ratio", [1.0, 1.5])
@pytest.mark.parametrize("picture", [None, red(300, 419), red(419, 300)])
def test_a_card_is_drawn_in_any_size(ratio: float, picture: QImage | None) -> None:
    # Qt's warnings fail a test: an image of no size cannot be painted on.
    for width, height in product(SIDES, SIDES):
        made = draw_card(CHARACTER, "", QSize(width, height), ratio, LIGHT, picture, look=WITH_HEAD)
        assert made.image.isNull() is (min(width, height) < 4)


@pytest.mark.parametrize("ratio", [1.0, 1.5])
@pytest.mark.parametrize("shown", [CHARACTER, PLOT])
@pytest.mark.parametrize("picture", [red(300, 419), red(419, 300), red(900, 100)])
def test_a_picture_fills_the_card_whatever_its_proportions(
    shown: Card, picture: QImage, ratio: float
) -> None:
    image = draw_card(shown, "", size_of(shown), ratio, LIGHT, picture).image
    right, bottom = image.width() - 1, image.height() - 1
    for x, y in ((right // 2, 2), (right // 2, bottom - 2), (2, bottom // 2), (right - 2, 60)):
        assert image.pixelColor(x, y) == RED
    for x, y in ((0, 0), (right, 0), (0, bottom), (right, bottom)):
        assert image.pixelColor(x, y).alpha() < 40


@pytest.mark.parametrize("shown", [CHARACTER, PLOT])
def test_the_name_stays_above_a_picture(shown: Card) -> None:
    size = size_of(shown)
    drawn = draw_card(shown, "", size, 1.0, LIGHT, look=WITH_HEAD).image
    pictured = draw_card(shown, "", size, 1.0, LIGHT, red(300, 419), look=WITH_HEAD).image
    head = round(min(size.width(), size.height()) * FIELD_TOP / 100)
    assert drawn.copy(0, 0, 200, head - 1) == pictured.copy(0, 0, 200, head - 1)
    found = [y for y in range(pictured.height()) if pictured.pixelColor(100, y) == RED]
    assert abs(found[0] - head) <= 2
    assert abs(found[-1] - size.height()) <= 4
    assert drawn.pixelColor(100, 100) != RED


def test_a_card_that_looks_the_same_is_drawn_once() -> None:
    size, font = size_of(CHARACTER), QApplication.font()
    made = card_image(CHARACTER, "Core", size, 1.0, LIGHT)
    assert card_image(CHARACTER, "Core", size, 1.0, LIGHT) is made
    picture = red(300, 419)
    shown = card_image(CHARACTER, "Core", size, 1.0, LIGHT, picture)
    assert card_image(CHARACTER, "Core", size, 1.0, LIGHT, picture) is shown
    others = [
        shown,
        card_image(CHARACTER, "Core", size, 1.0, LIGHT, red(300, 419)),
        card_image(CHARACTER, "Core", size, 1.0, DARK),
        card_image(CHARACTER, "Core", size, 2.0, LIGHT),
        card_image(CHARACTER, "Wolves", size, 1.0, LIGHT),
        card_image(CHARACTER, "Core", size_of(CHARACTER, 210), 1.0, LIGHT),
    ]
    QApplication.setFont(scaled_font(font, 1.3))
    others.append(card_image(CHARACTER, "Core", size, 1.0, LIGHT))
    QApplication.setFont(font)
    assert len({id(each) for each in (made, *others)}) == len(others) + 1


def test_only_the_last_cards_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    size = size_of(CHARACTER)
    monkeypatch.setattr(card_painter, "_painted", card_painter.CardImages())
    monkeypatch.setattr(card_painter, "MOST_BYTES", 3 * size.width() * size.height() * 4)
    first, second, third = (card_image(CHARACTER, f"{n}", size, 1.0, LIGHT) for n in range(3))
    assert card_image(CHARACTER, "0", size, 1.0, LIGHT) is first
    assert card_image(CHARACTER, "1", size, 1.0, LIGHT) is second
    card_image(CHARACTER, "another", size, 1.0, LIGHT)
    assert card_image(CHARACTER, "0", size, 1.0, LIGHT) is first
    assert card_image(CHARACTER, "2", size, 1.0, LIGHT) is not third


STATM = Path("/proc/self/statm")
WARM, WALKED = 20, times(70, 600)
# Letters and glyphs that are drawn for the first time take a few; a drawing of each, twice as much.
MOST_MB = times(12, 25)
WALK = f"""
import json
from pathlib import Path
from resource import getpagesize

from PySide6.QtWidgets import QWidget

from carddb import catalogue
from desktop.app import make_app
from desktop.session.loaded_cards import LoadedCards, pool_rows
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.large_card import LargeCard
from desktop.widgets.cards.card_view import CardView

app = make_app()
pools = catalogue.pools()
cards = LoadedCards(pools, {{}}, pool_rows(pools), (), shipped=catalogue.as_of())
window = QWidget()
window.resize(360, 500)
view = CardView(window)
view.resize(320, 500)
window.show()
large = LargeCard(window)
large.open_over(view)

def megabytes():
    return int(Path("{STATM}").read_text().split()[1]) * getpagesize() / 2**20

weighed = []
for number, row in enumerate(cards.rows[:: len(cards.rows) // {WALKED}]):
    view.show_card(row.card, cards)
    large.show_card(row.card, cards, CardDeckInfo())
    app.processEvents()
    weighed.append(megabytes())
print(json.dumps(weighed))
"""


@pytest.mark.skipif(not STATM.exists(), reason="only Linux tells there what a process weighs")
def test_hundreds_of_cards_that_were_looked_at_are_not_kept() -> None:
    weighed = json.loads(run_python("-c", WALK).stdout)
    assert len(weighed) >= WALKED
    assert weighed[-1] - weighed[WARM] < MOST_MB

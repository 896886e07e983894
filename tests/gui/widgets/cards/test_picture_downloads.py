"""Pictures of the cards in view: fetched nearest first, a few at a time, only while in view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Lock

import pytest
from PySide6.QtCore import QPoint, QTimer
from pytest_httpserver import HTTPServer
from pytestqt.qtbot import QtBot
from werkzeug import Request, Response

from carddb.card import Card
from carddb.images import ImageCache, images_folder
from carddb.pool import CardPool
from carddb.terms import Edition
from core.download import Limits
from desktop.app import Application
from desktop.pages.builder.deck.deck_model import DeckCardColumn
from desktop.pages.hands.page import HandsPage
from desktop.runtime.tasks import TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import HANDS
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards import card_pictures
from desktop.widgets.cards.card_pictures import DOWNLOADS_AT_ONCE, PictureDownloads, nearest_first
from tests.gui.conftest import loaded, shown
from tests.gui.pixels import inks_of
from tests.gui.samples import WOLVES, open_sample
from tests.gui.widgets.cards.test_card_pictures import RED, png

CODES = [f"01{number:03}" for number in range(1, 31)]


class PictureServer:
    """A server of one picture under any name, which can be held up."""

    def __init__(self, server: HTTPServer) -> None:
        self.server, self.body = server, png()
        self.asked: list[str] = []
        self.most_at_once = 0
        self.open = Event()
        self.open.set()
        self._now, self._lock = 0, Lock()
        server.expect_request("/pictures").respond_with_handler(self._answer)

    def address(self, code: str) -> str:
        return f"{self.server.url_for('/pictures')}?{code}"

    def _answer(self, request: Request) -> Response:
        with self._lock:
            self.asked.append(request.query_string.decode())
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        self.open.wait(30)
        with self._lock:
            self._now -= 1
        return Response(self.body)


@pytest.fixture
def server() -> Iterator[PictureServer]:
    """Serve pictures on loopback, several at once."""
    with HTTPServer(threaded=True) as serving:
        made = PictureServer(serving)
        yield made
        made.open.set()


@pytest.fixture(autouse=True)
def short_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the user to stop scrolling."""
    monkeypatch.setattr(card_pictures, "FETCH_DELAY_MS", 1)


@pytest.fixture
def downloads(tasks: TaskRunner, tmp_path: Path) -> PictureDownloads:
    made = PictureDownloads(tasks)
    made.use(tmp_path, lambda: True)
    return made


@pytest.fixture
def in_view(cards: LoadedCards, server: PictureServer) -> list[Card]:
    """Return cards whose pictures are on the server."""
    found = [cards.card(code) for code in CODES]
    return [replace(card, image_url=server.address(card.code)) for card in found if card]


def on_disk(home: Path, cards: list[Card]) -> list[str]:
    cache = ImageCache(images_folder(home))
    return [card.code for card in cards if cache.cached(card)]


def test_the_first_come_first_and_only_a_few_at_a_time(
    downloads: PictureDownloads,
    in_view: list[Card],
    server: PictureServer,
    tasks: TaskRunner,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    server.open.clear()
    downloads.want(tasks, in_view[:8])
    qtbot.waitUntil(lambda: len(server.asked) == DOWNLOADS_AT_ONCE)
    server.open.set()
    qtbot.waitUntil(lambda: len(on_disk(tmp_path, in_view)) == 8)
    qtbot.waitUntil(lambda: tasks.idle)
    assert sorted(server.asked[:DOWNLOADS_AT_ONCE]) == CODES[:DOWNLOADS_AT_ONCE]
    assert sorted(server.asked) == CODES[:8]
    assert server.most_at_once == DOWNLOADS_AT_ONCE
    downloads.want(tasks, in_view[4:8])
    downloads.want(tasks, in_view[:8])
    downloads.retry()
    qtbot.waitUntil(lambda: tasks.idle)
    assert len(server.asked) == 8


def test_what_scrolled_away_is_cancelled(
    downloads: PictureDownloads,
    in_view: list[Card],
    server: PictureServer,
    tasks: TaskRunner,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    server.open.clear()
    downloads.want(tasks, in_view[:10])
    qtbot.waitUntil(lambda: len(server.asked) == DOWNLOADS_AT_ONCE)
    downloads.want(tasks, in_view[20:23])
    # The server still holds the first ones: they have made room all the same.
    qtbot.waitUntil(lambda: len(server.asked) == 2 * DOWNLOADS_AT_ONCE)
    server.open.set()
    qtbot.waitUntil(lambda: len(on_disk(tmp_path, in_view)) == 3)
    qtbot.waitUntil(lambda: tasks.idle)
    assert on_disk(tmp_path, in_view) == CODES[20:23]
    assert sorted(server.asked) == sorted(CODES[:DOWNLOADS_AT_ONCE] + CODES[20:23])


def test_views_take_turns_and_share_what_both_show(
    downloads: PictureDownloads,
    in_view: list[Card],
    server: PictureServer,
    tasks: TaskRunner,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    other = QTimer()
    server.open.clear()
    downloads.want(tasks, in_view[:5])
    downloads.want(other, in_view[4:8])
    qtbot.waitUntil(lambda: len(server.asked) == DOWNLOADS_AT_ONCE)
    assert sorted(server.asked) == [CODES[0], CODES[4]]
    server.open.set()
    qtbot.waitUntil(lambda: len(on_disk(tmp_path, in_view)) == 8)
    assert sorted(server.asked) == CODES[:8]


def test_nothing_is_fetched_without_permission_and_all_once_it_is_given(
    tasks: TaskRunner, in_view: list[Card], server: PictureServer, tmp_path: Path, qtbot: QtBot
) -> None:
    allowed = False
    downloads = PictureDownloads(tasks)
    downloads.use(tmp_path, lambda: allowed)
    downloads.want(tasks, in_view[:3])
    qtbot.waitUntil(lambda: tasks.idle)
    assert server.asked == []
    allowed = True
    downloads.retry()
    qtbot.waitUntil(lambda: len(on_disk(tmp_path, in_view)) == 3)
    server.open.clear()
    downloads.want(tasks, in_view[5:])
    qtbot.waitUntil(lambda: len(server.asked) == 3 + DOWNLOADS_AT_ONCE)
    allowed = False
    downloads.retry()
    qtbot.waitUntil(lambda: tasks.idle)
    assert len(on_disk(tmp_path, in_view)) == 3


def test_a_picture_that_is_too_large_is_not_kept_nor_asked_for_again_at_once(
    downloads: PictureDownloads,
    in_view: list[Card],
    server: PictureServer,
    tasks: TaskRunner,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = Limits(bytes=len(server.body) - 1, tries=1)
    small = ImageCache(images_folder(tmp_path), limits=limits)
    monkeypatch.setattr(card_pictures, "_cache_of", lambda _: small)
    downloads.want(tasks, in_view[:2])
    qtbot.waitUntil(lambda: len(server.asked) == 2)
    qtbot.waitUntil(lambda: tasks.idle)
    downloads.want(tasks, in_view[:3])
    qtbot.waitUntil(lambda: len(server.asked) == 3)
    qtbot.waitUntil(lambda: tasks.idle)
    assert sorted(server.asked) == CODES[:3]
    assert on_disk(tmp_path, in_view) == []
    error = downloads.error(in_view[0])
    assert error is not None
    assert "is larger than" in error.sentence


def test_nearest_first(in_view: list[Card]) -> None:
    places = [(QPoint(10 * number, 0), card) for number, card in enumerate(in_view[:5])]
    found = [card.code for card in nearest_first(places, QPoint(21, 0))]
    assert found == [CODES[number] for number in (2, 3, 1, 4, 0)]


@pytest.fixture
def pictured_app(
    new_app: Callable[[], Application], cards: LoadedCards, server: PictureServer, qtbot: QtBot
) -> Application:
    """Show a deck in a window that may fetch pictures, and knows where those of its cards are."""
    deck = next(each.deck for each in cards.samples if each.deck.name == WOLVES)
    core = cards.pools[Edition.SECOND]
    wanted = dict.fromkeys([*(card for card, _ in deck.slots), *core.cards[:300]])
    pictured = [replace(card, image_url=server.address(card.code)) for card in wanted]
    pool = CardPool(Edition.SECOND, pictured, core.packs.values())
    pools = {Edition.FIRST: CardPool(Edition.FIRST, ()), Edition.SECOND: pool}
    app = new_app()
    app.settings.pictures = True
    app.session.receive_cards(loaded(pools))
    shown(app, qtbot)
    open_sample(app)
    return app


def test_gallery_piles_and_hand_get_the_pictures_of_the_cards_in_view(
    pictured_app: Application, server: PictureServer, qtbot: QtBot
) -> None:
    window = pictured_app.window
    build = window.build
    build.pool.views.button.click()
    gallery = build.pool.views.gallery
    assert gallery is not None
    qtbot.waitUntil(lambda: bool(gallery.rows_at(gallery.viewport().rect())))

    def cards_in_gallery() -> set[str]:
        rows = gallery.rows_at(gallery.viewport().rect())
        return {build.pool.model.card_at(row).code for row in rows}

    def is_red(code: str) -> bool:
        image = gallery.thumbnails.image(code)
        return image is not None and image.pixelColor(image.rect().center()).green() < 60

    qtbot.waitUntil(lambda: all(map(is_red, cards_in_gallery())))
    selected = build.pictures.card
    assert set(server.asked) <= cards_in_gallery() | {selected.code if selected else ""}
    gallery.verticalScrollBar().setValue(gallery.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: all(map(is_red, cards_in_gallery())))
    build.deck.toggle_piles()
    assert build.deck.piles is not None
    piles = build.deck.piles.view
    model, area = build.deck.model, piles.viewport().rect()
    sections = [model.index(number, 0) for number in range(model.rowCount())]
    rows = [
        model.index(row, DeckCardColumn.NAME, each)
        for each in sections
        for row in range(model.rowCount(each))
    ]
    in_piles = {row.data(Role.CARD).code for row in rows if piles.visualRect(row) & area}
    assert len(in_piles) > 5
    qtbot.waitUntil(lambda: in_piles <= set(server.asked))
    qtbot.waitUntil(lambda: RED.rgb() in inks_of(piles.viewport().grab().toImage()))
    window.show_page(HANDS)
    page = window.findChild(HandsPage)
    assert page is not None
    qtbot.waitUntil(lambda: page.board.game is not None)
    board = page.board.view.board
    qtbot.waitUntil(lambda: all(tile.picture is not None for tile in board.hand.tiles))
    assert len(server.asked) == len(set(server.asked))
    assert server.most_at_once <= DOWNLOADS_AT_ONCE

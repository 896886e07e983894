"""Pictures of the cards in view: fetched nearest first, a few at a time, only while in view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Lock
from time import sleep

import pytest
from PySide6.QtCore import QModelIndex, QObject, QPoint, QTimer
from pytest_httpserver import HTTPServer
from pytestqt.qtbot import QtBot
from werkzeug import Request, Response

from carddb.card import Card
from carddb.images import ImageCache, images_folder
from carddb.pool import CardPool
from carddb.terms import CardType, Edition
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
from tests.gui.samples import WOLVES, card_of, open_sample, present
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
        self.open.wait(120)
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


@dataclass
class Stage:
    """Downloads into a home folder, and cards whose pictures are on a server."""

    downloads: PictureDownloads
    cards: list[Card]
    server: PictureServer
    tasks: TaskRunner
    home: Path
    allowed: bool = True

    def want(self, first: int, after: int, owner: QObject | None = None) -> None:
        self.downloads.want(owner or self.tasks, self.cards[first:after])

    @property
    def on_disk(self) -> list[str]:
        cache = ImageCache(images_folder(self.home))
        return [card.code for card in self.cards if cache.cached(card)]


@pytest.fixture
def stage(tasks: TaskRunner, cards: LoadedCards, server: PictureServer, tmp_path: Path) -> Stage:
    found = [card_of(cards, code) for code in CODES]
    pictured = [replace(card, image_url=server.address(card.code)) for card in found]
    made = Stage(PictureDownloads(tasks), pictured, server, tasks, tmp_path)
    made.downloads.use(tmp_path, lambda: made.allowed)
    return made


def test_the_first_come_first_and_only_a_few_at_a_time(stage: Stage, qtbot: QtBot) -> None:
    server = stage.server
    server.open.clear()
    stage.want(0, 8)
    qtbot.waitUntil(lambda: len(server.asked) == DOWNLOADS_AT_ONCE)
    server.open.set()
    qtbot.waitUntil(lambda: len(stage.on_disk) == 8)
    qtbot.waitUntil(lambda: stage.tasks.idle)
    assert sorted(server.asked[:DOWNLOADS_AT_ONCE]) == CODES[:DOWNLOADS_AT_ONCE]
    assert sorted(server.asked) == CODES[:8]
    assert server.most_at_once == DOWNLOADS_AT_ONCE
    stage.want(4, 8)
    stage.want(0, 8)
    stage.downloads.retry()
    qtbot.waitUntil(lambda: stage.tasks.idle)
    assert len(server.asked) == 8


def test_what_scrolled_away_is_cancelled(stage: Stage, qtbot: QtBot) -> None:
    server = stage.server
    server.open.clear()
    stage.want(0, 10)
    qtbot.waitUntil(lambda: len(server.asked) == DOWNLOADS_AT_ONCE)
    stage.want(20, 23)
    # The server still holds the first ones: they have made room all the same.
    qtbot.waitUntil(lambda: len(server.asked) == 2 * DOWNLOADS_AT_ONCE)
    server.open.set()
    qtbot.waitUntil(lambda: len(stage.on_disk) == 3)
    qtbot.waitUntil(lambda: stage.tasks.idle)
    assert stage.on_disk == CODES[20:23]
    assert sorted(server.asked) == sorted(CODES[:DOWNLOADS_AT_ONCE] + CODES[20:23])


def test_views_take_turns_and_share_what_both_show(stage: Stage, qtbot: QtBot) -> None:
    other = QTimer()
    stage.server.open.clear()
    stage.want(0, 5)
    stage.want(4, 8, other)
    qtbot.waitUntil(lambda: len(stage.server.asked) == DOWNLOADS_AT_ONCE)
    assert sorted(stage.server.asked) == [CODES[0], CODES[4]]
    stage.server.open.set()
    qtbot.waitUntil(lambda: len(stage.on_disk) == 8)
    assert sorted(stage.server.asked) == CODES[:8]


def test_nothing_is_fetched_without_permission_and_all_once_it_is_given(
    stage: Stage, qtbot: QtBot
) -> None:
    stage.allowed = False
    stage.want(0, 3)
    qtbot.waitUntil(lambda: stage.tasks.idle)
    assert stage.server.asked == []
    stage.allowed = True
    stage.downloads.retry()
    qtbot.waitUntil(lambda: len(stage.on_disk) == 3)
    stage.server.open.clear()
    stage.want(5, 30)
    qtbot.waitUntil(lambda: len(stage.server.asked) == 3 + DOWNLOADS_AT_ONCE)
    stage.allowed = False
    stage.downloads.retry()
    qtbot.waitUntil(lambda: stage.tasks.idle)
    assert len(stage.on_disk) == 3


def test_a_picture_that_is_too_large_is_not_kept_nor_asked_for_again_at_once(
    stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(bytes=len(stage.server.body) - 1, tries=1)
    small = ImageCache(images_folder(stage.home), limits=limits)
    monkeypatch.setattr(card_pictures, "_cache_of", lambda _: small)
    for wanted in (2, 3):
        stage.want(0, wanted)
        qtbot.waitUntil(lambda count=wanted: len(stage.server.asked) == count)  # type: ignore[misc]
        qtbot.waitUntil(lambda: stage.tasks.idle)
    assert sorted(stage.server.asked) == CODES[:3]
    assert stage.on_disk == []
    error = present(stage.downloads.error(stage.cards[0]))
    assert "is larger than" in error.sentence


def test_nearest_first(stage: Stage) -> None:
    places = [(QPoint(10 * number, 0), card) for number, card in enumerate(stage.cards[:5])]
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
    server.open.clear()
    build.pool.views.button.trigger()
    gallery = present(build.pool.views.gallery)
    qtbot.waitUntil(lambda: bool(gallery.rows_at(gallery.viewport().rect())))

    def in_gallery() -> list[QModelIndex]:
        rows = gallery.rows_at(gallery.viewport().rect())
        return [build.pool.model.index(row, gallery.modelColumn()) for row in rows]

    def cards_in_gallery() -> set[str]:
        return {index.data(Role.CARD).code for index in in_gallery()}

    def is_red(index: QModelIndex) -> bool:
        image = gallery.thumbnail(index)
        return image is not None and image.pixelColor(image.rect().center()).green() < 60

    def has_pictures() -> bool:
        """Return whether all are pictures; until then no group shows some of them."""
        kinds: dict[CardType, set[bool]] = {}
        for index in in_gallery():
            if gallery.thumbnail(index) is not None:
                kinds.setdefault(index.data(Role.CARD).type, set()).add(is_red(index))
        assert all(len(red) == 1 for red in kinds.values())
        return all(map(is_red, in_gallery()))

    qtbot.waitUntil(lambda: gallery.thumbnails.idle)
    assert not any(map(is_red, in_gallery()))
    server.open.set()
    qtbot.waitUntil(has_pictures)
    selected = build.pictures.card
    assert set(server.asked) <= cards_in_gallery() | {selected.code if selected else ""}
    gallery.verticalScrollBar().setValue(gallery.verticalScrollBar().maximum())
    qtbot.waitUntil(has_pictures)
    build.deck.toggle_piles()
    piles = present(build.deck.piles)
    qtbot.waitUntil(lambda: piles.width() == build.deck.width())
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
    page = present(window.findChild(HandsPage))
    qtbot.waitUntil(lambda: page.board.game is not None)
    board = page.board.view.board
    qtbot.waitUntil(lambda: all(tile.picture is not None for tile in board.hand.tiles))
    assert len(server.asked) == len(set(server.asked))
    assert server.most_at_once <= DOWNLOADS_AT_ONCE


def test_a_picture_stored_by_a_cancelled_download_is_announced_to_the_next_who_wants_it(
    stage: Stage, qtbot: QtBot
) -> None:
    stage.server.open.clear()
    stage.want(0, 1)
    qtbot.waitUntil(lambda: bool(stage.server.asked))
    stage.server.open.set()
    # Without events: the download is done, and its end is not announced yet.
    while not stage.on_disk:
        sleep(0.005)
    stage.want(0, 0)
    with qtbot.waitSignal(stage.downloads.fetched):
        stage.want(0, 1)
    qtbot.waitUntil(lambda: stage.tasks.idle)
    assert len(stage.server.asked) == 1

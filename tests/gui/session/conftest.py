"""A window with a home folder of its own, and servers on loopback to look at."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from pytestqt.qtbot import QtBot

from carddb.pool import CardPool
from carddb.store import CardStore
from carddb.terms import Edition
from core.download import SERVER
from core.paths import cards_file
from desktop.app import Application
from desktop.session.card_sync import CardSync, SyncState
from tests.faults.wire import Wire, serving
from tests.prepared_cards import fill_files_once, read_files_once
from tests.thronesdb import CARDS, Api, api_of

StartSync = Callable[[str], CardSync]


@pytest.fixture(scope="package", autouse=True)
def read_once() -> Iterator[None]:
    """Read and write the same cards.db once."""
    with pytest.MonkeyPatch.context() as patch:
        read_files_once(patch)
        fill_files_once(patch)
        yield


@pytest.fixture(scope="module")
def filled(pools: Mapping[Edition, CardPool], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cards.db made from the catalogue, in which `pools` may leave few cards."""
    path = tmp_path_factory.mktemp("filled") / "cards.db"
    CardStore(path).pools()
    return path


@pytest.fixture
def home(app: Application, filled: Path, tmp_path: Path) -> Path:
    """Return the home folder of the window, with its cards.db."""
    folder = tmp_path / "home"
    folder.mkdir(exist_ok=True)
    shutil.copy(filled, cards_file(folder))
    return folder


@pytest.fixture
def api(httpserver: HTTPServer, pools: Mapping[Edition, CardPool]) -> Api:
    return Api(httpserver, api_of(pools[Edition.SECOND]))


@pytest.fixture
def start_sync(app: Application, home: Path) -> StartSync:
    """Start a sync with the server of an address."""

    def made(source: str) -> CardSync:
        syncing = CardSync(app.session, home, app.tasks, source, app)
        syncing.start()
        return syncing

    return made


@pytest.fixture
def hanging() -> Iterator[str]:
    """Give the address of a server that takes every question and never answers."""
    with serving(Wire.hang) as url:
        yield url


def wait_for_end(syncing: CardSync, qtbot: QtBot) -> SyncState:
    qtbot.waitUntil(lambda: not syncing.state.running)
    return syncing.state


def stored_cards(home: Path) -> bytes:
    return cards_file(home).read_bytes()


def raw_card(api: Api, code: str) -> dict[str, object]:
    found: dict[str, object] = next(each for each in api.answers[CARDS] if each["code"] == code)
    return found


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, api: Api) -> str:
    """Let a window that is made after this ask the API on loopback."""
    monkeypatch.setenv(SERVER, api.url)
    return api.url


@pytest.fixture
def unloaded(elsewhere: str, empty_app: Application, filled: Path, tmp_path: Path) -> Application:
    """Return a window that is about to load its cards."""
    (tmp_path / "home").mkdir(exist_ok=True)
    shutil.copy(filled, cards_file(tmp_path / "home"))
    return empty_app

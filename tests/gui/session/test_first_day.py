"""A newcomer's first day: texts in one click, what may go wrong, and a look once a week."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from werkzeug import Response

from carddb.origin import Origin
from carddb.own_texts.storage import add_own_texts
from carddb.store import CardStore
from carddb.terms import Edition
from core.download import SERVER
from core.paths import cards_file
from desktop.app import Application
from desktop.dialogs.card_data_dialog import OwnTextsDialog
from desktop.dialogs.preferences_dialog import PreferencesDialog
from desktop.runtime.settings import Settings
from desktop.session.card_sync import LOOK_AGAIN, SyncPhase
from desktop.widgets.cards.card_details import CardDetails
from desktop.widgets.cards.card_requests import TextOffer
from tests.gui.samples import present
from tests.gui.session import few_cards as few
from tests.gui.session.conftest import raw_card, stored_cards, wait_for_end
from tests.thronesdb import CARDS, CYCLES, Api

few_cards, pools, cards = few.few_cards, few.pools, few.cards

LEFT = Qt.MouseButton.LeftButton
NOWHERE = "http://127.0.0.1:1"
MISSING = "The texts are still missing. Everything else works."


@pytest.fixture
def fresh(elsewhere: str, app: Application, home: Path) -> Application:
    """Return a window as it is at the first start, which would ask the API on loopback."""
    return app


def on_welcome(app: Application) -> TextOffer:
    return present(app.window.build.deck.welcome_panel.text_offer)


def details_of(app: Application, code: str) -> CardDetails:
    """Show a card beside the deck."""
    page = app.window.build
    page.tabs.setCurrentWidget(page.card_view)
    page.card_view.printing_chosen.emit(present(app.session.cards).card(code))
    return present(page.card_view.details)


def on_card(app: Application, code: str = "01141") -> TextOffer:
    return present(details_of(app, code).text_offer)


def synced(app: Application, qtbot: QtBot) -> SyncPhase:
    return wait_for_end(app.card_sync_controller.card_sync, qtbot).phase


def test_one_click_brings_the_texts_into_the_card_and_the_search(
    fresh: Application, api: Api, qtbot: QtBot
) -> None:
    raw_card(api, "01141")["text"] = "Stealth.\nOnly a shibboleth."
    offer, beside = on_welcome(fresh), on_card(fresh)
    details, page = fresh.window.build.card_view.details, fresh.window.build
    assert offer.isVisible()
    assert beside.isVisible()
    assert offer.get.text() == beside.get.text() == "Get card texts from ThronesDB (2.5 MB)"
    assert not api.asked
    QTest.mouseClick(offer.get, LEFT)
    for each in (offer, beside):
        assert each.progress.isVisible()
        assert each.cancel.isVisible()
        assert not each.get.isVisible()
    assert synced(fresh, qtbot) is SyncPhase.DONE
    assert not offer.isVisible()
    assert not beside.isVisible()
    assert fresh.window.toast.words.text().endswith("card texts are here")
    assert "Only a shibboleth." in present(details).face.description()
    QTest.keyClicks(page.pool.search, "x:shibboleth")
    assert page.pool.model.rowCount() == 1


def test_offline_the_panel_says_what_is_missing_and_the_button_stays(
    fresh: Application, api: Api, home: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, offer, beside = stored_cards(home), on_welcome(fresh), on_card(fresh)
    monkeypatch.setenv(SERVER, NOWHERE)
    QTest.mouseClick(offer.get, LEFT)
    assert synced(fresh, qtbot) is SyncPhase.OFFLINE
    for each in (offer, beside):
        assert each.words.text() == MISSING
        assert "127.0.0.1" in each.reason.text()
        assert each.get.isVisible()
        assert not each.progress.isVisible()
    assert stored_cards(home) == before
    assert not fresh.window.banner.isVisible()
    monkeypatch.setenv(SERVER, api.url)
    QTest.mouseClick(beside.get, LEFT)
    assert synced(fresh, qtbot) is SyncPhase.DONE
    assert not beside.isVisible()


def refused(_: object) -> Response:
    return Response("no", status=403)


def of_no_use(_: object) -> Response:
    return Response("<!doctype html><title>maintenance</title>", content_type="text/html")


def test_a_server_that_refuses_or_answers_nonsense_leaves_the_offer(
    fresh: Application, api: Api, home: Path, qtbot: QtBot
) -> None:
    before, cards, offer = stored_cards(home), fresh.session.cards, on_welcome(fresh)
    said: set[str] = set()
    for answer in (refused, of_no_use):
        api.answers[CYCLES] = answer
        QTest.mouseClick(offer.get, LEFT)
        assert synced(fresh, qtbot) in {SyncPhase.OFFLINE, SyncPhase.FAILED}, answer
        assert offer.words.text() == MISSING
        assert offer.reason.isVisible()
        said.add(offer.reason.text())
        assert offer.get.isVisible()
        assert (stored_cards(home), fresh.session.cards) == (before, cards)
    assert "" not in said
    assert len(said) == 2


def test_it_is_cancelled_and_taken_later(
    *,
    fresh: Application,
    api: Api,
    hanging: str,
    home: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, offer = stored_cards(home), on_welcome(fresh)
    monkeypatch.setenv(SERVER, hanging)
    syncing = fresh.card_sync_controller.card_sync
    offer.get.setFocus()
    QTest.mouseClick(offer.get, LEFT)
    qtbot.waitUntil(lambda: syncing.state.done > 0)
    assert offer.progress.value() > 0
    QTest.mouseClick(offer.cancel, LEFT)
    assert offer.cancel.text() == "Stopping…"
    assert offer.cancel.hasFocus()
    assert synced(fresh, qtbot) is SyncPhase.IDLE
    assert offer.get.isVisible()
    assert offer.get.hasFocus()
    assert MISSING not in offer.words.text()
    assert stored_cards(home) == before
    monkeypatch.setenv(SERVER, api.url)
    QTest.mouseClick(offer.get, LEFT)
    assert synced(fresh, qtbot) is SyncPhase.DONE
    assert not offer.isVisible()


def test_a_card_of_the_first_edition_leads_to_texts_from_a_file(fresh: Application) -> None:
    offer = on_card(fresh, "core_1")
    assert offer.isVisible()
    assert not offer.get.isVisible()
    assert "No server has texts of the first edition" in offer.words.text()
    QTest.mouseClick(offer.from_file, LEFT)
    assert fresh.window.findChild(OwnTextsDialog) is not None


def test_a_text_of_ones_own_is_no_news_and_does_not_end_the_offer(
    fresh: Application, home: Path, api: Api, qtbot: QtBot
) -> None:
    add_own_texts(home, {"01141": "My own words."})
    with qtbot.waitSignal(fresh.session.cards_loaded):
        fresh.load_cards()
    details = details_of(fresh, "01141")
    assert "My own words." in details.face.description()
    assert "Your own, from a file" in details.notes.toPlainText()
    offer = on_welcome(fresh)
    assert offer.isVisible()
    QTest.mouseClick(offer.get, LEFT)
    assert synced(fresh, qtbot) is SyncPhase.DONE
    news = present(fresh.card_sync_controller.card_sync.state.news)
    assert news.lines == ()
    assert "Made up." in details.face.description()
    assert "Your own" not in details.notes.toPlainText()


def test_pictures_come_with_the_texts_if_they_are_wanted_too(
    fresh: Application, api: Api, home: Path, qtbot: QtBot
) -> None:
    picture = home / "a.png"
    QImage(30, 42, QImage.Format.Format_RGB32).save(str(picture))
    api.server.expect_request("/01141.png").respond_with_data(picture.read_bytes())
    raw_card(api, "01141")["image_url"] = f"{api.url}/01141.png"
    details, panel = details_of(fresh, "01141"), fresh.window.build.deck.welcome_panel
    QTest.keyClick(panel.pictures, Qt.Key.Key_Space)
    QTest.mouseClick(on_welcome(fresh).get, LEFT)
    qtbot.waitUntil(lambda: details.face.picture is not None)


def test_pictures_are_a_second_choice_with_their_cost(fresh: Application, home: Path) -> None:
    panel = fresh.window.build.deck.welcome_panel
    assert not panel.pictures.isChecked()
    assert "0.4 MB a card" in panel.pictures.accessibleDescription()
    QTest.keyClick(panel.pictures, Qt.Key.Key_Space)
    assert Settings(home).pictures
    assert panel.pictures.isVisible()  # it can be taken back
    QTest.keyClick(panel.pictures, Qt.Key.Key_Space)
    assert not Settings(home).pictures
    fresh.show_preferences()
    preferences = present(fresh.window.findChild(PreferencesDialog))
    preferences.pictures.setChecked(True)
    assert panel.pictures.isChecked()
    fresh.window.build.deck.hide()
    fresh.window.build.deck.show()
    assert not panel.pictures.isVisible()  # who said yes is not asked again


WEEK_AND_MORE, DAYS = LOOK_AGAIN + timedelta(hours=1), LOOK_AGAIN - timedelta(hours=1)
AHEAD = -timedelta(days=400)


def store_as_of(home: Path, age: timedelta, api: Api) -> None:
    """Let the cards of a home folder be those that this server had so long ago."""
    store = CardStore(cards_file(home))
    pool = store.pools()[Edition.SECOND]
    store.replace(pool, replace(Origin(), source=api.url, synced=datetime.now(UTC) - age))


@pytest.fixture
def looking(unloaded: Application) -> Application:
    """Return a window that is about to load its cards, and may look for newer ones."""
    unloaded.settings.look_at_start = True
    return unloaded


def start(app: Application, qtbot: QtBot) -> SyncPhase:
    with qtbot.waitSignal(app.session.cards_loaded):
        app.load_cards()
    qtbot.waitUntil(lambda: app.tasks.idle)
    # What is looked for is looked for after the window is painted.
    looked: list[bool] = []
    QTimer.singleShot(0, lambda: looked.append(True))
    qtbot.waitUntil(lambda: bool(looked) and app.tasks.idle)
    return app.card_sync_controller.card_sync.state.phase


@pytest.mark.parametrize(
    ("age", "looks"), [(WEEK_AND_MORE, True), (DAYS, False), (timedelta(), False), (AHEAD, True)]
)
def test_a_start_looks_once_a_week_at_most(
    *, looking: Application, api: Api, tmp_path: Path, qtbot: QtBot, age: timedelta, looks: bool
) -> None:
    store_as_of(tmp_path / "home", age, api)
    phase = start(looking, qtbot)
    assert bool(api.asked) is looks
    assert phase is (SyncPhase.AVAILABLE if looks else SyncPhase.IDLE)


def test_what_a_look_found_is_announced_without_another(
    looking: Application, api: Api, tmp_path: Path, qtbot: QtBot, new_app: Callable[[], Application]
) -> None:
    store_as_of(tmp_path / "home", WEEK_AND_MORE, api)
    assert start(looking, qtbot) is SyncPhase.AVAILABLE
    assert looking.settings.newer_found is not None
    api.asked.clear()
    again = new_app()
    assert start(again, qtbot) is SyncPhase.AVAILABLE
    assert api.asked == []
    assert again.window.rail.cards.status.spoken.startswith("Update available")
    again.settings.newer_found = datetime.now(UTC) - WEEK_AND_MORE
    assert start(new_app(), qtbot) is SyncPhase.AVAILABLE
    assert api.asked
    again.card_sync_controller.card_sync.start()
    assert synced(again, qtbot) is SyncPhase.DONE
    assert Settings(tmp_path / "home").newer_found is None
    api.asked.clear()
    assert start(new_app(), qtbot) is SyncPhase.IDLE
    assert api.asked == []


def test_a_server_that_was_not_reached_is_asked_at_the_next_start(
    looking: Application,
    api: Api,
    qtbot: QtBot,
    new_app: Callable[[], Application],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(SERVER, NOWHERE)
    assert start(looking, qtbot) is SyncPhase.OFFLINE
    assert looking.settings.newer_found is None
    monkeypatch.setenv(SERVER, api.url)
    assert start(new_app(), qtbot) is SyncPhase.AVAILABLE
    assert api.paths()[0] == CYCLES
    assert CARDS not in api.paths()

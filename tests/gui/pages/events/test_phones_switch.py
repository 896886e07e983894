"""Phones are shown an event until that is switched off, whatever the window shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import requests
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import BUILD, EVENTS
from events import operations as ops
from events.web import event_server
from events.web.event_server import local_addresses
from library.library import Library
from tests.gui.by_keys import Key, focus
from tests.gui.conftest import with_cards
from tests.gui.pages.events.event_robot import EventRobot
from tests.gui.test_accessibility import assert_all_named

if not local_addresses():
    pytest.skip("this computer is in no local network", allow_module_level=True)

Start = Callable[[], EventRobot]


@pytest.fixture
def start(
    new_app: Callable[[], Application],
    cards: LoadedCards,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> Start:
    """Start the program; the pages have a port that no other test takes."""
    monkeypatch.setattr(event_server, "USUAL_PORT", 0)

    def started() -> EventRobot:
        app = with_cards(new_app, cards, qtbot)
        app.open_library()
        qtbot.waitUntil(lambda: app.window.library_worker.loaded)
        app.window.activateWindow()
        return EventRobot(app, qtbot)

    return started


def page_of(robot: EventRobot) -> str:
    return requests.get(robot.view.phones.address.text(), timeout=10).text


def serves(robot: EventRobot) -> bool:
    return robot.view.phones.running


def test_phones_are_served_until_the_switch_is_off(start: Start) -> None:
    robot = start()
    robot.new_event()
    robot.sign_up()
    phones = robot.view.phones
    phones.box.click()
    address = phones.address.text()
    assert "Arya Stark" in page_of(robot)
    dialog = phones.show_address()
    assert_all_named(dialog)
    robot.accept(dialog)
    robot.view.players.name.setFocus()
    QTest.keyClicks(focus(), "Late Comer")
    QTest.keyClick(focus(), Key.Key_Return)
    robot.settle()
    assert "Late Comer" in page_of(robot)
    robot.press(robot.view.back)
    assert "Late Comer" in page_of(robot)
    robot.page.list.table.open_selected()
    robot.settle()
    assert robot.page.stack.currentWidget() is robot.view
    assert phones.box.isChecked()
    phones.box.click()
    assert not serves(robot)
    assert phones.address.isHidden()
    with pytest.raises(requests.ConnectionError):
        requests.get(address, timeout=10)


def test_they_show_their_event_while_another_one_is_open(start: Start) -> None:
    robot = start()
    robot.new_event()
    robot.sign_up(["Arya", *"ABCDEFGHIJKLMNO"])
    first = robot.page.session.current
    assert first is not None
    phones = robot.view.phones
    phones.box.click()
    robot.press(robot.view.back)
    robot.new_event()
    robot.qtbot.waitUntil(lambda: robot.page.session.current is not first)
    robot.settle()
    assert not phones.box.isChecked()
    assert phones.named.text() == "Phones show “Games of Oldtown”"
    assert phones.named.isVisible()
    library = robot.window.library_worker.library
    assert library is not None
    log = library.events.operations(first.id)
    renamed = ops.Renamed(at=log[0].at, player="p1", name="Nymeria")
    with Library(library.address, clock=lambda: log[0].at) as other:
        assert other.events.operations(first.id) == log
        other.events.append(first.id, renamed, len(log))
    robot.qtbot.waitUntil(lambda: "Nymeria" in page_of(robot))
    robot.page.session.open(first.id)
    robot.settle()
    assert phones.box.isChecked()
    assert "Nymeria" in page_of(robot)


def test_they_stop_with_a_word_when_the_event_is_deleted(start: Start) -> None:
    robot = start()
    robot.new_event()
    robot.view.phones.box.click()
    assert serves(robot)
    robot.press(robot.view.back)
    robot.press(robot.page.list.delete)
    robot.qtbot.waitUntil(lambda: not serves(robot))
    assert "phones show it no longer" in robot.window.status.text()


def test_after_a_crash_they_come_back_and_the_window_opens_where_it_was(
    start: Start, new_app: Callable[[], Application], cards: LoadedCards
) -> None:
    before = start()
    before.new_event()
    before.sign_up()
    before.view.phones.box.click()
    # As a kill does: the port is closed, and nothing is written any more.
    before.page.stop()
    again = begun(with_cards(new_app, cards, before.qtbot))
    assert again.window.pages.currentIndex() == EVENTS
    page = again.window.events
    assert page is not None
    before.qtbot.waitUntil(lambda: page.view.phones.running)
    assert page.stack.currentWidget() is page.view
    assert page.session.state == before.state
    assert page.view.phones.box.isChecked()
    address = page.view.phones.address.text()
    assert "Arya Stark" in requests.get(address, timeout=10).text
    # Closed on another page: the phones come back all the same.
    again.window.show_page(BUILD)
    close(again, before.qtbot)
    last = begun(with_cards(new_app, cards, before.qtbot))
    assert last.window.pages.currentIndex() == BUILD
    before.qtbot.waitUntil(lambda: last.window.events is not None)
    events = last.window.events
    assert events is not None
    before.qtbot.waitUntil(lambda: events.view.phones.running)
    events.view.phones.box.click()
    events.session.failed.connect(pytest.fail)
    events.view.back.click()
    close(last, before.qtbot)
    off = begun(with_cards(new_app, cards, before.qtbot))
    before.qtbot.waitUntil(lambda: off.window.library_worker.loaded)
    assert off.window.events is None


def begun(app: Application) -> Application:
    app.open_library()
    return app


def close(app: Application, qtbot: QtBot) -> None:
    app.window.close()
    qtbot.waitUntil(lambda: not app.window.isVisible())

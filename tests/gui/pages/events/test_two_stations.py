"""An event seen elsewhere: by a second organizer, and by phones until they are switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.pages.events.time_dialogs import AtTimeDialog
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import BUILD, EVENTS
from desktop.shell.rail import PAGES
from events import operations as ops
from events.event_terms import GameResult
from events.replay import replay
from events.round_draw import next_round
from events.web import event_server
from events.web.event_server import local_addresses
from library.library import Library
from tests.gui.by_keys import Key, focus
from tests.gui.conftest import with_cards
from tests.gui.pages.events.event_robot import EventRobot
from tests.gui.samples import present
from tests.gui.test_accessibility import assert_all_named
from tests.unit.events.organizer import NOON


class Stations:
    """The window, and another station that does operations in the same event."""

    def __init__(self, robot: EventRobot, library: Library) -> None:
        self.robot, self.library = robot, library
        assert robot.page.session.current is not None
        self.event_id = robot.page.session.current.id

    def do(self, kind: type[ops.Operation], **fields: Any) -> None:
        log = self.library.events.operations(self.event_id)
        self.library.events.append_all(self.event_id, [kind(at=NOON, **fields)], len(log))

    def result(self, table: int, result: GameResult = GameResult.WIN) -> None:
        self.do(ops.ResultEntered, round=1, table=table, result=result)

    def shown(self, table: int) -> GameResult | None:
        return self.robot.state.rounds[0].games[table - 1].result

    def stop_watching(self) -> None:
        """Let the window notice nothing by itself: results are typed before it would."""
        self.robot.page.session.watch.stop()
        self.robot.settle()


@pytest.fixture
def stations(app: Application, qtbot: QtBot) -> Iterator[Stations]:
    """Give a window with a round of eight tables, and the other station."""
    robot = EventRobot(app, qtbot)
    robot.new_event()
    robot.sign_up()
    for _ in range(2):
        robot.step()
    opened = present(app.window.library_worker.library)
    with Library(opened.address, clock=lambda: NOON) as library:
        yield Stations(robot, library)


def status_of(robot: EventRobot) -> str:
    return robot.window.toast.words.text()


def test_window_phones_and_projector_follow(stations: Stations) -> None:
    robot = stations.robot
    projector = robot.view.show_projector()
    robot.qtbot.addWidget(projector)
    served = bool(local_addresses())
    if served:
        robot.view.phones.box.click()
    stations.result(3)
    robot.qtbot.waitUntil(lambda: stations.shown(3) is GameResult.WIN)
    (row,) = [each for each in robot.view.round.model.rows if each.game and each.game.table == 3]
    assert not row.playing
    assert "Another window changed the event. Last: Round 1, table 3" in status_of(robot)
    stations.do(ops.Renamed, player="p1", name="Arya of Braavos")
    robot.qtbot.waitUntil(lambda: "Arya of Braavos" in projector.accessibleDescription())
    if served:
        page = requests.get(robot.view.phones.address.text(), timeout=60).text
        assert "Arya of Braavos" in page
        robot.view.phones.box.click()


def test_half_a_result_stays_while_others_come_in(stations: Stations) -> None:
    field = stations.robot.view.round.field
    QTest.keyClicks(field, "2a")
    stations.result(1)
    stations.robot.qtbot.waitUntil(lambda: stations.shown(1) is not None)
    assert field.text() == "2a"
    QTest.keyClicks(field, "w")
    stations.robot.settle()
    assert stations.shown(2) is GameResult.WIN
    # The table got a result while one is typed for it: that waits for Enter.
    QTest.keyClicks(field, "4b")
    stations.result(4)
    stations.robot.qtbot.waitUntil(lambda: stations.shown(4) is not None)
    QTest.keyClicks(field, "w")
    stations.robot.settle()
    assert stations.shown(4) is GameResult.WIN
    assert "Enter corrects it" in field.hint.text()


def test_a_refusal_stays_visible_and_a_second_one_is_seen(stations: Stations) -> None:
    robot = stations.robot
    stations.stop_watching()
    stations.result(1)
    for keys in ("1bw", "2aw", "3bm"):
        QTest.keyClicks(focus(), keys)
    robot.settle()
    found = [stations.shown(table) for table in (1, 2, 3)]
    assert found == [GameResult.WIN, GameResult.WIN, GameResult.MODIFIED_LOSS]
    bar = robot.page.message_bar
    first = bar.words.text()
    assert bar.isVisible()
    assert "was not done: Round 1, table 1" in first
    stations.do(ops.ResultCorrected, round=1, table=1, result=GameResult.LOSS)
    QTest.keyClicks(focus(), "1bw")
    QTest.keyClick(focus(), Key.Key_Return)
    robot.settle()
    assert bar.words.text() != first
    stations.do(ops.ResultCorrected, round=1, table=1, result=GameResult.WIN)
    QTest.keyClicks(focus(), "1bw")
    QTest.keyClick(focus(), Key.Key_Return)
    robot.settle()
    assert bar.words.text().startswith("Again (2): Another window changed")
    QTest.keyClicks(focus(), "4aw")
    robot.settle()
    assert not bar.isVisible()


def test_a_dialog_that_is_open_overwrites_nothing(stations: Stations) -> None:
    robot, panel = stations.robot, stations.robot.view.round
    panel.table.select([5])
    dialog = panel.ask_at_time()
    assert isinstance(dialog, AtTimeDialog)
    stations.result(5)
    robot.qtbot.waitUntil(lambda: stations.shown(5) is not None)
    dialog.power[1].setValue(9)
    robot.accept(dialog)
    assert stations.shown(5) is GameResult.WIN
    assert "has a result already" in robot.page.message_bar.words.text()


def test_a_round_that_another_station_pairs_gets_no_result_of_the_one_before(
    stations: Stations,
) -> None:
    robot = stations.robot
    field = robot.view.round.field
    for table in range(1, 9):
        stations.result(table)
    robot.qtbot.waitUntil(lambda: robot.state.rounds[0].over)
    QTest.keyClicks(field, "3b")
    stations.do(ops.RoundCancelled, round=1)
    log = stations.library.events.operations(stations.event_id)
    stations.do(ops.RoundPaired, round=next_round(replay(log), seed=99))
    robot.qtbot.waitUntil(lambda: not any(each.over for each in robot.state.rounds[0].games))
    QTest.keyClicks(field, "w")
    robot.settle()
    assert stations.shown(3) is None


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

    return lambda: EventRobot(with_cards(new_app, cards, qtbot), qtbot)


def page_of(robot: EventRobot) -> str:
    return requests.get(robot.view.phones.address.text(), timeout=60).text


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
    robot.page.list.open_selected()
    robot.settle()
    assert robot.page.stack.currentWidget() is robot.view
    assert phones.box.isChecked()
    phones.box.click()
    assert not serves(robot)
    assert phones.address.isHidden()
    with pytest.raises(requests.ConnectionError):
        requests.get(address, timeout=60)


def test_they_show_their_event_while_another_one_is_open(start: Start) -> None:
    robot = start()
    robot.new_event()
    robot.sign_up(["Arya", *"ABCDEFGHIJKLMNO"])
    first = present(robot.page.session.current)
    phones = robot.view.phones
    phones.box.click()
    robot.press(robot.view.back)
    robot.new_event()
    robot.qtbot.waitUntil(lambda: robot.page.session.current is not first)
    robot.settle()
    assert not phones.box.isChecked()
    assert phones.named.text() == "Phones show “Games of Oldtown”"
    assert phones.named.isVisible()
    library = present(robot.window.library_worker.library)
    log = library.events.operations(first.id)
    renamed = ops.Renamed(at=log[0].at, player="p1", name="Nymeria")
    with Library(library.address, clock=lambda: log[0].at) as other:
        assert other.events.operations(first.id) == log
        other.events.append_all(first.id, [renamed], len(log))
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
    assert "phones show it no longer" in robot.window.toast.words.text()


def test_after_a_crash_they_come_back_and_the_window_opens_where_it_was(
    start: Start, new_app: Callable[[], Application], cards: LoadedCards
) -> None:
    before = start()
    before.new_event()
    before.sign_up()
    before.view.phones.box.click()
    # A moment later the page on screen is saved.
    before.qtbot.waitUntil(lambda: before.app.settings.page == PAGES[EVENTS])
    # As a kill does: the port is closed, and nothing is written any more.
    before.page.stop()
    again = begun(with_cards(new_app, cards, before.qtbot))
    assert again.window.pages.currentIndex() == EVENTS
    page = present(again.window.events)
    before.qtbot.waitUntil(lambda: page.view.phones.running)
    assert page.stack.currentWidget() is page.view
    assert page.session.state == before.state
    assert page.view.phones.box.isChecked()
    address = page.view.phones.address.text()
    assert "Arya Stark" in requests.get(address, timeout=60).text
    # Closed on another page: the phones come back all the same.
    again.window.show_page(BUILD)
    close(again, before.qtbot)
    last = begun(with_cards(new_app, cards, before.qtbot))
    assert last.window.pages.currentIndex() == BUILD
    before.qtbot.waitUntil(lambda: last.window.events is not None)
    events = present(last.window.events)
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

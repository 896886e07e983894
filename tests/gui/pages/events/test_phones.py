"""What phones send, in the window: reports to confirm, calls, time, and the settings of phones."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.event_rows import CALLED, DISAGREE
from app.phones.reports import games_now
from desktop.app import Application
from desktop.pages.events.event_view import PLAYERS
from desktop.pages.events.phones_switch import LinkDialog
from events import operations as ops
from events.event_terms import GameResult, PenaltyLevel
from library.phone_values import CallStatus, Extension, Report
from library.phones import PhoneRepository
from tests.event_samples import played_event
from tests.gui.by_keys import Key
from tests.gui.pages.events.event_robot import EventRobot
from tests.gui.samples import present
from tests.gui.test_accessibility import assert_all_named
from tests.gui.test_mnemonics import faults


@pytest.fixture
def robot(app: Application, qtbot: QtBot) -> EventRobot:
    """Return the window with an event whose first round is played."""
    made = EventRobot(app, qtbot)
    made.new_event()
    made.sign_up()
    return made


def phones_of(robot: EventRobot) -> tuple[PhoneRepository, str]:
    library = present(robot.window.library_worker.library)
    assert robot.page.session.current is not None
    return library.phones, robot.page.session.current.id


def report(robot: EventRobot, table: int, *results: GameResult) -> None:
    """Report as the players of a table do, the first of the two first."""
    phones, event_id = phones_of(robot)
    game = games_now(robot.state)[table - 1]
    for player, result in zip(game.players, results, strict=False):
        key = game.key(robot.state)
        made = Report(round=game.round, game=game.number, player=player, pairing=key, result=result)
        phones.report(event_id, made, "")


def buttons(robot: EventRobot) -> dict[str, QPushButton]:
    found = robot.view.sent.findChildren(QPushButton)
    return {each.accessibleName(): each for each in found if each.isVisibleTo(robot.view)}


def test_reports_wait_for_one_click(robot: EventRobot) -> None:
    for _ in range(2):
        robot.step()
    sent = robot.view.sent
    assert sent.isHidden()
    report(robot, 1, GameResult.WIN, GameResult.WIN)
    report(robot, 2, GameResult.WIN, GameResult.LOSS)
    report(robot, 3, GameResult.DRAW)
    robot.qtbot.waitUntil(lambda: len(sent.lines) == 3)
    first, second, third = (each.text for each in sent.lines)
    assert first.startswith("Table 1: ")
    assert second == "Table 2: the players disagree"
    assert {row.key: row.flag for row in robot.view.round.model.rows if row.flag} == {2: DISAGREE}
    assert third.startswith("Table 3: not confirmed: ")
    assert_all_named(sent)
    robot.press(next(each for name, each in buttons(robot).items() if name.startswith("Confirm")))
    assert robot.state.rounds[0].games[0].result is GameResult.WIN
    assert [each.text for each in sent.lines] == [second, third]
    robot.press(next(each for name, each in buttons(robot).items() if name.startswith("Enter")))
    field = robot.view.round.field
    assert field.text() == "2"
    QTest.keyClicks(field, "bw")
    robot.settle()
    assert robot.state.rounds[0].games[1].result is GameResult.LOSS
    assert [each.text for each in sent.lines] == [third]


def test_calls_and_time_come_to_the_window(robot: EventRobot) -> None:
    for _ in range(2):
        robot.step()
    phones, event_id = phones_of(robot)
    player = games_now(robot.state)[3].players[0]
    phones.call(event_id, player, 4, "A question", "")
    phones.extend(event_id, Extension(round=1, game=4, minutes=5), "")
    sent = robot.view.sent
    robot.qtbot.waitUntil(lambda: len(sent.lines) == 1)
    assert sent.lines[0].text.endswith("calls: A question")
    row = next(each for each in robot.view.round.model.rows if each.key == 4)
    assert (row.mark, row.state_words.endswith("a judge is called")) == (CALLED, True)
    assert robot.page.timer.clock is not None
    assert robot.page.timer.clock.extensions == ((4, 5),)
    robot.press(next(each for name, each in buttons(robot).items() if name.startswith("Coming")))
    robot.qtbot.waitUntil(lambda: sent.lines[0].text.endswith("calls (judge coming): A question"))
    assert phones.notes(event_id).calls[0].status is CallStatus.COMING
    robot.press(next(each for name, each in buttons(robot).items() if name.startswith("Done")))
    robot.qtbot.waitUntil(sent.isHidden)


def test_who_has_checked_in_is_counted_before_the_first_round(robot: EventRobot) -> None:
    phones, event_id = phones_of(robot)
    phones.check_in(event_id, "p1", "")
    here = robot.view.sent.here
    robot.qtbot.waitUntil(lambda: here.text() == "1 of 16 have checked in")
    assert "Not here yet: " in here.toolTip()


def test_the_dialog_of_phones_sets_pin_and_nod_and_prints_links(
    robot: EventRobot, tmp_path: Path
) -> None:
    robot.view.phones.box.click()
    dialog = robot.view.phones.show_address()
    assert_all_named(dialog)
    assert faults(dialog) == {}
    phones, event_id = phones_of(robot)
    QTest.keyClicks(dialog.pin, "1234")
    QTest.keyClick(dialog.pin, Key.Key_Return)
    assert "6 to 40 characters" in dialog.hint.text()
    QTest.keyClicks(dialog.pin, "56")
    QTest.keyClick(dialog.pin, Key.Key_Return)
    dialog.nod.click()
    robot.settle()
    wanted: list[str] = []
    dialog.links_wanted.disconnect()
    dialog.links_wanted.connect(wanted.append)
    dialog.links.click()
    dialog.who.choose("p3")
    dialog.links.click()
    assert wanted == ["", "p3"]
    assert phones.is_judge_pin(event_id, "123456")
    assert phones.notes(event_id).nod
    robot.view.printing.write_links(tmp_path / "links.pdf", "http://192.168.1.20:8615/")
    robot.settle()
    robot.qtbot.waitUntil((tmp_path / "links.pdf").exists)
    pages = PdfReader(tmp_path / "links.pdf").pages
    assert len(pages) == 2
    text = pages[0].extract_text()
    assert "http://192.168.1.20:8615/sign-in" in text
    assert "Arya Stark" in text
    assert phones.notes(event_id).linked == {each.id for each in robot.state.players}
    robot.view.printing.write_paper(tmp_path / "list.pdf", "players")
    robot.settle()
    robot.qtbot.waitUntil((tmp_path / "list.pdf").exists)
    text = "".join(page.extract_text() for page in PdfReader(tmp_path / "list.pdf").pages)
    shown = re.findall(r"\b[A-Z2-9]{4} [A-Z2-9]{4}\b", text)
    owners = {phones.player_of_code(event_id, each) for each in shown}
    assert owners == {each.id for each in robot.state.players}
    # A paper that is refused changes no links.
    robot.view.printing.write_pages(tmp_path / "pages")
    robot.view.printing.write_links(tmp_path / "late.pdf", "http://192.168.1.20:8615/", "p4")
    robot.settle()
    assert not (tmp_path / "late.pdf").exists()
    assert {phones.player_of_code(event_id, each) for each in shown} == owners
    robot.view.phones.show_link("p4")
    robot.settle()
    (shown_link,) = robot.view.phones.findChildren(LinkDialog)
    assert_all_named(shown_link)
    assert phones.player_of_code(event_id, shown_link.code.text()) == "p4"
    robot.accept(shown_link)
    robot.accept(dialog)
    robot.view.phones.box.click()


def test_penalties_of_other_events_are_beside_the_player(robot: EventRobot) -> None:
    library = present(robot.window.library_worker.library)
    other = played_event(2, 1)
    name = robot.state.player("p2").name
    other.do(ops.Renamed, player="p1", name=name.upper())
    other.do(ops.PenaltyNoted, player="p1", level=PenaltyLevel.WARNING, text="Late twice")
    first = library.events.create(other.log)
    players = robot.view.players
    players.table.select(["p2"])
    said = players.deck.penalties
    robot.qtbot.waitUntil(lambda: said.text().endswith("Warning. Late twice"))
    assert said.text().startswith(f"{other.state.settings.name}, ")
    players.table.select(["p3"])
    robot.settle()
    assert (said.text(), said.isHidden()) == ("", True)
    # In another event of the same players, the same one is selected.
    created = ops.Created(at=other.log[0].at, settings=replace(other.state.settings, name="Twin"))
    twin = library.events.create([created, *other.log[1:]])
    robot.page.session.open(first)
    robot.settle()
    robot.view.tabs.setCurrentIndex(PLAYERS)
    players.table.select(["p1"])
    robot.qtbot.waitUntil(lambda: "Twin, " in said.text())
    robot.page.session.open(twin)
    robot.settle()
    robot.view.tabs.setCurrentIndex(PLAYERS)
    robot.qtbot.waitUntil(lambda: f"{other.state.settings.name}, " in said.text())
    assert "Twin, " not in said.text()

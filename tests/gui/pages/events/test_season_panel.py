"""The Season tab: rules, who is the same player, and files."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.season import read_people
from desktop.app import Application
from desktop.pages.events.season_panel import SeasonPanel
from desktop.runtime.tasks import TaskRunner
from events import operations as ops
from tests.event_samples import played_event
from tests.gui.by_keys import Key
from tests.gui.pages.events.event_robot import EventRobot
from tests.gui.samples import library_of
from tests.gui.shared_window import open_library
from tests.gui.test_accessibility import assert_all_named
from tests.gui.test_mnemonics import faults
from tests.unit.events.test_season import event


@pytest.fixture
def panel(qtbot: QtBot, tasks: TaskRunner, tmp_path: Path) -> SeasonPanel:
    states = [event("AB", "A-B 5:0"), event("AC", "A-C 5:0", day=2)]
    made = SeasonPanel(tasks)
    qtbot.addWidget(made)
    made.show_events(states, tmp_path)
    made.show()
    qtbot.waitUntil(lambda: len(shown(made)) == 4)
    return made


def shown(panel: SeasonPanel) -> list[tuple[str, str]]:
    model = panel.model
    return [
        (str(model.index(at, 1).data()), str(model.index(at, 2).data()))
        for at in range(model.rowCount())
    ]


def test_answers_are_asked_once_and_saved(panel: SeasonPanel, qtbot: QtBot, tmp_path: Path) -> None:
    assert_all_named(panel)
    assert faults(panel) == {}
    assert "kept apart until you say who is the same player: A." in panel.words.text()
    asked = panel.ask_same_players()
    asked.accept()
    qtbot.waitUntil(lambda: shown(panel)[0] == ("A", "50"))
    assert "kept apart" not in panel.words.text()
    assert read_people(tmp_path).same == {"a"}
    asked = panel.ask_same_players()
    asked.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    asked.accept()
    qtbot.waitUntil(lambda: len(shown(panel)) == 4)
    assert read_people(tmp_path).apart == {"a"}


def test_points_and_best_change_the_season(
    panel: SeasonPanel, qtbot: QtBot, tmp_path: Path
) -> None:
    panel.ask_same_players().accept()
    panel.form.set(points="9, 3", best=1)
    assert not panel.save.isEnabled()
    qtbot.waitUntil(lambda: shown(panel) == [("A", "9"), ("B", "3"), ("C", "3")])
    assert panel.save.isEnabled()
    panel.form.set(points="nine")
    assert "does not list points by place" in panel.words.text()
    assert shown(panel)[0] == ("A", "9")
    panel.form.set(points="9, 3")
    assert "Points by place: 9, 3" in panel.words.text()
    for kind in ("CSV", "PDF"):
        file = tmp_path / f"season.{kind}"
        next(
            each for each in panel.files.actions() if kind in each.text().replace("&", "")
        ).trigger()
        dialog = next(each for each in panel.findChildren(QFileDialog) if each.isVisible())
        dialog.fileSelected.emit(str(file))
        dialog.close()
        assert panel.words.text() == f"Saved in {file}"
    assert (tmp_path / "season.CSV").read_text().splitlines()[1].startswith("1,A,9,1,1,")
    text = PdfReader(tmp_path / "season.PDF").pages[0].extract_text()
    assert "Places in brackets do not count." in text


def test_a_damaged_file_of_answers_is_named(
    panel: SeasonPanel, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "season.json").write_text("{")
    panel.show_events([event("AB", "A-B 5:0")], tmp_path)
    qtbot.waitUntil(lambda: "Delete the file" in panel.words.text())


def test_the_tab_has_all_finished_events_or_the_selected_ones(
    app: Application, qtbot: QtBot
) -> None:
    library = library_of(open_library(app))
    played = [played_event(8, 1), played_event(6, 1), played_event(4, 1)]
    for each in played[:2]:
        each.do(ops.Finished)
    ids = [library.events.create(each.log) for each in played]
    robot = EventRobot(app, qtbot)
    events = robot.page.list
    events.tabs.tabBar().setFocus()
    QTest.keyClick(events.tabs.tabBar(), Key.Key_Right)
    panel = events.season.load()
    # The same names are kept apart until the organizer answers.
    qtbot.waitUntil(lambda: len(panel.season.lines) == 8 + 6)
    assert_all_named(events)
    assert faults(events) == {}
    events.table.select(ids[1:])
    events.tabs.setCurrentIndex(0)
    events.tabs.setCurrentIndex(1)
    qtbot.waitUntil(lambda: len(panel.season.lines) == 6 + 4)

"""The buttons and menus of an event tell the regulation that they rest on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHelpEvent
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from desktop.pages.events.event_view import EventView
from desktop.pages.events.page import RESULTS, EventRules, link_rules
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.event_session import EventSession, OpenEvent
from desktop.session.library_worker import LibraryWorker
from desktop.session.round_timer import RoundTimer
from rulebook.rule_book import rule_book
from tests.event_samples import played_event


def session_of(tasks: TaskRunner, version: str = "") -> EventSession:
    session = EventSession(LibraryWorker(tasks), tasks)
    state = played_event(8, 1).state
    if version:
        state = replace(state, settings=replace(state.settings, regulations=version))
    session.current = OpenEvent("e", (), (state,))
    return session


def test_a_button_tells_its_rule_and_opens_it_from_its_menu(
    tasks: TaskRunner, qtbot: QtBot
) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    button, rules = QPushButton("Late", owner), EventRules(session_of(tasks), owner)
    rules.explain({button: "regulation.bye"})
    owner.show()
    at = QPoint(2, 2)
    QApplication.sendEvent(button, QHelpEvent(QEvent.Type.ToolTip, at, button.mapToGlobal(at)))
    assert QToolTip.text().startswith("<p><b>Bye</b><br>With an odd number one player")
    QApplication.sendEvent(button, QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason))
    assert button.accessibleDescription().startswith("Bye\nWith an odd number")
    by_key = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(button, QContextMenuEvent(by_key, at, button.mapToGlobal(at)))
    menu = button.findChild(QMenu)
    assert menu is not None
    (action,) = menu.actions()
    assert action.text() == "&Rule: Bye"
    action.trigger()
    menu.close()
    assert rules.window is not None
    assert rules.window.panel.view.toPlainText().startswith("Bye")
    with qtbot.waitSignal(rules.rule_requested) as asked:
        rules.window.panel.page.click()
    assert asked.args == ["regulation.bye"]


def test_the_version_of_the_event_decides_what_is_told(tasks: TaskRunner, qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    for version, name in (("1.0.1", "regulation.dropping"), ("2.2", "regulation.dropping.2-2")):
        rules = EventRules(session_of(tasks, version), owner)
        assert rules.entry("regulation.dropping").id == name
        assert rules.entry("regulation.bye").id == "regulation.bye"


def test_every_link_of_the_desk_leads_to_an_entry(
    tasks: TaskRunner, qtbot: QtBot, tmp_path: Path
) -> None:
    session, settings = session_of(tasks), Settings(tmp_path)
    timer = RoundTimer(session, settings)
    view = EventView(session, timer, settings, LibraryWorker(tasks), tasks)
    qtbot.addWidget(view)
    rules = EventRules(session, view)
    link_rules(rules, view)
    for menu in (view.players.commands, view.round.commands):
        menu.aboutToShow.emit()
        listed = menu.actions()[-1].menu()
        assert isinstance(listed, QMenu)
        assert len(listed.actions()) >= 5
        assert all("<b>" in each.toolTip() for each in listed.actions())
    assert "<b>Dropping out" in view.players.commands.entries["drop"].toolTip()
    titles = {rule_book().entry(name).title for name in RESULTS}
    shown = view.round.commands.actions()[-1].menu()
    assert isinstance(shown, QMenu)
    assert {"Modified win", "Draw", "Intentional draw", "Double loss"} <= titles
    assert {"Modified win", "Draw", "Intentional draw"} <= {each.text() for each in shown.actions()}

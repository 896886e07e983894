"""A new user plans a change of a deck: begins it, edits it, compares, merges, throws away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from carddb.terms import Faction
from desktop.app import Application
from desktop.dialogs.compare_dialog import CompareDialog, MergeDialog
from desktop.dialogs.export_dialog import ExportDialog
from desktop.dialogs.simple_dialogs import NameDialog
from desktop.pages.builder.deck.deck_bars import PlanBar
from desktop.shell.main_window import DECKS
from library.deck_values import StoredDeck
from library.library import Library
from tests.gui.samples import (
    WOLVES,
    Dialog,
    copies,
    deck_of,
    library_of,
    open_sample,
    select,
    settle,
    shown_dialog,
    steps,
)
from tests.gui.shared_window import open_library
from tests.gui.test_mnemonics import assert_each_means_one_thing

LEFT = Qt.MouseButton.LeftButton
NAME = "If I go Targaryen"


class Stage:
    """A player with one deck in the library, on screen."""

    def __init__(self, app: Application, qtbot: QtBot) -> None:
        self.app, self.window, self._qtbot = app, app.window, qtbot
        open_library(app)
        self.page = open_sample(app)
        self.remove("Osha")
        self.settle()

    @property
    def library(self) -> Library:
        return library_of(self.app)

    @property
    def deck(self) -> StoredDeck:
        (deck,) = self.library.decks.all()
        return deck

    @property
    def bar(self) -> PlanBar:
        return self.page.deck.plan_bar

    def settle(self) -> None:
        settle(self.app, self._qtbot)

    def remove(self, name: str) -> None:
        select(self.page, name)
        QTest.keyClick(self.page.deck.list, Qt.Key.Key_Delete)

    def begin(self, name: str = NAME) -> None:
        """Begin a plan by its key."""
        QTest.keyClick(self.window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier | SHIFT)
        dialog = self.dialog(NameDialog)
        QTest.keyClicks(dialog.name, name)
        QTest.keyClick(dialog.name, Qt.Key.Key_Return)
        self.wait_for(name)

    def wait_for(self, name: str) -> None:
        """Wait until the deck of this name is on screen."""
        self._qtbot.waitUntil(lambda: self.app.session.deck is not None)
        self._qtbot.waitUntil(lambda: deck_of(self.app).name == name)
        self.settle()

    def dialog(self, kind: type[Dialog]) -> Dialog:
        return shown_dialog(self._qtbot, kind)

    def click(self, button: QPushButton) -> None:
        assert button.isVisible()
        QTest.mouseClick(button, LEFT)


SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def stage(app: Application, qtbot: QtBot) -> Stage:
    return Stage(app, qtbot)


def test_a_plan_is_made_edited_compared_and_merged(stage: Stage, qtbot: QtBot) -> None:
    app, bar = stage.app, stage.bar
    stage.begin()
    assert bar.words.text() == f"Plan: {NAME}, of “{WOLVES}”"
    assert [button.text() for button in bar.findChildren(QPushButton)] == [
        *("Merge…", "Compare", "Leave", "Throw away")
    ]
    # It is edited as a deck is: saved by itself, with undo and a history of its own.
    app.session.edit(replace(deck_of(app), faction=Faction.TARGARYEN))
    stage.remove("Bran Stark")
    stage.settle()
    (plan,) = stage.library.plans.all()
    assert plan.deck.faction is Faction.TARGARYEN
    assert len(stage.library.history.versions(plan.id)) > 1
    # The deck is changed meanwhile.
    stage.click(bar.leave)
    stage.wait_for(WOLVES)
    assert not bar.isVisible()
    assert len(app.session.decks) == 1
    stage.remove("Summer")
    stage.settle()
    # Its History has the plan; Enter opens it.
    stage.page.show_tab(3)
    plans = stage.page.history.plans
    assert plans.list.count() == 1
    assert plans.list.item(0).text().startswith(f"{NAME} · from version 1")
    plans.list.setFocus()
    QTest.keyClick(plans.list, Qt.Key.Key_Return)
    stage.wait_for(NAME)
    assert not plans.isVisible()
    assert not stage.page.history.plan.isEnabled()
    stage.click(bar.compare)
    compared = stage.dialog(CompareDialog)
    assert compared.names == (WOLVES, NAME)
    assert "Bran Stark" in compared.text()
    compared.close()
    stage.click(bar.merge)
    dialog = stage.dialog(MergeDialog)
    assert not dialog.choices
    QTest.keyClick(dialog.accept_button, Qt.Key.Key_Return)
    stage.wait_for(WOLVES)
    # What the deck got meanwhile stays.
    assert (copies(app, "Bran Stark"), copies(app, "Summer")) == (0, 0)
    assert deck_of(app).faction is Faction.TARGARYEN
    assert steps(app)[-1] == f"Merge “{NAME}”"
    assert stage.window.toast.words.text() == "Plan merged: now version 3"
    assert stage.library.history.versions(stage.deck.id)[0].words.startswith(f"Merged “{NAME}”")
    assert stage.library.plans.all() == ()
    # And it is taken back with one click.
    stage.click(stage.window.toast.undo)
    qtbot.waitUntil(lambda: copies(app, "Bran Stark") > 0)
    stage.settle()
    assert [each.name for each in stage.library.plans.all()] == [NAME]
    assert stage.deck.faction is Faction.STARK
    shown = [row.version.number for row in stage.page.history.model.rows if row.version]
    assert shown == [each.number for each in stage.library.history.versions(stage.deck.id)]


def test_what_was_selected_in_the_history_of_a_plan_is_not_selected_in_that_of_its_deck(
    stage: Stage,
) -> None:
    stage.begin()
    stage.remove("Bran Stark")
    stage.settle()
    stage.page.show_tab(3)
    history = stage.page.history
    history.table.selectRow(1)
    buttons = (history.go, history.compare, history.plan)
    assert [each.isEnabled() for each in buttons] == [True, True, False]
    stage.click(stage.bar.merge)
    stage.click(stage.dialog(MergeDialog).accept_button)
    stage.wait_for(WOLVES)
    assert history.table.selected() == []
    assert [each.isEnabled() for each in buttons] == [False, False, True]


def test_the_decks_page_shows_no_second_deck_and_exports_both(stage: Stage, qtbot: QtBot) -> None:
    stage.begin()
    decks = stage.window.decks
    stage.window.show_page(DECKS)
    qtbot.waitUntil(lambda: decks.model.rowCount() == 1)
    assert decks.count.text() == "1 deck"
    stage.settle()
    decks.table.clearSelection()
    assert decks.deck_actions["export"].text() == "E&xport all…"
    decks.deck_actions["export"].trigger()
    exported = stage.dialog(ExportDialog)
    qtbot.waitUntil(lambda: exported.preview_data is not None)
    assert exported.preview_data is not None
    assert "Wolves of Winter (WotN), plan: If I go Targaryen" in exported.preview_data.text
    exported.close()


def test_a_conflict_is_decided_in_the_dialog(stage: Stage) -> None:
    app = stage.app
    stage.begin()
    card, held = next(slot for slot in deck_of(app).slots if slot[0].name == "Summer")
    app.session.edit(deck_of(app).with_copies(card, held + 1))
    stage.click(stage.bar.leave)
    stage.wait_for(WOLVES)
    app.session.edit(deck_of(app).with_copies(card, 0))
    stage.settle()
    stage.page.history.plans.commands.open(stage.library.plans.all()[0])
    stage.wait_for(NAME)
    stage.click(stage.bar.merge)
    dialog = stage.dialog(MergeDialog)
    (box,) = dialog.choices.values()
    found = [box.itemText(row) for row in range(3)]
    assert found == ["Choose…", "Deck: 0", f"Plan: {held + 1}"]
    assert not dialog.accept_button.isEnabled()
    assert_each_means_one_thing(dialog)
    stage.click(dialog.all_deck)
    assert dialog.words.text().startswith("The deck stays as it is.")
    stage.click(dialog.all_plan)
    assert dialog.accept_button.isEnabled()
    stage.click(dialog.accept_button)
    stage.wait_for(WOLVES)
    assert deck_of(app).copies(card) == held + 1


def test_a_plan_from_a_saved_version_is_thrown_away_and_restored(
    stage: Stage, qtbot: QtBot
) -> None:
    app = stage.app
    stage.remove("Summer")
    stage.settle()
    stage.page.show_tab(3)
    history = stage.page.history

    def first() -> list[int]:
        rows = enumerate(history.model.rows)
        return [place for place, row in rows if row.version and row.version.number == 1]

    qtbot.waitUntil(lambda: bool(first()))
    history.table.selectRow(first()[0])
    stage.click(history.plan)
    dialog = stage.dialog(NameDialog)
    QTest.keyClicks(dialog.name, "As before")
    stage.click(dialog.accept_button)
    stage.wait_for("As before")
    assert copies(app, "Summer") > 0
    stage.click(stage.bar.throw_away)
    stage.wait_for(WOLVES)
    assert [each.name for each in stage.library.decks.binned()] == ["As before"]
    stage.click(stage.window.toast.undo)
    stage.wait_for("As before")
    assert [each.name for each in stage.library.plans.all()] == ["As before"]
    # From the bin of the Decks page, too, where it is named as whose plan it is.
    stage.click(stage.bar.throw_away)
    stage.wait_for(WOLVES)
    decks = stage.window.decks
    stage.window.show_page(DECKS)
    qtbot.waitUntil(lambda: decks.sidebar.count() > 1 and not stage.window.library_worker.busy)
    decks.sidebar.setCurrentRow(decks.sidebar.count() - 1)
    qtbot.waitUntil(lambda: decks.in_bin and decks.model.rowCount() == 1)
    assert decks.model.rows[0].folder == f"plan of “{WOLVES}”"
    decks.table.selectRow(0)
    decks.deck_actions["take_back"].trigger()
    qtbot.waitUntil(lambda: bool(stage.library.plans.all()))
    stage.settle()
    assert len(stage.library.decks.all()) == 1

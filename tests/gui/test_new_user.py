"""The first evening by mouse alone: from the first start to a legal, printed deck."""

from __future__ import annotations

from pathlib import Path

from pypdf import PdfReader
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDialogButtonBox, QFileDialog
from pytestqt.qtbot import QtBot

from carddb.terms import Faction
from desktop.app import Application
from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.dialogs.simple_dialogs import NameDialog, NewDeckDialog
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.problems_panel import ProblemsPanel
from desktop.widgets.layouts import WrapButton
from tests.gui.by_mouse import (
    KEYS,
    MouseUser,
    choose_command,
    choose_in,
    click,
    no_double_clicks,
    rest_on,
    without,
)
from tests.gui.samples import deck_of, number_place, present, rows_named, shown_dialog
from tests.gui.shared_window import open_library

NAME = "Winter by mouse"
BESIDE = QPoint(4, 4)  # left of the words of an entry


def first_repair(panel: ProblemsPanel, qtbot: QtBot) -> WrapButton:
    """Return the first button under the first problem, once it can be pressed."""
    row = next(number for number, each in enumerate(panel.model.rows) if each.is_error)
    panel.list.scrollTo(panel.model.index(row, 0))
    click(
        panel.list.viewport(), panel.list.visualRect(panel.model.index(row, 0)).topLeft() + BESIDE
    )

    def ready() -> bool:
        buttons = panel.list.fixes(row)
        return buttons is not None and bool(buttons.buttons) and buttons.buttons[0].isEnabled()

    qtbot.waitUntil(ready)
    buttons = present(panel.list.fixes(row))
    return buttons.buttons[0]


def begin_a_deck(app: Application) -> None:
    """Press the button of the welcome, and choose a house."""
    click(app.window.build.deck.welcome_panel.new)
    dialog = present(app.window.findChild(NewDeckDialog))
    choose_in(dialog.form["faction"], Faction.STARK)
    click(dialog.form["name"])
    QTest.keyClicks(dialog.form["name"], NAME)
    click(dialog.accept_button)
    assert (deck_of(app).name, deck_of(app).faction) == (NAME, Faction.STARK)


def repair_all(app: Application, qtbot: QtBot) -> None:
    """Take a copy too many of a plot, open the verdict and press its repairs until all is well."""
    page = app.window.build
    plot = next(card for card, _ in deck_of(app).slots if card.plot)
    row = rows_named(page, plot.name)[0]
    page.deck.list.scrollTo(row)
    rest_on(page.deck.list, row)
    click(page.deck.list.viewport(), number_place(page.deck.list, row, 2))
    assert "problem" in page.deck.verdict.text()
    click(page.deck.verdict)
    while not app.session.shown.legal:
        before = deck_of(app)
        click(first_repair(page.problems, qtbot))
        assert deck_of(app) != before


def choose_tab(page: BuilderPage, title: str) -> None:
    """Choose a tab beside the deck, under the dots where there is no room for it."""
    bar, menu = page.tabs.tabBar(), page.tabs.more.menu()
    number = next(each for each in range(bar.count()) if bar.tabText(each) == title)
    if bar.isTabVisible(number):
        click(bar, bar.tabRect(number).center())
        return
    menu.popup(page.tabs.more.mapToGlobal(QPoint()))
    action = next(each for each in menu.actions() if each.text() == title)
    click(menu, menu.actionGeometry(action).center())


def name_it(app: Application, qtbot: QtBot, name: str) -> None:
    """Name a version on the History tab; the saved versions show what they are about."""
    page = app.window.build
    choose_tab(page, "History")
    click(page.history.name)
    dialog = present(app.window.findChild(NameDialog))
    QTest.keyClicks(dialog.name, name)
    click(dialog.accept_button)
    rows = page.history.model
    qtbot.waitUntil(lambda: any(row.text == f"“{name}”" for row in rows.rows))
    number = next(n for n, row in enumerate(rows.rows) if row.version is not None and row.card)
    card = present(rows.rows[number].card)
    page.history.table.scrollTo(rows.index(number, 0))
    rest_on(page.history.table, rows.index(number, 0))
    qtbot.waitUntil(lambda: page.hover.popup is not None and page.hover.popup.isVisible())
    assert present(page.hover.popup).accessibleName() == f"Card: {card.name}"


def print_it(app: Application, qtbot: QtBot, path: Path) -> None:
    """Fill in the deck sheet and save it as a PDF."""
    choose_command(app, "&File", "sheet")
    dialog = present(app.window.findChild(DeckSheetDialog))
    click(dialog.form["event"])
    QTest.keyClicks(dialog.form["event"], "Store championship")
    assert dialog.preview_data is None
    click(dialog.save)
    files = shown_dialog(qtbot, QFileDialog)
    buttons = present(files.findChild(QDialogButtonBox))
    with qtbot.waitSignal(dialog.saved) as saved:
        click(buttons.button(QDialogButtonBox.StandardButton.Save))
    assert saved.args == [[path]]
    click(dialog.buttons.button(QDialogButtonBox.StandardButton.Close))


def choose_page(app: Application, name: str) -> None:
    """Click on a page in the rail."""
    buttons = app.window.rail.findChildren(QAbstractButton)
    click(next(each for each in buttons if each.text() == name))


def test_by_mouse_alone_from_the_first_start_to_a_printed_deck(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    open_library(app)
    assert app.window.library_worker.contents.decks == ()
    app.settings.last_folder = str(tmp_path)
    page, sheet = app.window.build, tmp_path / f"{NAME}.pdf"
    with without(KEYS, fields=False), no_double_clicks():
        begin_a_deck(app)
        user = MouseUser(app, qtbot)
        user.add_stark_deck()
        assert user.clicks <= 30
        assert page.tabs.currentWidget() is page.problems  # what is missing stays in view
        assert page.deck.verdict.text().startswith("Legal")
        repair_all(app, qtbot)
        assert page.deck.verdict.text().startswith("Legal")
        name_it(app, qtbot, "For the championship")
        print_it(app, qtbot, sheet)
        choose_page(app, "Decks")
        qtbot.waitUntil(lambda: app.window.decks.model.rowCount() == 1)
    text = PdfReader(sheet).pages[0].extract_text()
    assert "Store championship" in text
    assert NAME in text
    built = deck_of(app)
    assert app.session.shown.legal
    assert (built.draw_count, built.plot_count, len(built.agendas)) == (60, 7, 1)
    # Nothing was saved by hand, and nothing is asked when the window is closed.
    assert not app.window.isWindowModified()
    app.window.close()
    qtbot.waitUntil(lambda: not app.window.isVisible())

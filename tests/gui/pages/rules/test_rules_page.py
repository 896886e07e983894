"""The Rules page in its window, used as a player does."""

from __future__ import annotations

import io
from pathlib import Path

import pypdf
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.terms import Edition
from desktop.app import Application
from desktop.pages.rules.page import CHANGES, ROUND, RulesPage
from desktop.shell.main_window import BUILD, RULES
from rulebook.entry import EntryFilter
from tests.gui.by_keys import CONTROL, Key, focus
from tests.gui.fits import cut_words
from tests.gui.test_accessibility import assert_all_named
from tests.gui.test_keyboard import assert_walkable
from tests.gui.test_mnemonics import faults

ALT = Qt.KeyboardModifier.AltModifier


def shown(page: RulesPage) -> str:
    assert page.view.text.entry is not None
    return page.view.text.entry.id


def opened(app: Application) -> RulesPage:
    QTest.keyClick(app.window, Key.Key_5, CONTROL)
    assert app.window.pages.currentIndex() == RULES
    assert app.window.rules is not None
    return app.window.rules


def test_a_rule_is_found_read_copied_and_printed_by_keys(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    assert app.window.rules is None  # not made before it is shown
    page = opened(app)
    assert focus() is page.field
    assert shown(page) == "term.contents"
    qtbot.waitUntil(lambda: bool(page.list.entries))
    assert page.list.verticalScrollBar().value() == 0

    QTest.keyClicks(focus(), "challenge resut")
    qtbot.waitUntil(lambda: shown(page) == "timing.duck")
    QTest.keyClick(focus(), Key.Key_Return)
    assert focus() is page.view.text
    assert page.history.places == ("term.contents", "timing.duck")

    QTest.keyClick(focus(), Key.Key_Tab)  # the first link
    QTest.keyClick(focus(), Key.Key_Return)
    assert shown(page) == "term.unopposed"
    QTest.keyClick(focus(), Key.Key_Left, ALT)
    assert shown(page) == "timing.duck"
    QTest.keyClick(focus(), Key.Key_Right, ALT)
    assert shown(page) == "term.unopposed"
    QTest.mouseClick(page.view.text.viewport(), Qt.MouseButton.BackButton)
    assert shown(page) == "timing.duck"
    QTest.mouseClick(page.list.viewport(), Qt.MouseButton.ForwardButton)
    QTest.mouseClick(page, Qt.MouseButton.BackButton, pos=QPoint(2, 2))
    assert shown(page) == "timing.duck"

    page.view.text.setFocus()
    QTest.keyClick(focus(), Key.Key_C, CONTROL)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("The result of a challenge (D.U.C.K.)\n\n1. Determine who wins")
    assert copied.endswith("Source: FAQ 1.2, Quick Reference, second edition, since 2016-10-10")
    assert "Copied" in app.window.status.text()

    # Ctrl+F leads to the field of this page; from the list letters do.
    QTest.keyClick(focus(), Key.Key_F, CONTROL)
    assert focus() is page.field
    assert app.window.pages.currentIndex() == RULES
    QTest.keyClick(focus(), Key.Key_Down)
    assert focus() is page.list
    QTest.keyClick(focus(), Key.Key_A, CONTROL)
    chosen = page.chosen_entries
    assert len(chosen) == len(page.list.entries) > 1
    QTest.keyClick(focus(), Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text().count("Source: ") == len(chosen)

    file = tmp_path / "rules.pdf"
    with qtbot.waitSignal(page.said):
        page.write_pdf(file, page.selection_paper())
    reader = pypdf.PdfReader(io.BytesIO(file.read_bytes()), strict=True)
    text = "".join(each.extract_text() for each in reader.pages)
    assert all(each.title[:25] in text for each in chosen)

    QTest.keyClick(focus(), Key.Key_B)
    assert focus() is page.field
    assert page.field.text() == "b"
    QTest.keyClick(focus(), Key.Key_Escape)
    assert len(page.list.entries) == len(page.book.entries)


def look_at_the_card(app: Application, page: RulesPage, qtbot: QtBot) -> None:
    """Rest the mouse on a rule's card, show it large with Enter, and come back with Escape."""
    app.window.open_rule("timing.terminal-burn")
    cards = page.view.cards
    place = cards.visualRect(cards.model().index(0, 0)).center()
    QTest.mouseMove(cards.viewport(), place)
    hover = app.window.build.hover
    qtbot.waitUntil(lambda: hover.popup is not None and hover.popup.isVisible())
    page.view.cards.setFocus()
    page.view.cards.setCurrentIndex(page.view.cards.model().index(0, 0))
    QTest.keyClick(focus(), Key.Key_Return)
    QTest.keyClick(focus(), Key.Key_Escape)
    assert focus() is page.view.cards


def test_the_page_opens_at_a_rule_and_leads_through_round_and_changes(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    app.window.open_rule("regulation.bye")
    page = app.window.rules
    assert page is not None
    assert app.window.pages.currentIndex() == RULES
    assert shown(page) == "regulation.bye"
    assert page.list.selected_entries == [page.book.entry("regulation.bye")]
    app.window.show_page(BUILD)
    app.window.open_rule("regulation.tea")
    assert page.message_bar.isVisible()
    assert page.message_bar.words.text() == "There is no rule “regulation.tea” in this version."
    assert shown(page) == "regulation.bye"
    app.window.open_rule("regulation.cut")
    assert not page.message_bar.isVisible()

    # Enter before the answer is there opens the best as soon as it is.
    QTest.keyClicks(page.field, "bestow")
    QTest.keyClick(page.field, Key.Key_Return)
    qtbot.waitUntil(lambda: page.history.current == "keyword.bestow")

    page.tabs.setCurrentWidget(page.round)
    assert page.history.current == ROUND
    page.round.picture.buttons[7].click()
    page.round.read.click()
    assert shown(page) == "timing.taxation"
    page.go_back()
    assert page.tabs.currentWidget() is page.round
    page.tabs.setCurrentWidget(page.changes)
    page.changes.list.step_in()
    QTest.keyClick(focus(), Key.Key_Return)
    assert page.tabs.currentWidget() is page.view
    assert shown(page) == page.changes.list.entries[0].id
    page.go_back()
    assert page.history.current == CHANGES
    assert page.tabs.currentWidget() is page.changes

    look_at_the_card(app, page, qtbot)

    # Filters are all that is remembered.
    page.filters.edition.setCurrentIndex(2)
    wanted = EntryFilter(Edition.FIRST)
    assert page.filters.filter == wanted
    qtbot.waitUntil(lambda: not page.found.pending)
    assert all(each.is_for(Edition.FIRST) for each in page.list.entries)
    assert app.settings.rule_filters == wanted.text
    file = tmp_path / "pocket.pdf"
    with qtbot.waitSignal(page.said):
        page.write_pdf(file, page.pocket_paper())
    assert len(pypdf.PdfReader(io.BytesIO(file.read_bytes())).pages) == 4
    qtbot.waitUntil(page.print.isEnabled)


def test_every_part_is_reached_named_and_whole(app: Application, qtbot: QtBot) -> None:
    page = opened(app)
    app.window.resize(900, 600)
    app.window.open_rule("timing.terminal-burn")
    for number in range(page.tabs.count()):
        page.tabs.setCurrentIndex(number)
        page.field.setFocus()
        assert_all_named(app.window)
        assert_walkable(app.window)
        assert faults(app.window) == {}
        assert cut_words(page) == []
    app.window.actions_.type_size_chosen.emit(130)
    for number in range(page.tabs.count()):
        page.tabs.setCurrentIndex(number)
        assert cut_words(page) == []
    assert app.window.width() == 900
    app.window.actions_.type_size_chosen.emit(100)

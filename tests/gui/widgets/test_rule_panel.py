"""A rule below what is beside the deck, and one in a window of its own."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop.widgets.rule_view import RuleSplitter, RuleView, RuleWindow
from rulebook.rule_book import rule_book
from tests.gui.samples import present

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def splitter(qtbot: QtBot) -> RuleSplitter:
    """Show a splitter with a field in it."""
    made = RuleSplitter()
    qtbot.addWidget(made)
    made.addWidget(QPlainTextEdit(made))
    made.resize(300, 500)
    made.show()
    return made


def test_a_rule_opens_below_and_escape_gives_the_focus_back(splitter: RuleSplitter) -> None:
    field = present(splitter.widget(0))
    field.setFocus()
    splitter.show_rule("keyword.ambush")
    panel = present(splitter.panel)
    assert panel.isVisible()
    assert panel.view.toPlainText().startswith("Ambush")
    assert splitter.focusWidget() is panel.view
    assert panel.back.isHidden()
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    assert panel.isHidden()
    assert splitter.focusWidget() is field


def test_without_room_for_both_the_rule_takes_the_place_of_the_other(
    splitter: RuleSplitter,
) -> None:
    field = present(splitter.widget(0))
    field.setMinimumHeight(300)
    splitter.resize(300, 320)
    least = splitter.minimumSizeHint()
    splitter.show_rule("keyword.ambush")
    assert splitter.panel is not None
    assert splitter.minimumSizeHint().height() <= least.height()
    assert (field.isVisible(), splitter.panel.isVisible()) == (False, True)
    splitter.resize(300, 700)
    assert (field.isVisible(), splitter.panel.isVisible()) == (True, True)
    splitter.resize(300, 320)
    assert field.isHidden()
    splitter.uncover()
    assert (field.isVisible(), splitter.panel.isVisible()) == (True, False)


def test_links_lead_on_and_back_and_to_the_rules_page(splitter: RuleSplitter) -> None:
    pages: list[str] = []
    splitter.page_requested.connect(pages.append)
    splitter.show_rule("keyword.ambush")
    panel = present(splitter.panel)
    panel.view.rule_requested.emit("keyword.limited")
    assert panel.view.toPlainText().startswith("Limited")
    QTest.keyClick(panel.view, Qt.Key.Key_Return, CTRL)
    assert panel.back.isVisible()
    QTest.keyClick(panel.view, Qt.Key.Key_Left, ALT)
    assert panel.view.toPlainText().startswith("Ambush")
    assert panel.back.isHidden()
    panel.page.click()
    assert pages == ["keyword.limited", "keyword.ambush"]


def test_a_window_shows_a_rule_and_leads_to_the_page(qtbot: QtBot) -> None:
    below = QLineEdit()
    qtbot.addWidget(below)
    window = RuleWindow(below)
    assert not window.isModal()
    window.show_rule("regulation.bye")
    assert window.panel.view.toPlainText().startswith("Bye")
    with qtbot.waitSignal(window.page_requested) as asked:
        window.panel.page.click()
    assert asked.args == ["regulation.bye"]
    assert window.isHidden()


BOOK = rule_book()


def test_the_view_shows_title_words_cards_and_source(qtbot: QtBot) -> None:
    view = RuleView()
    qtbot.addWidget(view)
    view.card_name = "Card {}".format
    view.show_entry(BOOK.entry("ruling.duplicate-of-limited"))
    text = view.toPlainText()
    for words in ("Duplicates and Limited", "Card 02064", "Source: FAQ 2.3", "since 2019-09-20"):
        assert words in text
    assert view.accessibleName() == "Rule: Duplicates and Limited"


def test_links_are_followed_with_the_keyboard(qtbot: QtBot) -> None:
    view = RuleView()
    qtbot.addWidget(view)
    view.show_entry(BOOK.entry("keyword.ambush"))
    view.show()
    view.setFocus()
    followed: list[str] = []
    view.rule_requested.connect(followed.append)
    QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert followed == ["term.player-action"]


def test_a_card_is_requested_by_its_code(qtbot: QtBot) -> None:
    view = RuleView()
    qtbot.addWidget(view)
    codes: list[str] = []
    view.card_requested.connect(codes.append)
    view.anchorClicked.emit(QUrl("card:02064"))
    assert codes == ["02064"]

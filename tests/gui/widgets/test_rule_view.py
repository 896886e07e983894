"""An entry of the rules on screen: its words, links and cards."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.widgets.rule_view import RuleView
from rulebook.rule_book import rule_book

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

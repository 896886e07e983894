"""The keywords of a card: hover and focus tell them in two lines, a click opens them."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from carddb.card import Card
from carddb.terms import Edition
from desktop.runtime.tasks import TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.card_details import rules_on
from desktop.widgets.cards.card_face import CardFace
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.cards.hover_card import HoverPopup, KeywordRow, Place
from desktop.widgets.cards.large_card import LargeCard
from rulebook.rule_book import rule_book
from tests.gui.samples import card_of, present

LEFT = Qt.MouseButton.LeftButton


def arbor(cards: LoadedCards) -> Card:
    return card_of(cards, "02064")


def with_keyword(cards: LoadedCards, name: str, edition: Edition) -> Card:
    return next(each for each in cards.pools[edition] if any(k.name == name for k in each.keywords))


def keyword_point(face: CardFace) -> QPoint:
    (place,) = face.keyword_places()
    return place.rect.center().toPoint()


def test_a_keyword_on_the_face_is_told_by_the_mouse_and_opened_by_a_click(
    cards: LoadedCards, face: CardFace
) -> None:
    face.show_card(arbor(cards), "Pack")
    at = keyword_point(face)
    QApplication.sendEvent(face, QHelpEvent(QEvent.Type.ToolTip, at, face.mapToGlobal(at)))
    assert "<b>Limited</b><br>Each player may marshal or play one" in QToolTip.text()
    QTest.mouseMove(face, at)
    opened: list[str] = []
    face.rule_requested.connect(opened.append)
    QTest.mouseClick(face, LEFT, pos=at)
    QTest.mouseClick(face, LEFT, pos=QPoint(5, 5))
    assert opened == ["keyword.limited"]


def test_places_follow_the_size_of_the_face(cards: LoadedCards, face: CardFace) -> None:
    face.show_card(arbor(cards), "Pack")
    for width in (200, 280, 500):
        face.resize(width, width * 3 // 2)
        (place,) = face.keyword_places()
        assert face.card_rect().contains(place.rect)
        assert place.keyword.name == "limited"
    face.show_card(card_of(cards, "01149"), "Pack")
    assert {each.keyword for each in face.keyword_places()} == set(card_of(cards, "01149").keywords)


def test_the_row_of_keywords_tells_them_with_the_keyboard(cards: LoadedCards, qtbot: QtBot) -> None:
    row = KeywordRow()
    qtbot.addWidget(row)
    row.show_card(arbor(cards))
    (button,) = row.buttons
    assert button.text() == "Limited"
    assert button.accessibleDescription().startswith("Limited\nEach player may marshal")
    button.setFocus(Qt.FocusReason.TabFocusReason)
    opened: list[str] = []
    row.rule_requested.connect(opened.append)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert opened == ["keyword.limited"]
    row.show_card(with_keyword(cards, "vengeful", Edition.FIRST))
    said = [each.accessibleDescription() for each in row.buttons if not each.isHidden()]
    assert any("No document at hand says what it does" in each for each in said)
    row.show_card(next(each for each in cards.pools[Edition.SECOND] if not each.keywords))
    assert row.isHidden()


def test_the_hover_card_tells_the_keywords(
    cards: LoadedCards, tasks: TaskRunner, face: CardFace
) -> None:
    popup = HoverPopup(face, CardPictures(tasks, face))
    screen = face.screen().availableGeometry()
    place = Place(
        screen.adjusted(0, 0, -screen.width() + 60, -screen.height() + 20), QPoint(), screen
    )
    popup.show_card(arbor(cards), "Pack", "A tip", place)
    assert popup.caption.text().startswith("A tip\nLimited: Each player")
    assert "Limited: Each player" in popup.accessibleDescription()


def test_a_click_on_a_keyword_of_the_large_card_opens_it(
    cards: LoadedCards, face: CardFace
) -> None:
    face.resize(800, 600)
    cover = LargeCard(face)
    cover.open_over(face)
    cover.show_card(arbor(cards), cards, CardDeckInfo())
    assert "Limited: Each player" in cover.accessibleDescription()
    opened: list[str] = []
    cover.rule_requested.connect(opened.append)
    QTest.mouseClick(cover.face, LEFT, pos=keyword_point(cover.face))
    assert opened == ["keyword.limited"]
    assert cover.isHidden()
    cover.open_over(face)
    QTest.mouseClick(cover.face, LEFT, pos=QPoint(2, 2))
    assert cover.isHidden()


def test_the_card_view_lists_the_rules_newest_first_with_links(
    cards: LoadedCards, view: CardView
) -> None:
    view.show_card(arbor(cards), cards)
    notes = present(view.details).notes
    assert "Rules" in notes.toPlainText().splitlines()
    assert "before FAQ 2.3" not in notes.toPlainText()
    assert 'href="ruling.duplicate-of-limited"' in notes.toHtml()
    opened: list[str] = []
    view.rule_requested.connect(opened.append)
    notes.setFocus()
    QTest.keyClick(notes, Qt.Key.Key_Tab)
    QTest.keyClick(notes, Qt.Key.Key_Return)
    assert opened == ["ruling.duplicate-of-limited"]


def test_the_day_of_the_event_marks_what_differs(cards: LoadedCards, view: CardView) -> None:
    view.show_card(arbor(cards), cards, CardDeckInfo(day=date(2018, 1, 1)))
    text = present(view.details).notes.toPlainText()
    assert "On the day of the event, 2018-01-01. Changed after 2019-09-19." in text
    assert "Since 2019-09-20. Not yet on the day of the event, 2018-01-01." in text


def test_rules_on_a_day_are_those_of_then_and_now() -> None:
    book = rule_book()
    new, old = (
        book.entry("ruling.duplicate-of-limited"),
        book.entry("ruling.duplicate-of-limited.1-2"),
    )
    assert rules_on((new, old), None) == [(new, "")]
    assert rules_on((new, old), date(2026, 1, 1)) == [(new, "")]
    then = rules_on((new, old), date(2018, 1, 1))
    assert [entry for entry, _ in then] == [new, old]
    assert all(words for _, words in then)

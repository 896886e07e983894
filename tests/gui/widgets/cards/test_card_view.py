"""The view of a card in the window: face, printings, swaps, keywords and notes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from carddb.card import Card
from carddb.terms import Edition
from decks.deck_section import ROOKERY
from desktop.app import Application
from desktop.pages.builder.page import BuilderPage
from desktop.runtime.settings import PaletteChoice
from desktop.runtime.tasks import TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.style.theme import Theme
from desktop.widgets.cards.card_deck_info import CardDeckInfo, with_printing
from desktop.widgets.cards.card_details import CardDetails, differences, rules_on
from desktop.widgets.cards.card_face import CardFace
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.cards.hover_card import HoverPopup, KeywordRow, Place
from desktop.widgets.cards.large_card import LargeCard
from desktop.widgets.layouts import WrapButton
from rulebook.rule_book import rule_book
from tests.builders import deck
from tests.gui.samples import card_of, copies, deck_of, open_sample, present, select, steps
from tests.gui.test_accessibility import assert_all_named
from tests.long_run import times

ARYA_CORE, ARYA_WOTN = "01141", "03007"


def text_of(view: CardView) -> str:
    assert view.details is not None
    return f"{view.details.face.description()}\n{view.details.notes.toPlainText()}"


def test_the_card_is_drawn_in_the_palette_of_the_window(
    cards: LoadedCards, view: CardView, qapp: QApplication
) -> None:
    theme = Theme(qapp, PaletteChoice.LIGHT, view)
    view.show_card(card_of(cards, ARYA_CORE), cards)
    face = present(view.details).face
    light = face.grab().toImage()
    theme.choose(PaletteChoice.DARK)
    dark = face.grab().toImage()
    theme.choose(PaletteChoice.LIGHT)
    middle = light.width() // 2, light.height() - 7
    assert light.pixelColor(*middle).lightness() > 200
    assert dark.pixelColor(*middle).lightness() < 80


def test_the_view_shows_every_card_there_is(cards: LoadedCards, view: CardView) -> None:
    for row in cards.rows[:: times(short=240, long=40)]:
        view.show_card(row.card, cards)
        text = text_of(view)
        assert row.card.name in text
        assert row.pack in text
        assert view.accessibleName() == f"Card: {row.card.name}"


def chosen(app: Application, code: str) -> tuple[BuilderPage, CardDetails]:
    """Show a card in the card view next to a deck; return page and details."""
    page = app.window.build
    page.tabs.setCurrentWidget(page.card_view)
    page.card_view.printing_chosen.emit(card_of(present(app.session.cards), code))
    return page, present(page.card_view.details)


def swap_buttons(details: CardDetails) -> list[WrapButton]:
    buttons = details.findChildren(WrapButton)
    return [each for each in buttons if each.isVisible() and each.parent() is details]


def test_copies_are_counted_and_printings_switched_between_with_the_arrows(
    app: Application,
) -> None:
    page = open_sample(app)
    select(page, "Arya Stark")
    page.tabs.setCurrentWidget(page.card_view)
    details = present(page.card_view.details)
    assert details.copies.text() == "3 of 3 in the deck"
    QTest.keyClick(page.deck.list, Qt.Key.Key_1)
    assert details.copies.text() == "1 of 3 in the deck"
    QTest.keyClick(page.deck.list, Qt.Key.Key_3)
    page, details = chosen(app, ARYA_CORE)
    rows = details.printings.printings
    found = [each.pack for each in rows]
    assert found == ["Core Set", "Wolves of the North", "The Faith Militant", "Long May He Reign"]
    assert rows[0].released == "2015-10-08"
    assert rows[1].copies == 3
    details.printings.setFocus()
    QTest.keyClick(details.printings, Qt.Key.Key_Down)
    assert "Wolves of the North 7" in details.face.description()
    assert details.printings.currentIndex().row() == 1
    assert details.printings.hasFocus()
    point = details.printings.visualRect(details.printings.model().index(0, 0)).center()
    QTest.mouseClick(details.printings.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert "Core Set 141" in details.face.description()
    assert page.card_view.accessibleName() == "Card: Arya Stark"


def test_a_printing_is_used_in_the_deck_as_one_step(app: Application) -> None:
    open_sample(app)
    _, details = chosen(app, ARYA_CORE)
    buttons = swap_buttons(details)
    assert [each.text() for each in buttons] == [
        "Use this version instead of 3 from Wolves of the North"
    ]
    buttons[0].click()
    assert {each.pack: n for each, n in deck_of(app).slots if each.name == "Arya Stark"} == {
        "Core": 3
    }
    assert steps(app) == ["Swap 3 Arya Stark for the Core Set version"]
    assert swap_buttons(details) == []
    assert details.copies.text() == "3 of 3 in the deck"
    app.session.steps.undo()
    assert copies(app, "Arya Stark") == 3
    assert [each.isVisible() for each in details.findChildren(WrapButton)][-1]


def test_the_notes_have_lists_rulings_errata_and_the_only_printing(app: Application) -> None:
    _, details = chosen(app, "11016")
    assert not details.printings.isVisible()
    assert "Released" in details.notes.toPlainText()
    _, details = chosen(app, "06011")
    text = details.notes.toPlainText()
    assert "Standard v2.1, 2026-07-01" in text
    assert "History: Joust: restricted 2019-09 to 2020-07" in text
    _, details = chosen(app, "08039")
    assert "Only 4 gold are then left for setup." in details.notes.toPlainText()
    _, details = chosen(app, "cad_20")
    assert "Its text was changed: Fantasy Flight Games, FAQ." in details.notes.toPlainText()


def test_the_text_is_in_the_notes_where_the_face_is_too_small_for_it(
    cards: LoadedCards, view: CardView
) -> None:
    short = replace(card_of(cards, "11016"), text="A short text.")
    view.show_card(short, cards)
    assert view.details is not None
    assert "A short text." in view.details.face.description()
    assert view.details.text.isHidden()
    view.show_card(replace(short, text="A very long text indeed. " * 30), cards)
    assert "A very long text indeed." in view.details.text.toPlainText()


def test_the_text_comes_before_the_printings(cards: LoadedCards, view: CardView) -> None:
    view.show_card(replace(card_of(cards, ARYA_CORE), text="A very long text. " * 30), cards)
    QApplication.processEvents()
    details = present(view.details)
    assert details.face.y() < details.text.y() < details.printings.y() < details.notes.y()
    assert "A very long text." not in details.notes.toPlainText()


@pytest.mark.parametrize("width", [290, 480])
def test_nothing_is_wider_than_the_view(cards: LoadedCards, view: CardView, width: int) -> None:
    view.resize(width, 600)
    for code in ("01141", "06011", "06099", "kr_79", "26080"):
        view.show_card(card_of(cards, code), cards)
        QApplication.processEvents()
        assert view.details is not None
        assert view.details.width() == view.viewport().width()
        assert view.details.notes.geometry().right() <= view.viewport().width()
        assert view.details.notes.height() >= view.details.notes.document().size().height()


def test_the_notes_can_be_selected_and_the_card_copied(app: Application) -> None:
    _, details = chosen(app, "08039")
    details.notes.moveCursor(QTextCursor.MoveOperation.Start)
    details.notes.selectAll()
    details.notes.copy()
    assert "Only 4 gold are then left" in QApplication.clipboard().text()
    details.face.setFocus()
    QTest.keyClick(details.face, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().startswith("The House With the Red Door. Neutral")


def test_every_part_of_the_card_view_has_a_name_and_takes_the_focus(app: Application) -> None:
    open_sample(app)
    page, details = chosen(app, ARYA_CORE)
    assert_all_named(app.window)
    page.show_tab(0)
    assert details.face.hasFocus()
    reached = set()
    for _ in range(12):
        current = QApplication.focusWidget()
        if current is not None:
            reached.add(current)
            QTest.keyClick(current, Qt.Key.Key_Tab)
    assert {details.face, details.large_button, details.printings, details.notes} <= reached


LEFT = Qt.MouseButton.LeftButton


def arbor(cards: LoadedCards) -> Card:
    return card_of(cards, "02064")


def with_keyword(cards: LoadedCards, name: str, edition: Edition) -> Card:
    return next(each for each in cards.pools[edition] if any(k.name == name for k in each.keywords))


def keyword_point(face: CardFace) -> QPoint:
    ((_, rect),) = face.keyword_places()
    return rect.center().toPoint()


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
        ((keyword, rect),) = face.keyword_places()
        assert face.card_rect().contains(rect)
        assert keyword.name == "limited"
    face.show_card(card_of(cards, "01149"), "Pack")
    assert {each for each, _ in face.keyword_places()} == set(card_of(cards, "01149").keywords)


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


def test_in_what_a_printing_differs(cards: LoadedCards) -> None:
    core, wotn = card_of(cards, ARYA_CORE), card_of(cards, ARYA_WOTN)
    assert differences(core, wotn) == "Cost 4, STR 3, +intrigue, no Stealth"
    assert differences(card_of(cards, "02034"), card_of(cards, "17134")) == "Limit 3, +Prized 1"
    assert differences(core, replace(core, code="1", text=None)) == "Same facts"
    assert differences(core, replace(core, code="1", reprint_of=core.code)) == "Reprint"
    texts = replace(core, text="One"), replace(core, code="1", text="Another")
    assert differences(*texts) == "Another text"


def test_another_printing_is_swapped_in_every_part_of_the_deck(cards: LoadedCards) -> None:
    core, wotn = card_of(cards, ARYA_CORE), card_of(cards, ARYA_WOTN)
    agenda, other = card_of(cards, "13118"), card_of(cards, "17152")
    before = deck((core, 2), (wotn, 1), agenda, rookery=((core, 1),))
    after = with_printing(with_printing(before, core, wotn), agenda, other)
    assert dict(after.slots) == {wotn: 3}
    assert ROOKERY.copies(after, wotn) == 1
    assert after.agendas == (other,)
    assert with_printing(after, core, wotn) == after

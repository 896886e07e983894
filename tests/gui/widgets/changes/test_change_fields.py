"""The fields of the changes, and the list of cards that stay."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.terms import Edition, Faction
from decks.deck import Deck
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.changes.change_fields import ChangeFields, KeepPopup
from goldfish.mulligan import PolicyKind

STEWARD = "Winterfell Steward"


@pytest.fixture
def fields(qtbot: QtBot, cards: LoadedCards) -> ChangeFields:
    """Show the fields for a deck with two cards of one name; the third card stays."""
    titles = cards.pools[Edition.SECOND].by_title
    slots = dict.fromkeys((*titles["Arya Stark"][:2], *titles[STEWARD]), 2)
    made = ChangeFields()
    qtbot.addWidget(made)
    made.show()
    made.show_deck(Deck.of("Three cards", Edition.SECOND, Faction.STARK, slots), cards)
    made.set_keep(frozenset({titles[STEWARD][0].code}))
    return made


@pytest.fixture
def popup(fields: ChangeFields) -> KeepPopup:
    fields.choose_kept()
    found = fields.stay.findChild(KeepPopup)
    assert found is not None
    return found


def test_cards_of_one_name_are_told_apart_and_a_screen_reader_hears_what_stays(
    popup: KeepPopup,
) -> None:
    told = QAccessible.queryAccessibleInterface(popup.list)
    assert told.text(QAccessible.Text.Name) == "Cards that stay"
    lines = [told.child(number) for number in range(told.childCount())]
    one, other, steward = (each.text(QAccessible.Text.Name) for each in lines)
    assert one.startswith("Arya Stark (")
    assert one != other
    assert steward == f"{STEWARD}, 2 copies"
    states = [each.state() for each in lines]
    assert [(each.checkable, each.checked) for each in states] == [
        *[(True, False)] * 2,
        (True, True),
    ]


def test_space_ticks_and_escape_closes(fields: ChangeFields, popup: KeepPopup) -> None:
    QTest.keyClick(popup.list, Qt.Key.Key_Space)
    assert fields.stay.text() == "2 cards stay…"
    QTest.keyClick(popup.list, Qt.Key.Key_End)
    QTest.keyClick(popup.list, Qt.Key.Key_Space)
    assert fields.keep == {popup.list.shown[0].code}
    QTest.keyClick(popup.list, Qt.Key.Key_Escape)
    assert not popup.isVisible()


def test_a_click_anywhere_in_a_line_ticks_once(fields: ChangeFields, popup: KeepPopup) -> None:
    line = popup.list.visualItemRect(popup.list.item(0))
    on_the_box = QPoint(line.left() + line.height() // 2, line.center().y())
    for place, count in ((line.center(), 2), (on_the_box, 1)):
        QTest.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert len(fields.keep) == count


def test_it_is_as_tall_as_its_lines(popup: KeepPopup) -> None:
    last = popup.list.visualItemRect(popup.list.item(popup.list.count() - 1))
    assert last.bottom() <= popup.list.viewport().height()
    assert popup.list.height() < 12 * last.height()


def test_the_mulligan_is_part_of_what_is_asked_and_takes_no_more_width(qtbot: QtBot) -> None:
    fields = ChangeFields()
    qtbot.addWidget(fields)
    policy, width = fields.policy, fields.minimumSizeHint().width()
    assert fields.values()["policy"] == "keep"
    for kind in (PolicyKind.POOR, PolicyKind.OPTIMAL):
        policy.kind.setCurrentIndex(policy.kind.findData(kind.value))
        assert fields.values()["policy"] == kind.value
        assert not fields.why_not
    policy.kind.setCurrentIndex(policy.kind.findData(PolicyKind.NEEDS.value))
    assert fields.why_not.startswith("Write what a hand must hold")
    policy.needs.setText(" k:lord ")
    assert fields.values()["policy"] == "needs:k:lord"
    assert not policy.needs.isHidden()
    assert fields.minimumSizeHint().width() <= width

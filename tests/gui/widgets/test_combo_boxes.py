"""What is typed at a combo box chooses by any word, and only with Enter."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from carddb.terms import Faction
from desktop.widgets.combo_boxes import FactionComboBox, best_matches
from desktop.widgets.layouts import column


@pytest.fixture
def box(qtbot: QtBot) -> FactionComboBox:
    made = FactionComboBox()
    qtbot.addWidget(made)
    made.offer(Faction)
    made.show()
    made.setFocus()
    return made


def listed(box: FactionComboBox) -> list[str]:
    return [box.itemText(n) for n in range(box.count()) if not box.choices.isRowHidden(n)]


def type_into_the_list(box: FactionComboBox, text: str) -> None:
    QTest.keyClicks(box, text[0])
    QTest.keyClicks(box.choices, text[1:])


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("House L", Faction.LANNISTER),
        ("lan", Faction.LANNISTER),
        ("watch", Faction.NIGHTS_WATCH),
        ("night's w", Faction.NIGHTS_WATCH),
        ("ty", Faction.TYRELL),
        ("yrell", Faction.TYRELL),
        ("no", None),
    ],
)
def test_any_word_of_an_entry_is_typed(
    box: FactionComboBox, typed: str, chosen: Faction | None
) -> None:
    box.choose(Faction.STARK)
    type_into_the_list(box, typed)
    assert box.choices.isVisible()
    assert box.chosen is Faction.STARK
    QTest.keyClick(box.choices, Qt.Key.Key_Return)
    assert not box.choices.isVisible()
    assert box.chosen is chosen


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_tab_takes_the_entry_and_goes_on_to_the_next_field(qtbot: QtBot, key: Qt.Key) -> None:
    window, name = QWidget(), QLineEdit()
    box = FactionComboBox()
    box.offer(Faction)
    column(box, name, parent=window)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    box.setFocus()
    chosen: list[int] = []
    box.activated.connect(chosen.append)
    type_into_the_list(box, "lan")
    QTest.keyClick(box.choices, key)
    assert not box.choices.isVisible()
    assert box.chosen is Faction.LANNISTER
    assert chosen == [box.currentIndex()]
    assert name.hasFocus()


def test_entries_without_the_words_are_hidden_until_letters_are_taken_back(
    box: FactionComboBox,
) -> None:
    type_into_the_list(box, "house t")
    assert listed(box) == ["House Targaryen", "House Tyrell"]
    QTest.keyClicks(box.choices, "q")
    assert box.choices.typed == "house t"
    assert box.choices.accessibleDescription() == "Typed: house t"
    QTest.keyClick(box.choices, Qt.Key.Key_Down)
    assert box.choices.currentIndex().data() == "House Tyrell"
    for _ in "house t":
        QTest.keyClick(box.choices, Qt.Key.Key_Backspace)
    assert len(listed(box)) == box.count()
    QTest.keyClick(box.choices, Qt.Key.Key_Escape)
    assert box.chosen is None
    type_into_the_list(box, "grey")
    QTest.keyClick(box.choices, Qt.Key.Key_Escape)
    box.showPopup()
    assert (box.choices.typed, len(listed(box))) == ("", box.count())
    box.hidePopup()


def test_the_best_match_stands_first() -> None:
    entries = ["The Red Viper", "Draft", "Red God's Blessing", "Shared"]
    assert best_matches("red", entries) == [2, 0]
    assert best_matches("", entries) == [0, 1, 2, 3]
    assert best_matches("viper the", entries) == [0]
    assert best_matches("raf", entries) == [1]
    assert best_matches("zzz", entries) == []


def test_the_glyphs_of_the_list_are_as_large_as_that_of_the_field(box: FactionComboBox) -> None:
    assert box.choices.iconSize() == box.iconSize()

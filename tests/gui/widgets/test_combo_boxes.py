"""Fields: words typed at a combo box, suggestions of a query, and the calendar of a date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from PySide6.QtCore import QDate, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from carddb.pool import CardPool
from carddb.query import Searcher
from carddb.search.index import CardIndex
from carddb.search.keys import KEYS
from carddb.search.suggestions import keys_at, values_at
from carddb.terms import Edition, Faction
from desktop.runtime.settings import PaletteChoice
from desktop.style.fonts import load_typeface, scale_type
from desktop.style.theme import Theme
from desktop.widgets.changes.change_fields import ChangeFields
from desktop.widgets.combo_boxes import FactionComboBox, best_matches
from desktop.widgets.date_field import Calendar, DateField
from desktop.widgets.layouts import column
from desktop.widgets.search_field import SearchField
from tests.gui.samples import present


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


@pytest.fixture(params=[90, 100, 115, 130])
def themed(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    load_typeface(qapp)
    before = qapp.font()
    scale_type(qapp, request.param)
    theme = Theme(qapp, PaletteChoice.LIGHT)
    yield
    theme.deleteLater()
    qapp.setFont(before)


@pytest.mark.usefixtures("themed")
def test_every_week_and_day_has_its_room(qtbot: QtBot) -> None:
    field = DateField("Date")
    qtbot.addWidget(field)
    field.setDate(QDate(2026, 8, 20))  # a month of six weeks
    with qtbot.waitExposed(field):
        field.show()
    arrow = QPoint(field.width() - 6, field.height() // 2)
    QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=arrow)
    calendar = field.calendarWidget()
    assert isinstance(calendar, Calendar)
    qtbot.waitUntil(calendar.isVisible)
    # PySide forgets the table with the widget that was asked for its focus.
    popup = present(QApplication.activePopupWidget())
    popup.focusWidget()
    del popup
    table, model = calendar.table, calendar.table.model()
    assert calendar.window().size().height() >= calendar.sizeHint().height()
    last = table.visualRect(model.index(model.rowCount() - 1, model.columnCount() - 1))
    assert table.viewport().rect().contains(last)
    assert last.height() >= field.fontMetrics().height()
    calendar.window().close()


@pytest.fixture(scope="module")
def index(pools: Mapping[Edition, CardPool]) -> CardIndex:
    return CardIndex(pools.values())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gives:", ["gold", "draw"]),
        ("arya has:", ["text", "erratum", "ruling"]),
        ("has:err", ["erratum"]),
        ("pool:", ["all"]),
        ("reduces:nig", ["Night's Watch"]),
        ("reduces:arm", ["Army"]),
    ],
)
def test_the_words_of_what_cards_do_are_suggested(
    index: CardIndex, text: str, words: list[str]
) -> None:
    assert [each.shown for each in values_at(text, len(text), index)] == words


def test_every_suggested_word_of_a_reducer_finds_one(index: CardIndex) -> None:
    searcher = Searcher(*index.pools)
    suggested = values_at("reduces:", 8, index)
    assert {"any", "itself", "loyal", "shadows", "Stark"} <= {each.shown for each in suggested}
    assert all(searcher.find(f"reduces:{each.text}") for each in suggested)


def test_every_key_is_suggested_with_its_help() -> None:
    suggested = {each.shown: each.help for each in keys_at("", 0)}
    assert list(suggested) == [key.name for key in KEYS]
    assert suggested["gives"].startswith("gold:")


def test_the_hint_in_the_field_is_one_that_has_room(qtbot: QtBot) -> None:
    field = SearchField()
    qtbot.addWidget(field)
    field.set_hints("Search: arya   k:lord", "Search")
    shown = []
    for width in (400, 100, 30):
        field.resize(width, 30)
        field.grab()
        shown.append(field.placeholderText())
    assert shown == ["Search: arya   k:lord", "Search", "Search"]


def test_fields_of_other_panels_say_what_they_look_for(qtbot: QtBot) -> None:
    fields = ChangeFields()
    qtbot.addWidget(fields)
    fields.resize(700, 300)
    fields.grab()
    for each in (fields.see, fields.out, fields.into, fields.policy.needs):
        assert each.placeholderText()
    assert fields.into.placeholderText().startswith("any card")

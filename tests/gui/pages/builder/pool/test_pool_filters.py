"""Filters one can see: chips, the popup of filters, an empty result, the help, a new deck."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from carddb.search.filters import PLAYABLE, FilterTerm, faction_filter, type_filter
from carddb.terms import CardType, Edition, Faction
from desktop.app import Application
from desktop.dialogs.simple_dialogs import NewDeckDialog
from desktop.pages.builder.pool.pool_filters import ActiveFilters, FiltersPopup, PoolFilters
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.pages.builder.pool.search_menu import LanguagePopup
from desktop.session.loaded_cards import LoadedCards
from tests.gui.pages.builder.pool.shown_cards import names
from tests.gui.samples import open_sample, present

STARK, CHARACTER = faction_filter(Faction.STARK), type_filter(CardType.CHARACTER)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def filters(qtbot: QtBot, cards: LoadedCards) -> PoolFilters:
    parent = QWidget()
    qtbot.addWidget(parent)
    made = PoolFilters(parent)
    pool = cards.pools[Edition.SECOND]
    made.offer(pool.cards, [pool])
    return made


def texts(filters: PoolFilters) -> list[str]:
    return [term.text for term in filters.terms]


def named(filters: PoolFilters, label: str) -> FilterTerm:
    return next(t for group in filters.groups for t in group.terms if t.label == label)


def test_filters_are_switched_dropped_and_remembered(filters: PoolFilters, qtbot: QtBot) -> None:
    filters.factions.chips[Faction.STARK].click()
    for label in ("Loyal", "Not loyal", "Cost 2", "Military icon"):
        filters.switch(named(filters, label), on=True)
    expected = ["faction:stark", "military:yes", "cost:2", "loyal:no"]
    assert texts(filters) == expected
    saved = filters.saved
    with qtbot.waitSignal(filters.changed):
        filters.drop(STARK)
    assert texts(filters) == expected[1:]
    filters.clear()
    assert texts(filters) == []
    filters.restore((*saved, "nonsense:1"))
    assert texts(filters) == expected
    filters.show_only([STARK])
    assert texts(filters) == ["faction:stark"]


def test_a_filter_waits_for_cards_that_it_divides(filters: PoolFilters, cards: LoadedCards) -> None:
    first, second = cards.pools[Edition.FIRST], cards.pools[Edition.SECOND]
    filters.restore(["type:house", "crest:war", "unique:yes"])
    assert texts(filters) == ["unique:yes"]
    filters.offer(first.cards, [first])
    assert texts(filters) == ["type:house", "unique:yes", "crest:war"]
    filters.offer(second.cards, [second])
    filters.drop(filters.terms[0])
    assert filters.saved == ("type:house", "crest:war")


def test_the_popup_switches_filters_with_buttons_and_lists(
    filters: PoolFilters, qtbot: QtBot
) -> None:
    popup = FiltersPopup(filters, filters.more)
    qtbot.addWidget(popup)
    popup.show_below()
    cost = popup.buttons[named(filters, "Cost 3")]
    QTest.mouseClick(cost, LEFT)
    assert (texts(filters), cost.isChecked()) == (["cost:3"], True)
    assert (cost.text(), cost.accessibleName()) == ("3", "Cost 3")
    keywords = popup.lists["Keywords"]
    QTest.keyClicks(keywords, "r")
    QTest.keyClicks(keywords.choices, "en")
    QTest.keyClick(keywords.choices, Qt.Key.Key_Return)
    assert texts(filters) == ["cost:3", 'keyword:"renown"']
    assert keywords.currentText() == "Add a keyword…"
    assert popup.lists["Pack"].findText("Wolves of the North") > 0
    filters.clear()
    assert not cost.isChecked()
    assert {"Military icon", "STR 4", "Loyal", "Not unique"} <= {t.label for t in popup.buttons}


def test_chips_drop_by_click_and_delete_and_the_focus_stays(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    row = ActiveFilters(QLabel(parent), (QPushButton(parent),), parent)
    with qtbot.waitActive(parent):
        parent.show()
    dropped: list[FilterTerm] = []
    row.dropped.connect(dropped.append)
    row.show_terms((STARK, CHARACTER, PLAYABLE))
    found = [chip.accessibleName() for chip in row.chips]
    assert found == ["Filter: Stark", "Filter: Character", "Filter: Playable only"]
    QTest.mouseClick(row.chips[0], LEFT)
    row.chips[1].setFocus()
    QTest.keyClick(row.chips[1], Qt.Key.Key_Delete)
    assert dropped == [STARK, CHARACTER]
    row.show_terms((STARK, PLAYABLE))
    assert row.chips[1].hasFocus()
    with qtbot.waitSignal(row.clear.clicked):
        QTest.mouseClick(row.clear, LEFT)
    row.show_terms(())
    assert row.clear.isHidden()


def test_an_empty_result_says_what_emptied_it_and_drops_it(app: Application, qtbot: QtBot) -> None:
    pool = open_sample(app).pool
    pool.factions.chips[Faction.LANNISTER].click()
    pool.types.chips[CardType.CHARACTER].click()
    assert [chip.term.label for chip in pool.active_filters.chips] == ["Lannister", "Character"]
    assert pool.empty.isHidden()
    pool.search.setText("shadow k:lord o>=9")
    assert pool.empty.words.text() == "No cards found."
    qtbot.waitUntil(lambda: bool(pool.empty.buttons))
    pool.factions.chips[Faction.LANNISTER].click()
    pool.search.setText("winterfell t:location")
    qtbot.waitUntil(lambda: any("Character" in b.text() for b in pool.empty.buttons))
    button = next(each for each in pool.empty.buttons if "Character" in each.text())
    count = int(button.text().split()[-2])
    assert count > 1
    QTest.mouseClick(button, LEFT)
    assert pool.model.rowCount() == count
    assert pool.empty.isHidden()
    pool.search.setText("zzz qqq")
    qtbot.waitUntil(lambda: pool.empty.words.text().endswith("with one word left out."))
    QTest.mouseClick(pool.empty.clear, LEFT)
    assert (pool.search.text(), pool.filters.terms) == ("", ())


def test_playable_only_has_a_chip_and_is_cleared_like_the_others(app: Application) -> None:
    pool = open_sample(app).pool
    pool.playable.trigger()
    pool.types.chips[CardType.CHARACTER].click()
    labels = [chip.term.label for chip in pool.active_filters.chips]
    assert labels == ["Character", "Playable only"]
    pool.active_filters.clear.click()
    assert not pool.types.chips[CardType.CHARACTER].isChecked()
    assert not pool.playable.isChecked()
    assert not pool.active_filters.chips
    assert pool.active_filters.clear.isHidden()


def test_texts_are_searched_for_words_that_are_names_elsewhere(
    app: Application, qtbot: QtBot
) -> None:
    pool = open_sample(app).pool
    pool.search.setText("shadow")
    pool.filters.switch(named(pool.filters, "STR 8"), on=True)
    assert pool.model.rowCount() == 0
    qtbot.waitUntil(lambda: any("texts" in b.text() for b in pool.empty.buttons))
    button = pool.empty.buttons[-1]
    assert button.text().startswith("Search texts for “shadow”: ")
    QTest.mouseClick(button, LEFT)
    assert pool.search.text() == "x:shadow"
    assert pool.model.rowCount() > 0
    pool.search.undo()
    assert pool.search.text() == "shadow"


def test_the_question_mark_inserts_examples_and_keys(pool: PoolPanel) -> None:
    pool.search.setText("arya")
    QTest.mouseClick(pool.help, LEFT)
    popup = cast("LanguagePopup", QApplication.activePopupWidget())
    assert isinstance(popup, LanguagePopup)
    rows = [popup.model.index(n, 0) for n in range(popup.model.rowCount())]
    by_text = {str(row.data()): row for row in rows}
    assert {"f:stark", "illustrator", "keyword", "owned"} <= by_text.keys()
    place = popup.list.visualRect(by_text["f:stark"]).center()
    QTest.mouseClick(popup.list.viewport(), LEFT, pos=place)
    assert pool.search.text() == "arya f:stark"
    assert pool.search.hasFocus()
    assert set(names(pool.model)) == {"Arya Stark", "Arya's Gift"} & set(names(pool.model))
    pool.help.click()
    popup = cast("LanguagePopup", QApplication.activePopupWidget())
    popup.list.setCurrentIndex(popup.model.index(rows.index(by_text["trait"]), 0))
    QTest.keyClick(popup.list, Qt.Key.Key_Return)
    assert pool.search.text() == "arya f:stark trait:"


def test_a_new_deck_starts_over_with_what_it_may_include(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    pool.search.setText("arya")
    pool.types.chips[CardType.PLOT].click()
    app.window.actions_["new"].trigger()
    dialog = present(app.window.findChild(NewDeckDialog))
    dialog.accept_button.click()
    assert pool.search.text() == ""
    assert [term.label for term in pool.filters.terms] == ["Playable only"]
    qtbot.waitUntil(lambda: 0 < pool.model.rowCount() < pool.model.total)
    shown = [pool.model.card_at(row) for row in range(pool.model.rowCount())]
    assert {card.edition for card in shown} == {Edition.SECOND}
    assert not any(card.only_in == "draft" for card in shown)


def test_filters_order_and_gallery_are_those_of_the_last_session(
    new_app: Callable[[], Application], cards: LoadedCards
) -> None:
    before = new_app()
    before.session.receive_cards(cards)
    pool = before.window.build.pool
    pool.factions.chips[Faction.TYRELL].click()
    pool.filters.switch(named(pool.filters, "Cost 4"), on=True)
    pool.table.sortByColumn(6, Qt.SortOrder.DescendingOrder)
    saved = pool.sort.saved
    pool.views.button.trigger()
    pool.views.slider.setValue(200)
    before.window.close()
    after = new_app().window.build.pool
    assert after.filters.saved == ("faction:tyrell", "cost:4")
    assert after.sort.saved == saved
    assert saved.startswith("-")
    assert after.views.button.isChecked()
    assert after.views.slider.value() == 200
    assert after.views.currentWidget() is after.views.gallery

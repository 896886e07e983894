"""Search field, chips and the number of cards found, together with the table of all cards."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.terms import CardType, Edition, Faction
from decks.report import Reading
from desktop.app import Application
from desktop.pages.builder.pool.pool_panel import PoolPanel
from tests.builders import deck
from tests.gui.pages.builder.pool.shown_cards import column, names, wrong_part
from tests.gui.samples import open_sample


def test_the_search_field_speaks_the_whole_language(app: Application) -> None:
    pool = app.window.build.pool
    pool.search.setText("ÁRYA stark k:lady")
    assert set(names(pool.model)) == {"Arya Stark"}
    pool.search.setText("f:stark t:event or f:tyrell t:plot")
    assert pool.model.rowCount() == 29
    pool.search.setText("arya zzz")
    assert not names(pool.model)


def test_typing_narrows_the_table_and_says_how_far(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    assert pool.count.text() == "1,938 cards"
    QTest.keyClicks(pool.search, "winterfell steward")
    assert "Winterfell Steward" in names(pool.model)
    assert 0 < pool.model.rowCount() < 10
    assert pool.count.text() == f"{pool.model.rowCount()} of 1,938"
    QTest.keyClick(pool.search, Qt.Key.Key_Escape)
    assert pool.model.rowCount() == 1938


def test_a_wrong_query_is_underlined_and_explained_and_the_last_good_result_stays(
    app: Application,
) -> None:
    pool = app.window.build.pool
    pool.search.setText("f:stark")
    found = names(pool.model)
    pool.search.setText("f:stark t:chra")
    assert wrong_part(pool) == "chra"
    assert pool.count.text().startswith("There is no type “chra”")
    assert names(pool.model) == found
    before = pool.search.grab().toImage()
    pool.search.clear_mark()
    assert pool.search.grab().toImage() != before
    pool.search.setText("f:stark t:char")
    assert wrong_part(pool) == ""
    assert len(names(pool.model)) < len(found)


def test_why_a_query_is_wrong_is_told_to_who_hears_the_field(app: Application) -> None:
    pool = app.window.build.pool
    pool.search.setText("t:chra")
    assert pool.search.accessibleDescription() == pool.count.text()
    pool.search.setText("t:char")
    assert pool.search.accessibleDescription() == ""


def test_an_answer_that_is_not_whole_says_so(app: Application) -> None:
    pool = app.window.build.pool
    pool.search.setText("x:renown")
    assert "no texts here" in pool.remarks.words.text()
    pool.search.setText("renown")
    assert pool.remarks.isHidden() is False
    pool.search.setText("arya")
    assert pool.remarks.isHidden()


def test_chips_combine_with_the_query(app: Application) -> None:
    pool = app.window.build.pool
    pool.search.setText("o<=1")
    pool.factions.chips[Faction.STARK].click()
    pool.factions.chips[Faction.NEUTRAL].click()
    pool.types.chips[CardType.LOCATION].click()
    shown = [pool.model.card_at(row) for row in range(pool.model.rowCount())]
    assert shown
    assert all(card.type is CardType.LOCATION and card.cost in {0, 1} for card in shown)
    assert all(not card.factions or Faction.STARK in card.factions for card in shown)
    assert {bool(card.factions) for card in shown} == {True, False}


def test_the_edition_follows_the_open_deck(app: Application) -> None:
    pool = app.window.build.pool
    open_sample(app)
    assert pool.model.total == 1938
    assert pool.table.isColumnHidden(column("Edition"))
    assert not pool.table.isColumnHidden(column("Copies in the deck"))
    first = deck(name="Old", edition=Edition.FIRST)
    app.session.open([Reading(first, ())])
    assert pool.model.total == 1988
    assert pool.factions.chips[Faction.TYRELL].isHidden()
    assert not pool.types.chips[CardType.HOUSE].isHidden()


def shown_suggestions(pool: PoolPanel) -> list[str]:
    model = pool.search.popup.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_words_of_a_key_are_suggested_and_taken(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    QTest.keyClicks(pool.search, "arya f:sta")
    assert shown_suggestions(pool) == ["Stark"]
    QTest.keyClick(pool.search.popup, Qt.Key.Key_Down)
    QTest.keyClick(pool.search.popup, Qt.Key.Key_Return)
    assert pool.search.text() == "arya f:Stark"
    pool.search.clear()
    QTest.keyClicks(pool.search, "e:wolves")
    QTest.keyClick(pool.search.popup, Qt.Key.Key_Down)
    QTest.keyClick(pool.search.popup, Qt.Key.Key_Return)
    assert pool.search.text() == 'e:"Wolves of the North"'
    assert pool.model.rowCount() == 52


def test_keys_are_suggested_when_asked_for_and_never_while_a_name_is_typed(
    app: Application, qtbot: QtBot
) -> None:
    pool = app.window.build.pool
    QTest.keyClicks(pool.search, "st")
    assert not pool.search.popup.isVisible()
    QTest.keyClick(pool.search, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert pool.search.popup.isVisible()
    assert shown_suggestions(pool) == ["strength", "starred"]
    QTest.keyClick(pool.search.popup, Qt.Key.Key_Down)
    QTest.keyClick(pool.search.popup, Qt.Key.Key_Return)
    assert pool.search.text() == "strength:"


def test_escape_closes_the_suggestions_and_then_empties_the_field(app: Application) -> None:
    search = app.window.build.pool.search
    QTest.keyClicks(search, "k:lor")
    assert search.popup.isVisible()
    QTest.keyClick(search.popup, Qt.Key.Key_Escape)
    assert (search.popup.isVisible(), search.text()) == (False, "k:lor")
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert search.text() == ""

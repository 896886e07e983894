"""What a deck's search looks at, where it looks for words, and how it is widened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.terms import CardType, Edition
from decks.report import Reading
from desktop.app import Application
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.runtime.settings import Settings
from desktop.session.loaded_cards import LoadedCards
from tests.builders import deck
from tests.gui.pages.builder.pool.shown_cards import column, names
from tests.gui.samples import copies, deck_of, open_sample, steps


def editions(pool: PoolPanel) -> set[Edition]:
    return {pool.model.card_at(row).edition for row in range(pool.model.rowCount())}


def test_a_decks_search_leaves_out_draft_and_the_other_edition(app: Application) -> None:
    pool = open_sample(app).pool
    shown = [pool.model.card_at(row) for row in range(pool.model.rowCount())]
    assert len(shown) == 1938
    assert not any(card.only_in == "draft" for card in shown)
    app.session.choose(format_name="draft")
    assert pool.model.rowCount() == 2240


def test_without_a_deck_it_is_the_edition_of_the_last_one_and_no_draft(
    app: Application, cards: LoadedCards
) -> None:
    pool = app.window.build.pool
    assert pool.model.rowCount() == 1938
    assert pool.remarks.outside.text() == "2,290 more in the first edition and draft: show"
    pool.types.chips[CardType.TITLE].click()
    assert pool.remarks.outside.isHidden()
    pool.types.chips[CardType.TITLE].click()
    QTest.mouseClick(pool.remarks.outside, Qt.MouseButton.LeftButton)
    assert pool.search.text().strip() == "pool:all"
    assert pool.model.rowCount() == 4228
    assert pool.remarks.isHidden()
    pool.search.setText("edition:first")
    assert editions(pool) == {Edition.FIRST}
    pool.search.clear()
    first = deck(edition=Edition.FIRST)
    app.session.open([Reading(first, ())])
    assert pool.remarks.isHidden()
    app.session.close_deck(0)
    assert editions(pool) == {Edition.FIRST}
    assert pool.remarks.outside.text() == "2,240 more in the second edition: show"


def test_the_first_start_searches_the_edition_of_new_decks(
    new_app: Callable[[], Application], cards: LoadedCards, tmp_path: Path
) -> None:
    Settings(tmp_path / "home").edition = Edition.FIRST
    app = new_app()
    app.session.receive_cards(cards)
    assert editions(app.window.build.pool) == {Edition.FIRST}


def test_what_the_query_names_is_looked_at(app: Application) -> None:
    pool = open_sample(app).pool
    assert pool.table.isColumnHidden(column("Edition"))
    pool.search.setText("arya stark edition:first")
    assert editions(pool) == {Edition.FIRST}
    assert not pool.table.isColumnHidden(column("Edition"))
    pool.search.setText("is:draft")
    assert pool.model.rowCount() == 302
    pool.search.setText("arya stark")
    assert editions(pool) == {Edition.SECOND}
    assert pool.table.isColumnHidden(column("Edition"))


def test_what_is_left_out_is_offered_and_shown_by_the_languages_own_words(
    app: Application, qtbot: QtBot
) -> None:
    pool = open_sample(app).pool
    button = pool.remarks.outside
    pool.search.setText("stark t:character")
    inside = pool.model.rowCount()
    assert button.isHidden()
    qtbot.waitUntil(button.isVisible)
    assert button.text() == "32 more in the first edition and draft: show"
    pool.types.chips[CardType.LOCATION].click()
    assert button.isHidden()
    pool.types.chips[CardType.LOCATION].click()
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pool.search.text() == "stark t:character pool:all"
    assert pool.model.rowCount() == inside + 32
    assert pool.search.hasFocus()
    assert button.isHidden()
    pool.search.undo()
    assert pool.search.text() == "stark t:character"
    assert pool.model.rowCount() == inside


def test_what_a_regular_expression_leaves_out_is_offered_too(
    app: Application, qtbot: QtBot
) -> None:
    pool = open_sample(app).pool
    pool.search.setText("/^arya stark$/")
    qtbot.waitUntil(pool.remarks.outside.isVisible)
    assert pool.remarks.outside.text() == "4 more in the first edition: show"
    assert set(names(pool.model)) == {"Arya Stark"}
    pool.search.setText("t:chra")
    qtbot.waitUntil(lambda: app.tasks.idle)
    assert pool.remarks.isHidden()


def test_words_that_name_no_card_are_looked_for_in_texts(app: Application) -> None:
    pool = open_sample(app).pool
    pool.search.setText("renown")
    words = pool.remarks.words.text()
    assert words.startswith("No card is named so; these have it in their traits or texts.")
    assert "sevenplots" not in words
    shown = names(pool.model)
    assert shown
    pool.search.setText("x:renown")
    assert set(shown) <= set(names(pool.model))
    pool.search.setText("zzz qqq")
    assert not names(pool.model)
    assert pool.remarks.words.text().startswith("No card is named so; none that fits")
    pool.search.setText("arya")
    assert pool.remarks.words.isHidden()


def test_missing_texts_are_to_be_had_where_cards_are_fetched(
    app: Application, qtbot: QtBot
) -> None:
    pool = open_sample(app).pool
    pool.search.setText("renown")
    assert pool.remarks.texts.isVisible()
    with qtbot.waitSignal(app.window.actions_["card_data"].triggered):
        QTest.mouseClick(pool.remarks.texts, Qt.MouseButton.LeftButton)
    pool.search.setText("arya")
    assert not pool.remarks.texts.isVisible()


def test_a_card_of_the_other_edition_does_not_get_into_the_deck(
    app: Application, qtbot: QtBot
) -> None:
    pool = open_sample(app).pool
    pool.search.setText("arya stark edition:first")
    before, done = deck_of(app), steps(app)
    pool.table.selectRow(0)
    for key in (Qt.Key.Key_3, Qt.Key.Key_Plus, Qt.Key.Key_Return, Qt.Key.Key_Minus):
        QTest.keyClick(pool.table, key)
    assert deck_of(app) == before
    assert steps(app) == done
    said = [
        pool.model.index(0, column(name)).data(Qt.ItemDataRole.AccessibleTextRole)
        for name in ("Copies in the deck", "Legality")
    ]
    assert said == ["", "First edition: not for this deck"]
    pool.search.setText("hedge knight e:TKP edition:2 pool:all")
    pool.table.selectRow(0)
    QTest.keyClick(pool.table, Qt.Key.Key_1)
    assert copies(app, "Hedge Knight") == 1


def test_the_new_keys_and_their_words_are_suggested(app: Application) -> None:
    pool = app.window.build.pool

    def suggested() -> list[str]:
        model = pool.search.popup.model()
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    pool.search.suggest(keys=True)
    assert {"gives", "reduces", "has", "pool"} <= set(suggested())
    for typed, expected in (
        ("gives:", {"gold", "draw"}),
        ("has:", {"text", "erratum", "ruling"}),
        ("pool:", {"all"}),
        ("reduces:", {"stark", "army", "itself", "any"}),
    ):
        pool.search.clear()
        QTest.keyClicks(pool.search, typed)
        assert expected <= {each.lower() for each in suggested()}, typed

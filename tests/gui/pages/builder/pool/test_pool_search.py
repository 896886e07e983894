"""The search of all cards: field, chips, scope, saved filters and recent searches."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from carddb.terms import CardType, Edition, Faction
from decks.report import Reading
from desktop.app import Application
from desktop.dialogs.simple_dialogs import ConfirmDialog, NameDialog
from desktop.pages.builder.pool.pool_columns import COLUMNS, NAME
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.runtime.settings import Settings
from desktop.session.loaded_cards import LoadedCards
from tests.builders import deck
from tests.gui.pages.builder.pool.shown_cards import column, names, wrong_part
from tests.gui.pages.builder.test_card_menu import choose, offered
from tests.gui.samples import copies, deck_of, open_sample, present, steps
from validators.conditions import Conditions, find_format
from validators.list_in_force import list_on_day
from validators.search_facts import EditionConditions, search_context


def test_typing_narrows_the_table_and_says_how_far(pool: PoolPanel) -> None:
    assert pool.count.text() == "1,938 cards"
    QTest.keyClicks(pool.search, "winterfell steward")
    assert "Winterfell Steward" in names(pool.model)
    assert 0 < pool.model.rowCount() < 10
    assert pool.count.text() == "1 card"
    QTest.keyClick(pool.search, Qt.Key.Key_Escape)
    assert pool.model.rowCount() == 1938


def test_a_wrong_query_is_underlined_and_explained_and_the_last_good_result_stays(
    pool: PoolPanel,
) -> None:
    pool.search.setText("f:stark")
    found = names(pool.model)
    pool.search.setText("f:stark t:chra")
    assert wrong_part(pool) == "chra"
    assert pool.error.words.text().startswith("There is no type “chra”")
    assert pool.search.accessibleDescription().startswith("There is no type “chra”")
    assert names(pool.model) == found
    before = pool.search.grab().toImage()
    pool.search.clear_mark()
    assert pool.search.grab().toImage() != before
    pool.search.setText("f:stark t:char")
    assert (wrong_part(pool), pool.search.accessibleDescription()) == ("", "")
    assert len(names(pool.model)) < len(found)


def test_chips_combine_with_the_query(pool: PoolPanel) -> None:
    pool.search.setText("o<=1")
    pool.factions.chips[Faction.STARK].click()
    pool.factions.chips[Faction.NEUTRAL].click()
    pool.types.chips[CardType.LOCATION].click()
    shown = [pool.model.card_at(row) for row in range(pool.model.rowCount())]
    assert shown
    assert all(card.type is CardType.LOCATION and card.cost in {0, 1} for card in shown)
    assert all(not card.factions or Faction.STARK in card.factions for card in shown)
    assert {bool(card.factions) for card in shown} == {True, False}


def test_a_search_by_legality_follows_the_list_of_the_deck(
    app: Application, pool: PoolPanel
) -> None:
    open_sample(app)
    pool.search.setText("restricted:yes")
    app.session.choose(list_code="gotstandard1.7")
    assert names(pool.model)
    app.session.choose(list_code="none")
    assert names(pool.model) == []


def test_the_edition_follows_the_open_deck(app: Application, pool: PoolPanel) -> None:
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


def test_words_of_a_key_are_suggested_and_taken(pool: PoolPanel) -> None:
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


def test_keys_are_suggested_when_asked_for_and_never_while_a_name_is_typed(pool: PoolPanel) -> None:
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
    app: Application, pool: PoolPanel
) -> None:
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


def test_a_card_of_the_other_edition_does_not_get_into_the_deck(app: Application) -> None:
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


def test_playable_only_shows_what_the_deck_may_include(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    app.session.choose(day=date(2026, 7, 1))
    pool = app.window.build.pool
    pool.playable.trigger()
    qtbot.waitUntil(lambda: pool.model.rowCount() == 595)
    pool.search.setText("t:plot deck:no")
    assert pool.model.rowCount() == 148
    pool.playable.trigger()
    pool.search.setText("playable:yes")
    assert pool.model.rowCount() == 595


def test_without_a_deck_lists_are_those_in_force_today(
    app: Application, pool: PoolPanel, cards: LoadedCards
) -> None:
    today = app.session.today
    for key, part in (("banned", "banned"), ("restricted", "restricted"), ("pod", "podded")):
        pool.search.setText(f"{key}:yes edition:2")
        shown = {pool.model.card_at(row).code for row in range(pool.model.rowCount())}
        listed = search_context([customary(cards, Edition.SECOND, today)])
        assert shown == getattr(listed, part)
        assert shown
        assert pool.remarks.words.text() == "For joust, under the lists in force today."
    pool.search.setText("legal:yes pool:all")
    both = search_context(customary(cards, edition, today) for edition in cards.pools)
    assert both.legal is not None
    assert pool.model.rowCount() == len(both.legal)
    pool.search.setText("restricted")  # a word of a name, not the key
    assert "lists" not in pool.remarks.words.text()
    pool.search.setText("deck:yes")
    assert pool.error.words.text().startswith("Open a deck first")


def customary(cards: LoadedCards, edition: Edition, today: date) -> EditionConditions:
    pool = cards.pools[edition]
    conditions = Conditions(find_format(edition, "joust"), list_on_day(pool, today), today)
    return EditionConditions(cards.judges[edition], conditions)


def test_no_mark_stays_while_an_answer_is_awaited(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    pool = app.window.build.pool
    pool.search.setText("t:chra")
    assert wrong_part(pool) != ""
    pool.search.setText("t:char playable:yes")
    assert pool.count.text().startswith("Finding")
    assert wrong_part(pool) == ""
    qtbot.waitUntil(lambda: pool.count.text().endswith(" cards"))


def test_a_regular_expression_is_searched_in_the_background(pool: PoolPanel, qtbot: QtBot) -> None:
    pool.search.setText("f:stark")
    found = names(pool.model)
    pool.search.setText("f:stark /^arya/")
    assert names(pool.model) == found
    assert pool.count.text() == "Searching…"
    qtbot.waitUntil(lambda: set(names(pool.model)) == {"Arya Stark", "Arya's Gift"})
    assert pool.count.text() == f"{pool.model.rowCount()} cards"
    pool.types.chips[CardType.CHARACTER].click()
    assert set(names(pool.model)) == {"Arya Stark"}


def test_of_two_regular_expressions_the_later_is_answered(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    pool.search.setText("/^bran stark$/")
    pool.search.setText("/^arya stark$/")
    qtbot.waitUntil(lambda: app.tasks.idle)
    assert set(names(pool.model)) == {"Arya Stark"}
    pool.search.setText("/^bran stark$/")
    pool.search.setText("hodor")
    shown = names(pool.model)
    assert "Hodor" in shown
    qtbot.waitUntil(lambda: app.tasks.idle)
    assert names(pool.model) == shown


def test_a_regular_expression_that_takes_too_long_is_underlined_once_the_worker_says_so(
    pool: PoolPanel, qtbot: QtBot
) -> None:
    pool.search.setText("f:stark")
    found = names(pool.model)
    pool.search.setText(r"f:stark /^(.|.)+(.)\2\2$/")
    assert wrong_part(pool) == ""
    qtbot.waitUntil(lambda: wrong_part(pool) == r"^(.|.)+(.)\2\2$")
    assert pool.error.words.text().startswith("This regular expression takes too long")
    assert names(pool.model) == found
    pool.types.chips[CardType.CHARACTER].click()
    assert wrong_part(pool) == r"^(.|.)+(.)\2\2$"
    pool.search.setText("/(a/")
    assert pool.error.words.text().startswith("This is not a regular expression")


def test_only_regular_expressions_are_searched_in_the_background(pool: PoolPanel) -> None:
    pool.search.setText('name:"/arya/"')
    assert "Arya Stark" in names(pool.model)
    assert pool.count.text() == f"{pool.model.rowCount()} cards"


LEFT, ALT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier
COST = next(number for number, menu_column in enumerate(COLUMNS) if menu_column.name == "Cost")


def menu_of(pool: PoolPanel) -> QMenu:
    """Open the menu by its key in the search field."""
    QTest.keyClick(pool.search, Qt.Key.Key_Down, ALT)
    found = QApplication.activePopupWidget()
    assert found is pool.saved
    return pool.saved


def choose_in(pool: PoolPanel, submenu: str, words: str) -> None:
    inner = next(
        each.menu()
        for each in menu_of(pool).actions()
        if each.menu() and each.text().replace("&", "") == submenu
    )
    assert isinstance(inner, QMenu)
    pool.saved.close()
    next(each for each in inner.actions() if each.text() == words).trigger()


def answer(window: QWidget, name: str = "") -> None:
    """Answer the dialog that is open: with a name, or with yes."""
    kind = NameDialog if name else ConfirmDialog
    dialog = next(each for each in window.findChildren(kind) if each.isVisible())
    if name:
        field = present(dialog.findChild(QLineEdit))
        field.setText(name)
    QTest.mouseClick(dialog.accept_button, LEFT)


def state(pool: PoolPanel) -> tuple[str, tuple[str, ...], str]:
    return pool.search.text(), pool.filters.saved, pool.sort.saved


def type_over(pool: PoolPanel, words: str) -> None:
    pool.go_to_search()
    QTest.keyClicks(pool.search, words)
    QTest.keyClick(pool.search, Qt.Key.Key_Down)


def test_a_player_saves_filters_and_searches_again(
    new_app: Callable[[], Application], cards: LoadedCards
) -> None:
    first = new_app()
    first.window.show()
    first.session.receive_cards(cards)
    pool = first.window.build.pool
    assert offered(menu_of(pool)) == {"Save this search…": False}
    pool.saved.close()
    pool.go_to_search()
    QTest.keyClicks(pool.search, "k:lord")
    QTest.mouseClick(pool.filters.types.chips[CardType.CHARACTER], LEFT)
    pool.table.sortByColumn(COST, Qt.SortOrder.DescendingOrder)
    lords, found = state(pool), pool.count.text()
    assert lords == ("k:lord", ("type:character",), "-Cost")
    choose(menu_of(pool), "Save this search…")
    answer(first.window, "Lords")
    assert offered(menu_of(pool))["Lords"]
    pool.saved.close()

    type_over(pool, "gives:gold")
    pool.filters.clear()
    pool.table.sortByColumn(NAME, Qt.SortOrder.AscendingOrder)
    gold = state(pool)
    choose(menu_of(pool), "Lords")
    assert (state(pool), pool.count.text()) == (lords, found)
    choose(menu_of(pool), "Back to the previous search")
    assert state(pool) == gold
    assert "Back to the previous search" not in offered(menu_of(pool))
    pool.saved.close()

    choose_in(pool, "Replace with this search", "Lords")
    answer(first.window)
    choose_in(pool, "Rename", "Lords")
    answer(first.window, "Economy")
    first.window.close()

    second = new_app()
    second.window.show()
    second.session.receive_cards(cards)
    pool = second.window.build.pool
    assert [(each.name, each.words) for each in pool.saved.saved] == [("Economy", "gives:gold")]
    entries = list(offered(menu_of(pool)))
    assert entries[-4:-1] == ["Recent searches", "gives:gold", "k:lord"]
    choose(pool.saved, "Economy")
    assert state(pool) == gold


def test_a_player_searches_again_removes_and_forgets(own_app: Application) -> None:
    pool = own_app.window.build.pool
    type_over(pool, "k:lord")
    type_over(pool, "gives:gold")
    pool.saved.save("Economy")
    choose(menu_of(pool), "k:lord")
    assert (pool.search.text(), own_app.window.focusWidget()) == ("k:lord", pool.search)
    pool.search.undo()
    assert pool.search.text() == "gives:gold"
    choose_in(pool, "Remove", "Economy")
    answer(own_app.window)
    assert pool.saved.saved == own_app.settings.saved_filters == ()
    pool.go_to_search()
    QTest.keyClick(pool.search, Qt.Key.Key_Escape)
    assert list(own_app.settings.recent_searches) == ["gives:gold", "k:lord"]
    choose(menu_of(pool), "Forget the recent searches…")
    answer(own_app.window)
    assert offered(menu_of(pool)) == {"Save this search…": False}
    pool.saved.close()
    assert list(own_app.settings.recent_searches) == []


def test_menus_of_saved_searches_are_deleted_when_there_are_others(pool: PoolPanel) -> None:
    pool.search.setText("t:plot")
    pool.saved.save("Plots")
    for _ in range(3):
        menu_of(pool).close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert len(pool.saved.findChildren(QMenu)) == 3


def test_what_was_saved_is_searched_in_its_edition(app: Application, pool: PoolPanel) -> None:
    pool.search.setText("t:plot")
    pool.saved.save("Plots")
    (plots,) = pool.saved.saved
    assert plots.edition == "second"
    app.session.open([Reading(deck(edition=Edition.FIRST), ())])
    pool.saved.choose(plots)
    assert pool.search.text() == "t:plot edition:second"
    assert {row.card.edition for row in pool.model.rows} == {Edition.SECOND}


def test_a_wrong_query_is_no_search_that_was_made(pool: PoolPanel) -> None:
    type_over(pool, "nonsense:5")
    assert pool.search.wrong is not None
    assert list(pool.saved.recent) == []
    type_over(pool, "arya")
    assert list(pool.saved.recent) == ["arya"]

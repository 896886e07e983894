from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from carddb.card import Card
from carddb.terms import CardType, Edition, Faction
from decks.report import Reading
from desktop.app import Application
from desktop.pages.builder.pool.pool_columns import COLUMNS, Shown
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.pages.builder.pool.pool_panel import PoolPanel
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Cell, Role
from tests.builders import deck
from validators.conditions import Conditions
from validators.formats import find_format
from validators.list_in_force import in_force
from validators.search_facts import EditionConditions, search_context

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def column(name: str) -> int:
    return next(number for number, each in enumerate(COLUMNS) if each.name == name)


def names(model: PoolModel) -> list[str]:
    return [model.card_at(row).name for row in range(model.rowCount())]


def open_sample(app: Application, name: str = "Wolves of Winter (WotN)") -> None:
    assert app.session.cards is not None
    found = [each for each in app.session.cards.samples if each.deck.name == name]
    app.session.open(found)


def marks(app: Application, query: str) -> set[str]:
    pool = app.window.build.pool
    pool.search.setText(query)
    index = pool.model.index(0, column("Legality"))
    return set(index.data(Qt.ItemDataRole.AccessibleTextRole).split("\n"))


def test_the_model_keeps_the_rules_of_models(cards: LoadedCards, qtbot: QtBot) -> None:
    model = PoolModel()
    tester = QAbstractItemModelTester(model, FATAL)
    model.receive(cards.rows)
    model.show_only(lambda card: Faction.STARK in card.factions)
    model.sort(column("Cost"), Qt.SortOrder.DescendingOrder)
    model.show_only(None)
    assert tester.model() is model
    assert model.rowCount() == 4228


def test_the_search_field_speaks_the_whole_language(app: Application) -> None:
    pool = app.window.build.pool
    pool.search.setText("ÁRYA stark k:lady")
    assert set(names(pool.model)) == {"Arya Stark"}
    pool.search.setText("f:stark t:event or f:tyrell t:plot")
    assert pool.model.rowCount() == 56
    pool.search.setText("arya zzz")
    assert not names(pool.model)


def test_columns_sort_and_equals_stay_in_order_of_names(app: Application) -> None:
    model = app.window.build.pool.model
    app.window.build.pool.search.setText("f:stark t:character edition:2")
    model.sort(column("Strength"), Qt.SortOrder.AscendingOrder)
    strengths = [model.card_at(row).strength for row in range(model.rowCount())]
    numbers = [value for value in strengths if isinstance(value, int)]
    assert numbers == sorted(numbers)
    weakest = [
        name for row, name in enumerate(names(model)) if model.card_at(row).strength == numbers[0]
    ]
    assert weakest == sorted(weakest, key=str.casefold)


def test_every_column_sorts(app: Application) -> None:
    open_sample(app)
    model = app.window.build.pool.model
    for number, _ in enumerate(COLUMNS):
        model.sort(number, Qt.SortOrder.DescendingOrder)
        assert model.rowCount() == 2240
    model.sort(column("Copies in the deck"), Qt.SortOrder.AscendingOrder)
    assert model.overlay.copies[model.card_at(0).code] == 3


def test_typing_narrows_the_table_and_says_how_far(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    assert pool.count.text() == "4,228 cards"
    QTest.keyClicks(pool.search, "winterfell steward")
    assert "Winterfell Steward" in names(pool.model)
    assert 0 < pool.model.rowCount() < 10
    assert pool.count.text() == f"{pool.model.rowCount()} of 4,228"
    QTest.keyClick(pool.search, Qt.Key.Key_Escape)
    assert pool.model.rowCount() == 4228


def wrong_part(pool: PoolPanel) -> str:
    span = pool.search.wrong
    return pool.search.text()[slice(*span)] if span else ""


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


def test_an_answer_that_is_not_whole_says_so(app: Application) -> None:
    pool = app.window.build.pool
    pool.search.setText("x:renown")
    assert "text" in pool.count.text()


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
    assert pool.model.total == 2240
    assert pool.table.isColumnHidden(column("Edition"))
    assert not pool.table.isColumnHidden(column("Copies in the deck"))
    first = deck(name="Old", edition=Edition.FIRST)
    app.session.open([Reading(first, ())])
    assert pool.model.total == 1988
    assert pool.factions.chips[Faction.TYRELL].isHidden()
    assert not pool.types.chips[CardType.HOUSE].isHidden()


def test_copies_are_pips_and_other_printings_take_up_the_limit(app: Application) -> None:
    open_sample(app)
    pool = app.window.build.pool
    pool.search.setText("arya stark e:wotn")
    said = pool.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "3 of 3 in the deck"
    pool.search.setText("arya stark e:core")
    said = pool.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "0 of 3 in the deck, 3 of other printings"


def test_legality_is_marked_with_words(app: Application) -> None:
    open_sample(app)
    assert marks(app, "banned:yes") == {"Banned by Standard v2.1"}
    assert "Restricted by Standard v2.1" in marks(app, "restricted:yes pod:no")
    assert "In a pod of Standard v2.1" in marks(app, "pod:yes restricted:no banned:no")
    assert marks(app, "only-in:draft") == {"Only for draft"}
    app.session.choose(list_code="none", day=date(2016, 1, 1))
    assert marks(app, "e:WotN t:character") == {"Not released by 2016-01-01"}


def test_playable_only_shows_what_the_deck_may_include(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    app.session.choose(day=date(2026, 7, 1))
    pool = app.window.build.pool
    pool.playable.click()
    qtbot.waitUntil(lambda: pool.model.rowCount() == 595)
    pool.search.setText("t:plot deck:no")
    assert pool.model.rowCount() == 148
    pool.playable.click()
    pool.search.setText("playable:yes")
    assert pool.model.rowCount() == 595


def test_the_current_card_stays_while_the_search_changes(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    pool.search.setText("arya stark")
    pool.table.selectRow(1)
    chosen = pool.model.card_at(1)
    pool.search.setText("stark")
    assert pool.table.currentIndex().data(Role.CARD) == chosen
    pool.search.setText("lannister")
    pool.search.clear()
    assert pool.table.currentIndex().data(Role.CARD) == chosen
    pool.table.sortByColumn(column("Cost"), Qt.SortOrder.DescendingOrder)
    assert pool.table.currentIndex().data(Role.CARD) == chosen


def test_the_chosen_card_is_shown_beside(app: Application, qtbot: QtBot) -> None:
    page = app.window.build
    page.pool.search.setText("a noble cause")
    QTest.keyClick(page.pool.search, Qt.Key.Key_Down)
    assert page.pool.table.hasFocus()
    assert page.card_view.accessibleName() == "Card: A Noble Cause"


def test_typing_in_a_table_goes_to_the_search(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    pool.table.setFocus()
    QTest.keyClick(pool.table, Qt.Key.Key_G)
    assert pool.search.hasFocus()
    assert pool.search.text() == "g"
    pool.table.setFocus()
    QTest.keyClick(pool.table, Qt.Key.Key_Backspace)
    assert pool.search.text() == ""


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
    assert pool.model.rowCount() == 72


def test_keys_are_suggested_when_asked_for_and_never_while_a_name_is_typed(
    app: Application, qtbot: QtBot
) -> None:
    pool = app.window.build.pool
    QTest.keyClicks(pool.search, "st")
    assert not pool.search.popup.isVisible()
    QTest.keyClick(pool.search, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert pool.search.popup.isVisible()
    assert shown_suggestions(pool) == ["strength"]
    QTest.keyClick(pool.search.popup, Qt.Key.Key_Down)
    QTest.keyClick(pool.search.popup, Qt.Key.Key_Return)
    assert pool.search.text() == "strength:"


def test_glyph_cells_say_in_words_what_they_show(app: Application) -> None:
    pool = app.window.build.pool
    pool.search.setText("eddard stark e:Core edition:2")
    said = {
        each.name: pool.model.index(0, number).data(Qt.ItemDataRole.AccessibleTextRole)
        for number, each in enumerate(COLUMNS)
    }
    assert said["Faction"] == "Stark"
    assert said["Type"] == "Character"
    assert said["Challenge icons"] == "military, power"
    assert said["Edition"] == "Second edition"
    pool.search.setText("a noble cause edition:2")
    index = pool.model.index(0, column("Challenge icons"))
    assert index.data(Role.CELL) == Cell("5·0·1·6")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == (
        "gold 5, initiative 0, claim 1, reserve 6"
    )


def test_without_a_deck_lists_are_those_in_force_today(
    app: Application, cards: LoadedCards
) -> None:
    pool = app.window.build.pool
    today = app.session.today
    for key, part in (("banned", "banned"), ("restricted", "restricted"), ("pod", "podded")):
        pool.search.setText(f"{key}:yes edition:2")
        shown = {pool.model.card_at(row).code for row in range(pool.model.rowCount())}
        listed = search_context([customary(cards, Edition.SECOND, today)])
        assert shown == getattr(listed, part)
        assert shown
        assert pool.count.text().endswith("for joust, under the lists in force today")
    pool.search.setText("legal:yes")
    both = search_context(customary(cards, edition, today) for edition in cards.pools)
    assert both.legal is not None
    assert pool.model.rowCount() == len(both.legal)
    pool.search.setText("restricted")  # a word of a name, not the key
    assert "lists" not in pool.count.text()
    pool.search.setText("deck:yes")
    assert pool.count.text().startswith("Open a deck first")


def customary(cards: LoadedCards, edition: Edition, today: date) -> EditionConditions:
    pool = cards.pools[edition]
    conditions = Conditions(find_format(edition, "joust"), in_force(pool, today), today)
    return EditionConditions(cards.judges[edition], conditions)


def test_a_heading_sorts_and_sorts_back(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    pool = app.window.build.pool
    pool.search.setText("f:stark t:character")
    header = pool.table.horizontalHeader()
    values: dict[str, Callable[[Card], object]] = {
        "Cost": lambda card: card.cost,
        "Strength": lambda card: card.strength,
    }
    for name, value in values.items():
        place = header.sectionViewportPosition(column(name)) + header.sectionSize(column(name)) // 2
        middle = QPoint(place, header.height() // 2)
        for descending in (False, True):
            QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=middle)
            shown = [value(pool.model.card_at(row)) for row in range(pool.model.rowCount())]
            numbers = [each for each in shown if isinstance(each, int)]
            assert numbers == sorted(numbers, reverse=descending)


def test_every_column_that_is_there_is_sorted_by_keys(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    pool = app.window.build.pool
    pool.table.sortByColumn(column("Pack"), Qt.SortOrder.AscendingOrder)
    pool.sort.menu().aboutToShow.emit()
    offered = [action.text() for action in pool.sort.menu().actions()]
    assert offered == [
        each.name for each in COLUMNS if each.shown in {Shown.ALWAYS, Shown.WITH_DECK}
    ]
    header = pool.table.horizontalHeader()
    for number, name in enumerate(offered):
        for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
            pool.sort.menu().aboutToShow.emit()
            pool.sort.menu().actions()[number].trigger()
            assert header.sortIndicatorSection() == column(name)
            assert header.sortIndicatorOrder() is order
    pool.sort.menu().aboutToShow.emit()
    pool.sort.menu().actions()[offered.index("Traits")].trigger()
    assert pool.sort.accessibleDescription() == "Sorted by traits, upwards"
    traits = [pool.model.card_at(row).traits for row in range(pool.model.rowCount())]
    known = [each for each in traits if each]
    assert known == sorted(known)
    assert not any(traits[len(known) :])


def test_the_button_that_sorts_opens_by_its_letter(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    seen: list[int] = []

    def close() -> None:
        menu = pool.sort.menu()
        seen.append(len(menu.actions()))
        QTest.keyClick(menu, Qt.Key.Key_Escape)

    pool.sort.menu().aboutToShow.connect(lambda: QTimer.singleShot(0, close))
    QTest.keyClick(app.window, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: seen == [9])


def test_escape_closes_the_suggestions_and_then_empties_the_field(app: Application) -> None:
    search = app.window.build.pool.search
    QTest.keyClicks(search, "k:lor")
    assert search.popup.isVisible()
    QTest.keyClick(search.popup, Qt.Key.Key_Escape)
    assert (search.popup.isVisible(), search.text()) == (False, "k:lor")
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert search.text() == ""


def test_why_a_query_is_wrong_is_told_to_who_hears_the_field(app: Application) -> None:
    pool = app.window.build.pool
    pool.search.setText("t:chra")
    assert pool.search.accessibleDescription() == pool.count.text()
    pool.search.setText("t:char")
    assert pool.search.accessibleDescription() == ""


def test_no_mark_stays_while_an_answer_is_awaited(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    pool = app.window.build.pool
    pool.search.setText("t:chra")
    assert wrong_part(pool) != ""
    pool.search.setText("t:char playable:yes")
    assert pool.count.text().startswith("Finding")
    assert wrong_part(pool) == ""
    qtbot.waitUntil(lambda: " of " in pool.count.text(), timeout=60_000)


def test_a_regular_expression_is_searched_in_the_background(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    pool.search.setText("f:stark")
    found = names(pool.model)
    pool.search.setText("f:stark /^arya/")
    assert names(pool.model) == found
    assert pool.count.text() == "Searching…"
    qtbot.waitUntil(lambda: set(names(pool.model)) == {"Arya Stark", "Arya's Gift"})
    assert pool.count.text() == f"{pool.model.rowCount()} of 4,228"
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
    app: Application, qtbot: QtBot
) -> None:
    pool = app.window.build.pool
    pool.search.setText("f:stark")
    found = names(pool.model)
    pool.search.setText(r"f:stark /^(.|.)+(.)\2\2$/")
    assert wrong_part(pool) == ""
    qtbot.waitUntil(lambda: wrong_part(pool) == r"^(.|.)+(.)\2\2$")
    assert pool.count.text().startswith("This regular expression takes too long")
    assert names(pool.model) == found
    pool.types.chips[CardType.CHARACTER].click()
    assert wrong_part(pool) == r"^(.|.)+(.)\2\2$"
    pool.search.setText("/(a/")
    assert pool.count.text().startswith("This is no regular expression")


def test_only_regular_expressions_are_searched_in_the_background(app: Application) -> None:
    pool = app.window.build.pool
    pool.search.setText('name:"/arya/"')
    assert "Arya Stark" in names(pool.model)
    assert pool.count.text() == f"{pool.model.rowCount()} of 4,228"


def test_several_selected_cards_stay_selected_when_all_are_sorted(
    app: Application, qtbot: QtBot
) -> None:
    pool = app.window.build.pool
    pool.table.selectRow(3)
    QTest.keyClick(pool.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    def selected() -> set[str]:
        rows = pool.table.selectionModel().selectedRows()
        return {pool.model.card_at(index.row()).code for index in rows}

    before = selected()
    assert len(before) == 2
    pool.table.sortByColumn(column("Cost"), Qt.SortOrder.DescendingOrder)
    assert selected() == before

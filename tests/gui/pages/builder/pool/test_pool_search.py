"""What a query of all cards needs: deck, lists, and what is found in the background."""

from __future__ import annotations

from datetime import date

from pytestqt.qtbot import QtBot

from carddb.terms import CardType, Edition
from desktop.app import Application
from desktop.session.loaded_cards import LoadedCards
from tests.gui.pages.builder.pool.shown_cards import names, wrong_part
from tests.gui.samples import open_sample
from validators.conditions import Conditions, find_format
from validators.list_in_force import list_on_day
from validators.search_facts import EditionConditions, search_context


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
        assert pool.remarks.words.text() == "For joust, under the lists in force today."
    pool.search.setText("legal:yes pool:all")
    both = search_context(customary(cards, edition, today) for edition in cards.pools)
    assert both.legal is not None
    assert pool.model.rowCount() == len(both.legal)
    pool.search.setText("restricted")  # a word of a name, not the key
    assert "lists" not in pool.remarks.words.text()
    pool.search.setText("deck:yes")
    assert pool.count.text().startswith("Open a deck first")


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
    qtbot.waitUntil(lambda: " of " in pool.count.text(), timeout=60_000)


def test_a_regular_expression_is_searched_in_the_background(app: Application, qtbot: QtBot) -> None:
    pool = app.window.build.pool
    pool.search.setText("f:stark")
    found = names(pool.model)
    pool.search.setText("f:stark /^arya/")
    assert names(pool.model) == found
    assert pool.count.text() == "Searching…"
    qtbot.waitUntil(lambda: set(names(pool.model)) == {"Arya Stark", "Arya's Gift"})
    assert pool.count.text() == f"{pool.model.rowCount()} of 1,938"
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
    assert pool.count.text() == f"{pool.model.rowCount()} of 1,938"

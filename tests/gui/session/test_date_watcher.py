"""A window that stays open over midnight is of the new day: verdicts, lists, days in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.session.date_watcher import DateWatcher
from desktop.shell.main_window import BUILD, DECKS
from tests.gui.samples import deck_of, open_sample

LONG_AGO = date(2014, 6, 1)  # before the second edition


def test_a_day_is_told_once(qtbot: QtBot) -> None:
    day = date(2026, 11, 20)
    new_day = DateWatcher(day, calendar=lambda: day)
    original: list[date] = []
    new_day.day_changed.connect(original.append)
    new_day.check()
    day += timedelta(1)
    new_day.check()
    new_day.check()
    assert original == [date(2026, 11, 21)]


def test_what_stands_on_screen_is_judged_as_of_the_new_day(app: Application, qtbot: QtBot) -> None:
    app.open_library()
    qtbot.waitUntil(lambda: app.window.library_worker.loaded)
    open_sample(app)
    app.session.edit(replace(deck_of(app), notes="Mine"))
    verdicts = app.window.decks.verdicts
    deck = app.session.current
    assert deck is not None
    qtbot.waitUntil(lambda: not deck.unsaved and not app.window.library_worker.busy)
    app.window.show_page(DECKS)
    qtbot.waitUntil(lambda: bool(app.window.library_worker.contents.decks))
    assert app.session.shown.legal
    qtbot.waitUntil(lambda: verdicts.of(app.window.library_worker.contents.decks[0]) is not None)
    qtbot.waitUntil(lambda: not app.window.decks.waiting)
    (before,) = app.window.decks.model.rows
    steps = deck.stack.count()

    app.date_watcher.calendar = lambda: LONG_AGO
    app.date_watcher.check()

    assert app.session.shown.choice.day == LONG_AGO
    assert app.session.conditions is not None
    assert app.session.conditions.date == LONG_AGO
    assert [each.legal for each in (app.session.verdict,) if each] == [False]
    assert (deck.stack.count(), deck.unsaved) == (steps, False)
    qtbot.waitUntil(lambda: verdicts.complete and not app.window.decks.waiting)
    (after,) = app.window.decks.model.rows
    assert before.verdict_text == "Legal" != after.verdict_text
    assert before.changed.startswith("Today")
    assert not after.changed.startswith("Today")

    qtbot.waitUntil(lambda: app.tasks.idle)
    app.window.show_page(BUILD)
    pool = app.window.build.pool
    QTest.keyClicks(pool.search, "arya stark")
    qtbot.waitUntil(lambda: 0 < pool.model.rowCount() < 20)

"""A window that stays open over midnight is of the new day: verdicts, lists, days in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app import Desk
from desktop.main_window import BUILD, DECKS
from desktop.new_day import NewDay
from tests.gui.samples import deck_of, open_sample

LONG_AGO = date(2014, 6, 1)  # before the second edition


def test_a_day_is_told_once(qtbot: QtBot) -> None:
    day = date(2026, 11, 20)
    new_day = NewDay(day, calendar=lambda: day)
    begun: list[date] = []
    new_day.begun.connect(begun.append)
    new_day.look()
    day += timedelta(1)
    new_day.look()
    new_day.look()
    assert begun == [date(2026, 11, 21)]


def test_what_stands_on_screen_is_judged_as_of_the_new_day(desk: Desk, qtbot: QtBot) -> None:
    desk.open_library()
    qtbot.waitUntil(lambda: desk.window.shelf.loaded)
    open_sample(desk)
    desk.session.edit(replace(deck_of(desk), notes="Mine"))
    verdicts = desk.window.decks.verdicts
    deck = desk.session.current
    assert deck is not None
    qtbot.waitUntil(lambda: not deck.unsaved and not desk.window.shelf.busy)
    desk.window.show_page(DECKS)
    qtbot.waitUntil(lambda: bool(desk.window.shelf.contents.decks))
    assert desk.session.legal
    qtbot.waitUntil(lambda: verdicts.of(desk.window.shelf.contents.decks[0]) is not None)
    qtbot.waitUntil(lambda: not desk.window.decks.waiting)
    (before,) = desk.window.decks.model.rows
    steps = deck.stack.count()

    desk.services.new_day.calendar = lambda: LONG_AGO
    desk.services.new_day.look()

    assert desk.session.choice.day == LONG_AGO
    assert desk.session.conditions is not None
    assert desk.session.conditions.date == LONG_AGO
    assert [each.legal for each in (desk.session.verdict,) if each] == [False]
    assert (deck.stack.count(), deck.unsaved) == (steps, False)
    qtbot.waitUntil(lambda: verdicts.complete and not desk.window.decks.waiting)
    (after,) = desk.window.decks.model.rows
    assert before.verdict == "Legal" != after.verdict
    assert before.changed.startswith("Today")
    assert not after.changed.startswith("Today")

    qtbot.waitUntil(lambda: desk.tasks.idle)
    desk.window.show_page(BUILD)
    pool = desk.window.build.pool
    QTest.keyClicks(pool.search, "arya stark")
    qtbot.waitUntil(lambda: 0 < pool.model.rowCount() < 20)

"""Suggestions: what similar decks play, taken by one click; and where there is nothing to say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app import Application
from desktop.pages.builder.suggestions_panel import SuggestionsPanel, button_place
from tests.gui.published_home import decklists_for, store_published
from tests.gui.samples import CheckChanges, deck_of, open_sample, present
from tests.unit.published.decklists import Json, decklist

OpenTab = Callable[[], SuggestionsPanel]


@pytest.fixture
def open_tab(app: Application, qtbot: QtBot) -> OpenTab:
    """Open the tab, and wait for its suggestions."""

    def opened() -> SuggestionsPanel:
        app.window.actions_["go_suggestions"].trigger()
        published = app.window.published
        qtbot.waitUntil(lambda: not published.state.working and app.tasks.idle)
        panel = present(app.window.build.suggestions_tab.content)
        qtbot.waitUntil(lambda: not panel.waiting)
        return panel

    return opened


def like_the_deck(app: Application) -> list[Json]:
    """Return decklists with the cards of the deck on screen and one more each."""
    deck = deck_of(app)
    agendas, slots = [each.code for each in deck.agendas], {c.code: n for c, n in deck.slots}
    pool = present(app.session.cards).pools[deck.edition]
    others = [card.code for card in pool if card.in_draw_deck and card.code not in slots][:20]
    return [
        decklist(number, "stark", agendas, slots | {other: 1}, day=number)
        for number, other in enumerate(others, 1)
    ]


def test_a_click_adds_what_similar_decks_play(
    app: Application, open_tab: OpenTab, qtbot: QtBot, check_changes: CheckChanges
) -> None:
    open_sample(app)
    store_published(app, like_the_deck(app))
    whole = deck_of(app)
    missing = next(card for card, copies in whole.slots if card.in_draw_deck and copies == 3)
    app.session.edit(whole.with_copies(missing, 0))
    panel = open_tab()
    check_changes(panel.model)
    assert panel.missing.text() == "3 cards to go"
    rows = [each for each in panel.model.rows if each.card is not None]
    assert (rows[0].text, rows[0].copies) == (missing.name, 3)
    assert rows[0].reason.endswith(" % of 20 similar decks, usually 3")
    assert "not decks that won" in panel.source.text()
    assert "published Stark decks" in panel.source.text()
    at = panel.model.index(1, 0)
    place = button_place(panel.list, panel.list.visualRect(at)).center()
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert deck_of(app).copies(missing) == 3
    qtbot.waitUntil(lambda: panel.missing.text() == "")
    assert all(row.card != missing for row in open_tab().model.rows)
    # By key, and a card that the others lack is rarely played.
    spare = next(
        each
        for each in present(app.session.cards).pools[whole.edition]
        if each.in_draw_deck and whole.copies(each) == 0 and each.name == "Bear Island Host"
    )
    app.session.edit(whole.with_copies(spare, 1))
    rows = open_tab().model.rows
    row = next(number for number, each in enumerate(rows) if each.card == spare)
    assert (rows[row].copies, rows[row].reason) == (-1, "0 % of 20 similar decks")
    panel.list.setCurrentIndex(panel.model.index(row, 0))
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert deck_of(app).copies(spare) == 0


def test_two_quick_clicks_add_what_is_missing_once(app: Application, open_tab: OpenTab) -> None:
    open_sample(app)
    store_published(app, like_the_deck(app))
    whole = deck_of(app)
    single = next(card for card, copies in whole.slots if card.in_draw_deck and copies == 1)
    app.session.edit(whole.with_copies(single, 0))
    panel = open_tab()
    row = next(number for number, each in enumerate(panel.model.rows) if each.card == single)
    place = button_place(panel.list, panel.list.visualRect(panel.model.index(row, 0))).center()
    for _ in range(2):
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert deck_of(app).copies(single) == 1


def test_few_similar_decks_are_too_few(app: Application, open_tab: OpenTab) -> None:
    open_sample(app)
    store_published(app, like_the_deck(app)[:4])
    panel = open_tab()
    assert (
        panel.remark.text() == "Only 4 published decks are like this one: too few to suggest cards."
    )
    assert not panel.list.isVisible()


def test_without_a_similar_deck_the_tab_says_so(app: Application, open_tab: OpenTab) -> None:
    open_sample(app)
    store_published(app, [each | {"faction_code": "lannister"} for each in like_the_deck(app)])
    assert open_tab().remark.text() == "No published deck is like this one yet."


def test_the_similar_decks_are_shown_on_the_decks_page(
    app: Application, open_tab: OpenTab, qtbot: QtBot
) -> None:
    open_sample(app)
    store_published(app, like_the_deck(app))
    panel = open_tab()
    QTest.mouseClick(panel.similar, Qt.MouseButton.LeftButton)
    decks = app.window.decks
    view = present(decks.published)
    qtbot.waitUntil(lambda: decks.isVisible() and bool(view.model.rows))
    assert decks.in_published
    assert view.like.isChecked()


def test_without_published_decks_the_tab_invites_to_fetch_them(
    app: Application, open_tab: OpenTab
) -> None:
    open_sample(app)
    panel = open_tab()
    assert panel.offer.fetch.isVisible()
    assert panel.focusProxy() is panel.offer.fetch
    # One primary button: without published decks no deck can be finished.
    assert not panel.finish.isVisible()
    assert "(about 30 MB)" in panel.offer.words.text()
    assert not panel.model.rows


def test_other_formats_have_no_suggestions(app: Application, open_tab: OpenTab) -> None:
    open_sample(app)
    store_published(app, decklists_for(app))
    app.session.choose(format_name="draft")
    panel = open_tab()
    assert panel.remark.text().startswith("Only joust and melee decks")
    assert not panel.offer.isVisible()
    assert not panel.finish.isVisible()
    app.session.choose(format_name="joust")
    app.session.edit(replace(deck_of(app), faction=None))
    assert open_tab().remark.text().startswith("Choose a faction")

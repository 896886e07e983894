"""Newer cards in the window: how it goes, how it may end, and what becomes of open decks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.card_news import NewsKind, NewsLine
from carddb.pool import CardPool
from carddb.restrictions import FormatList, RestrictedList
from carddb.store import CardStore
from carddb.terms import Edition
from core.paths import cards_file
from desktop.app import Application
from desktop.dialogs.card_data_dialog import CardDataDialog
from desktop.session.card_sync import CardSync, SyncPhase, SyncState, rail_status
from tests.gui import shared_window as shared
from tests.gui.samples import deck_of, open_sample, present, steps
from tests.gui.session import few_cards as few
from tests.gui.session.conftest import StartSync, raw_card, stored_cards, wait_for_end
from tests.thronesdb import CARDS, LISTS, Api, api_list

app, shared_window, own_app = shared.app, shared.module_window, shared.own_app

few_cards, pools, cards = few.few_cards, few.pools, few.cards

NOWHERE = "http://127.0.0.1:1"
BAN = RestrictedList(
    code="new1.0",
    name="Newest",
    issuer="The Conclave",
    version="9.0",
    date=date(2026, 10, 1),
    card_set="redesign2",
    edition=Edition.SECOND,
    banned=frozenset(),
    formats=(("joust", FormatList(banned=frozenset({"06062"}))),),
)


def test_newer_cards_come_without_a_restart(
    *,
    start_sync: StartSync,
    api: Api,
    app: Application,
    home: Path,
    pools: Mapping[Edition, CardPool],
    qtbot: QtBot,
) -> None:
    raw_card(api, "01141")["cost"] = 7
    api.answers[CARDS].append(raw_card(api, "01141") | {"code": "90001", "name": "Nobody"})
    with qtbot.waitSignal(app.session.cards_loaded):
        syncing = start_sync(api.url)
        assert syncing.state.running
    state = wait_for_end(syncing, qtbot)
    assert (state.phase, state.reason, state.seen) == (SyncPhase.DONE, None, False)
    assert state.news is not None
    found = [str(each) for each in state.news.lines]
    assert found == ["New card · Nobody (Core Set)", "Changed · Arya Stark (Core Set): cost"]
    # Every card that has one, but the one that is changed.
    assert state.news.texts == sum(not card.blank for card in pools[Edition.SECOND]) - 1
    cards = present(app.session.cards)
    assert cards.pools[Edition.SECOND].card("01141").cost == 7
    assert cards.synced is not None
    assert api.url in app.window.rail.cards.toolTip()
    QTest.keyClicks(app.window.build.pool.search, "nobody")
    assert app.window.build.pool.model.rowCount() == 1
    again = CardStore(cards_file(home)).pools()[Edition.SECOND]
    assert again.card("90001").name == "Nobody"


def test_open_decks_and_their_steps_are_made_of_the_newer_cards(
    start_sync: StartSync, api: Api, app: Application, qtbot: QtBot
) -> None:
    page = open_sample(app)
    card = next(card for card, _ in deck_of(app).draw())
    whole = deck_of(app)
    app.session.edit(whole.with_copies(card, 0))
    told, was_unsaved = steps(app), app.session.decks[0].unsaved
    raw_card(api, card.code)["strength"] = 9
    wait_for_end(start_sync(api.url), qtbot)
    assert steps(app) == told
    assert app.session.decks[0].unsaved is was_unsaved
    pool = present(app.session.shown.pool)
    assert all(each == pool.card(each.code) for each, _ in deck_of(app).slots)
    app.session.steps.undo()
    assert deck_of(app).copies(card) == whole.copies(card)
    assert next(each for each, _ in deck_of(app).slots if each.code == card.code).strength == 9
    assert not app.session.decks[0].unsaved
    app.session.steps.redo()
    assert deck_of(app).copies(card) == 0
    assert page.deck.model.rowCount() > 0


def test_a_card_that_is_new_may_be_played_and_the_one_on_show_is_the_newer(
    start_sync: StartSync, api: Api, app: Application, qtbot: QtBot
) -> None:
    page = open_sample(app)
    page.show_tab(0)
    cards = present(app.session.cards)
    arya = present(cards.card("01141"))
    page.deck.list.card_chosen.emit(arya)
    api.answers[CARDS].append(raw_card(api, "01141") | {"code": "90001", "name": "Nobody"})
    raw_card(api, "01141")["strength"] = 9
    wait_for_end(start_sync(api.url), qtbot)
    assert present(page._card).strength == 9  # noqa: SLF001
    QTest.keyClicks(page.pool.search, "nobody")
    model = page.pool.model
    assert model.rowCount() == 1
    assert "90001" in (model.overlay.context.legal or ())
    page.pool.playable.trigger()
    qtbot.waitUntil(lambda: app.tasks.idle)
    assert model.rowCount() == 1


def test_open_decks_are_judged_by_the_newer_lists(
    start_sync: StartSync, api: Api, app: Application, qtbot: QtBot
) -> None:
    open_sample(app)
    card = next(card for card, _ in deck_of(app).draw())
    banned = replace(BAN, formats=(("joust", FormatList(banned=frozenset({card.code}))),))
    api.answers[LISTS].append(api_list(banned, version="99"))
    state = wait_for_end(start_sync(api.url), qtbot)
    assert NewsLine(NewsKind.LIST, "Newest, in force from 2026-10-01") in present(state.news).lines
    session = app.session
    assert session.shown.judge is present(session.cards).judges[Edition.SECOND]
    assert present(present(session.shown.conditions).restricted_list).name == "Newest"
    assert any(card.code in each.cards for each in present(session.shown.verdict).problems)


def test_a_card_that_is_gone_stays_in_an_open_deck_and_is_a_problem(
    start_sync: StartSync, api: Api, app: Application, qtbot: QtBot
) -> None:
    open_sample(app)
    card = next(card for card, _ in deck_of(app).draw())
    copies = deck_of(app).copies(card)
    api.answers[CARDS] = [each for each in api.answers[CARDS] if each["code"] != card.code]
    for each in api.answers[LISTS]:
        each["contents"] = {}
    wait_for_end(start_sync(api.url), qtbot)
    assert deck_of(app).copies(card) == copies
    assert not present(app.session.shown.verdict).legal


def test_without_news_nothing_is_made_again(
    start_sync: StartSync, api: Api, app: Application, qtbot: QtBot
) -> None:
    wait_for_end(start_sync(api.url), qtbot)
    loaded: list[object] = []
    app.session.cards_loaded.connect(lambda: loaded.append(1))
    state = wait_for_end(start_sync(api.url), qtbot)
    found = (state.phase, present(state.news).nothing, state.seen, loaded)
    assert found == (SyncPhase.DONE, True, True, [])
    assert "synced just now" in present(app.session.cards).origin


def test_a_disk_that_does_not_take_the_cards_leaves_the_old_ones(
    start_sync: StartSync, api: Api, app: Application, home: Path, qtbot: QtBot
) -> None:
    cards = app.session.cards
    cards_file(home).unlink()
    cards_file(home).mkdir()
    state = wait_for_end(start_sync(api.url), qtbot)
    assert state.phase is SyncPhase.FAILED
    assert app.session.cards is cards


def test_closing_the_window_stops_it(
    hanging: str, own_app: Application, home: Path, qtbot: QtBot
) -> None:
    before = stored_cards(home)
    syncing = CardSync(own_app.session, home, own_app.tasks, hanging, own_app)
    syncing.start()
    qtbot.waitUntil(lambda: syncing.state.done > 0)
    own_app.window.close()
    assert stored_cards(home) == before


def test_nothing_is_asked_before_there_are_cards(empty_app: Application, tmp_path: Path) -> None:
    syncing = CardSync(empty_app.session, tmp_path, empty_app.tasks, NOWHERE, empty_app)
    syncing.start()
    assert syncing.state == SyncState()


def test_a_start_asks_nobody_unless_the_user_wants_that(
    api: Api, unloaded: Application, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(unloaded.session.cards_loaded):
        unloaded.load_cards()
    qtbot.waitUntil(lambda: unloaded.tasks.idle)
    assert not api.asked


def test_an_update_is_announced_and_taken_when_the_user_says_so(
    start_sync: StartSync, api: Api, app: Application, home: Path, qtbot: QtBot
) -> None:
    syncing = start_sync(api.url)
    wait_for_end(syncing, qtbot)
    syncing.check()
    assert wait_for_end(syncing, qtbot).phase is SyncPhase.DONE
    raw_card(api, "01141")["cost"] = 7
    api.answers[LISTS].append(api_list(BAN))
    api.modified += 60
    before = stored_cards(home)
    syncing.check()
    state = wait_for_end(syncing, qtbot)
    found = (state.phase, state.newer_list)
    assert found == (SyncPhase.AVAILABLE, "Newest, in force from 2026-10-01")
    assert stored_cards(home) == before
    words = rail_status(state, app.session.cards, app.session.today)
    assert words.marked
    assert "the restricted list Newest, in force from 2026-10-01" in words.spoken
    dialog = CardDataDialog(syncing, app.session, app.window)
    dialog.open()
    assert "the list in force is Newest" in dialog.message.text()
    assert dialog.look.text() == "&Update the cards"
    QTest.mouseClick(dialog.look, Qt.MouseButton.LeftButton)
    assert wait_for_end(syncing, qtbot).phase is SyncPhase.DONE
    assert "Changed · Arya Stark (Core Set): cost" in dialog.news.model.stringList()


def test_newer_cards_are_taken_the_moment_they_are_announced(
    start_sync: StartSync, api: Api, qtbot: QtBot
) -> None:
    syncing = start_sync(api.url)
    wait_for_end(syncing, qtbot)
    raw_card(api, "01141")["cost"] = 7
    api.modified += 60
    phases: list[SyncPhase] = []

    def on_changed(state: SyncState) -> None:
        if state.phase not in phases[-1:]:
            phases.append(state.phase)
        if state.phase is SyncPhase.AVAILABLE:
            syncing.start()

    syncing.changed.connect(on_changed)
    syncing.check()
    qtbot.waitUntil(lambda: syncing.state.phase is SyncPhase.DONE)
    assert phases == [SyncPhase.RUNNING, SyncPhase.AVAILABLE, SyncPhase.RUNNING, SyncPhase.DONE]

"""Published decks in the window: fetched from a server on loopback, loaded in a worker."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytest_httpserver import HTTPServer
from pytestqt.qtbot import QtBot

from carddb.pool import CardPool
from carddb.terms import Edition
from core.download import SERVER
from core.paths import published_file
from desktop.app import Application
from desktop.session.published_decks import PublishedDecks, PublishedPhase
from published.storage import PublishedStore
from tests.gui.published_home import decklists_for, store_published
from tests.gui.samples import TODAY, deck_of, open_sample, present
from tests.unit.published.decklists import ALL, decklist, serve_all


@pytest.fixture
def ended(app: Application, qtbot: QtBot) -> Callable[[], PublishedDecks]:
    """Wait until nothing is fetched or loaded."""

    def wait() -> PublishedDecks:
        published = app.window.published
        qtbot.waitUntil(lambda: not published.state.working and app.tasks.idle)
        return published

    return wait


def test_a_fetch_stores_and_loads_the_decks(
    app: Application,
    ended: Callable[[], PublishedDecks],
    httpserver: HTTPServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    serve_all(httpserver, decklists_for(app))
    monkeypatch.setenv(SERVER, httpserver.url_for("").rstrip("/"))
    assert app.window.published.state.phase is PublishedPhase.UNKNOWN
    app.window.published.load()
    assert ended().state.phase is PublishedPhase.MISSING
    done: list[int] = []
    app.window.published.changed.connect(lambda state: done.append(state.done))
    app.window.published.fetch()
    published = ended()
    assert published.state.phase is PublishedPhase.READY
    assert f"{len(present(published.corpus)):,} published decks, fetched" in published.state.summary
    assert max(done) > 50


def test_a_failed_fetch_says_why_and_keeps_what_is_here(
    app: Application,
    ended: Callable[[], PublishedDecks],
    httpserver: HTTPServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    httpserver.expect_request(ALL).respond_with_data("no list")
    monkeypatch.setenv(SERVER, httpserver.url_for("").rstrip("/"))
    store_published(app, decklists_for(app))
    app.window.published.load()
    corpus = ended().corpus
    app.window.published.fetch()
    published = ended()
    assert "did not deliver a list of published decks" in present(published.state.reason).text
    assert published.state.phase is PublishedPhase.READY
    assert published.corpus is corpus is not None


def test_a_cancelled_fetch_stores_nothing(
    app: Application,
    ended: Callable[[], PublishedDecks],
    httpserver: HTTPServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    serve_all(httpserver, decklists_for(app))
    monkeypatch.setenv(SERVER, httpserver.url_for("").rstrip("/"))
    app.window.published.fetch()
    app.window.published.cancel()
    assert app.window.published.state.stopping
    published = ended()
    assert (published.state.phase, published.corpus) == (PublishedPhase.MISSING, None)
    assert PublishedStore(published_file(app.settings.path.parent)).load().rows == []


def test_the_details_of_a_card_say_how_often_it_is_played(
    app: Application, ended: Callable[[], PublishedDecks], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Which decklists are recent depends on the year.
    monkeypatch.setattr(app.session, "today", TODAY)
    page = open_sample(app)
    deck = deck_of(app)
    card = next(card for card, copies in deck.slots if card.in_draw_deck and copies == 3)
    slots = {each.code: copies for each, copies in deck.slots}
    agendas = [each.code for each in deck.agendas]
    decklists = [
        # Their other cards differ, since equal decklists count once.
        decklist(number, "stark", agendas, slots | {plot.code: 2}, day=number)
        for number, plot in enumerate((each for each in second(app) if each.type == "plot"), 1)
    ][:12]
    spare = next(each for each in second(app) if each.in_draw_deck and each.code not in slots)
    for each in decklists[:3]:
        each["slots"][spare.code] = each["slots"].pop(card.code)
    store_published(app, decklists)
    page.deck.list.select_cards((card.code,))
    page.tabs.setCurrentWidget(page.card_view)
    details = present(page.card_view.details)
    ended()
    with_agendas = " and ".join(each.name for each in deck.agendas)
    words = f"In 75 % of 12 Stark decks with {with_agendas} since 2024, usually 3"
    assert (details.played.text(), details.played.isVisible()) == (words, True)
    assert with_agendas


def second(app: Application) -> CardPool:
    return present(app.session.cards).pools[Edition.SECOND]


def test_other_cards_have_the_decks_loaded_again(
    app: Application, ended: Callable[[], PublishedDecks]
) -> None:
    store_published(app, decklists_for(app))
    app.window.published.load()
    assert ended().corpus is not None
    app.session.receive_cards(present(app.session.cards))
    assert app.window.published.state.phase is PublishedPhase.UNKNOWN
    app.window.published.load()
    assert ended().corpus is not None

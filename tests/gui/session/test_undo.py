"""Steps: their words, how quick ones become one, and what is none."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.terms import Faction
from decks.deck_section import DRAW_DECK, ROOKERY
from desktop.app import Application
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import DeckStep
from tests.gui.samples import WOLVES, card_of, open_sample, present, steps


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def deck_session(cards: LoadedCards, name: str = WOLVES) -> tuple[DeckSession, Clock]:
    clock = Clock()
    session = DeckSession(date(2026, 11, 20), clock=clock)
    session.receive_cards(cards)
    session.open([each for each in cards.samples if each.deck.name == name])
    return session, clock


def texts(session: DeckSession) -> list[str]:
    stack = present(session.current).stack
    return [stack.text(number) for number in range(stack.count())]


def test_quick_steps_about_the_same_card_are_one_and_slow_ones_are_not(cards: LoadedCards) -> None:
    session, clock = deck_session(cards)
    nan = (card_of(cards, "03010"), DRAW_DECK)
    pup = (
        next(card for card, _ in present(session.deck).slots if card.name == "Direwolf Pup"),
        DRAW_DECK,
    )
    session.add_copies([nan], -1)
    clock.now += 0.5
    session.add_copies([nan], -1)
    assert texts(session) == ["Remove 2 Old Nan"]
    clock.now += 0.5
    session.set_copies([pup], 0)
    clock.now += 0.5
    session.set_copies([nan], 0)
    clock.now += 5
    session.set_copies([nan], 3)
    assert len(texts(session)) == 4
    assert texts(session)[-1] == "Add 3 Old Nan"


def test_quick_steps_that_undo_each_other_are_none(cards: LoadedCards) -> None:
    session, _ = deck_session(cards)
    nan = (card_of(cards, "03010"), DRAW_DECK)
    session.add_copies([nan], -1)
    session.add_copies([nan], 1)
    assert texts(session) == []
    assert not present(session.current).unsaved


def test_a_closed_deck_does_not_count_as_edited_when_its_steps_are_deleted(
    cards: LoadedCards, qtbot: QtBot
) -> None:
    session, _ = deck_session(cards)
    session.add_copies([(card_of(cards, "03010"), DRAW_DECK)], -1)
    stack = present(session.current).stack
    session.close_deck(0)
    with qtbot.assertNotEmitted(session.deck_edited), qtbot.waitSignal(stack.destroyed):
        pass


def test_steps_have_words(cards: LoadedCards) -> None:
    session, _ = deck_session(cards)
    assert session.deck is not None
    session.edit(replace(session.deck, name="Wolves"))
    session.edit(replace(session.deck, faction=Faction.TYRELL))
    session.choose(list_code="gotstandard2.1")
    session.choose(list_code="none")
    session.choose(list_code="")
    session.choose(format_name="melee")
    session.choose(day=date(2026, 12, 1))
    session.edit(replace(session.deck, agendas=()))
    core, redesign = card_of(cards, "01142"), card_of(cards, "03006")
    session.edit(session.deck.with_copies(core, 0).with_copies(redesign, 1))
    assert texts(session)[:8] == [
        "Rename to “Wolves”",
        "Faction: House Stark → House Tyrell",
        "Restricted list: in force → Standard v2.1",
        "Restricted list: Standard v2.1 → none",
        "Restricted list: in force",
        "Format: Joust → Melee",
        "Date: today → 2026-12-01",
        "Remove the agenda Fealty",
    ]


def test_today_is_not_stated_and_another_day_is(cards: LoadedCards) -> None:
    session, _ = deck_session(cards)
    assert session.deck is not None
    session.choose(day=date(2026, 12, 1))
    assert session.deck.date == "2026-12-01"
    session.choose(day=session.today)
    assert session.deck.date == ""


def test_a_premier_event_is_chosen_as_a_step_that_no_file_misses(
    app: Application, qtbot: QtBot
) -> None:
    page = open_sample(app)
    box, current = page.deck.header.premier, app.session.current

    def judged() -> tuple[bool, bool]:
        return present(app.session.shown.conditions).premier, box.isChecked()

    box.click()
    assert judged() == (True, True)
    assert steps(app) == ["Premier event"]
    assert not present(current).unsaved
    app.window.actions_["undo"].trigger()
    assert judged() == (False, False)
    app.window.actions_["redo"].trigger()
    assert judged() == (True, True)


def test_a_premier_event_chosen_and_given_up_at_once_is_no_step(cards: LoadedCards) -> None:
    session, clock = deck_session(cards)
    session.choose_premier(premier=True)
    session.choose_premier(premier=False)
    assert texts(session) == []
    session.choose_premier(premier=True)
    clock.now += 5
    session.choose_premier(premier=False)
    assert texts(session)[-1] == "Not a premier event"


def test_moves_between_places_and_players_have_words(cards: LoadedCards) -> None:
    session, _ = deck_session(cards)
    assert session.deck is not None
    nan, pup = card_of(cards, "03010"), card_of(cards, "01156")
    session.edit(ROOKERY.changed(DRAW_DECK.changed(session.deck, nan, -2), nan, 1))
    session.edit(replace(session.deck, players=3))
    session.edit(replace(session.deck, players=None, notes="Mine"))
    session.edit(replace(session.deck, drafted=((pup, 1),)))
    assert texts(session) == [
        "Remove 1 Old Nan, move 1 Old Nan to the rookery",
        "Players: 3",
        "Players: 3 → none, change the notes",
        "Change the deck",
    ]


def test_what_undo_is_called_in_the_menu_has_an_end(app: Application) -> None:
    page = open_sample(app)
    before = app.session.deck
    page.deck.list.selectAll()
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    undo = app.window.actions_["undo"]
    assert undo.text().startswith("Undo Remove 1 A Storm of Swords")
    assert len(undo.text()) < 80
    assert len(steps(app)[0]) > 500
    undo.trigger()
    assert app.session.deck == before


def test_a_step_that_has_ended_takes_no_other_in(cards: LoadedCards) -> None:
    session, _ = deck_session(cards)
    nan = (card_of(cards, "03010"), DRAW_DECK)
    session.add_copies([nan], -1)
    step = present(session.current).stack.command(0)
    assert isinstance(step, DeckStep)
    step.end()
    session.add_copies([nan], 1)
    assert texts(session) == ["Remove 1 Old Nan", "Add 1 Old Nan"]

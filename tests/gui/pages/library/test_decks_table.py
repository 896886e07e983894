"""Verdicts on decks, the search of decks, and two of them for the Hands page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.terms import Edition
from decks.deck import Deck
from decks.deck_section import DRAW_DECK
from decks.diff import OutlineEntry
from desktop.app import Application
from desktop.pages.library.deck_search import TOO_FEW, TwoDecksDialog, search_of
from desktop.pages.library.decks_table import judge_deck
from desktop.session.loaded_cards import LoadedCards
from desktop.shell.main_window import DECKS, HANDS
from library.deck_values import LibraryDeck
from tests.gui.pages.library.conftest import WOLVES, PageRobot
from tests.gui.samples import TODAY, deck_of, open_sample
from tests.gui.test_mnemonics import assert_each_means_one_thing

Sample = Callable[[str], Deck]


def test_verdicts_name_what_is_unknown_and_what_cannot_be_judged(
    cards: LoadedCards, sample: Sample
) -> None:
    deck = sample(WOLVES)
    assert judge_deck(LibraryDeck("1", 4, deck), cards.judges, TODAY).legal
    unknown = (OutlineEntry(DRAW_DECK, "99001", 1, "A Card of Tomorrow"),)
    verdict = judge_deck(LibraryDeck("1", 4, deck, unknown), cards.judges, TODAY)
    assert (verdict.legal, verdict.text, verdict.version) == (False, "1 problem", 4)
    odd = Deck(name="", edition=Edition.FIRST, format="draft")
    assert judge_deck(LibraryDeck("1", 1, odd), cards.judges, TODAY).legal is None


def test_the_verdict_on_a_legal_deck_counts_its_warnings(
    cards: LoadedCards, sample: Sample
) -> None:
    deck = sample(WOLVES)
    thrice = next(card for card, copies in deck.draw() if copies == 3)
    warned = replace(deck, format="rookery", rookery=((thrice, 1),))
    verdict = judge_deck(LibraryDeck("1", 1, warned), cards.judges, TODAY)
    assert (verdict.legal, verdict.text, verdict.warned) == (True, "Legal · 1 warning", True)
    assert thrice.name in verdict.details[0]


def test_searches_are_understood() -> None:
    search = search_of('wolves with Ward, Ice tag:"to test" faction:stark')
    assert (search.text, search.cards, search.tag) == ("wolves", ("Ward", "Ice"), "to test")
    assert search.faction == "stark"
    assert search_of("card:Ward format:melee").cards == ("Ward",)
    assert search_of("faction:dothraki").text == "dothraki"
    assert search_of("Wolves with teeth").called == "Wolves with teeth"
    assert search_of("wolves").called == ""


CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
ORDER = ("A", "B", "C")


def with_decks(app: Application, qtbot: QtBot, names: tuple[str, ...]) -> Deck:
    """Show the Decks page of a library with copies of a deck; return that."""
    app.open_library()
    worker = app.window.library_worker
    qtbot.waitUntil(lambda: worker.loaded)
    open_sample(app)
    sample = deck_of(app)
    app.session.close_deck(0)
    assert worker.library is not None
    for name in names:
        worker.library.decks.duplicate(worker.library.decks.add(sample).id, name)
    binned = [deck.id for deck in worker.library.decks.all() if deck.name not in names]
    worker.library.decks.throw_away(binned)
    app.window.show_page(DECKS)
    qtbot.waitUntil(lambda: app.window.decks.model.rowCount() == len(names))
    qtbot.waitUntil(lambda: not worker.busy)
    return sample


def assert_compared(app: Application, qtbot: QtBot, one: str, other: str) -> None:
    """Check that the odds of a deck are shown beside those of another."""
    window = app.window
    qtbot.waitUntil(lambda: window.pages.currentIndex() == HANDS)
    assert window.hands is not None
    assert deck_of(app).name == one
    options = window.hands.odds.options
    assert options.isVisible()
    assert options.compared_deck is not None
    assert options.compared_deck.name == other
    assert options.compared_deck.followed in app.session.decks
    assert options.compared_name.text() == f"“{other}”"


def test_two_decks_are_compared_by_one_key_or_chosen(app: Application, qtbot: QtBot) -> None:
    with_decks(app, qtbot, ORDER)
    decks = app.window.decks
    ids = {deck.name: deck.id for deck in app.window.library_worker.contents.decks}
    decks.table.select([ids["A"], ids["B"]])
    one, other = (deck.name for deck in decks.selected())
    decks.table.setFocus()
    QTest.keyClick(decks.table, Qt.Key.Key_X, CONTROL_SHIFT)
    assert_compared(app, qtbot, one, other)
    # Of one deck the other is asked for.
    app.window.show_page(DECKS)
    decks.table.select([ids["C"]])
    decks.table.setFocus()
    QTest.keyClick(decks.table, Qt.Key.Key_X, CONTROL_SHIFT)
    dialog = decks.findChild(TwoDecksDialog)
    assert isinstance(dialog, TwoDecksDialog)
    assert_each_means_one_thing(dialog)
    assert dialog.form["one"].currentText() == "C"
    assert dialog.form["other"].findText("C") == -1
    dialog.form["other"].setCurrentText("A")
    QTest.keyClick(dialog.accept_button, Qt.Key.Key_Return)
    assert_compared(app, qtbot, "C", "A")


def test_one_deck_alone_is_refused_with_a_sentence(
    robot: PageRobot, sample: Callable[[str], Deck]
) -> None:
    robot.library.decks.add(sample(WOLVES))
    robot.library_worker.reload()
    robot.settle()
    robot.select(WOLVES)
    robot.page.deck_actions["hands"].trigger()
    assert robot.page.message_bar.words.text() == TOO_FEW

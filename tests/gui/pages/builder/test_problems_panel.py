"""The list of problems: its entries, rules and repairs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from threading import Event, current_thread, main_thread

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from carddb.terms import CardType, Edition, Faction
from core.text_format import count_of
from decks.deck import Deck
from desktop.app import Application
from desktop.dialogs.repair_all_dialog import RepairAllDialog
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.problems_panel import FixRows, ProblemList, source_without_codes
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Role
from tests.builders import deck
from tests.gui.lists import FAULTY
from tests.gui.samples import (
    CheckChanges,
    copies,
    deck_of,
    open_sample,
    present,
    select,
    shown_dialog,
    steps,
)
from tests.gui.test_accessibility import assert_all_named
from tests.verdicts import TODAY, judge_of
from validators.conditions import Conditions, Requested, conditions_for
from validators.judge import Judge
from validators.problem import Severity, Verdict
from validators.repairs import RepairedDeck, RepairStep


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("Card text of agenda Fealty (01027)", "Card text of agenda Fealty"),
        (
            "Card text of agenda The Wars To Come (10045 / 17151)",
            "Card text of agenda The Wars To Come",
        ),
        (
            "Standard v2.1 (joust): one restricted card",
            "Standard v2.1 (joust): one restricted card",
        ),
        ("Card text of agenda New (99999)", "Card text of agenda New (99999)"),
    ],
)
def test_a_source_names_the_agenda_without_its_code(
    cards: LoadedCards, source: str, shown: str
) -> None:
    assert source_without_codes(source, cards) == shown


@pytest.mark.parametrize("edition", Edition)
def test_no_problem_of_a_deck_with_an_agenda_shows_a_code(
    cards: LoadedCards, edition: Edition
) -> None:
    pool = cards.pools[edition]
    judge, shown = judge_of(pool), set()
    agendas = [card for card in pool if card.type is CardType.AGENDA]
    for agenda in agendas:
        deck = Deck(name="", edition=edition, faction=Faction.STARK, agendas=(agenda,))
        conditions = conditions_for(deck, pool, Requested(date=TODAY), TODAY)
        problems = judge.verdict(deck, conditions).problems
        shown |= {source_without_codes(each.source, cards) for each in problems}
    named = [each for each in shown if each.startswith("Card text of agenda ")]
    assert len(named) > 3
    assert not [each for each in named if any(f"({agenda.code}" in each for agenda in agendas)]


LEFT = Qt.MouseButton.LeftButton


def source_point(view: ProblemList, row: int) -> QPoint:
    """Return a point on the source of an entry."""
    index = view.model().index(row, 0)
    view.scrollTo(index)
    rect = view.visualRect(index)
    entry = index.data(Role.CARD)
    # It is in the last line of the entry.
    across, up = range(rect.left(), rect.right(), 4), range(rect.bottom(), rect.top(), -4)
    points = (QPoint(x, y) for y in up for x in across)
    for point in points:
        if view.source_at(point) is entry:
            return point
    raise AssertionError("the source is not in view")


def test_the_rule_of_a_problem_opens_beside_the_deck(app: Application, faulty: BuilderPage) -> None:
    window = app.window
    faulty.show_tab(1)
    view = faulty.problems.list
    rows = {
        each.problem.code: n for n, each in enumerate(faulty.problems.model.rows) if each.problem
    }
    view.setCurrentIndex(view.model().index(rows["draw.too-few"], 0))
    QTest.keyClick(view, Qt.Key.Key_R)
    panel = present(faulty.side.panel)
    assert panel.isVisible()
    assert faulty.tabs.isVisible()
    assert panel.view.toPlainText().startswith("Size of the draw deck")
    QTest.keyClick(panel.view, Qt.Key.Key_Escape)
    assert panel.isHidden()
    assert window.focusWidget() is view

    at = source_point(view, rows["plots.doubled"])
    QTest.mouseClick(view.viewport(), LEFT, pos=at)
    assert panel.isVisible()
    assert panel.view.entry is not None
    assert "plots.doubled" in panel.view.entry.codes

    view.menu_requested.emit(faulty.problems.model.rows[rows["draw.too-few"]], QPoint(5, 5))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    rule = next(each for each in menu.actions() if each.text().startswith("R&ule of the problem"))
    rule.trigger()
    menu.close()
    assert panel.view.toPlainText().startswith("Size of the draw deck")

    # A card that the rule names, and the rules of a card.
    panel.view.card_requested.emit("02064")
    assert faulty.card_view.accessibleName() == "Card: The Arbor"
    assert faulty.card_view.details is not None
    faulty.card_view.details.keywords.buttons[0].click()
    assert panel.view.toPlainText().startswith("Limited")
    asked: list[str] = []
    faulty.rule_requested.connect(asked.append)
    panel.page.click()
    assert asked == ["keyword.limited"]


def test_what_was_not_read_rests_on_no_rule(faulty: BuilderPage) -> None:
    faulty.show_tab(1)
    row = next(n for n, each in enumerate(faulty.problems.model.rows) if each.problem is None)
    faulty.problems.list.setCurrentIndex(faulty.problems.model.index(row, 0))
    QTest.keyClick(faulty.problems.list, Qt.Key.Key_R)
    assert faulty.side.panel is None


OpenText = Callable[[str], None]
ButtonsUnder = Callable[[str], FixRows]


@pytest.fixture
def buttons_under(app: Application, qtbot: QtBot) -> ButtonsUnder:
    """Return the buttons under the entry whose message has some words, once there are some."""
    panel = app.window.build.problems

    def found(words: str) -> FixRows | None:
        rows = [n for n, each in enumerate(panel.model.rows) if words in each.message]
        if rows:
            app.window.build.tabs.setCurrentWidget(panel)
            panel.list.setFocus()
            panel.list.setCurrentIndex(panel.model.index(rows[0], 0))
        return panel.list.fixes(rows[0]) if rows else None

    def once_there(words: str) -> FixRows:
        qtbot.waitUntil(lambda: found(words) is not None)
        return present(found(words))

    return once_there


@pytest.fixture
def faulty(app: Application, open_text: OpenText) -> BuilderPage:
    """Show a deck with every kind of problem."""
    open_text(FAULTY)
    return app.window.build


def test_a_repair_is_a_button_under_its_problem_and_a_step(
    app: Application, faulty: BuilderPage, buttons_under: ButtonsUnder
) -> None:
    repairs = buttons_under("4 copies of Winterfell Steward")
    assert repairs.buttons[0].text() == "Remove 1 Winterfell Steward"
    QTest.mouseClick(repairs.buttons[0], Qt.MouseButton.LeftButton)
    assert copies(app, "Winterfell Steward") == 3
    assert steps(app) == ["Remove 1 Winterfell Steward"]
    messages = [each.message for each in faulty.problems.model.rows]
    assert not any("Winterfell Steward" in message for message in messages)


def test_more_repairs_are_shown_when_asked_for(
    app: Application, faulty: BuilderPage, buttons_under: ButtonsUnder
) -> None:
    repairs = buttons_under("Not read")
    assert [each.text() for each in repairs.buttons[3:]] == ["3 more fixes"]
    QTest.mouseClick(repairs.buttons[3], Qt.MouseButton.LeftButton)
    assert len(repairs.buttons) == 6
    QTest.mouseClick(repairs.buttons[3], Qt.MouseButton.LeftButton)
    assert len(steps(app)) == 1


def test_repairs_go_at_once_when_another_problem_is_opened(
    faulty: BuilderPage, buttons_under: ButtonsUnder
) -> None:
    repairs, problems = buttons_under("Not read"), faulty.problems.list
    problems.setCurrentIndex(problems.model().index(1, 0))
    assert repairs.isHidden()


def test_repairs_are_reached_by_keys(
    app: Application, faulty: BuilderPage, buttons_under: ButtonsUnder
) -> None:
    repairs = buttons_under("4 copies of Winterfell Steward")
    panel = faulty.problems
    QTest.keyClick(app.window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    panel.list.setFocus()
    row = next(n for n, e in enumerate(panel.model.rows) if "Steward" in e.message)
    panel.list.setCurrentIndex(panel.model.index(row, 0))
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert repairs.buttons[0].hasFocus()
    QTest.keyClick(repairs.buttons[0], Qt.Key.Key_Escape)
    assert panel.list.hasFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_Right)
    QTest.keyClick(repairs.buttons[0], Qt.Key.Key_Space)
    assert copies(app, "Winterfell Steward") == 3


def test_after_an_edit_old_repairs_cannot_be_taken(
    app: Application, qtbot: QtBot, faulty: BuilderPage, buttons_under: ButtonsUnder
) -> None:
    repairs = buttons_under("plots are doubled")
    select(faulty, "The Roseroad")
    QTest.keyClick(faulty.deck.list, Qt.Key.Key_1)
    faulty.tabs.setCurrentWidget(faulty.problems)
    repairs = buttons_under("plots are doubled")
    qtbot.waitUntil(lambda: all(button.isEnabled() for button in repairs.buttons))
    QTest.mouseClick(repairs.buttons[0], Qt.MouseButton.LeftButton)
    assert copies(app, "The Roseroad") == 1


def test_a_line_that_was_not_read_can_be_answered(
    app: Application, faulty: BuilderPage, buttons_under: ButtonsUnder, check_changes: CheckChanges
) -> None:
    check_changes(faulty.problems.model)
    first = faulty.problems.model.rows[0]
    assert first.message == "Not read: line 14 “3x Hodor the Dragon of Meereen”"
    assert (first.actions[0].words[:6], first.actions[-1].words) == ("Add 3 ", "Leave it out")
    assert faulty.deck.verdict.text() == f"{app.session.shown.errors} problems"
    repairs = buttons_under("Not read")
    before = deck_of(app)
    QTest.mouseClick(repairs.buttons[0], Qt.MouseButton.LeftButton)
    assert deck_of(app) != before
    assert app.session.shown.unread == ()
    app.window.actions_["undo"].trigger()
    assert deck_of(app) == before
    assert len(app.session.shown.unread) == 1


def test_an_answered_line_brings_as_many_copies_as_its_button_says(
    app: Application, open_text: OpenText
) -> None:
    open_text("House Stark\nFealty\n5x Winterfel Stuart\n1x A Noble Cause\n")
    entry = next(each for each in app.window.build.problems.model.rows if each.actions)
    action = next(each for each in entry.actions if "Winterfell Steward" in each.words)
    assert action.words == "Add 5 Winterfell Steward"
    app.session.apply(action.state)
    assert copies(app, "Winterfell Steward") == 5


def test_a_line_can_be_left_out(
    app: Application, open_text: OpenText, buttons_under: ButtonsUnder
) -> None:
    open_text("House Stark\nFealty\n3x Hodor the Dragon of Meereen\n1x A Noble Cause\n")
    repairs = buttons_under("Not read")
    while repairs.buttons[-1].text().endswith("more fixes"):
        QTest.mouseClick(repairs.buttons[-1], Qt.MouseButton.LeftButton)
    QTest.mouseClick(repairs.buttons[-1], Qt.MouseButton.LeftButton)
    assert app.session.shown.unread == ()
    assert steps(app) == ["Leave it out"]


@pytest.mark.parametrize(
    ("taken", "why_not", "heading", "button", "verdict"),
    [
        (("Remove 1 Ward",), "", "Fix all", "Apply 1 step", "Legal"),
        (("Remove 1 Ward",), "Still missing: 6 cards.", "Fix all", "Apply 1 step", "1 problem"),
        (("Remove 1 Ward", "Add 1 Ice"), "", "Fix all", "Apply 2 steps", "Legal"),
        ((), "Still missing: 6 cards.", "No fix found", "Apply", ""),
        ((), "", "Nothing to fix", "Apply", ""),
    ],
)
def test_the_dialog_promises_no_more_than_the_steps_do(
    qtbot: QtBot, taken: tuple[str, ...], why_not: str, heading: str, button: str, verdict: str
) -> None:
    steps_ = tuple(RepairStep(words, deck(), deck()) for words in taken)
    dialog = RepairAllDialog(RepairedDeck(deck(), steps_, why_not), lambda _: ())
    qtbot.addWidget(dialog)
    assert dialog.heading.text() == heading
    left = dialog.left.text()
    assert "legal" in left if heading == "Nothing to fix" else left == why_not
    assert (dialog.accept_button.text(), dialog.verdict.text()) == (button, verdict)


def test_repairing_everything_shows_its_steps_first(
    app: Application, qtbot: QtBot, faulty: BuilderPage
) -> None:
    app.window.actions_["repair_all"].trigger()
    dialog = shown_dialog(qtbot, RepairAllDialog)
    assert_all_named(dialog)
    assert dialog.steps.count() >= 2
    items = [dialog.steps.item(row) for row in range(dialog.steps.count())]
    about = [(item.data(Role.CARD), item.text()) for item in items]
    assert any(card for card, _ in about)
    assert all(card is None or card.name in words for card, words in about)
    assert dialog.left.text().startswith("Still missing: ")
    assert dialog.accept_button.text() == f"Apply {dialog.steps.count()} steps"
    assert dialog.verdict.text() == "1 problem"
    assert steps(app) == []
    dialog.accept_button.click()
    assert steps(app) == ["Fix all"]
    entries = faulty.problems.model.rows
    assert [e.problem.code for e in entries if e.is_error and e.problem] == ["draw.too-few"]


def test_a_long_search_for_all_fixes_is_seen_and_can_be_stopped(
    app: Application, qtbot: QtBot, faulty: BuilderPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, finder = faulty.problems, faulty.repair_finder
    faulty.show_tab(0)
    seen: list[bool] = []
    finder.search_seen.connect(seen.append)
    go_on = Event()
    verdict = Judge.verdict

    def slow(judge: Judge, deck: Deck, conditions: Conditions) -> Verdict:
        if current_thread() is not main_thread():
            go_on.wait(timeout=120)
        return verdict(judge, deck, conditions)

    monkeypatch.setattr(Judge, "verdict", slow)
    app.window.actions_["repair_all"].trigger()
    qtbot.waitUntil(lambda: seen[-1:] == [True])
    assert faulty.tabs.currentWidget() is panel
    assert panel.search.isVisible()
    assert not panel.repair_all.isVisible()
    panel.cancel.setFocus()
    panel.cancel.click()
    go_on.set()
    assert seen[-1] is False
    assert panel.repair_all.hasFocus()
    qtbot.waitUntil(lambda: app.tasks.idle)
    assert app.window.findChild(RepairAllDialog) is None


def test_a_step_that_is_not_ticked_is_not_taken_and_what_is_left_then_is_said(
    app: Application, qtbot: QtBot, faulty: BuilderPage
) -> None:
    app.window.actions_["repair_all"].trigger()
    dialog = shown_dialog(qtbot, RepairAllDialog)
    rows = range(dialog.steps.count())
    about = "4 copies of Winterfell Steward in the draw deck"
    row = next(n for n in rows if about in dialog.steps.item(n).text())
    dialog.steps.item(row).setCheckState(Qt.CheckState.Unchecked)
    assert dialog.accept_button.text() == f"Apply {len(rows) - 1} steps"
    assert dialog.left.text().startswith("Left then: ")
    assert about in dialog.left.text()
    dialog.accept_button.click()
    assert copies(app, "Winterfell Steward") == 4
    assert app.session.shown.verdict is not None
    left = app.session.shown.verdict.of(Severity.ERROR)
    assert {each.code for each in left} == {"copies.too-many", "draw.too-few"}


def test_without_a_ticked_step_there_is_nothing_to_apply(qtbot: QtBot) -> None:
    step = RepairStep("Remove 1 Ward", deck(), deck(), ("2 Wards; 1 is allowed.", "No."))
    dialog = RepairAllDialog(RepairedDeck(deck(), (step,), ""), lambda _: ("2 Wards.",))
    qtbot.addWidget(dialog)
    item = dialog.steps.item(0)
    assert item.text() == "Remove 1 Ward\n2 Wards; 1 is allowed (and 1 more)"
    item.setCheckState(Qt.CheckState.Unchecked)
    assert not dialog.accept_button.isEnabled()
    assert dialog.left.text() == "Left then: 2 Wards."


def test_where_nothing_can_be_repaired_the_dialog_says_so(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)
    page.repair_finder.repair_all()
    dialog = shown_dialog(qtbot, RepairAllDialog)
    assert dialog.steps.isHidden()
    dialog.reject()
    assert steps(app) == []


FLEET = "The Iron Fleet (KotI)"


def notes(app: Application) -> list[str]:
    entries = app.window.build.problems.model.rows
    return [each.message for each in entries if not each.is_error]


def codes(app: Application) -> set[str]:
    assert app.session.shown.verdict is not None
    return {each.code for each in app.session.shown.verdict.problems}


def test_the_list_in_force_is_a_repair_of_what_only_another_list_forbids(
    app: Application, qtbot: QtBot, buttons_under: ButtonsUnder
) -> None:
    open_sample(app, FLEET)
    app.session.choose(list_code="gotstandard1.7")
    repairs = buttons_under("One pod of Standard v1.7")
    words = f"Choose Standard v2.1, in force on {app.session.today.isoformat()}"
    qtbot.waitUntil(lambda: repairs.buttons[1].text() == words)
    QTest.mouseClick(repairs.buttons[1], Qt.MouseButton.LeftButton)
    assert app.session.shown.choice.list_code == ""
    assert "list.pod" not in codes(app)
    assert steps(app) == [
        "Restricted list: in force → Standard v1.7",
        "Restricted list: Standard v1.7 → in force",
    ]
    app.window.actions_["undo"].trigger()
    assert app.session.shown.choice.list_code == "gotstandard1.7"
    assert "list.pod" in codes(app)


def test_a_deck_under_another_list_says_so_and_offers_the_one_in_force(
    app: Application, page: BuilderPage, buttons_under: ButtonsUnder
) -> None:
    assert notes(app) == []
    app.session.choose(list_code="gotstandard1.16", day=date(2026, 7, 15))
    said = "Judged under Standard v1.16; Standard v2.1 is in force on 2026-07-15."
    assert notes(app)[-1] == said
    assert page.deck.verdict.accessibleName().endswith(count_of(len(notes(app)), "note"))
    repairs = buttons_under(said)
    QTest.mouseClick(repairs.buttons[0], Qt.MouseButton.LeftButton)
    assert app.session.shown.choice.list_code == ""
    assert said not in notes(app)


def test_who_chose_no_list_is_offered_none(app: Application) -> None:
    open_sample(app)
    app.session.choose(list_code="none")
    assert not any("in force" in each for each in notes(app))

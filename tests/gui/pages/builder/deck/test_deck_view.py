"""The deck on screen: its rows, headings, problems, verdict, and the tabs of several decks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QDate, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from carddb.terms import CardType, Edition
from decks.deck_reader import read_decks
from desktop.app import Application
from desktop.pages.builder.deck.deck_bars import DeckTabs
from desktop.pages.builder.deck.deck_model import (
    DeckCardColumn,
    DeckModel,
    problems_by_card,
    problems_by_section,
    shown_sections,
)
from desktop.pages.builder.deck.deck_view import DeckView
from desktop.pages.builder.page import BuilderPage
from desktop.pages.builder.problems_panel import problem_entries_of
from desktop.runtime.settings import PaletteChoice
from desktop.session.deck_session import NO_LIST, OF_THE_DAY
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import space
from desktop.widgets.card_delegate import Role
from desktop.widgets.card_row import RowImages
from tests.builders import card, deck
from tests.gui.conftest import shown
from tests.gui.lists import FAULTY
from tests.gui.samples import deck_of, open_sample, present, select, session_without_window
from tests.gui.test_accessibility import assert_all_named
from validators.codes import codes_of_counts, problem_codes
from validators.problem import Problem, Severity, Verdict

OpenText = Callable[[str], None]
_PLAIN, _SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


class PaintWatcher(QObject):
    """Collects what of a widget is painted."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__()
        self.painted = QRegion()
        watched.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.painted |= event.region()
        return False


def messages(app: Application) -> list[str]:
    return [entry.message for entry in app.window.build.problems.model.rows]


def test_a_name_that_others_have_is_shown_and_said_with_its_pack(cards: LoadedCards) -> None:
    model, pool = DeckModel(), cards.pools[Edition.SECOND]
    arya, osha = (
        next(each for each in pool if each.name == name and each.pack == pack)
        for name, pack in (("Arya Stark", "WotN"), ("Osha", "WotN"))
    )
    model.show_deck(deck(arya, osha), cards)
    names = [model.index(row, DeckCardColumn.NAME, model.index(0, 0)) for row in (0, 1)]
    assert [each.data(Role.CELL).after for each in names] == ["WotN", ""]
    assert names[0].data(Qt.ItemDataRole.AccessibleTextRole).startswith("Arya Stark, WotN, 1 copy")
    # New cards may have the name of a card that was shown without its pack.
    assert model.cells(names[1])[DeckCardColumn.NAME].after == ""
    changed: list[int] = []
    model.dataChanged.connect(lambda first, _: changed.append(first.row()))
    more = pool.changed(cards=[*pool, replace(osha, code="99001", pack="new")])
    model.show_deck(deck(arya, osha), replace(cards, pools={**cards.pools, Edition.SECOND: more}))
    assert model.cells(names[1])[DeckCardColumn.NAME].after == "WotN"
    assert names[1].row() in changed


def test_a_row_has_the_sign_of_a_problem(cards: LoadedCards, qtbot: QtBot) -> None:
    model = DeckModel()
    view = DeckView(model)
    qtbot.addWidget(view)
    osha = card("Osha")
    model.show_deck(deck(osha), cards)
    view.resize(space(view, 70), 200)
    before = view.grab().toImage()
    model.mark(problems_by_card([Problem("x", "Osha is banned.", "s", (osha.code,))]), {})
    assert view.grab().toImage() != before
    name = model.index(0, DeckCardColumn.NAME, model.index(0, 0))
    assert "Osha is banned." in name.data(Qt.ItemDataRole.ToolTipRole)


def test_sections_hold_what_the_deck_holds_in_order_of_names() -> None:
    steward, arya = card("Steward"), card("Arya")
    plot, agenda = card("Plot", CardType.PLOT), card("Fealty", CardType.AGENDA)
    sections = shown_sections(deck((steward, 3), arya, (plot, 2), agenda))
    found = [(section.title, section.count) for section in sections]
    assert found == [("Agenda", 1), ("Plots", 2), ("Characters", 4)]
    assert [slot[0].name for slot in sections[2].slots] == ["Arya", "Steward"]


def test_arrow_keys_pass_over_headings(app: Application) -> None:
    app.window.actions_.samples.actions()[0].trigger()
    view = app.window.build.deck.list
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Home)
    seen = []
    for _ in range(12):
        seen.append(view.currentIndex().data(Role.CARD))
        QTest.keyClick(view, Qt.Key.Key_Down)
    assert None not in seen
    assert len(set(seen)) == 12


def test_every_problem_is_shown_with_numbers_and_source(
    app: Application, open_text: OpenText
) -> None:
    open_text(FAULTY)
    assert app.session.shown.verdict is not None
    entries = app.window.build.problems.model.rows
    shown = {entry.message: entry for entry in entries}
    for problem in app.session.shown.verdict.problems:
        entry = shown[problem.message]
        assert entry.source == problem.source
        if problem.found is not None and problem.wanted:
            apart = problem.found - problem.wanted
            words = f"{apart} too many" if apart > 0 else f"{-apart} short"
            assert entry.numbers == (words if apart else "")
    steward = next(entry for entry in entries if "Winterfell Steward" in entry.message)
    assert steward.numbers == "1 too many"
    assert steward.words.startswith("Problem\n4 copies of Winterfell Steward")


def test_rows_that_are_painted_again_look_as_if_painted_anew(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_sample(app)
    views = (page.deck.list, page.pool.table)

    def pictures() -> list[QImage]:
        QApplication.processEvents()
        return [view.viewport().grab().toImage() for view in views]

    def add_a_copy() -> None:
        select(page, "Arya Stark")
        QTest.keyClick(page.deck.list, Qt.Key.Key_Plus)
        page.deck.list.clearSelection()
        page.pool.search.setFocus()

    def paint(
        _: object,
        painter: QPainter,
        rect: object,
        style: object,
        looks: object,
        paint_row: Callable[[QPainter], object],
    ) -> None:
        paint_row(painter)

    changes: tuple[Callable[[], object], ...] = (
        lambda: None,
        add_a_copy,
        lambda: app.window.resize(1400, 800),
        lambda: app.theme.choose(PaletteChoice.DARK),
    )
    for change in changes:
        change()
        pictures()
        again = pictures()
        with monkeypatch.context() as patches:
            patches.setattr(RowImages, "paint", paint)
            assert pictures() == again
    app.theme.choose(PaletteChoice.LIGHT)


def test_what_changes_in_a_row_is_painted_at_once(own_app: Application, qtbot: QtBot) -> None:
    page = open_sample(own_app)
    view, model = page.deck.list, page.deck.model
    select(page, "A Storm of Swords")
    heading, row = model.parent(view.currentIndex()), view.currentIndex()
    qtbot.wait(50)
    # "Plots 8", and the numbers of a row that is selected and not the current one.
    keys = ((Qt.Key.Key_Plus, _PLAIN, heading), (Qt.Key.Key_Down, _SHIFT, row))
    for key, modifier, changed in keys:
        watcher = PaintWatcher(view.viewport())
        QTest.keyClick(view, key, modifier)
        qtbot.waitUntil(
            lambda changed=changed, watcher=watcher: (  # type: ignore[misc]
                QRegion(view.row_rect(changed)) - watcher.painted
            ).isEmpty()
        )


def test_cards_that_a_message_does_not_name_are_named_below_it(cards: LoadedCards) -> None:
    session = session_without_window("House Stark", cards)
    problem = Problem("x.y", "Two cards do not go together.", "Source", ("01141", "01142"))
    session.shown = replace(session.shown, verdict=Verdict((problem,)))
    (entry,) = problem_entries_of(session, cards)
    assert entry.cards == f"{cards.named('01141')}, {cards.named('01142')}"
    assert "Arya Stark" in entry.cards


def test_a_line_of_the_rookery_is_answered_there(cards: LoadedCards) -> None:
    session = session_without_window(
        "House Stark\nRookery\n2x Hodor the Dragon of Meereen\n", cards
    )
    entry = next(each for each in problem_entries_of(session, cards) if "line 3" in each.message)
    action = next(each for each in entry.actions if "Mother of Dragons" in each.words)
    deck = action.state.deck
    assert [count for _, count in deck.rookery] == [2]
    assert not deck.slots


def test_choosing_a_problem_selects_its_cards(app: Application, open_text: OpenText) -> None:
    open_text(FAULTY)
    page = app.window.build
    row = next(n for n, message in enumerate(messages(app)) if "plots are doubled" in message)
    index = page.problems.model.index(row, 0)
    place = page.problems.list.visualRect(index).center()
    QTest.mouseClick(page.problems.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    found = [each.name for each in page.deck.list.selected_cards()]
    assert found == ["A Clash of Kings", "A Storm of Swords"]
    assert page.tabs.currentWidget() is page.problems


def test_the_verdict_and_the_news_of_a_legal_deck(app: Application, cards: LoadedCards) -> None:
    number = [reading.deck.name for reading in cards.samples].index("Wolves of Winter (WotN)")
    app.window.actions_.samples.actions()[number].trigger()
    app.session.choose(day=date(2026, 7, 15))
    page = app.window.build
    assert app.session.shown.legal
    assert page.deck.verdict.text() == "Legal"
    assert page.deck.verdict.accessibleName() == "Verdict: Legal"
    assert page.deck.bar.size_label.accessibleName() == "60 cards, 7 plots"
    assert page.problems.news.text() == (
        "No problems. The deck is legal for joust under Standard v2.1 on 2026-07-15."
    )
    assert page.tabs.tabText(1) == "Problems"


def test_a_warning_of_a_legal_deck_is_in_its_verdict(app: Application, page: BuilderPage) -> None:
    deck = deck_of(app)
    thrice = next(card for card, copies in deck.draw() if copies == 3)
    app.session.edit(replace(deck, format="rookery", rookery=((thrice, 1),)))
    assert app.session.shown.legal
    assert page.deck.verdict.text() == "1 warning"
    assert page.deck.verdict.accessibleName().startswith("Verdict: Legal, 1 warning")
    app.session.edit(replace(deck, format="rookery"))
    assert "warning" not in page.deck.verdict.text()
    app.session.edit(replace(deck, faction=None, format="rookery", rookery=((thrice, 1),)))
    assert page.deck.verdict.accessibleName() == "Verdict: 1 problem, 1 warning"


def test_the_verdict_opens_the_problems(app: Application, open_text: OpenText) -> None:
    open_text(FAULTY)
    page = app.window.build
    page.tabs.setCurrentWidget(page.card_view)
    QTest.mouseClick(page.deck.verdict, Qt.MouseButton.LeftButton)
    assert page.tabs.currentWidget() is page.problems


def judged_under(app: Application) -> tuple[str, str]:
    conditions = present(app.session.shown.conditions)
    restricted = conditions.restricted_list
    return conditions.format.name, restricted.code if restricted else ""


def test_list_format_and_day_are_chosen_in_the_details(
    app: Application, open_text: OpenText
) -> None:
    open_text(FAULTY)
    details, session = app.window.build.deck.header.open_details(), app.session
    assert session.shown.choice.list_code == OF_THE_DAY
    details.day.setDate(QDate(2018, 7, 1))
    assert judged_under(app) == ("joust", "ffg1.4")
    assert details.list.currentText() == "FFG FAQ v1.4, in force"
    details.list.setFocus()
    QTest.keyClick(details.list, Qt.Key.Key_Down)
    assert session.shown.choice.list_code == NO_LIST
    assert judged_under(app) == ("joust", "")
    details.format.setFocus()
    QTest.keyClick(details.format, Qt.Key.Key_Down)
    assert judged_under(app) == ("melee", "")


def test_arriving_by_tab_chooses_no_card_and_keeps_the_problems_in_view(
    new_app: Callable[[], Application], cards: LoadedCards, qtbot: QtBot
) -> None:
    app = new_app()
    app.session.receive_cards(cards)
    page = shown(app, qtbot).window.build
    app.session.open(read_decks(FAULTY, cards.pools))
    for view in (page.deck.list, page.pool.table):
        view.setFocus(Qt.FocusReason.TabFocusReason)
        assert page.tabs.currentWidget() is page.problems
    assert page.card_view.accessibleName() == "Card"


def test_selected_cards_stay_selected_while_sections_above_them_go_and_come(
    app: Application,
) -> None:
    page, deck = open_sample(app), deck_of(app)
    page.deck.list.select_cards([card.code for card, _ in deck.draw()][-2:])
    selected = page.deck.list.selected_cards()
    assert len(selected) == 2
    kept = tuple((card, copies) for card, copies in deck.slots if card in selected)
    app.session.edit(replace(deck, agendas=(), slots=kept))
    assert page.deck.list.selected_cards() == selected
    app.window.actions_["undo"].trigger()
    assert page.deck.list.selected_cards() == selected
    assert all(page.deck.list.isExpanded(page.deck.model.index(row, 0)) for row in range(5))


def test_cards_of_which_there_are_too_few_bear_no_sign_of_that() -> None:
    few = Problem("agenda.x", "Too few", "", ("01001", "01002"), found=10, wanted=12)
    many = Problem("draw.copies", "Too many", "", ("01002",), found=4, wanted=3)
    banned = Problem("list.banned", "Banned", "", ("01003",))
    problems = [few, many, banned]
    assert problems_by_card(problems) == {"01002": (many,), "01003": (banned,)}
    assert problems_by_section(problems) == {1: (few,)}
    note = Problem("n", "a note", "s", ("01003",), Severity.NOTE)
    assert problems_by_card([note, banned]) == {"01003": (banned, note)}


@pytest.mark.parametrize("code", ["plots.too-many", "agenda.fealty.neutral"])
def test_cards_that_are_too_many_together_bear_no_sign_of_that(code: str) -> None:
    many = Problem(code, "Too many", "", ("01001", "01002"), found=8, wanted=7)
    assert code in codes_of_counts() <= set(problem_codes())
    assert not problems_by_card([many])
    assert list(problems_by_section([many]).values()) == [(many,)]


def test_a_plot_too_many_marks_the_heading_of_the_plots(cards: LoadedCards) -> None:
    model, changed = DeckModel(), []
    plot = card("Plot", CardType.PLOT)
    model.show_deck(deck((plot, 8), card("Arya")), cards)
    model.dataChanged.connect(lambda first, last: changed.append(first.row()))
    message = "The plot deck has 8 plots; exactly 7 are needed."
    many = Problem("plots.too-many", message, "", (plot.code,), found=8, wanted=7)
    model.mark(problems_by_card([many]), problems_by_section([many]))
    heading = model.index(0, 0)
    (sign,) = heading.data(Role.CELL).trailing
    assert sign.words == message
    assert model.cells(heading)[0] == heading.data(Role.CELL)
    assert message in heading.data(Qt.ItemDataRole.ToolTipRole)
    assert heading.data(Qt.ItemDataRole.AccessibleTextRole) == f"Plots: 8. {message}"
    assert not model.index(0, DeckCardColumn.MARK, heading).data(Role.CELL).glyphs
    assert not model.index(1, 0).data(Role.CELL).trailing
    assert changed == [0]
    model.mark({}, {})
    assert not model.index(0, 0).data(Role.CELL).trailing


LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton


def tabs_of(app: Application) -> DeckTabs:
    return app.window.build.deck.open_decks


def names(app: Application) -> list[str]:
    tabs = tabs_of(app)
    return [tabs.tabText(number) for number in range(tabs.count())]


def middle(tabs: DeckTabs, number: int) -> QPoint:
    return tabs.tabRect(number).center()


def test_decks_are_opened_beside_each_other_and_shown_by_click_and_key(
    app: Application, cards: LoadedCards
) -> None:
    first, second, third = (each.deck for each in cards.samples[:3])
    app.session.open(cards.samples[:2])
    app.session.open(cards.samples[2:3])
    tabs = tabs_of(app)
    assert tabs.isVisible()
    assert names(app) == [each.name.replace("&", "&&") for each in (first, second, third)]
    assert deck_of(app) == third
    assert tabs.currentIndex() == 2
    QTest.mouseClick(tabs, LEFT, pos=middle(tabs, 0))
    assert deck_of(app) == first
    tabs.setFocus()
    QTest.keyClick(tabs, Qt.Key.Key_Right)
    assert deck_of(app) == second
    app.session.show_deck(2)
    assert tabs.currentIndex() == 2
    assert_all_named(app.window.build.deck)


def test_each_open_deck_keeps_its_own_changes(app: Application, cards: LoadedCards) -> None:
    app.session.open(cards.samples[:2])
    tabs, page = tabs_of(app), app.window.build
    name = next(card.name for card, _ in deck_of(app).slots if card.in_draw_deck)
    select(page, name)
    QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    changed = deck_of(app)
    assert names(app)[0].endswith("•")
    assert tabs.accessibleTabName(0).endswith("with changes that are not saved")
    tabs.setCurrentIndex(1)
    assert deck_of(app) == cards.samples[1].deck
    tabs.setCurrentIndex(0)
    assert deck_of(app) == changed
    app.window.actions_["undo"].trigger()
    assert deck_of(app) == cards.samples[0].deck
    assert not names(app)[0].endswith("•")


def test_a_tab_follows_the_name_of_its_deck(app: Application, cards: LoadedCards) -> None:
    app.session.open(cards.samples[:2])
    name = app.window.build.deck.header.name
    name.selectAll()
    QTest.keyClicks(name, "Fire & blood")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert names(app)[0] == "Fire && blood •"


def test_a_deck_is_closed_by_its_cross_or_by_the_middle_button(
    app: Application, qtbot: QtBot, cards: LoadedCards
) -> None:
    app.session.open(cards.samples[:3])
    tabs = tabs_of(app)
    with qtbot.waitSignal(tabs.close_requested) as button:
        QTest.mouseClick(tabs, MIDDLE, pos=middle(tabs, 2))
    assert button.args == [2]
    with qtbot.waitSignal(tabs.close_requested) as cross:
        QTest.mouseClick(tabs.close_button(1), LEFT)
    assert cross.args == [1]


def test_the_selection_stays_while_another_deck_is_closed(
    app: Application, cards: LoadedCards
) -> None:
    app.session.open(cards.samples[:2])
    shown = app.window.build.deck.list
    shown.select_cards([deck_of(app).slots[-1][0].code])
    selected = shown.selected_cards()
    app.session.close_deck(1)
    assert selected
    assert shown.selected_cards() == selected


def test_closed_decks_lose_their_tabs_and_the_others_stay(
    app: Application, cards: LoadedCards
) -> None:
    app.session.open(cards.samples[:3])
    tabs = tabs_of(app)
    tabs.setCurrentIndex(1)
    app.session.close_deck(0)
    assert deck_of(app) == cards.samples[1].deck
    assert tabs.currentIndex() == 0
    app.session.close_deck(0)
    assert deck_of(app) == cards.samples[2].deck
    assert tabs.isHidden()
    app.session.close_deck(0)
    page = app.window.build
    assert app.session.deck is None
    assert page.deck.currentWidget() is page.deck.welcome_panel
    assert page.problems.news.text() == "Open a deck to see its problems."
    assert page.pool.model.total == 1938


def test_keys_go_round_the_open_decks_and_close_them(app: Application, cards: LoadedCards) -> None:
    first, second, third = (each.deck for each in cards.samples[:3])
    app.session.open(cards.samples[:3])
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    for expected in (second, third, first):
        QTest.keyClick(app.window, Qt.Key.Key_Tab, control)
        assert deck_of(app) == expected
    QTest.keyClick(app.window, Qt.Key.Key_Backtab, control | shift)
    assert deck_of(app) == third
    QTest.keyClick(app.window, Qt.Key.Key_W, control)
    assert deck_of(app) == second
    QTest.mouseClick(tabs_of(app).close_button(0), LEFT)
    assert [each.deck for each in app.session.decks] == [second]

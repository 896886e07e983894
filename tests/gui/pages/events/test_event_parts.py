"""Models, dialogs, log and windows of the Events page, and the rules that its menus name."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pypdf
import pytest
from PySide6.QtCore import QAbstractItemModel, QEvent, QLocale, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from app.event_rows import about_round, bracket_rows, player_rows, round_rows
from app.event_steps import StepKind, next_step
from app.event_tables import log_lines, sum_words
from app.open_event import OpenEvent, opened_event
from carddb.terms import Edition
from desktop.pages.events.bracket_panel import BracketView, bracket_model
from desktop.pages.events.event_dialog import EventDialog
from desktop.pages.events.event_printing import paper_pdf
from desktop.pages.events.event_view import BRACKET, LOG, ROUND, STANDINGS, EventView
from desktop.pages.events.page import RESULTS, EventRules, link_rules
from desktop.pages.events.players_panel import SignUpDialog, players_model
from desktop.pages.events.projector_window import ProjectorWindow, Slide
from desktop.pages.events.result_panel import ResultTable
from desktop.pages.events.round_panel import ResultMenu
from desktop.pages.events.round_table import RoundModel, RoundTable
from desktop.pages.events.standings_panel import DROPPED, FINAL, PLAYER, standings_model
from desktop.pages.events.time_dialogs import AtTimeDialog, MeleePowerDialog
from desktop.runtime.settings import Settings
from desktop.runtime.tasks import TaskRunner
from desktop.session.event_session import EventSession
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.session.round_timer import RoundTimer
from desktop.style.fonts import space
from desktop.widgets.rows_table import NarrowTable
from events import operations as ops
from events.event_state import EventState
from events.event_terms import EventKind, GameResult, StructureKind, Tier
from events.papers import PAPERS
from events.regulations import regulations
from events.shown_round import shown_standings
from library.stored_event import TakenBack
from rulebook.rule_book import rule_book
from tests.event_samples import elimination_event, melee_event, played_event
from tests.gui.fits import cut_words, text_size
from tests.gui.samples import CheckChanges, present
from tests.gui.test_accessibility import assert_all_named
from tests.long_run import times
from tests.unit.events.organizer import NOON, SETTINGS, Organizer, custom, started


def read_all(model: QAbstractItemModel) -> list[str]:
    """Return the texts of all cells; ask for their other roles, too."""
    cells = [
        model.index(row, column)
        for row in range(model.rowCount())
        for column in range(model.columnCount())
    ]
    for cell in cells:
        assert isinstance(cell.data(Qt.ItemDataRole.ToolTipRole), str)
        assert isinstance(cell.data(Qt.ItemDataRole.AccessibleTextRole), str)
    return [str(cell.data()) for cell in cells]


def test_models_keep_the_rules_of_models(qtbot: QtBot, check_changes: CheckChanges) -> None:
    players, rounds = players_model(), RoundModel()
    bracket, lines = bracket_model(), standings_model()
    for model in (players, rounds, bracket, lines):
        check_changes(model)
    for state in (
        Organizer().state,
        played_event(11, 2, open_tables=2).state,
        played_event(16, 3, 4).state,
        melee_event(7).state,
        elimination_event(6),
    ):
        players.update_rows(player_rows(state, str))
        for number in range(1, len(state.rounds) + 1):
            rounds.show_round(round_rows(state, number), 4 if state.kind.at_tables else 2)
        bracket.update_rows(bracket_rows(state))
        lines.update_rows(shown_standings(state).rows)
        for model in (players, rounds, bracket, lines):
            read_all(model)


def test_tables_that_play_come_first_and_byes_last() -> None:
    state = played_event(11, 2, open_tables=2).state
    rows = round_rows(state, 2, {2: 5})
    assert [row.playing for row in rows] == [True, True, False, False, False, False]
    assert rows[-1].result == "has a bye"
    assert [row.state_words for row in rows[:2]] == ["playing", "playing, 5 minutes more"]
    assert "bye" in about_round(state, 2)


def test_sums_can_be_added_up() -> None:
    organizer = started("VWXYZ", custom(2))
    organizer.played("V-W 5:0, X-Y 5:0", byes="Z")
    organizer.played("V-X 5:0, Z-W 0:5", byes="Y")
    shown = shown_standings(organizer.state)
    row = next(each for each in shown.rows if each.player.name == "W")
    words = sum_words(row, shown.opponents(row))
    assert words.splitlines()[0] == "SoS = (10/2 + 5/2) / 2 = 15/4 = 3.7500"


def test_a_result_is_chosen_in_a_menu_that_says_what_the_regulations_say(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    menu = ResultMenu(window)
    state = played_event(8, 1, open_tables=4).state
    game = state.rounds[0].games[0]
    menu.show_game(game, state)
    menu.aboutToShow.emit()
    actions = {each.text().partition("\t")[2]: each for each in menu.actions()}
    assert "while a leader is present" in actions["di"].toolTip()
    assert "organizer's decision" in actions["xx"].toolTip()
    with qtbot.waitSignal(menu.chosen) as chosen:
        actions["bm"].trigger()
    assert (chosen.args[0].number, chosen.args[0].result) == (1, GameResult.MODIFIED_LOSS)
    menu.show_game(game, played_event(8, 1, open_tables=4, version="2.2").state)
    menu.aboutToShow.emit()
    assert not any(each.text().endswith(("dd", "di")) for each in menu.actions())


def test_columns_give_way_to_names_in_a_narrow_window(qtbot: QtBot) -> None:
    model = standings_model()
    table = NarrowTable(model, "Standings", main=PLAYER, dropped=DROPPED)
    qtbot.addWidget(table)
    state = played_event(16, 3).state
    model.show_rows(shown_standings(state).rows)
    table.unused = frozenset({FINAL})
    table.show()
    hidden = []
    for characters in (160, *range(70, 60, -1), 60):
        table.resize(characters * table.fontMetrics().horizontalAdvance("0"), 300)
        table.fit_columns()
        hidden.append([n for n in range(len(model.columns)) if table.isColumnHidden(n)])
    assert hidden[0] == [FINAL]
    assert {FINAL, DROPPED[0]} <= {*hidden[-1]}
    # One after another, no sooner than it has to.
    assert sorted([FINAL, DROPPED[0]]) in hidden, hidden
    assert not table.isColumnHidden(PLAYER)


def test_a_narrow_table_finds_its_columns_at_every_width_and_text_size(qtbot: QtBot) -> None:
    model = standings_model()
    table = NarrowTable(model, "Standings", main=PLAYER, dropped=DROPPED)
    qtbot.addWidget(table)
    state = played_event(24, 3).state
    model.show_rows(shown_standings(state).rows)
    table.show()
    for points in (10, 13):
        font = table.font()
        font.setPointSize(points)
        table.setFont(font)
        for width in range(120, 1200, times(short=40, long=20)):
            for height in (150, 700):
                table.resize(width, height)
                shown = [n for n in range(len(model.columns)) if not table.isColumnHidden(n)]
                wide = sum(table.columnWidth(n) for n in shown) > table.viewport().width()
                bar = table.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAsNeeded
                assert bar == wide, (points, width, height)
                assert not wide or not {*DROPPED} & {*shown}


def test_a_letter_on_a_row_begins_its_result(qtbot: QtBot) -> None:
    model = RoundModel()
    table = ResultTable(model, "Tables")
    qtbot.addWidget(table)
    model.show_round(round_rows(played_event(8, 1, open_tables=4).state, 1), 2)
    begun: list[tuple[int, str]] = []
    table.result_begun.connect(lambda *parts: begun.append(parts))
    table.select([3])
    QTest.keyClicks(table, "b")
    QTest.keyClick(table, Qt.Key.Key_Return)
    QTest.keyClicks(table, "q")
    assert begun == [(3, "b"), (3, "")]


def test_down_selects_the_first_row_where_none_is_selected(qtbot: QtBot) -> None:
    model = RoundModel()
    table = ResultTable(model, "Tables")
    qtbot.addWidget(table)
    model.show_round(round_rows(played_event(8, 1, open_tables=4).state, 1), 2)
    table.show()
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    for number in (1, 2):
        QTest.keyClick(table, Qt.Key.Key_Down)
        assert [each.key for each in table.selected()] == [number]


def test_the_selected_table_has_buttons_for_its_result(qtbot: QtBot) -> None:
    table = RoundTable(RoundModel(), "Tables")
    qtbot.addWidget(table)
    table.resize(900, 400)
    table.show_round(round_rows(played_event(8, 1, open_tables=4).state, 1), 2, draws=True)
    chosen: list[tuple[int | None, GameResult | None]] = []
    table.result_chosen.connect(lambda typed: chosen.append((typed.number, typed.result)))
    cell = table.visualRect(table.model().index(1, 2))
    row = table.row_at(table.model().index(1, 2))
    left, right = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
    for box, _ in table.buttons_of(row, cell):
        QTest.mouseClick(table.viewport(), right, pos=box.center())
    table.clearSelection()
    # The first click selects the table: nobody has seen its buttons before.
    for box, _ in table.buttons_of(row, cell)[-1:] * 2:
        QTest.mouseClick(table.viewport(), left, pos=box.center())
    assert chosen == [(2, GameResult.LOSS)]


def test_a_narrow_round_leaves_the_notes_to_the_result(qtbot: QtBot) -> None:
    table = RoundTable(RoundModel(), "Tables")
    qtbot.addWidget(table)
    table.show()
    table.show_round(round_rows(played_event(8, 1, open_tables=4).state, 1), 2, draws=True)
    wide, narrow = space(table, 150), space(table, 100)
    for width, is_narrow in ((wide, False), (narrow, True), (wide, False)):
        table.resize(width, space(table, 80))
        assert table.isColumnHidden(4) == is_narrow
        shown = [table.columnWidth(each) for each in range(5) if not table.isColumnHidden(each)]
        assert width - 20 < sum(shown) <= width
    four = round_rows(melee_event(8).state, 1)
    table.resize(narrow, space(table, 80))
    table.show_round(four, 4, draws=False)
    table.fit_columns()
    # Four names share what number and state leave.
    assert [each for each in range(7) if table.isColumnHidden(each)] == [6]
    assert all(table.columnWidth(each) >= space(table, 16) for each in range(1, 5))


def test_the_five_steps_are_asked_in_their_order(qtbot: QtBot) -> None:
    dialog = AtTimeDialog(regulations("2.2"), ("Dan", "Emily"))
    qtbot.addWidget(dialog)
    dialog.show()
    later: list[QWidget] = [dialog.dominance, dialog.dead_piles[0], dialog.choice]
    assert dialog.draw_decks[0].isVisible()
    assert not any(each.isVisible() for each in later)
    for box in dialog.draw_decks:
        box.setValue(20)
    assert dialog.dominance.isVisible()
    dialog.dominance.setCurrentIndex(dialog.dominance.findData(-1))
    for box in dialog.dead_piles:
        assert box.isVisible()
        box.setValue(2)
    assert dialog.choice.isVisible()
    assert not dialog.accept_button.isEnabled()
    dialog.choice.setCurrentIndex(dialog.choice.findData(1))
    assert dialog.answer.text() == "Emily wins at time, by the first player's choice."
    assert_all_named(dialog)
    dialog.dead_piles[0].setValue(1)
    assert dialog.answer.text().startswith("Dan wins at time, by fewer characters")
    assert not dialog.choice.isVisible()
    with qtbot.waitSignal(dialog.ruled) as ruled:
        dialog.accept()
    assert ruled.args == [GameResult.MODIFIED_WIN]


def test_without_seeds_the_organizer_says_who_wins_a_level_game(qtbot: QtBot) -> None:
    dialog = AtTimeDialog(regulations("1.0.1"), ("Dan", "Emily"), elimination=True)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.goes_on.isVisible()
    assert not dialog.accept_button.isEnabled()
    dialog.goes_on.setCurrentText("Emily")
    assert dialog.answer.text() == "Emily wins at time, as the organizer decided."
    with qtbot.waitSignal(dialog.ruled) as ruled:
        dialog.accept()
    assert ruled.args == [GameResult.MODIFIED_LOSS]


def test_power_gives_the_places_of_a_melee_table(qtbot: QtBot) -> None:
    dialog = MeleePowerDialog(["A", "B", "C"])
    qtbot.addWidget(dialog)
    assert dialog.places == (1, 1, 1)
    for box, power in zip(dialog.power, (9, 12, 4), strict=True):
        box.setValue(power)
    dialog.totals[1].setValue(20)
    assert dialog.answer.text() == "1. A, 2. B, 3. C"
    assert_all_named(dialog)
    with qtbot.waitSignal(dialog.ruled) as ruled:
        dialog.accept()
    assert ruled.args == [(1, 2, 3)]


def test_the_dialog_of_an_event_says_what_it_asks(qtbot: QtBot, cards: LoadedCards) -> None:
    dialog = EventDialog(SETTINGS, cards)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.form["rounds"].isVisible()
    dialog.form.set(tier=Tier.PREMIER)
    assert "11th day" in dialog.asks.text()
    dialog.form.set(kind=EventKind.CIVIL_WAR)
    assert dialog.says.text() == "Civil War is not sanctioned."
    dialog.form.set(kind=EventKind.MELEE)
    QTest.keyClicks(dialog.form["four"], "4 5 2 1")
    assert not dialog.accept_button.isEnabled()
    assert "falling from the first" in dialog.wrong.text()
    dialog.form.set(four="6 4 2 1", three="5, 3, 1")
    dialog.form.set(structure=StructureKind.CUSTOM, rounds=3, cut=4)
    assert dialog.accept_button.isEnabled()
    settings = dialog.settings
    assert settings.melee.four == (6, 4, 2, 1)
    assert settings.plan is not None
    assert (settings.plan.swiss_rounds, settings.plan.cut, settings.seed) == (3, 4, SETTINGS.seed)
    dialog.form.set(edition=Edition.FIRST)
    assert dialog.settings.edition is Edition.FIRST
    assert_all_named(dialog)


def test_thirty_two_players_are_signed_up_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = SignUpDialog(["Bran"])
    qtbot.addWidget(dialog)
    names = [f"Player {number}" for number in range(32)]
    file = tmp_path / "players.csv"
    file.write_text("\n".join([*names, "Bran"]), "utf-8")
    dialog.add_file(file)
    assert dialog.accept_button.text() == "Sign up 32"
    assert "in the event already" in read_all(dialog.model)[-1]
    with qtbot.waitSignal(dialog.signed_up) as signed_up:
        dialog.accept()
    assert [each.name for each in signed_up.args[0]] == names
    file.write_text("A" * 140_000, "utf-8")
    dialog.add_file(file)
    assert "Line 1 has more than 1,000 characters" in dialog.wrong.text()
    assert dialog.accept_button.text() == "Sign up 32"
    dialog.paste.setPlainText("B" * 140_000)
    assert not dialog.accept_button.isEnabled()
    assert dialog.wrong.isVisibleTo(dialog)
    dialog.paste.setPlainText("Bran")
    assert not dialog.wrong.isVisibleTo(dialog)
    dialog.add_file(tmp_path / "nothing.csv")
    assert "no file" in dialog.wrong.text()


def test_the_bracket_is_clicked(qtbot: QtBot) -> None:
    view = BracketView()
    qtbot.addWidget(view)
    state = played_event(16, 3, 8).state
    view.show_state(state)
    view.resize(view.sizeHint())
    with qtbot.waitSignal(view.chosen) as chosen:
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.place_of(0, 1).center())
    assert chosen.args == [1, 4]
    before = view.grab().toImage()
    view.select(1, 4)
    assert view.grab().toImage() != before
    assert "Quarterfinals" in view.accessibleDescription()
    # Three rounds fit beside the clock of the smallest window with large text.
    assert view.minimumWidth() <= space(view, 105)


@pytest.fixture
def session(tasks: TaskRunner) -> EventSession:
    return EventSession(LibraryWorker(tasks), tasks)


def show(session: EventSession, state: EventState) -> None:
    session.current, session.state = OpenEvent("e", (), (state,)), state
    session.opened.emit()


def test_the_projector_shows_clock_and_pairings_by_name(
    session: EventSession, qtbot: QtBot, tmp_path: Path
) -> None:
    moment = [datetime(2026, 11, 20, 12, tzinfo=UTC)]
    timer = RoundTimer(session, Settings(tmp_path), clock=lambda: moment[0])
    window = ProjectorWindow(session, timer)
    qtbot.addWidget(window)
    show(session, played_event(64, 1, open_tables=32).state)
    window.show()
    assert window.headings == ("Round 1 of 1", "Łódź & Nîmes <Open>")
    assert "Ed: " in window.accessibleDescription()
    before = window.grab().toImage()
    QTest.keyClick(window, Qt.Key.Key_Space)
    moment[0] += timedelta(minutes=7)
    assert timer.seconds_left == 48 * 60
    assert window.grab().toImage() != before
    for state in (elimination_event(6), melee_event(7).state, Organizer().state):
        show(session, state)
        window.grab()
    timer.toggle()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()


def test_the_projector_shows_pairings_standings_and_the_code_in_turn(
    session: EventSession, qtbot: QtBot, tmp_path: Path
) -> None:
    timer = RoundTimer(session, Settings(tmp_path))
    address = ["http://192.168.1.20:8615/"]
    window = ProjectorWindow(session, timer, address=lambda: address[0])
    qtbot.addWidget(window)
    show(session, played_event(64, 2, open_tables=16).state)
    window.show()
    pictures = []
    two_of_each = [Slide.PAIRINGS] * 2 + [Slide.STANDINGS] * 2
    for slide in (*two_of_each, Slide.PHONES):
        assert window.slide is slide
        pictures.append(window.grab().toImage())
        QTest.keyClick(window, Qt.Key.Key_Right)
    assert all(one != other for one, other in pairwise(pictures))
    QTest.keyClick(window, Qt.Key.Key_Left)
    assert window.slide == Slide.PHONES.value
    address[0] = ""
    assert window.slide == Slide.PAIRINGS.value
    show(session, played_event(4, 1, open_tables=2).state)
    assert window.slides == (Slide.PAIRINGS,)
    window.close()


def test_the_projector_says_when_time_is_over(
    session: EventSession, qtbot: QtBot, tmp_path: Path
) -> None:
    moment = [datetime(2026, 11, 20, 12, tzinfo=UTC)]
    timer = RoundTimer(session, Settings(tmp_path), clock=lambda: moment[0])
    window = ProjectorWindow(session, timer)
    qtbot.addWidget(window)
    show(session, played_event(8, 1, open_tables=4).state)
    window.show()
    timer.toggle()
    timer.changed.emit()
    calls = [window.is_calling]
    before = window.grab().toImage()
    moment[0] += timedelta(minutes=timer.seconds_in_all // 60)
    timer.changed.emit()
    calls.append(window.is_calling)
    assert window.grab().toImage().pixel(0, 0) != before.pixel(0, 0)
    for _ in range(20):
        moment[0] += timedelta(seconds=1)
        timer.changed.emit()
    calls.append(window.is_calling)
    assert calls == [False, True, False]
    timer.toggle()
    window.close()


def test_one_button_leads_through_an_event() -> None:
    organizer = Organizer(custom(1, 2))
    assert next_step(organizer.state).why_not
    organizer.register("ABCD")
    kinds = [next_step(organizer.state).kind]
    organizer.start()
    kinds.append(next_step(organizer.state).kind)
    organizer.pair()
    assert next_step(organizer.state).why_not == "2 tables still playing."
    organizer.all_win()
    kinds.append(next_step(organizer.state).kind)
    assert kinds == [StepKind.START, StepKind.PAIR, StepKind.CUT]
    assert next_step(played_event(8, 3).state).kind is StepKind.FINISH
    drawn = started("ABC", custom(0))
    assert next_step(drawn.state).kind is StepKind.DRAW


@pytest.mark.parametrize("name", PAPERS)
def test_every_paper_of_the_menu_is_a_pdf_on_the_paper_of_the_country(
    qapp: object, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("en_US"))
    make = PAPERS[name][1]
    state = played_event(12, 3, 4).state
    pdf = paper_pdf(lambda state: make(state, None, {}), state, lambda *_: None)
    assert pypdf.PdfReader(io.BytesIO(pdf)).pages[0].mediabox.width == 612  # US Letter


def session_of(tasks: TaskRunner, version: str = "") -> EventSession:
    session = EventSession(LibraryWorker(tasks), tasks)
    state = played_event(8, 1).state
    if version:
        state = replace(state, settings=replace(state.settings, regulations=version))
    session.current, session.state = OpenEvent("e", (), (state,)), state
    return session


def test_a_button_tells_its_rule_and_opens_it_from_its_menu(
    tasks: TaskRunner, qtbot: QtBot
) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    button, rules = QPushButton("Late", owner), EventRules(session_of(tasks), owner)
    rules.explain({button: "regulation.bye"})
    owner.show()
    at = QPoint(2, 2)
    QApplication.sendEvent(button, QHelpEvent(QEvent.Type.ToolTip, at, button.mapToGlobal(at)))
    assert QToolTip.text().startswith("<p><b>Bye</b><br>With an odd number one player")
    QApplication.sendEvent(button, QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason))
    assert button.accessibleDescription().startswith("Bye\nWith an odd number")
    by_key = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(button, QContextMenuEvent(by_key, at, button.mapToGlobal(at)))
    menu = present(button.findChild(QMenu))
    (action,) = menu.actions()
    assert action.text() == "&Rule: Bye"
    action.trigger()
    menu.close()
    assert rules.window is not None
    assert rules.window.panel.view.toPlainText().startswith("Bye")
    with qtbot.waitSignal(rules.rule_requested) as asked:
        rules.window.panel.page.click()
    assert asked.args == ["regulation.bye"]


def test_the_version_of_the_event_decides_what_is_told(tasks: TaskRunner, qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    for version, name in (("1.0.1", "regulation.dropping"), ("2.2", "regulation.dropping.2-2")):
        rules = EventRules(session_of(tasks, version), owner)
        assert rules.entry("regulation.dropping").id == name
        assert rules.entry("regulation.bye").id == "regulation.bye"


def test_every_link_of_the_desk_leads_to_an_entry(
    tasks: TaskRunner, qtbot: QtBot, tmp_path: Path
) -> None:
    session, settings = session_of(tasks), Settings(tmp_path)
    timer = RoundTimer(session, settings)
    view = EventView(session, timer, settings, LibraryWorker(tasks), tasks)
    qtbot.addWidget(view)
    rules = EventRules(session, view)
    link_rules(rules, view)
    for menu in (view.players.commands, view.round.commands):
        menu.aboutToShow.emit()
        listed = menu.actions()[-1].menu()
        assert isinstance(listed, QMenu)
        assert len(listed.actions()) >= 5
        assert all("<b>" in each.toolTip() for each in listed.actions())
    assert "<b>Dropping out" in view.players.commands.entries["drop"].toolTip()
    titles = {rule_book().entry(name).title for name in RESULTS}
    shown = view.round.commands.actions()[-1].menu()
    assert isinstance(shown, QMenu)
    assert {"Modified win", "Draw", "Intentional draw", "Double loss"} <= titles
    assert {"Modified win", "Draw", "Intentional draw"} <= {each.text() for each in shown.actions()}


def test_no_words_beside_an_event_are_cut_in_a_small_window(
    tasks: TaskRunner, qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with text_size(qapp, 130):
        session = EventSession(LibraryWorker(tasks), tasks)
        settings = Settings(tmp_path)
        timer = RoundTimer(session, settings)
        view = EventView(session, timer, settings, LibraryWorker(tasks), tasks)
        qtbot.addWidget(view)
        view.resize(840, 560)
        view.show()
        show(session, played_event(32, 5, open_tables=2).state)
        view.show_event()
        for number in (STANDINGS, BRACKET, ROUND, LOG):
            view.tabs.setCurrentIndex(number)
            qtbot.waitUntil(lambda: tasks.idle)
            assert (number, cut_words(present(view.stage.parentWidget()))) == (number, [])
        table = view.standings.parts
        assert table.viewport().height() == table.verticalHeader().length() > 0


def test_what_was_taken_back_is_in_the_log_with_who_did_it() -> None:
    made = ops.Created(at=NOON, by="Sansa", settings=SETTINGS)
    arya = ops.Registered(at=NOON + timedelta(minutes=1), by="Arya", player="p1", name="Arya")
    bran = replace(arya, at=NOON + timedelta(minutes=3), by="", player="p2", name="Bran")
    jon = replace(bran, at=NOON + timedelta(minutes=5), player="p3", name="Jon")
    taken = (
        TakenBack(2, arya, NOON + timedelta(minutes=2), "Varys"),
        # Before it was known who takes back; and the clock of that computer is late.
        TakenBack(3, jon, NOON),
    )
    lines = log_lines(opened_event("e", [made, bran], taken))
    assert [(each.number, each.who, each.words) for each in lines] == [
        (3, "", "Taken back: registered."),
        (2, "", "Bran signed up."),
        (2, "Varys", "Taken back: registered, by Arya."),
        (1, "Sansa", f"The event “{SETTINGS.name}” was created."),
    ]


def test_what_is_done_in_the_second_of_an_undo_stands_above_it() -> None:
    made = ops.Created(at=NOON, by="", settings=SETTINGS)
    arya = ops.Registered(at=NOON, by="", player="p1", name="Arya")
    bran = replace(arya, player="p2", name="Bran")
    taken = (TakenBack(3, bran, NOON.replace(microsecond=1)), TakenBack(2, arya, NOON))
    lines = log_lines(opened_event("e", [made, arya, bran], taken))
    found = [(each.number, each.taken_back) for each in lines]
    assert found == [(3, 0), (2, 0), (2, 2), (3, 1), (1, 0)]

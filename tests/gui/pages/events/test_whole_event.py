"""A whole event through the window: from sign-up to the winner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from carddb.local_names import Language, local_pools
from decks.deck import Deck
from desktop.app import Application
from desktop.dialogs.simple_dialogs import ConfirmDialog
from desktop.pages.events.deck_lists import DeckListsDialog
from desktop.pages.events.event_dialog import EventDialog
from desktop.pages.events.event_printing import sheets_pdf
from desktop.pages.events.event_view import BRACKET, LOG, PLAYERS, ROUND, STANDINGS
from desktop.pages.events.operation_menu import FieldsDialog
from desktop.pages.events.page import NO_EVENTS
from desktop.pages.events.players_panel import NOTES
from events import operations as ops
from events.event_terms import EventStage, GameResult
from events.event_values import HandedInDeck
from events.export_formats import EXPORT_FORMATS
from library.deck_files import own_text
from tests.event_samples import named
from tests.gui.by_keys import Key, focus
from tests.gui.pages.events.event_robot import NAMES, EventRobot
from tests.gui.samples import present
from tests.gui.test_accessibility import assert_all_named
from tests.gui.test_keyboard import assert_walkable
from tests.gui.test_mnemonics import faults
from tests.unit.events.organizer import NOON, SETTINGS, Organizer, custom, started


@pytest.fixture
def robot(app: Application, qtbot: QtBot) -> EventRobot:
    return EventRobot(app, qtbot)


def test_sixteen_players_from_sign_up_to_the_winner(
    robot: EventRobot, sample: Callable[[str], Deck], tmp_path: Path
) -> None:
    robot.new_event()
    robot.sign_up()
    assert [each.name for each in robot.state.players] == NAMES
    hand_in_folder(robot, sample("Wolves of Winter (WotN)"), tmp_path)
    robot.step()
    assert robot.state.plan is not None
    assert (robot.state.plan.swiss_rounds, robot.state.plan.cut) == (4, 8)
    for number in range(1, 5):
        robot.step()
        assert robot.view.tabs.currentIndex() == ROUND
        assert (len(robot.state.rounds), len(robot.view.round.model.rows)) == (number, 8)
        if number == 2:
            swap_pin_and_take_back(robot)
        titles = [each.text() for each in robot.view.round.results.rules.actions()]
        assert "Modified win" in titles, titles
        robot.play_round()
    correct_an_old_result(robot)
    robot.step()
    assert robot.view.tabs.currentIndex() == BRACKET
    play_the_elimination(robot)
    robot.step()
    assert robot.state.stage is EventStage.FINISHED
    assert robot.view.tabs.currentIndex() == STANDINGS
    row = next(each for each in robot.view.standings.model.rows if each.place == 1)
    assert row.line.player == robot.state.winner
    everything_is_kept(robot)


def close_before_the_library_answers(robot: EventRobot, deck: Deck) -> None:
    dialog, library = robot.view.players.hand_in(None), robot.window.library_worker.library
    assert dialog is not None
    assert library is not None
    dialog.library_deck_wanted.emit(library.decks.add(deck).id)
    dialog.reject()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    robot.settle()


def hand_in_folder(robot: EventRobot, deck: Deck, folder: Path) -> None:
    lists = folder / "lists"
    lists.mkdir()
    card, _ = next(slot for slot in deck.slots if slot[0].in_draw_deck)
    (lists / "Arya Stark.json").write_text(own_text(deck), "utf-8")
    (lists / "stark_bran.json").write_text(own_text(deck.with_copies(card, 4)), "utf-8")
    (lists / "Somebody.json").write_text(own_text(deck), "utf-8")
    players = robot.view.players
    close_before_the_library_answers(robot, deck)
    dialog = present(players.hand_in(None))
    dialog.add_paths([lists])
    robot.qtbot.waitUntil(lambda: len(dialog.model.rows) == 3 and not dialog.reading)
    assert_all_named(dialog)
    assert faults(dialog) == {}
    assert dialog.accept_button.text() == "Hand in 2 lists"
    robot.accept(dialog)
    first, second = robot.state.players[:2]
    assert first.deck is not None
    assert second.deck is not None
    assert (first.deck.legal, second.deck.legal) == (True, False)
    assert players.count.text() == "16 players · 14 without a list · 1 not legal"
    players.only.setCurrentIndex(2)
    assert [row.player.name for row in players.model.rows] == ["Bran Stark"]
    players.table.select([second.id])
    robot.qtbot.waitUntil(lambda: bool(players.deck.problems.buttons))
    assert second.deck.digest in players.deck.digest.text()
    assert_walkable(robot.window)
    repair = players.deck.problems.buttons[0]
    assert repair.text().startswith("Remove 1")
    robot.press(repair)
    repaired = present(robot.state.player(second.id).deck)
    assert repaired.legal
    check_decks(robot, second.id, lists / "stark_bran.json")
    robot.press(robot.view.undo)
    robot.press(robot.view.undo)
    players.only.setCurrentIndex(0)
    assert_walkable(robot.window)
    announce_an_earlier_day(robot)


def announce_an_earlier_day(robot: EventRobot) -> None:
    """Change what was announced: lists are judged by it; then take all back."""
    day = robot.state.settings.day
    robot.view.change_settings()
    dialog = robot.dialog_of(EventDialog)
    dialog.form.set(second_leader="Jeyne Poole", day=date(2015, 12, 1))
    robot.accept(dialog)
    assert robot.state.settings.second_leader == "Jeyne Poole"
    first = present(robot.state.players[0].deck)
    assert not first.legal
    for _ in ("the list of Bran", "the list of Arya", "the settings"):
        robot.press(robot.view.undo)
    assert robot.state.settings.day == day


def check_decks(robot: EventRobot, player: str, file: Path) -> None:
    """Check a deck by counts, then by its file, which has a copy more; note that."""
    players = robot.view.players
    players.only.setCurrentIndex(0)
    players.table.select([player])
    dialog = present(players.check_deck())
    assert_all_named(dialog)
    assert faults(dialog) == {}
    first = dialog.check.cards[0]
    QTest.keyClick(dialog.table, Key.Key_Return)
    QTest.keyClicks(dialog.table, "0")
    assert (dialog.check.cards[0].found, dialog.check.cards[1].found) == (first.listed, 0)
    assert "No " in dialog.answer.text()
    QTest.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    QTest.mouseClick(dialog.rest, Qt.MouseButton.LeftButton)
    assert "The same cards as on the list" in dialog.answer.text()
    assert not dialog.accept_button.isEnabled()
    QTest.keyClicks(dialog.other, "Hedge Knight")
    QTest.keyClick(dialog.other, Key.Key_Return)
    assert dialog.isVisible()
    assert any("Hedge Knight: not on the list" in each for each in dialog.check.differences)
    dialog.read_file(file)
    robot.qtbot.waitUntil(lambda: "instead of" in dialog.answer.text())
    (words,) = dialog.check.differences
    before = robot.state.player(player).deck
    dialog.accept()
    robot.accept(robot.dialog())
    (penalty,) = robot.state.player(player).penalties
    assert words in penalty.text
    assert robot.state.player(player).deck == before


def swap_pin_and_take_back(robot: EventRobot) -> None:
    commands, before = robot.view.round.commands, robot.state
    robot.choose(commands, "swap")
    dialog = robot.dialog()
    assert faults(dialog) == {}
    first, second = dialog.findChildren(QComboBox)
    # Opponents who change places would play each other again.
    game = next(each for each in before.rounds[-1].games if first.currentData() not in each.players)
    second.setCurrentIndex(second.findData(game.players[0]))
    robot.accept(dialog)
    assert robot.state.rounds != before.rounds
    assert "changed places by hand" in robot.view.round.about.toPlainText()
    robot.press(robot.view.undo)
    assert robot.state == before
    robot.view.round.table.select([3])
    robot.choose(commands, "pin")
    robot.settle()
    robot.choose(commands, "again")
    robot.settle()
    after = robot.state.rounds[-1]
    assert after.games[2].players == before.rounds[-1].games[2].players
    assert after.seed != before.rounds[-1].seed
    assert_walkable(robot.window)
    robot.view.round.field.setFocus()


def correct_an_old_result(robot: EventRobot) -> None:
    panel, pairings = robot.view.round, [each.games for each in robot.state.rounds[1:]]
    panel.rounds.setCurrentIndex(panel.rounds.findData(1))
    panel.field.setFocus()
    QTest.keyClicks(panel.field, "1xx")
    assert "Enter corrects it" in panel.field.hint.text()
    QTest.keyClick(panel.field, Key.Key_Escape)
    QTest.keyClicks(panel.field, "1xx")
    QTest.keyClick(panel.field, Key.Key_Return)
    robot.settle()
    # Chance decides whether the last round would be paired otherwise now.
    for each in robot.page.findChildren(FieldsDialog):
        each.reject()
    assert "Both" in robot.state.departures[-1].text
    assert [each.games for each in robot.state.rounds[1:]] == pairings


def play_the_elimination(robot: EventRobot) -> None:
    panel = robot.view.bracket
    assert panel.field.hasFocus()
    QTest.keyClicks(panel.field, "1bw")
    robot.settle()
    table = panel.table
    table.setFocus()
    table.selectRow(0)
    game = table.selected()[0].game
    QTest.keyClicks(table, "a")
    QTest.keyClicks(focus(), "m")
    robot.settle()
    assert next(
        each for each in robot.state.elimination[0].games if each.number == game.number
    ).winner
    for _ in range(3):
        for each in robot.state.elimination[-1].games:
            if not each.over:
                QTest.keyClicks(panel.field, f"{each.number}aw")
                robot.settle()
    assert robot.state.winner is not None
    assert robot.state.player(robot.state.winner).name in panel.winner.text()
    assert_walkable(robot.window)


def everything_is_kept(robot: EventRobot) -> None:
    """Compare what is in the library with what is shown."""
    robot.view.tabs.setCurrentIndex(LOG)
    log = robot.view.log.model.rows
    assert log[0].words == "The event was finished."
    assert log[-1].words == "The event “Games of Oldtown” was created."
    shown = present(robot.page.session.current)
    robot.settle()
    QTest.mouseClick(robot.view.back, Qt.MouseButton.LeftButton)
    robot.settle()
    (event,) = robot.page.list.model.rows
    assert (event.name, event.players, event.finished) == ("Games of Oldtown", 16, True)
    robot.page.list.table.setFocus()
    QTest.keyClick(robot.page.list.table, Key.Key_Return)
    robot.settle()
    assert robot.page.session.current == shown


def test_the_page_fits_a_small_window_and_every_tab_is_walked(robot: EventRobot) -> None:
    """With names of any length and script."""
    robot.window.resize(900, 600)
    robot.new_event()
    robot.sign_up(named(16))
    for _ in range(2):
        robot.step()
    robot.view.round.field.begin(1)
    robot.view.players.table.select(["p2"])
    for tab in (PLAYERS, ROUND, STANDINGS, BRACKET, LOG):
        robot.view.tabs.setCurrentIndex(tab)
        robot.view.tabs.tabBar().setFocus()
        assert_walkable(robot.window)
        assert (tab, faults(robot.window)) == (tab, {})
        assert (robot.window.width(), robot.window.height()) == (900, 600)


def test_operations_ask_in_a_dialog_for_what_they_need(robot: EventRobot) -> None:
    robot.new_event()
    robot.sign_up()
    for _ in range(2):
        robot.step()
    players, round_ = robot.view.players, robot.view.round
    players.table.select(["p2"])
    round_.table.select([1])
    asked = []
    for menu in (players.commands, round_.commands):
        menu.update_entries()
        for name, action in menu.entries.items():
            if action.isVisible() and action.isEnabled() and action.text().endswith("…"):
                action.trigger()
                dialog = robot.dialog()
                assert_all_named(dialog)
                assert (name, faults(dialog)) == (name, {})
                dialog.reject()
                asked.append(name)
    many = ["rename", "disqualify", "penalty", "table", "apart", "swap", "cancel", "plan"]
    assert asked == many
    robot.view.tabs.setCurrentIndex(PLAYERS)
    robot.choose(players.commands, "rename")
    dialog = robot.dialog()
    (box,) = dialog.findChildren(QLineEdit)
    assert box.selectedText() == "Bran Stark"
    QTest.keyClick(box, Key.Key_Delete)
    QTest.keyClick(box, Key.Key_Return)
    assert dialog.isVisible(), "a player without a name"
    QTest.keyClicks(box, "Bran the Broken")
    robot.accept(dialog)
    assert robot.state.player("p2").name == "Bran the Broken"
    robot.choose(players.commands, "apart")
    robot.accept(robot.dialog())
    assert any("p2" in each for each in robot.state.forbidden)
    robot.choose(players.commands, "together")
    robot.accept(robot.dialog())
    assert not robot.state.forbidden
    players.commands.update_entries()
    assert players.commands.entries["rejoin"].toolTip() == "The player has not left."
    robot.press(players.late)
    dialog = robot.dialog()
    QTest.keyClicks(dialog.findChildren(QLineEdit)[0], "Osha")
    robot.accept(dialog)
    assert robot.state.players[-1].name == "Osha"


def test_papers_and_pages_are_written(robot: EventRobot, tmp_path: Path) -> None:
    robot.new_event()
    robot.page.session.do(
        ops.Registered, player="ned", name="Eddard", faction="stark", agendas=("01027",)
    )
    robot.sign_up()
    for _ in range(2):
        robot.step()
    printing = robot.view.printing
    printing.write_paper(tmp_path / "pairings.pdf", "tables")
    assert printing.running
    # A second paper meanwhile is refused in words.
    printing.write_paper(tmp_path / "standings.pdf", "standings")
    assert "Another paper or file is being made" in robot.page.message_bar.words.text()
    robot.settle()
    assert not (tmp_path / "standings.pdf").exists()
    assert (tmp_path / "pairings.pdf").read_bytes().startswith(b"%PDF")
    printing.write_pages(tmp_path / "pages")
    robot.settle()
    assert "Arya Stark" in (tmp_path / "pages" / "index.html").read_text("utf-8")
    # A file for other programs has English names, whatever the window shows.
    printing.pools = local_pools(printing.pools, Language.GERMAN)
    (games,) = (each for each in EXPORT_FORMATS if each.name == "tourneygrounds")
    printing.export(tmp_path / "games.json", games)
    robot.settle()
    assert "Fealty" in (tmp_path / "games.json").read_text("utf-8")
    printing.write(tmp_path / "sheets.pdf", partial(sheets_pdf, printing.pools))
    robot.settle()
    assert "Nobody has handed in" in robot.page.message_bar.words.text()
    assert not (tmp_path / "sheets.pdf").exists()


def test_an_event_in_the_bin_comes_back(robot: EventRobot) -> None:
    robot.new_event()
    QTest.mouseClick(robot.view.back, Qt.MouseButton.LeftButton)
    robot.settle()
    QTest.mouseClick(robot.page.list.delete, Qt.MouseButton.LeftButton)
    robot.settle()
    assert robot.page.list.model.rows == []
    robot.page.message_bar.toast.undo.click()
    robot.settle()
    assert len(robot.page.list.model.rows) == 1


def test_several_events_go_into_the_bin_and_come_back(robot: EventRobot) -> None:
    events, library = robot.page.list, present(robot.window.library_worker.library)
    for name in ("Autumn", "Winter", "Spring"):
        settings = replace(SETTINGS, name=name)
        library.events.create([ops.Created(at=NOON, settings=settings)])
    robot.page.session.reload()
    robot.settle()
    # Return opens the event with the focus, not the first of the selected ones.
    events.table.setFocus()
    first, second, _ = events.model.rows
    events.table.select([first.id, second.id])
    there, keep = events.model.index(1, 0), QItemSelectionModel.SelectionFlag.NoUpdate
    events.table.selectionModel().setCurrentIndex(there, keep)
    QTest.keyClick(events.table, Key.Key_Return)
    robot.settle()
    assert robot.state.settings.name == second.name
    robot.press(robot.view.back)
    events.table.selectAll()
    robot.press(events.delete)
    assert events.table.empty_text == NO_EVENTS
    assert robot.page.message_bar.toast.words.text() == "3 events are in the bin."
    robot.press(events.shown.parts["Bin"])
    assert events.shown.parts["Bin"].text() == "Bin 3"
    assert_all_named(events)
    assert faults(events) == {}
    # What is in the bin is not opened.
    QTest.keyClick(events.table, Key.Key_Return)
    robot.settle()
    assert robot.page.session.current is None
    (winter,) = (each.id for each in events.model.rows if each.name == "Winter")
    events.table.select([winter])
    robot.press(events.back)
    assert [each.name for each in robot.page.session.events] == ["Winter"]
    assert robot.page.message_bar.toast.isHidden()
    # An event that is gone does not keep the others from the bin.
    robot.page.session.delete(["gone", winter])
    robot.settle()
    assert len(robot.page.session.binned) == 3
    robot.press(events.empty)
    robot.accept(robot.dialog_of(ConfirmDialog))
    assert (library.events.binned(), events.table.empty_text) == ((), "The bin is empty.")
    robot.press(events.shown.parts["Events"])


def correct(robot: EventRobot, keys: str) -> FieldsDialog:
    """Correct a result of round 1; return what the window asks then."""
    panel = robot.view.round
    robot.view.tabs.setCurrentIndex(ROUND)
    panel.rounds.setCurrentIndex(panel.rounds.findData(1))
    panel.field.setFocus()
    QTest.keyClicks(panel.field, keys)
    QTest.keyClick(panel.field, Key.Key_Return)
    robot.settle()
    dialog = robot.dialog_of(FieldsDialog)
    assert_all_named(dialog)
    assert faults(dialog) == {}
    return dialog


def asked(dialog: FieldsDialog) -> str:
    return "\n".join(each.text() for each in dialog.findChildren(QLabel))


def test_a_correction_after_the_cut_asks_for_the_cut(robot: EventRobot, tmp_path: Path) -> None:
    organizer = started((f"P{each}" for each in range(1, 9)), custom(1, 4))
    organizer.play()
    organizer.cut()
    robot.open_log(organizer.log, tmp_path)
    game = next(
        each for each in organizer.state.rounds[0].games if organizer.state.seeds[0] in each.players
    )
    dialog = correct(robot, f"{game.table}bw")
    question = f"By the standings now {game.players[1]} goes on instead of {game.players[0]}; "
    assert f"{question}take the cut back?" in asked(dialog)
    assert dialog.cancel.hasFocus()
    dialog.reject()
    assert [each.where for each in robot.state.departures] == ["The cut"]
    assert question[:-2] in robot.page.message_bar.words.text()
    dialog = correct(robot, f"{game.table % 4 + 1}bw")
    robot.accept(dialog)
    assert (robot.state.stage, robot.state.departures) == (EventStage.SWISS, ())
    assert robot.view.next.text() == "Make the cut…"


def test_a_correction_asks_for_the_round_that_is_paired(robot: EventRobot, tmp_path: Path) -> None:
    organizer = started("ABCD", custom(3))
    organizer.played("A-B 5:0, C-D 5:0")
    organizer.pair()
    robot.open_log(organizer.log, tmp_path)
    dialog = correct(robot, "1bw")
    question = "By the standings now round 2 is paired otherwise; take the pairing of round 2 back?"
    assert question in asked(dialog)
    robot.accept(dialog)
    assert len(robot.state.rounds) == 1
    assert robot.view.next.text() == "Pair round 2"


def shown_tables(robot: EventRobot) -> list[int | str]:
    return [each.key for each in robot.view.round.model.rows]


def test_a_player_is_found_among_64_and_open_tables_are_shown_alone(
    robot: EventRobot, tmp_path: Path
) -> None:
    organizer = started((one + other for one in "ABCDEFGH" for other in "stuvwxyz"), custom(2))
    organizer.pair()
    for game in organizer.state.rounds[0].games[3:]:
        organizer.result(game.table)
    robot.open_log(organizer.log, tmp_path)
    panel = robot.view.round
    all_tables, open_tables, finished = (panel.shown.parts[each] for each in (None, True, False))
    assert [each.text() for each in panel.shown.parts.values()] == ["All 32", "Open 3", "In 29"]
    robot.press(open_tables)
    assert shown_tables(robot) == [1, 2, 3]
    QTest.keyClicks(panel.field, "2aw")
    robot.settle()
    # Its result is written: the table leaves, and the next open one is selected.
    assert (shown_tables(robot), open_tables.text()) == ([1, 3], "Open 2")
    assert [each.key for each in panel.table.selected()] == [3]
    QTest.keyClick(open_tables, Key.Key_Right)
    assert (finished.isChecked(), len(shown_tables(robot))) == (True, 30)
    player = robot.state.player(robot.state.rounds[0].games[0].players[1]).name
    QTest.keyClicks(panel.search, player.upper())
    assert (shown_tables(robot), panel.table.empty_text) == (
        [],
        "No such player or table has a result.",
    )
    QTest.mouseClick(all_tables, Qt.MouseButton.LeftButton)
    assert 1 in shown_tables(robot)
    QTest.keyClick(panel.search, Key.Key_Escape)
    QTest.keyClicks(panel.search, "3")
    assert shown_tables(robot) == [3]
    # The table is selected, and Enter leads to it: now a letter begins its result.
    panel.search.setFocus()
    QTest.keyClick(panel.search, Key.Key_Return)
    assert panel.table.hasFocus()
    QTest.keyClicks(focus(), "b")
    QTest.keyClicks(focus(), "w")
    robot.settle()
    assert robot.state.rounds[0].games[2].result is GameResult.LOSS
    QTest.keyClicks(panel.field, "1aw")
    robot.settle()
    robot.step()
    # A new round is shown as a whole.
    assert (panel.search.text(), all_tables.isChecked(), len(shown_tables(robot))) == ("", True, 32)


def has_one_list(dialog: DeckListsDialog) -> bool:
    return len(dialog.model.rows) == 1 and not dialog.reading


def test_a_list_stays_with_the_player_it_was_given_to_when_another_is_pasted(
    robot: EventRobot, sample: Callable[[str], Deck], tmp_path: Path
) -> None:
    organizer = Organizer(custom(1))
    organizer.register("AB")
    robot.open_log(organizer.log, tmp_path)
    wolves, others = sample("Wolves of Winter (WotN)"), tmp_path / "deck.json"
    others.write_text(own_text(wolves), "utf-8")
    dialog = present(robot.view.players.hand_in(None))
    dialog.add_paths([others])
    robot.qtbot.waitUntil(partial(has_one_list, dialog))
    dialog.owner.choose("A")
    dialog.owner.activated.emit(dialog.owner.currentIndex())
    dialog.paste.setPlainText(own_text(wolves))
    robot.qtbot.waitUntil(lambda: len(dialog.model.rows) == 2 and not dialog.reading)
    given = [(each.source, each.player) for each in dialog.model.rows]
    assert given == [("Pasted text", None), ("deck.json", "A")]
    dialog.reject()


def test_a_list_of_a_started_event_is_replaced_only_where_the_organizer_says_so(
    robot: EventRobot, sample: Callable[[str], Deck], tmp_path: Path
) -> None:
    organizer = Organizer(custom(1))
    organizer.register("AB")
    before = HandedInDeck(text="{}", digest="0" * 12, faction="greyjoy", legal=True)
    organizer.do(ops.DeckHandedIn, player="A", deck=before)
    organizer.start()
    robot.open_log(organizer.log, tmp_path)
    for replaced in (False, True):
        dialog = present(robot.view.players.hand_in("A"))
        dialog.paste.setPlainText(own_text(sample("Wolves of Winter (WotN)")))
        robot.qtbot.waitUntil(partial(has_one_list, dialog))
        robot.accept(dialog)
        question = robot.dialog_of(FieldsDialog)
        assert "A: another deck list of House Stark instead of House Greyjoy" in asked(question)
        assert faults(question) == {}
        if replaced:
            robot.accept(question)
        else:
            question.reject()
        robot.settle()
        deck = present(robot.state.player("A").deck)
        assert (deck != before) is replaced
    assert "after the start" in robot.state.departures[-1].text
    assert "after the start" in robot.page.message_bar.words.text()


def test_who_has_dropped_is_seen_in_a_window_of_every_size(robot: EventRobot) -> None:
    robot.new_event()
    robot.sign_up()
    players = robot.view.players
    assert players.table.isColumnHidden(NOTES)
    for _ in range(2):
        robot.step()
    robot.page.session.do(ops.Dropped, player="p2")
    robot.settle()
    robot.view.tabs.setCurrentIndex(PLAYERS)
    for width, height in ((1280, 800), (900, 600)):
        robot.window.resize(width, height)
        robot.qtbot.waitUntil(lambda width=width: robot.window.width() == width)  # type: ignore[misc]
        assert not players.table.isColumnHidden(NOTES)
        words = players.model.rows[1].notes
        assert words == "dropped after round 1"
        needed = players.table.fontMetrics().horizontalAdvance(words)
        assert players.table.columnWidth(NOTES) >= needed
        assert (
            players.table.viewport().width() >= players.table.columnViewportPosition(NOTES) + needed
        )

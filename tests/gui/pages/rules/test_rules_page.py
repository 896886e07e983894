"""The Rules page in its window, and each of its parts by itself."""

from __future__ import annotations

import io
from datetime import date
from itertools import combinations
from pathlib import Path

import pypdf
import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.terms import Edition
from desktop.app import Application
from desktop.pages.rules.entry_list import (
    ChangesPanel,
    EntryList,
    EntryListModel,
    EntryView,
)
from desktop.pages.rules.page import CHANGES, RuleFilters, RulesPage
from desktop.pages.rules.round_view import RoundView
from desktop.runtime.tasks import TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.session.rule_search import RuleQuestion, RuleSearch
from desktop.shell.main_window import BUILD, RULES
from desktop.style.fonts import space
from rulebook.entry import EntryFilter, EntryKind
from rulebook.entry_rows import EntryRow, entry_rows
from rulebook.entry_search import EntrySection, found_sections, in_sections
from rulebook.rule_book import rule_book
from tests.gui.by_keys import CONTROL, Key, focus
from tests.gui.fits import cut_words, settle
from tests.gui.samples import CheckChanges, present
from tests.gui.test_accessibility import assert_all_named, spoken_name
from tests.gui.test_keyboard import assert_walkable
from tests.gui.test_mnemonics import faults

ALT = Qt.KeyboardModifier.AltModifier


def shown(page: RulesPage) -> str:
    assert page.view.text.entry is not None
    return page.view.text.entry.id


def opened(app: Application) -> RulesPage:
    QTest.keyClick(app.window, Key.Key_5, CONTROL)
    assert app.window.pages.currentIndex() == RULES
    assert app.window.rules is not None
    return app.window.rules


def test_a_rule_is_found_read_copied_and_printed_by_keys(
    app: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    assert app.window.rules is None  # not made before it is shown
    page = opened(app)
    assert focus() is page.field
    assert shown(page) == "term.contents"
    qtbot.waitUntil(lambda: bool(page.list.entries))
    assert page.list.verticalScrollBar().value() == 0

    QTest.keyClicks(focus(), "challenge resut")
    qtbot.waitUntil(lambda: shown(page) == "timing.duck")
    QTest.keyClick(focus(), Key.Key_Return)
    assert focus() is page.view.text
    assert page.history.places == ("term.contents", "timing.duck")

    QTest.keyClick(focus(), Key.Key_Tab)  # the first link
    QTest.keyClick(focus(), Key.Key_Return)
    assert shown(page) == "term.unopposed"
    QTest.keyClick(focus(), Key.Key_Left, ALT)
    assert shown(page) == "timing.duck"
    QTest.keyClick(focus(), Key.Key_Right, ALT)
    assert shown(page) == "term.unopposed"
    QTest.mouseClick(page.view.text.viewport(), Qt.MouseButton.BackButton)
    assert shown(page) == "timing.duck"
    QTest.mouseClick(page.list.viewport(), Qt.MouseButton.ForwardButton)
    QTest.mouseClick(page, Qt.MouseButton.BackButton, pos=QPoint(2, 2))
    assert shown(page) == "timing.duck"

    page.view.text.setFocus()
    QTest.keyClick(focus(), Key.Key_C, CONTROL)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("The result of a challenge (D.U.C.K.)\n\n1. Determine who wins")
    assert copied.endswith("Source: FAQ 1.2, Quick Reference, second edition, since 2016-10-10")
    assert "Copied" in app.window.toast.words.text()

    # Ctrl+F leads to the field of this page; from the list letters do.
    QTest.keyClick(focus(), Key.Key_F, CONTROL)
    assert focus() is page.field
    assert app.window.pages.currentIndex() == RULES
    QTest.keyClick(focus(), Key.Key_Down)
    assert focus() is page.list
    QTest.keyClick(focus(), Key.Key_A, CONTROL)
    chosen = page.chosen_entries
    assert len(chosen) == len(page.list.entries) > 1
    QTest.keyClick(focus(), Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text().count("Source: ") == len(chosen)

    file = tmp_path / "rules.pdf"
    with qtbot.waitSignal(page.said):
        page.write_pdf(file, page.selection_paper())
    reader = pypdf.PdfReader(io.BytesIO(file.read_bytes()), strict=True)
    text = "".join(each.extract_text() for each in reader.pages)
    assert all(each.title[:25] in text for each in chosen)

    QTest.keyClick(focus(), Key.Key_B)
    assert focus() is page.field
    assert page.field.text() == "b"
    QTest.keyClick(focus(), Key.Key_Escape)
    assert len(page.list.entries) == len(page.book.entries)


def look_at_the_card(app: Application, page: RulesPage, qtbot: QtBot) -> None:
    """Rest the mouse on a rule's card, show it large with Enter, and come back with Escape."""
    app.window.open_rule("timing.terminal-burn")
    cards = page.view.cards
    place = cards.visualRect(cards.model().index(0, 0)).center()
    QTest.mouseMove(cards.viewport(), place)
    hover = app.window.build.hover
    qtbot.waitUntil(lambda: hover.popup is not None and hover.popup.isVisible())
    page.view.cards.setFocus()
    page.view.cards.setCurrentIndex(page.view.cards.model().index(0, 0))
    QTest.keyClick(focus(), Key.Key_Return)
    QTest.keyClick(focus(), Key.Key_Escape)
    assert focus() is page.view.cards


def test_the_page_opens_at_a_rule_and_leads_through_round_and_changes(
    app: Application, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.window.open_rule("regulation.bye")
    page = present(app.window.rules)
    assert app.window.pages.currentIndex() == RULES
    assert shown(page) == "regulation.bye"
    assert page.list.selected_entries == [page.book.entry("regulation.bye")]
    app.window.show_page(BUILD)
    app.window.open_rule("regulation.tea")
    assert page.message_bar.isVisible()
    assert page.message_bar.words.text() == "There is no rule “regulation.tea” in this version."
    assert shown(page) == "regulation.bye"
    app.window.open_rule("regulation.cut")
    assert not page.message_bar.isVisible()

    # Enter before the answer is there opens the best as soon as it is.
    QTest.keyClicks(page.field, "bestow")
    QTest.keyClick(page.field, Key.Key_Return)
    qtbot.waitUntil(lambda: page.history.current == "keyword.bestow")

    page.round.picture.buttons[7].click()
    page.round.read.click()
    assert shown(page) == "timing.taxation"
    page.go_back()
    assert page.history.current == "keyword.bestow"
    page.compare.click()
    page.changes.list.step_in()
    QTest.keyClick(focus(), Key.Key_Return)
    assert page.stack.currentWidget() is page.view
    assert shown(page) == page.changes.list.entries[0].id
    page.go_back()
    assert page.history.current == CHANGES
    assert page.stack.currentWidget() is page.changes

    look_at_the_card(app, page, qtbot)

    # Filters and the place are remembered.
    assert app.settings.rule_place == page.history.current
    page.filters.edition.setCurrentIndex(2)
    wanted = EntryFilter(Edition.FIRST)
    assert page.filters.filter == wanted
    qtbot.waitUntil(lambda: not page.found.pending)
    assert all(each.is_for(Edition.FIRST) for each in page.list.entries)
    assert app.settings.rule_filters == wanted.text
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("en_US"))
    file = tmp_path / "pocket.pdf"
    with qtbot.waitSignal(page.said):
        page.write_pdf(file, page.pocket_paper())
    pages = pypdf.PdfReader(io.BytesIO(file.read_bytes())).pages
    assert [each.mediabox.width for each in pages] == [612] * 4  # US Letter
    qtbot.waitUntil(page.print.isEnabled)


def test_the_page_opens_where_it_was_left(app: Application) -> None:
    app.settings.rule_place = "keyword.limited"
    assert shown(opened(app)) == "keyword.limited"


def test_every_part_is_reached_named_and_whole(app: Application) -> None:
    page = opened(app)
    app.window.resize(900, 600)
    app.window.open_rule("timing.terminal-burn")
    for _ in range(2):
        page.compare.click()
        page.field.setFocus()
        assert_all_named(app.window)
        assert_walkable(app.window)
        assert faults(app.window) == {}
        assert cut_words(page) == []
    app.window.actions_.type_sizes.chosen.emit(130)
    for _ in range(2):
        page.compare.click()
        assert cut_words(page) == []
    assert app.window.width() == 900
    app.window.actions_.type_sizes.chosen.emit(100)


BOOK = rule_book()


def test_rows_have_a_heading_for_each_section_and_notes_that_tell_apart() -> None:
    rows = entry_rows(in_sections(BOOK.entries))
    headings = [row.title for row in rows if row.entry is None]
    assert headings[:3] == ["Timing", "Keywords", "Terms"]
    notes = {row.entry.id: row.note for row in rows if row.entry}
    assert notes["timing.round.first"] == "1st ed."
    assert notes["regulation.draw"] == "to 2016"
    assert notes["timing.round"] == ""
    assert len(rows) == len(BOOK.entries) + len(headings)
    best = entry_rows(found_sections((BOOK.entry("keyword.limited.first"),)))[1]
    assert best.note == "Keywords · 1st ed."
    assert best.spoken == "Limited, Keywords, First edition"


def test_the_model_keeps_qt_s_rules(check_changes: CheckChanges) -> None:
    model = EntryListModel()
    check_changes(model)
    model.show_rows(entry_rows(in_sections(BOOK.entries)))
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsSelectable
    model.show_rows(())
    assert model.rowCount() == 0


def test_a_title_has_all_that_its_own_note_leaves(qtbot: QtBot) -> None:
    rules = EntryList("Rules")
    qtbot.addWidget(rules)
    rules.resize(300, 200)
    rules.grab()
    one = EntryRow("Limited in setup, and duplicates", "1st ed.", BOOK.entry("timing.plot"))
    other = EntryRow("Limited", "Rulings · 1st ed. · to 2016", BOOK.entry("timing.draw"))
    painted = []
    for rows in ((one,), (one, other)):
        rules.show_rows(rows)
        painted.append(rules.grab(rules.visualRect(rules.model().index(0, 0))).toImage())
    assert painted[0] == painted[1]


def test_the_list_is_walked_by_keys_past_the_headings(qtbot: QtBot) -> None:
    rules = EntryList("Rules")
    qtbot.addWidget(rules)
    plot, draw = BOOK.entry("timing.plot"), BOOK.entry("timing.draw")
    rules.show_rows(entry_rows((EntrySection("One", (plot,)), EntrySection("Two", (draw,)))))
    with qtbot.waitActive(rules):
        rules.show()
    told: list[str] = []
    rules.passed.connect(told.append)
    rules.chosen.connect(lambda each: told.append(f"{each}!"))
    rules.left_upwards.connect(lambda: told.append("up"))
    rules.typed.connect(lambda text: told.append(f"typed {text}"))
    rules.step_in()
    for key in (Key.Key_Down, Key.Key_Return, Key.Key_Up, Key.Key_Up, Key.Key_B):
        QTest.keyClick(rules, key)
    told.remove("timing.plot")  # it was gone to at first
    assert told == ["timing.draw", "timing.draw!", "timing.plot", "up", "typed b"]


def test_cards_are_listed_below_the_words_and_open_with_enter(
    qtbot: QtBot, cards: LoadedCards
) -> None:
    view = EntryView()
    qtbot.addWidget(view)
    view.resize(600, 600)
    view.receive_cards(cards)
    view.show_entry(BOOK.entry("timing.draw"))
    view.show()
    assert view.cards.isHidden()
    entry = BOOK.entry("timing.terminal-burn")
    view.show_entry(entry)
    assert [each.code for each in view.cards.shown] == list(entry.cards)
    view.cards.setCurrentIndex(view.cards.model().index(1, 0))
    with qtbot.waitSignal(view.cards.card_chosen) as chosen:
        QTest.keyClick(view.cards, Key.Key_Return)
    assert chosen.args == [cards.card(entry.cards[1])]


@pytest.fixture
def round_view(qtbot: QtBot) -> RoundView:
    """Show the round of the second edition."""
    view = RoundView(BOOK, Edition.SECOND)
    qtbot.addWidget(view)
    view.resize(800, 600)
    with qtbot.waitActive(view):
        view.show()
    settle()
    return view


def test_the_round_is_clicked_through(round_view: RoundView) -> None:
    view = round_view
    asked: list[str] = []
    view.entry_requested.connect(asked.append)
    names = [each.text() for each in view.picture.buttons]
    assert names[0] == "Setup"
    assert names[1:] == [
        *("Plot", "Draw", "Marshaling", "Challenges", "Dominance", "Standing", "Taxation")
    ]
    for button in view.picture.buttons:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert view.title.text() == button.phase.title
        assert [each.step for each in view.steps] == list(button.phase.steps)
    QTest.mouseClick(view.picture.buttons[4], Qt.MouseButton.LeftButton)
    settle()
    QTest.mouseClick(view.steps[1], Qt.MouseButton.LeftButton)
    assert view.title.text() == "A challenge, step by step"
    settle()
    QTest.mouseClick(view.steps[4], Qt.MouseButton.LeftButton)
    found = [each.id for each in view.way]
    assert found == ["timing.challenges", "timing.challenge", "timing.duck"]
    settle()
    QTest.mouseClick(view.up, Qt.MouseButton.LeftButton)
    settle()
    QTest.mouseClick(view.read, Qt.MouseButton.LeftButton)
    QTest.mouseClick(view.steps[1], Qt.MouseButton.LeftButton)  # a step that leads nowhere else
    assert asked == ["timing.challenge", "timing.challenge"]
    assert_all_named(view)


def test_a_step_that_leads_to_several_rules_offers_them(
    qtbot: QtBot, round_view: RoundView
) -> None:
    view = round_view
    view.steps[2].click()
    assert view.menu is not None
    titles = [each.text() for each in view.menu.actions()]
    assert titles == ["Prized", "Initiative", "First player", "Used pile"]
    with qtbot.waitSignal(view.entry_requested) as asked:
        view.menu.actions()[1].trigger()
    assert asked.args == ["term.initiative"]
    view.menu.close()


def test_the_phases_have_room_for_their_names_in_a_narrow_window(round_view: RoundView) -> None:
    round_view.resize(space(round_view, 68), 400)
    settle()
    picture = round_view.picture
    words = [each.words.toAlignedRect() for each in picture.buttons]
    assert all(picture.rect().contains(each) for each in words)
    assert not any(one.intersects(other) for one, other in combinations(words, 2))


def test_the_ring_is_as_high_beside_a_scroll_bar_as_without(round_view: RoundView) -> None:
    # Otherwise there are sizes of the window at which the bar comes and goes without end.
    heights = set()
    for height in (1200, 300):
        round_view.resize(space(round_view, 68), height)
        settle()
        heights.add(round_view.picture.height())
    assert len(heights) == 1


def test_the_round_is_walked_with_the_arrow_keys(round_view: RoundView) -> None:
    view = round_view
    view.picture.current.setFocus()
    for _ in range(3):
        QTest.keyClick(focus(), Key.Key_Down)
    assert view.title.text() == "Challenges phase"
    assert spoken_name(focus()) == "Phase 4: Challenges phase"
    QTest.keyClick(focus(), Key.Key_Right)
    QTest.keyClick(focus(), Key.Key_Down)
    assert spoken_name(focus()).startswith("Step 2: The active player")
    QTest.keyClick(focus(), Key.Key_Return)
    assert view.title.text() == "A challenge, step by step"
    assert focus() is view.steps[0]
    QTest.keyClick(focus(), Key.Key_Left)
    assert focus() is view.steps[1]
    QTest.keyClick(focus(), Key.Key_Left)
    assert focus() is view.picture.buttons[4]


def test_the_round_of_the_first_edition_is_drawn_too(round_view: RoundView) -> None:
    round_view.edition.choose(Edition.FIRST)
    assert round_view.picture.buttons[3].text() == "Marshalling"
    assert round_view.picture.current is round_view.picture.buttons[1]


def test_changes_are_listed_by_what_they_are(qtbot: QtBot) -> None:
    panel = ChangesPanel(BOOK)
    qtbot.addWidget(panel)
    texts = [panel.before.itemText(number) for number in range(panel.before.count())]
    assert texts[0] == "FAQ 1.1, 2016-10-10"
    assert not any("4.1" in each for each in texts)  # nothing follows it
    panel.before.setCurrentIndex(texts.index("FAQ 2.2, 2019-06-06"))
    panel.after.setCurrentIndex(panel.after.findText("FAQ 2.3, 2019-09-20"))
    assert panel.summary.text().startswith(
        "FAQ 2.2 (2019-06-06) to FAQ 2.3 (2019-09-20): 3 changed, 0 new, 1 gone; 3 more"
    )
    pairs = ("ruling.setup.limited", "ruling.duplicate-of-limited", "term.duplicate")
    assert [each.id for each in panel.list.entries][:7] == [
        *(each + version for each in pairs for version in (".1-2", "")),
        "answer.limited-duplicate",
    ]
    panel.before.setCurrentIndex(panel.before.count() - 1)
    assert panel.after.count() == 1
    assert panel.list.entries == []
    assert panel.list.empty_text == "Nothing changed."
    assert_all_named(panel)


def test_a_filter_is_shown_as_it_was(qtbot: QtBot) -> None:
    filters = RuleFilters(date(2026, 11, 22))
    qtbot.addWidget(filters)
    assert filters.filter == EntryFilter()
    whole = EntryFilter(Edition.SECOND, EntryKind.RULING, date(2018, 1, 1))
    filters.restore(whole)
    assert filters.filter == whole
    with qtbot.waitSignal(filters.changed):
        filters.on_day.setChecked(False)
    assert filters.filter == EntryFilter(Edition.SECOND, EntryKind.RULING)
    assert not filters.day.isEnabled()
    assert_all_named(filters)


def test_a_search_is_answered_with_the_best_first(
    qtbot: QtBot, tasks: TaskRunner, cards: LoadedCards
) -> None:
    search = RuleSearch(BOOK, tasks)
    for text, chosen, expected in (
        ("limitd", EntryFilter(), "keyword.limited"),
        ("limited", EntryFilter(Edition.FIRST), "keyword.limited.first"),
        ("dracarys", EntryFilter(kind=EntryKind.TIMING), "timing.terminal-burn"),
        ("timing.duck", EntryFilter(), "timing.duck"),
    ):
        with qtbot.waitSignal(search.found) as found:
            search.ask(RuleQuestion(text, chosen, cards))
        sections = found.args[0]
        assert sections[0].entries[0].id == expected, text
        assert not search.pending
    with qtbot.waitSignal(search.found) as found:
        search.ask(RuleQuestion("xyzzyplugh", EntryFilter(), cards))
    assert found.args[0] == ()


def test_without_words_everything_is_there_at_once(qtbot: QtBot, tasks: TaskRunner) -> None:
    search = RuleSearch(BOOK, tasks)
    with qtbot.waitSignal(search.found, timeout=0) as found:
        search.ask(RuleQuestion("  ", EntryFilter(kind=EntryKind.ANSWER), None))
    assert [each.title for each in found.args[0]] == ["Answers"]

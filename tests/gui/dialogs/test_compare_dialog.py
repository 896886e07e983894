"""The differences of two decks, and several decks or versions side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from carddb.local_names import Language, name_order
from decks.deck import Deck
from decks.diff import outline
from desktop.app import Application
from desktop.dialogs.compare_dialog import CompareDialog, DeckTableDialog
from desktop.session.loaded_cards import LoadedCards
from tests.builders import deck
from tests.gui.pages.library.conftest import BLACK, VIPER, WOLVES, PageRobot
from tests.gui.samples import CheckChanges, open_sample, present, select, show, shown_dialog

Sample = Callable[[str], Deck]


def test_changes_stand_below_headings_that_count_them(
    cards: LoadedCards, sample: Sample, qtbot: QtBot, check_changes: CheckChanges
) -> None:
    wolves = replace(sample(WOLVES), notes="Mulligan for Winterfell.")
    dialog = CompareDialog(outline(wolves), outline(sample(BLACK)), cards)
    qtbot.addWidget(dialog)
    check_changes(dialog.lines.lines)
    dialog.swap.click()
    dialog.swap.click()
    lines = dialog.lines.lines.rows
    headings = [number for number, line in enumerate(lines) if line.heading]
    titles = [lines[number].text for number in headings]
    assert {"Removed", "Added", "Other changes"} <= set(titles)
    assert set(titles) <= {"Agendas", "Removed", "Added", "Changed", "Other changes"}
    for number, end in zip(headings, [*headings[1:], len(lines)], strict=True):
        assert lines[number].note == str(end - number - 1)
    removed = lines[headings[titles.index("Removed")] + 1]
    assert removed.card
    assert (removed.before[0], removed.note[-1]) == ("\N{MINUS SIGN}", "\N{EN DASH}")
    assert lines[-1].text == "Notes: changed"


def test_decks_that_are_the_same_have_no_difference(
    cards: LoadedCards, sample: Sample, qtbot: QtBot
) -> None:
    same = outline(sample(WOLVES))
    dialog = CompareDialog(same, same, cards)
    qtbot.addWidget(dialog)
    assert dialog.summary.text() == "No difference"
    assert dialog.lines.lines.rowCount() == 0


def test_cards_have_the_names_and_the_order_of_the_language(
    cards: LoadedCards, sample: Sample, qtbot: QtBot
) -> None:
    german = cards.in_language(Language.GERMAN)
    wolves, empty = outline(sample(WOLVES)), outline(deck())
    two = CompareDialog(empty, wolves, german)
    table = DeckTableDialog([empty, wolves], german)
    for dialog in (two, table):
        qtbot.addWidget(dialog)
    plots = [row for row in table.model.rows if row.heading == "Plots"]
    names = [german.named(row.code) for row in plots]
    assert "Sturm der Schwerter" in names
    assert names == sorted(names, key=name_order)
    texts = [line.text for line in two.lines.lines.rows]
    assert [text for text in texts if text in names] == names
    assert "Sturm der Schwerter" in two.text()


CONTROL = Qt.KeyboardModifier.ControlModifier


def shown(dialog: DeckTableDialog, chosen: object) -> list[str]:
    dialog.choice.setCurrentIndex(dialog.choice.findData(chosen))
    dialog.choice.activated.emit(0)
    return [each.name for each in dialog.model.rows]


def test_a_new_user_compares_three_decks(
    three: PageRobot, tmp_path: Path, check_changes: CheckChanges
) -> None:
    three.select(WOLVES, BLACK, VIPER)
    three.go_to(three.page.table)
    QTest.keyClick(three.page.table, Qt.Key.Key_K, CONTROL)
    dialog = three.dialog(DeckTableDialog)
    check_changes(dialog.model)
    names = [heading.title for heading in dialog.model.headings]
    assert set(names[3:]) == {WOLVES, BLACK, VIPER}
    every = len(dialog.model.rows)
    wolves = names.index(WOLVES) - 3
    own = shown(dialog, wolves)
    assert "Grey Wind" in own
    assert 0 < len(own) < every
    dialog.save_to(tmp_path / "own.csv")
    assert (tmp_path / "own.csv").read_text("utf-8").count("\n") == len(own) + 1
    assert len(shown(dialog, "different")) + len(shown(dialog, "shared")) >= every
    shown(dialog, "all")
    dialog.copy.click()
    assert QGuiApplication.clipboard().text().startswith("part,code,card,pack,")
    dialog.close()


def test_a_dozen_decks_scroll_sideways(cards: LoadedCards, qtbot: QtBot) -> None:
    card = present(cards.card("01141"))
    decks = [outline(deck(card, name=f"Deck {number}")) for number in range(16)]
    dialog = show(DeckTableDialog(decks, cards), qtbot)
    assert dialog.table.horizontalScrollBar().maximum() > 0
    assert all(dialog.table.columnWidth(number) > 20 for number in range(19))


def test_three_states_of_the_history(app: Application, qtbot: QtBot) -> None:
    page = open_sample(app)
    for name in ("Osha", "Summer"):
        select(page, name)
        QTest.keyClick(page.deck.list, Qt.Key.Key_Delete)
    page.show_tab(3)
    page.history.table.selectAll()
    page.history.compare.click()
    dialog = shown_dialog(qtbot, DeckTableDialog)
    assert dialog.found.names == (f"Open “{WOLVES}”", "Remove 3 Osha", "Now")
    gone = {each.name: each.copies for each in dialog.found.cards if each.differs}
    assert gone == {"Osha": (3, 0, 0), "Summer": (1, 1, 0)}
    dialog.close()

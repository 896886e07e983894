"""The import dialog, and what it reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytest_httpserver import HTTPServer
from pytestqt.qtbot import QtBot

from carddb.catalogue import sample_decks
from carddb.terms import Faction
from core.download import SERVER
from core.errors import CancelledError
from decks.deck import Deck
from decks.deck_reader import read_decks
from decks.report import LineStatus
from desktop.dialogs.simple_dialogs import DialogContext
from desktop.pages.library.import_dialog import ImportDialog, PublishedDeckField
from desktop.pages.library.import_lines import CARD, STATUS, TEXT
from desktop.runtime.tasks import TaskRunner
from desktop.session.loaded_cards import LoadedCards
from library.content import KnownCard, decode_deck, encode_deck, unread_lines, with_cards
from library.deck_values import LibraryDeck
from library.import_reader import FoundDeck, ImportSources, read_sources
from tests.gui.lists import FAULTY
from tests.gui.samples import TODAY, show

Sample = Callable[[str], Deck]


@pytest.fixture
def dialog(
    context: DialogContext, qtbot: QtBot, httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> ImportDialog:
    """Show the dialog with nothing in it; decks are fetched from a server of the test."""
    monkeypatch.setenv(SERVER, httpserver.url_for(""))
    return show(ImportDialog(context), qtbot)


def paste(dialog: ImportDialog, text: str, qtbot: QtBot) -> None:
    dialog.paste.setPlainText(text)
    qtbot.waitUntil(lambda: dialog.add.text() != "Reading…")


def row_of(dialog: ImportDialog, status: LineStatus) -> int:
    lines = dialog.report._found.reading.lines if dialog.report._found else ()  # noqa: SLF001
    return next(number for number, line in enumerate(lines) if line.status is status)


def said(dialog: ImportDialog, row: int) -> tuple[str, str]:
    model = dialog.report.model
    return str(model.index(row, STATUS).data()), str(model.index(row, CARD).data())


def checked(dialog: ImportDialog) -> list[int]:
    return [number for number, (_, added) in enumerate(dialog.list.decks()) if added]


def test_every_line_is_accounted_for(dialog: ImportDialog, qtbot: QtBot) -> None:
    assert not dialog.add.isEnabled()
    paste(dialog, FAULTY, qtbot)
    model = dialog.report.model
    statuses = {str(model.index(row, STATUS).data()) for row in range(model.rowCount())}
    assert {"Read", "No card", "Not found"} <= statuses
    assert said(dialog, 0) == ("Read", "A list with mistakes")
    assert "1 not found" in dialog.report.summary.text()
    assert "1 not read" in str(
        dialog.list.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    )
    assert dialog.add.text() == "&Add 1 deck"


def test_of_a_published_deck_its_name_faction_agenda_and_cards_are_shown(
    dialog: ImportDialog, qtbot: QtBot
) -> None:
    slots = {"01141": 3, "01027": 1, "99999": 2}
    deck = {"name": "Wolves", "slots": slots, "agendas": ["01027"], "faction_code": "stark"}
    paste(dialog, json.dumps(deck, indent=1), qtbot)
    model = dialog.report.model
    shown = [
        tuple(str(model.index(row, column).data()) for column in (TEXT, STATUS, CARD))
        for row in range(model.rowCount())
    ]
    assert shown == [
        ("Wolves", "Read", "Wolves"),
        ("faction: stark", "Read", "House Stark"),
        ("1x Fealty", "Read", "Fealty"),
        ("3x Arya Stark (Core Set)", "Read", "Arya Stark (Core Set)"),
        ("2x 99999", "Not found", ""),
    ]


def test_a_printing_can_be_chosen(dialog: ImportDialog, qtbot: QtBot) -> None:
    paste(dialog, "House Stark\n3x Bran Stark\n3x Winterfell Steward", qtbot)
    row = row_of(dialog, LineStatus.AMBIGUOUS)
    dialog.report.table.selectRow(row)
    taken = dialog.report.card
    before = said(dialog, row)
    assert before[0] == "Choose a version"
    taken.setFocus()
    QTest.keyClick(taken, Qt.Key.Key_Down)
    assert said(dialog, row)[0] == "Chosen"
    assert said(dialog, row)[1] != before[1]
    chosen = str(taken.currentData())
    with qtbot.waitSignal(dialog.add_requested) as added:
        QTest.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    (deck,) = added.args[0]
    brans = {each.code: each.copies for each in deck.entries if each.name == "Bran Stark"}
    assert brans == {chosen: 3}


def test_a_pasted_list_is_shown_as_a_deck_whose_lines_can_be_answered(
    dialog: ImportDialog, qtbot: QtBot
) -> None:
    assert not dialog.text.isVisible()
    paste(dialog, "House Stark\n3x Bran Stark\n3x Winterfell Steward\n3x Qqqq", qtbot)
    assert dialog.deck.isVisible()
    assert not dialog.list.isVisible()  # there is only one deck
    assert dialog.unread.text() == "1 line is not in the deck yet"
    number = row_of(dialog, LineStatus.AMBIGUOUS)
    box = dialog.answers.boxes[number]
    first, other, *_ = box.choices
    assert box.choices[first].isChecked()
    QTest.mouseClick(box.choices[other], Qt.MouseButton.LeftButton)
    lines = [line.card.code for line in dialog.deck.lines.lines.rows if line.card]
    assert other in lines
    assert first not in lines
    box.choices[""].click()
    assert dialog.deck.counts.text() == "3 cards · 0 plots"
    dialog.text.click()
    assert dialog.paste.isVisible()
    assert said(dialog, number)[0] == "Left out"


def test_a_line_can_be_left_out_and_put_back(cards: LoadedCards) -> None:
    (reading,) = read_decks("House Stark\nFealty\n3x Bran Stark", cards.pools)
    found = FoundDeck("", reading)
    bran = next(n for n, line in enumerate(reading.lines) if "Bran" in line.text)
    fealty = next(n for n, line in enumerate(reading.lines) if line.text == "Fealty")
    without = found.choose(bran, "").choose(fealty, "")
    assert not without.deck(cards.card).slots
    assert not without.deck(cards.card).agendas
    again = without.choose(bran, found.code(bran)).choose(fealty, found.code(fealty))
    assert again == found
    assert again.deck(cards.card) == reading.deck


LOST_EVERYWHERE = """House Stark
Qqqq the first
Rookery
2x Qqqq the second
Drafted
2x Qqqq the third
Civil War plot deck 2
2x Qqqq the fourth
"""


def test_a_lost_line_becomes_a_card_where_it_stood(cards: LoadedCards) -> None:
    (reading,) = read_decks(LOST_EVERYWHERE, cards.pools)
    found = FoundDeck("", reading)
    hodor, cause, fealty = "02061", "01004", "01027"
    lost = [number for number, line in enumerate(reading.lines) if line.lost]
    for number, code in zip(lost, [hodor, hodor, hodor, cause], strict=True):
        found = found.choose(number, code)
    assert found.unread == 0
    made = found.deck(cards.card)
    assert [(card.code, count) for card, count in made.slots] == [(hodor, 1)]
    assert [(card.code, count) for card, count in made.rookery] == [(hodor, 2)]
    assert [(card.code, count) for card, count in made.drafted] == [(hodor, 2)]
    assert [[(c.code, n) for c, n in each] for each in made.plot_decks] == [[], [(cause, 2)]]
    agenda = found.choose(lost[1], fealty).deck(cards.card)
    assert [card.code for card in agenda.agendas] == [fealty, fealty]
    assert not agenda.rookery


def test_a_house_that_is_chosen_for_a_line_is_the_decks(cards: LoadedCards) -> None:
    (reading,) = read_decks("Edition: first\n1x Qqqq\n1x Kings of Winter\n", cards.pools)
    house = next(c for c in cards.pools[reading.deck.edition] if c.name == "House Stark")
    number = next(number for number, line in enumerate(reading.lines) if line.lost)
    made = FoundDeck("", reading).choose(number, house.code).deck(cards.card)
    assert made.faction is Faction.STARK
    assert not made.slots


def test_a_line_that_stays_lost_keeps_its_place_and_its_number(cards: LoadedCards) -> None:
    (reading,) = read_decks(LOST_EVERYWHERE, cards.pools)
    entries = FoundDeck("", reading).outline(cards.card)
    known = {each.code: KnownCard(each.name, "", "") for each in entries.entries}
    deck, unknown = with_cards(decode_deck(encode_deck(entries), known), cards.pools)
    lines = unread_lines(LibraryDeck("", 0, deck, unknown))
    said = [(each.line, each.text, each.copies, str(each.section)) for each in lines]
    assert said == [
        (2, "Qqqq the first", 1, "draw deck"),
        (4, "2x Qqqq the second", 2, "rookery"),
        (6, "2x Qqqq the third", 2, "drafted"),
        (8, "2x Qqqq the fourth", 2, "plot deck 2"),
    ]


def test_only_ticked_decks_are_added_under_their_names(
    dialog: ImportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    for sample in list(sample_decks())[:3]:
        (tmp_path / f"{sample.name}.txt").write_text(sample.text, "utf-8")
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    dialog.add_files([tmp_path])
    qtbot.waitUntil(lambda: dialog.add.text() != "Reading…")
    assert dialog.add.text() == "&Add 3 decks"
    assert "picture.txt" in dialog.failures.text()
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    assert dialog.add.text() == "&Add 2 decks"
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    dialog.deck.name.selectAll()
    QTest.keyClicks(dialog.deck.name, "Mine")
    with qtbot.waitSignal(dialog.add_requested) as added:
        QTest.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert len(added.args[0]) == 2
    assert added.args[0][0].name == "Mine"
    assert added.args[1] is None


def test_nothing_is_added_while_more_is_being_read(dialog: ImportDialog, qtbot: QtBot) -> None:
    paste(dialog, "House Stark\n3x Hodor", qtbot)
    assert dialog.add.isEnabled()
    dialog.paste.appendPlainText("===\nHouse Tyrell\n3x Hodor")
    assert (dialog.add.isEnabled(), dialog.add.text()) == (False, "Reading…")
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: dialog.add.text() != "Reading…")
    assert dialog.add.isEnabled()


def test_reading_a_whole_disk_can_be_given_up(cards: LoadedCards, tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / str(number)).mkdir()
    asked: list[int] = []

    def give_up(done: int, total: int) -> None:
        asked.append(done)
        if len(asked) > 2:
            raise CancelledError("Enough.")

    with pytest.raises(CancelledError):
        read_sources(ImportSources(paths=(tmp_path,)), cards.judges, TODAY, give_up)


def test_what_was_chosen_stays_when_more_is_read(
    dialog: ImportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "one.txt").write_text("House Stark\n1x A Noble Cause\n3x Ice", "utf-8")
    (tmp_path / "two.txt").write_text("House Stark\n1x A Noble Cause\n3x Winterfell", "utf-8")
    dialog.add_files([tmp_path])
    qtbot.waitUntil(lambda: dialog.add.text() != "Reading…")
    dialog.deck.name.selectAll()
    QTest.keyClicks(dialog.deck.name, "Mine")
    row = row_of(dialog, LineStatus.AMBIGUOUS)
    dialog.report.table.setCurrentIndex(dialog.report.model.index(row, STATUS))
    taken = dialog.report.card
    taken.setCurrentIndex(taken.findData(""))
    taken.activated.emit(taken.currentIndex())
    dialog.list.setCurrentIndex(dialog.list.model().index(1, 0))
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    assert checked(dialog) == [0]
    paste(dialog, FAULTY, qtbot)
    names = [dialog.list.model().index(row, 0).data() for row in range(3)]
    assert names[1:] == ["Mine", "two"]
    assert checked(dialog) == [0, 1]
    dialog.list.setCurrentIndex(dialog.list.model().index(1, 0))
    assert said(dialog, row)[0] == "Left out"


def test_of_two_decks_that_are_the_same_one_is_left_out_alone(
    dialog: ImportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    files = [tmp_path / folder / "deck.txt" for folder in ("mine", "yours")]
    for file in files:
        file.parent.mkdir()
        file.write_text("House Stark\n1x A Noble Cause\n3x Winterfell", "utf-8")
    dialog.add_files(files)
    qtbot.waitUntil(lambda: dialog.add.text() != "Reading…")
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    assert checked(dialog) == [1]
    paste(dialog, FAULTY, qtbot)
    assert checked(dialog) == [0, 2]


def test_an_empty_folder_and_a_missing_file_are_told(cards: LoadedCards, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    gone = tmp_path / "gone.txt"
    (blank := tmp_path / "blank.txt").touch()
    sources = ImportSources("", (empty, gone, blank))
    gathered = read_sources(sources, cards.judges, TODAY, lambda *_: None)
    assert gathered.found == ()
    assert len(gathered.failures) == 3
    assert gathered.failures[2].startswith("“blank.txt” is empty.")


def test_a_name_is_taken_for_the_printing_of_the_list_that_is_stated(cards: LoadedCards) -> None:
    text = "Name: Then\nList: gotvalyrian1.0\nFaction: House Stark\n\n1x Ward\n"
    (found,) = read_sources(ImportSources(text), cards.judges, TODAY, lambda *_: None).found
    assert [card.code for card, _ in found.reading.deck.slots] == ["02102"]


def test_closing_while_it_reads_does_no_harm(
    dialog: ImportDialog, tasks: TaskRunner, qtbot: QtBot, tmp_path: Path
) -> None:
    for number in range(300):
        (tmp_path / f"{number}.txt").write_text(FAULTY, "utf-8")
    dialog.add_files([tmp_path])
    qtbot.waitUntil(lambda: not tasks.idle)
    dialog.reject()
    qtbot.waitUntil(lambda: tasks.idle)
    assert not dialog.add.isEnabled()
    assert dialog.report.model.rowCount() == 0


def fetch(dialog: ImportDialog, written: str) -> None:
    dialog.published.number.setFocus()
    QTest.keyClicks(dialog.published.number, written)
    QTest.keyClick(dialog.published.number, Qt.Key.Key_Return)


def test_a_published_deck_is_fetched_by_its_number_and_seen_before_it_is_added(
    dialog: ImportDialog, qtbot: QtBot, httpserver: HTTPServer
) -> None:
    answer = {"name": "A deck of the site", "faction_code": "stark", "slots": {"01141": 3}}
    httpserver.expect_request("/api/public/decklist/4711.json").respond_with_json(answer)
    fetch(dialog, "4711")
    qtbot.waitUntil(dialog.add.isEnabled)
    assert dialog.chosen.text() == "ThronesDB 4711"
    assert dialog.report._found is not None  # noqa: SLF001
    assert dialog.report._found.reading.deck.name == "A deck of the site"  # noqa: SLF001
    assert dialog.isVisible()


def test_a_number_that_the_site_does_not_have_gives_a_sentence(
    dialog: ImportDialog, qtbot: QtBot, httpserver: HTTPServer
) -> None:
    httpserver.expect_request("/api/public/decklist/9.json").respond_with_data("no", 404)
    fetch(dialog, "9")
    qtbot.waitUntil(dialog.failures.isVisible)
    assert "Traceback" not in dialog.failures.text()
    assert dialog.published.fetch.text() == "Fe&tch"


@pytest.mark.parametrize("written", ["Wolves", "https://example.org/decklist/view/3", "-3"])
def test_what_is_no_number_is_not_asked_for(dialog: ImportDialog, written: str) -> None:
    fetch(dialog, written)
    assert "is not a deck of ThronesDB" in dialog.failures.text()


def test_a_server_that_is_no_address_is_not_asked(
    qtbot: QtBot, tasks: TaskRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SERVER, "http://[")
    field = PublishedDeckField(tasks)
    qtbot.addWidget(field)
    field.number.setText("4711")
    with qtbot.waitSignal(field.failed) as refused:
        field.fetch.click()
    assert "is not an address" in refused.args[0]

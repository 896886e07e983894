"""What is chosen in the deck's header, its agendas, and the lists that it is held against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDateEdit, QWidget
from pytestqt.qtbot import QtBot

from carddb.terms import Edition, Faction
from decks.deck import Deck
from decks.report import Reading
from desktop.app import Application
from desktop.pages.builder.deck.agenda_picker import AgendaPicker
from desktop.pages.builder.deck.deck_details import DeckDetails
from desktop.pages.builder.deck.deck_header import DeckHeader, SummaryButton
from desktop.pages.builder.deck.legality_matrix import LegalityMatrixModel, LegalityMatrixPopup
from desktop.pages.builder.page import BuilderPage
from desktop.session.loaded_cards import LoadedCards
from desktop.widgets.card_delegate import Role
from tests.builders import deck
from tests.gui.samples import (
    WOLVES,
    CheckChanges,
    deck_of,
    open_sample,
    present,
    session_without_window,
    steps,
)
from tests.gui.test_accessibility import assert_all_named

CONTROL = Qt.KeyboardModifier.ControlModifier


def picker(app: Application) -> AgendaPicker:
    return next(each for each in app.window.findChildren(AgendaPicker) if each.isVisible())


def names(found: AgendaPicker) -> list[str]:
    model = found.list.model()
    return [
        str(model.index(row, 0).data())
        for row in range(model.rowCount())
        if not found.list.isRowHidden(row)
    ]


def popup(app: Application) -> LegalityMatrixPopup:
    return present(app.window.findChild(LegalityMatrixPopup))


def test_a_summary_that_is_too_wide_is_small_and_whole(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    button, images = SummaryButton(parent), list[QImage]()
    for last in "XO":
        button.setText(f"Stark · Alliance · Banner of the Watch · Banner of the Dragon {last}")
        if not images:
            button.resize(button.sizeHint() * 0.93)
        images.append(button.grab().toImage())
    assert images[0] != images[1]  # the last letter is seen


def test_the_faction_is_chosen(app: Application) -> None:
    open_sample(app)
    QTest.keyClick(app.window, Qt.Key.Key_H, CONTROL)
    faction = app.window.findChildren(DeckDetails)[-1].faction
    assert faction.choices.isVisible()
    faction.hidePopup()
    QTest.keyClick(faction, Qt.Key.Key_Down)
    assert deck_of(app).faction is Faction.TARGARYEN
    assert steps(app) == ["Faction: House Stark → House Targaryen"]
    offered = [faction.itemText(row) for row in range(faction.count())]
    assert offered[:2] == ["No faction", "House Baratheon"]
    assert len(offered) == 9
    QTest.keyClick(faction, Qt.Key.Key_Escape)
    assert app.window.build.deck.header.summary.hasFocus()


def header_of(text: str, cards: LoadedCards, qtbot: QtBot) -> DeckHeader:
    """Return the header of a deck without a window."""
    header = DeckHeader(session_without_window(text, cards), lambda _: None)
    qtbot.addWidget(header)
    header.show_deck()
    return header


@pytest.mark.parametrize(
    ("text", "said", "factions"),
    [
        (
            (
                '{"name": "Wolves", "edition": "first", "faction_code": "stark",'
                ' "slots": {"core_1": 1, "core_13": 2}}'
            ),
            "First edition · Stark · no agenda · Joust · FAQ 6.0 · today",
            8,
        ),
        (
            (
                '{"name": "Old", "faction_code": "stark", "slots": {"01141": 3},'
                ' "format": "melee", "list": "ffg2.0", "date": "2018-12-01"}'
            ),
            "Stark · no agenda · Melee · FFG FAQ v2.0 · 2018-12-01",
            9,
        ),
    ],
)
def test_the_summary_says_what_a_deck_is_judged_under(
    cards: LoadedCards, qtbot: QtBot, text: str, said: str, factions: int
) -> None:
    header = header_of(text, cards, qtbot)
    assert header.summary.text() == said
    assert header.summary.accessibleName().endswith(said)
    details = header.open_details()
    assert details.faction.count() == factions
    assert details.list.currentText().split(",")[0] in said
    assert details.edition.text().startswith("First" if "First" in said else "Second")
    details.close()


def test_a_deck_without_a_name_says_so_whatever_rounding_does_to_its_letters(
    cards: LoadedCards, qtbot: QtBot
) -> None:
    name = header_of('{"faction_code": "stark", "slots": {"01141": 3}}', cards, qtbot).name
    name.clear()
    font = name.font()
    font.setPointSizeF(font.pointSizeF() * (1 + 1e-15))
    name.setFont(font)
    shown = name.grab().toImage()
    name.setPlaceholderText("")
    assert name.grab().toImage() != shown


def test_an_agenda_is_searched_and_chosen_in_the_place_of_another(app: Application) -> None:
    open_sample(app)
    QTest.keyClick(app.window, Qt.Key.Key_J, CONTROL)
    found = picker(app)
    assert_all_named(found)
    assert names(found)[0] == "Remove this agenda"
    QTest.keyClicks(found.search, "kings of sum")
    assert names(found) == ["Kings of Summer"]
    QTest.keyClick(found.search, Qt.Key.Key_Return)
    assert [card.name for card in deck_of(app).agendas] == ["Kings of Summer"]
    assert steps(app)[0].startswith("Remove the agenda Fealty, add the agenda Kings of Summer")


def test_tab_takes_the_agenda_that_was_typed_and_goes_on(app: Application) -> None:
    page = open_sample(app)
    QTest.keyClick(app.window, Qt.Key.Key_J, CONTROL)
    QTest.keyClicks(picker(app).search, "kings of sum")
    QTest.keyClick(picker(app).search, Qt.Key.Key_Tab)
    assert [card.name for card in deck_of(app).agendas] == ["Kings of Summer"]
    assert page.deck.bar.group_by.hasFocus()


def test_agendas_are_added_and_removed(app: Application) -> None:
    agendas = open_sample(app).deck.header.open_details().agendas
    # Fealty leaves no room for another one.
    assert not agendas.add.isVisible()
    QTest.mouseClick(agendas.chips[0], Qt.MouseButton.LeftButton)
    QTest.keyClicks(picker(app).search, "alliance")
    QTest.keyClick(picker(app).search, Qt.Key.Key_Return)
    for banner in ("Banner of the Wolf", "Banner of the Sun"):
        assert agendas.add.isVisible()
        QTest.mouseClick(agendas.add, Qt.MouseButton.LeftButton)
        QTest.keyClicks(picker(app).search, banner)
        QTest.keyClick(picker(app).search, Qt.Key.Key_Return)
    names_shown = [chip.text() for chip in agendas.chips]
    assert names_shown == ["Alliance", "Banner of the Wolf", "Banner of the Sun"]
    assert not agendas.add.isVisible()
    before = len(app.window.findChildren(AgendaPicker))
    app.window.build.deck.header.choose_another()
    assert len(app.window.findChildren(AgendaPicker)) == before
    QTest.mouseClick(agendas.chips[0], Qt.MouseButton.LeftButton)
    QTest.keyClick(picker(app).search, Qt.Key.Key_Return)
    QTest.mouseClick(agendas.chips[0].cross, Qt.MouseButton.LeftButton)
    QTest.keyClick(agendas.chips[0], Qt.Key.Key_Delete)
    assert deck_of(app).agendas == ()
    assert agendas.chips == []
    assert agendas.add.isVisible()


def test_the_matrix_holds_every_list_and_says_why_not(
    cards: LoadedCards, sample: Callable[[str], Deck], check_changes: CheckChanges
) -> None:
    judge = cards.judges[Edition.SECOND]
    model = LegalityMatrixModel(sample(WOLVES), judge)
    check_changes(model)
    assert model.rowCount() == len(judge.pool.lists)
    cells = [model.index(row, column) for row in range(model.rowCount()) for column in (1, 2)]
    said = [str(cell.data(Qt.ItemDataRole.AccessibleTextRole)) for cell in cells]
    assert said[0] == "Standard v2.1, joust: legal"
    illegal = [each for each in said if ": not legal" in each]
    assert illegal
    assert all(len(each.split("\n")) > 1 for each in illegal)


def test_a_cell_of_the_matrix_puts_the_deck_under_its_list(app: Application) -> None:
    open_sample(app)
    QTest.keyClick(app.window, Qt.Key.Key_L, CONTROL)
    table = popup(app).table
    assert_all_named(popup(app))
    assert table.currentIndex() == popup(app).model.index(0, 1)
    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Right)
    chosen: QModelIndex = table.currentIndex()
    listed = popup(app).model.rows[chosen.row()]
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert (deck_of(app).list_code, deck_of(app).format) == (listed.code, "melee")
    assert steps(app) == [f"Format: Joust → Melee, restricted list: in force → {listed.name}"]


def test_a_day_is_typed_as_it_is_written(app: Application) -> None:
    day = open_sample(app).deck.header.open_details().day
    for everything in (True, False):
        day.setFocus()
        if everything:
            day.selectAll()
        else:
            day.setSelectedSection(QDateEdit.Section.YearSection)
        QTest.keyClicks(day, "2020-01-05")
        assert deck_of(app).date == "2020-01-05", everything
        app.session.go_to_step(0)
        assert deck_of(app).date == "", everything
        day.setSelectedSection(QDateEdit.Section.YearSection)
        QTest.keyClicks(day, "20190305")
        assert deck_of(app).date == "2019-03-05", everything
        app.session.go_to_step(0)


def test_the_name_of_a_list_keeps_the_format(app: Application) -> None:
    open_sample(app)
    app.session.choose(format_name="rookery")
    QTest.keyClick(app.window, Qt.Key.Key_L, CONTROL)
    table = popup(app).table
    QTest.keyClick(table, Qt.Key.Key_Down)
    table.setCurrentIndex(table.currentIndex().siblingAtColumn(0))
    listed = popup(app).model.rows[1]
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert (deck_of(app).list_code, deck_of(app).format) == (listed.code, "rookery")


def test_a_long_agenda_begins_on_its_chip_and_is_whole_in_its_tip(
    app: Application, page: BuilderPage, qtbot: QtBot
) -> None:
    assert app.session.cards is not None
    agenda = next(row.card for row in app.session.cards.rows if row.card.code == "00001")
    agendas = page.deck.header.open_details().agendas
    seen = []
    for rest in ("WM", "MW"):
        long = replace(agenda, code=rest, name="A" * 48 + rest * 30)
        app.session.edit(replace(deck_of(app), agendas=(long,)))
        qtbot.waitUntil(lambda: agendas.rect().contains(agendas.chips[0].geometry()))
        assert long.name in agendas.chips[0].toolTip()
        seen.append(agendas.chips[0].grab().toImage())
    assert seen[0] == seen[1]


def test_an_agenda_says_what_it_asks_for_before_it_is_chosen(app: Application) -> None:
    app.session.open([Reading(deck(name="Old", edition=Edition.FIRST, faction=Faction.STARK), ())])
    found = present(app.window.build.deck.header.choose_agenda())
    items = {found.list.item(row).text(): found.list.item(row) for row in range(found.list.count())}
    said = "Each event once at most"
    assert said in items["Dark Wings, Dark Words"].data(Role.CELL).below
    assert said in items["Dark Wings, Dark Words"].toolTip()
    assert said in items["Dark Wings, Dark Words"].data(Qt.ItemDataRole.AccessibleTextRole)
    assert items["Conquest"].data(Role.CELL).below == "No conditions for the deck"
    last = found.list.item(found.list.count() - 1)
    assert last.data(Role.CELL).below.startswith("Only with")
    assert "House Stark" not in last.data(Role.CELL).below
    found.close()


FRAME = 2


def test_the_agendas_open_under_the_summary(app: Application) -> None:
    app.session.open([Reading(deck(name="Old", edition=Edition.FIRST, faction=Faction.STARK), ())])
    header = app.window.build.deck.header
    screen = app.window.screen().availableGeometry()
    for left in (0, -200, -400):
        app.window.move(left, 0)
        found = present(header.choose_agenda())
        corner = header.summary.mapToGlobal(QPoint(0, header.summary.height()))
        if corner.x() + found.width() <= screen.right() + 1:
            # The offscreen platform moves it by a frame that it does not have.
            shown = found.pos() + found.contentsRect().topLeft()
            assert (shown - corner).manhattanLength() <= 4 * FRAME
        assert screen.adjusted(0, 0, FRAME, FRAME).contains(found.geometry())
        found.close()
    assert corner.x() < screen.center().x()


def test_a_long_name_becomes_smaller_then_ends_in_dots_and_leaves_room_for_the_verdict(
    app: Application, page: BuilderPage
) -> None:
    header = page.deck.header
    large = header.name.font().pointSizeF()
    names = (
        "Wolves",
        "2017 World Championship Deck",
        "Wolves of winter " * 9,
    )
    for width in (1280, 900):
        app.window.resize(width, 700)
        for number, name in enumerate(names):
            app.session.edit(replace(deck_of(app), name=name))
            page.pool.search.setFocus()
            QApplication.processEvents()
            assert name.split()[0] in header.name.toolTip()
            font, text = header.name.fitted(header.name.contentsRect().width())
            assert (text == name) is (number < 2) is not text.endswith("…")
            assert (font.pointSizeF() == large) is (number == 0)
        assert header.verdict.isVisible()
        assert header.rect().contains(header.verdict.geometry())

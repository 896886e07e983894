"""Proxies from the window: of a deck, of what is missing, of selected cards; stopped, narrowed."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from carddb.terms import Edition
from decks.deck import Deck
from decks.proxies import MOST_CARDS, Faces
from desktop.app import Application
from desktop.dialogs.collection_dialogs import CollectionDialog, MissingDialog
from desktop.dialogs.export_dialog import ExportDialog
from desktop.dialogs.proxies_dialog import (
    ProxiesDialog,
    ProxiesPane,
    ProxySource,
    proxies_of_cards,
)
from desktop.dialogs.simple_dialogs import DialogContext
from desktop.session.collection_state import CollectionState
from library.deck_values import LibraryDeck
from library.owned import Holding
from tests.gui.pages.library.conftest import WOLVES, PageRobot
from tests.gui.samples import card_of, choose_file, open_sample, present, show, shown_dialog

Sample = Callable[[str], Deck]


def words_of(file: Path) -> str:
    reader = pypdf.PdfReader(io.BytesIO(file.read_bytes()))
    return "\n".join(page.extract_text() for page in reader.pages)


def ready(pane: ProxiesPane, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: pane.preview_data is not None)


@pytest.fixture
def export(context: DialogContext, sample: Sample, qtbot: QtBot) -> ExportDialog:
    """Show the proxies of a deck in the export dialog."""
    deck = sample(WOLVES)
    deck = replace(deck, considered=((deck.slots[0][0], 2),))
    dialog = show(ExportDialog([LibraryDeck("1", 1, deck)], context), qtbot)
    dialog.formats.setCurrentRow(dialog.formats.count() - 1)
    ready(dialog.proxies, qtbot)
    return dialog


def test_a_deck_is_printed_and_cards_without_a_picture_are_named(
    export: ExportDialog, context: DialogContext, qtbot: QtBot, tmp_path: Path
) -> None:
    pane = export.proxies
    assert (pane.save.isVisible(), export.save.isVisible()) == (True, False)
    assert pane.summary.text() == "68 cards on 8 pages"
    assert "All cards are drawn" in pane.note.toPlainText()
    pane.form.set(faces=Faces.TEXT, marks=True, bleed=2)
    ready(pane, qtbot)
    assert pane.note.isHidden()
    with qtbot.waitSignal(export.saved):
        pane.save_to(tmp_path / "proxies.pdf")
    assert pane.summary.text() == "Saved “proxies.pdf”: 68 cards on 8 pages."
    assert "Eddard Stark" in words_of(tmp_path / "proxies.pdf")
    export.formats.setCurrentRow(0)
    assert (pane.save.isVisible(), export.save.isVisible()) == (False, True)
    assert export.options().writer == "thronesdb"


def test_a_search_narrows_the_cards_and_a_bad_one_says_why(
    export: ExportDialog, qtbot: QtBot
) -> None:
    pane = export.proxies
    QTest.keyClicks(pane.form["search"], "t:plot")
    ready(pane, qtbot)
    assert pane.summary.text() == "7 cards on 1 page"
    pane.form.set(search="t:(")
    qtbot.waitUntil(lambda: "cards on" not in pane.summary.text() and not pane.save.isEnabled())
    pane.form.set(search="", cards="Considered cards")
    ready(pane, qtbot)
    assert pane.summary.text() == "2 cards on 1 page"


def test_stopped_drawing_leaves_no_file(export: ExportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    pane = export.proxies
    pane.save_to(tmp_path / "proxies.pdf")
    assert pane.save.text() == "S&top"
    QTest.mouseClick(pane.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: pane.summary.text() == "Stopped. Nothing was saved.")
    assert list(tmp_path.glob("proxies*")) == []
    assert pane.save.text() == "&Save PDF…"


def test_a_folder_that_is_missing_is_said(
    export: ExportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    export.proxies.save_to(tmp_path / "no folder" / "proxies.pdf")
    qtbot.waitUntil(lambda: "cannot be written" in export.proxies.summary.text())


def test_more_cards_than_fit_in_a_file_are_refused(context: DialogContext, qtbot: QtBot) -> None:
    arya = card_of(context.cards, "01141")
    dialog = ProxiesDialog(ProxySource("All", {"All": ((arya, MOST_CARDS + 1),)}), context)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: "too many" in dialog.pane.summary.text())
    assert not dialog.pane.save.isEnabled()


def test_selected_search_results_are_printed(app: Application, qtbot: QtBot) -> None:
    open_sample(app)
    pool = app.window.build.pool
    pool.search.setText("arya stark")
    qtbot.waitUntil(lambda: pool.model.rowCount() > 1)
    pool.table.selectAll()
    pool.table.chosen_rows()
    cards = app.window.build.chosen_cards or [pool.model.rows[0].card]
    app.window.build.menus.print_requested.emit(tuple(cards))
    dialog = shown_dialog(qtbot, ProxiesDialog)
    ready(dialog.pane, qtbot)
    wanted = sum(card.deck_limit for card in cards)
    assert dialog.pane.summary.text().startswith(f"{wanted} cards")
    dialog.pane.form.set(cards="One of each")
    ready(dialog.pane, qtbot)
    assert dialog.pane.summary.text().startswith(f"{len(cards)} card")
    dialog.close()
    qtbot.waitUntil(lambda: app.tasks.idle)


def test_copies_of_selected_cards_are_what_a_deck_may_have(context: DialogContext) -> None:
    cards = [card_of(context.cards, code) for code in ("01141", "01005")]
    source = proxies_of_cards(cards)
    assert [n for _, n in source.choices["As many as a deck may have"]] == [3, 2]


def test_missing_cards_of_a_deck_are_printed(three: PageRobot, qtbot: QtBot) -> None:
    three.library.collection.hold_all([Holding(Edition.SECOND, "Core", 1)])
    three.reload()
    three.select(WOLVES)
    rows = three.page.table.selected()
    three.page.controller.show_missing([row.deck for row in rows])
    missing = three.dialog(MissingDialog)
    qtbot.waitUntil(lambda: bool(missing.model.rows))
    copies = present(missing.found).copies
    missing.print.click()
    dialog = shown_dialog(qtbot, ProxiesDialog)
    ready(dialog.pane, qtbot)
    assert dialog.pane.summary.text().startswith(f"{copies} cards on")
    dialog.close()
    missing.close()


@pytest.fixture
def collection(
    three: PageRobot, context: DialogContext, qtbot: QtBot
) -> Iterator[CollectionDialog]:
    """Show the collection of somebody who owns one Core Set."""
    three.library.collection.hold_all([Holding(Edition.SECOND, "Core", 1)])
    state = CollectionState(three.library_worker)
    state.receive_cards(context.cards)
    dialog = show(CollectionDialog(state, context), qtbot)
    qtbot.waitUntil(lambda: bool(state.owned.holdings) and not three.library_worker.busy)
    yield dialog
    three.settle()
    state.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_missing_cards_of_selected_products_are_printed(
    collection: CollectionDialog, qtbot: QtBot
) -> None:
    model = collection.products.model
    core = [row.name for row in model.rows].index("Core Set")
    collection.products.view.setCurrentIndex(model.index(core, 0))
    collection.print_missing()
    dialog = shown_dialog(qtbot, ProxiesDialog)
    ready(dialog.pane, qtbot)
    # Of most cards one Core Set has one copy, and a deck may have three.
    assert "cards on" in dialog.pane.summary.text()
    assert dialog.pane.form["cards"].chosen == "Missing of the selected products"
    dialog.pane.form.set(cards="All missing cards")
    qtbot.waitUntil(lambda: "too many" in dialog.pane.summary.text())
    dialog.pane.form.set(search="e:WotN")
    ready(dialog.pane, qtbot)
    dialog.close()


@pytest.mark.parametrize(("missing", "found"), [(False, "Core Set"), (True, "Wolves of the North")])
def test_lists_by_pack_are_saved(
    *, missing: bool, found: str, collection: CollectionDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    collection.print_list(missing=missing)
    choose_file(qtbot, tmp_path / "list.pdf")
    qtbot.waitUntil(lambda: "list.pdf" in collection.total.text())
    pages = pypdf.PdfReader(tmp_path / "list.pdf").pages
    assert any(found in page.extract_text() for page in pages)

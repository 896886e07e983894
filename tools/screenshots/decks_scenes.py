"""The Decks page and its dialogs, over a library with some forty decks."""

from __future__ import annotations

from typing import cast

from carddb.catalogue import sample_decks
from core.paths import published_file
from decks.report import Reading
from desktop.dialogs.deck_sheet_dialog import DeckSheetDialog
from desktop.dialogs.export_dialog import ExportDialog
from desktop.pages.library.import_dialog import ImportDialog
from desktop.pages.library.sidebar import PUBLISHED, SidebarEntry, SidebarKind
from desktop.shell.main_window import DECKS
from published.decklist import Decklist
from published.storage import PublishedStore
from tools.screenshots.album import SIZES, Album, wait_until
from tools.screenshots.lists import FAULTY, LEGAL


def scenes(album: Album) -> None:
    """Take every scene of the Decks page."""
    decks, window = album.window.decks, album.window
    window.show_page(DECKS)
    wait_until(lambda: decks.verdicts.complete and not decks.waiting)
    ids = {deck.name: deck.id for deck in window.library_worker.contents.decks}
    decks.table.setFocus()
    decks.table.select([ids["Wolves of Winter (WotN)"]])
    wait_until(lambda: not window.library_worker.busy)
    album.take("decks")
    decks.table.select([ids["Wolves, second version"], ids["Wolves without friends"]])
    album.take("decks-several", SIZES[:1])
    _published(album)
    _import(album)
    _hand_out(album)
    decks.controller.tag(decks.selected())
    album.take_over("tags", album.dialog())
    decks.sidebar.choose(SidebarEntry(SidebarKind.BIN, ""))
    album.take("decks-bin", SIZES[:1])
    decks.controller.empty_bin()
    album.take_over("empty-bin", album.dialog())
    decks.sidebar.choose(SidebarEntry(SidebarKind.ALL, ""))


def _published(album: Album) -> None:
    """Take the ready-made decks as if they were published, beside the open one of them."""
    decks, window, cards = album.window.decks, album.window, album.app.session.cards
    readings = [each.deck for each in cards.samples] if cards else []
    stored = [
        Decklist(
            number=number,
            name=deck.name,
            created=f"{2016 + number // 4}-0{1 + number % 9}-11T12:00:00+00:00",
            faction=deck.faction.value,
            agendas=tuple(sorted(each.code for each in deck.agendas)),
            slots=tuple((card.code, copies) for card, copies in deck.slots),
        )
        for number, deck in enumerate(readings, 1)
        if deck.faction is not None
    ]
    PublishedStore(published_file(album.home)).write(stored, {}, remove=True)
    album.app.session.open([Reading(readings[0], ())])
    window.show_page(DECKS)
    decks.sidebar.choose(PUBLISHED)
    wait_until(lambda: window.published.corpus is not None)
    view = decks.published
    if view is None:
        return
    view.like.click()
    wait_until(lambda: view.query.is_fresh and view.played.query.is_fresh)
    view.table.selectRow(1)
    album.take("published")
    album.app.session.close_deck(0)
    decks.sidebar.choose(SidebarEntry(SidebarKind.ALL, ""))


def _import(album: Album) -> None:
    """Take the import dialog with a list of every kind of line."""
    album.window.decks.import_files([])
    dialog = cast(ImportDialog, album.dialog())
    sample = next(each for each in sample_decks() if each.name == LEGAL[2])
    file = album.home / f"{sample.name}.txt"
    file.write_text(sample.text, "utf-8")
    dialog.paste.setPlainText(FAULTY)
    dialog.add_files([file])
    wait_until(lambda: dialog.add.text() != "Reading…")
    album.take_over("import", dialog)


def _hand_out(album: Album) -> None:
    """Take the dialogs that give decks away: export, sheet, and the difference of two."""
    controller = album.window.decks.controller
    decks = {deck.name: deck for deck in album.window.library_worker.contents.decks}
    controller.export([decks["The Wall at the table"]])
    export = cast(ExportDialog, album.dialog())
    wait_until(lambda: bool(export.preview.toPlainText()))
    album.take_over("export", export)
    controller.print_sheet([decks["Wolves, second version"]])
    sheet = cast(DeckSheetDialog, album.dialog())
    sheet.form["event"].setText("Winterfell Open")
    wait_until(lambda: sheet.preview_data is not None)
    album.take_over("sheet-dialog", sheet)
    controller.compare(decks["Wolves of Winter (WotN)"], decks["Wolves without friends"])
    album.take_over("compare", album.dialog())

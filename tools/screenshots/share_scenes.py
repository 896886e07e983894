"""The dialogs of decks among themselves: code, built and missing, several side by side."""

from __future__ import annotations

from typing import cast

from PySide6.QtWidgets import QDialog

from carddb.terms import Edition
from decks.proxies import Faces
from desktop.dialogs.collection_dialogs import CollectionDialog, MissingDialog
from desktop.dialogs.export_dialog import ExportDialog
from desktop.dialogs.proxies_dialog import ProxiesDialog, ProxiesPane
from desktop.shell.main_window import DECKS
from library.library import Library
from library.owned import Holding
from tools.screenshots.album import Album, wait_until


def scenes(album: Album) -> None:
    """Take every one of them."""
    window, controller = album.window, album.window.decks.controller
    worker = window.library_worker
    done: list[bool] = []
    decks = [deck for deck in worker.contents.decks if deck.edition is Edition.SECOND][:5]
    ids = [deck.id for deck in decks[:3]]

    def own(library: Library) -> None:
        library.collection.hold_all([Holding(Edition.SECOND, "Core", 1)])
        for deck_id in ids:
            library.decks.build(deck_id)

    worker.change(own, lambda _: done.append(True))
    window.show_page(DECKS)
    wait_until(lambda: bool(done) and not worker.busy)
    controller.copy_as(decks[:1], "qr-code")
    share = album.dialog()
    album.settle()
    album.take_over("share", share)
    controller.export(decks[:1])
    export = cast(ExportDialog, album.dialog())
    export.formats.setCurrentRow(export.formats.count() - 1)
    _take_proxies(album, "export-proxies", export, export.proxies)
    controller.show_missing(decks[3:])
    missing = cast(MissingDialog, album.dialog())
    wait_until(lambda: bool(missing.model.rows))
    missing.print_missing()
    proxies = album.shown(ProxiesDialog)
    proxies.pane.form.set(faces=Faces.TEXT, marks=True)
    _take_proxies(album, "print-proxies", proxies, proxies.pane)
    album.take_over("missing", missing)
    controller.compare(*decks)
    table = album.dialog()
    album.settle()
    album.take_over("deck-table", table)
    window.show_collection()
    collection = album.shown(CollectionDialog)
    collection.tabs.setCurrentWidget(collection.built)
    album.settle()
    menu = collection.print.menu()
    menu.popup(collection.print.mapToGlobal(collection.print.rect().topLeft()))
    album.settle()
    album.take_over("collection-print", menu)
    album.take_over("built-decks", collection)


def _take_proxies(album: Album, scene: str, dialog: QDialog, pane: ProxiesPane) -> None:
    wait_until(lambda: pane.preview_data is not None)
    album.settle()
    album.take_over(scene, dialog)

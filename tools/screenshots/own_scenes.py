"""What is the player's own: a league's list, made, chosen and in an event, and fan-made cards."""

from __future__ import annotations

import json

from app.list_draft import Scope
from carddb.own_lists import add_own_list, list_bytes
from desktop.dialogs.list_editor import ListEditor
from desktop.dialogs.own_data_dialogs import OwnCardsDialog, OwnListsDialog
from desktop.pages.events.event_dialog import EventDialog
from desktop.pages.events.page import EventsPage
from desktop.shell.main_window import BUILD, EVENTS
from tools.screenshots.album import SIZES, Album, wait_until

BANNED = ("06002", "01027", "04001")
RESTRICTED = ("01146", "11021")
PODS = (("01081", "16027"), ("15048", "19006"))
FAN_PACK = {
    "code": "NAN",
    "name": "Tales of Old Nan",
    "cards": [
        {
            "code": "nan01",
            "type": "character",
            "name": "Hot Pie",
            "faction": "neutral",
            "unique": True,
            "cost": 2,
            "strength": 1,
            "icons": {"intrigue": True},
            "traits": ["Ally"],
            "text": "No attachments except <i>Item</i>.\n<b>Reaction:</b> After you win a"
            " challenge, gain 1 gold.",
        },
        {"code": "nan02", "type": "event", "name": "A Loaf Like a Wolf", "faction": "stark",
         "cost": 1, "traits": ["Song"], "text": "<b>Action:</b> Stand Arya Stark."},
        {"code": "nan03", "type": "plot", "name": "Stories by the Fire", "faction": "neutral",
         "plotStats": {"income": 5, "initiative": 2, "claim": 1, "reserve": 7}},
    ],
}  # fmt: skip


def scenes(album: Album) -> None:
    """Take the dialogs of lists and cards, and where they are chosen."""
    controller = album.app.card_sync_controller
    controller.show_own_lists()
    lists = album.shown(OwnListsDialog)
    _edit(album, lists)
    lists.table.select(map(lists.model.key, lists.model.rows[:1]))
    wrong = album.home / "wrong.json"
    wrong.write_bytes(
        list_bytes(lists.model.rows[0]).replace(b"2026-", b"26-").replace(b"01", b"?")
    )
    lists.take(wrong)
    album.take_over("own-lists", lists)
    album.window.show_page(BUILD)
    album.open("legal.json")
    album.app.session.choose(list_code="winter-league")
    album.take("own-list-chosen", SIZES[:1])
    album.window.show_page(EVENTS)
    page = album.shown(EventsPage)
    wait_until(lambda: page.session.loaded)
    page.new()
    dialog = album.shown(EventDialog)
    dialog.form["name"].setText("Winter League, round 1")
    listed = dialog.form["list_code"]
    listed.setCurrentIndex(listed.findText("Winter League (own)"))
    album.take_over("own-list-event", dialog)
    _cards(album)


def _edit(album: Album, lists: OwnListsDialog) -> None:
    editor = lists.make()
    editor.name.setText("Winter League")
    editor.issuer.setText("The Club of Winterfell")
    for codes, say in ((BANNED, editor.ban), (RESTRICTED, editor.restrict)):
        _find(editor, codes)
        say()
    editor.scope.parts[Scope.JOUST].setChecked(True)
    for codes in PODS:
        _find(editor, codes)
        editor.listed_table.select([])
        editor.add_pod()
    editor.toggle_first()
    editor.search.setText("t:character f:stark arya")
    editor.found_table.selectRow(0)
    add_own_list(album.home, editor.list)
    album.take_over("own-list-editor", editor)
    album.app.card_sync_controller.own_data.reload()
    wait_until(lambda: bool(lists.model.rows))


def _find(editor: ListEditor, codes: tuple[str, ...]) -> None:
    editor.search.setText(f"code:{'|'.join(codes)}")
    editor.found_table.selectAll()


def _cards(album: Album) -> None:
    file = album.home / "nan.json"
    file.write_text(json.dumps(FAN_PACK), "utf-8")
    album.app.card_sync_controller.show_own_cards()
    dialog = album.shown(OwnCardsDialog)
    dialog.take(file)
    wait_until(lambda: bool(dialog.model.rows))
    album.take_over("own-cards", dialog)
    album.window.show_page(BUILD)
    album.page.pool.search.setText("is:own")
    album.settle()
    album.take("own-cards-found", SIZES[:1])

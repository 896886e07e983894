"""What the window serves beside decks: preferences, card data, what a player owns, a failure."""

from __future__ import annotations

from carddb.terms import Edition
from desktop.dialogs.card_data_dialog import CardDataDialog
from desktop.dialogs.collection_dialogs import CollectionDialog
from desktop.dialogs.crash_dialog import CrashDialog
from desktop.dialogs.preferences_dialog import PreferencesDialog
from library.owned import Holding
from tools.screenshots.album import SIZES, Album, wait_until

OWNED = (("Core", 3), ("WotN", 1), ("TtB", 1), ("TRtW", 1), ("TKP", 1), ("NMG", 1))


def scenes(album: Album) -> None:
    """Take every dialog of the window itself."""
    album.app.show_preferences()
    album.take_over("preferences", album.shown(PreferencesDialog))
    album.app.card_sync_controller.show_card_data()
    album.take_over("card-data", album.shown(CardDataDialog))
    _collection(album)
    album.app.crash_reporter.report(ValueError("what a bug would say"))
    album.take_over("failure", album.shown(CrashDialog))


def _collection(album: Album) -> None:
    """Take what a player owns, and the marks that it gives to cards."""
    collection_state = album.window.collection_state
    wait_until(lambda: collection_state.ready)
    collection_state.hold([Holding(Edition.SECOND, pack, copies) for pack, copies in OWNED])
    album.window.show_collection()
    album.settle()
    album.take_over("collection", album.shown(CollectionDialog))
    album.open("legal.json")
    album.take("owned", SIZES[:1])

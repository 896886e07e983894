"""What the window serves beside decks: preferences, card data, what a player owns, a failure."""

from __future__ import annotations

from carddb.terms import Edition
from desktop.collection.dialog import CollectionDialog
from desktop.failures import FailureDialog
from desktop.preferences import PreferencesDialog
from desktop.sync.panel import CardDataDialog
from library.owned import Holding
from tools.screenshots.album import SIZES, Album, wait_until

OWNED = (("Core", 3), ("WotN", 1), ("TtB", 1), ("TRtW", 1), ("TKP", 1), ("NMG", 1))


def scenes(album: Album) -> None:
    """Take every dialog of the window itself."""
    services = album.desk.services
    services.show_preferences()
    album.take_over("preferences", album.shown(PreferencesDialog))
    services.show_card_data()
    album.take_over("card-data", album.shown(CardDataDialog))
    _collection(album)
    album.desk.failures.show(ValueError("what a bug would say"))
    album.take_over("failure", album.shown(FailureDialog))


def _collection(album: Album) -> None:
    """Take what a player owns, and the marks that it gives to cards."""
    ownership = album.window.ownership
    wait_until(lambda: ownership.ready)
    ownership.hold([Holding(Edition.SECOND, pack, copies) for pack, copies in OWNED])
    album.window.show_collection()
    album.settle()
    album.take_over("collection", album.shown(CollectionDialog))
    album.open("legal.json")
    album.take("owned", SIZES[:1])

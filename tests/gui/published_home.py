"""Published decks for tests of the window: stored in its home folder, or ready to be served."""

from __future__ import annotations

from carddb.terms import Edition
from core.paths import published_file
from desktop.app import Application
from published.decklist import read_decklist
from published.storage import PublishedStore
from tests.gui.samples import present
from tests.unit.published.decklists import Json, decklist, draw_decklists

COUNT = 60


def decklists_for(app: Application) -> list[Json]:
    """Return the ready-made decks of a window as decklists, and some that are drawn."""
    cards = present(app.session.cards)
    drawn = draw_decklists(cards.pools[Edition.SECOND], COUNT)
    for each in (reading.deck for reading in cards.samples):
        if each.faction is not None and each.edition is Edition.SECOND:
            slots = {card.code: copies for card, copies in each.slots}
            agendas = [card.code for card in each.agendas]
            drawn.append(decklist(len(drawn) + 1, each.faction.value, agendas, slots))
    return drawn


def store_published(app: Application, decklists: list[Json]) -> None:
    """Store decklists in the home folder of a window."""
    store = PublishedStore(published_file(app.settings.path.parent))
    store.write([each for each in map(read_decklist, decklists) if each], {}, remove=True)

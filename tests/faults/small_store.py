"""A cards.db of some hundred cards, which is written and read in a moment."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from carddb.origin import Origin
from carddb.pool import CardPool, Pools
from carddb.store import CardStore
from carddb.terms import Edition
from core.progress import Progress
from tests.builders import card, pack, pool
from tests.long_run import times

COUNT = times(short=400, long=2200)
_POOLS: Pools = {
    Edition.FIRST: pool(
        card("Ice", code="core_1", edition=Edition.FIRST, pack="core"),
        edition=Edition.FIRST,
        packs=(pack("core", "Core", edition=Edition.FIRST),),
    ),
    Edition.SECOND: pool(
        *(card(f"Card {number}", code=f"{number:05}") for number in range(COUNT)), packs=(pack(),)
    ),
}


def small_store(path: Path) -> CardStore:
    """Return the cards of a file; where there is none, `pools` makes it."""
    return CardStore(path, load=lambda: _POOLS, fingerprint=lambda: "small")


def sync_texts(store: CardStore, length: int, progress: Progress | None = None) -> None:
    """Replace the cards of the second edition as a sync does, by some with texts."""
    old = _POOLS[Edition.SECOND]
    cards = [replace(card, text=f"Made up {n}. " * length) for n, card in enumerate(old)]
    new = CardPool(old.edition, cards, old.packs.values(), old.cycles.values(), old.lists.values())
    store.replace(new, Origin("https://thronesdb.com", datetime.now(UTC)), progress)

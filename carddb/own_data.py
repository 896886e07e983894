"""The player's own cards, texts and restricted lists, from the home folder into the pools."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from carddb.own_cards import load_own_packs, with_own_cards
from carddb.own_lists import load_own_lists, with_own_lists
from carddb.own_texts.storage import load_own_texts, with_own_texts
from carddb.pool import CardPool, Pools
from core.paths import own_cards_folder, own_lists_folder, own_texts_file


def with_own_data(home: Path, stored: Pools) -> tuple[Pools, str]:
    """Return stored pools with the player's own data, and which files of it are not used."""
    packs, odd_packs = load_own_packs(home, stored)
    texts = load_own_texts(home)
    pools = with_own_texts(with_own_cards(stored, packs), texts.texts)
    lists, odd_lists = load_own_lists(home, pools)
    notes = [*odd_packs, texts.note, *odd_lists]
    return with_own_lists(pools, lists), " ".join(filter(None, notes))


def without_own_data(pool: CardPool) -> CardPool:
    """Return a pool without the player's own data."""
    pool = with_own_lists(with_own_texts({pool.edition: pool.english}, {}), ())[pool.edition]
    if not pool.own_cards:
        return pool
    published = [card for card in pool if card.code not in pool.own_cards]
    packs = [pack for pack in pool.packs.values() if not pack.own]
    changed = pool.changed(cards=published, packs=packs)
    changed.own_cards = frozenset()
    return changed


def own_data_digest(home: Path) -> str:
    """Return a hash of the player's own files; empty if there are none."""
    folders = (own_cards_folder(home), own_lists_folder(home))
    files = [own_texts_file(home), *(p for each in folders for p in sorted(each.glob("*.json")))]
    found = [file.read_bytes() for file in files if file.is_file()]
    return sha256(b"\0".join(found)).hexdigest() if found else ""

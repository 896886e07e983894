"""What becomes of synced cards when the program comes with another catalogue."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from carddb.card import Card
from carddb.pool import CardPool
from carddb.thronesdb.cards import with_text


def holds_what_is_new(synced: CardPool, day: date, shipped: CardPool) -> bool:
    """Return whether cards that were synced on a day hold all that the catalogue has since then.

    They do not where the catalogue has a pack or a list of a later day that they lack. What is
    older and not among them, the server did not have.
    """
    packs = (
        pack
        for pack in shipped.packs.values()
        if pack.release_day is not None and pack.release_day > day
    )
    lists = (each for each in shipped.lists.values() if each.date > day)
    return all(pack.code in synced.packs for pack in packs) and all(
        each.code in synced.lists for each in lists
    )


def renewed(synced: CardPool, shipped: CardPool) -> CardPool:
    """Return synced cards with their facts read from their texts again, as this program reads.

    Errata are those of the catalogue; the server has none.
    """
    return CardPool(
        synced.edition,
        (_renewed(card, shipped.by_code.get(card.code)) for card in synced),
        synced.packs.values(),
        synced.cycles.values(),
        synced.lists.values(),
    )


def _renewed(card: Card, known: Card | None) -> Card:
    with_errata = replace(card, errata=known.errata if known else card.errata)
    return with_text(with_errata, card.text or ("" if card.blank else None), known)

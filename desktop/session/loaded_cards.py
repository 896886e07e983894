"""The cards of both editions, as loaded for the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from carddb.card import Card
from carddb.local_names import Language, local_pools, name_order
from carddb.pool import CardPool
from carddb.terms import Edition
from decks.deck import deck_of_cards
from decks.report import Reading
from desktop.runtime.tasks import Progress

if TYPE_CHECKING:
    from validators.judge import Judge


@dataclass(frozen=True, slots=True)
class PoolRow:
    """A card as the card table shows it; `place` sorts by name."""

    card: Card
    pack: str
    place: tuple[bytes, str]


@dataclass(frozen=True, slots=True, eq=False)
class LoadedCards:
    """The cards of both editions, with judges, rows of the card table and sample decks.

    Compared by identity, so that it can be the key of a cache. `origin` says where the second
    edition is from, `synced` when a server was last checked for newer cards, None for never;
    `shipped` is the day of the cards that came with the program.
    `note` says why the cards could not be stored on disk, or what of the player's own could not be
    read.
    """

    pools: Mapping[Edition, CardPool]
    judges: Mapping[Edition, Judge]
    rows: tuple[PoolRow, ...]
    samples: tuple[Reading, ...]
    note: str = ""
    origin: str = "from the catalogue in this program"
    synced: datetime | None = None
    shipped: date = field(kw_only=True)

    @property
    def text_count(self) -> int:
        """How many cards of the second edition have their texts from a server."""
        pool = self.pools[Edition.SECOND]
        own = pool.own_texts | pool.own_cards
        return sum(bool(card.text) and card.code not in own for card in pool)

    @property
    def has_texts(self) -> bool:
        return self.text_count > 0

    def in_language(self, language: Language | None) -> LoadedCards:
        """Return the same cards with their names in a language; None: in English."""
        from validators.judge import Judge  # noqa: PLC0415 - not at start

        pools = local_pools(self.pools, language)
        if all(pool is self.pools[edition] for edition, pool in pools.items()):
            return self
        return replace(
            self,
            pools=pools,
            judges={edition: Judge(pool) for edition, pool in pools.items()},
            rows=pool_rows(pools),
            samples=tuple(
                replace(each, deck=deck_of_cards(each.deck, pools)) for each in self.samples
            ),
        )

    def card(self, code: str) -> Card | None:
        for pool in self.pools.values():
            if (card := pool.by_code.get(code)) is not None:
                return card
        return None

    def pack_name(self, card: Card) -> str:
        return self.pools[card.edition].pack_name(card)

    def named(self, code: str) -> str:
        """Return a card's name, with its pack where the edition has several cards of the name."""
        card = self.card(code)
        if card is None:
            return code
        if len(self.pools[card.edition].by_title[card.name]) == 1:
            return card.name
        return f"{card.name} ({self.pack_name(card)})"


def load_cards(home: Path, progress: Progress) -> LoadedCards:
    """Return the cards of both editions, filling cards.db in the home folder first if need be."""
    # SQL takes 0.4 s to import: in the worker, while the window is there already.
    from carddb.catalogue import as_of, sample_decks  # noqa: PLC0415
    from carddb.own_data import with_own_data  # noqa: PLC0415
    from carddb.store import CardStore  # noqa: PLC0415
    from core.paths import cards_file  # noqa: PLC0415
    from decks.deck_reader import read_decks  # noqa: PLC0415
    from validators.judge import Judge  # noqa: PLC0415

    store = CardStore(cards_file(home))
    pools, own_note = with_own_data(home, store.pools(progress))
    judges = {edition: Judge(pool) for edition, pool in pools.items()}
    samples = (
        reading
        for edition in Edition
        for sample in sample_decks(edition)
        for reading in read_decks(sample.text, pools, name=sample.name)
    )
    origin = store.origin(Edition.SECOND)
    words = origin.words(datetime.now().astimezone())
    rows = pool_rows(pools)
    note = " ".join(filter(None, (store.note, own_note)))
    synced, shipped = origin.synced, as_of()
    return LoadedCards(pools, judges, rows, tuple(samples), note, words, synced, shipped=shipped)


def pool_rows(pools: Mapping[Edition, CardPool]) -> tuple[PoolRow, ...]:
    rows = (
        PoolRow(card, pool.pack_name(card), (name_order(card.name), card.code))
        for pool in pools.values()
        for card in pool
    )
    return tuple(sorted(rows, key=lambda row: row.place))

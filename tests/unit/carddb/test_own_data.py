"""The player's own cards and lists among the published ones, and what outlives them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from carddb.own_cards import OwnCardsError, add_own_pack, read_own_pack, remove_own_pack
from carddb.own_data import own_data_digest, with_own_data, without_own_data
from carddb.own_lists import add_own_list, read_own_list
from carddb.own_texts.storage import add_own_texts
from carddb.pool import CardPool, Pools
from carddb.terms import Edition
from decks.deck import Deck
from library.addresses import library_address
from library.library import Library
from tests.unit.cli.test_cards import FAN
from tests.unit.cli.test_lists import LEAGUE


def own_pools(home: Path, pools: Pools) -> Pools:
    """Store a pack, a list that bans one of its cards, and a text; return the pools with them."""
    add_own_pack(home, read_own_pack(json.dumps(FAN).encode(), pools))
    with_cards, _ = with_own_data(home, pools)
    listed = LEAGUE | {"bannedCards": ["fan001"]}
    add_own_list(home, read_own_list(json.dumps(listed).encode(), with_cards))
    add_own_texts(home, {"core_1": "A text of mine."})
    found, note = with_own_data(home, pools)
    assert note == ""
    return found


def facts(pool: CardPool) -> tuple[object, ...]:
    return pool.cards, pool.packs, pool.lists, pool.own_texts, pool.own_cards


def test_what_is_stored_is_as_before_without_what_is_the_players_own(
    pools: Pools, tmp_path: Path
) -> None:
    found = own_pools(tmp_path, pools)
    second = found[Edition.SECOND]
    assert second.own_cards == {"98004", "fan001", "fan002"}
    assert second.lists["winter-league"].banned == {"fan001"}
    assert found[Edition.FIRST].card("core_1").text == "A text of mine."
    for edition, pool in found.items():
        assert facts(without_own_data(pool)) == facts(pools[edition])


def test_a_pack_of_an_impossible_day_is_not_used(pools: Pools, tmp_path: Path) -> None:
    pack = read_own_pack(json.dumps(FAN).encode(), pools)
    damaged = FAN | {"releaseDate": "2026-02-31"}
    add_own_pack(tmp_path, pack).write_text(json.dumps(damaged))
    found, note = with_own_data(tmp_path, pools)
    assert "releaseDate must be a day" in note
    assert facts(found[Edition.SECOND]) == facts(pools[Edition.SECOND])


def test_half_a_character_is_not_a_text(pools: Pools) -> None:
    texts = [{**FAN["cards"][0], "text": text} for text in ("Insight.", "In\ud800sight.")]
    whole, half = (json.dumps(FAN | {"cards": [each]}).encode() for each in texts)
    assert read_own_pack(whole, pools)
    with pytest.raises(OwnCardsError, match="text must be at most"):
        read_own_pack(half, pools)


def test_a_digest_is_another_with_each_file(pools: Pools, tmp_path: Path) -> None:
    digests = {own_data_digest(tmp_path)}
    add_own_pack(tmp_path, read_own_pack(json.dumps(FAN).encode(), pools))
    digests.add(own_data_digest(tmp_path))
    add_own_list(tmp_path, read_own_list(json.dumps(LEAGUE).encode(), pools))
    digests.add(own_data_digest(tmp_path))
    assert len(digests) == 3


def test_a_deck_of_the_library_keeps_cards_whose_pack_is_gone(pools: Pools, tmp_path: Path) -> None:
    own = own_pools(tmp_path, pools)
    pool = own[Edition.SECOND]
    slots = ((pool.card("01141"), 1), (pool.card("fan001"), 2))
    deck = Deck(name="Fans", edition=Edition.SECOND, slots=slots)
    library = Library(library_address(tmp_path), clock=lambda: datetime.now(UTC), home=tmp_path)
    with library:
        stored = library.decks.add(deck)
        remove_own_pack(tmp_path, "FAN")
        gone, _ = with_own_data(tmp_path, pools)
        without = library.decks.open(stored.id, gone)
        assert [(each.name, each.copies) for each in without.unknown] == [
            ("Old Nan of the Tower", 2)
        ]
        assert library.decks.open(stored.id, own).deck.slots == slots

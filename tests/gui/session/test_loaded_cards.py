"""What the window is told of where its cards are from."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from carddb.origin import Origin
from carddb.own_texts.storage import add_own_texts
from carddb.store import CardStore
from carddb.terms import Edition
from core.paths import cards_file, own_texts_file
from desktop.session.loaded_cards import load_cards
from desktop.shell.status_bar import cards_origin
from tests.gui.session import few_cards as few

few_cards = few.few_cards
pytestmark = pytest.mark.usefixtures("few_cards")


def silent(_done: int, _total: int) -> None:
    """Take no notice of progress."""


def test_the_line_of_status_says_where_the_cards_are_from(tmp_path: Path) -> None:
    assert "from the catalogue in this program" in cards_origin(load_cards(tmp_path, silent))
    store = CardStore(cards_file(tmp_path))
    pool = store.pools()[Edition.SECOND]
    synced = datetime.now(UTC) - timedelta(days=2, hours=1)
    store.replace(pool, replace(Origin(), source="https://thronesdb.com", synced=synced))
    assert "synced 2 days ago from https://thronesdb.com" in cards_origin(
        load_cards(tmp_path, silent)
    )


def test_the_players_own_texts_are_on_the_cards_and_damage_is_told(tmp_path: Path) -> None:
    add_own_texts(tmp_path, {"core_1": "Juggle."})
    cards = load_cards(tmp_path, silent)
    card = cards.card("core_1")
    assert card is not None
    assert (card.text, cards.note) == ("Juggle.", "")
    assert cards.pools[Edition.FIRST].own_texts == {"core_1"}
    own_texts_file(tmp_path).write_bytes(b"{")
    again = load_cards(tmp_path, silent)
    assert "your own texts was damaged" in again.note
    assert again.pools[Edition.FIRST].own_texts == frozenset()

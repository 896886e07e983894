"""What the window is told of where its cards are from."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from carddb.origin import Origin
from carddb.paths import cards_file
from carddb.store import CardStore
from carddb.terms import Edition
from desktop.session.loaded_cards import load_cards
from desktop.shell.status_bar import source_of


def silent(_done: int, _total: int) -> None:
    """Take no notice of progress."""


def test_the_line_of_status_says_where_the_cards_are_from(tmp_path: Path) -> None:
    assert "from the catalogue in this program" in source_of(load_cards(tmp_path, silent))
    store = CardStore(cards_file(tmp_path))
    pool = store.pools()[Edition.SECOND]
    synced = datetime.now(UTC) - timedelta(days=2, hours=1)
    store.replace(pool, replace(Origin(), source="https://thronesdb.com", synced=synced))
    assert "synced 2 days ago from https://thronesdb.com" in source_of(load_cards(tmp_path, silent))

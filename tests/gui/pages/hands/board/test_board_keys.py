"""The keys of the table, and the seeds of its hands."""

from __future__ import annotations

from desktop.pages.hands.board.board_keys import BOARD_KEYS
from desktop.pages.hands.board.board_panel import random_seed


def test_no_key_of_the_table_means_two_things() -> None:
    keys = [(key, each.control) for each in BOARD_KEYS for key in each.keys]
    assert len(keys) == len(set(keys))


def test_seeds_by_chance_can_be_read_out() -> None:
    assert all(0 <= random_seed() < 1_000_000 for _ in range(20))

"""cards.db: the cards of both editions on disk, a cache that can always be rebuilt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from carddb.pool import CardPool
from carddb.terms import Edition

Progress = Callable[[int, int], None]


class CardStore:
    """The cards on disk; every method may be called from any thread."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def pools(self, progress: Progress | None = None) -> Mapping[Edition, CardPool]:
        """Return the pools of both editions, filling or rebuilding cards.db first if need be.

        `progress` is called with (done, total) while it is filled, not at all otherwise.
        """
        raise NotImplementedError

"""A judge for background work."""

from __future__ import annotations

import time

from typing_extensions import override

from carddb.pool import CardPool
from decks.deck import Deck
from desktop.runtime.tasks import Progress
from validators.conditions import Conditions
from validators.judge import Judge
from validators.problem import Verdict


class CancellableJudge(Judge):
    """Reports progress and yields the GIL between verdicts, so it can be cancelled."""

    def __init__(self, pool: CardPool, report: Progress) -> None:
        super().__init__(pool)
        self._report = report

    @override
    def verdict(self, deck: Deck, conditions: Conditions) -> Verdict:
        self._report(0, 0)
        time.sleep(0)
        return super().verdict(deck, conditions)

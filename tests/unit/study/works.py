"""Work for the workers of a study: top-level functions, which another process can import."""

from __future__ import annotations

import json
import os
import signal

from study.workers import BatchAnswer, DeckBatch


def counted(batch: DeckBatch) -> tuple[BatchAnswer, ...]:
    """Answer with the cards of each deck, and with who did it."""
    return tuple(
        BatchAnswer({"cards": sum(json.loads(text)["slots"].values()), "by": os.getpid()}, 0.1)
        for text in batch.texts
    )


def counted_or_killed(batch: DeckBatch) -> tuple[BatchAnswer, ...]:
    """Do the same, but die of a deck of 13 cards."""
    if any(sum(json.loads(text)["slots"].values()) == 13 for text in batch.texts):
        os.kill(os.getpid(), signal.SIGKILL)
    return counted(batch)

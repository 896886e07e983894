"""What a fresh hand is worth by a score: every hand of a deck, without looking at its cards.

The best policy needs no more than that of the hands it has yet to deal. Where the score is what the
best setup has most of, keys hold nothing else, states that are worth the same are one, and a
twentieth of the pairs is left.
"""

from __future__ import annotations

import numpy as np

from carddb.progress import Progress
from goldfish.exact import deals, every_hand, is_possible
from goldfish.merged_tables import MergedKernel, TableMemory
from goldfish.mulligan import Score
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_part_tables import Floats
from goldfish.setup_plan import Criterion


def fresh_chances(kernel: SetupKernel, score: Score, progress: Progress) -> Floats:
    """Return the chance of each value (front of a key) that a fresh hand may have.

    Values that score the same may be counted as one of them.
    """
    by_score = _kernel_for(kernel, score)
    shift, total = by_score.keys.value_shift, np.zeros(1 << by_score.keys.value_bits)
    for pairs in every_hand(by_score, progress):
        weights = np.outer(pairs.mine, pairs.theirs).ravel()
        total += np.bincount((pairs.keys[0] >> shift).ravel(), weights, len(total))
    chances = np.zeros(1 << kernel.keys.value_bits)
    chances[:: len(chances) // len(total)] = total / deals(kernel)
    return chances


def _kernel_for(kernel: SetupKernel, score: Score) -> SetupKernel:
    """Return a kernel that knows of the score alone, or the same where that would be no quicker."""
    scored = Criterion.CARDS if score in {Score.GREAT, Score.NOT_POOR} else Criterion(score.value)
    if scored is not kernel.order[0] or kernel.classes.untabled_pairs:
        return kernel
    merged = MergedKernel(kernel.opening, (scored,), TableMemory(lambda _: 0))
    return merged if is_possible(merged) else kernel

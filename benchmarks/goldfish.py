"""How fast hands are dealt and solved, and how fast every hand of a deck is."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import numpy as np

from benchmarks.table import Benchmark, Trial, Unit
from carddb import catalogue
from decks.deck import Deck
from decks.reading import read_decks
from goldfish.dealing import Deal, Dealer, Sampling
from goldfish.exact_report import exact_hands
from goldfish.kernel import Kernel
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.opening import opening
from goldfish.setup import best_setup
from goldfish.simulate import sampled_hands

# A deck with attachments and shadows.
REFERENCE = "2018 World Championship Deck"
HANDS = 100 * 4096


def _samples() -> list[Deck]:
    pools = catalogue.pools()
    return [read_decks(each.text, pools)[0].deck for each in catalogue.sample_decks()]


def _reference() -> Deck:
    return next(deck for deck in _samples() if deck.name == REFERENCE)


def hands(_: Path) -> Trial:
    """Deal, solve and count hands of the reference deck."""
    kernel = Kernel(opening(_reference()))
    deck = np.repeat(
        np.arange(len(kernel.opening.slots), dtype=np.uint8),
        [copies for _, copies in kernel.opening.slots],
    )

    def dealt() -> None:
        dealer = Dealer(1)
        for _ in range(HANDS // 4096):
            Deal(deck, dealer.words(), 7, halved=False)

    sampling = Sampling(HANDS, 1)
    return Trial(lambda: sampled_hands(kernel, KeepPolicy(), sampling), dealt, HANDS)


def reference_solver(_: Path) -> Trial:
    """Solve one hand after another with the reference."""
    made = opening(_reference())
    cards = [card for card, copies in made.slots for _ in range(copies)]
    some = cycle([cards[start : start + 49 : 7] for start in range(11)])
    return Trial(
        lambda: best_setup(next(some), made.rules),
        lambda: sorted(next(some), key=lambda card: card.code),
    )


def exact(_: Path) -> Trial:
    """Report on every hand of one sample deck after another, its tables made anew."""
    rotation = cycle([opening(deck) for deck in _samples()])
    return Trial(
        lambda: exact_hands(Kernel(next(rotation)), KeepPolicy()),
        lambda: np.add.outer(np.arange(2000), np.arange(2000)).max(),
    )


def slowest_exact(_: Path) -> Trial:
    """Solve the best mulligans of the sample deck with the most different hands."""
    deck = max((opening(each) for each in _samples()), key=lambda each: len(each.slots))
    policy = KeepPolicy(PolicyKind.OPTIMAL)
    return Trial(
        lambda: exact_hands(Kernel(deck), policy),
        lambda: np.add.outer(np.arange(2000), np.arange(2000)).max(),
    )


BENCHMARKS = (
    Benchmark("hands.sampled", Unit.PER_SECOND, "hands dealt alone", hands),
    Benchmark("hands.reference", Unit.MICROSECONDS, "hands sorted", reference_solver),
    Benchmark("hands.exact", Unit.MILLISECONDS, "4 million numbers added", exact),
    Benchmark("hands.slowest", Unit.MILLISECONDS, "4 million numbers added", slowest_exact),
)

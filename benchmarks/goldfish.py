"""How fast hands are dealt and solved, every hand of a deck, and the first rounds played."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import numpy as np

from benchmarks.table import Benchmark, Trial, Unit
from carddb import catalogue
from decks.deck import Deck
from decks.deck_reader import read_decks
from goldfish.dealer import BLOCK, Deal, Dealer, Sampling
from goldfish.draw_deck import DrawDeck, opening
from goldfish.exact import exact_hands
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.rounds.game import played
from goldfish.rounds.game_plan import plan_game
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import TOGETHER, orders_of_decks, sampled_rounds
from goldfish.setup import best_setup
from goldfish.setup_kernel import SetupKernel
from goldfish.simulate import sampled_hands
from goldfish.swaps.advice import AdviceOptions, advise
from goldfish.swaps.hand_changes import incoming
from goldfish.swaps.outcomes_without import Question
from goldfish.swaps.rated_change import Changes, Goal, SwapAdvice

# A deck with attachments and shadows.
REFERENCE = "2018 World Championship Deck"
# A deck of which advice takes the median time of all.
MEDIAN = "House Tyrell Intro Deck"
HANDS = 100 * 4096
GAMES = 5 * 4096


def _samples() -> list[Deck]:
    pools = catalogue.pools()
    return [read_decks(each.text, pools)[0].deck for each in catalogue.sample_decks()]


def _reference() -> Deck:
    return next(deck for deck in _samples() if deck.name == REFERENCE)


def hands(_: Path) -> Trial:
    """Deal, solve and count hands of the reference deck."""
    kernel = SetupKernel(opening(_reference()))
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
    """Report on every hand of all sample decks, their tables made anew; the figure is a mean.

    All decks in each sample: one has twenty times as many hands as another.
    """
    decks = [opening(deck) for deck in _samples()]
    return Trial(
        lambda: [exact_hands(SetupKernel(deck), KeepPolicy()) for deck in decks],
        lambda: [np.add.outer(np.arange(2000), np.arange(2000)).max() for _ in decks],
        amount=len(decks),
    )


def slowest_deck() -> Deck:
    """Return the sample deck with the most different hands."""
    return max(_samples(), key=lambda each: len(opening(each).slots))


def slowest_exact(_: Path) -> Trial:
    """Solve the best mulligans of the sample deck with the most different hands."""
    deck = opening(slowest_deck())
    policy = KeepPolicy(PolicyKind.OPTIMAL)
    return Trial(
        lambda: exact_hands(SetupKernel(deck), policy),
        lambda: np.add.outer(np.arange(2000), np.arange(2000)).max(),
    )


def rounds(_: Path) -> Trial:
    """Shuffle, set up and play three rounds of the reference deck."""
    kernel = RoundsKernel(plan_game(_reference()))
    sampling = Sampling(GAMES, 1)
    return Trial(
        lambda: sampled_rounds(kernel, sampling),
        lambda: list(orders_of_decks(kernel, sampling)),
        GAMES,
    )


def rounds_of_samples(_: Path) -> Trial:
    """Play three rounds of every fourth sample deck, each prepared anew."""
    plans = [plan_game(deck) for deck in _samples()[::4]]
    games = TOGETHER * BLOCK
    sampling = Sampling(games, 1)

    def play() -> None:
        for plan in plans:
            sampled_rounds(RoundsKernel(plan), sampling)

    kernels = [RoundsKernel(plan) for plan in plans]
    return Trial(
        play,
        lambda: [list(orders_of_decks(kernel, sampling)) for kernel in kernels],
        games * len(plans),
    )


def one_game(_: Path) -> Trial:
    """Play three rounds of one game after another with the reference."""
    made = plan_game(_reference())
    kernel = RoundsKernel(made)
    (order,) = orders_of_decks(kernel, Sampling(64, 1))
    games = cycle([[made.cards[index] for index in game] for game in order.T])
    return Trial(
        lambda: played(made, next(games)),
        lambda: best_setup(next(games)[:7], made.opening.rules),
    )


def _asked(name: str) -> tuple[DrawDeck, Changes, Question]:
    """Return the changes of a sample deck by every tenth kind of cards, for any of its cards."""
    deck = next(each for each in _samples() if each.name == name)
    made = opening(deck)
    pool = catalogue.pools()[deck.edition]
    cards = tuple(
        card
        for card in pool
        if card.in_draw_deck
        and not card.reprint_of
        and (card.neutral or deck.faction in card.factions)
    )
    question = Question(Goal(), KeepPolicy())
    kinds = incoming(made, dict.fromkeys((card for card, _ in made.slots), cards), question)
    some = [card for kind in kinds[::10] for card in kind]
    changes = {out: tuple(card for card in some if card is not out) for out, _ in made.slots}
    return made, changes, question


def advised(name: str) -> SwapAdvice:
    """Rate a tenth of the changes of a sample deck."""
    *_, advice = advise(*_asked(name), AdviceOptions())
    return advice


def advice(_: Path) -> Trial:
    """Rate a tenth of the changes of the sample deck that takes the median time of all."""
    asked = _asked(MEDIAN)
    return Trial(
        lambda: list(advise(*asked, AdviceOptions())),
        lambda: np.add.outer(np.arange(2000), np.arange(2000)).max(),
    )


BENCHMARKS = (
    Benchmark("hands.sampled", Unit.PER_SECOND, "hands dealt alone", hands),
    Benchmark("hands.reference", Unit.MICROSECONDS, "hands sorted", reference_solver),
    Benchmark("hands.exact", Unit.MILLISECONDS, "4 million numbers added", exact),
    Benchmark("hands.slowest", Unit.MILLISECONDS, "4 million numbers added", slowest_exact),
    Benchmark("hands.advice", Unit.MILLISECONDS, "4 million numbers added", advice),
    Benchmark("rounds.sampled", Unit.PER_SECOND, "decks shuffled alone", rounds),
    Benchmark("rounds.samples", Unit.PER_SECOND, "decks shuffled alone", rounds_of_samples),
    Benchmark("rounds.reference", Unit.MILLISECONDS, "hands set up alone", one_game),
)

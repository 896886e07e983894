"""What the answers about a deck leave in memory for the next question."""

from __future__ import annotations

from collections.abc import Mapping

from carddb.pool import CardPool
from carddb.terms import Edition
from goldfish.mulligan import KeepPolicy
from goldfish.queries import (
    DealtDeck,
    HandsOptions,
    HandsQuestion,
    Method,
    PlayedDeck,
    RoundsQuestion,
)
from goldfish.query_answers import answer_to
from goldfish.setup_kernel import SetupKernel
from tests.small_deck import small_deck


def silent(done: int, total: int) -> None:
    """Take no notice of progress."""


def test_one_kernel_is_kept_for_hands_and_rounds_and_none_of_the_deck_before(
    pools: Mapping[Edition, CardPool],
) -> None:
    deck = small_deck(pools)
    other = deck.with_copies(deck.slots[0][0], 1)
    options = HandsOptions(KeepPolicy(), Method.SAMPLED, hands=100)
    kept: dict[object, object] = {}

    def setups() -> list[SetupKernel]:
        return [each for each in kept.values() if isinstance(each, SetupKernel)]

    mine = DealtDeck.of("", deck)
    answer_to(HandsQuestion(mine, None, options), silent, kept)
    (first,) = setups()
    played = PlayedDeck("", deck, mine.draw_deck, (), ())
    answer_to(RoundsQuestion(played, None, games=10), silent, kept)
    assert setups() == [first]
    answer_to(HandsQuestion(DealtDeck.of("", other), None, options), silent, kept)
    (second,) = setups()
    assert second.opening == DealtDeck.of("", other).draw_deck
    assert len(kept) == 1
    # Only the tables are kept, not what is made of them in a moment.
    assert not {"_look_up", "_walks"} & set(vars(second))


def test_kept_kernels_answer_as_new_ones_do(pools: Mapping[Edition, CardPool]) -> None:
    options = HandsOptions(KeepPolicy(), Method.SAMPLED, hands=200)
    question = HandsQuestion(DealtDeck.of("", small_deck(pools)), None, options)
    kept: dict[object, object] = {}
    answers = [answer_to(question, silent, each).mine for each in (kept, kept, {})]
    first, again, new = ((each.cards, each.gold, each.poor) for each in answers)
    assert first == again == new

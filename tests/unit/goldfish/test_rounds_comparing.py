"""Two decks played from the same shuffles: what more the first has is known better than each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

import pytest

from carddb.card import Card
from core.errors import AppError, CancelledError
from decks.deck import Deck
from goldfish.dealer import Sampling
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.report import Estimate
from goldfish.rounds.game_plan import plan_game
from goldfish.rounds.report import RoundReport
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import compared_rounds

SAMPLING = Sampling(6000, 3)


def estimates(each: RoundReport) -> Iterator[tuple[str, Estimate]]:
    for field in fields(each):
        value = getattr(each, field.name)
        if isinstance(value, Estimate):
            yield field.name, value


def pair(decks: Sequence[Deck], rounds: int = 3) -> tuple[RoundsKernel, RoundsKernel]:
    one, other = (RoundsKernel(plan_game(deck, rounds=rounds)) for deck in decks)
    return one, other


def half(estimate: Estimate) -> float:
    return (estimate.high - estimate.low) / 2


def another(deck: Deck) -> Deck:
    """Return a version of a deck that has an event less and another one more."""
    events = [card for card, _ in deck.draw() if card.type.value == "event"]
    return deck.with_copies(events[0], 0).with_copies(cheap(deck), 3)


def cheap(deck: Deck) -> Card:
    people = [card for card, copies in deck.draw() if card.type.value == "character" and copies < 3]
    return min(people, key=lambda card: (card.cost if isinstance(card.cost, int) else 9, card.code))


@pytest.mark.parametrize("kind", [PolicyKind.KEEP, PolicyKind.POOR, PolicyKind.OPTIMAL])
def test_equal_decks_do_not_differ(samples: tuple[Deck, ...], kind: PolicyKind) -> None:
    made = plan_game(samples[5], rounds=2)
    kernel, alike = (RoundsKernel(made, KeepPolicy(kind)) for _ in range(2))
    one, other, gaps = compared_rounds(kernel, alike, SAMPLING)
    assert one.rounds == other.rounds
    assert [each.round for each in gaps] == [1, 2]
    for each in gaps:
        for name, gap in estimates(each):
            assert (gap.low, gap.mean, gap.high) == (0, 0, 0), name


def test_versions_of_a_deck_are_told_apart_better_in_pairs(samples: tuple[Deck, ...]) -> None:
    """The interval of the difference is narrower than that of games apart."""
    kernels = pair((samples[5], another(samples[5])))
    one, other, gaps = compared_rounds(*kernels, SAMPLING)
    assert len(gaps) == 3
    for mine, theirs, gap in zip(one.rounds, other.rounds, gaps, strict=True):
        assert gap.plot is None
        for name, found in estimates(gap):
            a, b = getattr(mine, name), getattr(theirs, name)
            assert found.mean == pytest.approx(a.mean - b.mean, abs=1e-9)
        for name in ("gold", "hand", "characters", "strength"):
            a, b = getattr(mine, name), getattr(theirs, name)
            assert half(getattr(gap, name)) < 0.95 * (half(a) ** 2 + half(b) ** 2) ** 0.5, name
    assert one.games == other.games == SAMPLING.hands


def test_decks_of_other_sizes_and_agendas_are_compared(samples: tuple[Deck, ...]) -> None:
    kernel, *others = (RoundsKernel(plan_game(samples[n], rounds=1)) for n in (10, 1, 12))
    for theirs in others:
        one, other, gaps = compared_rounds(kernel, theirs, Sampling(500, 3))
        assert gaps[0].gold.mean == pytest.approx(
            one.rounds[0].gold.mean - other.rounds[0].gold.mean
        )


def test_rounds_must_be_as_many(samples: tuple[Deck, ...]) -> None:
    one, other = (RoundsKernel(plan_game(samples[5], rounds=rounds)) for rounds in (1, 2))
    with pytest.raises(AppError, match="same rounds"):
        compared_rounds(one, other, SAMPLING)


def test_progress_is_told_and_may_stop_it(samples: tuple[Deck, ...]) -> None:
    kernels = pair((samples[5], samples[5]), rounds=1)
    reported: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        reported.append((done, total))
        if done == total:
            raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        compared_rounds(*kernels, SAMPLING, tell)
    assert reported == sorted(reported)
    assert reported[-1] == (2 * SAMPLING.hands, 2 * SAMPLING.hands)

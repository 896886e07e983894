"""The kernel finds what the reference finds, and the reference what trying everything finds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from itertools import product

import numpy as np
import pytest

from carddb.card import Card
from carddb.card_match import accepts, host_allows
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from goldfish.draw_deck import opening
from goldfish.setup import DEFAULT_ORDER, Criterion, Order, Way, best_setup, order_of, strength_of
from goldfish.setup_kernel import SetupKernel
from goldfish.setup_rules import SetupRules, rules_for
from tests.long_run import times

HANDS_OF_A_SAMPLE = times(short=40, long=550)
HANDS_OF_A_RANDOM_DECK = times(short=25, long=150)
HANDS_OF_A_LARGE_DECK = times(short=30, long=300)
HANDS_OF_EVERY_SETUP = times(short=30, long=150)

# Cards whose ways depend on each other: Ghost and Summer in both types, one copy per character,
# Blessed by the Maiden, Milk of the Poppy and what it spoils, shadows.
AWKWARD = (
    *("01123", "07021", "01148", "07034", "01144", "03003", "14036", "08056", "26016", "08064"),
    *("01035", "13044", "17139", "11016", "26106", "26094", "11099", "08090", "02102", "17126"),
)


def agree(kernel: SetupKernel, deck: Sequence[Card], count: int, seed: int) -> None:
    """Solve hands of a deck both ways."""
    dead = len(kernel.classes.cards)
    dice = random.Random(seed)  # noqa: S311 - nothing secret
    rules = kernel.opening.rules
    hands = [dice.sample(deck, rules.hand_size) for _ in range(count)]
    numbers = [[kernel.number.get(card.code, dead) for card in hand] for hand in hands]
    keys = kernel.solve(np.array(numbers, np.uint8).T.copy())
    for column, hand in enumerate(hands):
        plan = best_setup(hand, rules, kernel.order)
        found = tuple(int(lane) for lane in keys[:, column])
        codes = [card.code for card in hand]
        assert kernel.keys.tally(found[0] >> kernel.keys.value_shift) == plan.tally, codes
        placed = Counter(kernel.number[each.card.code] for each in plan.placed)
        assert found == kernel.keys.key(plan.tally, placed), codes


def cards_of(kernel: SetupKernel) -> list[Card]:
    return [card for card, copies in kernel.opening.slots for _ in range(copies)]


@pytest.mark.parametrize("part", range(4))
def test_kernel_and_reference_agree_on_every_sample_deck(
    samples: tuple[Deck, ...], part: int
) -> None:
    # Every fourth deck or so, where others are in the test of rounds.
    every_other = times(short=16, long=4)
    for number, deck in enumerate(samples[every_other - 4 + part :: every_other]):
        kernel = SetupKernel(opening(deck))
        agree(kernel, cards_of(kernel), HANDS_OF_A_SAMPLE, seed=number)


def random_deck(pool: CardPool, dice: random.Random, awkward: Iterable[str] = ()) -> Deck:
    """Return a deck of one faction and neutral cards that no event would let in."""
    house = dice.choice([Faction.STARK, Faction.MARTELL, Faction.TARGARYEN, Faction.LANNISTER])
    own = [
        card
        for card in pool
        if card.in_draw_deck and card.only_in is None and (card.neutral or house in card.factions)
    ]
    foreign = [card for card in pool if card.in_draw_deck and card.type is not CardType.EVENT]
    chosen = [*map(pool.card, awkward), *dice.sample(own, 22), *dice.sample(foreign, 6)]
    agendas = [c for c in pool if c.type is CardType.AGENDA and c.code in AGENDAS]
    copies = [(card, dice.randint(1, 3)) for card in dict.fromkeys(chosen)]
    return Deck.of("Random", pool.edition, house, [*copies, (dice.choice(agendas), 1)])


AGENDAS = {"08039", "09045", "01027", "00367", "26120", "btns_119", "kl_15", "qod_47", "soo_19"}


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("seed", range(0, 12, times(short=4, long=1)))
def test_kernel_and_reference_agree_on_random_decks(
    pools: Pools, edition: Edition, seed: int
) -> None:
    dice = random.Random(seed)  # noqa: S311 - nothing secret
    awkward = dice.sample(AWKWARD, 7) if edition is Edition.SECOND else ()
    kernel = SetupKernel(opening(random_deck(pools[edition], dice, awkward)), an_order(seed))
    agree(kernel, cards_of(kernel), HANDS_OF_A_RANDOM_DECK, seed)


@pytest.mark.parametrize(
    ("titles", "copies"), [(95, 1), (100, 1), (45, 3)][: times(short=1, long=3)]
)
def test_kernel_and_reference_agree_on_large_decks(pools: Pools, titles: int, copies: int) -> None:
    dice = random.Random(titles)  # noqa: S311 - nothing secret
    own = [
        card
        for card in pools[Edition.SECOND]
        if card.in_draw_deck and (card.neutral or Faction.STARK in card.factions)
    ]
    slots = [(card, copies) for card in dice.sample(own, titles)]
    kernel = SetupKernel(opening(Deck.of("Large", Edition.SECOND, Faction.STARK, slots)))
    assert len(kernel.tables.far) == 2
    agree(kernel, cards_of(kernel), HANDS_OF_A_LARGE_DECK, seed=titles)


def an_order(seed: int) -> Order:
    first = list(Criterion)[seed % 4]
    return DEFAULT_ORDER if seed < 6 else order_of([first])


WAYS = (Way.CARD, Way.DUPLICATE, Way.SHADOW)


def everything(
    hand: Sequence[Card], rules: SetupRules
) -> Iterator[tuple[tuple[int, ...], tuple[str, ...]]]:
    """Yield the numbers and codes of every legal setup, without any cleverness."""
    costs = [{way: _cost(card, way, rules) for way in WAYS} for card in hand]
    allowed = [[None, *(way for way in WAYS if each[way] is not None)] for each in costs]
    for ways in product(*allowed):
        taken = [(card, way) for card, way in zip(hand, ways, strict=True) if way]
        gold = sum(each[way] or 0 for each, way in zip(costs, ways, strict=True) if way)
        if gold > rules.gold or not _stands(taken, rules):
            continue
        people = [c for c, way in taken if way is Way.CARD and c.type is CardType.CHARACTER]
        numbers = (len(taken), gold, len(people), sum(map(strength_of, people)))
        yield numbers, tuple(sorted(card.code for card, _ in taken))


def _cost(card: Card, way: Way, rules: SetupRules) -> int | None:
    if way is Way.SHADOW:
        return rules.into_shadows(card)
    price = rules.price(card)
    free = price is not None and card.unique and rules.duplicates_free
    return (0 if free else None) if way is Way.DUPLICATE else price


def _stands(taken: Sequence[tuple[Card, Way]], rules: SetupRules) -> bool:
    face_up = [card for card, way in taken if way is Way.CARD]
    doubled = [card for card, way in taken if way is Way.DUPLICATE]
    titles = [card.name for card in (*face_up, *rules.in_play) if card.unique]
    if len(titles) != len(set(titles)) or any(card.name not in titles for card in doubled):
        return False
    if sum(card.keyword("limited") is not None for card in (*face_up, *doubled)) > 1:
        return False
    attachments = [card for card in face_up if card.type is CardType.ATTACHMENT]
    hosts = [card for card in (*face_up, *rules.in_play) if card.type is not CardType.ATTACHMENT]
    return any(
        all(
            _bears(hosts[at], card, [c for c, b in zip(attachments, where, strict=True) if b == at])
            for card, at in zip(attachments, where, strict=True)
        )
        for where in product(range(len(hosts)), repeat=len(attachments))
    )


def _bears(host: Card, new: Card, on_host: Sequence[Card]) -> bool:
    if new.host is None or not host_allows(new.host, host) or not accepts(host, new):
        return False
    if new.host.once and sum(card.name == new.name for card in on_host) > 1:
        return False
    others = [card.code for card in on_host if card is not new]
    blessed = "08064" in others and "Blessing" not in new.traits
    blanked = "01035" in others and new.code in {"13044", "17139"}
    return not blessed and not blanked


@pytest.mark.parametrize("edition", Edition)
def test_the_reference_is_as_good_as_trying_everything(pools: Pools, edition: Edition) -> None:
    pool = pools[edition]
    dice = random.Random(5)  # noqa: S311
    placeable = [card for card in pool if card.in_draw_deck and card.type is not CardType.EVENT]
    cheap = [card for card in placeable if isinstance(card.cost, int) and card.cost <= 4]
    awkward = [pool.card(code) for code in AWKWARD if code in pool] or cheap
    rules = rules_for(edition, Faction.STARK)
    for _ in range(HANDS_OF_EVERY_SETUP):
        some = [*dice.sample(cheap, 2), *dice.choices(awkward, k=2)]
        hand = [*some, dice.choice(some)]
        found = list(everything(hand, rules))
        best = max(numbers for numbers, _ in found)
        codes = min(codes for numbers, codes in found if numbers == best)
        plan = best_setup(hand, rules)
        assert (astuple(plan.tally), plan.codes) == (best, codes)

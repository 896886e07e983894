"""The kernel plays every game as the reference does; no card and no gold is lost."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from goldfish.dealer import Dealer
from goldfish.rounds.game import RoundTally, next_plot, play_round, played, state_after_setup
from goldfish.rounds.game_plan import GamePlan, plan_game
from goldfish.rounds.game_state import GameState, RoundPhase
from goldfish.rounds.moves import begin, collect, draw, draws
from goldfish.rounds.rounds_kernel import FIELDS, RoundsKernel
from tests.long_run import times

GAMES_OF_A_SAMPLE = times(short=4, long=20)
GAMES_OF_A_RANDOM_DECK = times(short=6, long=12)
RANDOM_DECKS = times(short=8, long=24)
SPECIAL_DECKS = times(short=8, long=40)


def agree(plan: GamePlan, count: int, seed: int) -> int:
    """Play games of a plan both ways; return how many were compared."""
    kernel = RoundsKernel(plan)
    deck_shuffler = kernel.setting_up.deck_shuffler
    order = deck_shuffler.order(Dealer(seed, deck_shuffler.draws).words())[:, : 8 * count]
    found, outside = kernel.play(order)
    inside = np.flatnonzero(~outside)[:count]
    for game in inside:
        cards = [plan.cards[index] for index in order[:, game]]
        tallies = [[getattr(t, field) for field in FIELDS] for t in played(plan, cards)]
        assert found[:, :, game].tolist() == tallies, [card.code for card in cards]
    return len(inside)


@pytest.mark.parametrize("part", range(4))
def test_kernel_and_reference_agree_on_every_sample_deck(
    samples: tuple[Deck, ...], part: int
) -> None:
    # A deck of each part, or every fourth, where others are in the test of setups.
    every_other = times(short=28, long=4)
    for number, deck in enumerate(samples[every_other - 4 + part :: every_other]):
        assert agree(plan_game(deck), GAMES_OF_A_SAMPLE, number) == GAMES_OF_A_SAMPLE


AGENDAS = {
    *("01027", "08039", "09045", "13039", "26120", "00367", "11118", "13079", "17148", "16027"),
    *("20052", "00001", "00004", "04037", "13118", "05045", "btns_119", "bwb_59", "kl_15"),
    *("kl_20", "asots_18", "soo_19", "16030", "04038", "25040", "17152", "00364"),
}


# The Iron Bank in both versions, Milk of the Poppy, Blessed by the Maiden.
AWKWARD = ((), ("08019",), ("17143",), ("01035",), ("08064",))

# Cards and plots with rules of their own, and those that bear on them.
SPECIAL = (
    *("01147", "04090", "04072", "26053", "01131", "09017", "11030", "06064", "06102", "01039"),
    *("23034", "06110", "01074", "07006", "01133", "07016", "00345", "06088", "26066", "15042"),
    *("02010", "05019", "05040", "06082", "19002"),
    *("19019", "19017", "25012", "10006", "06015", "26074"),
    *("13090", "13090", "26031", "08044", "03042", "10014"),
    *("17166", "22012", "11033", "08097"),
)
SPECIAL_PLOTS = (
    *("03052", "01016", "19020", "00006", "02016", "04019", "13119", "25060", "01023"),
)
SPECIAL_AGENDAS = ("16030", "25040", "13118", "17152", "00364", "13039", "01027")


def random_plan(pool: CardPool, seed: int) -> GamePlan:
    """Return a deck of one faction, rich in gold effects, shadows and ambush, that no event allows.

    Its plots come in any order.
    """
    dice = random.Random(seed)  # noqa: S311 - nothing secret
    house = dice.choice([f for f in Faction if any(f in card.factions for card in pool)])
    own = [
        card
        for card in pool
        if card.in_draw_deck and card.only_in is None and (card.neutral or house in card.factions)
    ]
    rich = [card for card in own if card.gold_effects or card.income]
    hidden = [card for card in own if card.keyword("shadow") or card.keyword("ambush")]
    some = [
        *dice.sample(own, 14),
        *dice.sample(rich, min(len(rich), dice.choice([4, 8]))),
        *dice.sample(hidden, dice.choice([0, 3, 6])),
        *dice.sample([card for card in pool if card.in_draw_deck and card.gold_effects] or own, 3),
    ]
    some += [pool.card(code) for code in dice.choice(AWKWARD) if code in pool]
    slots = [(card, dice.randint(1, 3)) for card in dict.fromkeys(some)]
    plots = [card for card in pool if card.type is CardType.PLOT]
    telling = [card for card in plots if card.gold_effects] or plots
    revealed = dict.fromkeys([*dice.sample(plots, 4), *dice.sample(telling, 3)])
    agenda = dice.choice([card for card in pool if card.code in AGENDAS])
    deck = Deck.of(
        "Random", pool.edition, house, [*slots, *((plot, 1) for plot in revealed), (agenda, 1)]
    )
    made = plan_game(deck, rounds=dice.choice([2, 3, 5]))
    return replace(made, plots=tuple(dice.sample(made.plots, len(made.plots))))


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("part", range(4))
def test_kernel_and_reference_agree_on_random_decks(
    pools: Pools, edition: Edition, part: int
) -> None:
    compared = [
        agree(random_plan(pools[edition], seed), GAMES_OF_A_RANDOM_DECK, seed)
        for seed in range(part, RANDOM_DECKS, 4)
    ]
    assert sum(compared) >= RANDOM_DECKS // 6 * GAMES_OF_A_RANDOM_DECK


def special_plan(pool: CardPool, seed: int) -> GamePlan:
    """Return a deck of cards that have rules of their own, whatever their factions."""
    dice = random.Random(seed)  # noqa: S311 - nothing secret
    own = [card for card in pool if card.in_draw_deck and card.only_in is None]
    slow = set(SPECIAL[-4:])
    special = [code for code in SPECIAL if seed % 4 == 0 or code not in slow]
    some = [*map(pool.card, dice.sample(special, 9)), *dice.sample(own, 12)]
    some += dice.sample([card for card in own if card.keyword("shadow")], 3)
    concerned = {Faction.STARK, Faction.BARATHEON}
    some += dice.sample([card for card in own if concerned & {*card.factions}], 4)
    slots = [(card, dice.randint(1, 3)) for card in dict.fromkeys(some)]
    plots = [pool.card(code) for code in dice.sample(SPECIAL_PLOTS, 5)]
    cities = [card for card in pool if card.type is CardType.PLOT and "City" in card.traits]
    plots = [*dict.fromkeys([*plots, *dice.sample(cities, 2)])]
    agenda = pool.card(dice.choice(SPECIAL_AGENDAS))
    faction = dice.choice([Faction.MARTELL, Faction.NIGHTS_WATCH, Faction.LANNISTER])
    every = [*slots, *((plot, 1) for plot in plots), (agenda, 1)]
    made = plan_game(Deck.of("Special", pool.edition, faction, every), rounds=5)
    return replace(made, plots=tuple(dice.sample(made.plots, len(made.plots))))


@pytest.mark.parametrize("part", range(4))
def test_kernel_and_reference_agree_on_cards_with_rules_of_their_own(
    pools: Pools, part: int
) -> None:
    pool = pools[Edition.SECOND]
    compared = [
        agree(special_plan(pool, seed), GAMES_OF_A_RANDOM_DECK, seed)
        for seed in range(part, SPECIAL_DECKS, 4)
    ]
    assert sum(compared) >= (0 if part == 0 else SPECIAL_DECKS // 8 * GAMES_OF_A_RANDOM_DECK)


def every_card(state: GameState) -> Counter[Card]:
    in_play = [card for each in state.in_play for card in (each.card, *each.duplicates)]
    return Counter((*state.hand, *state.deck, *in_play, *state.shadows, *state.discard))


@pytest.mark.parametrize("edition", Edition)
def test_no_card_is_lost_and_none_is_made(pools: Pools, edition: Edition) -> None:
    for seed in range(8):
        made = random_plan(pools[edition], seed)
        rules = made.opening.rules
        cards = [card for card, copies in made.opening.slots for _ in range(copies)]
        random.Random(seed).shuffle(cards)  # noqa: S311 - nothing secret
        there = Counter([*cards[: rules.hand_size], *cards[rules.hand_size + rules.under :]])
        there.update(rules.in_play)
        state = state_after_setup(made, cards)
        assert every_card(state) == there
        plots = Counter(made.plots)
        for _ in range(made.rounds):
            state, tally = play_round(made, state)
            assert every_card(state) == there
            shown = [state.plot] if state.plot else []
            assert Counter((*state.plots, *state.used_plots, *shown)) == plots
            assert tally.hand == len(state.hand)


def collected(made: GamePlan, state: GameState) -> int:
    """Return the gold that a round begins with once income is collected, step by step."""
    state = next_plot(made, begin(state, RoundPhase.PLOT))
    state = draw(begin(state, RoundPhase.DRAW), draws(state))
    return collect(begin(state, RoundPhase.MARSHALING)).gold


def test_gold_spent_and_unspent_is_what_there_was(samples: tuple[Deck, ...]) -> None:
    """Decks without gains have exactly their income to spend; others have more."""
    plain = 0
    for number, deck in enumerate(samples):
        made = plan_game(deck)
        cards = [card for card, copies in made.opening.slots for _ in range(copies)]
        random.Random(number).shuffle(cards)  # noqa: S311 - nothing secret
        gains = any(
            effect.kind.value == "gain" for card in made.cards for effect in card.gold_effects
        )
        # Cards that come out of shadows or are marshaled change no income of the same round.
        state = state_after_setup(made, cards)
        for _ in range(made.rounds):
            there = collected(made, state)
            state, tally = play_round(made, state)
            assert tally.gold >= there if gains else tally.gold == there
            assert 0 <= tally.unspent <= tally.gold
            plain += not gains
    assert plain > 20


def test_a_block_of_any_size_holds_the_same_games(samples: tuple[Deck, ...]) -> None:
    kernel = RoundsKernel(plan_game(samples[7]))
    deck_shuffler = kernel.setting_up.deck_shuffler
    order = deck_shuffler.order(Dealer(3, deck_shuffler.draws).words())[:, :600]
    whole, _ = kernel.play(order)
    parts = [kernel.play(order[:, start : start + 77])[0] for start in range(0, 600, 77)]
    assert np.array_equal(whole, np.concatenate(parts, axis=2))
    assert whole.shape == (3, len(RoundTally.__dataclass_fields__), 600)

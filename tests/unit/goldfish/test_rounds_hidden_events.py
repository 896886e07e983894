"""A Very Large Shadow and others that the first rounds play: paper and pencil against both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

import pytest

from carddb.card import Card
from carddb.gold import Price
from carddb.pool import CardPool
from carddb.terms import CardType, Faction, Keyword
from decks.deck import Deck
from goldfish.rounds.deck_arrays import unsupported_cards
from goldfish.rounds.game import Log, bring_out_waiting, play_round, take_gains
from goldfish.rounds.game_plan import GamePlan, plan_game
from goldfish.rounds.game_state import GameState, RoundPhase
from goldfish.rounds.moves import begin
from goldfish.rounds.rounds_kernel import RoundsKernel
from tests import builders
from tests.long_run import times
from tests.property.test_rounds_property import agree
from tests.unit.goldfish.game_states import laid, plan_of

EVENT = "13090"


def hidden(pool: CardPool, costs: int, count: int = 1) -> list[Card]:
    """Return characters that come out of shadows for so much, without any effect on gold."""
    found = [
        card
        for card in pool
        if card.shadow_cost == costs
        and card.type is CardType.CHARACTER
        and not card.gold_effects
        and card.only_in is None
    ]
    return found[:count]


def waiting(
    pool: CardPool, *costs: int, events: int = 1, **fields: object
) -> tuple[GameState, GamePlan]:
    """Return a state with events and characters of these costs in shadows, and its plan."""
    cards = [card for each in set(costs) for card in hidden(pool, each, costs.count(each))]
    codes = [EVENT, *(card.code for card in cards)]
    shadows = (*[EVENT] * events, *(card.code for card in cards))
    return laid(pool, shadows=shadows, **fields), plan_of(pool, *codes)  # type: ignore[arg-type]


def names(log: Log) -> list[tuple[str, int]]:
    return [(each.card.code, each.gold) for each in log]


def test_the_event_comes_out_for_nothing_and_makes_the_next_card_cheaper(second: CardPool) -> None:
    state, made = waiting(second, 5, gold=2)
    after, log = bring_out_waiting(made, state)
    assert names(log) == [(EVENT, 0), (hidden(second, 5)[0].code, 2)]
    assert all(each.price is Price.OUT_OF_SHADOWS for each in log)
    assert (after.gold, after.shadows) == (0, ())
    assert [card.code for card in after.discard] == [EVENT]


def test_it_waits_where_some_of_it_would_be_wasted(second: CardPool) -> None:
    state, made = waiting(second, 2, gold=2)
    after, log = bring_out_waiting(made, state)
    assert len(log) == 1
    assert [card.code for card in after.shadows] == [EVENT]


def test_one_copy_is_played_in_each_phase(second: CardPool) -> None:
    state, made = waiting(second, 4, 4, 4, events=3, gold=9)
    after, log = bring_out_waiting(made, state)
    assert [gold for _, gold in names(log)] == [0, 1, 4, 4]
    state, made = waiting(second, 4, 4, 4, events=3, gold=5)
    after, log = bring_out_waiting(made, state)
    assert [gold for _, gold in names(log)] == [0, 1, 4]
    later, log = bring_out_waiting(made, replace(begin(after, RoundPhase.CHALLENGES), gold=1))
    assert [gold for _, gold in names(log)] == [0, 1]
    assert [card.code for card in later.shadows] == [EVENT]


def test_it_returns_to_hand_where_a_scheme_is_revealed(second: CardPool) -> None:
    state, made = waiting(second, 5, gold=2, plot="02016")
    after, _ = bring_out_waiting(made, state)
    assert ([card.code for card in after.hand], after.discard) == ([EVENT], ())


def test_no_event_comes_out_while_the_plot_forbids_events(second: CardPool) -> None:
    state, made = waiting(second, 5, gold=5, plot="01016")
    after, log = bring_out_waiting(made, state)
    assert [gold for _, gold in names(log)] == [5]
    assert [card.code for card in after.shadows] == [EVENT]


@pytest.mark.parametrize("plot", ["02016", "01023", "01004"])
def test_the_kernel_plays_it_in_every_game(second: CardPool, plot: str) -> None:
    cards = [second.card(EVENT), *(c for n in (3, 4, 5) for c in hidden(second, n, 5))]
    plots = [second.card(plot), second.card("01010")]
    slots = [*((card, 3) for card in cards), *((each, 1) for each in plots)]
    made = plan_game(Deck.of("Shades", second.edition, Faction.LANNISTER, slots), [plot], 3)
    kernel = RoundsKernel(made)
    assert not kernel.arrays.unsupported.any()
    count = times(short=15, long=40)
    assert agree(made, count, seed=3) == count


def test_what_bears_on_it_is_left_to_the_reference(second: CardPool) -> None:
    """Bowels of Casterly Rock gains gold for whatever comes out of shadows."""
    made = plan_of(second, EVENT, "11030", hidden(second, 5)[0].code)
    arrays = RoundsKernel(made).arrays
    assert arrays.unsupported[arrays.number[second.card(EVENT)]]


def test_supporting_the_faith_returns_all_gold_as_challenges_begin(second: CardPool) -> None:
    """Nothing is left to ambush with, and what was returned was not spent."""
    raider = builders.card("Raider", cost=9, keywords=(Keyword("ambush", 4),))
    filled = plan_of(second)
    for code, ambushed in (("01023", 0), ("01004", 1)):
        plot = second.card(code)
        made = GamePlan(filled.deck, filled.opening, (plot,), 1)
        made.__dict__["cards"] = (raider,)
        bare = laid(second, phase=RoundPhase.TAXATION, plots=(plot,), round=0)
        _, tally = play_round(made, replace(bare, hand=(raider,)))
        assert plot.plot
        assert (tally.ambushed, tally.gold) == (ambushed, plot.plot.income)
        assert tally.unspent == tally.gold - 4 * ambushed


def test_reducers_kneel_for_events_that_gain_gold(second: CardPool) -> None:
    """Tourney Grounds makes The Bounty of Highgarden cost 1; it gains 5."""
    made = plan_of(second, "03042", "08044")
    state = laid(second, in_play=("03042",), hand=("08044",), gold=1)
    after = take_gains(made, state)
    assert (after.gold, after.hand) == (5, ())
    assert after.in_play[0].kneeling
    poor = replace(state, gold=0)
    assert take_gains(made, poor) == poor


@pytest.mark.parametrize("plot", ["17155", "01004"])
def test_events_that_gain_gold_are_played_in_one_order(second: CardPool, plot: str) -> None:
    """The Bounty of Highgarden before Tithe, though its code is higher: Tithe kneels a character.

    Littlefinger's Meddling makes the first of them cheaper; without it Tithe may pay for Bounty.
    """
    cheap = [
        card
        for card in second
        if card.type is CardType.CHARACTER and card.neutral and not card.gold_effects
    ]
    plots = [second.card(plot), second.card("01010")]
    cards = [second.card("08044"), second.card("03045"), *cheap[:14]]
    slots = [*((card, 3) for card in cards), *((each, 1) for each in plots)]
    made = plan_game(Deck.of("Rich", second.edition, Faction.TYRELL, slots), [plot], 3)
    count = times(short=20, long=60)
    assert agree(made, count, seed=5) == count


def test_a_deck_of_very_many_titles_is_played(second: CardPool) -> None:
    """Titles of several versions have bits of their own as far as those reach."""
    titles: defaultdict[str, list[Card]] = defaultdict(list)
    for card in second:
        if card.type is CardType.CHARACTER and card.unique and card.only_in is None:
            titles[card.name].append(card)
    versions = [several[:2] for several in titles.values() if len(several) > 1]

    def plan(cards: Iterable[Card]) -> GamePlan:
        slots = [*((card, 1) for card in cards), (second.card("01004"), 1)]
        return plan_game(Deck.of("Many", second.edition, Faction.STARK, slots), rounds=1)

    # Of those that the kernel leaves to the reference only a few, else it would play no game.
    left_out = unsupported_cards(plan(chain(*versions)))
    versions.sort(key=lambda several: len(left_out.intersection(several)))
    made = plan(chain(*versions[:66]))
    kernel = RoundsKernel(made)
    assert len(kernel.arrays.titles) > 64
    assert max(kernel.arrays.title_bits.values()) < 1 << 63
    assert agree(made, 3, seed=1) == 3

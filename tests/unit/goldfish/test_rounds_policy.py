"""The policy as docs/goldfish.md states it, reports on the first rounds, and decks compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import chain

import numpy as np
import pytest

from carddb.card import Card
from carddb.card_test import LIMITED
from carddb.gold import Price
from carddb.pool import CardPool
from carddb.terms import CardType, Faction, Keyword
from core.errors import AppError, CancelledError
from decks.deck import Deck
from goldfish.dealer import BLOCK, Dealer, Sampling
from goldfish.mulligan import KeepPolicy, PolicyKind
from goldfish.report import Estimate, RoundReport, RoundsReport
from goldfish.rounds.approximations import ALWAYS, FIRST, GIVEN, LOYAL, USELESS_GIFT, approximations
from goldfish.rounds.deck_arrays import unsupported_cards
from goldfish.rounds.game import (
    Log,
    afford,
    bring_out_waiting,
    emerge,
    gold_for_shadows,
    marshal_economy,
    play_reductions,
    play_round,
    played,
    put_aside,
    spend_gold,
    take_duplicates,
    take_gains,
)
from goldfish.rounds.game_plan import GamePlan, default_plot_order, is_economy, plan_game
from goldfish.rounds.game_state import GameState, RoundPhase
from goldfish.rounds.moves import begin
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.rounds.simulate import (
    TOGETHER,
    compared_orders,
    compared_rounds,
    every_order,
    is_slow,
    orders_of_decks,
    played_block,
    sampled_rounds,
)
from tests import builders
from tests.filled import Wanted
from tests.long_run import times
from tests.property.test_rounds_property import agree
from tests.unit.goldfish.games import laid, plan_of

MARSHALING = (Price.MARSHAL, Price.INTO_SHADOWS)


def names(log: Log) -> list[tuple[str, str, int]]:
    return [(each.card.code, each.price.value, each.gold) for each in log]


def chosen(
    pool: CardPool, hand: tuple[str, ...], gold: int, **fields: object
) -> list[tuple[str, str, int]]:
    state = laid(pool, hand=hand, gold=gold, **fields)  # type: ignore[arg-type]
    codes = [card.code for card in (*state.hand, *state.cards_in_play, *state.shadows)]
    _, log = spend_gold(plan_of(pool, *codes), state, MARSHALING)
    return names(log)


def person(cost: int) -> Card:
    return builders.card(f"Sworn Sword {cost}", cost=cost, strength=cost)


def best(hand: list[Card], gold: int, pool: CardPool) -> list[int]:
    state = replace(laid(pool, gold=gold), hand=tuple(hand))
    played = plan_of(pool)
    made = GamePlan(played.deck, played.opening, played.plots, 1)
    made.__dict__["cards"] = tuple(sorted(set(hand), key=lambda card: card.code))
    _, log = spend_gold(made, state, MARSHALING)
    return [each.card.cost for each in log if isinstance(each.card.cost, int)]


def test_the_best_use_of_gold_is_not_the_costliest_card_first(second: CardPool) -> None:
    assert best([person(6), person(4), person(3)], 7, second) == [4, 3]
    assert best([person(7), person(4), person(3)], 7, second) == [4, 3]


def test_equal_costs_go_to_more_characters_then_more_cards(second: CardPool) -> None:
    wall = builders.card("A Wall", type=CardType.LOCATION, cost=4)
    assert best([person(4), wall], 4, second) == [4]
    town = [builders.card(f"Town {n}", type=CardType.LOCATION, cost=2) for n in (1, 2)]
    assert best([wall, *town], 4, second) == [2, 2]


def test_reducers_kneel_for_the_cards_that_they_concern(second: CardPool) -> None:
    found = chosen(second, ("01141", "01147"), 5, in_play=("01152",))
    assert found == [("01141", "marshal", 2), ("01147", "marshal", 3)]


def test_nothing_of_a_reducer_is_wasted(second: CardPool) -> None:
    state = laid(second, in_play=("01039",), hand=("01142", "01141"), gold=5)
    played = plan_of(second, "01039", "01142", "01141")
    cheap = afford(played, state, second.card("01142"), Price.MARSHAL)
    assert cheap == state
    dear = afford(played, state, second.card("01141"), Price.MARSHAL)
    assert dear is not None
    assert [card.code for card in dear.discard] == ["01039"]


def test_the_reducer_that_concerns_fewest_cards_kneels_first(second: CardPool) -> None:
    state = laid(second, in_play=("01156", "01152"), hand=("01141",), gold=2)
    played = plan_of(second, "01156", "01152", "01141", "01153")
    ready = afford(played, state, second.card("01141"), Price.MARSHAL)
    assert ready is not None
    assert {source.card.code for source in ready.ready} == {"01156", "01152"}
    one = afford(played, replace(state, gold=9), second.card("01142"), Price.MARSHAL)
    assert one is not None
    assert [source.card.code for source in one.ready] == ["01152", "01156"]


def test_one_copy_of_a_unique_card_and_its_duplicates_free(second: CardPool) -> None:
    assert chosen(second, ("01141", "01141"), 9) == [("01141", "marshal", 3)]
    state = laid(second, in_play=("01141",), hand=("01141", "01141"))
    doubled = take_duplicates(state)
    assert doubled.hand == ()
    assert len(doubled.in_play[0].duplicates) == 2


def test_versions_of_one_title_are_not_both_chosen(second: CardPool) -> None:
    aryas = [c.code for c in second if c.name == "Arya Stark" and c.type is CardType.CHARACTER]
    assert len(chosen(second, tuple(aryas[:2]), 20)) == 1


def test_one_limited_card(second: CardPool) -> None:
    assert len(chosen(second, ("01040", "01039", "01156"), 9)) == 1


def test_left_gold_puts_cards_into_shadows(second: CardPool) -> None:
    assert chosen(second, ("11014",), 3) == [("11014", "into-shadows", 2)]
    assert chosen(second, ("11014",), 4) == [("11014", "marshal", 4)]


def test_events_and_hostless_attachments_stay_in_hand(second: CardPool) -> None:
    assert chosen(second, ("11094", "01153"), 9) == []
    assert chosen(second, ("01153",), 9, in_play=("01141",)) == [("01153", "marshal", 3)]


def test_what_waits_comes_out_the_costliest_first(second: CardPool) -> None:
    cards = sorted(
        (c for c in second if c.type is CardType.CHARACTER and isinstance(c.shadow_cost, int)),
        key=lambda card: (-card.shadow_cost if isinstance(card.shadow_cost, int) else 0, card.code),
    )
    dear, cheap = cards[0], cards[-1]
    assert isinstance(dear.shadow_cost, int)
    state = laid(second, shadows=(cheap.code, dear.code), gold=dear.shadow_cost)
    _, log = bring_out_waiting(plan_of(second, cheap.code, dear.code), state)
    assert log[0].card == dear


def test_economy_comes_first_with_most_income_in_front(second: CardPool) -> None:
    state = laid(second, hand=("01141", "01152", "01039", "01040"), gold=2)
    played = plan_of(second, *(card.code for card in state.hand))
    _, log = marshal_economy(played, state)
    assert names(log) == [("01040", "marshal", 0), ("01152", "marshal", 1)]
    assert not is_economy(second.card("01141"))
    tywin = next(c for c in second if c.name == "Tywin Lannister" and c.income)
    assert not is_economy(tywin)


def test_gains_are_taken_and_others_kneel_that_have_no_use_for_it(second: CardPool) -> None:
    state = laid(second, in_play=("06088",))
    assert take_gains(plan_of(second), state).gold == 2
    steward = next(
        c
        for c in second
        if c.type is CardType.CHARACTER and "Steward" in c.traits and not c.gold_effects
    )
    gift = laid(second, in_play=("07017", "01133", steward.code), faction=Faction.NIGHTS_WATCH)
    after = take_gains(plan_of(second), gift)
    assert after.gold == 2
    assert all(each.kneeling for each in after.in_play[1:])


def test_an_event_is_played_only_if_it_gains_more_than_it_costs(second: CardPool) -> None:
    state = laid(second, hand=("08044",), gold=2, faction=Faction.TYRELL)
    after = take_gains(plan_of(second), state)
    assert (after.gold, after.hand, after.limited) == (5, (), 1)
    assert take_gains(plan_of(second), replace(state, gold=1)).hand == state.hand
    old = laid(second, in_play=("01131",), hand=("01141",))
    assert take_gains(plan_of(second), old) == old


def test_ambush_takes_what_gold_is_left(second: CardPool) -> None:
    state = laid(second, hand=("01092",), gold=2, phase=RoundPhase.CHALLENGES)
    _, log = spend_gold(plan_of(second, "01092"), state, (Price.AMBUSH,))
    assert names(log) == [("01092", "ambush", 2)]


def test_first_edition_keeps_gold_for_what_waits(first: CardPool) -> None:
    state = laid(first, shadows=("kl_25", "kl_108"), gold=5, faction=Faction.LANNISTER)
    played = plan_of(first, "kl_25", "kl_108", faction=Faction.LANNISTER)
    # Island Mercenaries cost 4 and a penalty of 2; Gold Cloaks cost 2.
    assert gold_for_shadows(played, state) == 2
    assert gold_for_shadows(played, replace(state, gold=8)) == 8
    after, log = emerge(played, replace(state, gold=8))
    assert [each.card.code for each in log] == ["kl_108"]
    assert emerge(played, after) == (after, ())


def test_plots_in_the_default_order_have_most_gold_first_and_low_reserves_last(
    second: CardPool,
) -> None:
    plots = default_plot_order([c for c in second if c.plot])
    gold = [c.plot.income for c in plots if c.plot and _reserve(c) >= 4]
    assert [g for g in gold if isinstance(g, int)][:1] == [10]
    reserves = [_reserve(c) >= 4 for c in plots]
    assert reserves == sorted(reserves, reverse=True)


def _reserve(card: Card) -> int:
    reserve = card.plot.reserve if card.plot else None
    return reserve if isinstance(reserve, int) else 0


def test_the_reserve_takes_events_first_and_the_cheapest_first(second: CardPool) -> None:
    plot = next(c for c in second if c.plot and c.plot.reserve == 2)
    hand = ("01147", "01153", "11094", "11094", "01040")
    played = plan_of(second, *hand)
    state = laid(second, hand=hand, plots=(plot,), round=0, phase=RoundPhase.TAXATION)
    made = GamePlan(played.deck, played.opening, (plot,), 1)
    after, tally = play_round(made, state)
    assert tally.hand == 2
    assert {card.code for card in after.discard} >= {"11094"}
    assert second.card("01147") in (*after.hand, *after.cards_in_play)


def test_idle_events_are_discarded_for_gold_in_the_marshaling_phase(second: CardPool) -> None:
    """Old Forest Hunter, once a phase; no event that is played here goes for it."""
    state = laid(second, in_play=("01131",), hand=("08044", "02090", "01041", "01141"))
    after = take_gains(plan_of(second), state)
    assert [card.code for card in after.discard] == ["01041"]
    assert after.gold == 1
    assert take_gains(plan_of(second), after) == after
    fighting = replace(state, phase=RoundPhase.CHALLENGES)
    assert take_gains(plan_of(second), fighting).gold == 0
    useful = laid(second, in_play=("01131",), hand=("06082", "01141"))
    assert take_gains(plan_of(second), useful).gold == 0


def test_hizdahr_discards_an_idle_event_where_nothing_is_wasted(second: CardPool) -> None:
    made = plan_of(second, "11033", "01141", "01146")
    state = laid(second, in_play=("11033",), hand=("01146", "01141", "01041"), gold=3)
    ready = afford(made, state, second.card("01146"), Price.MARSHAL)
    assert ready is not None
    assert [card.code for card in ready.discard] == ["01041"]
    cheap = laid(second, in_play=("11033",), hand=("00236", "01041"), gold=3)
    assert afford(made, cheap, second.card("00236"), Price.INTO_SHADOWS) == cheap
    held = laid(second, in_play=("11033",), hand=("01146", "01141"), gold=3)
    assert afford(made, held, second.card("01146"), Price.MARSHAL) is None


def test_no_reducer_kneels_below_a_printed_minimum(second: CardPool) -> None:
    watch = [c.code for c in second if Faction.NIGHTS_WATCH in c.factions and c.type == "location"]
    made = plan_of(second, "01133", "07006", faction=Faction.NIGHTS_WATCH)
    miner = second.card("07006")
    for locations, kneels in ((3, True), (4, False)):
        there = ("01133", *watch[:locations])
        state = laid(second, in_play=there, hand=("07006",), gold=5)
        ready = afford(made, state, miner, Price.MARSHAL)
        assert ready is not None
        assert ready.in_play[0].kneeling is kneels


def test_events_that_make_two_cards_cheaper_are_played(second: CardPool) -> None:
    """Passing the Black Gate kneels the faction card for all of the phase."""
    state = laid(second, hand=("06082", "01141", "01146"), gold=9)
    after = play_reductions(state)
    assert [card.code for card in after.discard] == ["06082"]
    assert after.faction_kneels
    one = laid(second, hand=("06082", "01141", "01056"), gold=9)
    assert play_reductions(one) == one


def test_casterly_rock_kneels_as_marshaling_ends(second: CardPool) -> None:
    state = laid(second, in_play=("01141", "17166", "01089", "01094", "01094"))
    after = put_aside(state)
    assert [each.gold for each in after.in_play] == [0, 1, 1, 1, 0]
    assert [each.kneeling for each in after.in_play] == [False, True, False, False, False]
    assert put_aside(after) == after


def test_gold_of_rangers_cache_is_there_in_the_next_round(second: CardPool) -> None:
    made = plan_of(second, "01141", rounds=2)
    state = laid(
        second, phase=RoundPhase.TAXATION, plots=tuple(map(second.card, ("03052", "01004")))
    )
    made = GamePlan(made.deck, made.opening, state.plots, 2)
    first, tally = play_round(made, replace(state, round=0))
    assert (tally.gold, first.gold) == (3, 3)
    assert play_round(made, first)[1].gold == 3 + 5


def test_a_treasury_lays_a_gold_aside(second: CardPool) -> None:
    made = plan_of(second, "05019", rounds=2)
    plots = tuple(map(second.card, ("01004", "01025")))
    made = GamePlan(made.deck, made.opening, plots, 2)
    state = laid(
        second, in_play=("05019",), phase=RoundPhase.TAXATION, plots=plots, takes_gold=True
    )
    first, tally = play_round(made, replace(state, round=0))
    assert (tally.unspent, first.gold) == (5, 1)


SHADOW = "13090"


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
    codes = [SHADOW, *(card.code for card in cards)]
    shadows = (*[SHADOW] * events, *(card.code for card in cards))
    return laid(pool, shadows=shadows, **fields), plan_of(pool, *codes)  # type: ignore[arg-type]


def paid(log: Log) -> list[tuple[str, int]]:
    return [(each.card.code, each.gold) for each in log]


def test_the_event_comes_out_for_nothing_and_makes_the_next_card_cheaper(second: CardPool) -> None:
    state, made = waiting(second, 5, gold=2)
    after, log = bring_out_waiting(made, state)
    assert paid(log) == [(SHADOW, 0), (hidden(second, 5)[0].code, 2)]
    assert all(each.price is Price.OUT_OF_SHADOWS for each in log)
    assert (after.gold, after.shadows) == (0, ())
    assert [card.code for card in after.discard] == [SHADOW]


def test_it_waits_where_some_of_it_would_be_wasted(second: CardPool) -> None:
    state, made = waiting(second, 2, gold=2)
    after, log = bring_out_waiting(made, state)
    assert len(log) == 1
    assert [card.code for card in after.shadows] == [SHADOW]


def test_one_copy_is_played_in_each_phase(second: CardPool) -> None:
    state, made = waiting(second, 4, 4, 4, events=3, gold=9)
    after, log = bring_out_waiting(made, state)
    assert [gold for _, gold in paid(log)] == [0, 1, 4, 4]
    state, made = waiting(second, 4, 4, 4, events=3, gold=5)
    after, log = bring_out_waiting(made, state)
    assert [gold for _, gold in paid(log)] == [0, 1, 4]
    later, log = bring_out_waiting(made, replace(begin(after, RoundPhase.CHALLENGES), gold=1))
    assert [gold for _, gold in paid(log)] == [0, 1]
    assert [card.code for card in later.shadows] == [SHADOW]


def test_it_returns_to_hand_where_a_scheme_is_revealed(second: CardPool) -> None:
    state, made = waiting(second, 5, gold=2, plot="02016")
    after, _ = bring_out_waiting(made, state)
    assert ([card.code for card in after.hand], after.discard) == ([SHADOW], ())


def test_no_event_comes_out_while_the_plot_forbids_events(second: CardPool) -> None:
    state, made = waiting(second, 5, gold=5, plot="01016")
    after, log = bring_out_waiting(made, state)
    assert [gold for _, gold in paid(log)] == [5]
    assert [card.code for card in after.shadows] == [SHADOW]


@pytest.mark.parametrize("plot", ["02016", "01023", "01004"])
def test_the_kernel_plays_it_in_every_game(second: CardPool, plot: str) -> None:
    cards = [second.card(SHADOW), *(c for n in (3, 4, 5) for c in hidden(second, n, 5))]
    plots = [second.card(plot), second.card("01010")]
    slots = [*((card, 3) for card in cards), *((each, 1) for each in plots)]
    made = plan_game(Deck.of("Shades", second.edition, Faction.LANNISTER, slots), [plot], 3)
    kernel = RoundsKernel(made)
    assert not kernel.arrays.unsupported.any()
    count = times(short=8, long=40)
    assert agree(made, count, seed=3) == count


def test_what_bears_on_it_is_left_to_the_reference(second: CardPool) -> None:
    """Bowels of Casterly Rock gains gold for whatever comes out of shadows."""
    made = plan_of(second, SHADOW, "11030", hidden(second, 5)[0].code)
    arrays = RoundsKernel(made).arrays
    assert arrays.unsupported[arrays.number[second.card(SHADOW)]]


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
    count = times(short=10, long=60)
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


def numbers(report: RoundsReport) -> list[object]:
    return [(each.gold, each.strength, each.waiting, each.plot) for each in report.rounds]


def test_a_seed_gives_the_same_games(samples: tuple[Deck, ...]) -> None:
    one, other = (RoundsKernel(plan_game(samples[5])) for _ in range(2))
    first = sampled_rounds(one, Sampling(5000, 7))
    assert numbers(first) == numbers(sampled_rounds(other, Sampling(5000, 7)))
    assert numbers(first) != numbers(sampled_rounds(other, Sampling(5000, 8)))
    assert (first.games, first.seed, len(first.rounds)) == (5000, 7, 3)
    assert first.games_per_second > 0


def test_blocks_of_games_side_by_side_are_those_of_the_seed(samples: tuple[Deck, ...]) -> None:
    kernel = RoundsKernel(plan_game(samples[13], rounds=1))
    games = (TOGETHER + 1) * BLOCK + 5
    found = np.concatenate(list(orders_of_decks(kernel, Sampling(games, 4))), axis=1)
    shuffler = kernel.setting_up.deck_shuffler
    dealer = Dealer(4, shuffler.draws)
    each = [shuffler.order(dealer.words()) for _ in range(TOGETHER + 2)]
    assert np.array_equal(found, np.concatenate(each, axis=1)[:, :games])


def test_means_and_errors_are_those_of_the_games(samples: tuple[Deck, ...]) -> None:
    made = plan_game(samples[9], rounds=2)
    kernel = RoundsKernel(made)
    count = times(short=8, long=40)
    report = sampled_rounds(kernel, Sampling(count, 5))
    order = next(iter(orders_of_decks(kernel, Sampling(count, 5))))
    games = [played(made, [made.cards[i] for i in order[:, game]]) for game in range(count)]
    gold = np.array([game[1].gold for game in games])
    assert report.rounds[1].gold.mean == pytest.approx(gold.mean())
    spread = Estimate.sampled(float(gold.mean()), float(gold.var()), count)
    assert report.rounds[1].gold.high == pytest.approx(spread.high)
    assert all(each.ambushed.low >= 0 for each in report.rounds)


def test_poor_hands_are_shuffled_back_once(samples: tuple[Deck, ...]) -> None:
    made = plan_game(samples[5], rounds=1)
    keep, poor, best = (
        sampled_rounds(RoundsKernel(made, KeepPolicy(kind)), Sampling(4096, 3))
        for kind in (PolicyKind.KEEP, PolicyKind.POOR, PolicyKind.OPTIMAL)
    )
    assert (keep.policy, poor.policy, best.policy) == ("keep", "poor", "optimal")
    means = [each.rounds[0].characters.mean for each in (keep, poor, best)]
    assert means == sorted(means)
    assert means[0] < means[1] < means[2]


def test_a_hand_that_lacks_a_card_is_shuffled_back(samples: tuple[Deck, ...]) -> None:
    made = plan_game(samples[5], rounds=1)
    kernel = RoundsKernel(made, KeepPolicy(PolicyKind.NEEDS, LIMITED))
    plain = RoundsKernel(made)
    order, other = (
        next(iter(orders_of_decks(each, Sampling(4096, 3)))) for each in (kernel, plain)
    )
    limited = np.array([LIMITED(card) for card in made.cards])
    shares = [limited[each[:7]].any(axis=0).mean() for each in (other, order)]
    assert shares[1] == pytest.approx(1 - (1 - shares[0]) ** 2, abs=0.03)


def test_half_a_deck_is_played_with_the_first_hand(first: CardPool) -> None:
    made = plan_game(Wanted(agendas=("asots_18",)).deck(first), rounds=1)
    assert sampled_rounds(RoundsKernel(made), Sampling(50, 1)).rounds[0].hand.mean > 3
    with pytest.raises(AppError, match="cut in half"):
        RoundsKernel(made, KeepPolicy(PolicyKind.POOR))


def test_games_with_odd_cards_are_played_by_the_reference(second: CardPool) -> None:
    deck = Wanted(faction=Faction.LANNISTER, cards={"06089": 3}).deck(second)
    made = plan_game(deck, rounds=2)
    kernel = RoundsKernel(made)
    assert is_slow(kernel, 1)
    order = next(iter(orders_of_decks(kernel, Sampling(20, 1))))
    found, slowly = played_block(kernel, order)
    assert 0 < slowly < 20
    for game in range(20):
        reported = played(made, [made.cards[i] for i in order[:, game]])
        assert [int(n) for n in found[:, 0, game]] == [tally.gold for tally in reported]
    assert sampled_rounds(kernel, Sampling(20, 1)).slowly == slowly
    with pytest.raises(AppError, match="Orders of plots are not compared"):
        compared_orders(kernel, Sampling(100, 1))


def test_gold_on_the_iron_bank_is_spent_in_marshaling(second: CardPool) -> None:
    made = plan_game(Wanted(cards={"08019": 3, "01092": 3}).deck(second), rounds=3)
    count = times(short=10, long=60)
    assert agree(made, count, seed=1) == count


def test_orders_are_ranked_and_measured_against_the_first(samples: tuple[Deck, ...]) -> None:
    deck = samples[5]
    for plot, _ in list(deck.plots())[3:]:  # three have orders enough
        deck = deck.with_copies(plot, 0)
    made = plan_game(deck, rounds=2)
    kernel = RoundsKernel(made)
    report = compared_orders(kernel, Sampling(200, 1), by="gold")
    means = [each.score.mean for each in report.orders]
    assert means == sorted(means, reverse=True)
    assert report.first == made.plots[:2]
    own = next(each for each in report.orders if each.plots == report.first)
    assert own.difference == Estimate.exact(0.0)
    base = sampled_rounds(kernel, Sampling(200, 1))
    assert own.score.mean == pytest.approx(sum(each.gold.mean for each in base.rounds))
    best = report.orders[0]
    assert best.difference.mean == pytest.approx(best.score.mean - own.score.mean)
    with pytest.raises(AppError, match="not compared by"):
        compared_orders(kernel, Sampling(200, 1), by="luck")


def test_every_order_is_tried_once(samples: tuple[Deck, ...]) -> None:
    made = plan_game(samples[5], rounds=2)
    titles = len(set(made.plots))
    doubled = len(made.plots) - titles
    shown = [order[:2] for order in every_order(made)]
    assert len(shown) == len(set(shown)) == titles * (titles - 1) + doubled
    assert every_order(made)[0] == made.plots
    assert all(sorted(o, key=repr) == sorted(made.plots, key=repr) for o in every_order(made))


def test_plots_are_revealed_as_they_are_named(samples: tuple[Deck, ...]) -> None:
    deck = samples[5]
    codes = [plot.code for plot, _ in deck.plots()]
    made = plan_game(deck, [codes[3], codes[1]], rounds=3)
    assert [plot.code for plot in made.plots][:2] == [codes[3], codes[1]]
    report = sampled_rounds(RoundsKernel(made), Sampling(10, 1))
    assert [each.plot.code for each in report.rounds if each.plot][:2] == [codes[3], codes[1]]


@pytest.mark.parametrize(
    ("plots", "rounds", "words"),
    [
        (["01141"], 3, "01141 is not a plot of this deck"),
        (["nonsense"], 3, "nonsense is not a plot of this deck"),
        ([], 0, "0 rounds cannot be played alone"),
        ([], 6, "6 rounds cannot be played alone"),
    ],
)
def test_what_cannot_be_played_is_said(
    samples: tuple[Deck, ...], plots: list[str], rounds: int, words: str
) -> None:
    with pytest.raises(AppError, match=words):
        plan_game(samples[5], plots, rounds=rounds)


def test_a_plot_is_named_as_often_as_it_is_there(samples: tuple[Deck, ...]) -> None:
    code = next(plot.code for plot, copies in samples[5].plots() if copies == 1)
    with pytest.raises(AppError, match="not in the plot deck so often"):
        plan_game(samples[5], [code, code])


def test_a_deck_without_plots_cannot_be_played(second: CardPool) -> None:
    with pytest.raises(AppError, match="no plots"):
        plan_game(Wanted(plots=0).deck(second))


def test_approximations_name_the_cards(second: CardPool, first: CardPool) -> None:
    played = {"17166": 1, "06056": 1, "01131": 1, "17164": 1, "13118": 1, "03052": 1}
    deck = Wanted(cards={**played, "13090": 1, "01040": 1, "04072": 1}).deck(second)
    reported = approximations(deck)
    assert reported[: len(ALWAYS)] == ALWAYS
    named = " ".join(reported)
    for code in (*played, "13090"):
        assert f"({code})" in named
    assert "(01040)" not in named
    assert "(04072)" not in named
    assert FIRST not in reported
    assert FIRST in approximations(Wanted().deck(first))


def test_what_cards_give_is_named_where_a_card_of_the_deck_asks_for_it(second: CardPool) -> None:
    def reported(*codes: str) -> list[str]:
        deck = Wanted(cards=dict.fromkeys(codes, 1)).deck(second)
        return [line for line in approximations(deck) if USELESS_GIFT in line]

    builder, scribe, asks = "22015", "01133", "02026"  # Brandon's Gift hears of Builders.
    assert reported(builder) == []
    assert reported(builder, asks) == [f"First Builder ({builder}): {USELESS_GIFT}"]
    assert reported(scribe, asks) == []
    for code in (*GIVEN, *LOYAL):
        assert second.card(code).type is not CardType.EVENT


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

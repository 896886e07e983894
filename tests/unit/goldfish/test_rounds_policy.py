"""The policy, sentence by sentence as docs/goldfish.md states it, with events in shadows."""

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
from goldfish.rounds.game import (
    Log,
    afford,
    bring_out_waiting,
    emerge,
    gold_for_shadows,
    marshal_economy,
    play_reductions,
    play_round,
    put_aside,
    spend_gold,
    take_duplicates,
    take_gains,
)
from goldfish.rounds.game_plan import GamePlan, default_plot_order, is_economy, plan_game
from goldfish.rounds.game_state import GameState, RoundPhase
from goldfish.rounds.moves import begin
from goldfish.rounds.rounds_kernel import RoundsKernel
from tests import builders
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
    count = times(short=15, long=40)
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
